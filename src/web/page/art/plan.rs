//! The plan of a tile kind: where its walls, roads and water run. Everything else about the drawing follows from it.
//!
//! Walls run from corner to corner of the tile, roads and rivers from the middle of a side, at right angles to it: so any
//! two tiles that may lie side by side are drawn without a seam.

use crate::engine::{Edge, RoadEnd, Segment, SegmentKind, Side, TileDef};

use super::curve::{Curve, HALF, Point, at, within};

/// How deep a city of one side reaches into its tile.
const CAP: f64 = 29.0;

/// The lines of one tile kind, unrotated.
#[derive(Debug)]
pub(super) struct Plan {
    /// Each city segment.
    pub cities: Vec<CityPlan>,
    /// Each road segment.
    pub roads: Vec<RoadPlan>,
    /// The water, from side to side or to its spring or lake.
    pub river: Option<Curve>,
    /// Where a river begins or ends on the tile.
    pub pool: Option<Pool>,
    /// Where roads that end on the tile meet.
    pub crossing: Option<Point>,
    /// Where the cloister stands.
    pub cloister: Option<Point>,
    /// Where a road goes over another, or over water, and whether it goes from top to bottom there.
    pub bridge: Option<Bridge>,
}

/// A city segment.
#[derive(Debug)]
pub(super) struct CityPlan {
    /// Its index in the definition.
    pub segment: usize,
    /// Its rim, sides of the tile included.
    pub rim: Curve,
    /// Its walls, each from corner to corner with the city on the right.
    pub walls: Vec<Curve>,
    /// Whether it goes over another city of the tile.
    pub over: bool,
}

/// A road segment.
#[derive(Debug)]
pub(super) struct RoadPlan {
    /// Its index in the definition.
    pub segment: usize,
    /// Where it runs; the first point is at a side.
    pub line: Curve,
    /// Its gate, if it ends at a city.
    pub gate: Option<Gate>,
}

/// A gate: where it is, and the point before it on the road.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gate {
    pub at: Point,
    pub before: Point,
}

/// Still water.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pool {
    Spring,
    Lake,
}

/// A bridge.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bridge {
    pub at: Point,
    /// Whether its road runs from top to bottom.
    pub upright: bool,
}

impl Plan {
    pub fn of(def: &TileDef) -> Self {
        let cities: Vec<_> = segments(def, SegmentKind::City).map(|(index, _)| city(def, index)).collect();
        let crossing = segments(def, SegmentKind::Road)
            .any(|(_, road)| road.end == Some(RoadEnd::Crossing))
            .then(|| at(0.0, 0.0));
        let cloister = def.has_cloister().then(|| cloister(def));
        let roads: Vec<_> = segments(def, SegmentKind::Road)
            .map(|(index, segment)| road(def, index, segment, &cities, cloister))
            .collect();
        let water: Vec<Side> = def.river().collect();
        let (river, pool) = match water[..] {
            [from, to] => (Some(river(def, from, to)), None),
            [side] if side == Side::Left => (Some(brook(side)), Some(Pool::Lake)),
            [side] => (Some(brook(side)), Some(Pool::Spring)),
            _ => (None, None),
        };
        let bridge = bridge(&roads, river.as_ref());
        Self { cities, roads, river, pool, crossing, cloister, bridge }
    }
}

fn segments(def: &TileDef, kind: SegmentKind) -> impl Iterator<Item = (usize, &Segment)> {
    def.segments.iter().enumerate().filter(move |(_, segment)| segment.kind == kind)
}

/// The corner of the tile before `side`, clockwise.
fn corner(side: Side) -> Point {
    at(-HALF, -HALF).turned(side.index())
}

/// The middle of `side`.
fn middle(side: Side) -> Point {
    at(0.0, -HALF).turned(side.index())
}

fn city(def: &TileDef, index: usize) -> CityPlan {
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

fn before(side: Side) -> Side {
    Side::from_index(side.index() + 3)
}

fn after(side: Side) -> Side {
    Side::from_index(side.index() + 1)
}

/// How many sides the wall that begins before `side` goes round, until the city's next side or a corner that it cuts.
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

/// The wall of city `index` round `length` sides from `side` on, from corner to corner.
fn wall(def: &TileDef, index: usize, side: Side, length: usize) -> Curve {
    match length {
        1 if crosses(def, index) => crossing_wall(index == 0).turned(side.index()),
        1 => {
            let depth = if def.edges[side.index()] == Edge::City {
                43.0
            } else if def.cut_corner.is_some() {
                25.0
            } else {
                CAP
            };
            arch(depth).turned(side.index())
        }
        2 => diagonal(bulge(def, index, side)).turned(side.index()),
        // Round three sides: a cap on the fourth, which runs back from its far corner.
        _ => arch_back(cap_depth(def, index)).turned(before(side).index()),
    }
}

/// From the top left corner to the top right corner, `depth` into the tile.
fn arch(depth: f64) -> Curve {
    let (shoulder, low) = (-HALF + depth * 0.6, -HALF + depth);
    Curve::from(at(-HALF, -HALF)).cubic(at(-32.0, shoulder), at(-18.0, low), at(0.0, low)).cubic(
        at(18.0, low),
        at(32.0, shoulder),
        at(HALF, -HALF),
    )
}

/// [`arch`] from the other end.
fn arch_back(depth: f64) -> Curve {
    let (shoulder, low) = (-HALF + depth * 0.6, -HALF + depth);
    Curve::from(at(HALF, -HALF)).cubic(at(32.0, shoulder), at(18.0, low), at(0.0, low)).cubic(
        at(-18.0, low),
        at(-32.0, shoulder),
        at(-HALF, -HALF),
    )
}

/// From the top left corner to the bottom right corner; a positive `bulge` goes towards the top right corner.
fn diagonal(bulge: f64) -> Curve {
    let pull = 4.0 / 3.0 * bulge;
    let third = HALF / 3.0;
    Curve::from(at(-HALF, -HALF)).cubic(
        at(-third + pull, -third - pull),
        at(third + pull, third - pull),
        at(HALF, HALF),
    )
}

/// From the top left to the top right corner, for cities that cross: at one end both cities' walls are one, at the
/// other a leaf of grass lies between them.
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

/// How far the wall of a corner city swells beyond the diagonal.
fn bulge(def: &TileDef, index: usize, side: Side) -> f64 {
    let beyond = [side, after(side)].map(|side| def.at_side(side).filter(|_| is_city(def, side)));
    let gates = segments(def, SegmentKind::Road)
        .filter(|(_, road)| road.end == Some(RoadEnd::City) && gate_city(def, road) == Some(index))
        .count();
    match beyond {
        [Some(a), Some(b)] if a == b => -12.0,
        [Some(_), _] | [_, Some(_)] => -8.0,
        _ if gates > 1 => 10.0,
        _ if def.cut_corner.is_some() => 2.0,
        _ => -5.0,
    }
}

fn cap_depth(def: &TileDef, index: usize) -> f64 {
    let meets = segments(def, SegmentKind::Road).any(|(_, road)| ends_where_cities_meet(def, road));
    let beside_a_larger =
        segments(def, SegmentKind::City).any(|(other, city)| other != index && city.sides.count_ones() > 1);
    if meets {
        HALF
    } else if beside_a_larger {
        23.0
    } else {
        CAP
    }
}

fn is_city(def: &TileDef, side: Side) -> bool {
    def.edges[side.index()] == Edge::City
}

/// The cities that the grass on either hand of a road touches, a bit each.
fn at_hand(def: &TileDef, road: &Segment) -> [u16; 2] {
    let touches = |half| def.at_half(half).map_or(0, |field| def.segments[field].touches);
    road.side_list().next().map_or([0, 0], |side| side.halves().map(touches))
}

/// The city at whose gate a road ends, if the grass beside the road tells.
fn gate_city(def: &TileDef, road: &Segment) -> Option<usize> {
    let [left, right] = at_hand(def, road);
    let told =
        if left & right != 0 || ends_where_cities_meet(def, road) { left & right } else { left | right };
    (told != 0).then(|| told.trailing_zeros() as usize)
}

/// Whether the road ends where two cities meet: then the grass on either hand touches another of them.
fn ends_where_cities_meet(def: &TileDef, road: &Segment) -> bool {
    let [left, right] = at_hand(def, road);
    road.end == Some(RoadEnd::City) && left != 0 && right != 0 && left & right == 0
}

fn road(
    def: &TileDef,
    index: usize,
    road: &Segment,
    cities: &[CityPlan],
    cloister: Option<Point>,
) -> RoadPlan {
    let sides: Vec<Side> = road.side_list().collect();
    let from = middle(sides[0]);
    let (line, gate) = match (sides.get(1), road.end) {
        (Some(&to), _) => (through(sides[0], to, sway(def)), None),
        (None, Some(RoadEnd::City)) => {
            let (line, gate) = to_gate(sides[0], &targets(def, road, cities));
            (line, Some(gate))
        }
        (None, Some(RoadEnd::Cloister)) => (Curve::from(from).line(cloister.unwrap_or(at(0.0, 0.0))), None),
        (None, _) => (Curve::from(from).line(at(0.0, 0.0)), None),
    };
    RoadPlan { segment: index, line, gate }
}

/// How far a straight road swings from side to side: none at a bridge.
fn sway(def: &TileDef) -> f64 {
    let alone = segments(def, SegmentKind::Road).count() == 1 && def.river().next().is_none();
    if alone { 2.5 } else { 0.0 }
}

/// From side to side: nearly straight, or a quarter of a circle.
fn through(from: Side, to: Side, sway: f64) -> Curve {
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

/// A quarter of a circle round the corner between two sides that follow each other clockwise.
fn bend(first: Side, second: Side) -> Curve {
    Curve::from(middle(first)).cubic(
        middle(first).towards(at(0.0, 0.0), 0.55),
        middle(second).towards(at(0.0, 0.0), 0.55),
        middle(second),
    )
}

/// The cities that the gate of a road may belong to.
fn targets<'a>(def: &TileDef, road: &Segment, cities: &'a [CityPlan]) -> Vec<(&'a CityPlan, Side)> {
    let wanted = gate_city(def, road);
    cities
        .iter()
        .filter(|city| wanted.is_none_or(|wanted| wanted == city.segment))
        .filter_map(|city| Some((city, def.segments[city.segment].side_list().next()?)))
        .collect()
}

/// Straight ahead to the first wall of the cities; or, where none lies ahead, round to the wall at the hand.
fn to_gate(from: Side, cities: &[(&CityPlan, Side)]) -> (Curve, Gate) {
    let start = middle(from);
    let rims: Vec<Vec<Point>> = cities.iter().map(|(city, _)| city.rim.points()).collect();
    let walls: Vec<Point> =
        cities.iter().flat_map(|(city, _)| city.walls.iter().flat_map(Curve::points)).collect();
    let ahead = (4..=190)
        .map(|step| start.towards(at(0.0, 0.0), f64::from(step) / 100.0))
        .find(|&p| rims.iter().any(|rim| within(rim, p)) || walls.iter().any(|wall| wall.distance(p) < 1.2));
    if let Some(gate) = ahead {
        let before = gate.towards(start, 8.0 / gate.distance(start).max(8.0));
        return (Curve::from(start).line(gate), Gate { at: gate, before });
    }
    let beside = cities.first().map_or(Side::Top, |&(_, side)| side);
    let (along, up) = (middle(from), middle(beside));
    let wish = at(along.x * 0.33 + up.x * 0.45, along.y * 0.33 + up.y * 0.45);
    let gate = walls
        .into_iter()
        .min_by(|a, b| a.distance(wish).total_cmp(&b.distance(wish)))
        .unwrap_or(at(0.0, 0.0));
    let before = at(gate.x - up.x * 0.17, gate.y - up.y * 0.17);
    let pull = at(gate.x - up.x * 0.42, gate.y - up.y * 0.42);
    (Curve::from(start).cubic(start.towards(at(0.0, 0.0), 0.45), pull, gate), Gate { at: gate, before })
}

fn cloister(def: &TileDef) -> Point {
    let away = Side::ALL.into_iter().find(|&side| is_city(def, side)).map(|side| middle(side.opposite()));
    match away {
        Some(side) => at(0.0, 0.0).towards(side, 0.24),
        // Beside a river the cloister stands on the bank that no road comes from.
        None if def.river().next().is_some() => at(0.0, -25.0),
        None => at(0.0, 0.0),
    }
}

/// A river from side to side, with a little swing.
fn river(def: &TileDef, from: Side, to: Side) -> Curve {
    if to != from.opposite() {
        let Some(first) = [from, to].into_iter().find(|&side| [from, to].contains(&after(side))) else {
            return through(from, to, 0.0);
        };
        return bend(first, after(first));
    }
    let (start, end) = (middle(from), middle(to));
    let inward = |side: Point, t: f64| side.towards(at(0.0, 0.0), t);
    let swing = if def.has_cloister() { at(0.0, 11.0) } else { at(0.0, 0.0) };
    let tilt = if def.edges.contains(&Edge::Road) { 0.0 } else { 7.0 };
    let lean = |point: Point, by: f64| at(point.x - point.y * by / HALF, point.y + point.x * by / HALF);
    let over = |point: Point| at(point.x + swing.x, point.y + swing.y);
    Curve::from(start)
        .cubic(inward(start, 0.4), lean(over(inward(start, 0.5)), tilt), over(at(0.0, 0.0)))
        .cubic(lean(over(inward(end, 0.5)), tilt), inward(end, 0.4), end)
}

/// From a side to the pool in the middle of the tile.
fn brook(side: Side) -> Curve {
    let start = middle(side);
    let lean = at(-start.y * 0.12, start.x * 0.12);
    Curve::from(start).cubic(
        start.towards(at(0.0, 0.0), 0.4),
        at(start.x * 0.4 + lean.x, start.y * 0.4 + lean.y),
        at(0.0, 0.0),
    )
}

/// Where the first road goes over the second, or a road over the river.
fn bridge(roads: &[RoadPlan], river: Option<&Curve>) -> Option<Bridge> {
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
