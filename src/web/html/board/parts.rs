//! Parts of pages beside a board: the points, the tiles in hand, and the remaining tiles.

use askama::Template;

use crate::html::board::players::PlayerRow;
use crate::html::wording::tile_words;
use crate::http::urls::Url;
use crate::locale::Locale;
use engine::{Game, Rotation, TileKind};
use insight::HandPlacements;

/// The players with their points.
#[derive(Template)]
#[template(path = "board/scores.html")]
pub struct ScoresPart {
    pub locale: Locale,
    pub players: Vec<PlayerRow>,
}

/// The points of all players in a line, for phones.
#[derive(Template)]
#[template(path = "board/summary.html")]
pub struct SummaryPart {
    pub locale: Locale,
    pub players: Vec<PlayerRow>,
    pub tiles_left: usize,
}

impl SummaryPart {
    /// Whether the game is over, so that nobody asks for tiles.
    fn is_over(&self) -> bool {
        !self.players.iter().any(|player| player.to_move)
    }
}

/// A tile in hand.
pub struct HandTile {
    pub kind: TileKind,
    /// A large SVG.
    pub picture: String,
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

pub(crate) fn kinds_left(locale: Locale, game: &Game) -> Vec<KindLeft> {
    let locale = locale.of_book(game.rules().preset);
    let row = |insight::KindLeft { kind, unseen, all }| KindLeft {
        picture: tile_words::tile(locale, kind, Rotation::R0),
        unseen,
        all,
    };
    insight::tiles_left(game).into_iter().map(row).collect()
}

/// The tile whose legal cells are shown: the requested one, or the first that fits somewhere.
pub(crate) fn chosen(game: &Game, placements: &HandPlacements, asked: Option<TileKind>) -> Option<TileKind> {
    let fits = |kind: &TileKind| !placements.of_kind(*kind).is_empty();
    let hand = game.hand();
    asked.filter(|kind| hand.contains(kind) && fits(kind)).or_else(|| hand.iter().copied().find(fits))
}

/// The tiles in hand; `chosen` is the one whose cells are shown.
pub(crate) fn hand(
    game: &Game,
    placements: &HandPlacements,
    locale: Locale,
    chosen: Option<TileKind>,
) -> Vec<HandTile> {
    let first = chosen.and_then(|chosen| game.hand().iter().position(|&kind| kind == chosen));
    let tile = |(index, &kind): (usize, &TileKind)| {
        let words = tile_words::words(locale, kind, Rotation::R0);
        let picture = art::tile(kind, Rotation::R0, &words);
        HandTile { kind, picture, chosen: Some(index) == first, cells: placements.cells(kind).len() }
    };
    game.hand().iter().enumerate().map(tile).collect()
}
