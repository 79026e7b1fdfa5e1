//! Guests play the computer without an account, and may sign up later and keep their games.
//!
//! A guest is an ordinary user with a password that cannot be typed, so games need no special handling. Guests often
//! disappear, so they can only play the computer.

use crate::people::limits::GUESTS_FROM;
use crate::people::locked::from_session_error;
use crate::people::security_log::SecurityEvent;
use crate::{Locked, Login, Principal, Scope, Service, SignUp, SignUpError, StoreError, Throttled, User};
use account::{PasswordHash, UserId, UserName};
use store::{HandedOver, NewUser, Upgraded};
use table::Outcome;

/// Random characters in a guest's name. Starts short, and grows while the names tried are taken.
const LETTERS: std::ops::RangeInclusive<usize> = 4..=8;

/// Attempts when the guest's tables change during a hand-over.
const TRIES: u32 = 20;

#[derive(Debug, thiserror::Error)]
pub enum GuestError {
    #[error(transparent)]
    Throttled(#[from] Throttled),
    /// Every name tried was taken.
    #[error("no-guest-name")]
    NoName,
    #[error(transparent)]
    Locked(Locked),
    #[error(transparent)]
    Store(#[from] StoreError),
}

from_session_error! { GuestError }

impl GuestError {
    /// A stable code for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Throttled(why) => why.code(),
            Self::NoName => "no-free-name",
            Self::Locked(why) => why.code(),
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
            if self.store.add_user(&new).await? {
                let name = name.as_str().to_owned();
                let user = User { id: new.id, name, zone: chrono_tz::UTC, guest: true };
                return Ok(self.begin_session(principal, user, None, agent).await?);
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
        let (codes, hashes) = self.fresh_codes();
        match self.store.upgrade_guest(guest, &name, &password, &hashes).await? {
            Upgraded::Done => {
                self.account_changed();
                SecurityEvent::SignedUp.log(Some(principal), Some(guest));
                let name = name.as_str().to_owned();
                let user = User { id: guest.clone(), name, zone: chrono_tz::UTC, guest: false };
                Ok(SignUp {
                    login: self.begin_session(principal, user, Some(&password), agent).await?,
                    codes,
                })
            }
            Upgraded::Taken => Err(SignUpError::Taken),
            Upgraded::NoGuest => Err(SignUpError::NoGuest),
        }
    }

    /// Transfers a guest's games to the account that the same browser has just signed in to, and deletes the guest.
    /// `false`: the principal is not a guest, or the account is at one of the guest's tables.
    pub async fn hand_over(&self, principal: &Principal, to: &User) -> Result<bool, StoreError> {
        let guest = match principal.require(Scope::Account) {
            Ok(guest) if !to.guest && *guest != to.id => guest,
            Ok(_) | Err(_) => return Ok(false),
        };
        for _ in 0..TRIES {
            let now = self.now();
            let tables = self.store.tables_of_guest(guest).await?;
            let outcomes: Option<Vec<Outcome>> =
                tables.iter().map(|table| table.replace(guest, &to.id, now)).collect();
            let Some(outcomes) = outcomes else { return Ok(false) };
            match self.store.hand_over(guest, outcomes).await? {
                HandedOver::Done => {
                    self.account_changed();
                    for table in &tables {
                        self.tables.remove(&table.id);
                    }
                    return Ok(true);
                }
                HandedOver::NoGuest => return Ok(false),
                HandedOver::Stale => {}
            }
        }
        Ok(false)
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
        Ok(self.store.user(user).await?.is_some_and(|user| user.guest))
    }
}
