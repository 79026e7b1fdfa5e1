//! User names.

use std::collections::HashSet;
use std::fmt;
use std::sync::LazyLock;

use unicode_security::confusable_detection::skeleton;

use super::base32;

/// A user name: 2 to 24 ASCII letters, digits, `-` and `_`, beginning with a letter. It needs no quoting in a record, a URL or a
/// file name.
///
/// ```
/// use bastide::account::UserName;
/// let name = UserName::parse(" Ann-7 ")?;
/// assert_eq!((name.as_str(), name.folded().as_str()), ("Ann-7", "ann-7"));
/// # Ok::<_, bastide::account::NameError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct UserName(String);

/// Why a name is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NameError {
    /// Too short or too long.
    #[error("A name has {} to {} characters.", UserName::SHORTEST, UserName::LONGEST)]
    Length,
    /// It does not begin with a letter.
    #[error("A name begins with a letter.")]
    Beginning,
    /// It has a character that is not allowed.
    #[error("A name is made of the letters a to z, digits, \u{201c}-\u{201d} and \u{201c}_\u{201d}.")]
    Character,
    /// It looks like a guest's name, or like a word for somebody else, such as the host or the computer.
    #[error("That name is reserved. Choose another.")]
    Reserved,
}

/// How the name of every guest begins.
const GUEST: &str = "Guest-";

/// Names that pages and people use for somebody else. Nobody may choose one of them, or one that looks like them.
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

/// Words that claim to speak for the site, or to be the computer: reserved as any part of a name too (`real-admin`).
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
    /// The fewest characters.
    pub const SHORTEST: usize = 2;
    /// The most characters.
    pub const LONGEST: usize = 24;

    /// Reads the name of an account; spaces around it do not matter.
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

    /// Reads a name for a new account, which must not pass for somebody else's. Accounts that were given such a name
    /// before it was reserved keep it.
    pub fn choose(text: &str) -> Result<Self, NameError> {
        let name = Self::parse(text)?;
        if is_reserved(&name.0) { Err(NameError::Reserved) } else { Ok(name) }
    }

    /// The name of a guest: `letters` letters of the given random bytes, at most 8.
    pub fn of_guest(random: [u8; 5], letters: usize) -> Self {
        let random = base32(&random).to_ascii_uppercase();
        Self(format!("{GUEST}{}", &random[..letters.min(random.len())]))
    }

    /// The name as its owner writes it.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The name in small letters, which no two accounts may share.
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

/// What a name looks like at a glance, the same for names that are easily taken for each other: its UTS 39 skeleton in small letters, without
/// separators, with digits read as the letters that they stand for (`adm1n`, `y0u`), and `i` as `l`.
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
    fn guests_have_names_that_nobody_can_choose() {
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
    fn nobody_can_choose_the_name_of_the_host_the_computer_or_nobody() {
        for name in RESERVED.iter().chain(OFFICIAL) {
            assert_eq!(UserName::choose(name), Err(NameError::Reserved), "{name}");
            assert_eq!(UserName::choose(&name.to_uppercase()), Err(NameError::Reserved), "{name}");
            assert!(UserName::parse(name).is_ok(), "accounts that have the name keep it: {name}");
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
    fn ordinary_names_are_free() {
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
    fn a_bad_name_says_why() {
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
        assert!(UserName::parse("ann\n").is_ok(), "space around a name does not matter");
    }
}
