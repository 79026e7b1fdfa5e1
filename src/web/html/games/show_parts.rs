//! Parts of the game page that are the same whenever it is shown again.

use askama::Template;

use crate::engine::TileKind;
use crate::table::{Aid, Aids};
use crate::web::html::aids::closer;
use crate::web::html::games::LogRow;
use crate::web::html::games::consequence::PlacementRow;
use crate::web::html::games::features::FeatureGroup;
use crate::web::html::games::overlay::{Overlay, Overlays};
use crate::web::html::games::plane_page::PlanePart;
use crate::web::html::games::players::PlayerRow;
use crate::web::html::rulebook::note::RulesNote;
use crate::web::http::urls::Url;
use crate::web::locale::Locale;

/// The tiles to choose from.
#[derive(Template)]
#[template(path = "games/hand.html")]
pub struct HandPart {
    pub locale: Locale,
    pub id: String,
    pub your_turn: bool,
    pub tiles: Vec<HandTile>,
}

/// The players with their points.
#[derive(Template)]
#[template(path = "games/scores.html")]
pub struct ScoresPart {
    pub locale: Locale,
    pub players: Vec<PlayerRow>,
    pub tiles_left: usize,
}

/// What stands below the board.
#[derive(Template)]
#[template(path = "games/below.html")]
pub struct BelowPart {
    pub locale: Locale,
    pub id: String,
    pub aids: Aids,
    /// Where the chosen tile may go.
    pub placements: Vec<PlacementRow>,
    pub plane: PlanePart,
    /// Tiles left by kind, if asked for.
    pub kinds_left: Vec<KindLeft>,
    /// Where every kind is as likely at every draw, a sentence that says so.
    pub uniform: Option<String>,
    /// Tiles that went for good, if asked for.
    pub discarded: Vec<TileKind>,
    /// What is drawn over the board.
    pub overlays: Overlays,
    /// Whether there is something new that the board can show: it does so unless a form says exactly what is wanted.
    pub has_news: bool,
    /// Whether the board shows it.
    pub shows_news: bool,
    /// The board as a list of features.
    pub features: Vec<FeatureGroup>,
    /// The last events, the latest first.
    pub log: Vec<LogRow>,
    /// The number of the last event.
    pub last: u32,
    pub may_resign: bool,
    pub rules: RulesNote,
}

impl BelowPart {
    /// What can be shown over the board, in a few words.
    fn closer(&self) -> &'static str {
        closer(self.locale, self.aids)
    }

    /// The switches of the board.
    fn switches(&self) -> impl Iterator<Item = (Overlay, bool)> {
        let on = if self.shows_news { self.overlays.with(Overlay::Since) } else { self.overlays };
        on.choices(self.aids, self.has_news)
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
    pub kind: TileKind,
    /// How many nobody has seen.
    pub unseen: u16,
    /// How many there are in all.
    pub all: u16,
}
