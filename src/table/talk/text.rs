use std::fmt;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// A line of plain text: 1 to 500 characters in Unicode normalization form NFC. It has no line breaks, no control characters, and nothing
/// that turns the direction of what follows it. At most three marks stand on a letter.
///
/// ```
/// use bastide_table::LineText;
/// let text = LineText::parse("  well\n played \u{202e}! ")?;
/// assert_eq!(text.as_str(), "well played !");
/// # Ok::<_, bastide_table::BadLineText>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LineText(String);

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadLineText {
    /// Nothing is left that could be seen.
    #[error("line-empty")]
    Empty,
    /// More than [`LineText::LONGEST`] characters.
    #[error("line-too-long")]
    TooLong,
}

/// More marks than any language needs run into the lines above and below.
const MOST_MARKS: usize = 3;

impl LineText {
    /// In characters.
    pub const LONGEST: usize = 500;

    /// Takes out what could not be seen or would spill over, and white space around and between words.
    pub fn parse(text: &str) -> Result<Self, BadLineText> {
        // A bound before normalizing: white space and marks that are taken out don't count.
        if text.chars().count() > 8 * Self::LONGEST {
            return Err(BadLineText::TooLong);
        }
        let mut line = String::new();
        let mut marks = 0;
        // What is taken out must not come between letters and marks that belong together.
        for letter in text.chars().filter(|letter| !is_hidden(*letter)).nfc() {
            if letter.is_whitespace() || letter.is_control() {
                if !line.is_empty() && !line.ends_with(' ') {
                    line.push(' ');
                }
                marks = 0;
            } else if is_combining_mark(letter) {
                marks += 1;
                if marks <= MOST_MARKS {
                    line.push(letter);
                }
            } else {
                line.push(letter);
                marks = if is_joiner(letter) { marks } else { 0 };
            }
        }
        let line = line.trim_end().to_owned();
        if !line.chars().any(is_seen) {
            return Err(BadLineText::Empty);
        }
        if line.chars().count() > Self::LONGEST {
            return Err(BadLineText::TooLong);
        }
        Ok(Self(line))
    }

    /// Reads a line from the database, whatever is allowed now.
    pub const fn stored(text: String) -> Self {
        Self(text)
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for LineText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Marks and overrides of direction, characters without width but the joiners that scripts and emoji need, tags, and private use.
const fn is_hidden(letter: char) -> bool {
    matches!(letter,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}'
        | '\u{fe00}'..='\u{fe0d}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{ffff}' | '\u{e000}'..='\u{f8ff}'
        | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{10ffff}')
}

/// Whether the character leaves something on the page by itself.
fn is_seen(letter: char) -> bool {
    !letter.is_whitespace() && !is_combining_mark(letter) && !is_joiner(letter) && letter != '\u{2800}'
}

/// What joins letters or emoji, keeps them apart, or says how they look.
const fn is_joiner(letter: char) -> bool {
    matches!(letter, '\u{200c}' | '\u{200d}' | '\u{fe0e}' | '\u{fe0f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Result<String, BadLineText> {
        LineText::parse(text).map(|line| line.0)
    }

    #[test]
    fn a_line_keeps_what_people_write() {
        for text in [
            "well played",
            "שלום עולם",
            "می‌خواهم",
            "👩‍👩‍👧‍👦 ❤️",
            "<b>& \"quotes\"</b>",
            "https://example.org/?a=1&b=2",
            "Việt Nam",
        ] {
            assert_eq!(parsed(text).as_deref(), Ok(text));
        }
    }

    #[test]
    fn nothing_hidden_stays_in_a_line() {
        assert_eq!(parsed("a\u{202e}b\u{2066}c\u{200b}d\u{feff}e\u{ad}f").as_deref(), Ok("abcdef"));
        assert_eq!(parsed("a\r\n\t b\u{0}c\u{85}\u{2028}d").as_deref(), Ok("a b c d"));
        assert_eq!(parsed("e\u{301}").as_deref(), Ok("é"));
        assert_eq!(parsed("\u{e0041}\u{e0042}x").as_deref(), Ok("x"));
    }

    #[test]
    fn marks_do_not_pile_up() {
        let zalgo = format!("a{}b", "\u{316}\u{317}".repeat(50));
        assert_eq!(parsed(&zalgo).unwrap().chars().count(), 5);
    }

    #[test]
    fn a_line_has_something_to_see_and_no_more_than_500_characters() {
        for nothing in ["", " \n ", "\u{200d}\u{200d}", "\u{301}", "\u{3164}", "\u{2800}\u{2800}", "\u{202e}"]
        {
            assert_eq!(parsed(nothing), Err(BadLineText::Empty), "{nothing:?}");
        }
        assert!(parsed(&"😀".repeat(500)).is_ok());
        assert_eq!(parsed(&"😀".repeat(501)), Err(BadLineText::TooLong));
        assert_eq!(parsed(&"a ".repeat(3000)), Err(BadLineText::TooLong));
        assert_eq!(parsed(&format!("a{}", "\u{301}".repeat(600))).unwrap().chars().count(), 4);
    }

    #[test]
    fn a_line_is_the_same_when_it_is_read_again() {
        for text in
            ["a  b", "e\u{301}\u{316}\u{317}\u{318}\u{319}", "x\u{202e}\u{301}", "\u{1100}\u{1161}\u{11a8}"]
        {
            let once = parsed(text).unwrap();
            assert_eq!(parsed(&once).as_deref(), Ok(&*once), "{text:?}");
        }
    }
}
