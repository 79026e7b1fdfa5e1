//! Guests: they play the computer without an account, and may make one of themselves later.
//!
//! A guest is a user like others, so that its games need nothing special, but with a password that nobody can type.
//! Others count on players who stay: a guest plays alone with the computer.

use std::net::IpAddr;

use crate::account::{PasswordHash, UserId, UserName};
use crate::service::accounts::fresh_codes;
use crate::service::limits::GUESTS_FROM;
use crate::service::{Login, NotNow, Player, Service, SignUp, SignUpError, StoreError, User, chance};
use crate::store::{NewUser, Settled, StoredGame};

/// Letters of a guest's name after its beginning: at least, and at most when all shorter ones seem taken.
const LETTERS: std::ops::RangeInclusive<usize> = 4..=8;

/// Why there is no new guest.
#[derive(Debug, thiserror::Error)]
pub enum GuestError {
    /// It is not tried now.
    #[error(transparent)]
    NotNow(#[from] NotNow),
    /// All names that were tried are taken.
    #[error("No free name was found for a guest. Try again.")]
    NoName,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Service {
    /// Makes a guest and signs it in. `agent` names the browser.
    pub async fn welcome_guest(&self, address: IpAddr, agent: &str) -> Result<Login, GuestError> {
        self.count_address(GUESTS_FROM, address).await??;
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

    /// Makes an account of a guest: the id stays, and with it the games. A new session begins, and those of the guest end:
    /// whoever was that guest before on the same machine is not let into an account.
    pub async fn settle(
        &self,
        guest: &UserId,
        name: &str,
        password: &str,
        address: IpAddr,
        agent: &str,
    ) -> Result<SignUp, SignUpError> {
        let (name, password) = self.claim(name, password, address).await?;
        let (codes, hashes) = fresh_codes();
        match self.store.settle(guest, &name, &password, &hashes).await? {
            Settled::Done => {
                let name = name.as_str().to_owned();
                let user = User { id: guest.clone(), name, zone: chrono_tz::UTC, guest: false };
                Ok(SignUp { login: self.begin_session(user, agent).await?, codes })
            }
            Settled::Taken => Err(SignUpError::Taken),
            Settled::NoGuest => Err(SignUpError::NoGuest),
        }
    }

    /// Gives the games of a guest to the account that the same browser has just signed in to; the guest is gone then.
    pub async fn hand_over(&self, guest: &UserId, to: &User) -> Result<bool, StoreError> {
        if to.guest || *guest == to.id {
            return Ok(false);
        }
        self.store.hand_over(guest, &to.id).await
    }

    /// Removes a guest who goes, with its games: nobody could come back to them.
    pub async fn end_guest(&self, guest: &UserId) -> Result<bool, StoreError> {
        self.store.remove_guest(guest).await
    }

    /// Whether somebody is a guest.
    pub(super) async fn is_guest(&self, user: &UserId) -> Result<bool, StoreError> {
        Ok(self.store.user(user).await?.is_some_and(|user| user.guest))
    }
}

/// Whether a guest may sit down: at a table of its own, when all other seats are the computer's.
pub(super) fn may_sit(stored: &StoredGame, user: &UserId) -> bool {
    let computers = stored.listed.seats.iter().flatten().filter(|player| **player == Player::Computer);
    stored.opener == *user && computers.count() + 1 == stored.listed.seats.len()
}
