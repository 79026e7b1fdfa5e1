//! Numbers by which games can be searched, in a few bands each. Words are those of URLs and of the database.

use chrono::TimeDelta;

use crate::RatingChange;

/// The time from a game's first event to its last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lasted {
    /// Less than a day.
    Hours,
    /// From one day to less than seven.
    Days,
    /// From seven days to less than thirty.
    Weeks,
    /// Thirty days or more.
    Months,
}

impl Lasted {
    pub const ALL: [Self; 4] = [Self::Hours, Self::Days, Self::Weeks, Self::Months];

    pub(super) fn of(time: TimeDelta) -> Self {
        match time.num_days() {
            ..1 => Self::Hours,
            1..7 => Self::Days,
            7..30 => Self::Weeks,
            30.. => Self::Months,
        }
    }

    pub const fn word(self) -> &'static str {
        match self {
            Self::Hours => "hours",
            Self::Days => "days",
            Self::Weeks => "weeks",
            Self::Months => "months",
        }
    }

    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|lasted| lasted.word() == word)
    }
}

/// How many turns a game had: the base game has 71.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnCount {
    /// At most 35.
    Few,
    /// 36 to 71.
    Base,
    /// 72 to 107.
    More,
    /// 108 or more.
    Many,
}

impl TurnCount {
    pub const ALL: [Self; 4] = [Self::Few, Self::Base, Self::More, Self::Many];

    pub(super) const fn of(turns: u32) -> Self {
        match turns {
            ..36 => Self::Few,
            36..72 => Self::Base,
            72..108 => Self::More,
            108.. => Self::Many,
        }
    }

    pub const fn word(self) -> &'static str {
        match self {
            Self::Few => "0-35",
            Self::Base => "36-71",
            Self::More => "72-107",
            Self::Many => "108",
        }
    }

    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|turns| turns.word() == word)
    }
}

/// How strong the players of a rated game were, by the mean of their ratings before it, in points as pages show them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RatingBand {
    /// Below 1300.
    Lowest,
    /// 1300 to 1499.
    Low,
    /// 1500, where everybody starts, to 1699.
    Middle,
    /// 1700 to 1899.
    High,
    /// 1900 or more.
    Highest,
}

impl RatingBand {
    pub const ALL: [Self; 5] = [Self::Lowest, Self::Low, Self::Middle, Self::High, Self::Highest];

    /// By what a game did to ratings, whether it counts or not. `None` without players.
    pub fn of(changes: &[RatingChange]) -> Option<Self> {
        let players = i64::try_from(changes.len()).ok().filter(|&players| players > 0)?;
        let sum: i64 = changes.iter().map(|change| change.before.points()).sum();
        Some(Self::around(sum.div_euclid(players)))
    }

    const fn around(points: i64) -> Self {
        match points {
            ..1300 => Self::Lowest,
            1300..1500 => Self::Low,
            1500..1700 => Self::Middle,
            1700..1900 => Self::High,
            1900.. => Self::Highest,
        }
    }

    pub const fn word(self) -> &'static str {
        match self {
            Self::Lowest => "0-1299",
            Self::Low => "1300-1499",
            Self::Middle => "1500-1699",
            Self::High => "1700-1899",
            Self::Highest => "1900",
        }
    }

    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|band| band.word() == word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_turns_belong_to_one_band_each() {
        use Lasted::{Days, Hours, Months, Weeks};
        use TurnCount::{Base, Few, Many, More};
        let lasted = [0, 1, 6, 7, 29, 30, 400].map(|days| Lasted::of(TimeDelta::days(days)));
        assert_eq!(lasted, [Hours, Days, Days, Weeks, Weeks, Months, Months]);
        assert_eq!(Lasted::of(TimeDelta::days(1) - TimeDelta::milliseconds(1)), Hours);
        let turns = [0, 35, 36, 71, 72, 107, 108].map(TurnCount::of);
        assert_eq!(turns, [Few, Few, Base, Base, More, More, Many]);
    }

    #[test]
    fn ratings_belong_to_one_band_each_and_those_below_zero_to_the_lowest() {
        use RatingBand::{High, Highest, Low, Lowest, Middle};
        let bands = [-200, 1299, 1300, 1499, 1500, 1699, 1700, 1899, 1900, 4000].map(RatingBand::around);
        assert_eq!(bands, [Lowest, Lowest, Low, Low, Middle, Middle, High, High, Highest, Highest]);
        assert_eq!(RatingBand::of(&[]), None);
    }
}
