//! The style sheet of drawings.

use std::sync::LazyLock;

/// Becomes a part of the pages' style sheet.
pub const STYLE: &str = include_str!("../../static/art.css");

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Theme {
    Light,
    Dark,
}

/// The rules in the light theme with every custom property replaced by its value, for standalone pictures.
pub(super) static STILL: LazyLock<String> = LazyLock::new(|| still(rules(), Theme::Light));

/// The rules that such a picture adds for viewers in dark mode.
pub(super) static STILL_DARK: LazyLock<String> = LazyLock::new(|| {
    let coloured: String =
        rules().split_inclusive('}').filter(|rule| rule.contains("var(")).map(str::trim).collect();
    format!("@media (prefers-color-scheme:dark){{{}}}", still(&coloured, Theme::Dark))
});

/// The part of the sheet between its palette and what depends on the viewer.
fn rules() -> &'static str {
    let (_, rules) = STYLE.split_once('}').unwrap_or(("", STYLE));
    rules.split("@media").next().unwrap_or(rules).trim_start()
}

/// Rules with every custom property replaced by its value.
fn still(rules: &str, theme: Theme) -> String {
    let mut still = String::with_capacity(rules.len());
    let mut rest = rules;
    while let Some((before, after)) = rest.split_once("var(") {
        still.push_str(before);
        let (name, after) = after.split_once(')').unwrap_or((after, ""));
        still.push_str(value(STYLE, name, theme).unwrap_or("currentColor"));
        rest = after;
    }
    still.push_str(rest);
    still
}

/// The first value that a sheet gives to a custom property.
pub(super) fn value<'a>(sheet: &'a str, name: &str, theme: Theme) -> Option<&'a str> {
    let (_, after) = sheet.split_once(&format!("{name}:"))?;
    let value = after.split([';', '}']).next()?.trim();
    let Some(pair) = value.strip_prefix("light-dark(") else { return Some(value) };
    let (light, dark) = pair.strip_suffix(')')?.split_once(',')?;
    Some(if theme == Theme::Light { light } else { dark })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_still_picture_needs_no_custom_property() {
        for still in [&*STILL, &*STILL_DARK] {
            assert!(!still.contains("var(") && !still.contains("light-dark") && !still.contains("--a-"));
        }
        assert!(!STILL.contains("currentColor}") || STYLE.contains("currentColor}"));
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
            assert!(value(STYLE, name, Theme::Dark).is_some(), "{name} has no value");
        }
    }
}
