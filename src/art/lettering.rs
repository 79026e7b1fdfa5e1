//! Text as outlines, so that it looks the same in every viewer, and on servers without fonts.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::LazyLock;

/// Of the font that pages load, a line for each character: its number, its width and its outline, in units of which
/// [`EM`] make the size of the font.
const OUTLINES: &str = include_str!("serif.glyphs");
const EM: f64 = 500.0;

struct Glyph {
    width: f64,
    outline: &'static str,
}

static GLYPHS: LazyLock<HashMap<char, Glyph>> = LazyLock::new(|| {
    let glyph = |line: &'static str| {
        let mut parts = line.splitn(3, ' ');
        let number = u32::from_str_radix(parts.next()?, 16).ok()?;
        let width = parts.next()?.parse().ok()?;
        Some((char::from_u32(number)?, Glyph { width, outline: parts.next().unwrap_or_default() }))
    };
    OUTLINES.lines().filter_map(glyph).collect()
});

/// Whether every character of a text can be drawn.
pub(super) fn covers(text: &str) -> bool {
    text.chars().all(|character| GLYPHS.contains_key(&character))
}

/// The width of a text in a size; characters that cannot be drawn have none.
pub(super) fn width(text: &str, size: f64) -> f64 {
    text.chars().filter_map(|character| GLYPHS.get(&character)).map(|glyph| glyph.width).sum::<f64>() * size
        / EM
}

/// Draws a text around `x` on the line `y`, smaller if it would be wider than `most`.
pub(super) fn centred(out: &mut String, class: &str, text: &str, [x, y]: [f64; 2], size: f64, most: f64) {
    let size = size * (most / width(text, size).max(1.0)).min(1.0);
    let left = x - width(text, size) / 2.0;
    let _ =
        write!(out, r#"<g class="{class}" transform="translate({left:.0} {y:.0})scale({:.3})">"#, size / EM);
    let mut at = 0.0;
    for glyph in text.chars().filter_map(|character| GLYPHS.get(&character)) {
        if !glyph.outline.is_empty() {
            let _ = write!(out, r#"<path transform="translate({at})" d="{}"/>"#, glyph.outline);
        }
        at += glyph.width;
    }
    out.push_str("</g>");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn western_names_can_be_drawn_and_others_are_known_not_to_be() {
        assert!(covers("Zoë d’Aubigné 12 : 34 – ß") && !covers("李雷"));
        assert!(width("WW", 10.0) > width("ii", 10.0));
    }

    #[test]
    fn a_long_text_is_drawn_smaller() {
        let mut out = String::new();
        centred(&mut out, "x", "A name that is much too long for its column", [0.0, 0.0], 100.0, 300.0);
        assert!(out.contains("translate(-150 0)"), "{out}");
    }
}
