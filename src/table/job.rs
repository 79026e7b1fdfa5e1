//! What is to happen later. Deciding a command says which jobs there are from then on; they are stored with its events.

use chrono::{DateTime, Utc};

/// What a job does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum JobKind {
    /// The time of the player to move runs out. The payload is the game.
    TimeOut,
    /// The computer takes its turn. The payload is the game.
    ComputerTurn,
    /// What is old is removed; every hour.
    CleanUp,
}

impl JobKind {
    /// All kinds.
    pub const ALL: [Self; 3] = [Self::TimeOut, Self::ComputerTurn, Self::CleanUp];

    /// The word of the database.
    pub const fn word(self) -> &'static str {
        match self {
            Self::TimeOut => "time_out",
            Self::ComputerTurn => "computer_turn",
            Self::CleanUp => "clean_up",
        }
    }

    /// The kind of that word.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.word() == word)
    }
}

/// A job that waits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// There is one job a key: a later one takes the place of the one before.
    pub key: String,
    /// What it does.
    pub kind: JobKind,
    /// What it is done to.
    pub payload: String,
    /// When, at the earliest.
    pub due: DateTime<Utc>,
}

/// A change of what waits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JobChange {
    /// This job waits, instead of any with the same key.
    Put(Job),
    /// No job with this key waits any more.
    Remove(String),
}

impl JobChange {
    /// When a job may run that did not wait before.
    pub const fn due(&self) -> Option<DateTime<Utc>> {
        match self {
            Self::Put(job) => Some(job.due),
            Self::Remove(_) => None,
        }
    }
}
