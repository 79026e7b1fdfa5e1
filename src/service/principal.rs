//! Who makes a request. Every use case takes a [`Principal`] and authorises by it alone. Internal jobs and the host's
//! commands need none.

use std::net::IpAddr;

use chrono::{DateTime, TimeDelta, Utc};
use enumset::EnumSet;

use crate::StoreError;
use account::{ActiveSession, KnownBrowser, PasswordHash, RestrictionKind, Scope, SessionId, UserId};

/// How long a password or passkey confirms that the user is still the one at the browser.
pub const CONFIRMED_FOR: TimeDelta = TimeDelta::minutes(10);

/// Who makes a request, from where, and what they may do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Principal {
    who: Who,
    scopes: EnumSet<Scope>,
    address: Option<IpAddr>,
    /// What the browser says about users who have signed in from it before; unverified.
    browsers: Vec<KnownBrowser>,
    /// Whether the browser has just changed something, and must see it.
    fresh: bool,
    /// When the user last typed the password or used a passkey in this session.
    confirmed: Option<DateTime<Utc>>,
}

/// How the request was authenticated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Who {
    /// Not signed in.
    Anonymous,
    Session {
        user: UserId,
        /// The session that sent the request.
        session: SessionId,
        /// Guests have no password and can only play the computer.
        guest: bool,
    },
    /// A token of the API.
    Token { user: UserId },
    /// A session of somebody whose account moderators have locked: a visitor who can read why, and object.
    Locked { user: UserId, session: SessionId },
}

/// A missing permission, whatever the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Denied {
    #[error("signed-out")]
    SignedOut,
    /// The token lacks this scope.
    #[error("scope-missing")]
    Scope(Scope),
    /// The user has to type the password or use a passkey again first.
    #[error("confirmation-needed")]
    Unconfirmed,
    /// Moderators keep the user from it until then. The user can object.
    #[error("restricted")]
    Restricted { kind: RestrictionKind, until: DateTime<Utc> },
    /// Moderators have locked the account. The user can object.
    #[error("account-locked")]
    Locked,
}

#[derive(Debug, thiserror::Error)]
pub enum AccessError {
    #[error(transparent)]
    Denied(#[from] Denied),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl AccessError {
    /// A stable code for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Denied(why) => why.code(),
            Self::Store(_) => "failed",
        }
    }
}

impl Denied {
    /// A stable code for programs.
    pub const fn code(self) -> &'static str {
        match self {
            Self::SignedOut => "signed-out",
            Self::Scope(_) => "missing-scope",
            Self::Unconfirmed => "unconfirmed",
            Self::Restricted { .. } => "restricted",
            Self::Locked => "account-locked",
        }
    }
}

impl Principal {
    pub const fn anonymous(address: Option<IpAddr>) -> Self {
        let who = Who::Anonymous;
        Self { who, scopes: EnumSet::empty(), address, browsers: Vec::new(), fresh: false, confirmed: None }
    }

    /// Has all scopes.
    pub const fn session(user: UserId, session: SessionId, guest: bool, address: Option<IpAddr>) -> Self {
        let who = Who::Session { user, session, guest };
        Self { who, scopes: EnumSet::all(), address, browsers: Vec::new(), fresh: false, confirmed: None }
    }

    /// A request in this session.
    pub fn in_session(session: &ActiveSession, address: Option<IpAddr>) -> Self {
        let ActiveSession { user, id, confirmed, locked, .. } = session;
        if *locked {
            let who = Who::Locked { user: user.id.clone(), session: id.clone() };
            return Self { who, ..Self::anonymous(address) };
        }
        Self::session(user.id.clone(), id.clone(), user.guest, address).confirmed_at(*confirmed)
    }

    pub const fn token(user: UserId, scopes: EnumSet<Scope>, address: Option<IpAddr>) -> Self {
        Self {
            who: Who::Token { user },
            scopes,
            address,
            browsers: Vec::new(),
            fresh: false,
            confirmed: None,
        }
    }

    /// The same, in a browser that brings these marks.
    #[must_use]
    pub fn in_browser(self, browsers: Vec<KnownBrowser>) -> Self {
        Self { browsers, ..self }
    }

    /// The same, in a browser that has just changed something.
    #[must_use]
    pub fn reading_fresh(self, fresh: bool) -> Self {
        Self { fresh, ..self }
    }

    /// Whether nothing that it reads may be old.
    pub const fn reads_fresh(&self) -> bool {
        self.fresh
    }

    /// The same, in a session in which the user last confirmed then who they are.
    #[must_use]
    pub fn confirmed_at(self, at: DateTime<Utc>) -> Self {
        Self { confirmed: Some(at), ..self }
    }

    /// Unverified.
    pub fn browsers(&self) -> &[KnownBrowser] {
        &self.browsers
    }

    /// The mark that shows that `user` has signed in from this browser with the present password.
    pub fn browser_of(&self, user: &UserId, password: &PasswordHash) -> Option<&KnownBrowser> {
        self.browsers.iter().find(|browser| browser.knows(user, password))
    }

    pub const fn who(&self) -> &Who {
        &self.who
    }

    /// The address of the client; `None` for internal requests.
    pub const fn address(&self) -> Option<IpAddr> {
        self.address
    }

    /// The user, if signed in with the scope [`Scope::Read`].
    pub fn reader(&self) -> Option<&UserId> {
        self.require(Scope::Read).ok()
    }

    /// `None` for visitors, and for those whose account is locked.
    pub const fn user(&self) -> Option<&UserId> {
        match &self.who {
            Who::Anonymous | Who::Locked { .. } => None,
            Who::Session { user, .. } | Who::Token { user } => Some(user),
        }
    }

    /// The user, if the principal has the scope.
    pub fn require(&self, scope: Scope) -> Result<&UserId, Denied> {
        match &self.who {
            Who::Anonymous => Err(Denied::SignedOut),
            Who::Locked { .. } => Err(Denied::Locked),
            Who::Session { user, .. } | Who::Token { user } if self.scopes.contains(scope) => Ok(user),
            Who::Session { .. } | Who::Token { .. } => Err(Denied::Scope(scope)),
        }
    }

    /// Like [`Self::require`], for what those can do, too, whose account is locked.
    pub(crate) fn require_even_locked(&self, scope: Scope) -> Result<&UserId, Denied> {
        match &self.who {
            Who::Locked { user, .. } => Ok(user),
            _ => self.require(scope),
        }
    }

    /// Like [`Self::require`], for changes that nobody else may make who finds the browser open. Pages answer
    /// [`Denied::Unconfirmed`] by asking for the password or a passkey.
    pub fn require_confirmed(&self, scope: Scope, now: DateTime<Utc>) -> Result<&UserId, Denied> {
        let user = self.require(scope)?;
        if self.is_confirmed(now) { Ok(user) } else { Err(Denied::Unconfirmed) }
    }

    /// Whether the user confirmed who they are in the last [`CONFIRMED_FOR`].
    pub fn is_confirmed(&self, now: DateTime<Utc>) -> bool {
        self.confirmed.is_some_and(|at| (TimeDelta::zero()..CONFIRMED_FOR).contains(&(now - at)))
    }

    pub const fn is_guest(&self) -> bool {
        matches!(self.who, Who::Session { guest: true, .. })
    }

    /// `None` unless authenticated by a session.
    pub const fn session_id(&self) -> Option<&SessionId> {
        match &self.who {
            Who::Session { session, .. } | Who::Locked { session, .. } => Some(session),
            Who::Anonymous | Who::Token { .. } => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_permits_its_scopes_and_a_session_permits_everything() {
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

    #[test]
    fn a_confirmation_lasts_ten_minutes_and_none_comes_from_the_future() {
        let (ann, at) = (UserId::new([1; 10]), DateTime::from_timestamp(1_000_000, 0).unwrap());
        let session = Principal::session(ann.clone(), SessionId::new([2; 10]), false, None);
        let denied = |principal: &Principal, seconds| {
            principal.require_confirmed(Scope::Account, at + TimeDelta::seconds(seconds)).err()
        };
        assert_eq!(denied(&session, 0), Some(Denied::Unconfirmed));
        let session = session.confirmed_at(at);
        assert_eq!([0, 599].map(|seconds| denied(&session, seconds)), [None, None]);
        assert_eq!([-1, 600].map(|seconds| denied(&session, seconds)), [Some(Denied::Unconfirmed); 2]);
        assert_eq!(denied(&Principal::anonymous(None).confirmed_at(at), 0), Some(Denied::SignedOut));
    }
}
