//! The gates where roads enter cities.

use engine::{RoadEnd, Segment, Side, TileDef};

use super::curve::{Curve, Point, at, within};
use super::plan::{CityPlan, Gate, middle};

/// The cities that the grass on either side of a road touches, one bit each.
fn at_hand(def: &TileDef, road: &Segment) -> [u16; 2] {
    let touches = |half| def.at_half(half).map_or(0, |field| def.segments[field].touches);
    road.side_list().next().map_or([0, 0], |side| side.halves().map(touches))
}

/// The city whose gate a road ends at, if the grass beside the road determines it.
pub(super) fn gate_city(def: &TileDef, road: &Segment) -> Option<usize> {
    let [left, right] = at_hand(def, road);
    let cities =
        if left & right != 0 || ends_where_cities_meet(def, road) { left & right } else { left | right };
    (cities != 0).then(|| cities.trailing_zeros() as usize)
}

/// Whether the road ends where two cities meet: the grass on either side then touches a different one.
pub(super) fn ends_where_cities_meet(def: &TileDef, road: &Segment) -> bool {
    let [left, right] = at_hand(def, road);
    road.end == Some(RoadEnd::City) && left != 0 && right != 0 && left & right == 0
}

/// The cities that the gate of a road can belong to.
pub(super) fn targets<'a>(
    def: &TileDef,
    road: &Segment,
    cities: &'a [CityPlan],
) -> Vec<(&'a CityPlan, Side)> {
    let wanted = gate_city(def, road);
    cities
        .iter()
        .filter(|city| wanted.is_none_or(|wanted| wanted == city.segment))
        .filter_map(|city| Some((city, def.segments[city.segment].side_list().next()?)))
        .collect()
}

/// Straight ahead to the first wall of the cities or, if there is none ahead, in a bend to the wall on one side.
pub(super) fn to_gate(from: Side, cities: &[(&CityPlan, Side)]) -> (Curve, Gate) {
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
