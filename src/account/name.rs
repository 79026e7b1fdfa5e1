use std::collections::HashSet;
use std::fmt;
use std::sync::LazyLock;

use unicode_security::confusable_detection::skeleton;

use super::base32;

/// A user name: 2 to 24 ASCII letters, digits, `-` and `_`, starting with a letter. Safe in game records, URLs and file
/// names without quoting.
///
/// ```
/// use bastide::account::UserName;
/// let name = UserName::parse(" Ann-7 ")?;
/// assert_eq!((name.as_str(), name.folded().as_str()), ("Ann-7", "ann-7"));
/// # Ok::<_, bastide::account::NameError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct UserName(String);

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NameError {
    /// Shorter than [`UserName::SHORTEST`] or longer than [`UserName::LONGEST`].
    #[error("A name must have {} to {} characters.", UserName::SHORTEST, UserName::LONGEST)]
    Length,
    #[error("A name must start with a letter.")]
    Beginning,
    #[error("A name can contain only the letters a to z, digits, \u{201c}-\u{201d} and \u{201c}_\u{201d}.")]
    Character,
    /// Looks like a guest's name or like a word for someone else, such as the host or the computer.
    #[error("That name is reserved. Choose another.")]
    Reserved,
}

/// The prefix of every guest's name.
const GUEST: &str = "Guest-";

/// Names that stand for someone else on pages or in conversation. Names that look like them are reserved, too.
const RESERVED: &[&str] = &[
    "anonymous",
    "anybody",
    "anyone",
    "both",
    "bot",
    "deleted",
    "everybody",
    "everyone",
    "former",
    "former-member",
    "former-player",
    "former-user",
    "free-seat",
    "game-master",
    "helpdesk",
    "host",
    "hostmaster",
    "info",
    "me",
    "mod",
    "myself",
    "nobody",
    "none",
    "no-one",
    "null",
    "opponent",
    "owner",
    "player",
    "players",
    "removed",
    "robot",
    "root",
    "security",
    "server",
    "site-admin",
    "somebody",
    "someone",
    "superuser",
    "sysop",
    "system",
    "team",
    "undefined",
    "unknown",
    "user",
    "webmaster",
    "winner",
    "you",
    "your",
    "yours",
    "yourself",
];

/// Words that claim to speak for the site or to be the computer. Reserved even as part of a name (`real-admin`).
const OFFICIAL: &[&str] = &[
    "admin",
    "administrator",
    "bastide",
    "computer",
    "moderator",
    "official",
    "staff",
    "support",
    "sysadmin",
];

impl UserName {
    /// In characters.
    pub const SHORTEST: usize = 2;
    /// In characters.
    pub const LONGEST: usize = 24;

    /// Parses the name of an existing account. Surrounding white space is ignored.
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

    /// Parses a name for a new account, refusing reserved names. Accounts that had a name before it was reserved retain
    /// it.
    pub fn choose(text: &str) -> Result<Self, NameError> {
        let name = Self::parse(text)?;
        if is_reserved(&name.0) { Err(NameError::Reserved) } else { Ok(name) }
    }

    /// A guest's name with `letters` random characters, at most 8.
    pub fn of_guest(random: [u8; 5], letters: usize) -> Self {
        let random = base32(&random).to_ascii_uppercase();
        Self(format!("{GUEST}{}", &random[..letters.min(random.len())]))
    }

    /// With the owner's capitalisation.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// In lower case; unique among accounts.
    pub fn folded(&self) -> String {
        self.0.to_ascii_lowercase()
    }
}

fn is_reserved(name: &str) -> bool {
    static LOOKS: LazyLock<(HashSet<String>, HashSet<String>)> = LazyLock::new(|| {
        let looks = |words: &[&str]| words.iter().map(|word| look(word)).collect();
        (looks(RESERVED), looks(OFFICIAL))
    });
    let (reserved, official) = &*LOOKS;
    let is_official = |part: &str| {
        let unnumbered = part.trim_end_matches(|c: char| c.is_ascii_digit());
        official.contains(&look(part)) || official.contains(&look(unnumbered))
    };
    let whole = look(name);
    whole.starts_with(&look("guest"))
        || reserved.contains(&whole)
        || is_official(name)
        || name.split(['-', '_']).any(is_official)
}

/// A canonical form shared by names that are easily mistaken for each other: the UTS 39 skeleton in lower case without
/// separators, with digits read as letters (`adm1n`, `y0u`) and `i` as `l`.
fn look(name: &str) -> String {
    let letters: String = name.chars().filter(|c| !matches!(c, '-' | '_')).collect();
    let letters = letters.to_lowercase().replace("vv", "w");
    let alike = skeleton(&letters).map(|letter| match letter.to_ascii_lowercase() {
        '0' => 'o',
        '1' | 'i' | 'j' => 'l',
        '2' => 'z',
        '3' => 'e',
        '4' => 'a',
        '5' => 's',
        '6' | '9' => 'g',
        '7' => 't',
        '8' => 'b',
        other => other,
    });
    alike.collect()
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
    fn guest_names_cannot_be_chosen() {
        let name = UserName::of_guest([0x38, 0x9b, 0x7f, 0, 0], 4);
        assert_eq!(name.as_str(), "Guest-72DQ");
        assert_eq!(UserName::of_guest([0xff; 5], 99).as_str(), "Guest-ZZZZZZZZ");
        assert_eq!(UserName::parse("guest-72dq").map(|name| name.folded()), Ok("guest-72dq".to_owned()));
        for taken in ["Guest-72DQ", "guest-", "GUEST-ann", "Guest72DQ", "guest_72dq", "Gue5t-72DQ", "Gu-est"]
        {
            assert_eq!(UserName::choose(taken), Err(NameError::Reserved), "{taken}");
        }
    }

    #[test]
    fn names_for_the_host_the_computer_and_no_one_cannot_be_chosen() {
        for name in RESERVED.iter().chain(OFFICIAL) {
            assert_eq!(UserName::choose(name), Err(NameError::Reserved), "{name}");
            assert_eq!(UserName::choose(&name.to_uppercase()), Err(NameError::Reserved), "{name}");
            assert!(UserName::parse(name).is_ok(), "accounts that have the name retain it: {name}");
        }
    }

    #[test]
    fn look_alikes_of_reserved_names_are_reserved() {
        for name in [
            "You",
            "y0u",
            "Y-O-U",
            "you_",
            "Computer",
            "C0mputer",
            "Cornputer",
            "computer_1",
            "Compu7er",
            "adm1n",
            "Admin_",
            "ADMlN",
            "Adrnin",
            "admin42",
            "real-admin",
            "bastide_support",
            "Moderat0r",
            "m0derator",
            "N0body",
            "some_body",
            "Former-Player",
            "formerplayer",
            "sy5tem",
            "Bast1de",
            "bastlde",
            "a-d-m-i-n",
            "admln1",
        ] {
            assert_eq!(UserName::choose(name), Err(NameError::Reserved), "{name}");
        }
    }

    #[test]
    fn ordinary_names_are_not_reserved() {
        for name in [
            "ann",
            "youri",
            "Youssef",
            "Ali",
            "Al",
            "Moderna",
            "Adminton",
            "hostel",
            "Noah",
            "meeple",
            "Bob99",
            "Jim",
            "Will",
            "userland",
            "modest",
            "compute",
            "Yoyo",
            "staffan",
            "Systema",
            "Botond",
            "player-of-games",
            "player7",
            "user123",
        ] {
            assert_eq!(UserName::choose(name), Ok(UserName(name.to_owned())), "{name}");
        }
    }

    #[test]
    fn an_invalid_name_is_refused_with_the_reason() {
        for (text, error) in [
            ("a", NameError::Length),
            ("", NameError::Length),
            ("abcdefghijklmnopqrstuvwxy", NameError::Length),
            ("7ann", NameError::Beginning),
            ("an n", NameError::Character),
            ("\u{430}nn", NameError::Character),
        ] {
            assert_eq!(UserName::parse(text), Err(error), "{text:?}");
        }
        assert!(UserName::parse("ann\n").is_ok(), "surrounding white space is ignored");
    }
}
