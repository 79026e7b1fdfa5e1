//! What administrators and moderators do, as the audit log records it.

use chrono::{DateTime, Utc};

use super::UserId;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AuditAction {
    /// Not any more: restrictions lock accounts. So is the next one.
    Lock,
    Unlock,
    Rename,
    /// Replaced a name that nobody should see any more, also in game records.
    RemoveName,
    EndSessions,
    RetryJob,
    DropJob,
    /// Let turns time out that were held because there were many.
    ReleaseTimeOuts,
    /// Stopped all clocks instead.
    StopClocks,
    /// Took back a time-out that was a mistake.
    TakeBackTimeOut,
    /// Decided that a game counts for nobody's rating.
    ExcludeGame,
    /// Decided that it does after all.
    IncludeGame,
    /// An account was closed, a week after its owner had asked for it.
    CloseAccount,
    /// Decided that nothing follows from a report.
    DismissReport,
    /// Warned somebody, or kept them from talk or tables for some time.
    Restrict,
    /// Ended a restriction early.
    LiftRestriction,
    /// A user has objected to a restriction.
    Object,
    /// Upheld a restriction after an objection.
    UpholdRestriction,
}

impl AuditAction {
    pub const ALL: [Self; 18] = [
        Self::Lock,
        Self::Unlock,
        Self::Rename,
        Self::RemoveName,
        Self::EndSessions,
        Self::RetryJob,
        Self::DropJob,
        Self::ReleaseTimeOuts,
        Self::StopClocks,
        Self::TakeBackTimeOut,
        Self::ExcludeGame,
        Self::IncludeGame,
        Self::CloseAccount,
        Self::DismissReport,
        Self::Restrict,
        Self::LiftRestriction,
        Self::Object,
        Self::UpholdRestriction,
    ];

    /// The word used in the database and in the security log.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Lock => "account-locked",
            Self::Unlock => "account-unlocked",
            Self::Rename => "account-renamed",
            Self::RemoveName => "name-removed",
            Self::EndSessions => "all-sessions-ended",
            Self::RetryJob => "job-retried",
            Self::DropJob => "job-dropped",
            Self::ReleaseTimeOuts => "time-outs-released",
            Self::StopClocks => "clocks-stopped",
            Self::TakeBackTimeOut => "time-out-taken-back",
            Self::ExcludeGame => "game-excluded",
            Self::IncludeGame => "game-included",
            Self::CloseAccount => "account-closed",
            Self::DismissReport => "report-dismissed",
            Self::Restrict => "account-restricted",
            Self::LiftRestriction => "restriction-lifted",
            Self::Object => "restriction-objected-to",
            Self::UpholdRestriction => "restriction-upheld",
        }
    }

    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|action| action.word() == word)
    }
}

/// An entry of the audit log. It repeats names, because accounts can be renamed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditEntry {
    /// Unique: of actions at the same millisecond the log moves one.
    pub at: DateTime<Utc>,
    pub actor: UserId,
    pub actor_name: String,
    pub action: AuditAction,
    /// The id of an account, a game or a report, or the key of a job; empty for what concerns all games.
    pub subject: String,
    /// The name of the account before the action; empty for jobs and reports.
    pub subject_name: String,
    /// The new name of a renamed account; the error of a job; how many turns, or for how long; a restriction's kind, end and rule.
    pub detail: String,
    /// As typed; empty for jobs.
    pub reason: String,
}
