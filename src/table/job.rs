//! Scheduled work. Deciding a command also decides which jobs are added or removed; they are stored together with its
//! events.

use chrono::{DateTime, Utc};

use crate::table::GameId;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum JobKind {
    /// Enforces the deadline of the player to move, or of missing salts. The payload is the game's id.
    TimeOut,
    /// Plays the turn of a computer player that answers at once. The payload is the game's id.
    ComputerTurn,
    /// Plays the turn of a computer player that searches. The payload is the game's id.
    ComputerSearch,
    /// Analyses a finished game with little work. The payload is the game's id, here and below.
    QuickAnalysis,
    StandardAnalysis,
    DeepAnalysis,
    /// Deletes expired data, hourly.
    CleanUp,
    /// Looks for puzzles in a game.
    FindPuzzles,
}

impl JobKind {
    pub const ALL: [Self; 8] = [
        Self::TimeOut,
        Self::ComputerTurn,
        Self::ComputerSearch,
        Self::QuickAnalysis,
        Self::StandardAnalysis,
        Self::DeepAnalysis,
        Self::CleanUp,
        Self::FindPuzzles,
    ];

    /// The word used in the database.
    pub const fn word(self) -> &'static str {
        match self {
            Self::TimeOut => "time_out",
            Self::ComputerTurn => "computer_turn",
            Self::ComputerSearch => "computer_search",
            Self::QuickAnalysis => "quick_analysis",
            Self::StandardAnalysis => "standard_analysis",
            Self::DeepAnalysis => "deep_analysis",
            Self::CleanUp => "clean_up",
            Self::FindPuzzles => "find_puzzles",
        }
    }

    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.word() == word)
    }

    pub const fn lane(self) -> Lane {
        match self {
            Self::TimeOut | Self::ComputerTurn | Self::CleanUp => Lane::Quick,
            Self::ComputerSearch => Lane::Search,
            Self::QuickAnalysis | Self::StandardAnalysis | Self::DeepAnalysis | Self::FindPuzzles => {
                Lane::Analysis
            }
        }
    }
}

/// Work that waits in line: none waits for work of another lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Lane {
    /// What is done at once, in a few milliseconds each.
    Quick,
    /// Turns of computer players that search for up to seconds.
    Search,
    /// Analysis of games: up to minutes each.
    Analysis,
}

impl Lane {
    pub const ALL: [Self; 3] = [Self::Quick, Self::Search, Self::Analysis];

    /// The word used in the database and in names of threads.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Quick => "quick",
            Self::Search => "search",
            Self::Analysis => "analysis",
        }
    }

    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|lane| lane.word() == word)
    }
}

/// A scheduled job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// Unique: a job replaces an earlier one with the same key.
    pub key: String,
    pub kind: JobKind,
    /// What the job acts on; depends on its kind.
    pub payload: String,
    /// The earliest time to run it.
    pub due: DateTime<Utc>,
}

impl Job {
    /// An analysis of a finished game. Each kind has a job of its own.
    pub fn analysis(kind: JobKind, game: &GameId, due: DateTime<Utc>) -> Self {
        Self { key: format!("{}/{game}", kind.word()), kind, payload: game.to_string(), due }
    }
}

/// A change to the scheduled jobs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JobChange {
    /// Schedules this job, replacing any with the same key.
    Put(Job),
    /// Cancels the job with this key, if there is one.
    Remove(String),
}

impl JobChange {
    /// When a newly scheduled job may run, and in which lane; `None` for a removal.
    pub const fn due(&self) -> Option<(Lane, DateTime<Utc>)> {
        match self {
            Self::Put(job) => Some((job.kind.lane(), job.due)),
            Self::Remove(_) => None,
        }
    }
}
