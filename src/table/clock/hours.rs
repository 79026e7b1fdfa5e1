//! Hours of a table and of a player at which clocks stand.

use chrono_tz::Tz;
use serde::{Deserialize, Serialize};

use super::weekly::{Weekly, zone_name};
use super::{DayHours, Weekdays};

/// At which hours the clocks of a table run, as a setting.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ClockHours {
    #[default]
    Always,
    /// At all but each player's nights and free days.
    Players,
    /// At these, whatever hours players have.
    Table(PlayingHours),
}

impl ClockHours {
    /// Whether the clocks always run.
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes fields by reference")]
    pub(crate) fn is_always(&self) -> bool {
        *self == Self::Always
    }
}

/// When the clocks of a table run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayingHours {
    #[serde(with = "zone_name")]
    pub zone: Tz,
    pub hours: DayHours,
    pub days: Weekdays,
}

/// Why nobody can play at such hours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum PlayingHoursRefusal {
    #[error("playing-hours-short")]
    TooShort,
    #[error("playing-days-few")]
    TooFewDays,
}

impl PlayingHours {
    /// In minutes a day.
    pub const SHORTEST: u16 = 6 * 60;
    /// A week.
    pub const FEWEST_DAYS: u32 = 3;

    pub fn check(self) -> Result<(), PlayingHoursRefusal> {
        if self.hours.minutes() < Self::SHORTEST {
            return Err(PlayingHoursRefusal::TooShort);
        }
        if self.days.count() < Self::FEWEST_DAYS {
            return Err(PlayingHoursRefusal::TooFewDays);
        }
        Ok(())
    }

    pub(super) const fn weekly(self) -> Weekly {
        Weekly { zone: self.zone, days: self.days, hours: self.hours }
    }
}

/// When the clocks of a player stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RestHours {
    #[serde(with = "zone_name")]
    pub zone: Tz,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub night: Option<DayHours>,
    /// On which clocks stand all day.
    #[serde(default, skip_serializing_if = "Weekdays::is_none")]
    pub free_days: Weekdays,
}

impl RestHours {
    /// In minutes.
    pub const LONGEST_NIGHT: u16 = 9 * 60;
    /// A week.
    pub const MOST_FREE_DAYS: u32 = 2;

    /// Clocks that never stand.
    pub const fn none(zone: Tz) -> Self {
        Self { zone, night: None, free_days: Weekdays::NONE }
    }

    pub(super) fn weekly(self) -> impl Iterator<Item = Weekly> {
        let Self { zone, night, free_days } = self;
        let night = night.map(|hours| Weekly { zone, days: Weekdays::ALL, hours });
        night.into_iter().chain((!free_days.is_none()).then(|| Weekly::days(zone, free_days)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::TimeOfDay;
    use super::*;

    fn hours(from: &str, until: &str) -> DayHours {
        let [from, until] = [from, until].map(|text| TimeOfDay::parse(text).unwrap());
        DayHours { from, until }
    }

    #[test]
    fn playing_hours_leave_time_to_play() {
        let usual =
            PlayingHours { zone: Tz::Europe__Paris, hours: hours("08:00", "22:00"), days: Weekdays::ALL };
        assert_eq!(usual.check(), Ok(()));
        let short = PlayingHours { hours: hours("08:00", "13:59"), ..usual };
        assert_eq!(short.check(), Err(PlayingHoursRefusal::TooShort));
        let weekend = Weekdays::WEEK[5..].iter().copied().collect();
        assert_eq!(PlayingHours { days: weekend, ..usual }.check(), Err(PlayingHoursRefusal::TooFewDays));
    }

    #[test]
    fn hours_are_stored_by_their_names() {
        let days = Weekdays::WEEK[..6].iter().copied().collect();
        for (setting, json) in [
            (ClockHours::Always, r#""always""#),
            (ClockHours::Players, r#""players""#),
            (
                ClockHours::Table(PlayingHours {
                    zone: Tz::Europe__Paris,
                    hours: hours("08:00", "22:00"),
                    days,
                }),
                r#"{"table":{"zone":"Europe/Paris","hours":{"from":"08:00","until":"22:00"},"days":["mon","tue","wed","thu","fri","sat"]}}"#,
            ),
        ] {
            assert_eq!(serde_json::to_string(&setting).unwrap(), json);
            assert_eq!(serde_json::from_str::<ClockHours>(json).unwrap(), setting);
        }
        let moon = r#"{"zone":"Moon/Tranquillity"}"#;
        assert!(
            serde_json::from_str::<RestHours>(moon).unwrap_err().to_string().contains("Moon/Tranquillity")
        );
    }
}
