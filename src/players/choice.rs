//! What a player answers.

use engine::Command;

/// A command and the reasons for it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Choice {
    /// `None` if no one can move.
    pub best: Option<Command>,
    /// The commands that were compared, the best first; empty if the player compares none.
    pub candidates: Vec<Candidate>,
    /// Work done, in the unit of the method.
    pub work: u64,
}

/// A command as the player sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate {
    pub command: Command,
    /// In points, for the seat to move: how far it expects to be ahead.
    pub value: f64,
    /// The standard error of `value`, but in a search that of the difference to the best for all others. `None` if they are no estimates
    /// from samples.
    pub error: Option<f64>,
    /// The part of the work that went into this command.
    pub work: u64,
}

impl Choice {
    /// The candidate with the greatest value; of equal ones, the first.
    pub fn ranked(mut candidates: Vec<Candidate>) -> Self {
        candidates.sort_by(|one, other| other.value.total_cmp(&one.value));
        let best = candidates.first().map(|candidate| candidate.command);
        Self { best, work: candidates.iter().map(|candidate| candidate.work).sum(), candidates }
    }

    /// A choice without reasons.
    pub const fn of(best: Option<Command>) -> Self {
        Self { best, candidates: Vec::new(), work: 0 }
    }
}
