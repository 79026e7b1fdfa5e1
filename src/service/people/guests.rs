//! Guests play the computer without an account, and may sign up later and keep their games.
//!
//! A guest is an ordinary user with a password that cannot be typed, so games need no special handling. Guests often
//! disappear, so they can only play the computer.

use crate::people::limits::GUESTS_FROM;
use crate::people::security_log::SecurityEvent;
use crate::people::sign_in::{NewSession, Refused, SignInError, from_sign_in_error};
use crate::{Login, Principal, Scope, Service, SignUp, SignUpError, StoreError, Throttled};
use account::{PasswordHash, User, UserId, UserName};
use store::{NewUser, SignInBy};

/// Random characters in a guest's name. Starts short, and grows while the names tried are taken.
const LETTERS: std::ops::RangeInclusive<usize> = 4..=8;

#[derive(Debug, thiserror::Error)]
pub enum GuestError {
    #[error(transparent)]
    Throttled(#[from] Throttled),
    /// Every name tried was taken.
    #[error("no-guest-name")]
    NoName,
    #[error(transparent)]
    Store(#[from] StoreError),
}

from_sign_in_error! { GuestError { _ => NoName } }

impl GuestError {
    /// A stable code for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Throttled(why) => why.code(),
            Self::NoName => "no-free-name",
            Self::Store(_) => "failed",
        }
    }
}

impl Service {
    /// Creates a guest and signs in. `agent` is the browser's user agent.
    pub async fn create_guest(&self, principal: &Principal, agent: &str) -> Result<Login, GuestError> {
        self.count_address(GUESTS_FROM, principal).await??;
        for letters in LETTERS {
            let name = UserName::of_guest(self.chance.bytes(), letters);
            let new = NewUser {
                id: UserId::new(self.chance.bytes()),
                name: name.clone(),
                password: PasswordHash::dummy(),
                codes: Vec::new(),
                created: self.now(),
                guest: true,
            };
            let session = NewSession {
                user: User {
                    id: new.id.clone(),
                    name: name.as_str().to_owned(),
                    zone: chrono_tz::UTC,
                    guest: true,
                },
                password: None,
                by: SignInBy::NewUser(new),
                forget: Vec::new(),
                agent,
            };
            match self.sign_in(principal, session).await {
                Err(SignInError::Refused(Refused::NameTaken)) => {}
                begun => return Ok(begun?),
            }
        }
        Err(GuestError::NoName)
    }

    /// Turns a guest into an account with the same id, so that it retains its games. Ends the guest's sessions and
    /// begins a new one, so that a cookie left on a shared machine does not open the account.
    pub async fn sign_up_guest(
        &self,
        principal: &Principal,
        name: &str,
        password: &str,
        agent: &str,
    ) -> Result<SignUp, SignUpError> {
        let Ok(guest) = principal.require(Scope::Account) else { return Err(SignUpError::NoGuest) };
        let (name, password) = self.check_sign_up(principal, name, password).await?;
        let (codes, hashes) = self.new_codes();
        let new = NewSession {
            user: User {
                id: guest.clone(),
                name: name.as_str().to_owned(),
                zone: chrono_tz::UTC,
                guest: false,
            },
            password: Some(&password),
            by: SignInBy::GuestUpgrade { name, password: password.clone(), codes: hashes },
            forget: Vec::new(),
            agent,
        };
        let login = self.sign_in(principal, new).await?;
        SecurityEvent::SignedUp.log(Some(principal), Some(guest));
        Ok(SignUp { login, codes })
    }

    /// Deletes a guest who signs out, with their games, since they could not come back. `false`: the principal is not a
    /// guest.
    pub async fn remove_guest(&self, principal: &Principal) -> Result<bool, StoreError> {
        match principal.require(Scope::Account) {
            Ok(guest) => {
                let removed = self.store.remove_guest(guest).await?;
                self.account_changed();
                Ok(removed)
            }
            Err(_) => Ok(false),
        }
    }

    pub(crate) async fn is_guest(&self, user: &UserId) -> Result<bool, StoreError> {
        Ok(self.store.user(user).await?.is_some_and(|stored| stored.user.guest))
    }
}
