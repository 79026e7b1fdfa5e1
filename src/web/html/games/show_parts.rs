//! Fragments of the game page, cached as HTML.

use askama::Template;

use crate::html::board::features::FeatureGroup;
use crate::html::board::turn_rows::TurnRow;
use crate::html::board::{HandTile, KindLeft};
use crate::html::games::plane_page::PlanePart;
use crate::html::rulebook::note::RulesNote;
use crate::html::wording::consequence::PlacementRow;
use crate::http::urls::Url;
use crate::locale::Locale;
use table::{Aid, Aids, GameId};

/// The tiles in hand.
#[derive(Template)]
#[template(path = "games/hand.html")]
pub struct HandPart {
    pub locale: Locale,
    pub id: GameId,
    pub your_turn: bool,
    pub tiles: Vec<HandTile>,
}

/// The last turns as chips.
#[derive(Template)]
#[template(path = "games/recent.html")]
pub struct RecentPart {
    pub locale: Locale,
    pub id: GameId,
    pub turns: Vec<TurnRow>,
}

/// The tab with the placements, the last turns and the features.
#[derive(Template)]
#[template(path = "games/moves.html")]
pub struct MovesPart {
    pub locale: Locale,
    pub id: GameId,
    pub aids: Aids,
    /// The legal placements of the selected tile.
    pub placements: Vec<PlacementRow>,
    pub plane: PlanePart,
    /// The last turns, newest first.
    pub log: Vec<TurnRow>,
}

/// The tab with the remaining tiles.
#[derive(Template)]
#[template(path = "games/tiles.html")]
pub struct TilesPart {
    pub locale: Locale,
    pub kinds_left: Vec<KindLeft>,
    /// Where every kind is equally likely in every draw, a sentence that says so.
    pub uniform: Option<String>,
    /// The SVGs of tiles set aside for good.
    pub discarded: Vec<String>,
    /// Why the kinds are not shown, if the table's aids exclude them.
    pub without: Option<&'static str>,
    pub tiles_left: usize,
}

/// The tab with the board as a list of features.
#[derive(Template)]
#[template(path = "board/features.html")]
pub struct FeaturesPart {
    pub locale: Locale,
    pub features: Vec<FeatureGroup>,
}

/// The tab with the rules.
#[derive(Template)]
#[template(path = "games/rules.html")]
pub struct RulesPart {
    pub locale: Locale,
    pub rules: RulesNote,
}
