//! How soon a push message should wake a device.

/// Devices that save power ask their push service to hold back what is less urgent (RFC 8030, section 5.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Urgency {
    /// On power and on Wi-Fi.
    VeryLow,
    /// On either power or Wi-Fi.
    Low,
    /// On neither.
    Normal,
    /// Even with a low battery.
    High,
}

impl Urgency {
    pub const ALL: [Self; 4] = [Self::VeryLow, Self::Low, Self::Normal, Self::High];

    /// The value of the header `Urgency`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::VeryLow => "very-low",
            Self::Low => "low",
            Self::Normal => "normal",
            Self::High => "high",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn urgencies_have_the_words_of_the_standard() {
        assert_eq!(Urgency::ALL.map(Urgency::as_str), ["very-low", "low", "normal", "high"]);
        assert!(Urgency::ALL.is_sorted());
    }
}
