//! Accounts that no session begins for, because a moderator has locked them.

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
