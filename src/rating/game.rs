//! What a game does to the ratings of its players.

use skillratings::Outcomes;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, expected_score, weng_lin};

use crate::Rating;
use crate::rating::thousandths;

/// A player of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entrant {
    /// Before the game.
    pub rating: Rating,
    /// The lowest is the best; equal ones are tied.
    pub place: u8,
    /// Whether the game changes this player's rating. Those of the others change in any case.
    pub counts: bool,
}

/// What a game did to one player's rating.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rated {
    pub before: Rating,
    pub after: Rating,
    /// Against each of the others, in their order. The mean of what they moved is what the rating moved.
    pub pairs: Vec<Pair>,
}

/// A game as one between two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The number of the other player.
    pub opponent: usize,
    /// The share of games that this player was expected to win, a tie counting half, in thousandths.
    pub expected: i64,
    /// What happened, in the same measure: 1000, 500 or 0.
    pub scored: i64,
    /// How far this pair alone would move the mean, in thousandths.
    pub moved: i64,
}

/// The share of games that the first player will win against the second, a tie counting half, in thousandths.
pub fn expected(one: Rating, other: Rating) -> i64 {
    let (share, _) = expected_score(&one.into(), &other.into(), &WengLinConfig::new());
    thousandths(share * 1000.0)
}

/// The ratings after a game of these players, in their order.
pub fn rate(entrants: &[Entrant]) -> Vec<Rated> {
    (0..entrants.len()).map(|player| rate_player(entrants, player)).collect()
}

fn rate_player(entrants: &[Entrant], player: usize) -> Rated {
    let before = entrants[player].rating;
    let others = (0..entrants.len()).filter(|&other| other != player);
    let (mut pairs, mut mean, mut variance) = (Vec::new(), 0.0, 0.0);
    for other in others {
        let (pair, alone) = rate_pair(entrants, player, other);
        pairs.push(pair);
        mean += alone.rating;
        variance += alone.uncertainty.powi(2);
    }
    if pairs.is_empty() || !entrants[player].counts {
        return Rated { before, after: before, pairs };
    }
    #[expect(clippy::cast_precision_loss, reason = "a handful of players")]
    let count = pairs.len() as f64;
    let after = Rating {
        mean: thousandths(mean / count * 1000.0),
        deviation: thousandths((variance / count).sqrt() * 1000.0),
    };
    Rated { before, after: after.after_game(), pairs }
}

/// One pair, and the rating of the player after it alone.
fn rate_pair(entrants: &[Entrant], player: usize, opponent: usize) -> (Pair, WengLinRating) {
    let (one, other) = (entrants[player], entrants[opponent]);
    let outcome = match one.place.cmp(&other.place) {
        std::cmp::Ordering::Less => Outcomes::WIN,
        std::cmp::Ordering::Equal => Outcomes::DRAW,
        std::cmp::Ordering::Greater => Outcomes::LOSS,
    };
    let before = WengLinRating::from(one.rating);
    let (alone, _) = weng_lin(&before, &other.rating.into(), &outcome, &WengLinConfig::new());
    let pair = Pair {
        opponent,
        expected: expected(one.rating, other.rating),
        scored: thousandths(outcome.to_chess_points() * 1000.0),
        moved: thousandths((alone.rating - before.rating) * 1000.0),
    };
    (pair, alone)
}

impl From<Rating> for WengLinRating {
    fn from(Rating { mean, deviation }: Rating) -> Self {
        #[expect(clippy::cast_precision_loss, reason = "ratings are small numbers")]
        let units = |thousandths: i64| thousandths as f64 / 1000.0;
        Self { rating: units(mean), uncertainty: units(deviation) }
    }
}

#[cfg(test)]
mod calibration;
#[cfg(test)]
mod tests;
