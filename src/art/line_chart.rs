//! A line over equal steps, whose heights need not begin at zero.

use std::fmt::Write;

use crate::text::Escaped;

/// Width and height of the picture, and the margins for labels on the left and at the bottom.
const SIZE: (f64, f64) = (720.0, 220.0);
const ROOM: (f64, f64) = (52.0, 26.0);

/// A text beside a height or below a step.
#[derive(Clone, Debug)]
pub struct Label {
    pub at: i32,
    pub text: String,
}

/// The line as SVG, with `label` for screen readers. `heights` are those of lines across, and `steps` have a text below. All
/// values are between the lowest and the highest of `heights`.
pub fn line_chart(label: &str, values: &[i32], heights: &[Label], steps: &[Label]) -> String {
    let (lowest, highest) = (
        heights.iter().map(|label| label.at).min().unwrap_or(0),
        heights.iter().map(|label| label.at).max().unwrap_or(1),
    );
    let (width, height) = SIZE;
    let share = |value: i32| f64::from(value - lowest) / f64::from((highest - lowest).max(1));
    let y = |value: i32| 10.0 + (height - ROOM.1 - 10.0) * (1.0 - share(value));
    let last = i32::try_from(values.len().max(2) - 1).unwrap_or(i32::MAX);
    let x = |step: i32| ROOM.0 + (width - ROOM.0 - 24.0) * f64::from(step) / f64::from(last);
    let mut svg = format!(
        r#"<svg class="graph" viewBox="0 0 {width} {height}" role="img" aria-label="{}">"#,
        Escaped(label)
    );
    for Label { at, text } in heights {
        let _ = write!(
            svg,
            r#"<path class="grid" d="M{} {:.1}H{width}"/><text x="{}" y="{:.1}" text-anchor="end">{}</text>"#,
            ROOM.0,
            y(*at),
            ROOM.0 - 6.0,
            y(*at) + 4.0,
            Escaped(text)
        );
    }
    for Label { at, text } in steps {
        let _ = write!(
            svg,
            r#"<text x="{:.1}" y="{}" text-anchor="middle">{}</text>"#,
            x(*at),
            height - 6.0,
            Escaped(text)
        );
    }
    let mut path = String::new();
    for (step, value) in (0..).zip(values) {
        let command = if step == 0 { 'M' } else { 'L' };
        let _ = write!(path, "{command}{:.1} {:.1}", x(step), y(*value));
    }
    let _ = write!(svg, r#"<path class="line" d="{path}"/></svg>"#);
    svg
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_escaped_and_single_values_are_no_problem() {
        let label = |at| Label { at, text: "<b>".to_owned() };
        let picture = line_chart("\"", &[1500], &[label(1400), label(1600)], &[label(0)]);
        assert!(!picture.contains("<b>") && picture.contains("&lt;b&gt;"));
        assert!(!picture.contains("NaN"), "{picture}");
        assert!(!line_chart("none", &[], &[], &[]).contains("NaN"));
    }
}
