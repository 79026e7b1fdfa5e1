//! What lies across the sides of tiles, so that a landscape is more than its tiles: hedges and copses between fields, gardens
//! where four city tiles meet. Everything follows from the cells, so nothing changes when the board grows.

use std::collections::HashMap;
use std::fmt::Write as _;

use engine::{Cell, Edge, SegmentKind, Side};

use super::board::middle;
use super::changes::marked;
use super::curve::{HALF, Point, at};
use super::detail::Chance;
use super::sketch::Sketch;
use super::view::{BoardView, Tile};

/// How far a hedge keeps from followers' places.
const CLEARING: f64 = 26.0;

/// Hedges and copses across the sides between fields.
pub(super) fn hedges(out: &mut String, view: &BoardView) {
    let cells = by_cell(view);
    for (index, tile) in view.tiles.iter().enumerate() {
        for side in [Side::Right, Side::Bottom] {
            let Some(&other) = cells.get(&tile.position.neighbour(side)) else { continue };
            let mut chance = Chance(seed(tile.position, side.index()));
            let along = f64::from(u8::try_from(chance.below(40)).unwrap_or(20)) - 20.0;
            if chance.below(5) >= 2 || !grows(*tile, side, along) {
                continue;
            }
            if !grows(view.tiles[other], side.opposite(), -along) {
                continue;
            }
            let piece = ["hedge", "hedge", "tr0", "tr1"][usize::try_from(chance.below(4)).unwrap_or(0)];
            let place = on_side(side, along, 0.0);
            let (x, y) = middle(tile.position);
            let (x, y) = at(f64::from(x) + place.x, f64::from(y) + place.y).whole();
            let _ = write!(out, r##"<use href="#a-{piece}" x="{x}" y="{y}""##);
            marked(out, view.event_of(index).max(view.event_of(other)));
            out.push_str("/>");
        }
    }
}

/// Gardens where four city tiles meet.
pub(super) fn gardens(out: &mut String, view: &BoardView) {
    let cells = by_cell(view);
    for (index, tile) in view.tiles.iter().enumerate() {
        let right = tile.position.neighbour(Side::Right);
        let below = tile.position.neighbour(Side::Bottom);
        let [Some(&east), Some(&south), Some(&across)] =
            [right, below, right.neighbour(Side::Bottom)].map(|cell| cells.get(&cell))
        else {
            continue;
        };
        let four = [(index, 1.0, 1.0), (east, -1.0, 1.0), (south, 1.0, -1.0), (across, -1.0, -1.0)];
        let is_city = |&(tile, x, y): &(usize, f64, f64)| is_open(view.tiles[tile], at(46.0 * x, 46.0 * y));
        if four.iter().all(is_city) {
            let (x, y) = middle(tile.position);
            let _ = write!(out, r##"<use href="#a-park" x="{}" y="{}""##, x + 50, y + 50);
            marked(out, four.iter().filter_map(|&(tile, ..)| view.event_of(tile)).max());
            out.push_str("/>");
        }
    }
}

fn by_cell(view: &BoardView) -> HashMap<Cell, usize> {
    view.tiles.iter().enumerate().map(|(index, tile)| (tile.position, index)).collect()
}

/// A point of the tile near a side: this far along it, clockwise from its middle, and this deep.
fn on_side(side: Side, along: f64, deep: f64) -> Point {
    at(along, deep - HALF).turned(side.index())
}

/// Whether there is nothing but grass around this place of a side, and no follower's place nearby.
fn grows(tile: Tile, side: Side, along: f64) -> bool {
    let def = tile.kind.def();
    let quarters = tile.rotation.quarters();
    let sketch = Sketch::of(tile.kind);
    let own = |point: Point| point.turned(4 - quarters);
    let middle = own(on_side(side, along, 0.0));
    tile.kind.edges(tile.rotation)[side.index()] == Edge::Field
        && [2.0, 9.0, 15.0].into_iter().all(|deep| {
            [-12.0, 0.0, 12.0].into_iter().all(|beside| {
                sketch.is_within(def, own(on_side(side, along + beside, deep)), SegmentKind::Field, 5.0)
            })
        })
        && sketch.anchors.iter().all(|anchor| anchor.distance(middle) > CLEARING)
}

/// Whether a point of the turned tile lies in a city, far from its walls.
fn is_open(tile: Tile, point: Point) -> bool {
    let own = point.turned(4 - tile.rotation.quarters());
    Sketch::of(tile.kind).is_within(tile.kind.def(), own, SegmentKind::City, 12.0)
}

/// The same for a side of a cell on every board.
#[expect(clippy::cast_sign_loss, reason = "any bits do")]
fn seed(position: Cell, side: usize) -> u64 {
    1 << 40 | u64::from(position.x as u16) << 20 | u64::from(position.y as u16) << 2 | side as u64
}
