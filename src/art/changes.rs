//! What was added to a board, and removed from it, since some event. Each part carries the number of its event, so that a
//! script can show the events one by one without knowing the rules.

use std::fmt::Write as _;

use super::board::{frame_of, pose, spot, transform};
use super::follower;
use super::marks::badge;
use super::sketch::Sketch;
use super::view::{BoardView, Follower};

/// What has changed on a board.
#[derive(Clone, Debug, Default)]
pub struct Changes {
    /// The numbers of the events that placed the last tiles, in order.
    pub tiles: Vec<u32>,
    pub returned: Vec<GhostFollower>,
    pub scored: Vec<ScoredArea>,
}

/// A feature that was completed and scored.
#[derive(Clone, Debug)]
pub struct ScoredArea {
    /// Indexes of tiles and segments.
    pub segments: Vec<(usize, usize)>,
    /// The number of the event that completed it.
    pub event: u32,
}

/// The faint picture of a follower that returned to its player.
#[derive(Clone, Debug)]
pub struct GhostFollower {
    /// The follower, where it stood.
    pub follower: Follower,
    /// The number of the event after which it returned.
    pub event: u32,
}

impl Changes {
    pub fn is_empty(&self) -> bool {
        self.tiles.is_empty()
    }
}

impl BoardView {
    /// The number of the event that placed this tile, if the tile is new.
    pub(super) fn event_of(&self, tile: usize) -> Option<u32> {
        let old = self.tiles.len() - self.changes.tiles.len().min(self.tiles.len());
        self.changes.tiles.get(tile.checked_sub(old)?).copied()
    }
}

/// Writes the number of the event that added an element.
pub(super) fn marked(out: &mut String, event: Option<u32>) {
    if let Some(n) = event {
        let _ = write!(out, r#" data-n="{n}""#);
    }
}

/// Faint followers with a house, where returned followers stood.
pub(super) fn returned(out: &mut String, view: &BoardView) {
    for GhostFollower { follower, event } in &view.changes.returned {
        let Some(tile) = view.tiles.get(follower.tile) else { continue };
        let place = spot(*tile, follower.segment);
        let (x, y) = place.whole();
        let _ = write!(out, r#"<g class="a-gone" data-went="{event}""#);
        marked(out, view.event_of(follower.tile));
        out.push('>');
        let pose = pose(tile.kind, follower.kind, follower.segment);
        follower::draw(out, follower.hue, follower.kind, pose, place, Some(&follower.label));
        let _ = write!(
            out,
            r#"<path class="a-home" d="M{} {}l10-9 10 9h-4v9h-4v-5h-4v5h-4v-9z"/></g>"#,
            x + 5,
            y - 11
        );
    }
}

/// The areas of scored features, invisible until a script lights them up.
pub(super) fn scored(out: &mut String, view: &BoardView) {
    for ScoredArea { segments, event } in &view.changes.scored {
        let _ = write!(out, r#"<g class="a-glow" data-glow="{event}">"#);
        for &(tile, segment) in segments {
            if let Some(tile) = view.tiles.get(tile) {
                let (data, line) = Sketch::of(tile.kind).area(segment);
                out.push_str(if line { r#"<path class="a-line""# } else { "<path" });
                let _ = write!(out, r#" d="{data}""#);
                transform(out, *tile);
                out.push_str("/>");
            }
        }
        out.push_str("</g>");
    }
}

/// Outlines and numbers the new tiles.
pub(super) fn numbers(out: &mut String, view: &BoardView) {
    let old = view.tiles.len() - view.changes.tiles.len().min(view.tiles.len());
    for ((number, event), tile) in (1..).zip(&view.changes.tiles).zip(&view.tiles[old..]) {
        let _ = write!(out, r#"<g data-n="{event}">"#);
        frame_of(out, "a-new", tile.position);
        badge(out, tile.position, number);
        out.push_str("</g>");
    }
}
