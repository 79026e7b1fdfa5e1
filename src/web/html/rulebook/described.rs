//! The descriptions of all parameters.

use crate::html::rulebook::parameter::{Group, Input, Limits, Meaning, Parameter, ParameterOption, Unit};
use crate::locale::key;

pub const PARAMETERS: &[Parameter] = &[
    of(Group::Tiles, "sets", key("rule-sets"), key("rule-sets-help"), Input::Expansions),
    of(
        Group::Tiles,
        "bag",
        key("rule-bag"),
        key("rule-bag-help"),
        Input::Options(&[
            word("whole", key("rule-bag-whole")),
            word("uniform", key("rule-bag-uniform")),
            with_number("minutes", key("rule-bag-minutes"), 10, 600, 45, Unit::Minutes),
        ]),
    ),
    of(
        Group::Tiles,
        "river",
        key("rule-river"),
        key("rule-river-help"),
        Input::Options(&[
            word("chosen", key("rule-river-chosen")),
            with_number("from_minutes", key("rule-river-minutes"), 10, 600, 60, Unit::Minutes),
        ]),
    ),
    of(
        Group::Tiles,
        "hand",
        key("rule-hand"),
        key("rule-hand-help"),
        Input::Options(&[
            with_number("shared", key("rule-hand-shared"), 1, 6, 1, Unit::Tiles),
            word("one_a_colour", key("rule-hand-colours")),
        ]),
    ),
    of(Group::Tiles, "draw_ahead", key("rule-draw-ahead"), key("rule-draw-ahead-help"), Input::YesNo),
    of(
        Group::Tiles,
        "unplaceable",
        key("rule-unplaceable"),
        key("rule-unplaceable-help"),
        Input::Options(&[
            word("discard", key("rule-unplaceable-discard")),
            word("put_back", key("rule-unplaceable-put-back")),
            word("end_as_tie", key("rule-unplaceable-tie")),
        ]),
    ),
    of(Group::Figures, "meeples", key("rule-meeples"), key("rule-meeples-help"), number(1, 30)),
    of(Group::Figures, "big", key("rule-big"), key("rule-big-help"), SUPPLY),
    of(Group::Figures, "builder", key("rule-builder"), key("rule-builder-help"), SUPPLY),
    of(Group::Figures, "pig", key("rule-pig"), key("rule-pig-help"), SUPPLY),
    of(
        Group::Figures,
        "builder_needs",
        key("rule-builder-needs"),
        key("rule-builder-needs-help"),
        Input::Options(&[
            word("presence", key("rule-builder-needs-presence")),
            word("ownership", key("rule-builder-needs-ownership")),
        ]),
    ),
    of(
        Group::Figures,
        "builder_second_part",
        key("rule-builder-second-part"),
        key("rule-builder-second-part-help"),
        Input::Options(&[
            word("must", key("rule-builder-second-part-must")),
            word("may", key("rule-builder-second-part-may")),
        ]),
    ),
    of(
        Group::Figures,
        "follower_after_scoring",
        key("rule-follower-after-scoring"),
        key("rule-follower-after-scoring-help"),
        Input::YesNo,
    ),
    of(Group::Roads, "road_tile", key("rule-road-tile"), key("rule-points-per-tile-help"), POINTS),
    of(Group::Roads, "small_road", key("rule-small-road"), key("rule-small-road-help"), Input::YesNo),
    of(
        Group::Roads,
        "loops_complete",
        key("rule-loops-complete"),
        key("rule-loops-complete-help"),
        Input::YesNo,
    ),
    of(Group::Roads, "end_road_tile", key("rule-end-road-tile"), key("rule-end-per-tile-help"), POINTS),
    of(Group::Roads, "inn_tile", key("rule-inn-tile"), key("rule-inn-tile-help"), POINTS),
    of(Group::Cities, "city_tile", key("rule-city-tile"), key("rule-points-per-tile-help"), POINTS),
    of(Group::Cities, "city_shield", key("rule-city-shield"), key("rule-points-per-shield-help"), POINTS),
    of(
        Group::Cities,
        "small_city",
        key("rule-small-city"),
        key("rule-small-city-help"),
        Input::Options(&[
            word("full", key("rule-small-city-full")),
            word("half_rate", key("rule-small-city-half")),
            word("two_points", key("rule-small-city-two")),
            word("two_points_with_shields", key("rule-small-city-two-with-shields")),
        ]),
    ),
    of(Group::Cities, "end_city_tile", key("rule-end-city-tile"), key("rule-end-per-tile-help"), POINTS),
    of(
        Group::Cities,
        "end_city_shield",
        key("rule-end-city-shield"),
        key("rule-end-per-shield-help"),
        POINTS,
    ),
    of(Group::Cities, "cathedral_tile", key("rule-cathedral-tile"), key("rule-cathedral-tile-help"), POINTS),
    of(Group::Cities, "goods_points", key("rule-goods-points"), key("rule-goods-points-help"), number(0, 50)),
    of(
        Group::Fields,
        "fields",
        key("rule-fields"),
        key("rule-fields-help"),
        Input::Options(&[
            word("none", key("rule-fields-none")),
            word("per_field", key("rule-fields-per-field")),
            word("per_city", key("rule-fields-per-city")),
        ]),
    ),
    of(Group::Fields, "field_points", key("rule-field-points"), key("rule-field-points-help"), POINTS),
    of(Group::Fields, "pig_points", key("rule-pig-points"), key("rule-pig-points-help"), POINTS),
    of(
        Group::Fairness,
        "two_colours_for_two",
        key("rule-two-colours"),
        key("rule-two-colours-help"),
        Input::YesNo,
    ),
    of(
        Group::Fairness,
        "rematch_handicap",
        key("rule-rematch-handicap"),
        key("rule-rematch-handicap-help"),
        Input::YesNo,
    ),
];

const POINTS: Input = number(0, 20);

const SUPPLY: Input = Input::Options(&[
    word("with_set", key("rule-supply-with-set")),
    ParameterOption { label: key("rule-supply-none"), meaning: Meaning::With("count", 0) },
    ParameterOption { label: key("rule-supply-one"), meaning: Meaning::With("count", 1) },
]);

const fn of(
    group: Group,
    key: &'static str,
    title: &'static str,
    help: &'static str,
    input: Input,
) -> Parameter {
    Parameter { key, group, title, help, input }
}

const fn number(least: u16, most: u16) -> Input {
    Input::Number(Limits { least, most })
}

const fn word(word: &'static str, label: &'static str) -> ParameterOption {
    ParameterOption { label, meaning: Meaning::Word(word) }
}

const fn with_number(
    word: &'static str,
    label: &'static str,
    least: u16,
    most: u16,
    usual: u16,
    unit: Unit,
) -> ParameterOption {
    ParameterOption { label, meaning: Meaning::Asked { word, limits: Limits { least, most }, usual, unit } }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::{Map, Value, json};

    use super::*;
    use crate::locale::Locale;
    use engine::{Preset, Ruleset, TileSet};

    fn accepted(key: &str, value: Value) -> Result<Ruleset, String> {
        // A pig needs fields, and returning tiles needs a hand of one; the modern book needs nothing.
        Ruleset::changed(Preset::Modern, Map::from_iter([(key.to_owned(), value)])).map_err(|e| e.to_string())
    }

    #[test]
    fn every_parameter_has_exactly_one_description() {
        let described: BTreeSet<&str> = PARAMETERS.iter().map(|parameter| parameter.key).collect();
        assert_eq!(described.len(), PARAMETERS.len());
        let parameters = Ruleset::default().parameters();
        assert_eq!(described, parameters.keys().map(String::as_str).collect());
    }

    #[test]
    fn every_value_that_is_described_is_one_of_the_rules() {
        for parameter in PARAMETERS {
            let values = match parameter.input {
                Input::YesNo => vec![json!(true), json!(false)],
                Input::Number(limits) => vec![json!(limits.least), json!(limits.most)],
                Input::Expansions => TileSet::ALL.map(|set| json!(["base", set.word()])).into(),
                Input::Options(choices) => choices
                    .iter()
                    .flat_map(|choice| match choice.meaning {
                        Meaning::Asked { limits, .. } => {
                            vec![choice.meaning.json(limits.least), choice.meaning.json(limits.most)]
                        }
                        fixed => vec![fixed.json(0)],
                    })
                    .collect(),
            };
            for value in values {
                let rules = accepted(parameter.key, value.clone());
                let rules = rules.unwrap_or_else(|error| panic!("{} {value}: {error}", parameter.key));
                assert_eq!(rules.parameters()[parameter.key], value);
            }
        }
    }

    #[test]
    fn every_value_of_every_preset_can_be_said() {
        for preset in Preset::ALL {
            for (key, value) in Ruleset::of(preset).parameters() {
                let parameter = PARAMETERS.iter().find(|parameter| parameter.key == key).unwrap();
                let text = parameter.say(Locale::default(), &value);
                assert!(!text.contains(['{', '"', '_']), "{key}: {text}");
            }
        }
    }
}
