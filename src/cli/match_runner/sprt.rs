//! The sequential test that stops a match when enough is known.
//!
//! The margins of the pairs are taken as normal, with the variance that they have had so far. The likelihood ratio of two mean
//! margins is followed pair by pair until it leaves Wald's bounds. `docs/players.md` has the formula.

use std::str::FromStr;

use players::Sample;

/// The fewest pairs that decide anything: the variance of fewer is mostly luck.
const FEWEST: u64 = 20;

/// Takes the place of a smaller variance, in squared points, so that pairs without any spread decide, too.
const LEAST_VARIANCE: f64 = 1e-6;

/// Two mean margins of the pairs, in points, between which a match decides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Hypotheses {
    pub(super) low: f64,
    /// Above `low`.
    pub(super) high: f64,
}

impl FromStr for Hypotheses {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let number = |text: &str| text.trim().parse().ok().filter(|number: &f64| number.is_finite());
        let both = text.split_once(',').and_then(|(low, high)| number(low).zip(number(high)));
        match both {
            Some((low, high)) if low < high => Ok(Self { low, high }),
            _ => Err("two margins in points, the lower first, such as 0,2"),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Sprt {
    pub(super) hypotheses: Hypotheses,
    /// How often `high` may be accepted although `low` is true.
    pub(super) alpha: f64,
    /// How often `low` may be accepted although `high` is true.
    pub(super) beta: f64,
}

impl Sprt {
    /// The log-likelihood ratios at which `low` and `high` are accepted.
    pub(super) fn bounds(&self) -> [f64; 2] {
        [(self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln()]
    }

    /// The logarithm of how much likelier `high` makes these margins than `low`.
    #[expect(clippy::cast_precision_loss, reason = "a number of pairs")]
    pub(super) fn log_ratio(&self, margins: &Sample) -> f64 {
        let Hypotheses { low, high } = self.hypotheses;
        let variance = margins.spread().map_or(f64::INFINITY, |spread| spread.powi(2).max(LEAST_VARIANCE));
        margins.count() as f64 * (high - low) * (margins.mean() - f64::midpoint(low, high)) / variance
    }

    /// The margin that is accepted; `None` while the match must go on.
    pub(super) fn accepted(&self, margins: &Sample) -> Option<f64> {
        if margins.count() < FEWEST {
            return None;
        }
        let (ratio, [low, high]) = (self.log_ratio(margins), self.bounds());
        if ratio >= high { Some(self.hypotheses.high) } else { (ratio <= low).then_some(self.hypotheses.low) }
    }
}

#[cfg(test)]
mod tests {
    use rand::rngs::Xoshiro256PlusPlus;
    use rand::{RngExt, SeedableRng};

    use super::*;

    const SPRT: Sprt = Sprt { hypotheses: Hypotheses { low: 0.0, high: 3.0 }, alpha: 0.05, beta: 0.05 };

    /// The margin of a pair, normal with a spread of 13 points (Box and Muller's method).
    fn margin(mean: f64, rng: &mut Xoshiro256PlusPlus) -> f64 {
        let (radius, turn): (f64, f64) = (rng.random(), rng.random());
        mean + 13.0 * (-2.0 * (1.0 - radius).ln()).sqrt() * (std::f64::consts::TAU * turn).cos()
    }

    /// How often `high` is accepted in 2,000 matches of players with this true margin, and the mean number of pairs.
    fn matches(mean: f64) -> (f64, f64) {
        const MATCHES: f64 = 2000.0;
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let (mut high, mut pairs, mut played) = (0.0, 0.0, 0.0);
        while played < MATCHES {
            let mut margins = Sample::default();
            let accepted = loop {
                margins.add(margin(mean, &mut rng));
                pairs += 1.0;
                if let Some(accepted) = SPRT.accepted(&margins) {
                    break accepted;
                }
            };
            high += f64::from(u8::from(accepted > 0.0));
            played += 1.0;
        }
        (high / MATCHES, pairs / MATCHES)
    }

    #[test]
    fn it_errs_as_rarely_as_it_promises_and_stops_long_before_a_fixed_match() {
        // A match of fixed length with these errors needs ((1.645 + 1.645) * 13 / 3)^2 = 203 pairs.
        let (wrong, pairs) = matches(0.0);
        assert!(wrong < 0.065 && pairs < 140.0, "{wrong} after {pairs}");
        let (right, pairs) = matches(3.0);
        assert!(right > 0.935 && pairs < 140.0, "{right} after {pairs}");
        let (even, _) = matches(1.5);
        assert!((0.45..0.55).contains(&even), "in the middle both are as likely: {even}");
    }

    #[test]
    fn the_ratio_is_that_of_the_formula() {
        let margins: Sample = [-1.0, 1.0, 3.0, 5.0].into_iter().collect();
        // Mean 2, variance 20/3: 4 * 3 * (2 - 1.5) / (20/3).
        assert!((SPRT.log_ratio(&margins) - 0.9).abs() < 1e-12);
        assert!((SPRT.bounds()[1] - 19.0_f64.ln()).abs() < 1e-12);
        assert!((SPRT.bounds()[0] + 19.0_f64.ln()).abs() < 1e-12);
    }

    #[test]
    fn it_decides_nothing_after_a_few_pairs_and_at_once_without_any_spread() {
        let same = |margin, count| std::iter::repeat_n(margin, count).collect::<Sample>();
        assert_eq!(SPRT.accepted(&same(40.0, 19)), None);
        assert_eq!(SPRT.accepted(&same(40.0, 20)), Some(3.0));
        assert_eq!(SPRT.accepted(&same(1.0, 20)), Some(0.0));
        assert_eq!(SPRT.accepted(&same(1.5, 20)), None, "right in the middle");
    }

    #[test]
    fn hypotheses_are_two_margins_in_ascending_order() {
        assert_eq!("-1.5,2".parse(), Ok(Hypotheses { low: -1.5, high: 2.0 }));
        for text in ["", "1", "2,1", "1,1", "a,b", "0,inf", "0,NaN", "0,1,2"] {
            assert!(text.parse::<Hypotheses>().is_err(), "{text}");
        }
    }
}
