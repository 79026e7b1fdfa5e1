//! The log, and the steps of a game's history.

use std::sync::Arc;

use askama::Template;

use crate::html::board::Drawing;
use crate::html::board::overlay::Overlays;
use crate::html::board::players::PlayerRow;
use crate::html::board::turn_rows::TurnRow;
use crate::html::games::LogRow;
use crate::html::games::plane_page::PlanePart;
use crate::html::games::steps::{Mark, ScoredStep, Steps};
use crate::html::games::talk_page::{LineRow, LineSaid};
use crate::html::layout::Layout;
use crate::http::urls::Url;
use crate::locale::Locale;
use planar::Format;
use table::{Aids, GameId};

#[derive(Template)]
#[template(path = "games/move.html")]
pub struct MovePage {
    pub layout: Layout,
    pub id: GameId,
    /// The number of the event.
    pub n: u32,
    /// A note that requested overlays are not shown because the table's aids exclude them.
    pub without: Option<String>,
    pub step: StepPart,
    pub steps: Steps,
    /// The number of the event's step.
    pub place: usize,
    /// The events that end the steps before and after.
    pub previous: Option<u32>,
    pub next: Option<u32>,
    /// Where points were scored.
    pub marks: Vec<Mark>,
    /// The same in words.
    pub scored: Vec<ScoredStep>,
    pub aids: Aids,
    pub overlays: Overlays,
    pub plane: PlanePart,
}

impl MovePage {
    /// The events of all steps, for the script.
    fn stops(&self) -> String {
        let stops: Vec<String> = self.steps.stops().iter().map(ToString::to_string).collect();
        stops.join(" ")
    }

    /// The width of all marks, in tenths of a step.
    fn width(&self) -> usize {
        (10 * self.steps.last()).max(1)
    }
}

/// What differs between steps: what happened, the board and the scores.
#[derive(Template)]
#[template(path = "games/step.html")]
pub struct StepPart {
    pub locale: Locale,
    /// The title of the window.
    pub title: String,
    /// For example "Turn 12 of 71".
    pub heading: String,
    /// The turn, if it is over.
    pub turn: Option<TurnRow>,
    /// The event, for the middle of a turn.
    pub event: LogRow,
    pub drawing: Arc<Drawing>,
    /// The players after the event.
    pub players: Vec<PlayerRow>,
    /// The number of draws to come after the event.
    pub tiles_left: usize,
    /// What was said after the event, as far as the viewer can read it, each with its channel.
    pub said: Vec<(&'static str, LineRow)>,
    /// The game and the event, if one can practise from there.
    pub practice: Option<(GameId, u32)>,
}

#[derive(Template)]
#[template(path = "games/log.html")]
pub struct LogPage {
    pub layout: Layout,
    pub id: GameId,
    /// The code with which other sites show the game, unless it is hidden.
    pub embed: Option<String>,
    /// All turns: [`LogRows`].
    pub rows: Arc<String>,
    /// The number of the last event.
    pub last: u32,
    pub plane: PlanePart,
}

/// All turns of a game.
#[derive(Template)]
#[template(path = "games/log_rows.html")]
pub struct LogRows {
    pub locale: Locale,
    pub id: GameId,
    /// The definitions of the tiles' pictures.
    pub symbols: String,
    pub turns: Vec<TurnRow>,
}
