//! Escaping of text for SVG and HTML.

use std::fmt;

/// Prints `0` with the five special characters of markup escaped.
pub(super) struct Escaped<'a>(pub &'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = self.0;
        while let Some(place) = rest.find(['&', '<', '>', '"', '\'']) {
            f.write_str(&rest[..place])?;
            f.write_str(match rest.as_bytes()[place] {
                b'&' => "&amp;",
                b'<' => "&lt;",
                b'>' => "&gt;",
                b'"' => "&quot;",
                _ => "&#39;",
            })?;
            rest = &rest[place + 1..];
        }
        f.write_str(rest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_is_escaped_and_the_rest_is_unchanged() {
        assert_eq!(Escaped("a<b>&\"ü'").to_string(), "a&lt;b&gt;&amp;&quot;ü&#39;");
    }
}
