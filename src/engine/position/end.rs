//! The final scoring, as points without explanations. [`Position::claims`] has the explanations.

use super::Position;
use crate::claim;
use crate::event::Scored;
use crate::ruleset::FieldRule;
use crate::scoring::scored;
use crate::seat::{ColourSet, MAX_COLOURS, Seat};
use crate::tile::SegmentKind;

impl Position {
    /// The points of a seat if the game ended now: the sum of its colours' [`Position::final_scores`].
    pub fn final_points(&self, seat: Seat) -> i32 {
        let scores = self.final_scores();
        let own = self.colours().filter(|&colour| self.seat_of(colour) == seat);
        own.map(|colour| scores[colour.index()]).sum()
    }

    /// The points of each colour if the game ended now. Allocates nothing, but for fields under `per_city`.
    pub fn final_scores(&self) -> [i32; MAX_COLOURS] {
        let mut scores = self.state.scores;
        if !self.is_finished() {
            self.each_payment(|_, colours, points| {
                for colour in colours.iter() {
                    scores[colour.index()] += points;
                }
            });
        }
        scores
    }

    /// Credits the final scoring.
    pub(super) fn credit_end(&mut self) {
        let mut after = self.state;
        self.each_payment(|feature, colours, points| {
            for colour in colours.iter() {
                after.scores[colour.index()] += points;
                after.points[colour][feature as usize] += points;
            }
        });
        self.state = after;
    }

    /// Calls `paid` with every payment of the final scoring.
    fn each_payment(&self, mut paid: impl FnMut(Scored, ColourSet, i32)) {
        let (rules, out) = (self.rules(), self.state.out);
        let mut fields = Vec::new();
        self.board.each_occupied(|id| {
            let kind = self.board.feature_info(id).kind;
            if kind == SegmentKind::Field && rules.fields != FieldRule::PerField {
                fields.push(id);
                return;
            }
            for payment in claim::payments(rules, &self.board, id, out) {
                paid(scored(kind), payment.colours, payment.points);
            }
        });
        if rules.fields == FieldRule::PerCity {
            let cities = claim::by_city(rules, &self.board, fields.into_iter(), out);
            for payment in cities.iter().flat_map(|city| &city.payments) {
                paid(Scored::Field, payment.colours, payment.points);
            }
        }
        for held in self.state.goods {
            if let Some(payment) = claim::pay_good(rules, held, out) {
                paid(Scored::Goods, payment.colours, payment.points);
            }
        }
    }
}
