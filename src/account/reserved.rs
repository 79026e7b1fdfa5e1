//! Reserved names.

use std::collections::HashSet;
use std::sync::LazyLock;

use unicode_security::confusable_detection::skeleton;

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

/// Whether a name stands for someone else, or looks like one that does.
pub(super) fn is_reserved(name: &str) -> bool {
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
        || whole.starts_with(&look("renamed"))
        || whole.starts_with(&look("former-player"))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{NameError, UserName};

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
            "Former-player-7Q2KD",
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
            assert_eq!(UserName::choose(name).map(|name| name.to_string()), Ok(name.to_owned()), "{name}");
        }
    }
}
