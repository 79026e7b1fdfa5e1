//! Points, chances and large numbers.

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

    /// With two decimals and no sign.
    pub fn hundredths(self, points: f64) -> String {
        format!("{:.2}", points.abs())
    }

    /// A number of quarters: "12", "12.5", "12.25".
    pub fn quarters(self, quarters: u32) -> String {
        let rest = ["", ".25", ".5", ".75"][usize::try_from(quarters % 4).unwrap_or_default()];
        format!("{}{rest}", quarters / 4)
    }

    /// With thousands apart: "1,234,567".
    pub fn count(self, n: u64) -> String {
        let digits = n.to_string();
        let mut text = String::new();
        for (place, digit) in digits.chars().enumerate() {
            if place > 0 && (digits.len() - place).is_multiple_of(3) {
                text.push_str(self.say("thousands"));
            }
            text.push(digit);
        }
        text
    }

    /// "0.3 MB", "1,234.5 MB".
    pub fn megabytes(self, bytes: u64) -> String {
        let tenths = bytes.saturating_add(50_000) / 100_000;
        let n = format!("{}.{}", self.count(tenths / 10), tenths % 10);
        self.text("megabytes").with("n", n).to_string()
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

    #[test]
    fn large_numbers_have_their_thousands_apart() {
        let locale = Locale::default();
        assert_eq!([0, 999, 1_000, 1_234_567].map(|n| locale.count(n)), ["0", "999", "1,000", "1,234,567"]);
        assert_eq!(
            [0, 49_999, 1_234_567_890].map(|n| locale.megabytes(n)),
            ["0.0 MB", "0.0 MB", "1,234.6 MB"]
        );
    }
}
