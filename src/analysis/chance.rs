//! The chance to win, from the expected margin and how many tiles are still to come.

/// The spread of the final margin around the expected one, in points, with this many draws to come. Fitted to games of the
/// counting player against itself (`docs/analysis.md`).
pub(super) fn spread(draws: usize) -> f64 {
    #[allow(clippy::cast_precision_loss, reason = "a few hundred tiles")]
    let draws = draws as f64;
    (1.0 + EACH * draws / (1.0 + draws / MANY)).sqrt()
}

/// What each of the last draws adds to the variance of the margin, and with how many to come it adds half as much on average.
const EACH: f64 = 11.6;
const MANY: f64 = 56.0;

/// The chance that a number from a normal distribution of this spread around `mean` is positive.
pub(super) fn positive(mean: f64, spread: f64) -> f64 {
    // From libm in Rust: the standard library's functions differ between machines in the last digit.
    0.5 * libm::erfc(-mean / (spread * std::f64::consts::SQRT_2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_margin_of_one_spread_wins_five_times_in_six() {
        assert!((positive(0.0, 12.0) - 0.5).abs() < 1e-12);
        assert!((positive(12.0, 12.0) - 0.841_344_746).abs() < 1e-9);
        assert!((positive(-12.0, 12.0) + positive(12.0, 12.0) - 1.0).abs() < 1e-12);
    }

    #[test]
    fn the_fewer_tiles_to_come_the_surer_the_result() {
        assert!((0..100).all(|draws| spread(draws) < spread(draws + 1)));
        assert!(positive(5.0, spread(0)) > 0.98 && positive(5.0, spread(70)) < 0.7);
    }
}
