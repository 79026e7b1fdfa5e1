//! Passkeys (WebAuthn): adding them, using them and removing them.
//!
//! The browser is given a challenge, and answers with a signature by the passkey. Challenges are stored, so that whichever server
//! gets the answer can check it; each is answered at most once.

mod register;
mod sign_in;
mod site;

pub use site::PasskeySite;

use chrono::TimeDelta;
use data_encoding::BASE64URL_NOPAD;
use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};
use webauthn_rs::prelude::{
    DiscoverableAuthentication, Passkey as Credential, PublicKeyCredential, RequestChallengeResponse, Uuid,
};

use crate::people::security_log::SecurityEvent;
use crate::people::sign_in::from_sign_in_error;
use crate::{AccessError, Denied, Principal, Service, StoreError, Throttled};
use account::{SessionToken, UserId};
use store::{Purpose, StoredChallenge, StoredPasskey};

/// How long a challenge waits for its answer.
const ANSWER_WITHIN: TimeDelta = TimeDelta::minutes(5);
/// Passkeys of one user.
pub const MOST_PASSKEYS: usize = 10;

/// What a browser asks an authenticator to sign.
#[derive(Debug, Serialize)]
pub struct PasskeyChallenge {
    /// Names the challenge when it is answered.
    pub token: String,
    /// For `PublicKeyCredential.parse…OptionsFromJSON`.
    pub options: serde_json::Value,
}

#[derive(Debug, thiserror::Error)]
pub enum PasskeyError {
    /// Unknown, removed, another user's, for another site, or with a wrong signature: deliberately the same error.
    #[error("passkey-refused")]
    Refused,
    /// The challenge is too old, unknown or answered, or the sign-in before it has ended.
    #[error("challenge-expired")]
    Expired,
    #[error("too-many-passkeys")]
    TooMany,
    /// The passkey is registered already.
    #[error("passkey-known")]
    Known,
    /// The library failed, or can't read what it has stored.
    #[error("passkeys failed: {0}")]
    Failed(String),
    #[error(transparent)]
    Denied(#[from] Denied),
    #[error(transparent)]
    Throttled(#[from] Throttled),
    #[error(transparent)]
    Store(#[from] StoreError),
}

from_sign_in_error! { PasskeyError { _ => Refused } }

impl PasskeyError {
    /// A stable code for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Refused => "passkey-refused",
            Self::Expired => "expired",
            Self::TooMany => "too-many-passkeys",
            Self::Known => "passkey-known",
            Self::Denied(why) => why.code(),
            Self::Throttled(why) => why.code(),
            Self::Failed(_) | Self::Store(_) => "failed",
        }
    }
}

impl From<AccessError> for PasskeyError {
    fn from(error: AccessError) -> Self {
        match error {
            AccessError::Denied(why) => Self::Denied(why),
            AccessError::Store(failure) => Self::Store(failure),
        }
    }
}

impl Service {
    /// A challenge for any of the user's passkeys. Without a user, for one that the authenticator finds by itself.
    async fn ask_for_passkey(
        &self,
        site: &PasskeySite,
        purpose: Purpose,
        user: Option<&UserId>,
    ) -> Result<PasskeyChallenge, PasskeyError> {
        let (mut asked, state) = site.webauthn().start_discoverable_authentication().map_err(unexpected)?;
        asked.mediation = None;
        let mut options = options(&asked)?;
        if let Some(user) = user {
            let passkeys = self.store.passkeys(user).await?;
            let allowed =
                passkeys.iter().map(|passkey| serde_json::json!({"type": "public-key", "id": passkey.id}));
            options["allowCredentials"] = allowed.collect();
        }
        self.add_passkey_challenge(purpose, user, &state, options).await
    }

    async fn add_passkey_challenge(
        &self,
        purpose: Purpose,
        user: Option<&UserId>,
        state: &impl Serialize,
        options: serde_json::Value,
    ) -> Result<PasskeyChallenge, PasskeyError> {
        let (token, now) = (SessionToken::new(self.chance.bytes()), self.now());
        let body = serde_json::to_string(state).map_err(unexpected)?;
        let challenge = StoredChallenge { user: user.cloned(), body };
        self.store.add_challenge(&token.hash(), purpose, &challenge, now, now + ANSWER_WITHIN).await?;
        Ok(PasskeyChallenge { token: token.reveal(), options })
    }

    /// What an answer belongs to. Nothing else can answer it any more.
    async fn take_passkey_challenge<S: DeserializeOwned>(
        &self,
        purpose: Purpose,
        token: &str,
    ) -> Result<(Option<UserId>, S), PasskeyError> {
        let token = SessionToken::parse(token).ok_or(PasskeyError::Expired)?;
        let waiting = self.store.take_challenge(&token.hash(), purpose, self.now()).await?;
        let StoredChallenge { user, body } = waiting.ok_or(PasskeyError::Expired)?;
        Ok((user, serde_json::from_str(&body).map_err(unexpected)?))
    }

    /// Checks the answer to a challenge; returns whose passkey it is. A challenge for a user takes that user's.
    async fn check_passkey(
        &self,
        site: &PasskeySite,
        principal: &Principal,
        purpose: Purpose,
        token: &str,
        answer: &str,
    ) -> Result<UserId, PasskeyError> {
        let (asked, state) = self.take_passkey_challenge(purpose, token).await?;
        let mut owner = None;
        let checked = self.check_signature(site, asked.as_ref(), state, answer, &mut owner).await;
        match &checked {
            Ok(user) => SecurityEvent::PasskeyUsed.log(Some(principal), Some(user)),
            Err(PasskeyError::Refused) => {
                SecurityEvent::PasskeyRefused.log(Some(principal), asked.as_ref().or(owner.as_ref()));
            }
            Err(_) => {}
        }
        checked
    }

    /// `owner` is for the log: whose passkey it is, even if it is refused.
    async fn check_signature(
        &self,
        site: &PasskeySite,
        asked: Option<&UserId>,
        state: DiscoverableAuthentication,
        answer: &str,
        owner: &mut Option<UserId>,
    ) -> Result<UserId, PasskeyError> {
        let answer: PublicKeyCredential = serde_json::from_str(answer).map_err(|_| PasskeyError::Refused)?;
        let stored = self.store.passkey(&BASE64URL_NOPAD.encode(answer.get_credential_id())).await?;
        let StoredPasskey { user, credential, .. } = stored.as_ref().ok_or(PasskeyError::Refused)?;
        *owner = Some(user.clone());
        // A passkey that names no user may only be the one that was asked for.
        let handle = answer.get_user_unique_id();
        let is_owner = asked.is_none_or(|asked| asked == user)
            && handle.map_or(asked.is_some(), |handle| handle == handle_of(user).as_bytes());
        if !is_owner {
            return Err(PasskeyError::Refused);
        }
        let mut known: Credential = serde_json::from_str(credential).map_err(unexpected)?;
        let result = site.webauthn().finish_discoverable_authentication_v2(&answer, state, &known);
        let result = result.map_err(|why| {
            tracing::debug!(%why, "passkey refused");
            PasskeyError::Refused
        })?;
        known.update_credential(&result);
        let used = serde_json::to_string(&known).map_err(unexpected)?;
        match &stored {
            Some(stored) if self.store.use_passkey(stored, &used, self.now()).await? => {
                Ok(stored.user.clone())
            }
            _ => Err(PasskeyError::Refused),
        }
    }
}

/// The id of a user that authenticators store with a passkey.
fn handle_of(user: &UserId) -> Uuid {
    let mut hash = Sha256::new();
    hash.update(b"bastide passkey 1");
    hash.update(user.as_str());
    let digest = hash.finalize();
    Uuid::from_slice(&digest[..16]).unwrap_or_else(|error| unreachable!("16 bytes are a UUID: {error}"))
}

fn options(asked: &RequestChallengeResponse) -> Result<serde_json::Value, PasskeyError> {
    serde_json::to_value(&asked.public_key).map_err(unexpected)
}

/// For failures that no user can cause.
fn unexpected(why: impl std::fmt::Display) -> PasskeyError {
    PasskeyError::Failed(why.to_string())
}
