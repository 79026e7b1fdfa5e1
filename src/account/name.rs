use std::fmt;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_security::confusable_detection::skeleton;
use unicode_security::{GeneralSecurityProfile, RestrictionLevel, RestrictionLevelDetection};

use super::base32;
use super::reserved::is_reserved;

/// A user name: 2 to 24 letters of any alphabet, digits 0 to 9, `-` and `_`, starting with a letter; in Unicode
/// normalization form NFKC. Safe in HTML and game records without quoting, but in URLs and headers only encoded.
///
/// ```
/// use bastide_account::UserName;
/// let name = UserName::parse(" Ann-7 ")?;
/// assert_eq!((name.as_str(), name.folded().as_str()), ("Ann-7", "ann-7"));
/// # Ok::<_, bastide_account::NameError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct UserName(String);

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NameError {
    /// Shorter than [`UserName::SHORTEST`] or longer than [`UserName::LONGEST`].
    #[error("name-length")]
    Length,
    #[error("name-beginning")]
    Beginning,
    #[error("name-character")]
    Character,
    /// Letters of several scripts, other than Chinese, Japanese or Korean with Latin.
    #[error("name-mixed-scripts")]
    MixedScripts,
    /// Looks like a guest's name or like a word for someone else, such as the host or the computer.
    #[error("name-reserved")]
    Reserved,
}

/// The prefix of every guest's name.
const GUEST: &str = "Guest-";
/// The beginning of the name of every closed account.
const FORMER: &str = "Former-player";

impl UserName {
    /// In characters.
    pub const SHORTEST: usize = 2;
    /// In characters.
    pub const LONGEST: usize = 24;

    /// Parses the name of an existing account. Surrounding white space is ignored.
    pub fn parse(text: &str) -> Result<Self, NameError> {
        let text = text.trim();
        // A bound before normalizing, which rarely shortens a name to less than a quarter.
        if text.chars().count() > 4 * Self::LONGEST {
            return Err(NameError::Length);
        }
        let name: String = text.nfkc().collect();
        if !(Self::SHORTEST..=Self::LONGEST).contains(&name.chars().count()) {
            Err(NameError::Length)
        } else if !name.chars().all(is_allowed) || has_stacked_marks(&name) {
            Err(NameError::Character)
        } else if !name.starts_with(char::is_alphabetic) || name.starts_with(is_combining_mark) {
            Err(NameError::Beginning)
        } else {
            Ok(Self(name))
        }
    }

    /// Parses a name for a new account, refusing reserved names and mixed alphabets. Existing accounts keep theirs.
    pub fn choose(text: &str) -> Result<Self, NameError> {
        let name = Self::parse(text)?;
        if !name.0.chars().all(GeneralSecurityProfile::identifier_allowed) {
            Err(NameError::Character)
        } else if name.0.as_str().detect_restriction_level() > RestrictionLevel::HighlyRestrictive {
            Err(NameError::MixedScripts)
        } else if is_reserved(&name.0) || is_reserved(&skeleton(&name.0).collect::<String>()) {
            Err(NameError::Reserved)
        } else {
            Ok(name)
        }
    }

    /// Whether a name is a guest's, which nobody else can have.
    pub fn is_of_guest(name: &str) -> bool {
        name.starts_with(GUEST)
    }

    /// A guest's name with `letters` random characters, at most 8.
    pub fn of_guest(random: [u8; 5], letters: usize) -> Self {
        let random = base32(&random).to_ascii_uppercase();
        Self(format!("{GUEST}{}", &random[..letters.min(random.len())]))
    }

    /// A name for an account whose own name was removed.
    pub fn neutral(random: [u8; 5]) -> Self {
        Self(format!("Renamed-{}", &base32(&random).to_ascii_uppercase()[..5]))
    }

    /// A name for an account that was closed.
    pub fn of_former_player(random: [u8; 5]) -> Self {
        Self(format!("{FORMER}-{}", &base32(&random).to_ascii_uppercase()[..5]))
    }

    /// With the owner's capitalisation.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// A text with this name in the place of others, whatever their case.
    pub fn in_place_of(&self, others: &[String], text: &str) -> String {
        let is_part = |letter: char| letter.is_alphanumeric() || matches!(letter, '-' | '_');
        let mut words = Vec::new();
        for letter in text.chars() {
            match words.last_mut() {
                Some((is_name, word)) if *is_name == is_part(letter) => String::push(word, letter),
                _ => words.push((is_part(letter), String::from(letter))),
            }
        }
        let others: Vec<String> = others.iter().map(|name| fold(name)).collect();
        let is_replaced = |word: &str| others.contains(&fold(word));
        words.into_iter().map(|(_, word)| if is_replaced(&word) { self.0.clone() } else { word }).collect()
    }

    /// Case-folded; unique among accounts.
    pub fn folded(&self) -> String {
        fold(&self.0)
    }

    /// The case-folded UTS 39 skeleton without separators: the same for names that look alike.
    pub fn skeleton(&self) -> String {
        self.skeleton_with_separators().replace(['-', '_'], "").replace("vv", "w")
    }

    /// The skeleton that accounts were stored with before separators were ignored, and which they keep.
    pub fn skeleton_with_separators(&self) -> String {
        fold(&skeleton(&self.0).collect::<String>())
    }
}

/// The beginning of a name, as someone types it to find a player: case and accents don't matter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamePrefix(String);

impl NamePrefix {
    /// How many of the first letters may be the first with an accent.
    const ACCENTS: usize = 6;

    /// `None` if it is too short to find anyone, or no name begins like that.
    pub fn parse(text: &str) -> Option<Self> {
        let plain = plain(text.trim());
        let length = plain.chars().count();
        let is_name =
            (UserName::SHORTEST..=UserName::LONGEST).contains(&length) && plain.chars().all(is_allowed);
        is_name.then_some(Self(plain))
    }

    pub fn begins(&self, name: &str) -> bool {
        plain(name).starts_with(&self.0)
    }

    /// Where names that may begin like this are found in the order of [`UserName::skeleton`]: from each of these on. Letters with
    /// accents come after all letters without.
    pub fn starts(&self) -> Vec<String> {
        let mut letters = self.0.chars();
        let capital = letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect();
        let small = UserName(self.0.clone()).skeleton();
        let letters = small.char_indices().take(Self::ACCENTS);
        let mut starts: Vec<_> = letters.map(|(at, _)| format!("{}\u{80}", &small[..at])).collect();
        // The capital of "i" looks like "l".
        starts.extend([small.clone(), UserName(capital).skeleton()]);
        starts.sort();
        starts.dedup();
        starts
    }
}

/// The folded name without accents.
fn plain(name: &str) -> String {
    fold(&name.nfd().filter(|&c| !is_combining_mark(c)).collect::<String>())
}

/// Folds case and normalizes again. Uppercases first because lowercasing alone would not equate "ß" with "SS", or the two
/// lower-case sigmas.
fn fold(name: &str) -> String {
    name.chars().flat_map(char::to_uppercase).flat_map(char::to_lowercase).nfkc().collect()
}

fn is_allowed(c: char) -> bool {
    if c.is_ascii() {
        c.is_ascii_alphanumeric() || c == '-' || c == '_'
    } else {
        c.is_alphabetic() || is_combining_mark(c)
    }
}

/// More than three combining marks in a row, or the same one twice. No language needs that.
fn has_stacked_marks(name: &str) -> bool {
    let marks: Vec<char> = name.nfd().map(|c| if is_combining_mark(c) { c } else { ' ' }).collect();
    marks.windows(4).any(|four| !four.contains(&' '))
        || marks.windows(2).any(|two| two[0] == two[1] && two[0] != ' ')
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
    fn neutral_names_cannot_be_chosen() {
        let name = UserName::neutral([0x38, 0x9b, 0x7f, 0, 0]);
        assert_eq!(name.as_str(), "Renamed-72DQY");
        assert_eq!(UserName::parse(name.as_str()).as_ref(), Ok(&name));
        for taken in ["Renamed-72DQY", "renamed", "Renarned_7", "Re-named", "R3named42"] {
            assert_eq!(UserName::choose(taken), Err(NameError::Reserved), "{taken}");
        }
    }

    #[test]
    fn names_of_any_alphabet_can_be_chosen() {
        for name in [
            "J\u{f6}rg",
            "\u{c9}milie",
            "\u{141}ukasz",
            "\u{421}\u{43e}\u{444}\u{44c}\u{44f}",
            "\u{39d}\u{3af}\u{3ba}\u{3bf}\u{3c2}-7",
            "\u{5e0}\u{5d5}\u{5e2}\u{5d4}",
            "\u{645}\u{631}\u{64a}\u{645}",
            "\u{905}\u{928}\u{940}\u{924}\u{93e}",
            "\u{938}\u{94d}\u{928}\u{947}\u{939}\u{93e}",
            "\u{5c0f}\u{660e}",
            "\u{5c71}\u{7530}\u{305f}\u{308d}\u{3046}",
            "\u{bbfc}\u{c900}",
            "Tom\u{7530}\u{4e2d}",
            "\u{e2a}\u{e21}\u{e0a}\u{e32}\u{e22}",
        ] {
            assert_eq!(UserName::choose(name).map(|name| name.to_string()), Ok(name.to_owned()));
        }
    }

    #[test]
    fn names_are_normalized_and_compared_without_case() {
        let folded = |name: &str| UserName::parse(name).unwrap().folded();
        assert_eq!(UserName::parse("\u{ff21}\u{ff4e}\u{ff4e}").unwrap().as_str(), "Ann");
        assert_eq!(folded("J\u{d6}RG"), folded("jo\u{308}rg"));
        assert_eq!(folded("Stra\u{df}e"), folded("STRASSE"));
        assert_eq!(
            folded("\u{39d}\u{399}\u{39a}\u{39f}\u{3a3}"),
            folded("\u{3bd}\u{3b9}\u{3ba}\u{3bf}\u{3c2}")
        );
        assert_ne!(folded("Jorg"), folded("J\u{f6}rg"));
    }

    #[test]
    fn a_name_is_found_by_its_beginning_without_case_and_accents() {
        let begins = |text: &str, name: &str| NamePrefix::parse(text).unwrap().begins(name);
        assert!(begins("zo", "Zo\u{eb}") && begins("ZOE", "Zo\u{eb}") && begins("zo\u{eb}", "Zo\u{eb}"));
        assert!(begins("jorg", "J\u{f6}rg") && begins("am", "Amelie") && !begins("am", "Arnold"));
        assert_eq!([NamePrefix::parse("z"), NamePrefix::parse("zo e")], [None, None]);
        // A list in the order of skeletons has each name after one of the starts, with nothing but names like it between.
        for (typed, name) in [
            ("zo", "Zo\u{eb}"),
            ("zoe", "Zo\u{eb}"),
            ("jorg", "J\u{f6}rg"),
            ("ozil", "\u{d6}zil"),
            ("id", "Ida"),
        ] {
            let skeleton = UserName::parse(name).unwrap().skeleton();
            let mut starts = NamePrefix::parse(typed).unwrap().starts().into_iter();
            let near =
                |start: &str| *start <= *skeleton && skeleton.starts_with(start.trim_end_matches('\u{80}'));
            assert!(starts.any(|start| near(&start)), "{typed} {name}");
        }
    }

    #[test]
    fn names_that_look_alike_have_the_same_skeleton() {
        let skeleton = |name: &str| UserName::parse(name).unwrap().skeleton();
        for (one, other) in [
            ("Will", "WiIl"),
            ("Will", "W\u{456}ll"),
            ("ann1", "annl"),
            ("Bob0", "BobO"),
            ("Tom", "Torn"),
            ("cop", "\u{441}\u{43e}\u{440}"),
            ("BOT", "\u{392}\u{39f}\u{3a4}"),
            ("Ann", "ann"),
            ("Wilhelmina", "VVilhelmina"),
            ("Charlotte", "Charlotte-"),
            ("Charlotte", "Char_lotte"),
            ("ann-7", "ann7"),
        ] {
            assert_eq!(skeleton(one), skeleton(other), "{one} {other}");
        }
        for (one, other) in
            [("Ann", "Anna"), ("Ali", "All"), ("Jim", "Jill"), ("Jorg", "J\u{f6}rg"), ("Will", "Vill")]
        {
            assert_ne!(skeleton(one), skeleton(other), "{one} {other}");
        }
        assert_eq!(UserName::choose("\u{392}\u{39f}\u{3a4}"), Err(NameError::Reserved), "it looks like BOT");
    }

    /// Migration 11 computes skeletons of names from before it with SQL; those keep `vv` and separators.
    #[test]
    fn the_skeleton_of_an_ascii_name_is_what_the_migration_computes() {
        let ascii = (b'0'..=b'z').map(char::from).filter(|&c| c.is_ascii_alphanumeric() && !"vV".contains(c));
        for c in ascii {
            let name = format!("a{c}a{c}{c}");
            let sql = name.replace(['I', '1'], "l").replace('0', "O").replace('m', "rn").to_ascii_lowercase();
            assert_eq!(UserName::parse(&name).unwrap().skeleton(), sql, "{name}");
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
            ("ann\u{200d}", NameError::Character),
            ("an\u{202e}n", NameError::Character),
            ("a\u{301}\u{302}\u{303}\u{304}\u{305}nn", NameError::Character),
            ("an\u{323}\u{323}n", NameError::Character),
            ("ann\u{1f600}", NameError::Character),
            ("\u{661}\u{662}\u{663}", NameError::Character),
            ("\u{430}nn", NameError::MixedScripts),
            ("\u{3b1}lice", NameError::MixedScripts),
            ("\u{5d0}nn", NameError::MixedScripts),
            ("\u{16a0}\u{16a2}", NameError::Character),
        ] {
            assert_eq!(UserName::choose(text), Err(error), "{text:?}");
        }
        assert!(UserName::parse("ann\n").is_ok(), "surrounding white space is ignored");
    }
}
