//! Lanes of scheduled work.

/// Work that waits in line: none waits for work of another lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Lane {
    /// What is done at once, in a few milliseconds each.
    Quick,
    /// Turns of computer players that search for up to seconds.
    Search,
    /// Quick analyses, exhibitions, imports of files and searches for puzzles.
    Analysis,
    /// Analyses that people ask for: up to minutes each.
    LongAnalysis,
    /// What many games share: results of finished games, deadlines after an outage, and names of closed accounts.
    Results,
    /// Push messages, which wait for other servers.
    Push,
    /// Messages to webhooks, which may be slow.
    Webhook,
}

impl Lane {
    pub const ALL: [Self; 7] = [
        Self::Quick,
        Self::Search,
        Self::Analysis,
        Self::LongAnalysis,
        Self::Results,
        Self::Push,
        Self::Webhook,
    ];

    /// The word used in the database and in names of threads.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Quick => "quick",
            Self::Search => "search",
            Self::Analysis => "analysis",
            Self::LongAnalysis => "long_analysis",
            Self::Results => "results",
            Self::Push => "push",
            Self::Webhook => "webhook",
        }
    }

    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|lane| lane.word() == word)
    }
}
