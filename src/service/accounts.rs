//! Accounts: opening one, its password, the way back in.

use std::net::IpAddr;

use chrono::{DateTime, Utc};

use super::{Login, Service, StoreError};
use crate::account::{NameError, PasswordError, RecoveryCode, SessionId, UserId};

/// A person who is known here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct User {
    /// The account.
    pub id: UserId,
    /// Its name.
    pub name: String,
    /// Where times are shown for: a name of the zone database.
    pub zone: chrono_tz::Tz,
}

/// A new account.
#[derive(Debug)]
pub struct SignUp {
    /// The account, signed in.
    pub login: Login,
    /// The codes that lead back in, to be shown now and never again.
    pub codes: Vec<RecoveryCode>,
}

/// Why no account was opened.
#[derive(Debug, thiserror::Error)]
pub enum SignUpError {
    /// The name will not do.
    #[error(transparent)]
    Name(#[from] NameError),
    /// The password will not do.
    #[error(transparent)]
    Password(#[from] PasswordError),
    /// Somebody has that name.
    #[error("That name is taken.")]
    Taken,
    /// Too many new accounts from one address.
    #[error("Too many new accounts from your network. Try again later.")]
    TooMany {
        /// When the next may be opened.
        until: DateTime<Utc>,
    },
    /// Too many passwords are being hashed.
    #[error("The server is busy. Try again in a moment.")]
    Busy,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Why a password stays as it was.
#[derive(Debug, thiserror::Error)]
pub enum PasswordChangeError {
    /// The old password is wrong.
    #[error("The old password is not right.")]
    Wrong,
    /// The new one will not do.
    #[error(transparent)]
    New(#[from] PasswordError),
    /// Too many wrong ones.
    #[error("Too many attempts. Try again later.")]
    TooMany {
        /// When the next may be made.
        until: DateTime<Utc>,
    },
    /// Too many passwords are being hashed.
    #[error("The server is busy. Try again in a moment.")]
    Busy,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Why a recovery code did not help.
#[derive(Debug, thiserror::Error)]
pub enum RecoverError {
    /// No such account, no such code, or a code that was used; which of them is not told.
    #[error("Name and code do not belong together, or the code was used before.")]
    Wrong,
    /// The new password will not do.
    #[error(transparent)]
    Password(#[from] PasswordError),
    /// Too many attempts.
    #[error("Too many attempts. Try again later.")]
    TooMany {
        /// When the next may be made.
        until: DateTime<Utc>,
    },
    /// Too many passwords are being hashed.
    #[error("The server is busy. Try again in a moment.")]
    Busy,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Service {
    /// Opens an account and signs it in. `agent` names the browser in the list of sessions.
    pub async fn sign_up(
        &self,
        name: &str,
        password: &str,
        address: IpAddr,
        agent: &str,
    ) -> Result<SignUp, SignUpError> {
        todo!()
    }

    /// Changes the password; all other sessions end.
    pub async fn change_password(
        &self,
        user: &UserId,
        keep: &SessionId,
        old: &str,
        new: &str,
        address: IpAddr,
    ) -> Result<(), PasswordChangeError> {
        todo!()
    }

    /// Sets a new password by a recovery code, which is used up; all sessions end, and a new one begins.
    pub async fn recover(
        &self,
        name: &str,
        code: &str,
        new_password: &str,
        address: IpAddr,
        agent: &str,
    ) -> Result<Login, RecoverError> {
        todo!()
    }

    /// How many recovery codes are left.
    pub async fn codes_left(&self, user: &UserId) -> Result<u32, StoreError> {
        todo!()
    }

    /// Replaces all recovery codes; the password is asked for again.
    pub async fn renew_codes(
        &self,
        user: &UserId,
        password: &str,
        address: IpAddr,
    ) -> Result<Vec<RecoveryCode>, PasswordChangeError> {
        todo!()
    }

    /// Where times are shown for.
    pub async fn set_zone(&self, user: &UserId, zone: chrono_tz::Tz) -> Result<(), StoreError> {
        todo!()
    }

    /// The host's way to let somebody in again: a fresh password, all sessions ended. `None`: nobody has that name.
    pub async fn reset_account(&self, name: &str) -> Result<Option<String>, StoreError> {
        todo!()
    }
}
