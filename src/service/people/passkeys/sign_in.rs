//! Using a passkey: to sign in, as the second step after the password, and to confirm who one is.

use super::{PasskeyChallenge, PasskeyError, PasskeySite};
use crate::people::limits::PASSKEYS_FROM;
use crate::people::second_step::SecondStepError;
use crate::people::security_log::SecurityEvent;
use crate::people::sign_in::NewSession;
use crate::{Login, Principal, Scope, Service};
use account::SessionToken;
use store::{Purpose, SignInBy};

impl From<SecondStepError> for PasskeyError {
    fn from(error: SecondStepError) -> Self {
        match error {
            SecondStepError::Wrong => Self::Refused,
            SecondStepError::Expired => Self::Expired,
            SecondStepError::Throttled(why) => Self::Throttled(why),
            SecondStepError::Store(failure) => Self::Store(failure),
        }
    }
}

impl Service {
    /// Begins to sign in with a passkey alone.
    pub async fn begin_passkey_log_in(
        &self,
        site: &PasskeySite,
        principal: &Principal,
    ) -> Result<PasskeyChallenge, PasskeyError> {
        self.count_address(PASSKEYS_FROM, principal).await??;
        self.ask_for_passkey(site, Purpose::PasskeySignIn, None).await
    }

    /// Signs in with a passkey alone. It is two factors already: the authenticator, and what it verifies the user by.
    pub async fn log_in_with_passkey(
        &self,
        site: &PasskeySite,
        principal: &Principal,
        token: &str,
        answer: &str,
        agent: &str,
    ) -> Result<Login, PasskeyError> {
        let user = self.check_passkey(site, principal, Purpose::PasskeySignIn, token, answer).await?;
        let user = self.store.user(&user).await?.ok_or(PasskeyError::Refused)?;
        let new = NewSession {
            user: user.user.clone(),
            password: Some(&user.password),
            by: SignInBy::Checked,
            forget: Vec::new(),
            agent,
        };
        let login = self.sign_in(principal, new).await?;
        SecurityEvent::SignedIn.log(Some(principal), Some(&user.user.id));
        Ok(login)
    }

    /// Begins to use a passkey as the second step of the sign-in `waiting`.
    pub async fn begin_passkey_second_step(
        &self,
        site: &PasskeySite,
        principal: &Principal,
        waiting: &SessionToken,
    ) -> Result<PasskeyChallenge, PasskeyError> {
        self.count_address(PASSKEYS_FROM, principal).await??;
        let user = self.second_step_of(waiting).await?;
        self.ask_for_passkey(site, Purpose::PasskeySecondStep, Some(&user.user.id)).await
    }

    /// Finishes a sign-in with a passkey.
    pub async fn finish_log_in_with_passkey(
        &self,
        site: &PasskeySite,
        principal: &Principal,
        waiting: &SessionToken,
        (token, answer): (&str, &str),
        agent: &str,
    ) -> Result<Login, PasskeyError> {
        let user = self.second_step_of(waiting).await?;
        let checked = self.check_passkey(site, principal, Purpose::PasskeySecondStep, token, answer).await?;
        if checked != user.user.id {
            return Err(PasskeyError::Refused);
        }
        Ok(self.end_second_step(principal, waiting, &user, None, Vec::new(), agent).await?)
    }

    /// Begins to ask a signed-in user for a passkey instead of the password.
    pub async fn begin_passkey_confirm(
        &self,
        site: &PasskeySite,
        principal: &Principal,
    ) -> Result<PasskeyChallenge, PasskeyError> {
        let user = principal.require(Scope::Account)?;
        self.ask_for_passkey(site, Purpose::PasskeyConfirm, Some(user)).await
    }

    /// Like [`Service::confirm`], with a passkey.
    pub async fn confirm_with_passkey(
        &self,
        site: &PasskeySite,
        principal: &Principal,
        token: &str,
        answer: &str,
    ) -> Result<SessionToken, PasskeyError> {
        let user = principal.require(Scope::Account)?;
        let checked = self.check_passkey(site, principal, Purpose::PasskeyConfirm, token, answer).await?;
        if &checked != user {
            return Err(PasskeyError::Refused);
        }
        SecurityEvent::Confirmed.log(Some(principal), Some(user));
        Ok(self.confirm_session(principal).await?)
    }
}
