//! QR codes.

use std::fmt::Write as _;

use qrcode::{Color, EcLevel, QrCode};

use crate::text::Escaped;

/// Modules of white around a code, so that it can be read on any ground.
const MARGIN: usize = 4;

/// The text as a QR code, as SVG, black on white in every theme. `None` if the text is too long.
pub fn qr_code(text: &str, label: &str) -> Option<String> {
    let code = QrCode::with_error_correction_level(text, EcLevel::M).ok()?;
    let (width, modules) = (code.width(), code.to_colors());
    let side = width + 2 * MARGIN;
    let mut dark = String::new();
    for (y, row) in modules.chunks(width).enumerate() {
        let mut x = 0;
        for run in row.chunk_by(|one, other| one == other) {
            if run.first() == Some(&Color::Dark) {
                let (left, top, length) = (x + MARGIN, y + MARGIN, run.len());
                // Writing to a string cannot fail.
                let _ = write!(dark, "M{left} {top}h{length}v1h-{length}z");
            }
            x += run.len();
        }
    }
    Some(format!(
        "<svg class=\"qr\" viewBox=\"0 0 {side} {side}\" role=\"img\" aria-label=\"{}\" shape-rendering=\"crispEdges\">\
         <path fill=\"#fff\" d=\"M0 0h{side}v{side}h-{side}z\"/><path d=\"{dark}\"/></svg>",
        Escaped(label)
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_has_its_three_corners_and_a_margin() {
        let code = qr_code("https://bastide.example/join/0123456789abcdefghjkmnpq", "A \"code\"").unwrap();
        assert!(code.contains("aria-label=\"A &quot;code&quot;\""), "{code}");
        // A corner begins with a line of seven dark modules.
        assert_eq!(code.matches("M4 4h7v1h-7z").count(), 1);
        assert!(!code.contains("M3 ") && !code.contains(" 3h"), "nothing dark is in the margin");
        assert!(code.len() < 8000, "{}", code.len());
    }

    #[test]
    fn a_text_that_is_too_long_has_no_code() {
        assert_eq!(qr_code(&"x".repeat(4000), ""), None);
    }
}
