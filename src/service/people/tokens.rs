//! Tokens by which programs use the API for a user.

use std::net::IpAddr;

use chrono::{DateTime, TimeDelta, Utc};
use enumset::EnumSet;

use crate::people::security_log::SecurityEvent;
use crate::{AccessError, Denied, Principal, Scope, Service, StoreError};
use account::{ApiToken, ApiTokenHash, IssuedToken, User, UserId};

/// The most tokens of a user.
pub const MOST_TOKENS: u32 = 20;
/// The longest name of a token, in characters.
pub const LONGEST_TOKEN_NAME: usize = 60;
/// Uses are noted at most this often, so that few reads write.
const NOTE_USE: TimeDelta = TimeDelta::hours(1);

/// How long a new token lasts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TokenLife {
    Days30,
    #[default]
    Days90,
    Days365,
    Endless,
}

impl TokenLife {
    pub const ALL: [Self; 4] = [Self::Days30, Self::Days90, Self::Days365, Self::Endless];

    /// `None`: it doesn't expire.
    pub const fn days(self) -> Option<i64> {
        match self {
            Self::Days30 => Some(30),
            Self::Days90 => Some(90),
            Self::Days365 => Some(365),
            Self::Endless => None,
        }
    }
}

#[derive(Debug, thiserror::Error)]
pub enum TokenError {
    #[error("token-name")]
    Name,
    /// It may do nothing.
    #[error("no-scope")]
    NoScope,
    #[error("too-many-tokens")]
    TooMany,
    #[error("no-such-token")]
    Unknown,
    #[error(transparent)]
    Denied(#[from] Denied),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl TokenError {
    /// A stable code for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Name => "token-name",
            Self::NoScope => "no-scope",
            Self::TooMany => "too-many-tokens",
            Self::Unknown => "no-such-token",
            Self::Denied(why) => why.code(),
            Self::Store(_) => "failed",
        }
    }
}

impl Service {
    /// The oldest first, without those that have expired.
    pub async fn tokens(&self, principal: &Principal) -> Result<Vec<IssuedToken>, AccessError> {
        Ok(self.store.tokens(principal.require(Scope::Account)?, self.now()).await?)
    }

    /// The secret is shown this once.
    pub async fn make_token(
        &self,
        principal: &Principal,
        name: &str,
        scopes: EnumSet<Scope>,
        life: TokenLife,
    ) -> Result<ApiToken, TokenError> {
        let user = principal.require_confirmed(Scope::Account, self.now())?;
        self.issue_token(principal, user, name, scopes, life).await
    }

    /// A token of the user, or of a bot that the user has made.
    pub(crate) async fn issue_token(
        &self,
        principal: &Principal,
        user: &UserId,
        name: &str,
        scopes: EnumSet<Scope>,
        life: TokenLife,
    ) -> Result<ApiToken, TokenError> {
        let now = self.now();
        let name = name.trim();
        if name.is_empty() || name.chars().count() > LONGEST_TOKEN_NAME || name.contains(char::is_control) {
            return Err(TokenError::Name);
        }
        if scopes.is_empty() {
            return Err(TokenError::NoScope);
        }
        let token = ApiToken::new(self.chance.bytes());
        let issued = IssuedToken {
            id: self.new_key().as_str().to_owned(),
            name: name.to_owned(),
            scopes,
            since: now,
            until: life.days().map(|days| now + TimeDelta::days(days)),
            used: None,
        };
        if !self.store.add_token(user, &token.hash(), &issued, MOST_TOKENS).await? {
            return Err(TokenError::TooMany);
        }
        SecurityEvent::TokenMade.log(Some(principal), Some(user));
        Ok(token)
    }

    /// It stops working at once.
    pub async fn revoke_token(&self, principal: &Principal, id: &str) -> Result<(), TokenError> {
        self.remove_token(principal, principal.require(Scope::Account)?, id).await
    }

    /// Revokes a token of the user, or of a bot that the user has made.
    pub(crate) async fn remove_token(
        &self,
        principal: &Principal,
        user: &UserId,
        id: &str,
    ) -> Result<(), TokenError> {
        if !self.store.remove_token(user, id).await? {
            return Err(TokenError::Unknown);
        }
        self.account_changed();
        SecurityEvent::TokenRevoked.log(Some(principal), Some(user));
        Ok(())
    }

    /// The user of a token and what it may do. `None`: it is unknown, revoked or expired, or the account is locked.
    pub async fn bearer(
        &self,
        token: &ApiToken,
        address: Option<IpAddr>,
    ) -> Result<Option<(User, Principal)>, StoreError> {
        let (hash, now) = (token.hash(), self.now());
        let known = self.sessions.as_ref().and_then(|cache| {
            cache.look_outside(self.store.commands_run());
            cache.token(&hash, now).filter(|(_, token)| !is_use_to_be_noted(token, now))
        });
        let (user, token) = match known {
            Some(known) => known,
            None => match self.read_token(hash, now).await? {
                Some(found) => found,
                None => return Ok(None),
            },
        };
        let principal = Principal::token(user.id.clone(), token.scopes, address);
        Ok(Some((user, principal)))
    }

    /// Reads a token, notes its use and caches it.
    async fn read_token(
        &self,
        hash: ApiTokenHash,
        now: DateTime<Utc>,
    ) -> Result<Option<(User, IssuedToken)>, StoreError> {
        let accounts = self.sessions.as_ref().map(|cache| cache.accounts());
        let Some((user, mut token)) = self.store.token(&hash, now).await? else { return Ok(None) };
        if is_use_to_be_noted(&token, now) {
            match self.store.use_token(&user.id, &token.id, now).await {
                Ok(()) => token.used = Some(now),
                // The token is still good, so the request needn't fail.
                Err(error) => tracing::warn!(%error, "failed to note the use of a token"),
            }
        }
        if let (Some(cache), Some(accounts)) = (&self.sessions, accounts) {
            cache.put_token(hash, accounts, user.clone(), token.clone());
        }
        Ok(Some((user, token)))
    }
}

fn is_use_to_be_noted(token: &IssuedToken, now: DateTime<Utc>) -> bool {
    token.used.is_none_or(|used| now - used >= NOTE_USE)
}
