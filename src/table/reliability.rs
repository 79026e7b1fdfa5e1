//! How reliably a person plays in time.

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;

use crate::{AttendanceEntry, AttendanceKind, GameId};

/// How many of a person's last turns were in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reliability {
    /// There are too few turns to tell.
    New,
    /// From 0 to 100, rounded down.
    Percent(u8),
}

/// A person's reliability, and what it is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReliabilityDetails {
    pub reliability: Reliability,
    /// The turns that count, played or missed; at most [`ReliabilityDetails::TURNS`].
    pub turns: u32,
    /// The missed turns that lower the figure now, the last first.
    pub missed: Vec<MissedTurn>,
}

/// A missed turn that lowers the figure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MissedTurn {
    pub game: GameId,
    pub at: DateTime<Utc>,
    /// Whether it only weighs half.
    pub half: bool,
    /// When it will weigh less.
    pub until: DateTime<Utc>,
}

/// Whom a table lets sit down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RequiredReliability {
    /// The least reliability, from 0 to 100.
    pub percent: u8,
    /// Whether people may join who have played too little to tell.
    pub newcomers: bool,
}

impl Default for RequiredReliability {
    /// Everybody may join.
    fn default() -> Self {
        Self { percent: 0, newcomers: true }
    }
}

impl RequiredReliability {
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }

    pub const fn allows(self, reliability: Reliability) -> bool {
        match reliability {
            Reliability::New => self.newcomers,
            Reliability::Percent(percent) => percent >= self.percent,
        }
    }
}

impl ReliabilityDetails {
    /// So many turns count, the last ones.
    pub const TURNS: u32 = 200;
    /// With fewer there is no figure.
    pub const LEAST: u32 = 20;
    /// So long a missed turn weighs full.
    pub const FULL: TimeDelta = TimeDelta::days(28);
    /// So long after it was missed it weighs half.
    pub const HALF: TimeDelta = TimeDelta::days(365);
    /// Turns missed within so long count once, unless the player has played elsewhere.
    pub const TOGETHER: TimeDelta = TimeDelta::hours(24);

    /// The reliability that follows from the last entries of a person's record, in any order.
    ///
    /// Without another missed turn it never falls. So nothing that is missed ever leaves the number of turns, even when it weighs
    /// nothing any more, and turns of a game that was called off still hide others that were missed on the same day.
    pub fn of(mut record: Vec<AttendanceEntry>, now: DateTime<Utc>) -> Self {
        record.sort_by(|one, other| (one.at, &one.game, one.kind).cmp(&(other.at, &other.game, other.kind)));
        let called_off: HashSet<GameId> = record
            .iter()
            .filter(|entry| entry.kind == AttendanceKind::CalledOff)
            .map(|entry| entry.game.clone())
            .collect();
        let (mut turns, mut lost, mut missed) = (0, 0, Vec::new());
        for entry in counted(record).into_iter().rev() {
            let room = Self::TURNS - turns;
            if room == 0 {
                break;
            }
            if let AttendanceKind::Played(played) = entry.kind {
                turns += played.min(room);
                continue;
            }
            turns += 1;
            if let Some(turn) = MissedTurn::of(&entry, now).filter(|_| !called_off.contains(&entry.game)) {
                lost += if turn.half { 1 } else { 2 };
                missed.push(turn);
            }
        }
        let reliability = if turns < Self::LEAST {
            Reliability::New
        } else {
            // In half turns.
            let percent = (2 * turns - lost) * 100 / (2 * turns);
            Reliability::Percent(u8::try_from(percent).unwrap_or(100))
        };
        Self { reliability, turns, missed }
    }
}

/// What counts of a record that is in order: of turns missed within a day the first, unless the player was playing elsewhere.
fn counted(record: Vec<AttendanceEntry>) -> Vec<AttendanceEntry> {
    let mut last: Option<DateTime<Utc>> = None;
    let counts = |entry: &AttendanceEntry| match entry.kind {
        AttendanceKind::Played(_) => true,
        AttendanceKind::CalledOff => false,
        AttendanceKind::Missed | AttendanceKind::MissedWhilePlaying => {
            let together = last.is_some_and(|last| entry.at - last < ReliabilityDetails::TOGETHER);
            let counts = !together || entry.kind == AttendanceKind::MissedWhilePlaying;
            if counts {
                last = Some(entry.at);
            }
            counts
        }
    };
    record.into_iter().filter(counts).collect()
}

impl MissedTurn {
    /// `None` if it weighs nothing any more.
    fn of(entry: &AttendanceEntry, now: DateTime<Utc>) -> Option<Self> {
        let (full, half) = (entry.at + ReliabilityDetails::FULL, entry.at + ReliabilityDetails::HALF);
        let turn = |half, until| Self { game: entry.game.clone(), at: entry.at, half, until };
        if now < full { Some(turn(false, full)) } else { (now < half).then(|| turn(true, half)) }
    }
}

#[cfg(test)]
mod tests;
