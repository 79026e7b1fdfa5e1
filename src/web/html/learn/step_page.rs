//! A step of the lesson: a board, a tile, and what the guide says about it.

use askama::Template;

use crate::html::board::features::{self, FeatureGroup};
use crate::html::board::{Drawing, HandTile, OfferPart, ScoresPart, SummaryPart, parts, players};
use crate::html::layout::Layout;
use crate::html::learn::draw;
use crate::html::learn::loaded::{LoadedTask, Progress, TurnOption, next_look};
use crate::html::learn::steps::STEPS;
use crate::http::urls::{Draft, LessonUrl, Url};
use crate::locale::Html;
use art::Hue;
use engine::{FollowerKind, Turn};
use insight::HandPlacements;
use table::Aids;

#[derive(Template)]
#[template(path = "learn/step.html")]
pub struct StepPage {
    pub layout: Layout,
    /// The task's first page.
    pub place: LessonUrl,
    pub progress: Progress,
    /// What the turn did.
    pub facts: Vec<Html>,
    /// What the guide says, a paragraph each.
    pub lines: Vec<String>,
    pub drawing: Drawing,
    pub summary: SummaryPart,
    pub scores: ScoresPart,
    /// The tile to place.
    pub hand: Vec<HandTile>,
    /// The legal turns, for the script.
    pub offer: OfferPart,
    /// The next rotation that looks different.
    pub rotate: Option<Draft>,
    pub choices: Vec<TurnOption>,
    /// Where no follower can go, and why.
    pub impossible: Vec<String>,
    /// A turn that reaches the goal.
    pub answer: Draft,
    /// The board in words.
    pub features: Vec<FeatureGroup>,
}

impl StepPage {
    /// The page of `url` in its task; `None` if there is no such task.
    pub fn new(layout: Layout, url: LessonUrl) -> Option<Self> {
        let loaded = LoadedTask::new(layout.locale, url)?;
        let draft = url.draft.map(|draft| loaded.laid_down(draft));
        let task_view = loaded.task_view(draft, url.played);
        let (locale, kind, game) = (layout.locale, loaded.kind(), loaded.game());
        let placements = HandPlacements::of(game);
        let shown = task_view.after.as_ref().unwrap_or(game);
        let rows = || players::rows(shown, &loaded.names);
        let Turn { tile, position, rotation, follower } = loaded.exercise.answer;
        Some(Self {
            drawing: draw::drawing(&task_view.view, kind),
            summary: SummaryPart { locale, players: rows(), tiles_left: shown.tiles_left() },
            scores: ScoresPart { locale, players: rows() },
            hand: parts::hand(game, &placements, locale, Some(kind)),
            offer: loaded.offer(&placements),
            rotate: draft.and_then(|draft| next_look(draft, task_view.rotation)),
            features: features::groups(shown, &loaded.names, Aids::All),
            answer: Draft { tile, position, rotation: Some(rotation), follower },
            place: loaded.place,
            progress: task_view.progress,
            facts: task_view.facts,
            lines: task_view.lines,
            choices: task_view.choices,
            impossible: task_view.impossible,
            layout,
        })
    }

    /// The address of the task, for a query to follow.
    fn page(&self) -> String {
        Url::Lesson(self.place).to_string()
    }

    fn number(&self) -> usize {
        self.place.step
    }

    fn title(&self) -> &'static str {
        self.layout.say(STEPS[self.place.step - 1].title)
    }

    /// The number of tasks of the step.
    fn parts(&self) -> usize {
        STEPS[self.place.step - 1].tasks.len()
    }

    /// The next task, or the first of the next step.
    fn onward(&self) -> Option<LessonUrl> {
        if self.place.part < self.parts() {
            return Some(LessonUrl::new(self.place.step, self.place.part + 1));
        }
        (self.place.step < STEPS.len()).then(|| LessonUrl::new(self.place.step + 1, 1))
    }

    fn is_over(&self) -> bool {
        matches!(self.progress, Progress::Missed | Progress::Reached)
    }

    fn progress_class(&self) -> &'static str {
        match self.progress {
            Progress::Asked => "unplayed",
            Progress::Misfit => "misfit",
            Progress::Fits => "fits",
            Progress::Missed => "missed",
            Progress::Reached => "reached",
        }
    }

    /// The SVG of the meeple that explains.
    fn guide() -> String {
        art::follower(Hue::Green, FollowerKind::Meeple)
    }
}
