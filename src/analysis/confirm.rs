//! How much of what the evaluation says of a draw or a turn playing on confirms.
//!
//! The evaluation looks one turn ahead, and whatever it overrates most stands out as the best. The numbers are fitted to the yardstick
//! (`docs/results/players.md`).

/// The first version of the analyser that shows no more than that.
pub(super) const FIRST_CONFIRMED: u32 = 5;

/// The part of a draw's luck: the slope of results on the luck of all draws, over games between all styles.
pub(super) const LUCK: f64 = 0.6;

/// The part of a loss of so many points. The larger, the less likely.
pub(super) fn part_of_loss(points: f64) -> f64 {
    0.9 / (1.0 + points / 25.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn larger_losses_stay_larger() {
        let confirmed = |tenths: u16| f64::from(tenths) / 10.0 * part_of_loss(f64::from(tenths) / 10.0);
        assert!((0..2_000).all(|tenths| confirmed(tenths) < confirmed(tenths + 1)));
        assert!((6.0..7.0).contains(&confirmed(100)));
    }
}
