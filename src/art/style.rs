//! The style sheet of drawings.

use std::sync::LazyLock;

/// Becomes a part of the pages' style sheet.
pub const STYLE: &str = include_str!("../../static/art.css");

/// The light theme with every custom property replaced by its value, for standalone pictures.
pub(super) static STILL: LazyLock<String> = LazyLock::new(|| still(light(), light()));

/// The rules that such a picture adds for viewers in dark mode.
pub(super) static STILL_DARK: LazyLock<String> = LazyLock::new(|| {
    let coloured: String =
        light().split_inclusive('}').filter(|rule| rule.contains("var(")).map(str::trim).collect();
    format!("@media (prefers-color-scheme:dark){{{}}}", still(&coloured, STYLE))
});

/// The part of the sheet before its themes.
fn light() -> &'static str {
    STYLE.split("@media").next().unwrap_or(STYLE)
}

/// Rules with every custom property replaced by the last value in `sheet`.
fn still(rules: &str, sheet: &str) -> String {
    let mut still = String::with_capacity(rules.len());
    let mut rest = rules;
    while let Some((before, after)) = rest.split_once("var(") {
        still.push_str(before);
        let (name, after) = after.split_once(')').unwrap_or((after, ""));
        still.push_str(value(sheet, name).unwrap_or("currentColor"));
        rest = after;
    }
    still.push_str(rest);
    still
}

fn value<'a>(sheet: &'a str, name: &str) -> Option<&'a str> {
    let (_, after) = sheet.rsplit_once(&format!("{name}:"))?;
    after.split([';', '}']).next().map(str::trim)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_still_picture_needs_no_custom_property() {
        assert!(!STILL.contains("var("));
        assert!(!STILL.contains("currentColor}") || STYLE.contains("currentColor}"));
        assert!(!STILL_DARK.contains("var("));
    }

    #[test]
    fn a_picture_seen_in_the_dark_has_the_colours_of_the_dark_theme() {
        let (light, dark) = (".a-g1{fill:#a4c376}", ".a-g1{fill:#4a6638}");
        assert!(STILL.contains(light) && !STILL.contains(dark));
        assert!(STILL_DARK.contains(dark) && !STILL_DARK.contains(light));
    }

    #[test]
    fn every_custom_property_that_is_used_has_a_value() {
        for name in STYLE.split("var(").skip(1).filter_map(|rest| rest.split(')').next()) {
            assert!(value(STYLE, name).is_some(), "{name} has no value");
        }
    }
}
