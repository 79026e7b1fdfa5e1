//! How long players may think, as a setting of a table.

use chrono::{DateTime, Utc};
use engine::Seat;
use serde::{Deserialize, Serialize};

use super::{Allowance, Clocks, Outages, Stops};

/// How long players may think.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "Stored", into = "Stored")]
pub enum TimeControl {
    #[default]
    Unlimited,
    Limited(Allowance),
}

/// The form in permanent events. Days for every turn keep the form that they had before there were banks.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Stored {
    Unlimited,
    PerTurn { days: u8 },
    Clock(Allowance),
}

impl From<Stored> for TimeControl {
    fn from(stored: Stored) -> Self {
        match stored {
            Stored::Unlimited => Self::Unlimited,
            Stored::PerTurn { days } => Self::Limited(Allowance::days(days)),
            Stored::Clock(allowance) => Self::Limited(allowance),
        }
    }
}

impl From<TimeControl> for Stored {
    fn from(control: TimeControl) -> Self {
        match (control.allowance(), control.whole_days()) {
            (None, _) => Self::Unlimited,
            (Some(_), Some(days)) => Self::PerTurn { days },
            (Some(allowance), None) => Self::Clock(allowance),
        }
    }
}

/// Time controls with a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ClockPreset {
    Live,
    Daily,
    Slow,
    Standard,
    Relaxed,
}

impl ClockPreset {
    /// The quickest first.
    pub const ALL: [Self; 5] = [Self::Live, Self::Daily, Self::Slow, Self::Standard, Self::Relaxed];

    /// In forms and URLs.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Live => "live",
            Self::Daily => "daily",
            Self::Slow => "slow",
            Self::Standard => "standard",
            Self::Relaxed => "relaxed",
        }
    }

    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|preset| preset.word() == word)
    }

    pub const fn allowance(self) -> Allowance {
        match self {
            Self::Live => Allowance::live(),
            Self::Daily => Allowance::daily(),
            Self::Slow => Allowance::slow(),
            Self::Standard => Allowance::days(3),
            Self::Relaxed => Allowance::days(7),
        }
    }
}

impl TimeControl {
    /// Days for every turn; `None` is unlimited.
    pub fn of_days(days: Option<u8>) -> Self {
        days.map_or(Self::Unlimited, |days| Self::Limited(Allowance::days(days)))
    }

    /// How long players without a clock have to reveal their salts.
    const REVEAL: Allowance = Allowance::days(3);

    /// When the game starts without missing salts, if all seats were taken at `since`: after the time for one turn. Nothing but outages
    /// stops it.
    pub fn reveal_until(self, since: DateTime<Utc>, outages: &Outages) -> DateTime<Utc> {
        let stops = Stops { outages: outages.clone(), ..Stops::default() };
        let allowance = self.allowance().unwrap_or(Self::REVEAL);
        Clocks::of(allowance, stops, 1, &[]).deadline(Seat(0), since)
    }

    /// `None` if unlimited.
    pub const fn allowance(self) -> Option<Allowance> {
        match self {
            Self::Unlimited => None,
            Self::Limited(allowance) => Some(allowance),
        }
    }

    /// Days for every turn, if that is all.
    pub fn whole_days(self) -> Option<u8> {
        self.allowance()?.whole_days()
    }

    pub fn preset(self) -> Option<ClockPreset> {
        let allowance = self.allowance()?;
        ClockPreset::ALL.into_iter().find(|preset| preset.allowance() == allowance)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Period;
    use chrono::TimeDelta;

    #[test]
    fn days_per_turn_are_stored_as_before_there_were_banks() {
        for (control, json) in [
            (TimeControl::Unlimited, r#""unlimited""#),
            (TimeControl::of_days(Some(3)), r#"{"per_turn":{"days":3}}"#),
            (
                TimeControl::Limited(ClockPreset::Slow.allowance()),
                r#"{"clock":{"free":43200,"bank":259200,"increment":86400,"cap":864000,"most":604800}}"#,
            ),
            (
                TimeControl::Limited(ClockPreset::Live.allowance()),
                r#"{"clock":{"free":10,"bank":900,"increment":20,"cap":900}}"#,
            ),
        ] {
            assert_eq!(serde_json::to_string(&control).unwrap(), json);
            assert_eq!(serde_json::from_str::<TimeControl>(json).unwrap(), control);
        }
    }

    #[test]
    fn time_for_salts_stands_in_outages_and_is_not_over_just_after_them() {
        let at = |hour| DateTime::UNIX_EPOCH + TimeDelta::hours(hour);
        let outages = Outages::new(vec![Period { from: at(100), until: at(103) }]);
        for (control, since, until) in [
            (TimeControl::of_days(Some(1)), 70, 94),
            (TimeControl::of_days(Some(1)), 77, 106),
            (TimeControl::of_days(Some(1)), 90, 117),
            (TimeControl::of_days(Some(1)), 101, 127),
            (TimeControl::of_days(Some(1)), 103, 127),
            (TimeControl::Limited(ClockPreset::Daily.allowance()), 90, 90 + 4 * 24 + 3),
            (TimeControl::Unlimited, 90, 90 + 3 * 24 + 3),
        ] {
            assert_eq!(control.reveal_until(at(since), &outages), at(until), "{control:?} {since}");
        }
    }

    #[test]
    fn a_stored_clock_with_a_field_that_is_not_known_is_refused() {
        let json = r#"{"clock":{"free":10,"bank":900,"increment":20,"cap":900,"delay":5}}"#;
        assert!(serde_json::from_str::<TimeControl>(json).is_err());
    }

    #[test]
    fn presets_are_told_apart_by_their_words_and_their_numbers() {
        for preset in ClockPreset::ALL {
            assert_eq!(ClockPreset::parse(preset.word()), Some(preset));
            assert_eq!(TimeControl::Limited(preset.allowance()).preset(), Some(preset));
        }
        assert_eq!(TimeControl::of_days(Some(4)).preset(), None);
    }
}
