//! What fields are worth: the cities that they touch, completed or not.

use super::{Need, Odds, Weights};
use engine::{Board, FeatureData, FeatureId, Position};

/// The chances of cities that fields touch, each computed once.
#[derive(Default)]
pub struct Fields {
    cities: Vec<(FeatureId, f64)>,
}

impl Fields {
    /// The expected points of a field.
    pub fn value(&mut self, position: &Position, field: FeatureId, odds: &Odds, weights: &Weights) -> f64 {
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
                self.chance(board, city, odds) * weights.field_future
            };
        }
        field_points(position, board.feature_info(field), cities, odds, weights)
    }

    fn chance(&mut self, board: &Board, city: FeatureId, odds: &Odds) -> f64 {
        if let Some(&(_, chance)) = self.cities.iter().find(|&&(known, _)| known == city) {
            return chance;
        }
        let (chance, _) = odds.completed(board, city, Need::City);
        self.cities.push((city, chance));
        chance
    }
}

/// The expected points of a field with that many cities, completed or likely to be.
pub fn field_points(
    position: &Position,
    field: &FeatureData,
    cities: f64,
    odds: &Odds,
    weights: &Weights,
) -> f64 {
    let tiles = f64::from(field.tiles).min(15.0);
    cities * city_of_field(position, odds, weights) + tiles * weights.field_tile * odds.share_left
}

/// What a completed city counts for a field that it touches.
pub fn city_of_field(position: &Position, odds: &Odds, weights: &Weights) -> f64 {
    let sure = weights.field_early + (1.0 - weights.field_early) * (1.0 - odds.share_left);
    f64::from(position.rules().field_points) * sure
}
