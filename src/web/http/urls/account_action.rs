/// What a moderator does to an account: the last segment of its address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccountAction {
    EndSessions,
    Rename,
    RemoveName,
}

impl AccountAction {
    const ALL: [Self; 3] = [Self::EndSessions, Self::Rename, Self::RemoveName];

    pub const fn word(self) -> &'static str {
        match self {
            Self::EndSessions => "end-sessions",
            Self::Rename => "rename",
            Self::RemoveName => "remove-name",
        }
    }

    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|action| action.word() == word)
    }
}
