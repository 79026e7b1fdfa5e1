//! What has come to a board, and gone from it, since somebody looked. Each part carries the number of its event, so
//! that a script can show one after the other without knowing a rule.

use std::fmt::Write as _;

use super::board::{frame_of, pose, spot};
use super::figure;
use super::marks::badge;
use super::view::{BoardView, Figure};

/// What is new on a board.
#[derive(Clone, Debug, Default)]
pub struct News {
    /// The numbers of the events that placed the last tiles, in order.
    pub tiles: Vec<u32>,
    /// Followers that went home.
    pub homes: Vec<Home>,
}

/// A follower that went home.
#[derive(Clone, Debug)]
pub struct Home {
    /// The figure, where it stood.
    pub figure: Figure,
    /// The number of the event after which it went.
    pub went: u32,
}

impl News {
    /// Whether a board shows nothing of it.
    pub fn is_empty(&self) -> bool {
        self.tiles.is_empty()
    }
}

impl BoardView {
    /// The number of the event that placed a tile, if it is new.
    pub(super) fn event_of(&self, tile: usize) -> Option<u32> {
        let old = self.tiles.len() - self.news.tiles.len().min(self.tiles.len());
        self.news.tiles.get(tile.checked_sub(old)?).copied()
    }
}

/// Says with which event something came.
pub(super) fn marked(out: &mut String, event: Option<u32>) {
    if let Some(n) = event {
        let _ = write!(out, r#" data-n="{n}""#);
    }
}

/// Faint figures with a house where followers stood.
pub(super) fn homes(out: &mut String, view: &BoardView) {
    for Home { figure, went } in &view.news.homes {
        let Some(tile) = view.tiles.get(figure.tile) else { continue };
        let place = spot(*tile, figure.segment);
        let (x, y) = place.whole();
        let _ = write!(out, r#"<g class="a-gone" data-went="{went}""#);
        marked(out, view.event_of(figure.tile));
        out.push('>');
        let pose = pose(tile.kind, figure.kind, figure.segment);
        figure::draw(out, figure.hue, figure.kind, pose, place, Some(&figure.label));
        let _ = write!(
            out,
            r#"<path class="a-home" d="M{} {}l8-7 8 7h-3v7h-3v-4h-4v4h-3v-7z"/></g>"#,
            x + 3,
            y - 9
        );
    }
}

/// The new tiles outlined and numbered.
pub(super) fn numbers(out: &mut String, view: &BoardView) {
    let old = view.tiles.len() - view.news.tiles.len().min(view.tiles.len());
    for ((number, event), tile) in (1..).zip(&view.news.tiles).zip(&view.tiles[old..]) {
        let _ = write!(out, r#"<g data-n="{event}">"#);
        frame_of(out, "a-new", tile.position);
        badge(out, tile.position, number);
        out.push_str("</g>");
    }
}
