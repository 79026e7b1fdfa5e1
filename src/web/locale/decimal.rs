//! Points and chances that are not whole.

use super::Locale;

impl Locale {
    /// With one decimal and a sign: "+3.2", "−0.4", "0.0".
    pub fn signed(self, points: f64) -> String {
        let text = format!("{:.1}", points.abs());
        match text.as_str() {
            "0.0" => text,
            _ if points < 0.0 => format!("−{text}"),
            _ => format!("+{text}"),
        }
    }

    /// With one decimal and no sign.
    pub fn decimal(self, points: f64) -> String {
        format!("{:.1}", points.abs())
    }

    /// A chance in whole per cent.
    pub fn percent(self, chance: f64) -> String {
        self.text("percent").with("n", format!("{:.0}", 100.0 * chance)).to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_have_a_sign_unless_they_are_printed_as_zero() {
        let locale = Locale::default();
        assert_eq!(
            [3.24, -0.36, -0.04, 0.0].map(|value| locale.signed(value)),
            ["+3.2", "−0.4", "0.0", "0.0"]
        );
        assert_eq!(locale.percent(0.626), "63 %");
    }
}
