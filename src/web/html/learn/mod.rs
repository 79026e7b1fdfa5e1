//! The lesson at `/learn`: six steps on real positions. The engine says what fits, what a turn does and what it scores;
//! nothing is stored, since the address holds the whole state.

mod draw;
mod exercise;
mod goal;
mod loaded;
mod pages;
mod result;
pub(crate) mod show;
mod step_page;
pub mod steps;
#[cfg(test)]
mod tests;

use crate::http::urls::{Draft, LessonUrl};
use crate::locale::Locale;
use art::BoardView;
use engine::Game;
use insight::TurnPreview;

pub use pages::ContentsPage;
pub use step_page::StepPage;

/// A picture for other pages: the tile that finishes the city of the third step, not confirmed yet, and what it completes.
pub fn finished_city(locale: Locale) -> Option<(BoardView, String)> {
    let loaded = loaded::LoadedTask::new(locale, LessonUrl::new(3, 2))?;
    let turn = loaded.exercise.answer;
    let rotation = Some(turn.rotation);
    let draft = Draft { tile: turn.tile, position: turn.position, rotation, follower: None };
    let mut view = loaded.task_view(Some(draft), false).view;
    (view.cells, view.room) = (Vec::new(), None);
    view.followers.iter_mut().for_each(|follower| follower.label.clear());
    if let Some(ghost) = &mut view.ghost {
        ghost.spots.clear();
    }
    let preview = TurnPreview::of(loaded.game(), turn.tile, turn.position, rotation, None).ok()?;
    Some((view, loaded.completed(&preview).into_iter().next()?))
}

/// A position for pictures on other pages: that of the last step.
pub fn last_position(locale: Locale) -> Option<Game> {
    Some(loaded::LoadedTask::new(locale, LessonUrl::new(6, 1))?.exercise.game)
}
