//! The small things that make tiles of a kind differ: the arrangement of houses, trees and tufts of grass.
//!
//! They stand upright in every rotation, so each rotation has its own arrangements. They have no meaning in the game.

use engine::{Rotation, SegmentKind, TileDef};

use super::curve::{Point, at};
use super::ground::{Cover, Ground};
use super::pieces::{Piece, ROOFS, SHAPES};
use super::plan::Plan;
use super::spots::Sign;

/// A piece and its place on the rotated tile.
#[derive(Clone, Copy, Debug)]
pub(super) struct Put {
    pub piece: Piece,
    pub at: Point,
}

/// Everything that stands on a tile, from back to front.
pub(super) fn details(
    def: &TileDef,
    plan: &Plan,
    ground: &Ground,
    signs: &[Sign],
    rotation: Rotation,
    seed: u64,
) -> Vec<Put> {
    let mut placer = DetailPlacer {
        def,
        ground,
        turned: rotation.quarters(),
        chance: Chance(seed),
        taken: signs.iter().map(|sign| (sign.at.turned(rotation.quarters()), sign.radius)).collect(),
        puts: Vec::new(),
    };
    placer
        .puts
        .extend(signs.iter().map(|sign| Put { piece: sign.piece, at: sign.at.turned(rotation.quarters()) }));
    for gate in plan.roads.iter().filter_map(|road| road.gate) {
        placer.taken.push((gate.at.turned(rotation.quarters()), 10.0));
    }
    placer.houses();
    placer.meadow();
    placer.puts.sort_by(|a, b| a.at.y.total_cmp(&b.at.y));
    placer.puts
}

struct DetailPlacer<'a> {
    def: &'a TileDef<'a>,
    ground: &'a Ground,
    turned: usize,
    chance: Chance,
    taken: Vec<(Point, f64)>,
    puts: Vec<Put>,
}

impl DetailPlacer<'_> {
    /// The segment at a point of the rotated tile, and the distance to the nearest other thing.
    fn ground_at(&self, point: Point) -> (Option<SegmentKind>, f64) {
        let own = point.turned(4 - self.turned);
        let kind = match self.ground.cover(own) {
            Cover::Segment(segment) => Some(self.def.segments[segment].kind),
            Cover::Wall | Cover::Water | Cover::Grass => None,
        };
        (kind, self.ground.clear(own))
    }

    fn free(&self, point: Point, radius: f64) -> bool {
        self.taken.iter().all(|(other, theirs)| other.distance(point) > radius + theirs)
    }

    fn put(&mut self, piece: Piece, point: Point, radius: f64) {
        let at = at(point.x.round(), point.y.round());
        self.taken.push((at, radius));
        self.puts.push(Put { piece, at });
    }

    /// Rows of houses in each city segment, as many as fit between the walls.
    fn houses(&mut self) {
        let cities = self.def.segments.iter().enumerate();
        for (city, _) in cities.filter(|(_, segment)| segment.kind == SegmentKind::City) {
            let mut rows = Vec::new();
            for _ in 0..6 {
                let tried = self.rows(city);
                if tried.len() > rows.len() {
                    rows = tried;
                }
            }
            let many = rows.len() > 3;
            for point in rows {
                let piece = match self.chance.below(12) {
                    0 if many => Piece::Tree,
                    1 if many => continue,
                    _ => Piece::House(self.chance.pick(SHAPES), self.chance.pick(ROOFS)),
                };
                self.put(piece, point, 5.0);
            }
        }
    }

    /// A loose lattice of places for houses in a city segment.
    fn rows(&mut self, city: usize) -> Vec<Point> {
        let shift = at(self.chance.between(-8.0, 8.0), self.chance.between(-7.0, 7.0));
        let mut places = Vec::new();
        for row in -4_i8..=4 {
            for column in -4_i8..=4 {
                let odd = if row % 2 == 0 { 0.0 } else { 8.0 };
                let point = at(
                    f64::from(column) * 16.0 + odd + shift.x + self.chance.between(-1.5, 1.5),
                    f64::from(row) * 13.5 + shift.y + self.chance.between(-1.2, 1.2),
                );
                let on_tile = point.x.abs() < 43.0 && (-39.0..44.0).contains(&point.y);
                let own = point.turned(4 - self.turned);
                let within = self.ground.cover(own) == Cover::Segment(city) && self.ground.clear(own) >= 7.5;
                if on_tile && within && self.free(point, 5.5) {
                    places.push(point);
                }
            }
        }
        places
    }

    /// Groves, bushes and tufts of grass.
    fn meadow(&mut self) {
        for _ in 0..=self.chance.below(3) {
            let middle = self.anywhere();
            let piece = if self.chance.below(3) == 0 { Piece::Fir } else { Piece::Tree };
            for _ in 0..=self.chance.below(3) {
                let point =
                    at(middle.x + self.chance.between(-8.0, 8.0), middle.y + self.chance.between(-6.0, 6.0));
                self.try_put(piece, point, 5.5, 3.0);
            }
        }
        for (piece, times) in [(Piece::Bush, 2), (Piece::Tuft, 2), (Piece::Flowers, 1)] {
            for _ in 0..self.chance.below(times + 1) {
                let point = self.anywhere();
                self.try_put(piece, point, 4.0, 2.5);
            }
        }
    }

    fn anywhere(&mut self) -> Point {
        at(self.chance.between(-45.0, 45.0), self.chance.between(-42.0, 44.0))
    }

    fn try_put(&mut self, piece: Piece, point: Point, clear: f64, radius: f64) {
        let (kind, room) = self.ground_at(point);
        let on_tile = point.x.abs() < 45.0 && (-42.0..46.0).contains(&point.y);
        if on_tile && kind == Some(SegmentKind::Field) && room >= clear && self.free(point, radius) {
            self.put(piece, point, radius);
        }
    }
}

/// A small deterministic generator (splitmix64), so that a tile always looks the same.
pub(super) struct Chance(pub u64);

impl Chance {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A whole number in `0..end`.
    pub fn below(&mut self, end: u64) -> u64 {
        self.next() % end
    }

    fn pick(&mut self, count: u8) -> u8 {
        u8::try_from(self.below(u64::from(count))).unwrap_or(0)
    }

    fn between(&mut self, low: f64, high: f64) -> f64 {
        let part = f64::from(u32::try_from(self.next() >> 32).unwrap_or(0)) / f64::from(u32::MAX);
        low + (high - low) * part
    }
}
