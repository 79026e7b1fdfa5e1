//! A practice board.

use askama::Template;

use crate::html::board::choices::Impossible;
use crate::html::board::features::FeatureGroup;
use crate::html::board::turn_rows::TurnRow;
use crate::html::board::{Drawing, HandTile, OfferPart, ScoresPart, SummaryPart};
use crate::html::layout::Layout;
use crate::html::practice::start_page::SeatChoice;
use crate::http::urls::{PracticeUrl, Url};
use engine::{TileKind, Turn};
use practice::Step;
use table::GameId;

#[derive(Template)]
#[template(path = "practice/board.html")]
pub struct BoardPage {
    pub layout: Layout,
    /// This board, with no tile on a cell.
    pub url: PracticeUrl,
    pub heading: String,
    /// Why the tile that was tried doesn't go there.
    pub error: Option<String>,
    pub drawing: Drawing,
    /// Who is likely to be ahead in the end; `None` once the game is over.
    pub outlook: Option<String>,
    pub summary: SummaryPart,
    pub scores: ScoresPart,
    pub tiles_left: usize,
    pub hand: Vec<HandTile>,
    pub next: NextAction,
    /// The legal turns, while a cell is to be chosen.
    pub offer: Option<OfferPart>,
    /// The latest first.
    pub turns: Vec<TakenTurn>,
    /// The board before the last turn of a person.
    pub back: Option<PracticeUrl>,
    /// The board before all turns.
    pub beginning: Option<PracticeUrl>,
    pub seats: Vec<SeatChoice>,
    /// The board in words.
    pub features: Vec<FeatureGroup>,
    /// The game that it began in.
    pub source: Option<(GameId, u32)>,
}

/// What can be done next.
pub enum NextAction {
    /// The next tile is to be chosen.
    ChooseTile(Vec<KindChoice>),
    /// A cell is to be chosen.
    ChooseCell {
        /// Tiles that could have been drawn instead.
        others: Vec<KindChoice>,
        /// Where the second part of a double turn can be skipped.
        pass: Option<PracticeUrl>,
    },
    /// The tile is on a cell.
    Confirm(Box<PracticePreview>),
    Over,
}

pub struct PracticePreview {
    /// The tile's SVG.
    pub tile: String,
    pub cell: String,
    /// The next rotation that fits, if there is another.
    pub rotate: Option<PracticeUrl>,
    /// What is completed, with or without a follower.
    pub closes: Vec<String>,
    pub choices: Vec<TurnLink>,
    pub impossible: Vec<Impossible>,
}

/// A way to take the turn.
pub struct TurnLink {
    pub letter: Option<char>,
    pub label: String,
    pub detail: String,
    pub turn: Turn,
    /// The form value of its follower; empty without one.
    pub follower: String,
    pub url: PracticeUrl,
}

impl TurnLink {
    /// The fields of a form that takes the turn.
    pub fn fields(&self) -> [(&'static str, String); 5] {
        let Turn { tile, position, rotation, .. } = self.turn;
        [
            ("tile", tile.to_string()),
            ("x", position.x.to_string()),
            ("y", position.y.to_string()),
            ("rotation", rotation.quarters().to_string()),
            ("follower", self.follower.clone()),
        ]
    }
}

/// A tile that may be drawn.
pub struct KindChoice {
    pub kind: TileKind,
    pub picture: String,
    /// Tiles of this kind that are left; `None` where they never run out.
    pub left: Option<u16>,
    pub url: PracticeUrl,
}

/// A turn of this practice.
pub struct TakenTurn {
    pub row: TurnRow,
    /// The board before it.
    pub before: PracticeUrl,
}

impl BoardPage {
    fn is_previewed(&self) -> bool {
        matches!(self.next, NextAction::Confirm(_))
    }

    /// The address of this board, for a query to follow.
    fn page(&self) -> String {
        format!("{}&", self.url)
    }

    fn keeps(&self) -> PracticeUrl {
        self.url.then(Step::Keep)
    }
}

/// All threads for computer players are busy.
#[derive(Template)]
#[template(path = "practice/busy.html")]
pub struct BusyPage {
    pub layout: Layout,
    pub url: PracticeUrl,
}
