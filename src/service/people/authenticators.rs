//! Authenticator apps: setting one up, and removing it.

use chrono::{DateTime, Utc};

use crate::people::security_log::SecurityEvent;
use crate::{AccessError, Denied, Principal, Scope, Service, StoreError, Throttled};
use account::AuthenticatorSecret;

#[derive(Debug, thiserror::Error)]
pub enum AuthenticatorError {
    #[error("wrong-code")]
    Wrong,
    /// There is an app already, or it is no longer being set up.
    #[error("no-set-up")]
    NoSetUp,
    #[error(transparent)]
    Denied(#[from] Denied),
    #[error(transparent)]
    Throttled(#[from] Throttled),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl AuthenticatorError {
    /// A stable code for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Wrong => "wrong-code",
            Self::NoSetUp => "no-set-up",
            Self::Denied(why) => why.code(),
            Self::Throttled(why) => why.code(),
            Self::Store(_) => "failed",
        }
    }
}

impl Service {
    /// Begins to set up an app. It counts once its first code was typed.
    pub async fn begin_authenticator(
        &self,
        principal: &Principal,
    ) -> Result<AuthenticatorSecret, AuthenticatorError> {
        let user = principal.require_confirmed(Scope::Account, self.now())?;
        let secret = AuthenticatorSecret::new(self.chance.bytes());
        if self.store.begin_authenticator(user, &secret, self.now()).await? {
            Ok(secret)
        } else {
            Err(AuthenticatorError::NoSetUp)
        }
    }

    /// The secret of an app that is being set up.
    pub async fn unfinished_authenticator(
        &self,
        principal: &Principal,
    ) -> Result<Option<AuthenticatorSecret>, AccessError> {
        let user = principal.require_confirmed(Scope::Account, self.now())?;
        let stored = self.store.authenticator(user).await?;
        Ok(stored.filter(|stored| !stored.active).map(|stored| stored.secret))
    }

    /// Finishes setting up an app with its first code. From then on, the password alone does not sign in.
    pub async fn finish_authenticator(
        &self,
        principal: &Principal,
        code: &str,
    ) -> Result<(), AuthenticatorError> {
        let user = principal.require_confirmed(Scope::Account, self.now())?;
        let stored = self.store.authenticator(user).await?.filter(|stored| !stored.active);
        let stored = stored.ok_or(AuthenticatorError::NoSetUp)?;
        let counted = self.count_password(principal, user).await??;
        let step = stored.secret.step_of(code, self.now()).ok_or(AuthenticatorError::Wrong)?;
        if !self.store.use_step(user, &stored.secret, step).await? {
            return Err(AuthenticatorError::NoSetUp);
        }
        self.store.forget_attempts(&counted).await?;
        SecurityEvent::AuthenticatorAdded.log(Some(principal), Some(user));
        Ok(())
    }

    pub async fn remove_authenticator(&self, principal: &Principal) -> Result<(), AccessError> {
        let user = principal.require_confirmed(Scope::Account, self.now())?;
        self.store.remove_authenticator(user).await?;
        SecurityEvent::AuthenticatorRemoved.log(Some(principal), Some(user));
        Ok(())
    }

    /// When the user set up their app; `None` if there is none.
    pub async fn authenticator_since(
        &self,
        principal: &Principal,
    ) -> Result<Option<DateTime<Utc>>, AccessError> {
        let stored = self.store.authenticator(principal.require(Scope::Account)?).await?;
        Ok(stored.filter(|stored| stored.active).map(|stored| stored.since))
    }
}
