//! A task of the lesson at each stage: what the guide says, the board, and the choices.

use crate::html::board::choices::{self, Choices};
use crate::html::board::{OfferPart, cell, draft, turn_preview};
use crate::html::learn::exercise::{Exercise, Played, YOUR_SEAT};
use crate::html::learn::steps::{STEPS, Task};
use crate::html::learn::{draw, result};
use crate::html::wording::names::Names;
use crate::html::wording::{refusal, words};
use crate::http::urls::{Draft, LessonUrl, Url};
use crate::locale::{Html, Locale};
use art::BoardView;
use engine::{Game, Rotation, TileKind};
use insight::{HandPlacements, TurnPreview};
use table::Aids;

/// The reader's progress with a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// No cell is chosen.
    Asked,
    /// The tile doesn't fit.
    Misfit,
    /// The tile fits; a follower can be chosen.
    Fits,
    /// The turn is legal, but misses the goal.
    Missed,
    Reached,
}

/// A way to take the turn.
pub struct TurnOption {
    pub label: String,
    pub detail: String,
    /// The letter on the board.
    pub letter: Option<char>,
    pub turn: Draft,
}

/// A task with its position and names.
pub struct LoadedTask {
    pub task: &'static Task,
    pub place: LessonUrl,
    pub exercise: Exercise,
    pub names: Names,
}

/// What changes with the progress.
pub struct TaskView {
    pub progress: Progress,
    pub facts: Vec<Html>,
    pub lines: Vec<String>,
    pub view: BoardView,
    /// Of the tile to place.
    pub rotation: Rotation,
    pub choices: Vec<TurnOption>,
    pub impossible: Vec<String>,
    /// The game after the turn.
    pub after: Option<Game>,
}

impl LoadedTask {
    /// `None` if there is no such task.
    pub fn new(locale: Locale, url: LessonUrl) -> Option<Self> {
        let step = STEPS.get(url.step.checked_sub(1)?)?;
        let task = step.tasks.get(url.part.checked_sub(1)?)?;
        let exercise = Exercise::of(task.turns, [locale.say("learn-you"), locale.say("learn-blue")])?;
        let names = Names::of(locale, exercise.game.header(), Some(YOUR_SEAT));
        Some(Self { task, place: LessonUrl::new(url.step, url.part), exercise, names })
    }

    /// The task, the tile on a cell or, if it was `played`, the result.
    pub fn task_view(&self, draft: Option<Draft>, played: bool) -> TaskView {
        match draft {
            None => self.asked(),
            Some(draft) if played => self.played(draft).unwrap_or_else(|why| self.tried(draft, Some(why))),
            Some(draft) => self.tried(draft, None),
        }
    }

    pub fn game(&self) -> &Game {
        &self.exercise.game
    }

    pub fn kind(&self) -> TileKind {
        self.exercise.answer.tile
    }

    /// In the first step a tile starts as it is drawn. Later it starts as it first fits, like in a game.
    fn first_rotation(&self) -> Option<Rotation> {
        (self.place.step == 1).then_some(Rotation::R0)
    }

    /// The draft with the tile of the task, in a rotation.
    pub fn laid_down(&self, draft: Draft) -> Draft {
        let fitting = || TurnPreview::of(self.game(), self.kind(), draft.position, None, None).ok();
        let rotation = draft.rotation.or_else(|| Some(fitting()?.turn().rotation));
        Draft { tile: self.kind(), rotation: Some(rotation.unwrap_or_default()), ..draft }
    }

    /// The legal turns, for the script; without followers in the step before they are introduced.
    pub fn offer(&self, placements: &HandPlacements) -> OfferPart {
        let followers = self.task.goal.has_followers();
        let page = Url::Lesson(self.place).to_string();
        OfferPart::of_page(self.game(), &self.names, placements, page, followers)
    }

    fn asked(&self) -> TaskView {
        let rotation = self.first_rotation();
        TaskView {
            progress: Progress::Asked,
            facts: Vec::new(),
            lines: vec![result::task_text(self.names.locale(), self.task.ask, self.game(), None)],
            view: draw::asked(self.game(), &self.names, self.place, self.kind(), rotation),
            rotation: Rotation::R0,
            choices: Vec::new(),
            impossible: Vec::new(),
            after: None,
        }
    }

    /// The tile on a cell. `why` tells why the turn was refused.
    fn tried(&self, draft: Draft, why: Option<String>) -> TaskView {
        let (game, names, locale) = (self.game(), &self.names, self.names.locale());
        let turn = draft::turn_of(draft);
        let draft = Draft { follower: None, ..draft };
        let task_view = |progress, lines, offered: Option<Choices>| {
            let spots = offered.as_ref().map_or(&[][..], |offered| &offered.spots);
            TaskView {
                progress,
                facts: Vec::new(),
                lines,
                view: draw::tried(game, names, self.place, draft, spots),
                rotation: turn.rotation,
                choices: self.choices(draft, offered.as_ref()),
                impossible: Vec::new(),
                after: None,
            }
        };
        let preview = match turn_preview::preview(locale, game, draft) {
            Ok(preview) => preview,
            Err(why) => {
                let fits = TurnPreview::of(game, turn.tile, turn.position, None, None).is_ok();
                let advice = if fits { locale.say("learn-turn-it") } else { locale.say("learn-other-cell") };
                let mut task_view = task_view(Progress::Misfit, vec![why, advice.to_owned()], None);
                task_view.choices.clear();
                return task_view;
            }
        };
        let edges = cell::wanted(locale, game.board().wanted(draft.position));
        let mut lines = vec![locale.text("learn-fits").with("edges", edges).to_string()];
        lines.extend(self.completed(&preview));
        lines.extend(why);
        if !self.task.goal.has_followers() {
            return task_view(Progress::Fits, lines, None);
        }
        let offered = choices::of(&preview, names, Aids::All);
        let none = offered.spots.is_empty();
        lines
            .push(if none { locale.say("learn-choose-none") } else { locale.say("learn-choose") }.to_owned());
        TaskView { impossible: self.impossible(&preview), ..task_view(Progress::Fits, lines, Some(offered)) }
    }

    /// What the tile completes, with or without a follower.
    pub fn completed(&self, preview: &TurnPreview) -> Vec<String> {
        let line = |consequence| {
            self.names.locale().text("learn-completes").with("consequence", consequence).to_string()
        };
        turn_preview::closes(preview, &self.names).map(line).collect()
    }

    /// "Not on the road to the west and the field: There’s already a follower on this road."
    fn impossible(&self, preview: &TurnPreview) -> Vec<String> {
        let (locale, turn) = (self.names.locale(), preview.turn());
        let mut reasons: Vec<(String, Vec<String>)> = Vec::new();
        for (_, segment, allowed) in preview.followers() {
            let Err(why) = allowed else { continue };
            let (why, place) =
                (refusal::sentence(locale, &why), words::segment(locale, turn.tile, turn.rotation, segment));
            match reasons.iter_mut().find(|(known, _)| *known == why) {
                Some((_, places)) => places.push(place),
                None => reasons.push((why, vec![place])),
            }
        }
        let line = |(why, places): (String, Vec<String>)| {
            locale.text("learn-not").with("places", locale.list(&places)).with("reason", why).to_string()
        };
        reasons.into_iter().map(line).collect()
    }

    fn choices(&self, draft: Draft, offered: Option<&Choices>) -> Vec<TurnOption> {
        let Some(offered) = offered else {
            let label = self.names.locale().say("learn-place").to_owned();
            return vec![TurnOption { label, detail: String::new(), letter: None, turn: draft }];
        };
        let choice = |choice: &choices::FollowerChoice| {
            let spot = offered.spots.iter().find(|spot| Some(spot.letter) == choice.letter);
            TurnOption {
                label: choice.label.clone(),
                detail: choice.detail.clone(),
                letter: choice.letter,
                turn: Draft { follower: spot.map(|spot| spot.follower), ..draft },
            }
        };
        offered.possible.iter().map(choice).collect()
    }

    /// The result of a turn, or why it is illegal.
    fn played(&self, draft: Draft) -> Result<TaskView, String> {
        let (game, names, locale) = (self.game(), &self.names, self.names.locale());
        let turn = draft::turn_of(draft);
        let played = Played::of(game, turn).map_err(|refusal| refusal::sentence(locale, &refusal))?;
        let reached = self.task.goal.is_reached(&played);
        let ended = self.task.goal.is_of_the_end().then(|| played.game.as_if_ended());
        let mut facts = result::lines(names, &played);
        facts.extend(ended.iter().flat_map(|ended| result::final_lines(names, ended)));
        let key = if reached { self.task.praise } else { self.task.hint };
        let view = match &ended {
            Some(ended) => draw::ended(game, names, ended),
            None => draw::played(game, names, &played),
        };
        Ok(TaskView {
            progress: if reached { Progress::Reached } else { Progress::Missed },
            facts,
            lines: vec![result::task_text(locale, key, game, Some(&played))],
            view,
            rotation: turn.rotation,
            choices: Vec::new(),
            impossible: Vec::new(),
            after: Some(ended.unwrap_or(played.game)),
        })
    }
}

/// The next rotation, clockwise, with other edges.
pub fn next_look(draft: Draft, rotation: Rotation) -> Option<Draft> {
    let looks = |rotation: Rotation| draft.tile.edges(rotation);
    let next = (1..4).map(|step| rotation + Rotation::from_quarters(step));
    let next = next.into_iter().find(|next| looks(*next) != looks(rotation))?;
    Some(Draft { rotation: Some(next), follower: None, ..draft })
}
