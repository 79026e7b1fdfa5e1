//! Signing in and out, and sessions.

use std::net::IpAddr;

use chrono::{DateTime, TimeDelta, Utc};

use crate::changes::Change;
use crate::people::limits::LOG_IN;
use crate::people::security_log::SecurityEvent;
use crate::people::session_cache::TurnCount;
use crate::people::sign_in::{NewSession, from_sign_in_error};
use crate::{AccessError, Denied, Principal, Scope, Service, StoreError, Throttled};
use account::{
    ActiveSession, KnownBrowser, OpenSession, SessionId, SessionToken, TokenHash, User, UserId, UserName,
};
use store::SignInBy;

/// How long a session lasts, however much it is used.
pub const SESSION_LONGEST: TimeDelta = TimeDelta::days(365);
/// How long an unused session lasts. Guests, who can't sign in again, have longer.
const IDLE: TimeDelta = TimeDelta::days(30);
const GUEST_IDLE: TimeDelta = TimeDelta::days(90);
/// Use extends a session at most this often, so that few reads write.
const EXTEND: TimeDelta = TimeDelta::days(1);

/// The result of signing in.
#[derive(Debug)]
pub struct Login {
    pub user: User,
    pub session: SessionId,
    /// For the browser's cookie; shown nowhere else.
    pub token: SessionToken,
    /// When the session began.
    pub since: DateTime<Utc>,
    /// When the session expires.
    pub until: DateTime<Utc>,
    /// For another of the browser's cookies, so that others' wrong passwords don't lock it out later. Guests have no
    /// password.
    pub browser: Option<KnownBrowser>,
}

impl Login {
    pub fn principal(&self, address: Option<IpAddr>) -> Principal {
        Principal::session(self.user.id.clone(), self.session.clone(), self.user.guest, address)
            .confirmed_at(self.since)
    }
}

#[derive(Debug, thiserror::Error)]
pub enum LoginError {
    /// No such account or wrong password: deliberately the same error and the same time.
    #[error("wrong-password")]
    Wrong,
    /// The password is right, and the account has a second step: `finish_log_in` continues with this secret.
    #[error("second-step-needed")]
    SecondStep(SessionToken),
    #[error(transparent)]
    Throttled(#[from] Throttled),
    #[error(transparent)]
    Store(#[from] StoreError),
}

from_sign_in_error! { LoginError { _ => Wrong } }

impl LoginError {
    /// A stable code for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Wrong => "wrong-password",
            Self::SecondStep(_) => "second-step",
            Self::Throttled(why) => why.code(),
            Self::Store(_) => "failed",
        }
    }
}

impl Service {
    /// Signs in with a password, by the present name or a former one. `agent` is the browser's user agent, shown in the list of sessions.
    pub async fn log_in(
        &self,
        principal: &Principal,
        name: &str,
        password: &str,
        agent: &str,
    ) -> Result<Login, LoginError> {
        let name = UserName::parse(name).ok();
        let folded = name.as_ref().map(UserName::folded).unwrap_or_default();
        let user = self.store.user_called(&folded).await?;
        let counted = self.count_guess(&LOG_IN, principal, name.as_ref(), user.as_ref()).await??;
        let hash = user.as_ref().map(|user| user.password.clone());
        let matches = self.hasher.matches(hash, password).await?;
        let (Some(user), true) = (&user, matches) else {
            SecurityEvent::SignInFailed.log(Some(principal), user.as_ref().map(|user| &user.user.id));
            return Err(LoginError::Wrong);
        };
        if user.second_step {
            self.store.forget_attempts(&counted).await?;
            return Err(LoginError::SecondStep(self.ask_second_step(&user.user.id).await?));
        }
        let new = NewSession {
            user: user.user.clone(),
            password: Some(&user.password),
            by: SignInBy::Checked,
            forget: vec![counted],
            agent,
        };
        let login = self.sign_in(principal, new).await?;
        SecurityEvent::SignedIn.log(Some(principal), Some(&user.user.id));
        Ok(login)
    }

    /// `None` if the token is unknown or its session has ended.
    pub async fn signed_in(&self, token: &SessionToken) -> Result<Option<ActiveSession>, StoreError> {
        self.find_session(token, TurnCount::Exact).await
    }

    /// Like [`Self::signed_in`], for submitted forms: `turns` may be a few seconds old, as the answer rarely shows it.
    pub async fn sender(&self, token: &SessionToken) -> Result<Option<ActiveSession>, StoreError> {
        self.find_session(token, TurnCount::Recent).await
    }

    async fn find_session(
        &self,
        token: &SessionToken,
        turns: TurnCount,
    ) -> Result<Option<ActiveSession>, StoreError> {
        let (token, now) = (token.hash(), self.now());
        let found = match &self.sessions {
            None => self.read_session(&token, now).await?,
            Some(cache) => {
                cache.look_outside(self.store.commands_run());
                let known = cache.get(&token, turns, now).filter(|session| extension(session, now).is_none());
                if let Some(known) = known {
                    Some(known)
                } else {
                    let before = cache.before(&token);
                    let found = self.read_session(&token, now).await?;
                    cache.put(token, before, found.as_ref());
                    found
                }
            }
        };
        Ok(found)
    }

    /// Reads a session, and extends it if it was not used for a while.
    async fn read_session(
        &self,
        token: &TokenHash,
        now: DateTime<Utc>,
    ) -> Result<Option<ActiveSession>, StoreError> {
        let mut found = self.store.session(token, now).await?;
        if let Some(session) = &mut found
            && let Some(until) = extension(session, now)
        {
            match self.store.extend_session(&session.id, until).await {
                Ok(()) => session.until = until,
                // The session is still good, so the request needn't fail.
                Err(error) => tracing::warn!(%error, "failed to extend a session"),
            }
        }
        Ok(found)
    }

    /// Whether the principal's session is still open. Others have none that could end.
    pub async fn is_signed_in(&self, principal: &Principal) -> Result<bool, StoreError> {
        match principal.session_id() {
            Some(session) => self.store.is_open(session, self.now()).await,
            None => Ok(true),
        }
    }

    /// Ends one of the user's sessions. Does nothing if it has already ended.
    pub async fn end_session(&self, principal: &Principal, session: &SessionId) -> Result<(), AccessError> {
        if principal.session_id() == Some(session) {
            return self.log_out(principal).await;
        }
        let user = principal.require_confirmed(Scope::Account, self.now())?;
        self.store.end_session(user, session).await?;
        self.sessions_ended(user);
        SecurityEvent::SessionEnded.log(Some(principal), Some(user));
        Ok(())
    }

    /// Invalidates all cached sessions, and lets the user's open pages look whether theirs has ended.
    pub(crate) fn sessions_ended(&self, user: &UserId) {
        self.account_changed();
        self.wake(&[Change::User(user.clone())]);
    }

    /// Invalidates all cached sessions.
    pub(crate) fn account_changed(&self) {
        if let Some(cache) = &self.sessions {
            cache.account_changed();
        }
    }

    /// Ends the session that sent the request.
    pub async fn log_out(&self, principal: &Principal) -> Result<(), AccessError> {
        let user = principal.require_even_locked(Scope::Account)?;
        let session = principal.session_id().ok_or(Denied::SignedOut)?;
        self.store.end_session(user, session).await?;
        self.sessions_ended(user);
        SecurityEvent::SignedOut.log(Some(principal), Some(user));
        Ok(())
    }

    /// Ends all of the user's sessions except the one that sent the request.
    pub async fn end_other_sessions(&self, principal: &Principal) -> Result<(), AccessError> {
        let user = principal.require_confirmed(Scope::Account, self.now())?;
        let keep = principal.session_id().ok_or(Denied::SignedOut)?;
        self.store.end_other_sessions(user, keep).await?;
        self.sessions_ended(user);
        SecurityEvent::OtherSessionsEnded.log(Some(principal), Some(user));
        Ok(())
    }

    /// Newest first.
    pub async fn sessions(&self, principal: &Principal) -> Result<Vec<OpenSession>, AccessError> {
        Ok(self.store.sessions(principal.require(Scope::Account)?, self.now()).await?)
    }
}

/// Until when the use of a session extends it, if it was not used for a while.
fn extension(session: &ActiveSession, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    let until = session_end(session.since, now, session.user.guest);
    (until - session.until >= EXTEND).then_some(until)
}

/// When a session ends that is used now.
pub(super) fn session_end(since: DateTime<Utc>, now: DateTime<Utc>, guest: bool) -> DateTime<Utc> {
    let idle = if guest { GUEST_IDLE } else { IDLE };
    (now + idle).min(since + SESSION_LONGEST)
}
