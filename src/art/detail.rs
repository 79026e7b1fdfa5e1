//! The small things that make tiles of a kind differ: the arrangement of houses, trees and tufts of grass.
//!
//! They stand upright in every rotation, so each rotation has its own arrangements. They have no meaning in the game.

use engine::{Rotation, SegmentKind, TileDef};

use super::curve::{Point, at};
use super::ground::{Cover, Ground};
use super::pieces::{Piece, ROOFS, SHAPES, TERRACE_KINDS};
use super::plan::Plan;
use super::spots::Sign;

/// From the middle of a house to the next.
const HOUSE: f64 = 16.0;

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

    /// In each city segment something large, and rows of houses, as many as fit between the walls.
    fn houses(&mut self) {
        let cities = self.def.segments.iter().enumerate();
        for (city, _) in cities.filter(|(_, segment)| segment.kind == SegmentKind::City) {
            if self.chance.below(3) > 0 {
                self.landmark(city);
            }
            let mut rows: Vec<Vec<Point>> = Vec::new();
            for _ in 0..6 {
                let tried = self.rows(city);
                if tried.iter().map(Vec::len).sum::<usize>() > rows.iter().map(Vec::len).sum::<usize>() {
                    rows = tried;
                }
            }
            let many = rows.iter().map(Vec::len).sum::<usize>() > 3;
            for row in rows {
                self.terraces(&row, many);
            }
        }
    }

    /// A market, a big roof, a keep or a garden, where there is room.
    fn landmark(&mut self, city: usize) {
        let (piece, room, radius) = match self.chance.below(4) {
            0 => (Piece::Market, 15.0, 14.0),
            1 => (Piece::Hall, 15.0, 14.0),
            2 => (Piece::Garden, 13.0, 11.0),
            _ => (Piece::Keep, 10.0, 7.0),
        };
        for _ in 0..16 {
            let point = self.anywhere();
            let on_tile = point.x.abs() < 50.0 - radius && (-44.0 + radius..48.0 - radius).contains(&point.y);
            if on_tile && self.is_in(city, point, room) && self.free(point, radius) {
                return self.put(piece, point, radius);
            }
        }
    }

    /// Whether a point of the rotated tile lies in this city, and at least this far from its walls.
    fn is_in(&self, city: usize, point: Point, room: f64) -> bool {
        let own = point.turned(4 - self.turned);
        self.ground.cover(own) == Cover::Segment(city) && self.ground.clear(own) >= room
    }

    /// Runs of neighbouring places for houses in a city segment.
    fn rows(&mut self, city: usize) -> Vec<Vec<Point>> {
        let shift = at(self.chance.between(-8.0, 8.0), self.chance.between(-7.0, 7.0));
        let mut runs = Vec::new();
        for row in -4_i8..=4 {
            let odd = if row % 2 == 0 { 0.0 } else { 8.0 };
            let left = odd + shift.x + self.chance.between(-2.0, 2.0);
            let y = f64::from(row) * 13.5 + shift.y + self.chance.between(-1.0, 1.0);
            let places = (-4_i8..=4).map(|column| at(f64::from(column) * HOUSE + left, y));
            let fits = |point: &Point| {
                let on_tile = point.x.abs() < 43.0 && (-39.0..44.0).contains(&point.y);
                on_tile && self.is_in(city, *point, 7.5) && self.free(*point, 5.5)
            };
            let places: Vec<Point> = places.filter(fits).collect();
            let beside = |a: &Point, b: &Point| b.x - a.x < HOUSE + 1.0;
            runs.extend(places.chunk_by(beside).map(<[Point]>::to_vec));
        }
        runs
    }

    /// Rows and pairs of houses, single houses, now and then a tree or a gap.
    fn terraces(&mut self, mut places: &[Point], many: bool) {
        while let Some(&first) = places.first() {
            let kind = self.chance.pick(TERRACE_KINDS);
            let (count, piece) = match (self.chance.below(9), places.len()) {
                (0, _) if many => (1, Some(Piece::Tree)),
                (1, 1) if many => (1, None),
                (1.., 3..) => (3, Some(Piece::Row(kind))),
                (1.., 2) => (2, Some(Piece::Pair(kind))),
                _ => (1, Some(Piece::House(self.chance.pick(SHAPES), self.chance.pick(ROOFS)))),
            };
            let last = places[count - 1];
            if let Some(piece) = piece {
                self.put(piece, first.towards(last, 0.5), 5.0);
            }
            places = &places[count..];
        }
    }

    /// Groves, bushes and tufts of grass.
    fn meadow(&mut self) {
        for _ in 0..=self.chance.below(2) {
            let middle = self.anywhere();
            let fir = self.chance.below(3) == 0;
            let grove = if fir { Piece::Grove(2) } else { Piece::Grove(self.chance.pick(2)) };
            if !self.try_put(grove, middle, 10.5, 8.0) {
                self.try_put(if fir { Piece::Fir } else { Piece::Tree }, middle, 5.5, 3.0);
            }
        }
        for (piece, times) in [(Piece::Bush, 1), (Piece::Tuft, 1), (Piece::Flowers, 1)] {
            for _ in 0..self.chance.below(times + 1) {
                let point = self.anywhere();
                self.try_put(piece, point, 4.0, 2.5);
            }
        }
    }

    fn anywhere(&mut self) -> Point {
        at(self.chance.between(-45.0, 45.0), self.chance.between(-42.0, 44.0))
    }

    /// Puts a piece on grass, if there is room.
    fn try_put(&mut self, piece: Piece, point: Point, clear: f64, radius: f64) -> bool {
        let (kind, room) = self.ground_at(point);
        let on_tile = point.x.abs() < 45.0 && (-42.0..46.0).contains(&point.y);
        let fits = on_tile && kind == Some(SegmentKind::Field) && room >= clear && self.free(point, radius);
        if fits {
            self.put(piece, point, radius);
        }
        fits
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
