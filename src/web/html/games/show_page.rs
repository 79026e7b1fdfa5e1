//! The game page.

use std::sync::Arc;

use askama::Template;

use crate::html::board::cell::CellInfo;
use crate::html::board::overlay::{Overlay, Overlays, Tab};
use crate::html::board::since::SincePart;
use crate::html::board::turn_rows::TurnRow;
use crate::html::board::{Drawing, OfferPart};
use crate::html::games::hints_part::HintsPart;
use crate::html::games::plane_page::PlanePart;
use crate::html::games::{SeriesPart, TalkSummary};
use crate::html::layout::Layout;
use crate::html::wording::deadline::Deadline;
use crate::http::urls::{AccountForm, ChallengeUrl, ProfileUrl, Url};
use players::HINTS_LEVEL;
use table::{Aid, Aids, GameId};

/// The page of a game in progress or finished.
#[expect(clippy::struct_excessive_bools, reason = "what a page shows or not")]
#[derive(Template)]
#[template(path = "games/show.html")]
pub struct GamePage {
    pub layout: Layout,
    /// Why a turn was rejected, or what has changed meanwhile.
    pub error: Option<String>,
    /// A note that requested overlays are not shown because the table's aids exclude them.
    pub without: Option<String>,
    pub id: GameId,
    pub drawing: Arc<Drawing>,
    /// Whose turn it is, in words.
    pub heading: String,
    pub your_turn: bool,
    /// Whether the viewer can plan the next turn.
    pub planning: bool,
    /// What the viewer has planned, or why it was not played.
    pub plan: Option<String>,
    /// Whether this is the second part of a double turn, which a builder brings.
    pub second_part: bool,
    /// Whether the viewer may skip it.
    pub may_pass: bool,
    pub finished: bool,
    /// Whether only computers play, for visitors to watch.
    pub exhibition: bool,
    pub deadline: Option<Deadline>,
    /// What the viewer is asked, or can ask the others.
    pub asks: Option<String>,
    /// `None` unless the game belongs to a series.
    pub series: Option<SeriesPart>,
    /// Until when the clock stands, and why.
    pub stop: Option<String>,
    /// The tiles in hand, as cached HTML.
    pub hand: Arc<String>,
    /// The last turn, for the status line.
    pub latest: Option<TurnRow>,
    /// What has happened since the viewer's last visit or turn, if anything.
    pub since: Option<SincePart>,
    /// The result of a turn just confirmed.
    pub result: Vec<TurnRow>,
    /// The players, as cached HTML with a mark where the clock goes.
    pub players: Arc<String>,
    /// Their points in a line for phones, as cached HTML.
    pub summary: Arc<String>,
    /// The last turns as chips, as cached HTML.
    pub recent: Arc<String>,
    pub talk: TalkSummary,
    /// Whether the viewer follows the game; `None` for players, and for those who can't.
    pub follows: Option<bool>,
    pub tab: Tab,
    /// The content of the tab, as cached HTML.
    pub content: Arc<String>,
    pub overlays: Overlays,
    /// The idempotency key of the next turn.
    pub key: String,
    /// The legal turns as JSON, for the script.
    pub offer: Option<OfferPart>,
    pub aids: Aids,
    /// `None` at a table without hints.
    pub hints: Option<HintsPart>,
    /// The details of an empty cell, if requested.
    pub cell: Option<CellInfo>,
    /// Why the planar graph is not drawn, if it was asked for.
    pub plane: PlanePart,
    pub may_resign: bool,
    /// The number of the last event.
    pub last: u32,
    pub tiles_left: usize,
    /// The number of other games that wait for the viewer.
    pub waiting: u32,
}

/// Where the clock goes in the cached rows of the players.
const CLOCK: &str = "<!--clock-->";

impl GamePage {
    /// The switches over the board, and where they lead.
    fn tools(&self) -> impl Iterator<Item = (Overlay, bool, String)> {
        let news = self.since.as_ref().is_some_and(|part| !part.since.changes.is_empty());
        let on = self.switched_on();
        on.tools(self.aids, news, |toggled| Url::Tab(&self.id, self.tab, toggled).to_string())
    }

    /// The overlays, including the new tiles if the page shows them by default.
    fn switched_on(&self) -> Overlays {
        if self.since.as_ref().is_some_and(|part| part.shown) {
            self.overlays.with(Overlay::Since)
        } else {
            self.overlays
        }
    }

    /// The tabs with a place of their own.
    fn bar(&self) -> impl Iterator<Item = Tab> {
        Tab::BAR.into_iter().filter(|tab| *tab != Tab::Talk || self.talk.is_offered())
    }

    fn is_soon(&self) -> bool {
        self.deadline.as_ref().is_some_and(|deadline| deadline.soon)
    }

    fn players_before(&self) -> &str {
        self.players.split_once(CLOCK).map_or(&self.players, |(before, _)| before)
    }

    fn players_after(&self) -> &str {
        self.players.split_once(CLOCK).map_or("", |(_, after)| after)
    }
}
