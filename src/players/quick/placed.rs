//! What placing a tile changes.

use arrayvec::ArrayVec;

use super::super::evaluation::{Need, city_of_field};
use super::Supplies;
use super::outlook::{Outlooks, Setting, pay};
use super::prospect::Prospect;
use engine::{
    Cell, Colour, FeatureData, FeatureId, FollowerKind, MAX_COLOURS, MAX_SEGMENTS, SegmentKind, Side, Wanted,
    legal::Placement,
};

/// An empty cell beside the tile.
pub(super) struct Beside {
    pub side: Side,
    pub cell: Cell,
    before: Wanted,
    pub after: Wanted,
}

/// A placement that is valued.
pub(super) struct Placed<'a> {
    pub(super) place: &'a Placement<'a>,
    colour: Colour,
    supplies: &'a Supplies,
    pub(super) setting: Setting<'a>,
    pub(super) outlooks: &'a mut Outlooks,
    pub(super) beside: ArrayVec<Beside, 4>,
    /// By leading segment, for those that were asked for: a bit for each.
    pub(super) prospects: [Prospect; MAX_SEGMENTS],
    pub(super) known: u16,
}

impl<'a> Placed<'a> {
    pub(super) fn new(
        place: &'a Placement<'a>,
        colour: Colour,
        supplies: &'a Supplies,
        setting: Setting<'a>,
        outlooks: &'a mut Outlooks,
    ) -> Self {
        let shown = place.tile().shown(place.rotation());
        let mut beside = ArrayVec::new();
        setting.position.board().each_empty_beside(place.cell(), |side, before| {
            let after = before.with(shown[side.index()]);
            beside.push(Beside { side, cell: place.cell().neighbour(side), before, after });
        });
        Self {
            place,
            colour,
            supplies,
            setting,
            outlooks,
            beside,
            prospects: [Prospect::default(); MAX_SEGMENTS],
            known: 0,
        }
    }

    /// What the tile changes without a follower, by colour.
    pub(super) fn changes(&mut self) -> [f64; MAX_COLOURS] {
        let mut changes = [0.0; MAX_COLOURS];
        for segment in self.place.leaders() {
            let info = self.place.prospect(segment);
            if info.followers > 0 {
                self.joined(segment, &mut changes);
            }
            if info.kind == SegmentKind::City && self.place.completes(segment) {
                self.completed_city(segment, &mut changes);
            }
        }
        self.cloisters(&mut changes);
        self.cells(&mut changes);
        changes
    }

    /// The best follower for the colour to move, and what it gains by it; 0 without one.
    pub(super) fn best_follower(&mut self, farmers: bool) -> (f64, Option<(FollowerKind, usize)>) {
        let mut best = (0.0, None);
        let kinds = [FollowerKind::Meeple, FollowerKind::Big];
        if !kinds.iter().any(|&kind| self.place.has(kind)) {
            return best;
        }
        let weights = self.setting.weights;
        let home = self.supplies.home[self.colour.index()].saturating_sub(1);
        let last = weights.followers[home.min(weights.followers.len() - 1)] * self.setting.odds.follower;
        for segment in self.place.leaders() {
            let info = self.place.prospect(segment);
            if info.followers > 0 {
                continue;
            }
            // Most fields can't be worth a follower, however their cities fare.
            if info.kind == SegmentKind::Field && (!farmers || self.most_of_field(segment) - last <= best.0) {
                continue;
            }
            let prospect = self.prospect(segment);
            let cost =
                if prospect.chance >= 1.0 { 0.0 } else { last * (1.0 - prospect.chance * weights.returning) };
            let gain = prospect.points - cost;
            let allowed = |kind: &FollowerKind| self.place.check(*kind, segment).is_ok();
            if gain > best.0
                && let Some(kind) = kinds.into_iter().find(allowed)
            {
                best = (gain, Some((kind, segment)));
            }
        }
        best
    }

    /// The change of the features that a segment joins.
    fn joined(&mut self, segment: usize, changes: &mut [f64; MAX_COLOURS]) {
        let new = self.prospect(segment);
        let info = self.place.prospect(segment);
        pay(changes, info, new.points);
        self.returning(changes, info, new, 1.0);
        for feature in self.place.joined(segment) {
            let before = self.setting.position.board().feature_info(feature);
            if before.followers > 0 {
                self.leaving(changes, feature);
            }
        }
    }

    /// Takes away what a feature is worth now.
    fn leaving(&mut self, changes: &mut [f64; MAX_COLOURS], feature: FeatureId) {
        let info = self.setting.position.board().feature_info(feature);
        let outlook = self.outlooks.of(feature, &self.setting);
        let old = Prospect { points: outlook.points, chance: outlook.chance };
        pay(changes, info, -old.points);
        self.returning(changes, info, old, -1.0);
    }

    /// The value of the followers that return from a feature, or may.
    fn returning(&self, changes: &mut [f64; MAX_COLOURS], info: &FeatureData, prospect: Prospect, sign: f64) {
        let (weights, share) = (self.setting.weights, self.setting.odds.follower);
        for colour in self.setting.position.colours() {
            let strength = info.strength(colour);
            if strength == 0 {
                continue;
            }
            changes[colour.index()] += sign
                * if prospect.chance >= 1.0 {
                    self.supplies.returned(colour, strength, weights, share)
                } else {
                    prospect.chance
                        * f64::from(strength)
                        * weights.returning
                        * self.supplies.next[colour.index()]
                };
        }
    }

    /// Fields elsewhere beside a city that this tile completes.
    fn completed_city(&mut self, segment: usize, changes: &mut [f64; MAX_COLOURS]) {
        let board = self.setting.position.board();
        let mut seen = ArrayVec::<FeatureId, 16>::new();
        for city in self.place.joined(segment) {
            let before = self.outlooks.city(city, &self.setting);
            board.fields_around(city).for_each(|field| {
                let data = board.feature_info(field);
                if data.followers == 0 || seen.contains(&field) || seen.is_full() || self.place.joins(field) {
                    return;
                }
                seen.push(field);
                let Setting { position, odds, weights } = &self.setting;
                pay(changes, data, city_of_field(position, odds, weights) * (1.0 - before));
            });
        }
    }

    /// Cloisters around the tile.
    fn cloisters(&mut self, changes: &mut [f64; MAX_COLOURS]) {
        let board = self.setting.position.board();
        let weights = self.setting.weights;
        if !self.outlooks.is_near_cloister(self.place.cell()) {
            return;
        }
        for cloister in board.cloisters_around(self.place.cell()) {
            let info = board.feature_info(cloister);
            if info.followers == 0 {
                continue;
            }
            self.leaving(changes, cloister);
            let filled = self.setting.odds.filled(board.wanted_code(self.place.cell()), Need::Cloister);
            let outlook = self.outlooks.of(cloister, &self.setting);
            let new = if board.cloister_tiles(cloister) == 8 {
                Prospect { points: 9.0, chance: 1.0 }
            } else {
                let chance = if filled > 0.0 { outlook.chance / filled } else { outlook.chance };
                Prospect { points: outlook.points + (1.0 - filled) * weights.cloister, chance }
            };
            pay(changes, info, new.points);
            self.returning(changes, info, new, 1.0);
        }
    }

    /// Features elsewhere at the cells beside the tile, which fewer tiles fit now.
    fn cells(&mut self, changes: &mut [f64; MAX_COLOURS]) {
        let board = self.setting.position.board();
        for index in 0..self.beside.len() {
            let Beside { cell, before, after, .. } = self.beside[index];
            if before == Wanted::default() {
                continue;
            }
            let mut facing = ArrayVec::<FeatureId, 4>::new();
            board.each_facing(cell, |_, feature| {
                if board.feature_info(feature).followers > 0 && !facing.contains(&feature) {
                    facing.push(feature);
                }
            });
            for feature in facing {
                if self.place.joins(feature) {
                    continue;
                }
                let info = board.feature_info(feature);
                let need = if info.kind == SegmentKind::City { Need::City } else { Need::Road };
                let (old, new) =
                    (self.setting.odds.filled(before, need), self.setting.odds.filled(after, need));
                if old <= 0.0 {
                    continue;
                }
                self.leaving(changes, feature);
                let outlook = self.outlooks.of(feature, &self.setting);
                let chance = outlook.chance * new / old;
                #[expect(clippy::cast_precision_loss, reason = "a few cells")]
                let open = outlook.cells.len() as f64;
                let points = self.setting.open_points(info, (chance, open));
                pay(changes, info, points);
                self.returning(changes, info, Prospect { points, chance }, 1.0);
            }
        }
    }
}
