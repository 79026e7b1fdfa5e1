//! Rules as JSON, in two forms.
//!
//! In a game record, rules are a preset and the parameters that differ from it. Presets mean what they meant in version 1 of the
//! record format, whatever the rule book says today: [`VERSION_1`] never changes. There, parameters that were added later have
//! the value that matches the behaviour before they existed.
//!
//! In the database, from [`Ruleset::STORED_VERSION`] 2 on, all parameters that existed when the game was opened are written out.

use std::sync::LazyLock;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};

use super::{
    BagRule, BuilderRule, FieldRule, HandRule, Preset, RiverRule, RulesError, Ruleset, SecondPart, SmallCity,
    Supply, Unplaceable,
};
use crate::tile::TileSet;

/// All parameters of every preset in version 1 of the record format.
static VERSION_1: LazyLock<[Ruleset; Preset::ALL.len()]> = LazyLock::new(|| {
    let read = |json| Ruleset::from_all_parameters(json).unwrap_or_else(|error| unreachable!("{error}"));
    [
        read(include_str!("version_1/modern.json")),
        read(include_str!("version_1/chicago.json")),
        read(include_str!("version_1/abbeys.json")),
        read(include_str!("version_1/mcguire.json")),
    ]
});

/// The parameters as JSON keys.
#[expect(clippy::struct_excessive_bools, reason = "as in the rules")]
#[derive(Serialize, Deserialize)]
#[serde(remote = "Ruleset", deny_unknown_fields)]
struct Parameters {
    preset: Preset,
    sets: Vec<TileSet>,
    bag: BagRule,
    river: RiverRule,
    hand: HandRule,
    unplaceable: Unplaceable,
    meeples: u8,
    big: Supply,
    builder: Supply,
    pig: Supply,
    follower_after_scoring: bool,
    road_tile: u8,
    small_road: bool,
    loops_complete: bool,
    city_tile: u8,
    city_shield: u8,
    small_city: SmallCity,
    end_road_tile: u8,
    end_city_tile: u8,
    end_city_shield: u8,
    fields: FieldRule,
    field_points: u8,
    inn_tile: u8,
    cathedral_tile: u8,
    goods_points: u8,
    pig_points: u8,
    builder_needs: BuilderRule,
    #[serde(default = "must")]
    builder_second_part: SecondPart,
    two_colours_for_two: bool,
    rematch_handicap: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    draw_ahead: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    earlier_river: bool,
}

const fn must() -> SecondPart {
    SecondPart::Must
}

/// The key of the preset, which is not a parameter.
const PRESET: &str = "preset";

/// Not a parameter either: only the rules of old games have it.
const EARLIER_RIVER: &str = "earlier_river";

/// A parameter that is written only where it is `true`: games from before it have no such key.
const DRAW_AHEAD: &str = "draw_ahead";

/// The parameter introduced together with [`EARLIER_RIVER`]: stored rules without it belong to an old game.
const SECOND_PART: &str = "builder_second_part";

/// Completes old stored rules with the behaviour of their time.
pub(crate) fn complete_stored(rules: &mut Map<String, Value>) {
    if !rules.contains_key(SECOND_PART) {
        rules.insert(SECOND_PART.to_owned(), Value::from("must"));
        rules.insert(EARLIER_RIVER.to_owned(), Value::from(true));
    }
}

impl Ruleset {
    /// The version that this program writes. Version 1 was a preset with the parameters that differ from it.
    pub const STORED_VERSION: u32 = 2;

    /// Today's preset with changes: parameters by their JSON keys.
    ///
    /// # Errors
    /// Names the first parameter that is unknown, has an invalid value, or contradicts the others.
    pub fn changed(preset: Preset, changes: Map<String, Value>) -> Result<Self, RulesError> {
        let rules = Self::of(preset).with(changes)?;
        rules.check_effects()?;
        Ok(rules)
    }

    fn with(self, changes: Map<String, Value>) -> Result<Self, RulesError> {
        let mut rules = self;
        if !changes.is_empty() {
            let mut parameters = rules.all_parameters();
            for (key, value) in &changes {
                match parameters.get_mut(key) {
                    Some(parameter) if key != PRESET => parameter.clone_from(value),
                    _ if [DRAW_AHEAD, EARLIER_RIVER].contains(&key.as_str()) => {
                        parameters.insert(key.clone(), value.clone());
                    }
                    _ => return Err(RulesError::new(key, "there is no such rule")),
                }
            }
            rules = match Parameters::deserialize(Value::Object(parameters)) {
                Ok(rules) => rules,
                Err(error) => return Err(rules.blame(changes, &error)),
            };
        }
        rules.checked()
    }

    /// Validates these rules, and resets `earlier_river` where it has no effect.
    fn checked(mut self) -> Result<Self, RulesError> {
        self.validate()?;
        self.earlier_river &= self.river_rule_matters();
        Ok(self)
    }

    /// The error of the first change that is invalid for these rules.
    fn blame(&self, changes: Map<String, Value>, error: &serde_json::Error) -> RulesError {
        for (key, value) in changes {
            let mut parameters = self.all_parameters();
            parameters.insert(key.clone(), value);
            if let Err(error) = Parameters::deserialize(Value::Object(parameters)) {
                return RulesError::new(&key, &error);
            }
        }
        RulesError::new("rules", error)
    }

    /// All parameters by their JSON keys, whether or not they differ from the preset.
    pub fn parameters(&self) -> Map<String, Value> {
        let mut parameters = self.all_parameters();
        parameters.remove(PRESET);
        parameters.remove(EARLIER_RIVER);
        parameters.insert(DRAW_AHEAD.to_owned(), Value::from(self.draw_ahead));
        parameters
    }

    /// The preset and all parameters by their JSON keys.
    pub(crate) fn all_parameters(&self) -> Map<String, Value> {
        match Parameters::serialize(self, serde_json::value::Serializer) {
            Ok(Value::Object(map)) => map,
            _ => unreachable!("a ruleset is an object of plain values"),
        }
    }

    /// The rules as stored with a game, in version [`Ruleset::STORED_VERSION`]: the preset and every parameter, so that a later
    /// change of a rule book affects no existing game.
    pub fn to_stored_json(&self) -> String {
        Value::Object(self.all_parameters()).to_string()
    }

    /// Parses rules that were stored in this version.
    ///
    /// # Errors
    /// If the version is unknown, a parameter is missing or unknown, or the rules are invalid.
    pub fn from_stored(version: u32, json: &str) -> Result<Self, RulesError> {
        if !(1..=Self::STORED_VERSION).contains(&version) {
            let why = format!("version {version} is unknown; versions read: 1, {}", Self::STORED_VERSION);
            return Err(RulesError::new("rules_version", &why));
        }
        let unreadable = |error: serde_json::Error| RulesError::new("rules", &error);
        let mut rules: Map<String, Value> = serde_json::from_str(json).map_err(unreadable)?;
        complete_stored(&mut rules);
        if version == 1 {
            return serde_json::from_value(Value::Object(rules)).map_err(unreadable);
        }
        Self::from_all_parameters(&Value::Object(rules).to_string())
    }

    fn from_all_parameters(json: &str) -> Result<Self, RulesError> {
        let mut json = serde_json::Deserializer::from_str(json);
        let rules = Parameters::deserialize(&mut json).and_then(|rules| json.end().map(|()| rules));
        let rules = rules.map_err(|error| RulesError::new("rules", &error))?;
        rules.checked()
    }

    /// The preset as version 1 of the record format and of stored rules defines it.
    fn in_version_1(preset: Preset) -> &'static Self {
        &VERSION_1[preset as usize]
    }
}

/// As in a game record: the preset, then every parameter that differs from it in version 1, in alphabetical order.
impl Serialize for Ruleset {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let preset = Self::in_version_1(self.preset).all_parameters();
        let mut parameters = self.all_parameters();
        parameters.remove(PRESET);
        let differing = parameters.into_iter().filter(|(key, value)| preset.get(key) != Some(value));
        let named = std::iter::once((PRESET.to_owned(), Value::from(self.preset.word())));
        serializer.collect_map(named.chain(differing))
    }
}

impl<'de> Deserialize<'de> for Ruleset {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        use serde::de::Error;
        let mut overrides = Map::<String, Value>::deserialize(deserializer)?;
        let preset = match overrides.remove(PRESET) {
            Some(name) => serde_json::from_value(name).map_err(D::Error::custom)?,
            None => Preset::default(),
        };
        Self::in_version_1(preset).clone().with(overrides).map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_is_valid_and_survives_json() {
        for preset in Preset::ALL {
            let rules = Ruleset::of(preset);
            assert_eq!(rules.validate(), Ok(()));
            let json = serde_json::to_string(&rules).unwrap();
            assert_eq!(serde_json::from_str::<Ruleset>(&json).unwrap(), rules);
        }
    }

    #[test]
    fn a_preset_of_version_1_needs_only_its_name() {
        for preset in Preset::ALL {
            let rules = Ruleset::in_version_1(preset);
            assert_eq!(rules.preset, preset);
            let json = serde_json::to_string(rules).unwrap();
            assert_eq!(json, format!(r#"{{"preset":"{}"}}"#, preset.word()));
        }
    }

    /// Simulates a change of every default: what was stored under the old book means the same under the new one, and vice versa.
    #[test]
    fn stored_rules_do_not_depend_on_the_rule_book() {
        for preset in Preset::ALL {
            let changed = Ruleset {
                preset,
                meeples: 8,
                road_tile: 7,
                fields: FieldRule::PerCity,
                field_points: 6,
                bag: BagRule::Minutes(90),
                hand: HandRule::OneAColour,
                unplaceable: Unplaceable::Discard,
                ..Ruleset::of(preset)
            };
            let stored = changed.to_stored_json();
            assert_eq!(Ruleset::from_stored(Ruleset::STORED_VERSION, &stored), Ok(changed.clone()));
            let keys: Map<String, Value> = serde_json::from_str(&stored).unwrap();
            assert_eq!(
                keys.len(),
                changed.parameters().len(),
                "the preset and every parameter but for draw_ahead: {stored}"
            );
            // Written out in full, they are valid rules of a record as well.
            assert_eq!(serde_json::from_str::<Ruleset>(&stored).unwrap(), changed);
            let in_record = serde_json::to_string(&changed).unwrap();
            assert_eq!(serde_json::from_str::<Ruleset>(&in_record).unwrap(), changed);
        }
    }

    #[test]
    fn stored_rules_must_be_complete_and_of_a_known_version() {
        let mut parameters = Ruleset::default().all_parameters();
        parameters.remove("bag");
        let incomplete = Value::Object(parameters).to_string();
        for (version, json, complaint) in [
            (2, incomplete.as_str(), "missing field `bag`"),
            (2, r#"{"preset":"modern"}"#, "missing field"),
            (1, r#"{"preset":"modern","feilds":"none"}"#, "feilds: there is no such rule"),
            (3, "{}", "rules_version: version 3 is unknown; versions read: 1, 2"),
        ] {
            let error = Ruleset::from_stored(version, json).unwrap_err().to_string();
            assert!(error.contains(complaint), "{version} {json}: {error}");
        }
        assert!(
            Ruleset::from_stored(1, &incomplete).is_ok(),
            "version 1 may leave out what is as in the preset"
        );
    }

    #[test]
    fn unknown_rules_and_impossible_mixes_are_refused_by_name() {
        for (json, complaint) in [
            (r#"{"preset":"modern","feilds":"none"}"#, "feilds: there is no such rule"),
            (r#"{"preset":"classic"}"#, "unknown variant `classic`"),
            (r#"{"sets":["river"]}"#, "sets: the base game"),
            (r#"{"hand":{"shared":9}}"#, "hand: a hand holds 1 to 6"),
            (r#"{"preset":"abbeys","hand":{"shared":3}}"#, "unplaceable: only a hand of one"),
            (r#"{"meeples":0}"#, "meeples: a colour has 1 to 30"),
            (r#"{"road_tile":300}"#, "road_tile: invalid value: integer `300`"),
            (r#"{"bag":"endless"}"#, "bag: unknown variant `endless`"),
        ] {
            let error = serde_json::from_str::<Ruleset>(json).unwrap_err().to_string();
            assert!(error.contains(complaint), "{json}: {error}");
        }
    }
}
