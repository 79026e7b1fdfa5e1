//! Which invitations a bot accepts.

use std::str::FromStr;

use super::answers::seats;
use engine::Preset;
use serde_json::Value;
use table::TimeControl;

/// Turns that have at least so many seconds count as days.
const DAYS: u32 = 8 * 60 * 60;

/// A condition of `--accept`. An invitation must meet all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Condition {
    /// No invitation meets it.
    Never,
    Rules(Vec<Preset>),
    Seats(Vec<usize>),
    Pace(Vec<Pace>),
}

/// How fast a table is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pace {
    /// Without a clock.
    None,
    /// Turns have hours or days.
    Days,
    /// They have less.
    Live,
}

impl Pace {
    fn of(control: TimeControl) -> Self {
        match control.allowance() {
            None => Self::None,
            Some(allowance) if allowance.free.saturating_add(allowance.increment) >= DAYS => Self::Days,
            Some(_) => Self::Live,
        }
    }

    fn parse(word: &str) -> Option<Self> {
        match word {
            "none" => Some(Self::None),
            "days" => Some(Self::Days),
            "live" => Some(Self::Live),
            _ => None,
        }
    }
}

impl FromStr for Condition {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || {
            "a condition is rules=PRESET,…, seats=N,…, pace=none,days,live (some of them), or nothing"
                .to_owned()
        };
        if text == "nothing" {
            return Ok(Self::Never);
        }
        let (name, values) = text.split_once('=').ok_or_else(wrong)?;
        let values = values.split(',').map(str::trim);
        match name {
            "rules" => {
                let preset = |word| {
                    let found = Preset::ALL.into_iter().find(|preset| preset.word() == word);
                    found.ok_or_else(|| format!("there is no preset {word:?}"))
                };
                values.map(preset).collect::<Result<_, _>>().map(Self::Rules)
            }
            "seats" => {
                let number = |word: &str| {
                    let number = word.parse().ok().filter(|seats| (2..=6).contains(seats));
                    number.ok_or_else(|| format!("{word:?} is not a number of seats: 2 to 6"))
                };
                values.map(number).collect::<Result<_, _>>().map(Self::Seats)
            }
            "pace" => {
                let pace = |word| Pace::parse(word).ok_or_else(|| format!("there is no pace {word:?}"));
                values.map(pace).collect::<Result<_, _>>().map(Self::Pace)
            }
            _ => Err(wrong()),
        }
    }
}

impl Condition {
    /// Whether a table meets the condition, as the API shows it.
    pub(super) fn is_met(&self, table: &Value) -> bool {
        let settings = &table["settings"];
        match self {
            Self::Never => false,
            Self::Rules(presets) => {
                let preset = settings["rules"]["preset"].as_str();
                presets.iter().any(|known| Some(known.word()) == preset)
            }
            Self::Seats(numbers) => numbers.contains(&seats(table)),
            Self::Pace(paces) => {
                let control = serde_json::from_value(settings["time_control"].clone());
                control.is_ok_and(|control| paces.contains(&Pace::of(control)))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn conditions_are_read_and_met() {
        let table = |control: Value| json!({"seats": [{}, {}, {}], "settings": {"rules": {"preset": "abbeys"}, "time_control": control}});
        let days = table(json!({"per_turn": {"days": 3}}));
        let none = table(json!("unlimited"));
        let live = table(json!({"clock": {"free": 30, "bank": 900, "increment": 0, "cap": 900}}));
        let met = |text: &str, table: &Value| text.parse::<Condition>().unwrap().is_met(table);
        assert!(met("rules=modern,abbeys", &days) && !met("rules=modern", &days));
        assert!(met("seats=2,3", &days) && !met("seats=2", &days));
        assert_eq!([&days, &none, &live].map(|table| met("pace=days", table)), [true, false, false]);
        assert_eq!([&days, &none, &live].map(|table| met("pace=none,live", table)), [false, true, true]);
        assert!(!met("nothing", &days));
        for wrong in ["", "modern", "rules=chess", "seats=7", "seats=", "pace=fast", "colour=red"] {
            assert!(wrong.parse::<Condition>().is_err(), "{wrong}");
        }
    }
}
