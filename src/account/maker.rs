use crate::UserId;

/// Who made the account of a bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Maker {
    pub id: UserId,
    /// The current user name.
    pub name: String,
}
