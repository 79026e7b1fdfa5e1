//! A bar that goes right for what is good and left for what is bad.

use super::text::Escaped;

/// Half the width, and the height.
const SIZE: (f64, f64) = (120.0, 14.0);

/// The bar of a value between -`most` and `most` as SVG, with `label` for screen readers.
pub fn bar(label: &str, value: f64, most: f64) -> String {
    let (half, height) = SIZE;
    let length = half * (value.abs() / most.max(f64::EPSILON)).min(1.0);
    let (class, left) = if value < 0.0 { ("bad", half - length) } else { ("good", half) };
    format!(
        r#"<svg class="bar" viewBox="0 0 {} {height}" role="img" aria-label="{}"><path class="axis" d="M{half} 0V{height}"/><rect class="{class}" x="{left:.1}" y="2" width="{length:.1}" height="{}"/></svg>"#,
        2.0 * half,
        Escaped(label),
        height - 4.0
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_is_as_long_as_its_part_of_the_most() {
        assert!(bar("luck", 5.0, 10.0).contains(r#"class="good" x="120.0" y="2" width="60.0""#));
        assert!(bar("a < b", -20.0, 10.0).contains(r#"class="bad" x="0.0" y="2" width="120.0""#));
        assert!(bar("a < b", 0.0, 0.0).contains("a &lt; b"));
    }
}
