//! The part of a form with all parameters of the rules.
//!
//! The form shows the values of one book. Values that were left unchanged follow the book that is selected in the end; only
//! values that were changed by hand stay.

use serde_json::{Map, Value, json};

use crate::html::rulebook::PARAMETERS;
use crate::html::rulebook::parameter::{
    COPIES, Group, Input, Limits, Meaning, Parameter, ParameterOption, copies,
};
use crate::locale::{Message, key};
use engine::{Preset, RulesError, Ruleset, TileKind, TileSet};

#[derive(Clone, Debug)]
pub struct RulesForm {
    /// The book whose values are shown.
    pub preset: Preset,
    fields: Vec<Field>,
}

/// A parameter with the values of its inputs.
#[derive(Clone, Debug)]
pub struct Field {
    pub parameter: &'static Parameter,
    pub inputs: Vec<Typed>,
    /// The book's value, if the form has another one.
    pub book: Option<Value>,
    /// Why the value was rejected.
    pub error: Option<Message>,
    value: Option<Value>,
}

/// An input with its value.
#[derive(Clone, Debug, PartialEq)]
pub struct Typed {
    /// The name of the form field.
    pub name: String,
    /// What was typed or selected.
    pub text: String,
    pub kind: InputKind,
}

impl Typed {
    /// The option that a number belongs to.
    pub fn word(&self) -> Option<&str> {
        self.name.split_once('.').map(|(_, word)| word)
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum InputKind {
    /// Values with the keys of their labels.
    Select(Vec<(String, &'static str)>),
    /// With a label of its own where the parameter's title is not enough.
    Number(Limits, Option<Message>),
}

impl RulesForm {
    /// The form for the rules of a table.
    pub fn of(rules: &Ruleset) -> Self {
        let values = rules.parameters();
        let fields = PARAMETERS.iter().map(|parameter| Field::of(parameter, &values[parameter.key]));
        Self { preset: rules.preset, fields: fields.collect() }.compared()
    }

    /// Reads a form that showed the book `shown` when the book `preset` is selected. Missing inputs get the book's values.
    pub fn read(shown: Preset, preset: Preset, typed: impl Fn(&str) -> Option<String>) -> Self {
        let (before, wanted) = (Ruleset::of(shown).parameters(), Ruleset::of(preset).parameters());
        let fields = PARAMETERS.iter().map(|parameter| {
            let mut field = Field::of(parameter, &before[parameter.key]);
            for input in &mut field.inputs {
                if let Some(text) = typed(&input.name) {
                    input.text = text;
                }
            }
            let (was, now) = (&before[parameter.key], &wanted[parameter.key]);
            match field.understood() {
                Ok(value) => match field.unused(&value, was) {
                    None if value == *was => Field::of(parameter, now),
                    None => Field { value: Some(value), ..field },
                    // The number belongs to the option that the selected book has.
                    Some((_, number))
                        if value == *was && number.as_ref().is_some_and(|number| is_like(number, now)) =>
                    {
                        number.map_or(field, |number| Field::of(parameter, &number))
                    }
                    Some((why, _)) => Field { value: None, error: Some(why), ..field },
                },
                Err(error) => Field { value: None, error: Some(error), ..field },
            }
        });
        Self { preset, fields: fields.collect() }.compared()
    }

    fn compared(mut self) -> Self {
        let book = Ruleset::of(self.preset).parameters();
        for field in &mut self.fields {
            let value = &book[field.parameter.key];
            field.book = (field.value.as_ref() != Some(value)).then(|| value.clone());
        }
        self
    }

    /// The rules that the form describes. `None` if something is invalid; the fields then have their errors.
    pub fn rules(&mut self) -> Option<Ruleset> {
        let differing = self.fields.iter().filter(|field| field.book.is_some());
        let changes: Option<Map<String, Value>> =
            differing.map(|field| Some((field.parameter.key.to_owned(), field.value.clone()?))).collect();
        match Ruleset::changed(self.preset, changes?) {
            Ok(rules) => Some(rules),
            Err(RulesError { parameter, .. }) => {
                for field in self.fields.iter_mut().filter(|field| field.parameter.key == parameter) {
                    field.error = Some(field.why_wrong());
                }
                None
            }
        }
    }

    /// The query that prefills the form of a new table with these rules.
    pub fn query(&self) -> String {
        let changed = self.fields.iter().filter(|field| field.book.is_some()).flat_map(|field| &field.inputs);
        let changed = changed.map(|input| (input.name.as_str(), input.text.as_str()));
        let fields: Vec<(&str, &str)> =
            std::iter::once(("preset", self.preset.word())).chain(changed).collect();
        serde_html_form::to_string(fields).unwrap_or_default()
    }

    pub fn group(&self, group: Group) -> impl Iterator<Item = &Field> {
        self.fields.iter().filter(move |field| field.parameter.group == group)
    }

    /// Whether any value differs from the book's.
    pub fn differs(&self) -> bool {
        self.fields.iter().any(|field| field.book.is_some())
    }

    /// The fields with errors.
    pub fn refused(&self) -> impl Iterator<Item = &Field> {
        self.fields.iter().filter(|field| field.error.is_some())
    }
}

impl Field {
    fn of(parameter: &'static Parameter, value: &Value) -> Self {
        let inputs = inputs(parameter, value);
        Self { parameter, inputs, book: None, error: None, value: Some(value.clone()) }
    }

    /// Why a valid value does not work with the other rules.
    fn why_wrong(&self) -> Message {
        let base = || json!(TileSet::Base.word());
        let has_base = |sets: &Value| sets.as_array().is_some_and(|sets| sets.contains(&base()));
        Message::new(match self.parameter.key {
            "sets" if !self.value.as_ref().is_some_and(has_base) => key("rules-wrong-no-base"),
            "sets" => key("rules-wrong-sets"),
            "bag" => key("rules-wrong-bag"),
            "unplaceable" => key("rules-wrong-put-back"),
            "draw_ahead" => key("rules-wrong-draw-ahead"),
            "pig" => key("rules-wrong-pig"),
            "river" => key("rules-wrong-river"),
            _ => key("rules-wrong"),
        })
    }

    /// A number typed for an option that is not selected: the error, and the value it would have meant if it can be read.
    fn unused(&self, taken: &Value, shown: &Value) -> Option<(Message, Option<Value>)> {
        let Input::Options(choices) = self.parameter.input else { return None };
        choices.iter().find_map(|choice| {
            let Meaning::Asked { word, limits, usual, .. } = choice.meaning else { return None };
            if choice.meaning.number_in(taken).is_some() {
                return None;
            }
            let name = part(self.parameter.key, word);
            let typed = self.inputs.iter().find(|input| input.name == name)?.text.trim();
            let offered = choice.meaning.number_in(shown).unwrap_or(usual);
            if typed.is_empty() || typed == offered.to_string() {
                return None;
            }
            let why = Message::new("rules-form-unused").with("number", typed).with("offered", offered);
            Some((why, limits.read(typed).ok().map(|number| choice.meaning.json(number))))
        })
    }

    /// The JSON value of the inputs.
    fn understood(&self) -> Result<Value, Message> {
        let text = |name: &str| {
            let input = self.inputs.iter().find(|input| input.name == name);
            input.map_or("", |input| input.text.as_str())
        };
        let key = self.parameter.key;
        match self.parameter.input {
            Input::YesNo => match text(key) {
                "yes" => Ok(json!(true)),
                "no" => Ok(json!(false)),
                _ => Err(Message::new("rules-form-choose-yes-no")),
            },
            Input::Number(limits) => limits.read(text(key)).map(|number| json!(number)),
            Input::Expansions => {
                let mut sets = Vec::new();
                for set in TileSet::ALL {
                    let count = COPIES.read(text(&part(key, set.word())))?;
                    sets.extend((0..count).map(|_| set.word()));
                }
                Ok(json!(sets))
            }
            Input::Options(choices) => {
                let chosen = choices.iter().find(|choice| choice.meaning.field() == text(key));
                let meaning = chosen.ok_or(Message::new("rules-form-choose-one"))?.meaning;
                let number = match meaning {
                    Meaning::Asked { word, limits, .. } => limits.read(text(&part(key, word)))?,
                    _ => 0,
                };
                Ok(meaning.json(number))
            }
        }
    }
}

/// The options of a yes/no question, with the keys of their labels.
const YES_NO: [(&str, &str); 2] = [("yes", key("rules-form-yes")), ("no", key("rules-form-no"))];

/// Whether both values are the same option with a number.
fn is_like(one: &Value, other: &Value) -> bool {
    let word = |value: &Value| value.as_object().and_then(|object| object.keys().next().cloned());
    word(one).is_some() && word(one) == word(other)
}

fn part(key: &str, word: &str) -> String {
    format!("{key}.{word}")
}

fn inputs(parameter: &Parameter, value: &Value) -> Vec<Typed> {
    let key = parameter.key;
    let select = |text: &str, choices| Typed {
        name: key.to_owned(),
        text: text.to_owned(),
        kind: InputKind::Select(choices),
    };
    match parameter.input {
        Input::YesNo => {
            let choices = YES_NO.map(|(value, label)| (value.to_owned(), label)).into();
            vec![select(if *value == json!(true) { "yes" } else { "no" }, choices)]
        }
        Input::Number(limits) => {
            let kind = InputKind::Number(limits, None);
            vec![Typed { name: key.to_owned(), text: value.to_string(), kind }]
        }
        Input::Expansions => TileSet::ALL
            .into_iter()
            .zip(copies(value))
            .map(|(set, count)| Typed {
                name: part(key, set.word()),
                text: count.to_string(),
                kind: InputKind::Number(
                    COPIES,
                    Some(Message::new("expansion-tiles").with("set", set.word()).with("n", tiles(set))),
                ),
            })
            .collect(),
        Input::Options(choices) => {
            let taken = choices.iter().find(|choice| choice.meaning.number_in(value).is_some());
            let taken = taken.map(|choice| choice.meaning.field()).unwrap_or_default();
            let options = choices.iter().map(|choice| (choice.meaning.field(), choice.label)).collect();
            let numbers = choices.iter().filter_map(|choice| number_input(key, choice, value));
            std::iter::once(select(&taken, options)).chain(numbers).collect()
        }
    }
}

fn number_input(key: &str, choice: &ParameterOption, value: &Value) -> Option<Typed> {
    let Meaning::Asked { word, limits, usual, unit } = choice.meaning else { return None };
    let number = choice.meaning.number_in(value).unwrap_or(usual);
    let kind = InputKind::Number(limits, Some(Message::new(unit.label())));
    Some(Typed { name: part(key, word), text: number.to_string(), kind })
}

fn tiles(set: TileSet) -> u16 {
    TileKind::all().map(TileKind::def).filter(|def| def.set == set).map(|def| u16::from(def.count)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::locale::Locale;
    use engine::{BagRule, HandRule};

    #[test]
    fn the_query_of_an_address_fills_the_form_with_the_same_rules() {
        let rules = Ruleset { hand: HandRule::Shared(2), road_tile: 5, ..Ruleset::of(Preset::Chicago) };
        assert_eq!(RulesForm::of(&rules).query(), "preset=chicago&hand=shared&hand.shared=2&road_tile=5");
    }

    fn sent<'a>(typed: &'a [(&'a str, &'a str)]) -> impl Fn(&str) -> Option<String> {
        move |name| typed.iter().find(|(known, _)| *known == name).map(|(_, text)| (*text).to_owned())
    }

    #[test]
    fn an_unchanged_form_describes_the_same_rules() {
        for preset in Preset::ALL {
            let form = RulesForm::of(&Ruleset::of(preset));
            let all: Vec<&Typed> = form.fields.iter().flat_map(|field| &field.inputs).collect();
            let typed: Vec<_> = all.iter().map(|input| (input.name.as_str(), input.text.as_str())).collect();
            let mut back = RulesForm::read(preset, preset, sent(&typed));
            assert!(!back.differs());
            assert_eq!(back.rules(), Some(Ruleset::of(preset)));
        }
    }

    #[test]
    fn rules_that_differ_from_their_book_survive_the_form() {
        let rules = Ruleset {
            sets: vec![TileSet::Base, TileSet::Base, TileSet::Inns],
            bag: BagRule::Minutes(90),
            hand: HandRule::Shared(2),
            goods_points: 7,
            ..Ruleset::of(Preset::Chicago)
        };
        let form = RulesForm::of(&rules);
        let all: Vec<Typed> = form.fields.iter().flat_map(|field| field.inputs.clone()).collect();
        let typed: Vec<_> = all.iter().map(|input| (input.name.as_str(), input.text.as_str())).collect();
        let mut back = RulesForm::read(Preset::Chicago, Preset::Chicago, sent(&typed));
        assert_eq!(back.rules(), Some(rules));
    }

    #[test]
    fn another_book_brings_its_own_values_except_for_what_was_changed_by_hand() {
        let typed = [("road_tile", "5"), ("city_tile", "2")];
        let mut form = RulesForm::read(Preset::Modern, Preset::Mcguire, sent(&typed));
        let expected = Ruleset { road_tile: 5, ..Ruleset::of(Preset::Mcguire) };
        assert_eq!(form.rules(), Some(expected));
    }

    #[test]
    fn an_invalid_value_is_rejected_at_its_field_and_nothing_typed_is_lost() {
        for (typed, key, why) in [
            (("meeples", "many"), "meeples", "Enter a whole number from 1 to 30."),
            (("sets.base", "0"), "sets", "The base game must be included."),
            (("bag", "endless"), "bag", "Choose one of these."),
            (
                ("unplaceable", "put_back"),
                "unplaceable",
                "A tile can go back into the bag only when one tile at a time is drawn.",
            ),
        ] {
            let mut form = RulesForm::read(Preset::Mcguire, Preset::Mcguire, sent(&[typed]));
            assert_eq!(form.rules(), None, "{typed:?}");
            let refused: Vec<&Field> = form.refused().collect();
            assert_eq!(refused.len(), 1);
            let error = refused[0].error.as_ref().map(|error| Locale::default().format(error));
            assert_eq!((refused[0].parameter.key, error.as_deref()), (key, Some(why)));
            let input = refused[0].inputs.iter().find(|input| input.name == typed.0).unwrap();
            assert_eq!(input.text, typed.1);
        }
    }
}
