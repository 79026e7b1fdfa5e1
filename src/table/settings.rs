//! Table settings: one value, which the opening command, the event, the table and its row have in common.

use chrono::TimeDelta;
use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

use crate::{
    Aids, ClockHours, ClockPreset, ComputerLevel, Person, RatingRange, RequiredReliability, TimeControl,
};
use engine::Ruleset;

/// What a table is opened with, apart from its players.
///
/// Its JSON is part of permanent events: fields keep their names. One that is added later has a default, which is not
/// written, so that events from before are read and written as they were.
#[expect(clippy::struct_excessive_bools, reason = "each is a setting of its own, with a name in events")]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    #[serde(with = "stored_rules")]
    pub rules: Ruleset,
    /// Starting points by seat; empty if all start at 0.
    pub handicaps: Vec<i32>,
    /// Listed in the lobby; otherwise joining needs the invite link.
    pub public: bool,
    pub time_control: TimeControl,
    /// At which hours clocks run.
    #[serde(default, skip_serializing_if = "ClockHours::is_always")]
    pub clock_hours: ClockHours,
    /// Whether clocks stand while their players are on leave.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub leave: bool,
    /// What happens when a turn times out.
    pub missed_turns: MissedTurns,
    pub aids: Aids,
    /// Whether players may ask for hints.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hints: bool,
    /// Whether players may let a computer take a turn that would time out.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stand_ins: bool,
    /// How many turns each player may take back, if the others agree.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub take_backs: u8,
    /// How reliable people must be to join who were not asked by name.
    #[serde(default, skip_serializing_if = "RequiredReliability::is_none")]
    pub reliability: RequiredReliability,
    /// Whether bots may sit.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bots: bool,
    /// Whether the result changes the players' ratings: those of bots if bots may sit, those of people if not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rated: bool,
    /// Who may join a rated game by their rating in its pool. Its opener may in any case.
    #[serde(default, skip_serializing_if = "RatingRange::is_none")]
    pub rating: RatingRange,
    /// Whether people may talk, beside their own notes.
    #[serde(default = "with_talk", skip_serializing_if = "is_with_talk")]
    pub talk: bool,
}

const fn with_talk() -> bool {
    true
}

/// serde asks with a reference.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes one")]
const fn is_with_talk(talk: &bool) -> bool {
    *talk
}

/// serde asks with a reference.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes one")]
const fn is_zero(number: &u8) -> bool {
    *number == 0
}

impl Default for Settings {
    /// A public table without a clock.
    fn default() -> Self {
        Self {
            rules: Ruleset::default(),
            handicaps: Vec::new(),
            public: true,
            time_control: TimeControl::default(),
            clock_hours: ClockHours::Always,
            leave: false,
            missed_turns: MissedTurns::default(),
            aids: Aids::default(),
            hints: false,
            stand_ins: false,
            take_backs: 0,
            reliability: RequiredReliability::default(),
            bots: false,
            rated: false,
            rating: RatingRange::default(),
            talk: true,
        }
    }
}

/// The name of the rules in the JSON of settings.
const RULES: &str = "rules";

impl Settings {
    /// How many turns a player can take back at a new table, unless its opener says otherwise.
    pub const TAKE_BACKS: u8 = 3;

    /// What a game has whose rules and clock alone were chosen. By post, clocks run in the players' hours; `None` is no clock.
    pub fn usual(rules: Ruleset, clock: Option<ClockPreset>, public: bool) -> Self {
        let by_post = clock.is_some_and(|clock| clock != ClockPreset::Live);
        Self {
            rules,
            public,
            time_control: clock
                .map_or(TimeControl::Unlimited, |clock| TimeControl::Limited(clock.allowance())),
            clock_hours: if by_post { ClockHours::Players } else { ClockHours::Always },
            leave: by_post,
            missed_turns: MissedTurns::usual(public),
            take_backs: Self::TAKE_BACKS,
            ..Self::default()
        }
    }

    /// Whether the user may sit, as far as bots are concerned. In rated games bots play among themselves.
    pub const fn admit(&self, person: &Person) -> bool {
        self.bots == person.is_bot() || (self.bots && !self.rated)
    }

    /// JSON of everything but the rules, which are stored beside it.
    pub fn to_stored_json(&self) -> String {
        let mut fields = match serde_json::to_value(self) {
            Ok(Value::Object(fields)) => fields,
            other => unreachable!("settings always serialize: {other:?}"),
        };
        fields.remove(RULES);
        Value::Object(fields).to_string()
    }

    /// Reads what [`Settings::to_stored_json`] has written.
    pub fn from_stored_json(rules: &Ruleset, json: &str) -> Result<Self, serde_json::Error> {
        let mut fields: Map<String, Value> = serde_json::from_str(json)?;
        fields.insert(RULES.to_owned(), stored_rules::serialize(rules, serde_json::value::Serializer)?);
        Self::deserialize(Value::Object(fields))
    }
}

/// For a value that is flattened into the last part of another: unlike serde's own, refuses unknown fields.
pub(super) fn remaining_fields<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: DeserializeOwned,
{
    let fields = Map::<String, Value>::deserialize(deserializer)?;
    T::deserialize(Value::Object(fields)).map_err(D::Error::custom)
}

/// What happens when a turn times out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MissedTurns {
    /// Nothing by itself: the others may give time, or agree to skip the turn or to let a computer play.
    Wait,
    /// The turn is skipped. Three in a row cost the seat.
    #[default]
    Skip,
    /// The turn is skipped. So many in a row, from one on, cost the seat.
    OutAfter(u8),
    /// A computer plays for the seat until its player comes back.
    Computer(ComputerLevel),
    /// A computer plays for the seat until somebody else takes it over, or its player comes back before that.
    Replace(ComputerLevel),
    /// Nobody moves for the seat for some days, in which somebody else can take it over, or its player come back; then a computer plays,
    /// as above.
    Offer(ComputerLevel),
}

impl MissedTurns {
    /// The most turns in a row that can be missed before the seat is lost.
    pub const MOST: u8 = 9;

    /// How long a seat waits for somebody to take it over.
    pub const OFFER: TimeDelta = TimeDelta::days(3);

    /// Turns are skipped at public tables, and people who know each other decide themselves.
    pub const fn usual(public: bool) -> Self {
        if public { Self::Skip } else { Self::Wait }
    }

    /// The seat is lost after so many missed turns in a row; `None` if it never is.
    pub const fn out_after(self) -> Option<u8> {
        match self {
            Self::Wait | Self::Computer(_) | Self::Replace(_) | Self::Offer(_) => None,
            Self::Skip => Some(3),
            Self::OutAfter(turns) => Some(turns),
        }
    }

    /// Whether others can take over the seat.
    pub const fn offers_seats(self) -> bool {
        matches!(self, Self::Replace(_) | Self::Offer(_))
    }

    /// The computer that plays for the seat from the first missed turn on, or once the seat has waited long enough.
    pub const fn substitute(self) -> Option<ComputerLevel> {
        match self {
            Self::Computer(level) | Self::Replace(level) | Self::Offer(level) => Some(level),
            Self::Wait | Self::Skip | Self::OutAfter(_) => None,
        }
    }
}

/// Rules with a format version and with every parameter spelled out, so that later changes to the presets don't affect
/// existing tables.
pub(crate) mod stored_rules {
    use serde::de::Error as _;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use serde_json::Value;

    use engine::Ruleset;

    #[derive(Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Stored {
        version: u32,
        parameters: Value,
    }

    pub fn serialize<S: Serializer>(rules: &Ruleset, serializer: S) -> Result<S::Ok, S::Error> {
        let parameters = serde_json::from_str(&rules.to_stored_json()).map_err(serde::ser::Error::custom)?;
        Stored { version: Ruleset::STORED_VERSION, parameters }.serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Ruleset, D::Error> {
        let Stored { version, parameters } = Stored::deserialize(deserializer)?;
        Ruleset::from_stored(version, &parameters.to_string()).map_err(D::Error::custom)
    }
}
