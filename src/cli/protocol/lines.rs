//! Lines from another program, whatever it sends.

use std::io::{BufRead, Read};

/// The longest line in bytes.
const LONGEST: u64 = 1 << 20;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// Without spaces and line ends around it.
    Text(String),
    /// What is wrong with it.
    Bad(&'static str),
}

/// The lines of a stream. It ends at the end of the stream, or when it cannot be read.
pub(crate) struct Lines<R>(R);

impl<R: BufRead> Lines<R> {
    pub(crate) const fn new(stream: R) -> Self {
        Self(stream)
    }

    /// Skips the rest of a line; whether it had an end.
    fn skip(&mut self) -> Option<()> {
        loop {
            let seen = self.0.fill_buf().ok().filter(|bytes| !bytes.is_empty())?;
            let end = seen.iter().position(|&byte| byte == b'\n');
            let length = end.map_or(seen.len(), |end| end + 1);
            self.0.consume(length);
            if end.is_some() {
                return Some(());
            }
        }
    }
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = Line;

    fn next(&mut self) -> Option<Line> {
        let mut bytes = Vec::new();
        let length = self.0.by_ref().take(LONGEST).read_until(b'\n', &mut bytes).ok()?;
        if length == 0 {
            return None;
        }
        if length as u64 == LONGEST && bytes.last() != Some(&b'\n') {
            self.skip();
            return Some(Line::Bad("longer than a MiB"));
        }
        Some(match std::str::from_utf8(&bytes) {
            Ok(text) => Line::Text(text.trim().to_owned()),
            Err(_) => Line::Bad("not UTF-8 text"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_in_any_usual_way_and_the_last_may_have_no_end() {
        let lines: Vec<Line> = Lines::new(&b"a b\r\n\n  c"[..]).collect();
        assert_eq!(lines, ["a b", "", "c"].map(|line| Line::Text(line.to_owned())));
    }

    #[test]
    fn bytes_that_are_not_text_and_endless_lines_are_reported_and_skipped() {
        let mut bytes = b"\xff\xfe\n".to_vec();
        bytes.extend(vec![b'x'; 3 << 20]);
        bytes.extend(b"\nquit\n");
        let lines: Vec<Line> = Lines::new(&bytes[..]).collect();
        let quit = Line::Text("quit".to_owned());
        assert_eq!(lines, [Line::Bad("not UTF-8 text"), Line::Bad("longer than a MiB"), quit]);
    }
}
