//! How long games usually take, by their clocks.

use std::collections::BTreeMap;

use chrono::TimeDelta;

use crate::{ClockPreset, Player, Table, TimeControl};
use engine::Ruleset;

/// How long games usually take, from their first turn to their last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UsualLength {
    pub median: TimeDelta,
    /// Nine in ten take no longer.
    pub nine_in_ten: TimeDelta,
}

/// A game that began so long ago that most like it are over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PastGame {
    pub clock: ClockPreset,
    /// Those of its people.
    pub turns: u32,
    /// `None` if it still goes on.
    pub took: Option<TimeDelta>,
}

/// How long games usually take: by clock, what a turn of a person adds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameLengths(BTreeMap<ClockPreset, UsualLength>);

/// The turns of a game of the base tiles.
const TURNS: u32 = 71;

/// Median and nine in ten of a simulated league, in days: `docs/time.md` has the table. Its people aren't at the board at the same time, so
/// that it says nothing about games that are live.
const SIMULATED: [(ClockPreset, i64, i64); 4] = [
    (ClockPreset::Daily, 34, 51),
    (ClockPreset::Slow, 35, 55),
    (ClockPreset::Standard, 35, 56),
    (ClockPreset::Relaxed, 35, 56),
];

impl ClockPreset {
    /// How long after it was opened a game with this clock is over, unless it is one of the longest.
    pub const fn over_after(self) -> TimeDelta {
        match self {
            Self::Live => TimeDelta::days(2),
            Self::Daily | Self::Slow | Self::Standard | Self::Relaxed => TimeDelta::days(120),
        }
    }
}

impl PastGame {
    /// `None` if it tells nothing about the length of others: people did not wait for each other, or it has no clock with a name.
    pub fn new(
        control: TimeControl,
        rules: &Ruleset,
        seats: usize,
        people: usize,
        took: Option<TimeDelta>,
    ) -> Option<Self> {
        Some(Self { clock: control.preset()?, turns: turns_of_people(rules, seats, people)?, took })
    }
}

/// About how many turns people have in a game; `None` if none of them waits for another.
fn turns_of_people(rules: &Ruleset, seats: usize, people: usize) -> Option<u32> {
    let turns = rules.tiles_in_bag(seats) * people / seats.max(1);
    u32::try_from(turns).ok().filter(|&turns| people > 1 && turns > 0)
}

impl Default for GameLengths {
    /// Those of the simulation.
    fn default() -> Self {
        let turn = |(clock, median, nine_in_ten)| {
            let of = |days| TimeDelta::days(days) / TURNS.cast_signed();
            (clock, UsualLength { median: of(median), nine_in_ten: of(nine_in_ten) })
        };
        Self(SIMULATED.map(turn).into())
    }
}

impl GameLengths {
    /// So many games of a clock are enough to say how long it usually takes.
    pub const ENOUGH: usize = 30;

    /// From past games, where there are enough. Those that still go on take longer than all others.
    pub fn of(games: impl IntoIterator<Item = PastGame>) -> Self {
        let mut turns: BTreeMap<ClockPreset, Vec<TimeDelta>> = BTreeMap::new();
        for PastGame { clock, turns: of, took } in games {
            let turn =
                took.map_or(TimeDelta::MAX, |took| took / i32::try_from(of).unwrap_or(i32::MAX).max(1));
            turns.entry(clock).or_default().push(turn);
        }
        let mut lengths = Self::default();
        for (clock, mut turns) in turns {
            turns.sort_unstable();
            let part = |tenths: usize| turns.get(turns.len() * tenths / 10).copied();
            let known = |turn: &TimeDelta| turns.len() >= Self::ENOUGH && *turn < TimeDelta::MAX;
            if let (Some(median), Some(nine_in_ten)) = (part(5), part(9).filter(known)) {
                lengths.0.insert(clock, UsualLength { median, nine_in_ten });
            }
        }
        lengths
    }

    /// Of games of the base tiles between people. `None` if nobody knows.
    pub fn of_clock(&self, clock: ClockPreset) -> Option<UsualLength> {
        self.of_turns(clock, TURNS)
    }

    /// Of games like that of this table. `None` if nobody knows.
    pub fn of_table(&self, table: &Table) -> Option<UsualLength> {
        let seats = table.seats();
        let computers = seats.iter().flatten().filter_map(|player| Player::level(player)).count();
        let turns = turns_of_people(&table.settings.rules, seats.len(), seats.len() - computers)?;
        self.of_turns(table.settings.time_control.preset()?, turns)
    }

    fn of_turns(&self, clock: ClockPreset, turns: u32) -> Option<UsualLength> {
        let UsualLength { median, nine_in_ten } = self.0.get(&clock)?;
        let all = |turn: &TimeDelta| turn.checked_mul(turns.cast_signed());
        Some(UsualLength { median: all(median)?, nine_in_ten: all(nine_in_ten)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn standard(days: Option<i64>) -> PastGame {
        let control = TimeControl::Limited(ClockPreset::Standard.allowance());
        PastGame::new(control, &Ruleset::default(), 2, 2, days.map(TimeDelta::days)).unwrap()
    }

    fn days(length: UsualLength) -> [i64; 2] {
        [length.median, length.nine_in_ten].map(|length| (length + TimeDelta::hours(12)).num_days())
    }

    #[test]
    fn lengths_are_simulated_until_there_are_enough_games() {
        let of = |games| {
            GameLengths::of((1..=games).map(|game| standard(Some(game)))).of_clock(ClockPreset::Standard)
        };
        assert_eq!(days(of(29).unwrap()), [35, 56]);
        assert_eq!(days(of(30).unwrap()), [16, 28]);
        assert_eq!(GameLengths::of((0..30).map(|_| standard(Some(3)))).of_clock(ClockPreset::Live), None);
    }

    #[test]
    fn games_that_go_on_are_the_longest() {
        let over = (1..=40).map(|game| standard(Some(game)));
        let most = GameLengths::of(over.clone().chain((0..4).map(|_| standard(None))));
        assert_eq!(days(most.of_clock(ClockPreset::Standard).unwrap()), [23, 40]);
        let too_many = GameLengths::of(over.chain((0..5).map(|_| standard(None))));
        assert_eq!(
            days(too_many.of_clock(ClockPreset::Standard).unwrap()),
            [35, 56],
            "nobody knows nine in ten"
        );
    }

    #[test]
    fn a_game_in_which_nobody_waits_for_anybody_says_nothing() {
        let past = |control, people| PastGame::new(control, &Ruleset::default(), 3, people, None);
        let daily = TimeControl::Limited(ClockPreset::Daily.allowance());
        assert_eq!(
            [0, 1, 2, 3].map(|people| past(daily, people).map(|game| game.turns)),
            [None, None, Some(47), Some(71)]
        );
        assert_eq!(past(TimeControl::Unlimited, 3), None);
        assert_eq!(past(TimeControl::of_days(Some(4)), 3), None);
    }
}
