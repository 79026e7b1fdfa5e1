//! City walls: they run from corner to corner of the tile.

use engine::{Edge, RoadEnd, Segment, SegmentKind, Side, TileDef};

use super::curve::{Curve, HALF, at};
use super::gates::{ends_where_cities_meet, gate_city};
use super::open::ends;
use super::plan::{CityPlan, after, before, corner, is_city, segments};

/// How deep a city with one side reaches into its tile.
const CAP: f64 = 29.0;

/// A city segment's outline and walls.
pub(super) fn city(def: &TileDef, index: usize) -> CityPlan {
    let segment = &def.segments[index];
    let first = Side::ALL
        .into_iter()
        .find(|&side| segment.reaches(side) && !segment.reaches(before(side)))
        .unwrap_or(Side::Top);
    let mut rim = Curve::from(corner(first));
    let mut walls = Vec::new();
    let mut turn = 0;
    while turn < 4 {
        let side = Side::from_index(first.index() + turn);
        if segment.reaches(side) {
            rim = rim.line(corner(after(side)));
            turn += 1;
        } else {
            let length = run(def, segment, side);
            let wall = wall(def, index, side, length);
            rim = rim.then(&wall);
            walls.push(wall);
            turn += length;
        }
    }
    CityPlan { segment: index, rim, walls, over: crosses(def, index) && index == 0 }
}

/// The number of sides that the wall starting before `side` goes around, up to the city's next side or a corner that it cuts.
fn run(def: &TileDef, city: &Segment, side: Side) -> usize {
    let mut length = 1;
    while length < 4 {
        let last = Side::from_index(side.index() + length - 1);
        if def.cut_corner == Some(last) || city.reaches(after(last)) {
            break;
        }
        length += 1;
    }
    length
}

/// Whether the two cities of the tile go straight through it and cross.
fn crosses(def: &TileDef, index: usize) -> bool {
    let straight = |index: usize| {
        let city = &def.segments[index];
        city.kind == SegmentKind::City && matches!(city.sides, 0b0101 | 0b1010)
    };
    straight(index) && (0..def.segments.len()).any(|other| other != index && straight(other))
}

/// The wall of city `index` around `length` sides, beginning with `side`.
fn wall(def: &TileDef, index: usize, side: Side, length: usize) -> Curve {
    match length {
        1 if crosses(def, index) => crossing_wall(index == 0).turned(side.index()),
        1 => {
            let depth = if def.edges[side.index()] == Edge::City {
                between_cities(def, index, side)
            } else if ends(def, RoadEnd::Cloister).any(|from| from == side) {
                48.0
            } else if def.cut_corner.is_some() {
                25.0
            } else {
                CAP
            };
            arch(depth).turned(side.index())
        }
        2 => diagonal(bulge(def, index, side)).turned(side.index()),
        // Around three sides: the arch of the fourth, in the opposite direction.
        _ => arch_back(cap_depth(def, index)).turned(before(side).index()),
    }
}

/// From the top left to the top right corner, `depth` into the tile.
fn arch(depth: f64) -> Curve {
    let (shoulder, low) = (-HALF + depth * 0.6, -HALF + depth);
    Curve::from(at(-HALF, -HALF)).cubic(at(-32.0, shoulder), at(-18.0, low), at(0.0, low)).cubic(
        at(18.0, low),
        at(32.0, shoulder),
        at(HALF, -HALF),
    )
}

/// [`arch`] in the opposite direction.
fn arch_back(depth: f64) -> Curve {
    let (shoulder, low) = (-HALF + depth * 0.6, -HALF + depth);
    Curve::from(at(HALF, -HALF)).cubic(at(32.0, shoulder), at(18.0, low), at(0.0, low)).cubic(
        at(-18.0, low),
        at(-32.0, shoulder),
        at(-HALF, -HALF),
    )
}

/// From the top left to the bottom right corner; a positive `bulge` bends it towards the top right corner.
fn diagonal(bulge: f64) -> Curve {
    let pull = 4.0 / 3.0 * bulge;
    let third = HALF / 3.0;
    Curve::from(at(-HALF, -HALF)).cubic(
        at(-third + pull, -third - pull),
        at(third + pull, third - pull),
        at(HALF, HALF),
    )
}

/// From the top left to the top right corner, for cities that cross: at one end both cities share a wall, at the other a leaf
/// of grass separates them.
fn crossing_wall(leaf_last: bool) -> Curve {
    let deep = -15.0;
    if leaf_last {
        Curve::from(at(-HALF, -HALF)).cubic(at(-34.0, -38.0), at(-21.0, deep), at(0.0, deep)).cubic(
            at(22.0, deep),
            at(40.0, -24.0),
            at(HALF, -HALF),
        )
    } else {
        Curve::from(at(-HALF, -HALF)).cubic(at(-45.0, -20.0), at(-25.0, deep), at(0.0, deep)).cubic(
            at(21.0, deep),
            at(34.0, -38.0),
            at(HALF, -HALF),
        )
    }
}

/// How far the wall of a corner city bulges beyond the diagonal.
fn bulge(def: &TileDef, index: usize, side: Side) -> f64 {
    let beyond = [side, after(side)].map(|side| def.at_side(side).filter(|_| is_city(def, side)));
    let gates = segments(def, SegmentKind::Road)
        .filter(|(_, road)| road.end == Some(RoadEnd::City) && gate_city(def, road) == Some(index))
        .count();
    match beyond {
        [Some(a), Some(b)] if a == b => -12.0,
        _ if def.has_cloister() => -14.0,
        [Some(_), _] | [_, Some(_)] => -8.0,
        _ if gates > 1 => 10.0,
        _ if def.cut_corner.is_some() => 2.0,
        _ => -5.0,
    }
}

/// The depth of a wall around a side with another city: less if the opposite side has one too.
fn between_cities(def: &TileDef, index: usize, side: Side) -> f64 {
    let across = def.at_side(side.opposite()).filter(|_| is_city(def, side.opposite()));
    if across.is_some_and(|across| across != index) { 40.0 } else { 43.0 }
}

fn cap_depth(def: &TileDef, index: usize) -> f64 {
    let meets = segments(def, SegmentKind::Road).any(|(_, road)| ends_where_cities_meet(def, road));
    let beside_a_larger =
        segments(def, SegmentKind::City).any(|(other, city)| other != index && city.sides.count_ones() > 1);
    if meets {
        HALF
    } else if beside_a_larger {
        if segments(def, SegmentKind::City).count() > 2 { 20.0 } else { 23.0 }
    } else if def.has_cloister() && segments(def, SegmentKind::City).count() > 1 {
        24.0
    } else {
        CAP
    }
}
