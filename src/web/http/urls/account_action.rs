/// What a moderator does to an account: the last segment of its address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccountAction {
    Lock,
    Unlock,
    EndSessions,
    Rename,
    RemoveName,
}

impl AccountAction {
    const ALL: [Self; 5] = [Self::Lock, Self::Unlock, Self::EndSessions, Self::Rename, Self::RemoveName];

    pub const fn word(self) -> &'static str {
        match self {
            Self::Lock => "lock",
            Self::Unlock => "unlock",
            Self::EndSessions => "end-sessions",
            Self::Rename => "rename",
            Self::RemoveName => "remove-name",
        }
    }

    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|action| action.word() == word)
    }
}
