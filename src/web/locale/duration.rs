//! Lengths of time as forms show and read them: "1 d 12 h". Their units have the symbols of the International System,
//! which no language translates.

use std::fmt::Write;

/// In seconds, the longest first.
const UNITS: [(&str, u32); 4] = [("d", 86_400), ("h", 3_600), ("min", 60), ("s", 1)];

/// "1 d 12 h"; nothing is "0".
pub fn format(seconds: u32) -> String {
    let (mut text, mut rest) = (String::new(), seconds);
    for (symbol, unit) in UNITS {
        if rest >= unit {
            let gap = if text.is_empty() { "" } else { " " };
            let _ = write!(text, "{gap}{}\u{a0}{symbol}", rest / unit);
            rest %= unit;
        }
    }
    if text.is_empty() { "0".to_owned() } else { text }
}

/// Reads "1 d 12 h", "36h", "90 min" and "0", in seconds. `None`: not a length of time, or longer than 136 years.
pub fn parse(text: &str) -> Option<u32> {
    let mut text: String = text.chars().filter(|c| !c.is_whitespace()).flat_map(char::to_lowercase).collect();
    if text.is_empty() || text == "0" {
        return text.parse().ok();
    }
    let mut total = 0u32;
    while !text.is_empty() {
        let letters = text.find(|c: char| !c.is_ascii_digit())?;
        let number: u32 = text[..letters].parse().ok()?;
        let end = text[letters..].find(|c: char| c.is_ascii_digit()).map_or(text.len(), |end| letters + end);
        let symbol = if &text[letters..end] == "m" { "min" } else { &text[letters..end] };
        let (_, unit) = UNITS.into_iter().find(|&(known, _)| known == symbol)?;
        total = total.checked_add(number.checked_mul(unit)?)?;
        text.drain(..end);
    }
    Some(total)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_length_of_time_is_read_as_it_is_written() {
        for (seconds, text) in [
            (0, "0"),
            (20, "20\u{a0}s"),
            (900, "15\u{a0}min"),
            (129_600, "1\u{a0}d 12\u{a0}h"),
            (90_061, "1\u{a0}d 1\u{a0}h 1\u{a0}min 1\u{a0}s"),
            (u32::MAX, "49710\u{a0}d 6\u{a0}h 28\u{a0}min 15\u{a0}s"),
        ] {
            assert_eq!(format(seconds), text);
            assert_eq!(parse(text), Some(seconds));
        }
    }

    #[test]
    fn a_length_of_time_can_be_typed_in_several_ways() {
        for (text, seconds) in [
            ("36h", 129_600),
            (" 3 D ", 259_200),
            ("90m", 5_400),
            ("1d12h", 129_600),
            ("0 d", 0),
            ("12h 1d", 129_600),
        ] {
            assert_eq!(parse(text), Some(seconds), "{text:?}");
        }
    }

    #[test]
    fn what_is_no_length_of_time_is_refused() {
        for text in [
            "",
            "-1",
            "-1 d",
            "3",
            "d",
            "3 weeks",
            "25:00",
            "1.5 d",
            "1e9 d",
            "99999999999 d",
            "50000 d",
            "½ d",
            "3d-",
        ] {
            assert_eq!(parse(text), None, "{text:?}");
        }
    }
}
