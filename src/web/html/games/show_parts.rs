//! Fragments of the game page, cached as HTML.

use askama::Template;

use crate::engine::TileKind;
use crate::table::{Aid, Aids};
use crate::web::html::aids::closer;
use crate::web::html::games::consequence::PlacementRow;
use crate::web::html::games::features::FeatureGroup;
use crate::web::html::games::overlay::{Overlay, Overlays};
use crate::web::html::games::plane_page::PlanePart;
use crate::web::html::games::players::PlayerRow;
use crate::web::html::games::turn_rows::TurnRow;
use crate::web::html::rulebook::note::RulesNote;
use crate::web::http::urls::Url;
use crate::web::locale::Locale;

/// The tiles in hand.
#[derive(Template)]
#[template(path = "games/hand.html")]
pub struct HandPart {
    pub locale: Locale,
    pub id: String,
    pub your_turn: bool,
    pub tiles: Vec<HandTile>,
}

/// The table of scores.
#[derive(Template)]
#[template(path = "games/scores.html")]
pub struct ScoresPart {
    pub locale: Locale,
    pub players: Vec<PlayerRow>,
    pub tiles_left: usize,
}

/// The part below the board.
#[derive(Template)]
#[template(path = "games/below.html")]
pub struct BelowPart {
    pub locale: Locale,
    pub id: String,
    pub aids: Aids,
    /// The legal placements of the selected tile.
    pub placements: Vec<PlacementRow>,
    pub plane: PlanePart,
    /// Remaining tiles by kind, if requested.
    pub kinds_left: Vec<KindLeft>,
    /// Where every kind is equally likely in every draw, a sentence that says so.
    pub uniform: Option<String>,
    /// The SVGs of tiles set aside for good, if requested.
    pub discarded: Vec<String>,
    pub overlays: Overlays,
    /// Whether something is new that the board can show. It is shown unless the query names overlays.
    pub has_news: bool,
    /// Whether the board shows it.
    pub shows_news: bool,
    /// The board as a list of features.
    pub features: Vec<FeatureGroup>,
    /// The last turns, newest first.
    pub log: Vec<TurnRow>,
    /// The number of the last event.
    pub last: u32,
    pub may_resign: bool,
    pub rules: RulesNote,
}

impl BelowPart {
    /// The available overlays, in a few words.
    fn closer(&self) -> &'static str {
        closer(self.locale, self.aids)
    }

    fn switches(&self) -> impl Iterator<Item = (Overlay, bool)> {
        let on = if self.shows_news { self.overlays.with(Overlay::Since) } else { self.overlays };
        on.choices(self.aids, self.has_news)
    }
}
/// A tile in hand.
pub struct HandTile {
    pub kind: TileKind,
    /// A large SVG.
    pub picture: String,
    /// Its edges in words.
    pub words: String,
    /// Whether the board shows its legal cells.
    pub chosen: bool,
    /// The number of its legal cells.
    pub cells: usize,
}

/// A kind with tiles remaining.
pub struct KindLeft {
    /// The SVG of one of them.
    pub picture: String,
    /// Tiles not drawn yet.
    pub unseen: u16,
    /// Tiles in the game.
    pub all: u16,
}
