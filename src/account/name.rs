//! User names.

use std::fmt;

use crate::account::base32;

/// What an account is called: 2 to 24 letters of the English alphabet, digits, `-` and `_`, beginning with a letter.
///
/// So few letters that no two names look alike, and that a name needs no quoting in a record, a URL or a file name.
///
/// ```
/// use bastide::account::UserName;
/// let name = UserName::parse(" Ann-7 ")?;
/// assert_eq!((name.as_str(), name.folded().as_str()), ("Ann-7", "ann-7"));
/// # Ok::<_, bastide::account::NameError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct UserName(String);

/// Why a text is no user name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NameError {
    /// Too short or too long.
    #[error("A name has {} to {} characters.", UserName::SHORTEST, UserName::LONGEST)]
    Length,
    /// It begins with something else than a letter.
    #[error("A name begins with a letter.")]
    Beginning,
    /// A character that is not allowed.
    #[error("A name is made of the letters a to z, digits, \u{201c}-\u{201d} and \u{201c}_\u{201d}.")]
    Character,
    /// Guests are called so.
    #[error("Names that begin with \u{201c}{GUEST}\u{201d} are for guests.")]
    Reserved,
}

/// How the name of every guest begins, and of nobody else who signs up.
const GUEST: &str = "Guest-";

impl UserName {
    /// The fewest characters.
    pub const SHORTEST: usize = 2;
    /// The most characters.
    pub const LONGEST: usize = 24;

    /// Reads a name as typed; spaces around it do not matter.
    pub fn parse(text: &str) -> Result<Self, NameError> {
        let text = text.trim();
        let allowed = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
        if !(Self::SHORTEST..=Self::LONGEST).contains(&text.chars().count()) {
            Err(NameError::Length)
        } else if !text.bytes().all(allowed) {
            Err(NameError::Character)
        } else if !text.as_bytes()[0].is_ascii_alphabetic() {
            Err(NameError::Beginning)
        } else {
            Ok(Self(text.to_owned()))
        }
    }

    /// Reads a name that somebody chooses for an account: guests' names are not to be had.
    pub fn choose(text: &str) -> Result<Self, NameError> {
        let name = Self::parse(text)?;
        if name.folded().starts_with(&GUEST.to_ascii_lowercase()) {
            Err(NameError::Reserved)
        } else {
            Ok(name)
        }
    }

    /// The name of a guest: so many letters of the given random bytes, 8 at most.
    pub fn of_guest(random: [u8; 5], letters: usize) -> Self {
        let random = base32(&random).to_ascii_uppercase();
        Self(format!("{GUEST}{}", &random[..letters.min(random.len())]))
    }

    /// The name as its owner writes it.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// What no two accounts may share: the name in small letters.
    pub fn folded(&self) -> String {
        self.0.to_ascii_lowercase()
    }
}

impl fmt::Display for UserName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guests_have_names_that_nobody_can_choose() {
        let name = UserName::of_guest([0x38, 0x9b, 0x7f, 0, 0], 4);
        assert_eq!(name.as_str(), "Guest-72DQ");
        assert_eq!(UserName::of_guest([0xff; 5], 99).as_str(), "Guest-ZZZZZZZZ");
        assert_eq!(UserName::parse("guest-72dq").map(|name| name.folded()), Ok("guest-72dq".to_owned()));
        for taken in ["Guest-72DQ", "guest-", "GUEST-ann"] {
            assert_eq!(UserName::choose(taken), Err(NameError::Reserved), "{taken}");
        }
        assert!(UserName::choose("Guestbook").is_ok());
    }

    #[test]
    fn what_is_no_name_says_why() {
        for (text, error) in [
            ("a", NameError::Length),
            ("", NameError::Length),
            ("abcdefghijklmnopqrstuvwxy", NameError::Length),
            ("7ann", NameError::Beginning),
            ("an n", NameError::Character),
            ("\u{430}nn", NameError::Character),
            ("ann\n", NameError::Character),
        ] {
            let read = UserName::parse(text);
            if text == "ann\n" {
                assert!(read.is_ok(), "space around a name does not matter");
            } else {
                assert_eq!(read, Err(error), "{text:?}");
            }
        }
    }
}
