//! Accounts that no session begins for, because a moderator has locked them.

use crate::StoreError;

/// Why no session begins for a user who has been authenticated.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SessionError {
    #[error(transparent)]
    Locked(#[from] Locked),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A moderator has locked the account. Only shown to someone who has its password or passkey.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("account-locked")]
pub struct Locked;

impl Locked {
    /// A stable code for programs.
    pub const fn code(self) -> &'static str {
        "account-locked"
    }
}

/// Makes errors with the variants `Locked` and `Store` from a [`SessionError`].
macro_rules! from_session_error {
    ($($error:ident)+) => {$(
        impl From<crate::people::locked::SessionError> for $error {
            fn from(error: crate::people::locked::SessionError) -> Self {
                match error {
                    crate::people::locked::SessionError::Locked(why) => Self::Locked(why),
                    crate::people::locked::SessionError::Store(error) => Self::Store(error),
                }
            }
        }
    )+};
}
pub(crate) use from_session_error;
