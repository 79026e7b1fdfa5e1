//! The second step of signing in, after the password or a recovery code, for accounts that have one.

use chrono::TimeDelta;

use crate::people::limits::SECOND_STEP;
use crate::people::locked::from_session_error;
use crate::people::security_log::SecurityEvent;
use crate::{Locked, Login, Principal, Service, StoreError, Throttled};
use account::{RecoveryCode, SessionToken, UserId, UserName};
use store::{Purpose, StoredChallenge, StoredUser};

/// How long a sign-in waits for its second step.
pub const SECOND_STEP_WITHIN: TimeDelta = TimeDelta::minutes(10);

/// What a user can take the second step with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SecondStepWays {
    pub app: bool,
    pub passkey: bool,
}

#[derive(Debug, thiserror::Error)]
pub enum SecondStepError {
    /// Also a code that was used before.
    #[error("wrong-code")]
    Wrong,
    /// The sign-in is too old, finished, or the password has changed since.
    #[error("sign-in-expired")]
    Expired,
    #[error(transparent)]
    Locked(Locked),
    #[error(transparent)]
    Throttled(#[from] Throttled),
    #[error(transparent)]
    Store(#[from] StoreError),
}

from_session_error! { SecondStepError }

impl SecondStepError {
    /// A stable code for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Wrong => "wrong-code",
            Self::Expired => "expired",
            Self::Locked(why) => why.code(),
            Self::Throttled(why) => why.code(),
            Self::Store(_) => "failed",
        }
    }
}

impl Service {
    /// Lets a sign-in wait for its second step; returns the secret that continues it.
    pub(crate) async fn ask_second_step(&self, user: &UserId) -> Result<SessionToken, StoreError> {
        let (token, now) = (SessionToken::new(self.chance.bytes()), self.now());
        let challenge = StoredChallenge { user: Some(user.clone()), body: String::new() };
        let until = now + SECOND_STEP_WITHIN;
        self.store.add_challenge(&token.hash(), Purpose::SecondStep, &challenge, now, until).await?;
        Ok(token)
    }

    /// What the second step of a sign-in may be, beside a recovery code.
    pub async fn second_step_ways(
        &self,
        _: &Principal,
        token: &SessionToken,
    ) -> Result<SecondStepWays, SecondStepError> {
        let user = self.second_step_of(token).await?;
        let app = self.store.authenticator(&user.id).await?.is_some_and(|stored| stored.active);
        Ok(SecondStepWays { app, passkey: !self.store.passkeys(&user.id).await?.is_empty() })
    }

    /// Finishes a sign-in with a code of the user's app or with a recovery code, which is used up either way.
    pub async fn finish_log_in(
        &self,
        principal: &Principal,
        token: &SessionToken,
        code: &str,
        agent: &str,
    ) -> Result<Login, SecondStepError> {
        let user = self.second_step_of(token).await?;
        let name = UserName::parse(&user.name).ok();
        let counted = self.count_guess(&SECOND_STEP, principal, name.as_ref(), Some(&user)).await??;
        if !self.use_second_step_code(&user.id, code).await? {
            SecurityEvent::SecondStepFailed.log(Some(principal), Some(&user.id));
            return Err(SecondStepError::Wrong);
        }
        self.store.forget_attempts(&counted).await?;
        self.end_second_step(principal, token, user, agent).await
    }

    /// Begins the session of a sign-in that has passed its second step.
    pub(super) async fn end_second_step(
        &self,
        principal: &Principal,
        token: &SessionToken,
        user: StoredUser,
        agent: &str,
    ) -> Result<Login, SecondStepError> {
        let waiting = self.store.take_challenge(&token.hash(), Purpose::SecondStep, self.now()).await?;
        waiting.ok_or(SecondStepError::Expired)?;
        let (id, password) = (user.id.clone(), user.password.clone());
        let login = self.begin_session(principal, user.into(), Some(&password), agent).await?;
        SecurityEvent::SignedIn.log(Some(principal), Some(&id));
        Ok(login)
    }

    /// Whose sign-in waits.
    pub(super) async fn second_step_of(&self, token: &SessionToken) -> Result<StoredUser, SecondStepError> {
        let waiting = self.store.challenge(&token.hash(), Purpose::SecondStep, self.now()).await?;
        let user = waiting.and_then(|waiting| waiting.user).ok_or(SecondStepError::Expired)?;
        self.store.user(&user).await?.ok_or(SecondStepError::Expired)
    }

    async fn use_second_step_code(&self, user: &UserId, code: &str) -> Result<bool, StoreError> {
        if let Some(code) = RecoveryCode::parse(code) {
            return self.store.use_code(user, &code.hash()).await;
        }
        let Some(stored) = self.store.authenticator(user).await?.filter(|stored| stored.active) else {
            return Ok(false);
        };
        match stored.secret.step_of(code, self.now()) {
            Some(step) => self.store.use_step(user, &stored.secret, step).await,
            None => Ok(false),
        }
    }
}
