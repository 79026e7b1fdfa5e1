//! Guests: they play the computer without an account, and may sign up later and keep their games.
//!
//! A guest is a user like others, so that its games need nothing special, but with a password that nobody can type.
//! Others count on players who stay: a guest plays alone with the computer.

use crate::account::{PasswordHash, UserId, UserName};
use crate::service::people::accounts::fresh_codes;
use crate::service::people::limits::GUESTS_FROM;
use crate::service::{
    Login, Principal, Scope, Service, SignUp, SignUpError, StoreError, Throttled, User, chance,
};
use crate::store::{HandedOver, NewUser, Upgraded};
use crate::table::Outcome;

/// How many random letters a guest's name gets: more if all shorter names that were tried are taken.
const LETTERS: std::ops::RangeInclusive<usize> = 4..=8;

/// How often to try again when something happens at the tables of a guest who hands them over.
const TRIES: u32 = 20;

/// Why no guest was created.
#[derive(Debug, thiserror::Error)]
pub enum GuestError {
    #[error(transparent)]
    Throttled(#[from] Throttled),
    /// All names that were tried are taken.
    #[error("No free name was found for a guest. Try again.")]
    NoName,
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl GuestError {
    /// A stable name for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Throttled(why) => why.code(),
            Self::NoName => "no-free-name",
            Self::Store(_) => "failed",
        }
    }
}

impl Service {
    /// Creates a guest and signs it in. `agent` names the browser.
    pub async fn create_guest(&self, principal: &Principal, agent: &str) -> Result<Login, GuestError> {
        self.count_address(GUESTS_FROM, principal).await??;
        for letters in LETTERS {
            let name = UserName::of_guest(chance::bytes(), letters);
            let new = NewUser {
                id: UserId::new(chance::bytes()),
                name: name.clone(),
                password: PasswordHash::of_nobody(),
                codes: Vec::new(),
                created: self.now(),
                guest: true,
            };
            if self.store.add_user(&new).await? {
                let name = name.as_str().to_owned();
                let user = User { id: new.id, name, zone: chrono_tz::UTC, guest: true };
                return Ok(self.begin_session(user, agent).await?);
            }
        }
        Err(GuestError::NoName)
    }

    /// Turns a guest into an account, which keeps the id and with it the games. A new session begins, and the guest's
    /// sessions end, so that a cookie left on a shared machine does not open the account.
    pub async fn sign_up_guest(
        &self,
        principal: &Principal,
        name: &str,
        password: &str,
        agent: &str,
    ) -> Result<SignUp, SignUpError> {
        let Ok(guest) = principal.require(Scope::Account) else { return Err(SignUpError::NoGuest) };
        let (name, password) = self.check_sign_up(principal, name, password).await?;
        let (codes, hashes) = fresh_codes();
        match self.store.upgrade_guest(guest, &name, &password, &hashes).await? {
            Upgraded::Done => {
                self.account_changed();
                let name = name.as_str().to_owned();
                let user = User { id: guest.clone(), name, zone: chrono_tz::UTC, guest: false };
                Ok(SignUp { login: self.begin_session(user, agent).await?, codes })
            }
            Upgraded::Taken => Err(SignUpError::Taken),
            Upgraded::NoGuest => Err(SignUpError::NoGuest),
        }
    }

    /// Moves the games of a guest to the account that the same browser has just signed in to, and removes the guest.
    /// `false`: the principal is no guest, or the account sits in one of its games.
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
                    return Ok(true);
                }
                HandedOver::NoGuest => return Ok(false),
                HandedOver::Stale => {}
            }
        }
        Ok(false)
    }

    /// Removes a guest who signs out, with its games: nobody could come back to them. `false`: the principal is no guest.
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

    pub(in crate::service) async fn is_guest(&self, user: &UserId) -> Result<bool, StoreError> {
        Ok(self.store.user(user).await?.is_some_and(|user| user.guest))
    }
}
