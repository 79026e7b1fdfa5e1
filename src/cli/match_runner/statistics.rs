//! What a number of games says about two players.

/// The 97.5th percentile of the normal distribution: intervals hold the truth in 95 % of matches.
const Z: f64 = 1.959_963_984_540_054;

/// The 95 % interval of Wilson (1927) for the share `won` of `games`, where a draw is half a win.
pub(super) fn wilson(won: f64, games: f64) -> [f64; 2] {
    let share = won / games;
    let centre = share + Z * Z / (2.0 * games);
    let half = Z * (share * (1.0 - share) / games + Z * Z / (4.0 * games * games)).sqrt();
    let [low, high] = [centre - half, centre + half].map(|bound| bound / (1.0 + Z * Z / games));
    // Rounding must not leave a trace of doubt where there is none.
    [if won <= 0.0 { 0.0 } else { low }, if won >= games { 1.0 } else { high }]
}

/// The difference in Elo at which this share of the points is expected; infinite for 0 and 1.
pub(super) fn elo(share: f64) -> f64 {
    400.0 * (share / (1.0 - share)).log10()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_near(found: [f64; 2], wanted: [f64; 2]) {
        let near = found.iter().zip(wanted).all(|(found, wanted)| (found - wanted).abs() < 5e-5);
        assert!(near, "{found:?} instead of {wanted:?}");
    }

    #[test]
    fn wilson_s_intervals_are_the_published_ones() {
        // Newcombe, Statistics in Medicine 17 (1998), table I, method 3.
        assert_near(wilson(81.0, 263.0), [0.2553, 0.3662]);
        assert_near(wilson(15.0, 148.0), [0.0624, 0.1605]);
        assert_near(wilson(0.0, 20.0), [0.0, 0.1611]);
        assert_near(wilson(1.0, 29.0), [0.0061, 0.1718]);
        assert_near(wilson(29.0, 29.0), [0.8830, 1.0]);
        for games in [1.0, 29.0, 400.0, 1e6] {
            assert!(wilson(games, games)[1] >= 1.0 && wilson(0.0, games)[0] <= 0.0);
        }
    }

    #[test]
    fn elo_is_symmetric_and_64_per_cent_are_100_points() {
        assert!(elo(0.5).abs() < 1e-12);
        assert!((elo(0.640_065) - 100.0).abs() < 0.01);
        assert!((elo(0.359_935) + 100.0).abs() < 0.01);
        assert!(elo(1.0) == f64::INFINITY && elo(0.0) == f64::NEG_INFINITY);
    }
}
