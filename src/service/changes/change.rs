//! What has changed, also as a word of a message to other processes.

use std::collections::BTreeSet;
use std::fmt;

use chrono::{DateTime, Utc};

use account::UserId;
use table::{GameId, JobChange, Lane, Outcome, Player, Status, Table, TableEvent};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    Game(GameId),
    /// A table at which the user has a seat or is invited.
    User(UserId),
    /// Jobs of a lane were scheduled; the earliest is due at this time.
    Jobs(Lane, DateTime<Utc>),
}

/// As a word of such a message.
impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Game(game) => write!(f, "game:{}", game.as_str()),
            Self::User(user) => write!(f, "user:{}", user.as_str()),
            Self::Jobs(lane, due) => write!(f, "{}:{}", lane.word(), due.timestamp_millis()),
        }
    }
}

impl Change {
    /// `None` for words written by newer versions.
    pub(super) fn parse(word: &str) -> Option<Self> {
        match word.split_once(':')? {
            ("game", id) => GameId::parse(id).map(Self::Game),
            ("user", id) => UserId::parse(id).map(Self::User),
            (lane, due) => {
                let due = DateTime::from_timestamp_millis(due.parse().ok()?)?;
                Lane::parse(lane).map(|lane| Self::Jobs(lane, due))
            }
        }
    }

    /// The changes that an outcome makes; `table` is the table before it, `None` if the outcome opens it. Until a rematch
    /// starts, its changes are also changes of the game before it, whose pages show it.
    pub(super) fn all_of(table: Option<&Table>, outcome: &Outcome) -> Vec<Self> {
        let mut users: BTreeSet<&UserId> = match table {
            Some(table) if table.status() == Status::Open => {
                table.people().map(|person| &person.id).collect()
            }
            Some(table) => table.seats().into_iter().flatten().filter_map(Player::user).collect(),
            None => BTreeSet::new(),
        };
        users.extend(outcome.table_events.iter().flat_map(TableEvent::users));
        let opened = outcome.table_events.first().and_then(|event| match event {
            TableEvent::Opened(opened) => opened.rematch_of.as_ref(),
            _ => None,
        });
        let rematch_of =
            opened.or_else(|| table?.rematch_of.as_ref()).filter(|_| !outcome.table_events.is_empty());
        let games = std::iter::once(&outcome.game).chain(rematch_of);
        let users = users.into_iter().map(|user| Self::User(user.clone()));
        users.chain(games.map(|game| Self::Game(game.clone()))).chain(Self::of_jobs(&outcome.jobs)).collect()
    }

    /// The earliest of each lane in which jobs were scheduled.
    pub fn of_jobs(jobs: &[JobChange]) -> impl Iterator<Item = Self> {
        let scheduled: BTreeSet<(Lane, DateTime<Utc>)> = jobs.iter().filter_map(JobChange::due).collect();
        let mut last = None;
        scheduled
            .into_iter()
            .filter(move |&(lane, _)| last.replace(lane) != Some(lane))
            .map(|(lane, due)| Self::Jobs(lane, due))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::Job;

    fn due(millis: i64) -> Change {
        Change::Jobs(Lane::Search, DateTime::from_timestamp_millis(millis).unwrap())
    }

    #[test]
    fn the_earliest_job_of_each_lane_is_a_change() {
        let put = |job: fn(GameId) -> Job, millis| {
            let due = DateTime::from_timestamp_millis(millis).unwrap();
            JobChange::Put(job(GameId::new([1; 10])).at(due))
        };
        let jobs = [
            put(Job::ComputerSearch, 9),
            put(Job::TimeOut, 8),
            JobChange::Remove(String::new()),
            put(Job::ComputerSearch, 7),
        ];
        let quick = Change::Jobs(Lane::Quick, DateTime::from_timestamp_millis(8).unwrap());
        assert_eq!(Change::of_jobs(&jobs).collect::<Vec<_>>(), [quick, due(7)]);
    }

    #[test]
    fn changes_survive_a_round_trip_through_a_message() {
        for change in [
            Change::Game(GameId::parse("aaaaaaaaaaaaaaaa").unwrap()),
            Change::User(UserId::new([7; 10])),
            due(1_790_000_000_000),
            due(-1),
        ] {
            assert_eq!(Change::parse(&change.to_string()), Some(change));
        }
        for word in [
            "",
            "game:",
            "game",
            "quick",
            "quick:",
            "quick:x",
            "quick:9223372036854775807",
            "jobs:1",
            "other",
        ] {
            assert_eq!(Change::parse(word), None, "{word}");
        }
    }
}
