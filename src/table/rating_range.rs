//! Whom a rated table wants, by rating.

use serde::{Deserialize, Serialize};

use rating::Rating;

/// The ratings of those who may sit down, in points as pages show them. Both ends belong to it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RatingRange {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<u16>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<u16>,
}

impl RatingRange {
    /// The highest number that an end can be.
    pub const MOST: u16 = 4000;
    /// What a player counts as who has no rating yet.
    pub const START: i64 = Rating::START.points();

    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }

    pub fn allows(self, points: i64) -> bool {
        self.from.is_none_or(|from| i64::from(from) <= points)
            && self.to.is_none_or(|to| points <= i64::from(to))
    }

    /// Whether somebody can be in it, and both numbers are ratings.
    pub fn is_possible(self) -> bool {
        let (from, to) = (self.from.unwrap_or(0), self.to.unwrap_or(Self::MOST));
        from <= to && to <= Self::MOST
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ends_belong_to_the_range_and_either_may_be_missing() {
        let range = |from, to| RatingRange { from, to };
        for (range, allowed) in [
            (range(Some(1300), Some(1700)), [false, true, true, true, false]),
            (range(Some(1300), None), [false, true, true, true, true]),
            (range(None, Some(1700)), [true, true, true, true, false]),
            (range(None, None), [true; 5]),
        ] {
            assert_eq!([1299, 1300, RatingRange::START, 1700, 1701].map(|one| range.allows(one)), allowed);
            assert!(range.is_possible());
        }
        assert!(!range(Some(1700), Some(1300)).is_possible() && !range(Some(4001), None).is_possible());
        assert!(!range(None, Some(4001)).is_possible() && range(Some(1500), Some(1500)).is_possible());
        assert!(range(None, Some(1700)).allows(-1100), "ratings can fall below 0");
    }
}
