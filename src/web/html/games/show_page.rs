//! The table.

use std::sync::Arc;

use askama::Template;

use crate::engine::TileKind;
use crate::table::{Aid, Aids};
use crate::web::html::aids::closer;
use crate::web::html::deadline::Deadline;
use crate::web::html::games::cell::CellInfo;
use crate::web::html::games::consequence::PlacementRow;
use crate::web::html::games::features::FeatureGroup;
use crate::web::html::games::overlay::{Overlay, Overlays};
use crate::web::html::games::plane_page::PlanePart;
use crate::web::html::games::players::PlayerRow;
use crate::web::html::games::since::SincePart;
use crate::web::html::games::{Drawing, LogRow};
use crate::web::html::layout::Layout;
use crate::web::html::rulebook::note::RulesNote;
use crate::web::http::urls::Url;

/// The table while a game is on or over.
#[allow(clippy::struct_excessive_bools, reason = "what a page shows or not")]
#[derive(Template)]
#[template(path = "games/show.html")]
pub struct GamePage {
    /// Head, navigation and foot.
    pub layout: Layout,
    /// Why a turn came back, or what has changed meanwhile.
    pub error: Option<String>,
    /// What was asked for and is not shown, if the table plays without it.
    pub without: Option<String>,
    /// The game's name in addresses.
    pub id: String,
    /// The rules.
    pub rules: RulesNote,
    /// The board.
    pub drawing: Arc<Drawing>,
    /// Whose turn it is, as the heading says it.
    pub heading: String,
    /// Whether it is the viewer's.
    pub your_turn: bool,
    /// Whether a builder has given this second part.
    pub second_part: bool,
    /// Whether the viewer plays and may resign.
    pub may_resign: bool,
    /// Whether the game is over.
    pub finished: bool,
    /// Until when.
    pub deadline: Option<Deadline>,
    /// The tiles to choose from.
    pub hand: Vec<HandTile>,
    /// What happened since the viewer's last visit, if anything.
    pub since: Option<SincePart>,
    /// The players.
    pub players: Vec<PlayerRow>,
    /// Draws still to come.
    pub tiles_left: usize,
    /// Where the chosen tile may go.
    pub placements: Arc<Vec<PlacementRow>>,
    /// What makes sending a turn twice harmless.
    pub key: String,
    /// The legal turns as JSON, for the script.
    pub offer: Option<Arc<String>>,
    /// The board as a list of features.
    pub features: Arc<Vec<FeatureGroup>>,
    /// What help the page gives.
    pub aids: Aids,
    /// What is drawn over the board.
    pub overlays: Overlays,
    /// What the page says of the map's graph.
    pub plane: PlanePart,
    /// An empty cell that was asked about.
    pub cell: Option<CellInfo>,
    /// Tiles left by kind, if asked for.
    pub kinds_left: Vec<KindLeft>,
    /// Tiles that went for good, if asked for.
    pub discarded: Vec<TileKind>,
    /// The last events, the latest first.
    pub log: Vec<LogRow>,
    /// The number of the last event.
    pub last: u32,
}

impl GamePage {
    /// What can be shown over the board, in a few words.
    fn closer(&self) -> &'static str {
        closer(self.layout.locale, self.aids)
    }

    /// Whether there is something new that the board can show: it does so unless a form says exactly what is wanted.
    fn has_news(&self) -> bool {
        self.since.as_ref().is_some_and(|part| !part.told.changes.is_empty())
    }

    /// The switches of the board.
    fn switches(&self) -> impl Iterator<Item = (Overlay, bool)> {
        let shown = self.since.as_ref().is_some_and(|part| part.shown);
        let on = if shown { self.overlays.with(Overlay::Since) } else { self.overlays };
        on.choices(self.aids, self.has_news())
    }
}

/// A tile of the hand.
pub struct HandTile {
    /// Its kind.
    pub kind: TileKind,
    /// Drawn large.
    pub picture: String,
    /// By its edges.
    pub words: String,
    /// Whether the board shows where it may go.
    pub chosen: bool,
    /// In how many cells it may go.
    pub cells: usize,
}

/// A kind of which tiles are left.
pub struct KindLeft {
    /// One of them, drawn.
    pub picture: String,
    /// Its name.
    pub kind: TileKind,
    /// How many nobody has seen.
    pub unseen: u16,
    /// How many there are in all.
    pub all: u16,
}
