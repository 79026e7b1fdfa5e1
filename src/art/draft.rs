//! Tiles that are in no box: thought up, or possible by the rules of a tile.

use std::fmt::Write as _;

use crate::engine::{Rotation, TileDef};

use super::piece_set::PieceSet;
use super::sketch::Sketch;
use super::words::words_of;

/// The drawing of a tile that is in no box.
#[derive(Clone, Debug)]
pub struct DraftPicture {
    /// The tile as a picture with a spoken title; it refers to [`super::symbols_with`] in the same page.
    pub tile: String,
    pub(super) symbols: String,
    pub(super) pieces: PieceSet,
}

/// Draws a tile; no two of a page have the same number.
pub fn draft(def: &TileDef, number: usize) -> DraftPicture {
    let sketch = Sketch::draw(def, &format!("draft{number}"), number as u64);
    let mut tile = String::with_capacity(1024);
    let _ = write!(
        tile,
        r##"<svg class="tile" viewBox="-50 -50 100 100" width="96" height="96" role="img"><title>{}</title><path class="a-rim" d="M-50-50h100v100h-100z"/><path fill="url(#a-grass)" d="M-50-50h100v100h-100z"/><use href="#a-draft{number}"/>"##,
        words_of(def, Rotation::R0)
    );
    if sketch.walled {
        let _ = write!(tile, r##"<use href="#a-draft{number}-w"/>"##);
    }
    tile.push_str(&sketch.details[0][0]);
    tile.push_str("</svg>");
    DraftPicture { tile, symbols: sketch.symbols, pieces: sketch.pieces }
}
