//! Rules as JSON: a preset, and the parameters that differ from it.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};

use super::{
    BagRule, BuilderRule, FieldRule, HandRule, Preset, RiverRule, RulesError, Ruleset, SmallCity, Supply,
    Unplaceable,
};
use crate::engine::tile::TileSet;

/// The parameters as JSON keys: what [`Ruleset`] is beside its preset.
#[allow(clippy::struct_excessive_bools, reason = "as in the rules")]
#[derive(Serialize, Deserialize)]
#[serde(remote = "Ruleset", deny_unknown_fields)]
struct Parameters {
    #[serde(skip)]
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
    two_colours_for_two: bool,
    rematch_handicap: bool,
}

impl Ruleset {
    /// The rule book of that name with changes: parameters by their JSON keys.
    ///
    /// # Errors
    /// Names the first parameter that there is not, that cannot have its value, or that makes no game with the others.
    pub fn changed(preset: Preset, changes: Map<String, Value>) -> Result<Self, RulesError> {
        let mut rules = Self::of(preset);
        for (key, value) in changes {
            let mut parameters = rules.parameters();
            let Some(parameter) = parameters.get_mut(&key) else {
                return Err(RulesError::new(&key, "there is no such rule"));
            };
            *parameter = value;
            let read = Parameters::deserialize(Value::Object(parameters));
            rules = Self { preset, ..read.map_err(|error| RulesError::new(&key, &error))? };
        }
        rules.validate()?;
        Ok(rules)
    }

    /// All parameters by their JSON keys, what differs from the preset and what does not.
    ///
    /// # Panics
    /// Never: every parameter is a plain value.
    pub fn parameters(&self) -> Map<String, Value> {
        match Parameters::serialize(self, serde_json::value::Serializer) {
            Ok(Value::Object(map)) => map,
            _ => unreachable!("a ruleset is an object of plain values"),
        }
    }
}

/// The preset, then every parameter that differs from it, in the order of the alphabet.
impl Serialize for Ruleset {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let preset = Self::of(self.preset).parameters();
        let differing = self.parameters().into_iter().filter(|(key, value)| preset.get(key) != Some(value));
        let named = std::iter::once(("preset".to_owned(), Value::from(self.preset.word())));
        serializer.collect_map(named.chain(differing))
    }
}

impl<'de> Deserialize<'de> for Ruleset {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        use serde::de::Error;
        let mut overrides = Map::<String, Value>::deserialize(deserializer)?;
        let preset = match overrides.remove("preset") {
            Some(name) => serde_json::from_value(name).map_err(D::Error::custom)?,
            None => Preset::default(),
        };
        Self::changed(preset, overrides).map_err(D::Error::custom)
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
            assert_eq!(json, format!(r#"{{"preset":"{}"}}"#, preset.word()));
            assert_eq!(serde_json::from_str::<Ruleset>(&json).unwrap(), rules);
        }
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
