//! Names in right-to-left scripts within left-to-right sentences.

use std::borrow::Cow;

/// FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE: what is between them doesn't reorder the text around it.
const ISOLATE: (char, char) = ('\u{2068}', '\u{2069}');

/// Isolates text that contains right-to-left letters. Without that, "12" after a Hebrew name would be shown before it.
pub(super) fn isolated(text: &str) -> Cow<'_, str> {
    if text.is_ascii() || text.starts_with(ISOLATE.0) || !text.chars().any(is_right_to_left) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(format!("{}{text}{}", ISOLATE.0, ISOLATE.1))
}

/// The blocks that Unicode reserves for right-to-left scripts.
fn is_right_to_left(c: char) -> bool {
    matches!(c, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{feff}' | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_text_with_right_to_left_letters_is_isolated_and_only_once() {
        for plain in ["Ann", "J\u{f6}rg \u{2013} \u{201c}x\u{201d}", "\u{5c0f}\u{660e}", ""] {
            assert_eq!(isolated(plain), plain);
        }
        let name = "\u{5e0}\u{5d5}\u{5e2}\u{5d4}";
        assert_eq!(isolated(name), format!("\u{2068}{name}\u{2069}"));
        assert_eq!(isolated(&isolated(name)), isolated(name));
    }
}
