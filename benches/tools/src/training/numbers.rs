//! The weights as a list of numbers.

use players::Weights;

/// All numbers in the order of the fields.
pub(super) fn numbers(weights: &Weights) -> Vec<f64> {
    let mut numbers = vec![
        weights.city_cell,
        weights.road_cell,
        weights.cloister_cell,
        weights.city_growth,
        weights.road_growth,
        weights.city_open,
        weights.city,
        weights.road,
        weights.cloister,
        weights.city_join,
        weights.road_join,
        weights.hurry,
    ];
    numbers.extend(weights.followers);
    numbers.extend([
        weights.followers_late,
        weights.returning,
        weights.field_future,
        weights.field_early,
        weights.field_tile,
    ]);
    numbers
}

/// The weights with these [numbers], with what is out of range moved into it.
pub(super) fn weights_of(numbers: &[f64]) -> Weights {
    let mut numbers = numbers.iter().map(|number| number.max(0.0));
    let mut next = || numbers.next().unwrap_or_default();
    Weights {
        city_cell: next().min(0.9),
        road_cell: next().min(0.9),
        cloister_cell: next().min(0.9),
        city_growth: next(),
        road_growth: next(),
        city_open: next(),
        city: next(),
        road: next(),
        cloister: next(),
        city_join: next().min(0.2),
        road_join: next().min(0.2),
        hurry: next().min(1.0),
        followers: std::array::from_fn(|_| next()),
        followers_late: next(),
        returning: next(),
        field_future: next(),
        field_early: next(),
        field_tile: next(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_the_same_after_a_round_trip_through_their_numbers() {
        let weights = Weights::fitted_to(&engine::Ruleset::default(), 2);
        assert_eq!(weights_of(&numbers(weights)), *weights);
    }
}
