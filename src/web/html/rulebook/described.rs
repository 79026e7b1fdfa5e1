//! The descriptions themselves.

use crate::web::html::rulebook::parameter::{Choice, Group, Input, Limits, Meaning, Parameter};

/// All parameters of a rule book, a description each.
pub const PARAMETERS: &[Parameter] = &[
    of(
        Group::Tiles,
        "sets",
        "Boxes",
        "Which boxes are mixed. A box can be taken several times, for a long game.",
        Input::Boxes,
    ),
    of(
        Group::Tiles,
        "bag",
        "Bag and length",
        "Which tiles can come, and so how long the game is.",
        Input::Choice(&[
            word("whole", "every tile of the boxes, once"),
            word("uniform", "every kind as likely at every draw; about 72 turns"),
            asked("minutes", "two tiles a minute, the rest stays unseen", 10, 600, 45, "minute"),
        ]),
    ),
    of(
        Group::Tiles,
        "river",
        "River",
        "When a game with The River among its boxes begins with the river.",
        Input::Choice(&[
            word("chosen", "always"),
            asked("from_minutes", "only in long games, of at least", 10, 600, 60, "minute"),
        ]),
    ),
    of(
        Group::Tiles,
        "hand",
        "Tiles to choose from",
        "How many tiles lie face up for whoever is to move.",
        Input::Choice(&[
            asked("shared", "a fixed number, shared by all", 1, 6, 1, "tile"),
            word("one_a_colour", "as many as there are colours, shared by all"),
        ]),
    ),
    of(
        Group::Tiles,
        "unplaceable",
        "Tiles that fit nowhere",
        "What happens when nothing that lies face up can be placed.",
        Input::Choice(&[
            word("discard", "out of the game, and draw again"),
            word("put_back", "back into the bag, and draw again"),
            word("end_as_tie", "the game ends as a tie"),
        ]),
    ),
    of(Group::Figures, "meeples", "Ordinary followers", "How many each colour has.", number(1, 30)),
    of(
        Group::Figures,
        "big",
        "Big follower",
        "Counts as two where followers are counted. It comes with Inns & Cathedrals.",
        SUPPLY,
    ),
    of(
        Group::Figures,
        "builder",
        "Builder",
        "Gives a second tile when its road or city grows. It comes with Traders & Builders.",
        SUPPLY,
    ),
    of(
        Group::Figures,
        "pig",
        "Pig",
        "Makes a farmer's cities worth more. It comes with Traders & Builders.",
        SUPPLY,
    ),
    of(
        Group::Figures,
        "builder_needs",
        "A builder needs",
        "When a builder may join a road or a city.",
        Input::Choice(&[
            word("presence", "a follower of its colour there"),
            word("ownership", "the most followers there, alone or tied"),
        ]),
    ),
    of(
        Group::Figures,
        "follower_after_scoring",
        "Follower after scoring",
        "The follower goes down after finished features have paid: one that came home can go out at once, but not on what is finished.",
        Input::YesNo,
    ),
    of(Group::Roads, "road_tile", "Finished road", "Points for each tile.", POINTS),
    of(
        Group::Roads,
        "small_road",
        "Short roads",
        "A finished road of two tiles is worth 2 points in all.",
        Input::YesNo,
    ),
    of(
        Group::Roads,
        "loops_complete",
        "Ring roads",
        "A road that runs into itself, without an end, is finished.",
        Input::YesNo,
    ),
    of(Group::Roads, "end_road_tile", "Unfinished road", "Points for each tile when the game ends.", POINTS),
    of(
        Group::Roads,
        "inn_tile",
        "Road with an inn",
        "Points for each tile once it is finished. Unfinished, it is worth nothing.",
        POINTS,
    ),
    of(Group::Cities, "city_tile", "Finished city, tiles", "Points for each tile.", POINTS),
    of(Group::Cities, "city_shield", "Finished city, shields", "Points for each shield.", POINTS),
    of(
        Group::Cities,
        "small_city",
        "Small cities",
        "What a finished city of two tiles is worth.",
        Input::Choice(&[
            word("full", "as much as any other"),
            word("half_rate", "1 for each tile and 1 for each shield"),
            word("two_points", "2 points in all"),
            word("two_points_with_shields", "2 points in all, where tiles and shields together are two"),
        ]),
    ),
    of(
        Group::Cities,
        "end_city_tile",
        "Unfinished city, tiles",
        "Points for each tile when the game ends.",
        POINTS,
    ),
    of(
        Group::Cities,
        "end_city_shield",
        "Unfinished city, shields",
        "Points for each shield when the game ends.",
        POINTS,
    ),
    of(
        Group::Cities,
        "cathedral_tile",
        "City with a cathedral",
        "Points for each tile and each shield once it is finished. Unfinished, it is worth nothing.",
        POINTS,
    ),
    of(
        Group::Cities,
        "goods_points",
        "Trade goods",
        "Points for the most wine, the most grain and the most cloth. 0: goods are ignored.",
        number(0, 50),
    ),
    of(
        Group::Fields,
        "fields",
        "Fields",
        "How farmers are paid when the game ends.",
        Input::Choice(&[
            word("none", "there are no farmers"),
            word("per_field", "field by field, for each finished city that it touches"),
            word("per_city", "city by city, all fields around it counted together"),
        ]),
    ),
    of(
        Group::Fields,
        "field_points",
        "Points for a city",
        "What a finished city gives to its farmers.",
        POINTS,
    ),
    of(
        Group::Fields,
        "pig_points",
        "Points for a pig",
        "What a pig adds to each city of its colour's farmers.",
        POINTS,
    ),
    of(
        Group::Fairness,
        "two_colours_for_two",
        "Two colours",
        "With two seats, each plays two colours in turn, and their points are added up.",
        Input::YesNo,
    ),
    of(
        Group::Fairness,
        "rematch_handicap",
        "Handicaps in a rematch",
        "In a rematch, each loser begins with half of the points that were missing.",
        Input::YesNo,
    ),
];

const POINTS: Input = number(0, 20);

const SUPPLY: Input = Input::Choice(&[
    word("with_set", "one, if its box is in the game"),
    Choice { label: "none", meaning: Meaning::With("count", 0) },
    Choice { label: "one, with or without its box", meaning: Meaning::With("count", 1) },
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

const fn word(word: &'static str, label: &'static str) -> Choice {
    Choice { label, meaning: Meaning::Word(word) }
}

const fn asked(
    word: &'static str,
    label: &'static str,
    least: u16,
    most: u16,
    usual: u16,
    unit: &'static str,
) -> Choice {
    Choice { label, meaning: Meaning::Asked { word, limits: Limits { least, most }, usual, unit } }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::{Map, Value, json};

    use super::*;
    use crate::engine::{Preset, Ruleset, TileSet};

    fn accepted(key: &str, value: Value) -> Result<Ruleset, String> {
        // A pig needs fields, a put-back a hand of one: the book that makes no demands of its own is the modern one.
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
                Input::Boxes => TileSet::ALL.map(|set| json!(["base", set.word()])).into(),
                Input::Choice(choices) => choices
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
                let said = Parameter::named(&key).unwrap().say(&value);
                assert!(!said.contains(['{', '"', '_']), "{key}: {said}");
            }
        }
    }
}
