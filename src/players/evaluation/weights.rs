//! The numbers of the evaluation, as they were fitted by play.

use std::sync::LazyLock;

use rand::{Rng, RngExt};
use serde::{Deserialize, Serialize};

use engine::{Position, Ruleset, TileSet};

/// What the evaluation weighs, in points by default.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weights {
    /// The chance that a city's open cell is filled, for each fitting tile that is still to be drawn: the first of them
    /// fills it with this chance, the second with this chance if the first did not, and so on.
    pub city_cell: f64,
    pub road_cell: f64,
    /// The same for the cells round a cloister, which any tile fills.
    pub cloister_cell: f64,
    /// Tiles that a city grows by for each open cell, if it is completed.
    pub city_growth: f64,
    pub road_growth: f64,
    /// Points that each open cell adds to an incomplete city, at the beginning of the game.
    pub city_open: f64,
    /// What a point in a city that is not complete yet counts.
    pub city: f64,
    pub road: f64,
    pub cloister: f64,
    /// The part of a city's points that each open cell takes away, since others may join there.
    pub city_join: f64,
    pub road_join: f64,
    /// The part of the chance that is left to complete a feature with few draws to spare.
    pub hurry: f64,
    /// The first follower in supply, the second, …, at the beginning of the game.
    pub followers: [f64; 7],
    /// How much more followers in supply count towards the end, where their value goes down with the draws left: 0 is in step with them.
    pub followers_late: f64,
    /// What a follower that is likely to return counts, as a part of one in supply.
    pub returning: f64,
    /// What the chance of a city counts for the fields it touches, as a part of a completed city.
    pub field_future: f64,
    /// What a field counts at the beginning of the game, as a part of what it counts at the end.
    pub field_early: f64,
    /// Points that each tile adds to a field, at the beginning of the game.
    pub field_tile: f64,
}

impl Weights {
    /// Those of players in a game like that of this position.
    pub fn of(position: &Position) -> &'static Self {
        Self::fitted_to(position.rules(), position.header().seats.len())
    }

    /// Those of players under such rules with so many seats. Three seats play as two do, and five as six (`docs/results/players.md`).
    pub fn fitted_to(rules: &Ruleset, seats: usize) -> &'static Self {
        let [few, four, many] = if rules.sets.contains(&TileSet::Traders) { &*WITH_TRADERS } else { &*USUAL };
        match seats {
            0..=3 => few,
            4 => four,
            _ => many,
        }
    }

    /// For the evaluation at the end of a playout. The fitted numbers choose best among turns by what is seen at once. What a follower
    /// in supply brings in the end depends on the turns that its seat has left: twice as much with two seats, less with more
    /// (`docs/players.md`).
    #[must_use]
    pub fn after_playouts(&self, seats: usize) -> Self {
        #[expect(clippy::cast_precision_loss, reason = "at most six")]
        let factor = 4.0 / seats.max(2) as f64;
        Self { followers: self.followers.map(|value| factor * value), ..self.clone() }
    }

    /// For one to whom cities, roads, cloisters and fields count more or less than usual, each by this part at most.
    #[must_use]
    pub fn with_taste(&self, part: f64, rng: &mut impl Rng) -> Self {
        let mut taste = || 1.0 + rng.random_range(-part..part);
        let (city, road, cloister, fields) = (taste(), taste(), taste(), taste());
        Self {
            city: self.city * city,
            road: self.road * road,
            cloister: self.cloister * cloister,
            field_early: self.field_early * fields,
            field_future: self.field_future * fields,
            ..self.clone()
        }
    }
}

/// Fitted to games with two, four and six seats.
type Fitted = [Weights; 3];

static USUAL: LazyLock<Fitted> = LazyLock::new(|| {
    [include_str!("weights/2.json"), include_str!("weights/4.json"), include_str!("weights/6.json")].map(read)
});

/// Who completes a city wins goods, which the evaluation knows only by what these numbers make of completing.
static WITH_TRADERS: LazyLock<Fitted> = LazyLock::new(|| {
    [
        include_str!("weights/traders-2.json"),
        include_str!("weights/traders-4.json"),
        include_str!("weights/traders-6.json"),
    ]
    .map(read)
});

fn read(file: &str) -> Weights {
    serde_json::from_str(file).expect("the weights are complete")
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::{MAX_COLOURS, Preset};

    #[test]
    fn after_playouts_followers_count_twice_between_two_seats_and_as_they_are_among_four() {
        let usual = Weights::fitted_to(&Ruleset::default(), 2);
        let first = |seats| usual.after_playouts(seats).followers[0] / usual.followers[0];
        let factors = [1, 2, 3, 4, 6].map(first);
        for (found, expected) in factors.into_iter().zip([2.0, 2.0, 4.0 / 3.0, 1.0, 4.0 / 6.0]) {
            assert!((found - expected).abs() < 1e-12, "{factors:?}");
        }
        let others = Weights { followers: usual.followers, ..usual.after_playouts(2) };
        assert_eq!(others, *usual);
    }

    #[test]
    fn all_rules_and_numbers_of_seats_have_weights_whose_chances_are_between_0_and_1() {
        let [modern, mcguire] = [Preset::Modern, Preset::Mcguire].map(Ruleset::of);
        for (rules, seats) in [&modern, &mcguire]
            .into_iter()
            .flat_map(|rules| (1..=MAX_COLOURS).map(move |seats| (rules, seats)))
        {
            let weights = Weights::fitted_to(rules, seats);
            for chance in [weights.city_cell, weights.road_cell, weights.cloister_cell] {
                assert!((0.0..=1.0).contains(&chance), "{seats}: {weights:?}");
            }
        }
        let first = |seats| Weights::fitted_to(&modern, seats).followers[0];
        assert!(first(2) > first(4) && first(4) > first(6), "fewer turns are left to place followers");
        assert_ne!(Weights::fitted_to(&modern, 2), Weights::fitted_to(&mcguire, 2));
    }
}
