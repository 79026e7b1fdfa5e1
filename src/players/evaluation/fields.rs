//! What fields are worth: the cities that they touch, completed or not.

use super::{Odds, Weights};
use crate::engine::{Board, FeatureId, Position};

/// The chances of cities that fields touch, each computed once.
#[derive(Default)]
pub struct Fields {
    cities: Vec<(FeatureId, f64)>,
}

impl Fields {
    /// The expected points of a field.
    pub fn value(
        &mut self,
        position: &Position,
        field: FeatureId,
        odds: &mut Odds,
        weights: &Weights,
    ) -> f64 {
        let board = position.board();
        let mut seen: Vec<FeatureId> = Vec::new();
        let mut cities = 0.0;
        for city in board.touched_cities(field) {
            if seen.contains(&city) {
                continue;
            }
            seen.push(city);
            cities += if board.is_complete(city) {
                1.0
            } else {
                self.chance(board, city, odds, weights) * weights.field_future
            };
        }
        let sure = weights.field_early + (1.0 - weights.field_early) * (1.0 - odds.share_left);
        let tiles = f64::from(board.feature_info(field).tiles).min(15.0);
        f64::from(position.rules().field_points) * cities * sure
            + tiles * weights.field_tile * odds.share_left
    }

    fn chance(&mut self, board: &Board, city: FeatureId, odds: &mut Odds, weights: &Weights) -> f64 {
        if let Some(&(_, chance)) = self.cities.iter().find(|&&(known, _)| known == city) {
            return chance;
        }
        let (chance, _) = odds.completed(board, city, weights.city_cell);
        self.cities.push((city, chance));
        chance
    }
}
