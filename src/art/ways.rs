//! Roads and rivers: from the middle of a side, at a right angle to it.

use engine::{Edge, RoadEnd, Segment, SegmentKind, Side, TileDef};

use super::curve::{Curve, HALF, Point, at};
use super::gates::{targets, to_gate};
use super::open::over_water;
use super::plan::{Bridge, CityPlan, RoadPlan, after, middle, segments};

/// Where roads end that lead to no city.
#[derive(Clone, Copy)]
pub(super) struct Ends {
    pub crossing: Option<Point>,
    pub cloister: Option<Point>,
}

/// A road segment's line and its gate.
pub(super) fn road(def: &TileDef, index: usize, road: &Segment, cities: &[CityPlan], ends: Ends) -> RoadPlan {
    let sides: Vec<Side> = road.side_list().collect();
    let from = middle(sides[0]);
    let (line, gate) = match (sides.get(1), road.end) {
        (Some(&to), _) => (through(sides[0], to, sway(def)), None),
        (None, Some(RoadEnd::City)) => {
            let (line, gate) = to_gate(sides[0], &targets(def, road, cities));
            (line, Some(gate))
        }
        (None, Some(RoadEnd::Cloister)) => (inward(from, ends.cloister), None),
        (None, _) => (inward(from, ends.crossing), None),
    };
    RoadPlan { segment: index, line, gate }
}

/// From a side to a place on the tile, in a straight line if it is ahead.
fn inward(from: Point, to: Option<Point>) -> Curve {
    let to = to.unwrap_or(at(0.0, 0.0));
    let ahead = from.x * to.y - from.y * to.x;
    if ahead.abs() < 1.0 {
        return Curve::from(from).line(to);
    }
    Curve::from(from).cubic(from.towards(at(0.0, 0.0), 0.35), to.towards(from, 0.25), to)
}

/// How far a straight road sways to the sides; 0 at a bridge.
fn sway(def: &TileDef) -> f64 {
    let alone = segments(def, SegmentKind::Road).count() == 1 && def.river().next().is_none();
    if alone { 2.5 } else { 0.0 }
}

/// From side to side: almost straight, or a quarter circle.
pub(super) fn through(from: Side, to: Side, sway: f64) -> Curve {
    if to == from.opposite() {
        let upright = |y: f64, x: f64| at(x, y).turned(from.index());
        return Curve::from(middle(from))
            .cubic(upright(-34.0, 0.0), upright(-24.0, sway), upright(-12.0, sway))
            .cubic(upright(6.0, sway), upright(8.0, -sway), upright(24.0, -sway))
            .cubic(upright(32.0, -sway), upright(40.0, 0.0), middle(to));
    }
    let (first, second) = if after(from) == to { (from, to) } else { (to, from) };
    bend(first, second)
}

/// A quarter circle around the corner between two sides, the second of which follows clockwise.
fn bend(first: Side, second: Side) -> Curve {
    Curve::from(middle(first)).cubic(
        middle(first).towards(at(0.0, 0.0), 0.55),
        middle(second).towards(at(0.0, 0.0), 0.55),
        middle(second),
    )
}

/// A river from side to side, swaying a little.
pub(super) fn river(def: &TileDef, from: Side, to: Side) -> Curve {
    if to != from.opposite() {
        let Some(first) = [from, to].into_iter().find(|&side| [from, to].contains(&after(side))) else {
            return through(from, to, 0.0);
        };
        return bend(first, after(first));
    }
    let (start, end) = (middle(from), middle(to));
    let inward = |side: Point, t: f64| side.towards(at(0.0, 0.0), t);
    let swing = over_water(def).map_or(at(0.0, 0.0), |side| at(0.0, 0.0).towards(middle(side), 0.22));
    let tilt = if def.edges.contains(&Edge::Road) { 0.0 } else { 7.0 };
    let lean = |point: Point, by: f64| at(point.x - point.y * by / HALF, point.y + point.x * by / HALF);
    let over = |point: Point| at(point.x + swing.x, point.y + swing.y);
    Curve::from(start)
        .cubic(inward(start, 0.4), lean(over(inward(start, 0.5)), tilt), over(at(0.0, 0.0)))
        .cubic(lean(over(inward(end, 0.5)), tilt), inward(end, 0.4), end)
}

/// From a side to the pool in the middle of the tile.
pub(super) fn brook(side: Side) -> Curve {
    let start = middle(side);
    let lean = at(-start.y * 0.12, start.x * 0.12);
    Curve::from(start).cubic(
        start.towards(at(0.0, 0.0), 0.4),
        at(start.x * 0.4 + lean.x, start.y * 0.4 + lean.y),
        at(0.0, 0.0),
    )
}

/// Where the first road crosses the second, or a road the river.
pub(super) fn bridge(roads: &[RoadPlan], river: Option<&Curve>) -> Option<Bridge> {
    let first = roads.iter().find(|road| road.gate.is_some() || ends_at_side(&road.line));
    let road = first.or(roads.first())?;
    let under = match river {
        Some(river) => river.points(),
        None => {
            roads.get(1).filter(|other| ends_at_side(&other.line) && ends_at_side(&road.line))?.line.points()
        }
    };
    let over = road.line.points();
    let at = over.iter().copied().find(|p| under.iter().any(|q| p.distance(*q) < 2.6))?;
    let inner = at.x.abs() < 40.0 && at.y.abs() < 40.0;
    inner.then(|| Bridge { at, upright: over[0].x.abs() < 1.0 })
}

fn ends_at_side(line: &Curve) -> bool {
    let end = line.end();
    end.x.abs().max(end.y.abs()) >= HALF
}
