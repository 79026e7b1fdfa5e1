//! Drawings of tiles that are in no expansion.

use std::fmt::Write as _;

use engine::TileDef;

use super::piece_set::PieceSet;
use super::sketch::Sketch;
use super::text::Escaped;

/// The drawing of a tile that is in no expansion.
#[derive(Clone, Debug)]
pub struct DraftPicture {
    /// The tile's SVG, which refers to [`super::symbols_with`] in the same page.
    pub tile: String,
    pub(super) symbols: String,
    pub(super) pieces: PieceSet,
}

/// Draws a tile with a title for screen readers. `number` must be unique on a page.
pub fn draft(def: &TileDef, number: usize, title: &str) -> DraftPicture {
    let sketch = Sketch::draw(def, &format!("draft{number}"), number as u64);
    let mut picture = String::with_capacity(1024);
    let _ = write!(
        picture,
        r##"<svg class="tile" viewBox="-50 -50 100 100" width="96" height="96" role="img"><title>{}</title><path class="a-rim" d="M-50-50h100v100h-100z"/><path fill="url(#a-grass)" d="M-50-50h100v100h-100z"/><use href="#a-draft{number}"/>"##,
        Escaped(title)
    );
    if sketch.walled {
        let _ = write!(picture, r##"<use href="#a-draft{number}-w"/>"##);
    }
    picture.push_str(&sketch.details[0][0]);
    picture.push_str("</svg>");
    DraftPicture { tile: picture, symbols: sketch.symbols, pieces: sketch.pieces }
}
