//! What the features of a placed tile would be.

use super::super::evaluation::{Need, OpenCells, field_points};
use super::outlook::{Cities, Setting};
use super::placed::Placed;
use engine::{Cell, Segment, SegmentKind, segments_in};

/// What the feature of a segment would be.
#[derive(Clone, Copy, Default)]
pub(super) struct Prospect {
    pub points: f64,
    /// 1 if it would be complete.
    pub chance: f64,
}

impl Placed<'_> {
    /// What the feature of a leading segment would be.
    pub(super) fn prospect(&mut self, segment: usize) -> Prospect {
        if self.known & (1 << segment) != 0 {
            return self.prospects[segment];
        }
        let info = self.place.prospect(segment);
        let prospect = match info.kind {
            SegmentKind::City | SegmentKind::Road | SegmentKind::Cloister
                if self.place.completes(segment) =>
            {
                let points = f64::from(self.place.complete_points(segment));
                Prospect { points, chance: 1.0 }
            }
            SegmentKind::City => self.open(segment, Need::City),
            SegmentKind::Road => self.open(segment, Need::Road),
            SegmentKind::Cloister => self.cloister(),
            SegmentKind::Field => self.field(segment),
        };
        self.prospects[segment] = prospect;
        self.known |= 1 << segment;
        prospect
    }

    /// A road or city that stays open.
    fn open(&mut self, segment: usize, need: Need) -> Prospect {
        let cells = self.open_cells(segment);
        let mut chance = 1.0;
        for &cell in &cells {
            chance *= self.filled(cell, need);
        }
        #[expect(clippy::cast_precision_loss, reason = "a few cells")]
        let open = cells.len() as f64;
        let chance = chance * self.setting.odds.time(open);
        let points = self.setting.open_points(self.place.prospect(segment), (chance, open));
        Prospect { points, chance }
    }

    /// The empty cells at the open sides of a road or city: those of the features that it joins, and its own.
    fn open_cells(&mut self, segment: usize) -> OpenCells {
        let mut cells = OpenCells::new();
        let mut add = |cell: Cell| {
            if cell != self.place.cell() && !cells.contains(&cell) && !cells.is_full() {
                cells.push(cell);
            }
        };
        for feature in self.place.joined(segment) {
            self.outlooks.of(feature, &self.setting).cells.iter().for_each(|&cell| add(cell));
        }
        for own in self.own_segments(segment) {
            let sides = own.side_list().map(|side| side + self.place.rotation());
            let beside = |side| self.beside.iter().find(move |beside| beside.side == side);
            sides.filter_map(beside).for_each(|beside| add(beside.cell));
        }
        cells
    }

    /// The tile's segments that are one feature with a leading segment.
    fn own_segments(&self, leader: usize) -> impl Iterator<Item = &'static Segment> + use<> {
        let segments = self.place.tile().def().segments;
        segments_in(self.place.group(leader)).map(|own| &segments[own])
    }

    /// The tile's cities that a field touches, a bit for each.
    fn touched(&self, field: usize) -> u16 {
        self.own_segments(field).fold(0, |touched, own| touched | own.touches)
    }

    /// The chance that an empty cell is filled, once the tile is placed.
    fn filled(&self, cell: Cell, need: Need) -> f64 {
        let beside = self.beside.iter().find(|beside| beside.cell == cell);
        let board = self.setting.position.board();
        let wanted = beside.map_or_else(|| board.wanted_code(cell), |beside| beside.after);
        self.setting.odds.filled(wanted, need)
    }

    /// A cloister on the tile.
    fn cloister(&mut self) -> Prospect {
        let board = self.setting.position.board();
        let (mut points, mut chance) = (1.0, 1.0);
        for cell in self.place.cell().around() {
            if board.at(cell).is_some() {
                points += 1.0;
                continue;
            }
            let filled = self.filled(cell, Need::Cloister);
            points += filled;
            chance *= filled;
        }
        Prospect { points: points * self.setting.weights.cloister, chance }
    }

    fn field(&mut self, segment: usize) -> Prospect {
        let mut cities = Cities::new();
        for feature in self.place.joined(segment) {
            for &city in &self.outlooks.of(feature, &self.setting).cities {
                if !cities.contains(&city) && !cities.is_full() {
                    cities.push(city);
                }
            }
        }
        let sum = self.own_cities(segment, &mut cities) + self.outlooks.cities(&cities, &self.setting);
        let info = self.place.prospect(segment);
        let Setting { position, odds, weights } = &self.setting;
        Prospect { points: field_points(position, info, sum, odds, weights), chance: 0.0 }
    }

    /// At least the points of a field, and faster: as if all cities that it touches were to be completed.
    pub(super) fn most_of_field(&mut self, segment: usize) -> f64 {
        let joined = self.place.joined(segment);
        let elsewhere: usize =
            joined.map(|feature| self.outlooks.of(feature, &self.setting).cities.len()).sum();
        let touched = self.touched(segment);
        #[expect(clippy::cast_precision_loss, reason = "a few cities")]
        let cities = (elsewhere + touched.count_ones() as usize) as f64;
        let Setting { position, odds, weights } = &self.setting;
        let most = cities * weights.field_future.max(1.0);
        field_points(position, self.place.prospect(segment), most, odds, weights)
    }

    /// What cities on the tile count for a field that touches them. Takes those that they join out of `cities`.
    fn own_cities(&mut self, field: usize, cities: &mut Cities) -> f64 {
        let touched = self.touched(field);
        let mut sum = 0.0;
        for city in self.place.leaders() {
            if self.place.prospect(city).kind != SegmentKind::City {
                continue;
            }
            let mut counts = self.place.group(city) & touched != 0;
            for joined in self.place.joined(city) {
                if let Some(place) = cities.iter().position(|&known| known == joined) {
                    cities.swap_remove(place);
                    counts = true;
                }
            }
            if counts {
                let chance = self.prospect(city).chance;
                sum += if chance >= 1.0 { 1.0 } else { chance * self.setting.weights.field_future };
            }
        }
        sum
    }
}
