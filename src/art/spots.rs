//! The places of followers, signs and buildings on a tile.

use engine::{Segment, SegmentKind, TileDef};

use super::curve::{HALF, Point, at};
use super::ground::Ground;
use super::pieces::Piece;
use super::plan::{Plan, RoadPlan};

/// On the unrotated tile.
pub(super) struct Spots {
    /// The place of a follower on each segment.
    pub anchors: Vec<Point>,
    /// The buildings and signs that the definition requires.
    pub signs: Vec<Sign>,
}

/// A building or a sign.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sign {
    pub piece: Piece,
    pub at: Point,
    /// The distance that other things keep.
    pub radius: f64,
}

/// Chooses all places of a kind.
pub(super) fn spots(def: &TileDef, plan: &Plan, ground: &Ground) -> Spots {
    let mut anchors: Vec<Point> =
        (0..def.segments.len()).map(|index| anchor(def, plan, ground, index, &[])).collect();
    let mut signs = Vec::new();
    if let Some(middle) = plan.cloister {
        signs.push(Sign { piece: Piece::Cloister, at: at(middle.x, middle.y + 2.0), radius: 20.0 });
    }
    if let Some(middle) = plan.crossing {
        signs.push(Sign { piece: Piece::Well, at: middle, radius: 8.0 });
    }
    for (index, segment) in def.segments.iter().enumerate() {
        signs.extend(city_sign(segment, index, ground, anchors[index]));
        if segment.inn {
            signs.extend(inn(def, plan, ground, index));
        }
    }
    for (index, segment) in def.segments.iter().enumerate() {
        if segment.kind == SegmentKind::Field {
            anchors[index] = anchor(def, plan, ground, index, &signs);
        }
        if segment.cathedral {
            anchors[index] = at(0.0, 30.0);
        }
    }
    Spots { anchors, signs }
}

fn to_side(point: Point) -> f64 {
    HALF - point.x.abs().max(point.y.abs())
}

fn anchor(def: &TileDef, plan: &Plan, ground: &Ground, index: usize, signs: &[Sign]) -> Point {
    let segment = &def.segments[index];
    let road = plan.roads.iter().find(|road| road.segment == index);
    if let Some(road) = road {
        return on_road(road, plan);
    }
    if segment.kind == SegmentKind::Cloister {
        return plan.cloister.unwrap_or(at(0.0, 0.0));
    }
    let worth = |point: Point, clear: f64| {
        let room = clear.min(to_side(point) + if segment.kind == SegmentKind::Field { 2.0 } else { 0.0 });
        let crowd =
            signs.iter().map(|sign| (sign.radius + 10.0 - sign.at.distance(point)).max(0.0)).sum::<f64>();
        room.min(22.0) - crowd - point.distance(at(0.0, 0.0)) * 0.02
    };
    ground.best(index, worth).unwrap_or(at(0.0, 0.0))
}

/// In the middle of the road, or in front of the bridge if there is one.
fn on_road(road: &RoadPlan, plan: &Plan) -> Point {
    let points = road.line.points();
    let part = |part: f64| {
        let end = points[points.len() - 1];
        let length: f64 = points.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
        let mut left = length * part;
        for pair in points.windows(2) {
            let step = pair[0].distance(pair[1]);
            if left <= step {
                return pair[0].towards(pair[1], left / step.max(0.01));
            }
            left -= step;
        }
        end
    };
    let halfway = part(if road.gate.is_some() || to_side(road.line.end()) > 1.0 { 0.42 } else { 0.5 });
    match plan.bridge {
        Some(bridge) if bridge.at.distance(halfway) < 16.0 => part(0.2),
        _ => halfway,
    }
}

fn city_sign(segment: &Segment, index: usize, ground: &Ground, anchor: Point) -> Option<Sign> {
    let piece = match segment.goods {
        _ if segment.cathedral => {
            return Some(Sign { piece: Piece::Cathedral, at: at(0.0, 0.0), radius: 27.0 });
        }
        Some(good) => Piece::of_good(good),
        None if segment.shields > 0 => Piece::Shield,
        None => return None,
    };
    let worth = |point: Point, clear: f64| {
        clear.min(to_side(point) - 1.0).min(13.0) + point.distance(anchor).min(30.0) * 0.35
            - point.distance(anchor) * 0.05
    };
    ground.best(index, worth).map(|at| Sign { piece, at, radius: 11.0 })
}

/// Next to its road, closer to it than to any other, where the grass is wide.
fn inn(def: &TileDef, plan: &Plan, ground: &Ground, road: usize) -> Option<Sign> {
    let near = |point: Point, wanted: bool| {
        plan.roads
            .iter()
            .filter(|other| (other.segment == road) == wanted)
            .flat_map(|other| other.line.points())
            .map(|on| on.distance(point))
            .fold(f64::INFINITY, f64::min)
    };
    let worth = |point: Point, clear: f64| {
        let here = near(point, true);
        clear.min(to_side(point)).min(16.0)
            - (here - 21.0).abs() * 0.8
            - (here + 8.0 - near(point, false)).max(0.0)
    };
    def.segments
        .iter()
        .enumerate()
        .filter(|(_, segment)| segment.kind == SegmentKind::Field)
        .filter_map(|(field, _)| ground.best(field, worth))
        .max_by(|a, b| worth(*a, ground.clear(*a)).total_cmp(&worth(*b, ground.clear(*b))))
        .map(|at| Sign { piece: Piece::Inn, at, radius: 17.0 })
}
