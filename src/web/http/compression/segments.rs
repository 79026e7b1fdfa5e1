//! Text that remembers where its long parts are.

use std::fmt;
use std::ops::Range;

/// The minimum length of a segment, since compressing parts separately costs a few bytes each.
const LONG: usize = 1024;

/// Collects a template's output. Text that is written in one long piece was rendered before and will be written again by
/// later pages, so it becomes a segment.
#[derive(Debug, Default)]
pub(in crate::web) struct SegmentedText {
    text: String,
    segments: Segments,
}

/// The ranges of a body that other bodies repeat, in order. Travels with the response as an extension.
#[derive(Debug, Default)]
pub(in crate::web) struct Segments(Vec<Range<usize>>);

impl SegmentedText {
    pub(in crate::web) fn with_capacity(length: usize) -> Self {
        Self { text: String::with_capacity(length), segments: Segments::default() }
    }

    pub(in crate::web) fn into_parts(self) -> (String, Segments) {
        (self.text, self.segments)
    }
}

impl fmt::Write for SegmentedText {
    fn write_str(&mut self, piece: &str) -> fmt::Result {
        let start = self.text.len();
        self.text.push_str(piece);
        if piece.len() >= LONG {
            self.segments.0.push(start..self.text.len());
        }
        Ok(())
    }
}

impl Segments {
    /// A body that is repeated as a whole.
    #[allow(clippy::single_range_in_vec_init, reason = "one segment")]
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

    #[test]
    fn only_long_pieces_are_segments() {
        let long = "x".repeat(LONG);
        let mut text = SegmentedText::default();
        for piece in ["<p>", "short", &long, "</p>", "and", &long, &long] {
            text.write_str(piece).unwrap();
        }
        let (text, segments) = text.into_parts();
        assert_eq!(text, format!("<p>short{long}</p>and{long}{long}"));
        let (first, second) = (8, 8 + LONG + 7);
        let expected = [first, second, second + LONG].map(|start| start..start + LONG);
        assert!(segments.iter().eq(expected), "{segments:?}");
    }
}
