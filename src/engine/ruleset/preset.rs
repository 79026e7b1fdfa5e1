//! Named rule books.

use serde::{Deserialize, Serialize};

use super::{
    BagRule, BuilderRule, FieldRule, HandRule, RiverRule, Ruleset, SecondPart, SmallCity, Supply, Unplaceable,
};
use crate::tile::TileSet;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Preset {
    /// The rules as sold today.
    #[default]
    Modern,
    /// The Chicago course rules: each city scores 4 points for its farmers, once.
    Chicago,
    /// The "670" course rules: castles and abbeys, no fields, every kind always in the bag.
    Abbeys,
    /// McGuire's house rules: a shared hand, all expansions, a length in minutes.
    Mcguire,
}

impl Preset {
    pub const ALL: [Self; 4] = [Self::Modern, Self::Chicago, Self::Abbeys, Self::Mcguire];

    /// The name in records.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Modern => "modern",
            Self::Chicago => "chicago",
            Self::Abbeys => "abbeys",
            Self::Mcguire => "mcguire",
        }
    }
}

impl Ruleset {
    pub fn of(preset: Preset) -> Self {
        let modern = Self {
            preset,
            sets: vec![TileSet::Base],
            bag: BagRule::Whole,
            river: RiverRule::Chosen,
            hand: HandRule::Shared(1),
            draw_ahead: false,
            unplaceable: Unplaceable::Discard,
            meeples: 7,
            big: Supply::WithSet,
            builder: Supply::WithSet,
            pig: Supply::WithSet,
            follower_after_scoring: false,
            road_tile: 1,
            small_road: false,
            loops_complete: true,
            city_tile: 2,
            city_shield: 2,
            small_city: SmallCity::Full,
            end_road_tile: 1,
            end_city_tile: 1,
            end_city_shield: 1,
            fields: FieldRule::PerField,
            field_points: 3,
            inn_tile: 2,
            cathedral_tile: 3,
            goods_points: 10,
            pig_points: 1,
            builder_needs: BuilderRule::Presence,
            builder_second_part: SecondPart::Must,
            two_colours_for_two: false,
            rematch_handicap: false,
            earlier_river: false,
        };
        match preset {
            Preset::Modern => modern,
            Preset::Chicago => Self {
                small_city: SmallCity::TwoPoints,
                fields: FieldRule::PerCity,
                field_points: 4,
                ..modern
            },
            Preset::Abbeys => Self {
                bag: BagRule::Uniform,
                unplaceable: Unplaceable::PutBack,
                follower_after_scoring: true,
                loops_complete: false,
                end_road_tile: 0,
                end_city_tile: 0,
                end_city_shield: 0,
                fields: FieldRule::None,
                ..modern
            },
            Preset::Mcguire => Self {
                // Named one by one: a set that is added later doesn't belong to it.
                sets: vec![TileSet::Base, TileSet::River, TileSet::Inns, TileSet::Traders, TileSet::King],
                bag: BagRule::Minutes(45),
                river: RiverRule::FromMinutes(60),
                hand: HandRule::Shared(3),
                unplaceable: Unplaceable::EndAsTie,
                pig: Supply::Count(0),
                road_tile: 2,
                small_road: true,
                small_city: SmallCity::TwoPointsWithShields,
                inn_tile: 3,
                goods_points: 0,
                pig_points: 0,
                builder_needs: BuilderRule::Ownership,
                builder_second_part: SecondPart::May,
                two_colours_for_two: true,
                rematch_handicap: true,
                ..modern
            },
        }
    }
}

impl Default for Ruleset {
    fn default() -> Self {
        Self::of(Preset::default())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn presets_have_exactly_these_parameters() {
        let modern = json!({
            "preset": "modern", "sets": ["base"], "bag": "whole", "river": "chosen", "hand": {"shared": 1}, "unplaceable": "discard",
            "meeples": 7, "big": "with_set", "builder": "with_set", "pig": "with_set", "follower_after_scoring": false,
            "road_tile": 1, "small_road": false, "loops_complete": true, "city_tile": 2, "city_shield": 2,
            "small_city": "full", "end_road_tile": 1, "end_city_tile": 1, "end_city_shield": 1, "fields": "per_field",
            "field_points": 3, "inn_tile": 2, "cathedral_tile": 3, "goods_points": 10, "pig_points": 1,
            "builder_needs": "presence", "builder_second_part": "must", "two_colours_for_two": false,
            "rematch_handicap": false
        });
        let changes = |preset| match preset {
            Preset::Modern => json!({}),
            Preset::Chicago => json!({
                "preset": "chicago", "small_city": "two_points", "fields": "per_city", "field_points": 4
            }),
            Preset::Abbeys => json!({
                "preset": "abbeys", "bag": "uniform", "unplaceable": "put_back", "follower_after_scoring": true,
                "loops_complete": false, "end_road_tile": 0, "end_city_tile": 0, "end_city_shield": 0, "fields": "none"
            }),
            Preset::Mcguire => json!({
                "preset": "mcguire", "sets": ["base", "river", "inns", "traders", "king"], "bag": {"minutes": 45},
                "river": {"from_minutes": 60}, "hand": {"shared": 3}, "unplaceable": "end_as_tie", "pig": {"count": 0}, "road_tile": 2,
                "small_road": true, "small_city": "two_points_with_shields", "inn_tile": 3, "goods_points": 0,
                "pig_points": 0, "builder_needs": "ownership", "builder_second_part": "may",
                "two_colours_for_two": true, "rematch_handicap": true
            }),
        };
        for preset in Preset::ALL {
            let (mut expected, Value::Object(changes)) = (modern.clone(), changes(preset)) else {
                unreachable!()
            };
            expected.as_object_mut().unwrap().extend(changes);
            let stored: Value = serde_json::from_str(&Ruleset::of(preset).to_stored_json()).unwrap();
            assert_eq!(stored, expected, "{preset:?}");
        }
    }
}
