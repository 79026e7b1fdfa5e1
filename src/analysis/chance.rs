//! The chance to win, from the expected margin and how many tiles are still to come.

/// The spread of the final margin around the expected one, in points, with this many draws to come. Fitted to games of the
/// counting player against itself (`docs/analysis.md`).
pub(super) fn spread(draws: usize) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "a few hundred tiles")]
    let draws = draws as f64;
    (1.0 + EACH * draws / (1.0 + draws / MANY)).sqrt()
}

/// How much of this spread is left around a margin that games to the end say. Fitted to the yardstick.
pub(super) const PLAYED_OUT: f64 = 0.9;

/// What each of the last draws adds to the variance of the margin, and with how many to come it adds half as much on average.
const EACH: f64 = 11.6;
const MANY: f64 = 56.0;

#[cfg(test)]
mod tests {
    use super::*;
    use players::positive;

    #[test]
    fn the_fewer_tiles_to_come_the_surer_the_result() {
        assert!((0..100).all(|draws| spread(draws) < spread(draws + 1)));
        assert!(positive(5.0, spread(0)) > 0.98 && positive(5.0, spread(70)) < 0.7);
    }
}
