//! Kinds of games by which results are counted.

use std::fmt;

use crate::{Expansions, Settings, TimeControl};
use chrono::TimeDelta;
use engine::Preset;

/// The rules, the number of seats and the pace of a game: results are counted for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameKind {
    pub rules: RulesGroup,
    pub seats: u8,
    pub pace: Pace,
}

/// A preset, with the base tiles alone or with expansions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RulesGroup {
    pub preset: Preset,
    pub expansions: bool,
}

/// How much time a turn has, the quickest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Pace {
    /// Less than six hours.
    Live,
    /// Up to a day.
    Day,
    /// Up to three days.
    Days,
    Longer,
    Unlimited,
}

impl GameKind {
    pub fn of(settings: &Settings, seats: usize) -> Self {
        let rules = &settings.rules;
        let expansions = !Expansions::None.admits(&rules.sets);
        Self {
            rules: RulesGroup { preset: rules.preset, expansions },
            seats: u8::try_from(seats).unwrap_or(u8::MAX),
            pace: Pace::of(settings.time_control),
        }
    }

    /// Inverse of its text, which is stored.
    pub fn parse(text: &str) -> Option<Self> {
        let mut words = text.split(' ');
        let preset = words.next()?;
        let preset = Preset::ALL.into_iter().find(|known| known.word() == preset)?;
        let expansions = match words.next()? {
            "base" => false,
            "expansions" => true,
            _ => return None,
        };
        let (seats, pace) = (words.next()?.parse().ok()?, Pace::parse(words.next()?)?);
        words.next().is_none().then_some(Self { rules: RulesGroup { preset, expansions }, seats, pace })
    }
}

impl fmt::Display for GameKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tiles = if self.rules.expansions { "expansions" } else { "base" };
        write!(f, "{} {tiles} {} {}", self.rules.preset.word(), self.seats, self.pace.word())
    }
}

impl RulesGroup {
    /// In the order of the presets, the base tiles first.
    fn order(self) -> (Option<usize>, bool) {
        (Preset::ALL.into_iter().position(|preset| preset == self.preset), self.expansions)
    }
}

impl PartialOrd for RulesGroup {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for RulesGroup {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.order().cmp(&other.order())
    }
}

impl Pace {
    pub const ALL: [Self; 5] = [Self::Live, Self::Day, Self::Days, Self::Longer, Self::Unlimited];

    /// Every turn can take what it has for nothing and what the bank gains with it.
    fn of(control: TimeControl) -> Self {
        let Some(allowance) = control.allowance() else { return Self::Unlimited };
        let turn = TimeDelta::seconds(i64::from(allowance.free) + i64::from(allowance.increment));
        if turn < TimeDelta::hours(6) && allowance.first_turn() < TimeDelta::days(1) {
            Self::Live
        } else if turn <= TimeDelta::days(1) {
            Self::Day
        } else if turn <= TimeDelta::days(3) {
            Self::Days
        } else {
            Self::Longer
        }
    }

    /// The word in the database and in the API.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Live => "live",
            Self::Day => "day",
            Self::Days => "days",
            Self::Longer => "longer",
            Self::Unlimited => "unlimited",
        }
    }

    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|pace| pace.word() == word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ClockPreset;
    use engine::Ruleset;

    #[test]
    fn a_kind_survives_being_stored() {
        for preset in Preset::ALL {
            for pace in Pace::ALL {
                let settings = Settings { rules: Ruleset::of(preset), ..Settings::default() };
                let kind = GameKind { pace, ..GameKind::of(&settings, 3) };
                assert_eq!(GameKind::parse(&kind.to_string()), Some(kind), "{kind}");
            }
        }
        assert_eq!(GameKind::parse("modern base 2 live later"), None);
    }

    #[test]
    fn clocks_with_a_name_have_a_pace() {
        let pace = |preset: ClockPreset| Pace::of(TimeControl::Limited(preset.allowance()));
        let paces = [Pace::Live, Pace::Day, Pace::Days, Pace::Days, Pace::Longer];
        assert_eq!(ClockPreset::ALL.map(pace), paces);
        assert_eq!(Pace::of(TimeControl::Unlimited), Pace::Unlimited);
        assert_eq!(Pace::of(TimeControl::of_days(Some(1))), Pace::Day);
    }
}
