//! Addresses of challenges and series.

use std::fmt;

use account::{ChallengeId, SeriesId, UserId};
use table::GameId;

/// A page, or the action of a form.
#[derive(Clone, Copy, Debug)]
pub enum ChallengeUrl<'a> {
    /// The viewer's challenges.
    Own,
    /// The action of the form for a new one.
    Send,
    /// The form that challenges a player.
    New(&'a UserId),
    /// The form, filled in with the settings of this table.
    NewLike(&'a UserId, &'a GameId),
    Of(&'a ChallengeId),
    Accept(&'a ChallengeId),
    Decline(&'a ChallengeId),
    Withdraw(&'a ChallengeId),
    /// The form for a counter-offer, and its action.
    Counter(&'a ChallengeId),
    Series(&'a SeriesId),
}

impl fmt::Display for ChallengeUrl<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Own => f.write_str("/challenges"),
            Self::Send => f.write_str("/challenges/new"),
            Self::New(user) => write!(f, "/challenges/new?to={user}"),
            Self::NewLike(user, game) => write!(f, "/challenges/new?to={user}&from={game}"),
            Self::Of(id) => write!(f, "/challenges/{id}"),
            Self::Accept(id) => write!(f, "/challenges/{id}/accept"),
            Self::Decline(id) => write!(f, "/challenges/{id}/decline"),
            Self::Withdraw(id) => write!(f, "/challenges/{id}/withdraw"),
            Self::Counter(id) => write!(f, "/challenges/{id}/counter"),
            Self::Series(id) => write!(f, "/series/{id}"),
        }
    }
}
