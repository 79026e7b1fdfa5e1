//! A drawn board.

use art::BoardView;
use engine::TileKind;

/// A board as HTML, together with the SVG symbols that it uses.
#[derive(Clone, Debug, Default)]
pub struct Drawing {
    /// The symbols, in a hidden element.
    pub symbols: String,
    pub board: String,
}

impl Drawing {
    /// With the symbols of its tiles and of those that the page draws beside it.
    pub(crate) fn of(view: &BoardView, beside: &[TileKind]) -> Self {
        Self { symbols: art::symbols(view.kinds().chain(beside.iter().copied())), board: art::board(view) }
    }
}
