//! Who is asking. Every use case takes a [`Principal`]; what it may do is decided from it and from nothing else. What servers and
//! hosts do by themselves, jobs and commands, takes none.

use std::net::IpAddr;

use enumset::{EnumSet, EnumSetType};

use crate::account::{SessionId, UserId};
use crate::service::StoreError;

/// A part of what a user can do. A session may do everything; a token may be good for less.
#[derive(Debug, Hash, EnumSetType)]
pub enum Scope {
    /// See the user's games, tables and notifications.
    Read,
    /// Open, join, leave and close tables; play, resign, ask for a rematch; mark games as seen.
    Play,
    /// Change the account: password, sessions, recovery codes, feeds.
    Account,
}

/// Who is asking for something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Principal {
    who: Who,
    scopes: EnumSet<Scope>,
    address: Option<IpAddr>,
}

/// What is known about who asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Who {
    /// Nobody is signed in.
    Anonymous,
    /// A user with a session.
    Session {
        /// The user.
        user: UserId,
        /// The session that sent the request.
        session: SessionId,
        /// Guests have no password and play only the computer.
        guest: bool,
    },
    /// A user by a token, such as the secret address of a feed.
    Token {
        /// The user.
        user: UserId,
    },
}

/// Why a principal may not do something, whatever it is done to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Denied {
    /// Nobody is signed in.
    #[error("Sign in first.")]
    SignedOut,
    /// The token is not good for it.
    #[error("This token may not do that.")]
    Scope(Scope),
}

/// Why something of a user's own was not shown or changed.
#[derive(Debug, thiserror::Error)]
pub enum AccessError {
    #[error(transparent)]
    Denied(#[from] Denied),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl AccessError {
    /// A stable name for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Denied(why) => why.code(),
            Self::Store(_) => "failed",
        }
    }
}

impl Denied {
    /// A stable name for programs.
    pub const fn code(self) -> &'static str {
        match self {
            Self::SignedOut => "signed-out",
            Self::Scope(_) => "missing-scope",
        }
    }
}

impl Principal {
    /// Somebody who is not signed in.
    pub const fn anonymous(address: Option<IpAddr>) -> Self {
        Self { who: Who::Anonymous, scopes: EnumSet::empty(), address }
    }

    /// A user with a session, who may do everything.
    pub const fn session(user: UserId, session: SessionId, guest: bool, address: Option<IpAddr>) -> Self {
        Self { who: Who::Session { user, session, guest }, scopes: EnumSet::all(), address }
    }

    /// A user by a token that is good for `scopes`.
    pub const fn token(user: UserId, scopes: EnumSet<Scope>, address: Option<IpAddr>) -> Self {
        Self { who: Who::Token { user }, scopes, address }
    }

    /// What is known about who asks.
    pub const fn who(&self) -> &Who {
        &self.who
    }

    /// Where the request came from; `None` for what the server does by itself.
    pub const fn address(&self) -> Option<IpAddr> {
        self.address
    }

    /// The user, if somebody is signed in and the token is good for reading.
    pub fn reader(&self) -> Option<&UserId> {
        self.require(Scope::Read).ok()
    }

    /// The user, if the principal may do `scope`.
    pub fn require(&self, scope: Scope) -> Result<&UserId, Denied> {
        match &self.who {
            Who::Anonymous => Err(Denied::SignedOut),
            Who::Session { user, .. } | Who::Token { user } if self.scopes.contains(scope) => Ok(user),
            Who::Session { .. } | Who::Token { .. } => Err(Denied::Scope(scope)),
        }
    }

    /// Whether the user is a guest.
    pub const fn is_guest(&self) -> bool {
        matches!(self.who, Who::Session { guest: true, .. })
    }

    /// The session that sent the request.
    pub const fn session_id(&self) -> Option<&SessionId> {
        match &self.who {
            Who::Session { session, .. } => Some(session),
            Who::Anonymous | Who::Token { .. } => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_may_do_what_it_is_good_for_and_a_session_everything() {
        let ann = UserId::new([1; 10]);
        let session = Principal::session(ann.clone(), SessionId::new([2; 10]), false, None);
        let feed = Principal::token(ann.clone(), Scope::Read.into(), None);
        for scope in EnumSet::<Scope>::all() {
            assert_eq!(session.require(scope), Ok(&ann));
            assert_eq!(Principal::anonymous(None).require(scope), Err(Denied::SignedOut));
        }
        assert_eq!(feed.reader(), Some(&ann));
        assert_eq!(feed.require(Scope::Play), Err(Denied::Scope(Scope::Play)));
        assert_eq!((feed.session_id(), Principal::anonymous(None).reader()), (None, None));
    }
}
