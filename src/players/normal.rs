//! The normal distribution. From libm in Rust: the standard library's functions differ between machines in the last digit.

use std::f64::consts::{SQRT_2, TAU};

/// The chance that a number from a normal distribution of this spread around `mean` is positive.
pub fn positive(mean: f64, spread: f64) -> f64 {
    0.5 * libm::erfc(-mean / (spread * SQRT_2))
}

/// By how much such a number is below zero on average, where it counts as zero above.
pub fn shortfall(mean: f64, spread: f64) -> f64 {
    if spread == 0.0 {
        return (-mean).max(0.0);
    }
    let away = mean / spread;
    let density = libm::exp(-0.5 * away * away) / TAU.sqrt();
    spread * density - mean * positive(-mean, spread)
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
    fn what_is_surely_positive_has_no_shortfall() {
        assert!((shortfall(0.0, 1.0) - 1.0 / TAU.sqrt()).abs() < 1e-12);
        assert!(shortfall(0.0, 1.0) > shortfall(1.0, 1.0) && shortfall(1.0, 1.0) > shortfall(1.0, 0.1));
        assert!((shortfall(-2.0, 1e-3) - 2.0).abs() < 1e-9);
        assert_eq!((shortfall(3.0, 0.0), shortfall(-3.0, 0.0)), (0.0, 3.0));
    }
}
