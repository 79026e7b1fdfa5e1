//! Addresses for administrators and moderators, except those of cases.

use std::fmt;

use super::AccountAction;
use table::GameId;

/// A page, or the action of a form.
#[derive(Clone, Copy, Debug)]
pub enum AdminUrl<'a> {
    /// Numbers of the server.
    Home,
    SlowRequests,
    /// Failed jobs.
    Jobs,
    RetryJob,
    DropJob,
    TimeOuts,
    /// Let turns time out that are held.
    ReleaseTimeOuts,
    StopClocks,
    /// The time-outs of a game that can be taken back.
    TimeOutsOf(&'a GameId),
    TakeBackTimeOut,
    /// The audit log.
    Log,
    /// The audit log before this time, in Unix milliseconds.
    LogBefore(i64),
    /// Leads to the account with a name.
    Accounts,
    /// An account, as moderators see it.
    Account(&'a str),
    /// What a moderator does to an account.
    ChangeAccount(&'a str, AccountAction),
}

impl fmt::Display for AdminUrl<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Home => f.write_str("/admin"),
            Self::SlowRequests => f.write_str("/admin/slow"),
            Self::Jobs => f.write_str("/admin/jobs"),
            Self::RetryJob => f.write_str("/admin/jobs/retry"),
            Self::DropJob => f.write_str("/admin/jobs/drop"),
            Self::TimeOuts => f.write_str("/admin/time-outs"),
            Self::ReleaseTimeOuts => f.write_str("/admin/time-outs/release"),
            Self::StopClocks => f.write_str("/admin/time-outs/stop"),
            Self::TimeOutsOf(game) => write!(f, "/admin/time-outs?game={game}"),
            Self::TakeBackTimeOut => f.write_str("/admin/time-outs/take-back"),
            Self::Log => f.write_str("/admin/log"),
            Self::LogBefore(at) => write!(f, "/admin/log?before={at}"),
            Self::Accounts => f.write_str("/admin/accounts"),
            Self::Account(id) => write!(f, "/admin/accounts/{id}"),
            Self::ChangeAccount(id, action) => write!(f, "/admin/accounts/{id}/{}", action.word()),
        }
    }
}
