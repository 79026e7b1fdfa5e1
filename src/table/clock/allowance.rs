//! The numbers of a clock.

use std::ops::RangeInclusive;

use chrono::TimeDelta;
use serde::{Deserialize, Serialize};

const MINUTE: u32 = 60;
const HOUR: u32 = 60 * MINUTE;
const DAY: u32 = 24 * HOUR;

/// How much time a seat has, in seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Allowance {
    /// What every turn has for nothing.
    pub free: u32,
    /// The time bank at the start.
    pub bank: u32,
    /// Added to the bank after a completed turn.
    pub increment: u32,
    /// The most that increments fill the bank to.
    pub cap: u32,
    /// The most that one turn may take out of the bank; `None` if it may take all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most: Option<u32>,
}

/// Why nobody can play with an allowance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum AllowanceRefusal {
    #[error("free-time")]
    Free,
    #[error("bank")]
    Bank,
    #[error("increment")]
    Increment,
    #[error("cap")]
    Cap,
    #[error("cap-below-bank")]
    CapBelowBank,
    #[error("cap-below-increment")]
    CapBelowIncrement,
    #[error("most")]
    Most,
    /// The first turn would have next to no time.
    #[error("no-time")]
    NoTime,
}

impl Allowance {
    /// The most that new tables can choose for each number, in seconds.
    pub const LONGEST_FREE: u32 = 30 * DAY;
    pub const LONGEST_BANK: u32 = 60 * DAY;
    pub const LONGEST_INCREMENT: u32 = 14 * DAY;
    /// Of what one turn may take out of the bank, in seconds.
    pub const MOST: RangeInclusive<u32> = MINUTE..=Self::LONGEST_BANK;
    /// The least that a first turn must have, in seconds.
    pub const LEAST: u32 = MINUTE;

    /// So many days for every turn.
    pub const fn days(days: u8) -> Self {
        Self { free: days as u32 * DAY, bank: 0, increment: 0, cap: 0, most: None }
    }

    pub(super) const fn slow() -> Self {
        Self { free: 12 * HOUR, bank: 3 * DAY, increment: DAY, cap: 10 * DAY, most: Some(7 * DAY) }
    }

    pub(super) const fn daily() -> Self {
        Self { free: DAY, bank: 3 * DAY, increment: 0, cap: 3 * DAY, most: None }
    }

    pub(super) const fn live() -> Self {
        Self { free: 10, bank: 15 * MINUTE, increment: 20, cap: 15 * MINUTE, most: None }
    }

    /// The days for every turn; `None` if there is a bank, or a part of a day.
    pub fn whole_days(self) -> Option<u8> {
        let days = u8::try_from(self.free / DAY).ok().filter(|&days| days > 0)?;
        (self == Self::days(days)).then_some(days)
    }

    /// Whether the bank is ever more than empty.
    pub const fn has_bank(self) -> bool {
        self.bank > 0 || self.increment > 0
    }

    pub fn check(self) -> Result<(), AllowanceRefusal> {
        let Self { free, bank, increment, cap, most } = self;
        let refused = [
            (free > Self::LONGEST_FREE, AllowanceRefusal::Free),
            (bank > Self::LONGEST_BANK, AllowanceRefusal::Bank),
            (increment > Self::LONGEST_INCREMENT, AllowanceRefusal::Increment),
            (cap > Self::LONGEST_BANK, AllowanceRefusal::Cap),
            (cap < bank, AllowanceRefusal::CapBelowBank),
            (cap < increment, AllowanceRefusal::CapBelowIncrement),
            (most.is_some_and(|most| !Self::MOST.contains(&most)), AllowanceRefusal::Most),
            (self.first_turn() < span(Self::LEAST), AllowanceRefusal::NoTime),
        ];
        refused.into_iter().find(|&(refused, _)| refused).map_or(Ok(()), |(_, why)| Err(why))
    }

    /// What a turn may take, with this much in the bank.
    pub fn turn(self, bank: TimeDelta) -> TimeDelta {
        span(self.free) + self.of_bank(bank)
    }

    /// What a turn may take out of a bank.
    pub(super) fn of_bank(self, bank: TimeDelta) -> TimeDelta {
        self.most.map_or(bank, |most| bank.min(span(most)))
    }

    /// The longest that the first turn can take.
    pub fn first_turn(self) -> TimeDelta {
        self.turn(span(self.bank))
    }

    /// The longest that any turn can take.
    pub fn longest_turn(self) -> TimeDelta {
        self.turn(span(if self.has_bank() { self.cap } else { 0 }))
    }
}

pub(super) fn span(seconds: u32) -> TimeDelta {
    TimeDelta::seconds(seconds.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ClockPreset;

    #[test]
    fn every_preset_can_be_played() {
        for preset in ClockPreset::ALL {
            assert_eq!(preset.allowance().check(), Ok(()), "{preset:?}");
        }
    }

    #[test]
    fn a_number_that_makes_no_sense_is_refused_by_name() {
        let slow = Allowance::slow();
        for (allowance, why) in [
            (Allowance { free: 31 * DAY, ..slow }, AllowanceRefusal::Free),
            (Allowance { bank: 61 * DAY, ..slow }, AllowanceRefusal::Bank),
            (Allowance { increment: 15 * DAY, ..slow }, AllowanceRefusal::Increment),
            (Allowance { cap: 61 * DAY, ..slow }, AllowanceRefusal::Cap),
            (Allowance { cap: 2 * DAY, ..slow }, AllowanceRefusal::CapBelowBank),
            (Allowance { bank: 0, cap: HOUR, ..slow }, AllowanceRefusal::CapBelowIncrement),
            (Allowance { most: Some(59), ..slow }, AllowanceRefusal::Most),
            (Allowance::default(), AllowanceRefusal::NoTime),
            (Allowance { free: 59, ..Allowance::default() }, AllowanceRefusal::NoTime),
        ] {
            assert_eq!(allowance.check(), Err(why), "{allowance:?}");
        }
    }

    #[test]
    fn days_are_whole_only_without_a_bank() {
        assert_eq!(Allowance::days(3).whole_days(), Some(3));
        assert_eq!(Allowance::daily().whole_days(), None);
        assert_eq!(Allowance { free: 36 * HOUR, ..Allowance::default() }.whole_days(), None);
    }

    #[test]
    fn no_turn_takes_more_than_its_free_time_and_what_the_bank_gives() {
        let days = TimeDelta::days;
        assert_eq!(Allowance::days(3).longest_turn(), days(3));
        assert_eq!(Allowance::daily().longest_turn(), days(4));
        assert_eq!(Allowance::slow().first_turn(), TimeDelta::hours(12) + days(3));
        assert_eq!(Allowance::slow().longest_turn(), TimeDelta::hours(12) + days(7));
    }
}
