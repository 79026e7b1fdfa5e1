//! Space on a tile for a crossing or a cloister.

use engine::{RoadEnd, Segment, SegmentKind, Side, TileDef};

use super::curve::{Curve, HALF, Point, at, within};
use super::plan::{CityPlan, middle, segments};
use super::ways::{river, through};

/// Obstacles for a crossing or a cloister: walls, passing roads, water.
pub(super) struct Open {
    lines: Vec<Point>,
    rims: Vec<Vec<Point>>,
}

impl Open {
    pub fn of(def: &TileDef, cities: &[CityPlan]) -> Self {
        let walls = cities.iter().flat_map(|city| &city.walls).cloned();
        let passing = segments(def, SegmentKind::Road).filter_map(|(_, road)| passes(road));
        let water = water(def);
        let lines = walls.chain(passing).chain(water).flat_map(|line: Curve| line.points()).collect();
        Self { lines, rims: cities.iter().map(|city| city.rim.points()).collect() }
    }

    /// The place nearest to the centre of the tile that all roads ending there can reach, with this much space around it; if
    /// there is none, the most spacious one.
    pub fn place(&self, def: &TileDef, end: RoadEnd, room: f64) -> Point {
        let sides: Vec<Side> = ends(def, end).collect();
        let (centre, reached) = (at(0.0, 0.0), |point| sides.iter().all(|&side| self.reaches(side, point)));
        if self.clear(centre) >= room && !self.covered(centre) && reached(centre) {
            return centre;
        }
        let steps = || (-17_i8..=17).map(|step| f64::from(step) * 2.0);
        let worth = |point: Point| {
            let reached: f64 =
                sides.iter().map(|&side| if self.reaches(side, point) { 1000.0 } else { 0.0 }).sum();
            let clear = self.clear(point).min(HALF - point.x.abs().max(point.y.abs()) + 4.0).min(room);
            reached + clear * 10.0 - point.distance(at(0.0, 0.0)) * 0.1
        };
        steps()
            .flat_map(|y| steps().map(move |x| at(x, y)))
            .filter(|point| !self.covered(*point))
            .max_by(|a, b| worth(*a).total_cmp(&worth(*b)))
            .unwrap_or(at(0.0, 0.0))
    }

    /// Whether a city covers this point.
    fn covered(&self, point: Point) -> bool {
        self.rims.iter().any(|rim| within(rim, point))
    }

    fn clear(&self, point: Point) -> f64 {
        self.lines.iter().map(|line| line.distance(point)).fold(2.0 * HALF, f64::min)
    }

    /// Whether a road from a side reaches the point without crossing anything.
    fn reaches(&self, side: Side, point: Point) -> bool {
        (0..=20_u8)
            .map(|step| middle(side).towards(point, f64::from(step) / 20.0))
            .all(|on| !self.lines.iter().any(|line| line.is_within(7.0, on)))
    }
}

/// The sides whose roads end this way.
pub(super) fn ends(def: &TileDef, end: RoadEnd) -> impl Iterator<Item = Side> {
    segments(def, SegmentKind::Road)
        .filter(move |(_, road)| road.end == Some(end))
        .filter_map(|(_, road)| road.side_list().next())
}

/// The side whose road crosses the river to the cloister. It separates fields, which on one bank it would not.
pub(super) fn over_water(def: &TileDef) -> Option<Side> {
    let mut sides = ends(def, RoadEnd::Cloister);
    let only = sides.next().filter(|_| sides.next().is_none() && def.river().next().is_some())?;
    let [left, right] = only.halves().map(|half| def.at_half(half));
    (left != right).then_some(only)
}

fn passes(road: &Segment) -> Option<Curve> {
    let sides: Vec<Side> = road.side_list().collect();
    (sides.len() == 2).then(|| through(sides[0], sides[1], 0.0))
}

fn water(def: &TileDef) -> Option<Curve> {
    let sides: Vec<Side> = def.river().collect();
    (sides.len() == 2).then(|| river(def, sides[0], sides[1]))
}
