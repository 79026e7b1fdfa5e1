//! Text that remembers where its long parts are.

use std::fmt;
use std::ops::Range;

/// The minimum length of a segment, since compressing parts separately costs a few bytes each.
const LONG: usize = 1024;

/// The minimum length of a segment made of several pieces.
const RUN: usize = 200;
/// The minimum length of a token or key.
const TOKEN: usize = 20;
/// The length of a moment in milliseconds, in this era.
const MOMENT: usize = 13;

/// Collects a template's output. Text that is written in one long piece was rendered before and will be written again by
/// later pages, so it becomes a segment. So does the text between such pieces and those that are new each time, which is the
/// same when the page is shown again.
#[derive(Debug, Default)]
pub(crate) struct SegmentedText {
    text: String,
    segments: Segments,
    /// Where the run of short pieces begins.
    run: usize,
}

/// The ranges of a body that other bodies repeat, in order. Travels with the response as an extension.
#[derive(Debug, Default)]
pub(crate) struct Segments(Vec<Range<usize>>);

impl SegmentedText {
    /// Writes into an empty buffer.
    pub(crate) fn new(buffer: String) -> Self {
        Self { text: buffer, ..Self::default() }
    }

    pub(crate) fn into_parts(mut self) -> (String, Segments) {
        self.end_run(self.text.len());
        (self.text, self.segments)
    }

    fn end_run(&mut self, end: usize) {
        if end - self.run >= RUN {
            self.segments.0.push(self.run..end);
        }
    }
}

/// Whether a piece may be new each time: a form token, the key of a form, or the time for a clock.
fn is_new(piece: &str) -> bool {
    let base32 = |byte: u8| byte.is_ascii_digit() || byte.is_ascii_lowercase();
    let is_moment = || piece.len() == MOMENT && piece.bytes().all(|byte| byte.is_ascii_digit());
    (piece.len() >= TOKEN && piece.bytes().all(base32)) || is_moment()
}

impl fmt::Write for SegmentedText {
    fn write_str(&mut self, piece: &str) -> fmt::Result {
        let start = self.text.len();
        self.text.push_str(piece);
        let is_long = piece.len() >= LONG;
        if is_long || is_new(piece) {
            self.end_run(start);
            self.run = self.text.len();
        }
        if is_long {
            self.segments.0.push(start..self.run);
        }
        Ok(())
    }
}

impl Segments {
    /// A body that is repeated as a whole.
    #[expect(clippy::single_range_in_vec_init, reason = "one segment")]
    pub(super) fn whole(length: usize) -> Self {
        Self(vec![0..length])
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = Range<usize>> {
        self.0.iter().cloned()
    }

    #[cfg(test)]
    pub(super) fn of(segments: impl IntoIterator<Item = Range<usize>>) -> Self {
        Self(segments.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;

    use super::*;

    fn segments(pieces: &[&str]) -> Vec<Range<usize>> {
        let mut text = SegmentedText::default();
        for piece in pieces {
            text.write_str(piece).unwrap();
        }
        let (text, segments) = text.into_parts();
        assert_eq!(text, pieces.concat());
        segments.iter().collect()
    }

    #[test]
    fn long_pieces_are_segments_and_short_ones_between_them_are_not() {
        let long = "x ".repeat(LONG / 2);
        let (first, second) = (8, 8 + LONG + 7);
        let expected = [first, second, second + LONG].map(|start| start..start + LONG);
        assert_eq!(segments(&["<p>", "short", &long, "</p>", "and", &long, &long]), expected);
    }

    #[test]
    fn what_stands_between_pieces_that_are_new_each_time_is_a_segment_if_it_is_worth_one() {
        let some = "<p> ".repeat(RUN / 8);
        let run = RUN / 8 * 8;
        for new in ["0123456789abcdef".repeat(4), "1795809093619".to_owned()] {
            let expected = [0..run, run + new.len()..2 * run + new.len()];
            assert_eq!(segments(&[&some, &some, &new, &some, &some, &new, "short"]), expected);
        }
    }
}
