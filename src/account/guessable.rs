//! Passwords that are easy to guess: those that many people have, repetitions, sequences, and the words of this site.

use std::collections::HashSet;
use std::sync::LazyLock;

/// Passwords from breaches in lower case, four characters and more: shorter ones than can be chosen, too, because
/// people add a year or a sign to them. Sorted.
static COMMON: LazyLock<Vec<&str>> =
    LazyLock::new(|| include_str!("common_passwords/list.txt").lines().collect());

/// Words that everybody tries on this site.
const SITE: [&str; 3] = ["bastide", "carcassonne", "meeple"];

/// What is left of a password without a word that everybody tries must have this many letters and digits.
const LEAST_BESIDE_WORDS: usize = 5;
/// How many characters must not continue what the two before them began.
const LEAST_SURPRISES: usize = 5;
const LEAST_DIFFERENT: usize = 4;

pub(super) fn is_guessable(password: &str) -> bool {
    let password = password.to_lowercase();
    is_common(&password)
        || is_predictable(&password)
        || SITE.iter().any(|word| is_little_but(&password, word))
}

/// Whether `password` adds only a few characters to `word`, which it contains, in any case.
pub(super) fn is_little_but(password: &str, word: &str) -> bool {
    let (password, word) = (password.to_lowercase(), word.to_lowercase());
    let rest = password.replace(&word, "");
    rest.len() < password.len()
        && rest.chars().filter(|letter| letter.is_alphanumeric()).count() < LEAST_BESIDE_WORDS
}

/// Whether it is little but a word of the list, also if digits and signs stand for letters.
fn is_common(password: &str) -> bool {
    let readings = [("013457@$!", "oieastasi"), ("013457@$!", "oleastasl")];
    let readings = readings.map(|(signs, letters)| {
        let read =
            |c| signs.chars().zip(letters.chars()).find_map(|(sign, letter)| (sign == c).then_some(letter));
        password.chars().map(|c| read(c).unwrap_or(c)).collect::<String>()
    });
    is_decorated_word(password) || readings.iter().any(|reading| is_decorated_word(reading))
}

/// Whether it is a word of the list, with signs around it and digits behind it, or with a few characters before or after it.
fn is_decorated_word(password: &str) -> bool {
    let bare = password.trim_matches(|letter: char| !letter.is_alphanumeric());
    let word = bare.trim_end_matches(|letter: char| !letter.is_alphabetic());
    let is_listed = |word: &str| COMMON.binary_search(&word).is_ok();
    [password, bare, word].into_iter().any(is_listed)
        || password.char_indices().any(|(at, _)| {
            let (before, after) = password.split_at(at);
            is_listed(before) && is_decoration(after) || is_listed(after) && is_decoration(before)
        })
}

/// Whether it adds little to a word. A passphrase has spaces.
fn is_decoration(rest: &str) -> bool {
    !rest.contains(char::is_whitespace)
        && rest.chars().filter(|letter| letter.is_alphanumeric()).count() < LEAST_BESIDE_WORDS
}

/// Whether it repeats a few characters, or goes up or down like `12345678` and `abcd4321`.
fn is_predictable(password: &str) -> bool {
    let letters: Vec<char> = password.chars().collect();
    let repeats = |unit: usize| letters.iter().enumerate().all(|(i, letter)| *letter == letters[i % unit]);
    let different: HashSet<&char> = letters.iter().collect();
    different.len() < LEAST_DIFFERENT
        || (1..=letters.len() / 2).any(repeats)
        || surprises(&letters) < LEAST_SURPRISES
}

/// The number of characters that don't continue a repetition or an alphabetical run.
fn surprises(letters: &[char]) -> usize {
    let steps: Vec<i64> = letters
        .windows(2)
        .map(|pair| i64::from(u32::from(pair[1])) - i64::from(u32::from(pair[0])))
        .collect();
    let continued = steps.windows(2).filter(|pair| pair[0] == pair[1] && pair[0].abs() <= 1).count();
    letters.len() - continued
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_that_everybody_tries_are_guessable() {
        for password in [
            "12345678",
            "87654321",
            "password",
            "Password1!",
            "PASSWORD2026",
            "iloveyou2",
            "qwertyuiop",
            "1q2w3e4r",
            "        ",
            "aaaaaaaaaaaa",
            "abcabcabc",
            "testtest",
            "abcdefgh",
            "1234abcd",
            "zyxw9876",
            "ababbaba",
            "bastide1",
            "Bastide-2026",
            "carcassonne",
            "Carcassonne!99",
            "meeplemeeple",
            "Summer2024!",
            "michael1987",
            "iloveyou2u",
            "2024Summer",
            "P@ssw0rd1987",
            "!L0vey0u",
            "Welcome123!",
            "Charlie12051987",
        ] {
            assert!(is_guessable(password), "{password}");
        }
        for password in [
            "correct horse",
            "battery staple",
            "my meeple is blue",
            "carcassonne at noon",
            "vu4kdq0z",
            "käse und brot",
            "dragon of the lake",
            "a summer in 2024",
            "horse-battery-staple",
            "Tr0ub4dor and 3 more",
        ] {
            assert!(!is_guessable(password), "{password}");
        }
    }

    #[test]
    fn a_name_with_a_few_digits_is_little_but_the_name() {
        assert!(is_little_but("Benjamin99", "benjamin") && is_little_but("annannann", "Ann"));
        assert!(!is_little_but("ann likes cheese", "ann") && !is_little_but("correct horse", "ann"));
    }

    #[test]
    fn the_list_holds_thousands_of_passwords_of_four_characters_and_more_in_lower_case() {
        assert!(COMMON.len() > 19_000);
        assert!(COMMON.is_sorted());
        for password in COMMON.iter() {
            assert!(password.chars().count() >= 4 || !password.is_ascii(), "{password}");
            assert_eq!(password.to_lowercase(), *password);
        }
    }
}
