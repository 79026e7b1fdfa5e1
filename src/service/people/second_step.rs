//! The second step of signing in, after the password or a recovery code, for accounts that have one.

use chrono::TimeDelta;

use crate::people::limits::SECOND_STEP;
use crate::people::security_log::SecurityEvent;
use crate::people::sign_in::{NewSession, Refused, from_sign_in_error};
use crate::{Login, Principal, Service, StoreError, Throttled};
use account::{RecoveryCode, SessionToken, UserId};
use store::{Purpose, SecondStepCode, SignInBy, StoredChallenge, StoredUser};

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
    Throttled(#[from] Throttled),
    #[error(transparent)]
    Store(#[from] StoreError),
}

from_sign_in_error! { SecondStepError { Refused::WrongCode => Wrong, _ => Expired } }

impl SecondStepError {
    /// A stable code for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Wrong => "wrong-code",
            Self::Expired => "expired",
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
        let app = self.store.authenticator(&user.user.id).await?.is_some_and(|stored| stored.active);
        Ok(SecondStepWays { app, passkey: !self.store.passkeys(&user.user.id).await?.is_empty() })
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
        let counted = self.count_guess(&SECOND_STEP, principal, None, Some(&user)).await??;
        let finished = match self.second_step_code(&user.user.id, code).await? {
            Some(code) => {
                self.end_second_step(principal, token, &user, Some(code), vec![counted], agent).await
            }
            None => Err(SecondStepError::Wrong),
        };
        if let Err(SecondStepError::Wrong) = finished {
            SecurityEvent::SecondStepFailed.log(Some(principal), Some(&user.user.id));
        }
        finished
    }

    /// Begins the session of a sign-in that has passed its second step. `code` is absent if that was a passkey.
    pub(super) async fn end_second_step(
        &self,
        principal: &Principal,
        waiting: &SessionToken,
        user: &StoredUser,
        code: Option<SecondStepCode>,
        forget: Vec<String>,
        agent: &str,
    ) -> Result<Login, SecondStepError> {
        let new = NewSession {
            user: user.user.clone(),
            password: Some(&user.password),
            by: SignInBy::SecondStep { waiting: waiting.hash(), code },
            forget,
            agent,
        };
        let login = self.sign_in(principal, new).await?;
        SecurityEvent::SignedIn.log(Some(principal), Some(&user.user.id));
        Ok(login)
    }

    /// Whose sign-in waits.
    pub(super) async fn second_step_of(&self, token: &SessionToken) -> Result<StoredUser, SecondStepError> {
        let waiting = self.store.challenge(&token.hash(), Purpose::SecondStep, self.now()).await?;
        let user = waiting.and_then(|waiting| waiting.user).ok_or(SecondStepError::Expired)?;
        self.store.user(&user).await?.ok_or(SecondStepError::Expired)
    }

    /// What a typed code uses up; `None` if it is wrong.
    async fn second_step_code(
        &self,
        user: &UserId,
        code: &str,
    ) -> Result<Option<SecondStepCode>, StoreError> {
        if let Some(code) = RecoveryCode::parse(code) {
            return Ok(Some(SecondStepCode::Recovery(code.hash())));
        }
        let stored = self.store.authenticator(user).await?.filter(|stored| stored.active);
        Ok(stored.and_then(|stored| {
            let step = stored.secret.step_of(code, self.now())?;
            Some(SecondStepCode::App(stored.secret, step))
        }))
    }
}
