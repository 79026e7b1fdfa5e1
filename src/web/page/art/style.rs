//! The classes of the drawing.

use std::sync::LazyLock;

/// The style sheet of all pictures, to be part of the pages' one sheet.
pub const STYLE: &str = include_str!("../../../../static/art.css");

/// The light theme with every custom property replaced by its value: for pictures outside a page.
pub(super) static STILL: LazyLock<String> = LazyLock::new(|| {
    let light = STYLE.split("@media").next().unwrap_or(STYLE);
    let mut still = String::with_capacity(light.len());
    let mut rest = light;
    while let Some((before, after)) = rest.split_once("var(") {
        still.push_str(before);
        let (name, after) = after.split_once(')').unwrap_or((after, ""));
        still.push_str(value(light, name).unwrap_or("currentColor"));
        rest = after;
    }
    still.push_str(rest);
    still
});

fn value<'a>(sheet: &'a str, name: &str) -> Option<&'a str> {
    let (_, after) = sheet.split_once(&format!("{name}:"))?;
    after.split([';', '}']).next().map(str::trim)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_still_picture_needs_no_custom_property() {
        assert!(!STILL.contains("var("));
        assert!(!STILL.contains("currentColor}") || STYLE.contains("currentColor}"));
    }

    #[test]
    fn every_custom_property_that_is_used_has_a_value() {
        for name in STYLE.split("var(").skip(1).filter_map(|rest| rest.split(')').next()) {
            assert!(value(STYLE, name).is_some(), "{name} has no value");
        }
    }
}
