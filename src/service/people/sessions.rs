//! Signing in and out, and sessions.

use std::net::IpAddr;

use chrono::{DateTime, TimeDelta, Utc};

use crate::account::{KnownBrowser, PasswordHash, SessionId, SessionToken, UserName};
use crate::service::people::accounts::User;
use crate::service::people::limits::LOG_IN;
use crate::service::people::security_log::SecurityEvent;
use crate::service::people::session_cache::TurnCount;
use crate::service::{AccessError, Denied, Principal, Scope, Service, StoreError, Throttled, chance};
use crate::store::{Bearer, StoredSession};

/// How long a session lasts.
const LASTS: TimeDelta = TimeDelta::days(90);
/// In characters; longer user agents are cut.
const AGENT_LONGEST: usize = 200;

/// The result of signing in.
#[derive(Debug)]
pub struct Login {
    pub user: User,
    pub session: SessionId,
    /// For the browser's cookie; shown nowhere else.
    pub token: SessionToken,
    /// When the session expires.
    pub until: DateTime<Utc>,
    /// For another of the browser's cookies, so that others' wrong passwords don't lock it out later. Guests have no
    /// password.
    pub browser: Option<KnownBrowser>,
}

/// The session behind a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignedIn {
    pub user: User,
    pub session: SessionId,
    /// The number of games and invitations that wait for the user.
    pub turns: u32,
}

impl Login {
    pub fn principal(&self, address: Option<IpAddr>) -> Principal {
        Principal::session(self.user.id.clone(), self.session.clone(), self.user.guest, address)
    }
}

impl SignedIn {
    pub fn principal(&self, address: Option<IpAddr>) -> Principal {
        Principal::session(self.user.id.clone(), self.session.clone(), self.user.guest, address)
    }
}

/// A session as its owner sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenSession {
    /// Used to revoke the session.
    pub id: SessionId,
    /// The browser's user agent.
    pub agent: String,
    pub since: DateTime<Utc>,
    /// When the session expires.
    pub until: DateTime<Utc>,
}

#[derive(Debug, thiserror::Error)]
pub enum LoginError {
    /// No such account or wrong password: deliberately the same error and the same time.
    #[error("Wrong name or password.")]
    Wrong,
    #[error(transparent)]
    Throttled(#[from] Throttled),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl LoginError {
    /// A stable code for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Wrong => "wrong-password",
            Self::Throttled(why) => why.code(),
            Self::Store(_) => "failed",
        }
    }
}

impl Service {
    /// Signs in with a password. `agent` is the browser's user agent, shown in the list of sessions.
    pub async fn log_in(
        &self,
        principal: &Principal,
        name: &str,
        password: &str,
        agent: &str,
    ) -> Result<Login, LoginError> {
        let name = UserName::parse(name).ok();
        let folded = name.as_ref().map(UserName::folded).unwrap_or_default();
        let user = self.store.user_named(&folded).await?;
        let counted = self.count_guess(&LOG_IN, principal, name.as_ref(), user.as_ref()).await??;
        let hash = user.as_ref().map(|user| user.password.clone());
        let matches = self.hasher.matches(hash, password).await?;
        let (Some(user), true) = (&user, matches) else {
            SecurityEvent::SignInFailed.log(Some(principal), user.as_ref().map(|user| &user.id));
            return Err(LoginError::Wrong);
        };
        SecurityEvent::SignedIn.log(Some(principal), Some(&user.id));
        self.store.forget_attempts(&counted).await?;
        Ok(self.begin_session(user.clone().into(), Some(&user.password), agent).await?)
    }

    /// `None` if the token is unknown or its session has ended.
    pub async fn signed_in(&self, token: &SessionToken) -> Result<Option<SignedIn>, StoreError> {
        self.find_session(token, TurnCount::Exact).await
    }

    /// Like [`Self::signed_in`], for submitted forms: `turns` may be a few seconds old, as the answer rarely shows it.
    pub async fn sender(&self, token: &SessionToken) -> Result<Option<SignedIn>, StoreError> {
        self.find_session(token, TurnCount::Recent).await
    }

    async fn find_session(
        &self,
        token: &SessionToken,
        turns: TurnCount,
    ) -> Result<Option<SignedIn>, StoreError> {
        let (token, now) = (token.hash(), self.now());
        let found = match &self.sessions {
            None => self.store.session(&token, now).await?,
            Some(cache) => {
                if let Some(known) = cache.get(&token, turns, now) {
                    Some(known)
                } else {
                    let before = cache.before(&token);
                    let found = self.store.session(&token, now).await?;
                    cache.put(token, before, found.as_ref());
                    found
                }
            }
        };
        Ok(found.map(|Bearer { id, name, zone, guest, session, turns, .. }| SignedIn {
            user: User { id, name, zone, guest },
            session,
            turns,
        }))
    }

    /// Ends one of the user's sessions. Does nothing if it has already ended.
    pub async fn end_session(&self, principal: &Principal, session: &SessionId) -> Result<(), AccessError> {
        let user = principal.require(Scope::Account)?;
        self.store.end_session(user, session).await?;
        self.account_changed();
        let own = principal.session_id() == Some(session);
        let event = if own { SecurityEvent::SignedOut } else { SecurityEvent::SessionEnded };
        event.log(Some(principal), Some(user));
        Ok(())
    }

    /// Invalidates all cached sessions.
    pub(in crate::service) fn account_changed(&self) {
        if let Some(cache) = &self.sessions {
            cache.account_changed();
        }
    }

    /// Ends the session that sent the request.
    pub async fn log_out(&self, principal: &Principal) -> Result<(), AccessError> {
        match principal.session_id() {
            Some(session) => self.end_session(principal, session).await,
            None => Err(Denied::SignedOut.into()),
        }
    }

    /// Ends all of the user's sessions except the one that sent the request.
    pub async fn end_other_sessions(&self, principal: &Principal) -> Result<(), AccessError> {
        let user = principal.require(Scope::Account)?;
        let keep = principal.session_id().ok_or(Denied::SignedOut)?;
        self.store.end_other_sessions(user, keep).await?;
        self.account_changed();
        SecurityEvent::OtherSessionsEnded.log(Some(principal), Some(user));
        Ok(())
    }

    /// Newest first.
    pub async fn sessions(&self, principal: &Principal) -> Result<Vec<OpenSession>, AccessError> {
        let stored = self.store.sessions(principal.require(Scope::Account)?, self.now()).await?;
        let shown = |session: StoredSession| OpenSession {
            id: session.id,
            agent: session.agent,
            since: session.since,
            until: session.until,
        };
        Ok(stored.into_iter().map(shown).collect())
    }

    /// Begins a session for a user who has been authenticated. `password` is absent for guests.
    pub(in crate::service) async fn begin_session(
        &self,
        user: User,
        password: Option<&PasswordHash>,
        agent: &str,
    ) -> Result<Login, StoreError> {
        let token = SessionToken::new(chance::bytes());
        let since = self.now();
        let until = since + LASTS;
        let agent = agent.chars().filter(|c| !c.is_control()).take(AGENT_LONGEST).collect();
        let session = StoredSession { id: SessionId::new(chance::bytes()), agent, since, until };
        self.store.add_session(&user.id, &token.hash(), &session).await?;
        let browser = password.map(|password| KnownBrowser::new(&user.id, chance::bytes(), password));
        Ok(Login { user, session: session.id, token, until, browser })
    }
}
