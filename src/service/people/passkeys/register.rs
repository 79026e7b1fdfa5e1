//! The user's list of passkeys: adding one, removing one, and whether the password takes one, too.

use data_encoding::BASE64URL_NOPAD;
use serde_json::json;
use webauthn_rs::prelude::{CredentialID, PasskeyRegistration, RegisterPublicKeyCredential};

use super::{MOST_PASSKEYS, PasskeyChallenge, PasskeyError, PasskeySite, handle_of, unexpected};
use crate::people::security_log::SecurityEvent;
use crate::{AccessError, Denied, Principal, Scope, Service};
use account::Passkey;
use store::{AddedPasskey, Purpose, StoredPasskey};

/// In characters; longer names are cut.
const NAME_LONGEST: usize = 40;

impl Service {
    /// Begins to add a passkey that signs in alone: the authenticator finds it without being told who signs in, and verifies the
    /// user by a fingerprint, a face or a PIN.
    pub async fn begin_passkey(
        &self,
        site: &PasskeySite,
        principal: &Principal,
    ) -> Result<PasskeyChallenge, PasskeyError> {
        let user = principal.require_confirmed(Scope::Account, self.now())?;
        let name = self.store.user(user).await?.ok_or(Denied::SignedOut)?.user.name;
        let known = self.store.passkeys(user).await?;
        if known.len() >= MOST_PASSKEYS {
            return Err(PasskeyError::TooMany);
        }
        let ids = known.iter().filter_map(|passkey| BASE64URL_NOPAD.decode(passkey.id.as_bytes()).ok());
        let ids: Vec<CredentialID> = ids.collect();
        let begun = site.webauthn().start_passkey_registration(handle_of(user), &name, &name, Some(ids));
        let (asked, state) = begun.map_err(unexpected)?;
        let mut options = serde_json::to_value(&asked.public_key).map_err(unexpected)?;
        options["authenticatorSelection"]["residentKey"] = json!("required");
        options["authenticatorSelection"]["requireResidentKey"] = json!(true);
        self.add_passkey_challenge(Purpose::NewPasskey, Some(user), &state, options).await
    }

    /// Adds the passkey that answers the challenge.
    pub async fn add_passkey(
        &self,
        site: &PasskeySite,
        principal: &Principal,
        token: &str,
        answer: &str,
        name: &str,
    ) -> Result<(), PasskeyError> {
        let user = principal.require_confirmed(Scope::Account, self.now())?;
        let (asked, state): (_, PasskeyRegistration) =
            self.take_passkey_challenge(Purpose::NewPasskey, token).await?;
        let answer: RegisterPublicKeyCredential =
            serde_json::from_str(answer).map_err(|_| PasskeyError::Refused)?;
        let made = site.webauthn().finish_passkey_registration(&answer, &state);
        let (Ok(passkey), true) = (made, asked.as_ref() == Some(user)) else {
            SecurityEvent::PasskeyRefused.log(Some(principal), Some(user));
            return Err(PasskeyError::Refused);
        };
        let stored = StoredPasskey {
            user: user.clone(),
            credential: serde_json::to_string(&passkey).map_err(unexpected)?,
            passkey: Passkey {
                id: BASE64URL_NOPAD.encode(passkey.cred_id()),
                name: name.trim().chars().filter(|c| !c.is_control()).take(NAME_LONGEST).collect(),
                since: self.now(),
                used: None,
            },
        };
        match self.store.add_passkey(&stored, MOST_PASSKEYS).await? {
            AddedPasskey::Added => SecurityEvent::PasskeyAdded.log(Some(principal), Some(user)),
            AddedPasskey::Known => return Err(PasskeyError::Known),
            AddedPasskey::TooMany => return Err(PasskeyError::TooMany),
        }
        Ok(())
    }

    /// Oldest first.
    pub async fn passkeys(&self, principal: &Principal) -> Result<Vec<Passkey>, AccessError> {
        Ok(self.store.passkeys(principal.require(Scope::Account)?).await?)
    }

    /// Removes one of the user's passkeys. Does nothing if there is no such passkey.
    pub async fn remove_passkey(&self, principal: &Principal, id: &str) -> Result<(), AccessError> {
        let user = principal.require_confirmed(Scope::Account, self.now())?;
        if self.store.remove_passkey(user, id).await? {
            SecurityEvent::PasskeyRemoved.log(Some(principal), Some(user));
        }
        Ok(())
    }

    /// Whether signing in with the password takes a second step although there is no authenticator app.
    pub async fn takes_two_steps(&self, principal: &Principal) -> Result<bool, AccessError> {
        let user = self.store.user(principal.require(Scope::Account)?).await?;
        Ok(user.is_some_and(|user| user.second_step))
    }

    /// Sets whether signing in with the password takes a passkey, too. Does nothing for users without one.
    pub async fn set_two_steps(&self, principal: &Principal, two_steps: bool) -> Result<(), AccessError> {
        let user = principal.require_confirmed(Scope::Account, self.now())?;
        if self.store.set_two_steps(user, two_steps).await? {
            let event = if two_steps { SecurityEvent::TwoStepsOn } else { SecurityEvent::TwoStepsOff };
            event.log(Some(principal), Some(user));
        }
        Ok(())
    }
}
