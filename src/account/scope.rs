//! What a token may do.

use enumset::{EnumSet, EnumSetType};

/// A group of permissions. A session has all scopes; a token may have fewer.
#[derive(Debug, Hash, EnumSetType)]
pub enum Scope {
    /// See the user's games, tables and notifications.
    Read,
    /// Open, join, leave and close tables; play, resign, start a rematch; mark games as seen; follow players and games.
    Play,
    /// Write lines at tables; mute, block and report people.
    Talk,
    /// Change the account: password, sessions, recovery codes, feeds.
    Account,
}

impl Scope {
    /// Never changes: it is in stored tokens and in forms.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Play => "play",
            Self::Talk => "talk",
            Self::Account => "account",
        }
    }

    /// Inverse of [`Self::word`].
    pub fn parse(word: &str) -> Option<Self> {
        EnumSet::all().iter().find(|scope: &Self| scope.word() == word)
    }

    /// The words of several scopes, with spaces between.
    pub fn words(scopes: EnumSet<Self>) -> String {
        scopes.iter().map(Self::word).collect::<Vec<_>>().join(" ")
    }

    /// Inverse of [`Self::words`].
    pub fn parse_words(words: &str) -> Option<EnumSet<Self>> {
        words.split(' ').filter(|word| !word.is_empty()).map(Self::parse).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scopes_survive_a_round_trip_through_words() {
        for scopes in [EnumSet::empty(), Scope::Play.into(), EnumSet::all()] {
            assert_eq!(Scope::parse_words(&Scope::words(scopes)), Some(scopes));
        }
        assert_eq!(Scope::words(EnumSet::all()), "read play talk account");
        assert_eq!(Scope::parse_words("read write"), None);
    }
}
