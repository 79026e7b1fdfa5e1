//! Texts with the names of players in them, which may be anything.

/// On one line, and without the marks that reverse the direction of what follows. Letters of any script stay.
pub fn clean(text: &str) -> String {
    text.chars().filter(|c| !turns_direction(*c)).map(|c| if breaks_line(c) { ' ' } else { c }).collect()
}

const fn turns_direction(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

fn breaks_line(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}' | '\u{2029}')
}

/// The longest beginning of `text` that fits, with "…" if something is missing. What a character takes depends on the service:
/// bytes, escapes or halves of surrogate pairs.
pub fn cut(text: &str, limit: usize, weight: impl Fn(char) -> usize) -> String {
    if text.chars().map(&weight).sum::<usize>() <= limit {
        return text.to_owned();
    }
    let room = limit.saturating_sub(weight('…'));
    let mut used = 0;
    let fitting = text.chars().take_while(|c| {
        used += weight(*c);
        used <= room
    });
    let mut beginning: String = fitting.collect();
    beginning.truncate(beginning.trim_end().len());
    beginning.push('…');
    beginning
}

/// Bytes of a clean character in JSON.
pub const fn json_bytes(c: char) -> usize {
    if matches!(c, '"' | '\\') { 2 } else { c.len_utf8() }
}

/// Leaves out empty parts.
pub fn join<const N: usize>(parts: [String; N], separator: &str) -> String {
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(separator)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_stays_on_its_line_and_keeps_its_direction() {
        assert_eq!(clean("a\r\nb\tc\u{0}\u{2028}d"), "a  b c  d");
        assert_eq!(clean("\u{202e}Ann\u{202c} \u{2067}Ben\u{2069}"), "Ann Ben");
        assert_eq!(clean("עברית ضاد 字 👩‍👧"), "עברית ضاد 字 👩‍👧");
    }

    #[test]
    fn a_text_is_cut_between_characters() {
        let bytes = |text, limit| cut(text, limit, char::len_utf8);
        assert_eq!(bytes("ééé", 6), "ééé");
        assert_eq!(bytes("éééé", 7), "éé…");
        assert_eq!(bytes("éééé", 6), "é…");
        assert_eq!(bytes("𝄞𝄞𝄞", 11), "𝄞𝄞…");
        assert_eq!(bytes("𝄞𝄞𝄞", 10), "𝄞…");
        assert_eq!(bytes("one two", 6), "one…");
        assert_eq!(cut("𝄞𝄞𝄞", 5, char::len_utf16), "𝄞𝄞…");
        assert_eq!(cut("\"\"\"\"", 7, json_bytes), "\"\"…");
        for limit in 3..40 {
            let short = bytes("aé字𝄞 aé字𝄞 aé字𝄞 aé字𝄞", limit);
            assert!(short.len() <= limit && short.len() + 4 + 1 > limit.min(39), "{limit}: {short}");
        }
    }
}
