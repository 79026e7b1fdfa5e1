//! The plan of a tile kind: where walls, roads and water run. Everything else in the drawing follows from it.
//!
//! Walls run from corner to corner of the tile, roads and rivers start in the middle of a side at a right angle, so that any
//! two tiles that may be neighbours join without a seam.

use engine::{Edge, RoadEnd, Segment, SegmentKind, Side, TileDef};

use super::curve::{Curve, HALF, Point, at};
use super::open::{Open, ends, over_water};
use super::walls::city;
use super::ways::{Ends, bridge, brook, river, road};

/// The lines of one tile kind, unrotated.
#[derive(Debug)]
pub(super) struct Plan {
    /// For each city segment.
    pub cities: Vec<CityPlan>,
    /// For each road segment.
    pub roads: Vec<RoadPlan>,
    /// From side to side, or to the spring or lake.
    pub river: Option<Curve>,
    /// Where a river begins or ends on the tile.
    pub pool: Option<Pool>,
    /// Where roads that end on the tile meet.
    pub crossing: Option<Point>,
    /// The place of the cloister.
    pub cloister: Option<Point>,
    /// Where a road crosses another road, or water.
    pub bridge: Option<Bridge>,
}

#[derive(Debug)]
pub(super) struct CityPlan {
    /// The index in the definition.
    pub segment: usize,
    /// The outline, including sides of the tile.
    pub rim: Curve,
    /// From corner to corner, with the city on the right.
    pub walls: Vec<Curve>,
    /// Whether it passes over another city of the tile.
    pub over: bool,
}

#[derive(Debug)]
pub(super) struct RoadPlan {
    /// The index in the definition.
    pub segment: usize,
    /// Starts at a side.
    pub line: Curve,
    /// Only if it ends at a city.
    pub gate: Option<Gate>,
}

/// A gate, and the point on the road before it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gate {
    pub at: Point,
    pub before: Point,
}

/// A spring or a lake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pool {
    Spring,
    Lake,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Bridge {
    pub at: Point,
    /// Whether its road runs from top to bottom.
    pub upright: bool,
}

impl Plan {
    pub fn of(def: &TileDef) -> Self {
        let cities: Vec<_> = segments(def, SegmentKind::City).map(|(index, _)| city(def, index)).collect();
        let open = Open::of(def, &cities);
        let crossing = ends(def, RoadEnd::Crossing).next().map(|_| open.place(def, RoadEnd::Crossing, 15.0));
        let cloister = def.has_cloister().then(|| match over_water(def) {
            // Across the river from its road.
            Some(side) => at(0.0, 0.0).towards(middle(side.opposite()), 0.5),
            None => open.place(def, RoadEnd::Cloister, 26.0),
        });
        let ends = Ends { crossing, cloister };
        let roads: Vec<_> = segments(def, SegmentKind::Road)
            .map(|(index, segment)| road(def, index, segment, &cities, ends))
            .collect();
        let water: Vec<Side> = def.river().collect();
        let (river, pool) = match water[..] {
            [from, to] => (Some(river(def, from, to)), None),
            [side] if def.name.ends_with("lake") => (Some(brook(side)), Some(Pool::Lake)),
            [side] => (Some(brook(side)), Some(Pool::Spring)),
            _ => (None, None),
        };
        let bridge = bridge(&roads, river.as_ref());
        Self { cities, roads, river, pool, crossing, cloister, bridge }
    }
}

pub(super) fn segments<'a>(
    def: &'a TileDef,
    kind: SegmentKind,
) -> impl Iterator<Item = (usize, &'a Segment)> {
    def.segments.iter().enumerate().filter(move |(_, segment)| segment.kind == kind)
}

/// The corner of the tile before `side`, clockwise.
pub(super) fn corner(side: Side) -> Point {
    at(-HALF, -HALF).turned(side.index())
}

/// The middle of `side`.
pub(super) fn middle(side: Side) -> Point {
    at(0.0, -HALF).turned(side.index())
}

pub(super) fn before(side: Side) -> Side {
    Side::from_index(side.index() + 3)
}

pub(super) fn after(side: Side) -> Side {
    Side::from_index(side.index() + 1)
}

pub(super) fn is_city(def: &TileDef, side: Side) -> bool {
    def.edges[side.index()] == Edge::City
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::TileKind;

    fn is_corner(point: Point) -> bool {
        point.x.abs() >= HALF && point.y.abs() >= HALF
    }

    #[test]
    fn walls_run_from_corner_to_corner_and_touch_no_side_between() {
        for kind in TileKind::all() {
            for wall in Plan::of(kind.def()).cities.iter().flat_map(|city| &city.walls) {
                assert!(is_corner(wall.start()) && is_corner(wall.end()), "{kind}");
                let points = wall.points();
                for point in &points[1..points.len() - 1] {
                    assert!(point.x.abs() < HALF && point.y.abs() < HALF, "{kind}: {point:?}");
                }
            }
        }
    }

    #[test]
    fn walls_stand_between_city_and_other_edges_alone() {
        for kind in TileKind::all() {
            let def = kind.def();
            let plan = Plan::of(def);
            for corner_side in Side::ALL {
                let corner = corner(corner_side);
                let cities = [before(corner_side), corner_side]
                    .map(|side| def.at_side(side).filter(|_| is_city(def, side)));
                let parted = cities[0] != cities[1] || def.cut_corner == Some(before(corner_side));
                let mut ends =
                    plan.cities.iter().flat_map(|city| &city.walls).flat_map(|w| [w.start(), w.end()]);
                assert_eq!(ends.any(|end| end.distance(corner) < 0.1), parted, "{kind} at {corner_side:?}");
            }
        }
    }

    /// Otherwise they would not continue smoothly on neighbouring tiles.
    #[test]
    fn roads_and_rivers_cross_sides_in_the_middle_at_right_angles() {
        for kind in TileKind::all() {
            let def = kind.def();
            let plan = Plan::of(def);
            let lines: Vec<&Curve> = plan.roads.iter().map(|road| &road.line).chain(&plan.river).collect();
            for side in Side::ALL {
                let runs = matches!(def.edges[side.index()], Edge::Road | Edge::River);
                let mut met = 0;
                for line in &lines {
                    let points = line.points();
                    let (first, last) = (points[0], points[points.len() - 1]);
                    let (second, last_but_one) = (points[1], points[points.len() - 2]);
                    for (end, next) in [(first, second), (last, last_but_one)] {
                        if end.distance(middle(side)) < 0.001 {
                            met += 1;
                            let inward = next.turned(4 - side.index());
                            assert!(
                                inward.x.abs() < 0.12 * (inward.y + HALF),
                                "{kind} at {side:?}: {inward:?}"
                            );
                        }
                    }
                }
                assert_eq!(met, usize::from(runs), "{kind} at {side:?}");
            }
        }
    }
}
