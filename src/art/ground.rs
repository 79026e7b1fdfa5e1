//! What covers a tile, square by square, and how far each square is from the next other thing.
//!
//! Grass is flooded from the half sides that each field owns and stops at the lines of the plan, so that tests can compare
//! what looks connected with what the rules connect.

use std::fmt::Write as _;

use engine::{SegmentKind, TileDef};

use super::curve::{Curve, Point, at, within};
use super::flood::flood_fields;
use super::plan::{Plan, Pool};

/// Squares along a side.
pub(super) const SQUARES: usize = 50;
const SIZE: f64 = 2.0;

/// What covers a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cover {
    /// A segment: a city within its walls, a road, a cloister with its garden, a field.
    Segment(usize),
    Wall,
    Water,
    /// Grass that no field has reached yet; in a finished ground, slivers between walls.
    Grass,
}

/// The squares of a tile, unrotated.
#[derive(Debug)]
pub(super) struct Ground {
    covers: Vec<Cover>,
    /// The distance to the nearest square with another cover, in tile units.
    clear: Vec<f64>,
}

/// Half the width of the lines that separate fields: a little less than what is drawn.
const WALL: f64 = 3.0;
const ROAD: f64 = 5.0;
const WATER: f64 = 6.0;
const GARDEN: f64 = 17.0;
const LAKE: f64 = 20.0;
const SPRING: f64 = 9.0;

impl Ground {
    pub fn of(def: &TileDef, plan: &Plan) -> Self {
        let mut covers: Vec<Cover> = (0..SQUARES * SQUARES).map(|_| Cover::Grass).collect();
        pave(&mut covers, plan);
        for (index, segment) in def.segments.iter().enumerate() {
            if segment.kind == SegmentKind::Cloister
                && let Some(middle) = plan.cloister
            {
                stamp(&mut covers, &[middle], GARDEN, Cover::Segment(index));
            }
        }
        flood_fields(def, plan, &mut covers);
        let clear = clearances(&covers);
        Self { covers, clear }
    }

    pub fn cover(&self, point: Point) -> Cover {
        square(point).map_or(Cover::Grass, |square| self.covers[square])
    }

    /// The distance from `point` to the nearest other cover; the tile's sides do not count.
    pub fn clear(&self, point: Point) -> f64 {
        square(point).map_or(0.0, |square| self.clear[square])
    }

    /// A segment's squares as path data, one strip per row.
    pub fn outline(&self, segment: usize) -> String {
        let mut data = String::new();
        for row in self.covers.chunks(SQUARES).enumerate() {
            strips(&mut data, row, Cover::Segment(segment));
        }
        data
    }

    /// The segment's square with the highest `worth`, a function of its centre and clearance.
    pub fn best(&self, segment: usize, worth: impl Fn(Point, f64) -> f64) -> Option<Point> {
        (0..self.covers.len())
            .filter(|&square| self.covers[square] == Cover::Segment(segment))
            .map(|square| (centre(square), worth(centre(square), self.clear[square])))
            .max_by(|a, b| a.1.total_cmp(&b.1))
            .map(|(point, _)| point)
    }
}

fn strips(data: &mut String, (row, covers): (usize, &[Cover]), wanted: Cover) {
    let mut column = 0;
    for run in covers.chunk_by(|a, b| a == b) {
        if run[0] == wanted {
            // A little wider than the squares, so that walls and roads leave no gap.
            let Point { x, y } = centre(row * SQUARES + column);
            let width = run.len() * 2 + 2;
            let _ = write!(data, "M{} {}h{width}v4h-{width}z", x - 2.0, y - 2.0);
        }
        column += run.len();
    }
}

/// Paints cities, water, roads and walls, in drawing order.
fn pave(covers: &mut [Cover], plan: &Plan) {
    for city in plan.cities.iter().rev() {
        let rim = city.rim.points();
        for (square, cover) in covers.iter_mut().enumerate() {
            if within(&rim, centre(square)) {
                *cover = Cover::Segment(city.segment);
            }
        }
        for wall in &city.walls {
            stamp(covers, &wall.points(), WALL, Cover::Wall);
        }
    }
    if let Some(river) = &plan.river {
        stamp(covers, &fine(river), WATER, Cover::Water);
    }
    match plan.pool {
        Some(Pool::Lake) => stamp(covers, &[at(0.0, 0.0)], LAKE, Cover::Water),
        Some(Pool::Spring) => stamp(covers, &[at(0.0, 0.0)], SPRING, Cover::Water),
        None => {}
    }
    for road in plan.roads.iter().rev() {
        let points: Vec<_> = fine(&road.line)
            .into_iter()
            .filter(|&p| !matches!(cover_at(covers, p), Cover::Segment(s) if is_city(plan, s)))
            .collect();
        stamp(covers, &points, ROAD, Cover::Segment(road.segment));
    }
}

fn is_city(plan: &Plan, segment: usize) -> bool {
    plan.cities.iter().any(|city| city.segment == segment)
}

/// Points close enough together that stamps along them leave no gap.
fn fine(curve: &Curve) -> Vec<Point> {
    let points = curve.points();
    points.windows(2).flat_map(|pair| [pair[0], pair[0].towards(pair[1], 0.5), pair[1]]).collect()
}

fn stamp(covers: &mut [Cover], along: &[Point], radius: f64, with: Cover) {
    for (square, cover) in covers.iter_mut().enumerate() {
        let here = centre(square);
        if along.iter().any(|point| point.is_within(radius, here)) {
            *cover = with;
        }
    }
}

pub(super) fn beside(square: usize) -> impl Iterator<Item = usize> {
    let (row, column) = (square / SQUARES, square % SQUARES);
    [
        (row > 0).then(|| square - SQUARES),
        (column + 1 < SQUARES).then_some(square + 1),
        (row + 1 < SQUARES).then_some(square + SQUARES),
        (column > 0).then(|| square - 1),
    ]
    .into_iter()
    .flatten()
}

/// Distances to the nearest square with another cover, in two passes.
fn clearances(covers: &[Cover]) -> Vec<f64> {
    let mut clear: Vec<f64> =
        (0..covers.len())
            .map(|square| {
                if beside(square).any(|next| covers[next] != covers[square]) {
                    SIZE / 2.0
                } else {
                    2.0 * 50.0
                }
            })
            .collect();
    let steps: [(isize, isize, f64); 4] =
        [(-1, 0, SIZE), (0, -1, SIZE), (-1, -1, SIZE * 1.414), (-1, 1, SIZE * 1.414)];
    let order: Vec<usize> = (0..covers.len()).collect();
    for (squares, sign) in [(order.clone(), 1), (order.into_iter().rev().collect(), -1)] {
        for square in squares {
            for (rows, columns, length) in steps {
                if let Some(next) = moved(square, rows * sign, columns * sign)
                    && covers[next] == covers[square]
                {
                    clear[square] = clear[square].min(clear[next] + length);
                }
            }
        }
    }
    clear
}

fn moved(square: usize, rows: isize, columns: isize) -> Option<usize> {
    let row = (square / SQUARES).checked_add_signed(rows).filter(|&row| row < SQUARES)?;
    let column = (square % SQUARES).checked_add_signed(columns).filter(|&column| column < SQUARES)?;
    Some(row * SQUARES + column)
}

#[expect(clippy::cast_precision_loss, reason = "there are 50 rows")]
pub(super) fn centre(square: usize) -> Point {
    at(
        (square % SQUARES) as f64 * SIZE - 50.0 + SIZE / 2.0,
        (square / SQUARES) as f64 * SIZE - 50.0 + SIZE / 2.0,
    )
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked to lie on the tile")]
pub(super) fn square(point: Point) -> Option<usize> {
    let (row, column) = ((point.y + 50.0) / SIZE, (point.x + 50.0) / SIZE);
    let side = 0.0..(2.0 * 50.0 / SIZE);
    (side.contains(&row) && side.contains(&column)).then(|| row as usize * SQUARES + column as usize)
}

fn cover_at(covers: &[Cover], point: Point) -> Cover {
    square(point).map_or(Cover::Grass, |square| covers[square])
}

#[cfg(test)]
mod tests {
    use super::super::flood::{flood, seed};
    use super::*;
    use engine::{HalfSide, TileKind};

    /// All kinds of the expansions, and a tile of every shape that the tile rules allow.
    fn for_each_tile(mut look: impl FnMut(&str, &TileDef)) {
        for kind in TileKind::all() {
            look(kind.name(), kind.def());
        }
        for shape in atlas::shapes() {
            let draft = shape.draft().expect("every shape can be drafted");
            let segments = draft.segments().expect("a draft that keeps the rules");
            look(&format!("{} {shape}", shape.group()), &draft.tile(&segments));
        }
    }

    /// Each connected patch of grass belongs to one field, and each field is connected.
    #[test]
    fn the_grass_is_connected_as_the_fields_are() {
        for_each_tile(|name, def| {
            let ground = Ground::of(def, &Plan::of(def));
            for half in HalfSide::ALL {
                if let Some(field) = def.at_half(half) {
                    assert_eq!(ground.cover(seed(half)), Cover::Segment(field), "{name} {half:?}");
                }
            }
            for (index, segment) in def.segments.iter().enumerate() {
                let place = ground.best(index, |_, clear| clear);
                assert!(place.is_some(), "{name}: segment {index} ({:?}) covers nothing", segment.kind);
                if segment.kind == SegmentKind::Field {
                    let mut pieces = ground.covers.clone();
                    for cover in &mut pieces {
                        *cover = if *cover == Cover::Segment(index) { Cover::Grass } else { Cover::Wall };
                    }
                    let start = pieces.iter().position(|&cover| cover == Cover::Grass).unwrap();
                    flood(&mut pieces, start, Cover::Wall);
                    assert!(!pieces.contains(&Cover::Grass), "{name}: field {index} is in several pieces");
                }
            }
        });
    }

    /// Fields touch the cities that the definition says, and no others.
    #[test]
    fn fields_lie_at_the_walls_of_the_cities_that_they_touch() {
        for_each_tile(|name, def| {
            let plan = Plan::of(def);
            let ground = Ground::of(def, &plan);
            let fields =
                def.segments.iter().enumerate().filter(|(_, segment)| segment.kind == SegmentKind::Field);
            for (field, segment) in fields {
                for city in &plan.cities {
                    let near = city.walls.iter().flat_map(Curve::points).any(|wall| {
                        ground.best(field, |p, _| -p.distance(wall)).is_some_and(|p| p.distance(wall) < 5.5)
                    });
                    let said = segment.touches & (1 << city.segment) != 0;
                    assert_eq!(near, said, "{name}: field {field} at city {}", city.segment);
                }
            }
        });
    }
}
