//! Pages of a game: the table, the preview of a turn, what a turn did, history, the end.

pub mod cell;
pub mod choices;
pub mod consequence;
pub mod events;
pub mod features;
pub mod graph;
pub mod names;
pub mod offer;
pub mod overlay;
pub mod picture;
pub mod plane;
pub mod players;
pub mod settled;
pub mod since;
pub mod words;

use std::sync::Arc;

use askama::Template;

use self::cell::CellInfo;
use self::choices::{FollowerChoice, Impossible};
use self::consequence::PlacementRow;
use self::features::FeatureGroup;
use self::graph::Graph;
use self::overlay::{Overlay, Overlays};
use self::plane::PlanePart;
use self::players::PlayerRow;
use self::settled::Settled;
use self::since::SincePart;
use super::aids::closer;
use super::games::Deadline;
use super::layout::Layout;
use super::rulebook::note::RulesNote;
use crate::aids::{Aid, Aids};
use crate::engine::plane::Format;
use crate::engine::{Rotation, TileKind};
use crate::web::urls::{Draft, Url};

/// A board with the symbols that it refers to, both ready to print.
#[derive(Clone, Debug, Default)]
pub struct Drawing {
    /// The hidden definitions.
    pub symbols: String,
    /// The board.
    pub board: String,
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

/// An event of the log.
pub struct LogRow {
    /// Its number.
    pub n: u32,
    /// What happened.
    pub sentence: String,
    /// When.
    pub at: Option<String>,
}

/// The table while a game is on or over.
#[allow(clippy::struct_excessive_bools, reason = "what a page shows or not")]
#[derive(Template)]
#[template(path = "game/show.html")]
pub struct GamePage {
    /// Head, navigation and foot.
    pub layout: Layout,
    /// Why a turn came back, or what has changed meanwhile.
    pub trouble: Option<String>,
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
        closer(self.aids)
    }

    /// Whether there is something new that the board can show: it does so unless a form says exactly what is wanted.
    fn has_news(&self) -> bool {
        self.since.as_ref().is_some_and(|part| !part.told.news.is_empty())
    }

    /// The switches of the board.
    fn switches(&self) -> impl Iterator<Item = (Overlay, bool)> {
        let shown = self.since.as_ref().is_some_and(|part| part.shown);
        let on = if shown { self.overlays.with(Overlay::Since) } else { self.overlays };
        on.choices(self.aids, self.has_news())
    }
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

/// A tile laid down on trial.
#[derive(Template)]
#[template(path = "game/preview.html")]
pub struct PreviewPage {
    /// Head, navigation and foot.
    pub layout: Layout,
    /// Why the turn came back, or what has changed meanwhile.
    pub trouble: Option<String>,
    /// What happened since the player looked.
    pub changed: Vec<LogRow>,
    /// The game's name in addresses.
    pub id: String,
    /// The board with the tile.
    pub drawing: Drawing,
    /// The number of the last event that the player sees.
    pub expected: u32,
    /// What makes sending twice harmless.
    pub key: String,
    /// The turn on trial.
    pub draft: Draft,
    /// The tile, drawn.
    pub tile: String,
    /// The tile as it lies, in words.
    pub words: String,
    /// The next rotation that fits, if there is another.
    pub rotate: Option<Draft>,
    /// What is completed, whoever places which follower.
    pub closes: Vec<String>,
    /// The followers that may be placed.
    pub choices: Vec<FollowerChoice>,
    /// Those that may not.
    pub impossible: Vec<Impossible>,
    /// Points now, after the turn, and if the game ended then; empty where nobody is told.
    pub projection: Vec<Projection>,
}

impl PreviewPage {
    fn rotated(&self) -> Option<Url<'_>> {
        self.rotate.map(|draft| Url::Preview(&self.id, draft))
    }

    /// Whether it is told what there would be if the game ended after the turn.
    fn forecast(&self) -> bool {
        self.projection.iter().any(|row| row.at_end.is_some())
    }

    fn quarters(&self) -> usize {
        self.draft.rotation.map_or(0, Rotation::quarters)
    }
}

/// A colour's points before and after a turn.
pub struct Projection {
    /// Who.
    pub name: String,
    /// Now.
    pub now: i32,
    /// After the turn.
    pub after: i32,
    /// If the game ended after the turn, where that is told.
    pub at_end: Option<i32>,
}

/// What a turn did.
#[derive(Template)]
#[template(path = "game/done.html")]
pub struct DonePage {
    /// Head, navigation and foot.
    pub layout: Layout,
    /// The game's name in addresses.
    pub id: String,
    /// The board after it.
    pub drawing: Arc<Drawing>,
    /// What happened.
    pub events: Vec<LogRow>,
    /// What has happened since.
    pub since: Vec<LogRow>,
    /// Who is next.
    pub next: String,
    /// Whether the viewer is to move again.
    pub your_turn: bool,
    /// Whether the game is over.
    pub finished: bool,
    /// The players.
    pub players: Vec<PlayerRow>,
    /// Draws still to come.
    pub tiles_left: usize,
    /// How many other games wait for the viewer.
    pub waiting: u32,
}

/// The question before giving up.
#[derive(Template)]
#[template(path = "game/resign.html")]
pub struct ResignPage {
    /// Head, navigation and foot.
    pub layout: Layout,
    /// Why the form came back.
    pub trouble: Option<String>,
    /// The game's name in addresses.
    pub id: String,
    /// The number of the last event that the player sees.
    pub expected: u32,
    /// What makes sending twice harmless.
    pub key: String,
    /// Who goes on without the player.
    pub others: String,
}

/// The board as it stood after an event.
#[derive(Template)]
#[template(path = "game/move.html")]
pub struct MovePage {
    /// Head, navigation and foot.
    pub layout: Layout,
    /// The game's name in addresses.
    pub id: String,
    /// What was asked for and is not shown, if the table plays without it.
    pub without: Option<String>,
    /// The event.
    pub event: LogRow,
    /// How many events there are.
    pub last: u32,
    /// The board after it.
    pub drawing: Arc<Drawing>,
    /// What help the page gives.
    pub aids: Aids,
    /// What is drawn over the board.
    pub overlays: Overlays,
    /// What the page says of the map's graph.
    pub plane: PlanePart,
    /// The players after it.
    pub players: Vec<PlayerRow>,
    /// Draws to come after it.
    pub tiles_left: usize,
}

/// The whole log.
#[derive(Template)]
#[template(path = "game/log.html")]
pub struct LogPage {
    /// Head, navigation and foot.
    pub layout: Layout,
    /// The game's name in addresses.
    pub id: String,
    /// All events in order.
    pub events: Vec<LogRow>,
    /// The map as a graph.
    pub plane: PlanePart,
}

/// How a game ended.
#[derive(Template)]
#[template(path = "game/final.html")]
pub struct FinalPage {
    /// Head, navigation and foot.
    pub layout: Layout,
    /// The game's name in addresses.
    pub id: String,
    /// The board at the end.
    pub drawing: Arc<Drawing>,
    /// What is drawn over the board.
    pub overlays: Overlays,
    /// Who won.
    pub heading: String,
    /// Why it ended.
    pub reason: String,
    /// The kinds of feature that pay under these rules.
    pub kinds: Vec<(String, Overlay)>,
    /// Points a colour.
    pub rows: Vec<FinalRow>,
    /// Points a seat, where a seat has several colours.
    pub seats: Vec<(String, i32)>,
    /// How the points grew.
    pub graph: Graph,
    /// Who was owed what at the end, and why.
    pub settled: Settled,
    /// The draw secret.
    pub secret: Option<String>,
    /// The promise that it fits.
    pub commitment: Option<String>,
    /// The map as a graph.
    pub plane: PlanePart,
    /// The rules.
    pub rules: RulesNote,
    /// Whether the viewer played: may ask for a rematch, and take the game off the list of unseen ones.
    pub may_mark_seen: bool,
    /// The number of the last event.
    pub last: u32,
}

impl FinalPage {
    /// Whether anybody started with points.
    fn handicaps(&self) -> bool {
        self.rows.iter().any(|row| row.handicap != 0)
    }
}

/// A colour's points by what paid them.
pub struct FinalRow {
    /// Who plays it.
    pub name: String,
    /// Its meeple, drawn.
    pub figure: String,
    /// In the order of the page's kinds.
    pub points: Vec<i32>,
    /// Points at the start.
    pub handicap: i32,
    /// All together.
    pub total: i32,
    /// Whether its seat has won.
    pub won: bool,
}
