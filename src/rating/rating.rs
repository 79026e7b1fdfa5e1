//! A rating: a normal distribution of strength.

/// What is known of a player's strength in a pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Rating {
    /// The most likely strength, in thousandths.
    pub mean: i64,
    /// How far from it the strength may be, in thousandths: a standard deviation.
    pub deviation: i64,
}

/// Points on pages for one of the units in which strength is computed.
const POINTS: i64 = 40;
/// The points of a mean of 25.
const MIDDLE: i64 = 1500;
/// How far the strength of a person may move from one game to the next, in thousandths: a standard deviation.
const DRIFT_OF_A_GAME: i64 = 100;
/// The same for 30 days without a game.
const DRIFT_OF_A_MONTH: i64 = 400;

/// Thousandths of strength in points.
pub const fn points_of(thousandths: i64) -> i64 {
    rounded(POINTS * thousandths, 1000)
}

impl Rating {
    /// Of somebody of whom nothing is known.
    pub const START: Self = Self { mean: 25_000, deviation: 8_333 };
    /// Up to here a rating is good enough to be compared with others.
    pub const ESTABLISHED: i64 = 4_500;

    /// As pages show it: 1500 for a player of whom nothing is known.
    pub const fn points(self) -> i64 {
        points_of(self.mean - Self::START.mean) + MIDDLE
    }

    /// The rating that is shown as so many points.
    pub const fn with_points(points: i64, deviation: i64) -> Self {
        Self { mean: Self::START.mean + rounded(1000 * (points - MIDDLE), POINTS), deviation }
    }

    /// In points: the strength of about two players out of three is within so much of what is shown.
    pub const fn margin(self) -> i64 {
        points_of(self.deviation)
    }

    /// Whether it is good enough for a rank. Until then, it is shown with a question mark.
    pub const fn is_established(self) -> bool {
        self.deviation <= Self::ESTABLISHED
    }

    /// After so many times thirty days without a game. Nobody becomes less known than at the start.
    #[must_use]
    pub fn after_months(self, months: i64) -> Self {
        let months = months.clamp(0, 1000);
        self.drifted(months * DRIFT_OF_A_MONTH.pow(2))
    }

    /// With what one more game adds to the uncertainty.
    pub(super) fn after_game(self) -> Self {
        self.drifted(DRIFT_OF_A_GAME.pow(2))
    }

    fn drifted(self, variance: i64) -> Self {
        // The root of a whole number is exact to the last bit on every machine.
        #[expect(clippy::cast_precision_loss, reason = "below 2^53")]
        let deviation = ((self.deviation.pow(2) + variance) as f64).sqrt();
        Self { deviation: thousandths(deviation).min(Self::START.deviation.max(self.deviation)), ..self }
    }
}

/// The nearest whole number, away from zero in the middle.
#[expect(clippy::cast_possible_truncation, reason = "ratings are small numbers")]
pub(super) fn thousandths(number: f64) -> i64 {
    number.round() as i64
}

const fn rounded(number: i64, by: i64) -> i64 {
    let half = if number < 0 { -by / 2 } else { by / 2 };
    (number + half) / by
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_show_whole_points() {
        assert_eq!((Rating::START.points(), Rating::START.margin()), (1500, 333));
        let of = |mean| Rating { mean, deviation: 0 }.points();
        assert_eq!(
            [470, 1500, 2600].map(|points| Rating::with_points(points, 0).points()),
            [470, 1500, 2600]
        );
        assert_eq!([25_012, 25_013, 24_988, 24_987, -40_000].map(of), [1500, 1501, 1500, 1499, -1100]);
    }

    #[test]
    fn nobody_becomes_less_known_than_at_the_start() {
        let known = Rating { mean: 30_000, deviation: 2_000 };
        let months: Vec<i64> =
            [0, 1, 12, 1_000_000].map(|months| known.after_months(months).deviation).into();
        assert_eq!(months, [2_000, 2_040, 2_433, 8_333]);
        assert_eq!(known.after_months(-5), known);
        assert_eq!(Rating::START.after_months(3), Rating::START);
        assert!(!Rating::START.is_established() && known.is_established());
    }
}
