//! Descriptions of the parameters of the rules: their names, and the inputs that ask for them.

use serde_json::{Value, json};

use crate::html::wording::rule_names::expansion;
use crate::locale::{Locale, Message, key};
use engine::TileSet;

/// Parameters that a form shows together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// Tiles and how they are drawn.
    Tiles,
    /// Followers and other figures.
    Figures,
    /// Points for roads.
    Roads,
    /// Points for cities.
    Cities,
    /// Points for fields.
    Fields,
    /// Two-player games, and handicaps.
    Fairness,
}

impl Group {
    /// In the order of the form.
    pub const ALL: [Self; 6] =
        [Self::Tiles, Self::Figures, Self::Roads, Self::Cities, Self::Fields, Self::Fairness];

    pub const fn title(self) -> &'static str {
        match self {
            Self::Tiles => key("rules-group-tiles"),
            Self::Figures => key("rules-group-figures"),
            Self::Roads => key("rules-group-roads"),
            Self::Cities => key("rules-group-cities"),
            Self::Fields => key("rules-group-fields"),
            Self::Fairness => key("rules-group-players"),
        }
    }
}

/// The range of a number input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    pub least: u16,
    pub most: u16,
}

impl Limits {
    /// Parses what was typed.
    ///
    /// # Errors
    /// Says which numbers are allowed.
    pub fn read(self, typed: &str) -> Result<u16, Message> {
        let number = typed.trim().parse().ok().filter(|number| (self.least..=self.most).contains(number));
        number.ok_or_else(|| {
            Message::new("rules-form-number").with("least", self.least).with("most", self.most)
        })
    }
}

/// The unit of a number input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    Minutes,
    Tiles,
}

impl Unit {
    /// The key of the label next to the input.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Minutes => key("unit-minutes"),
            Self::Tiles => key("unit-tiles"),
        }
    }

    /// For example "45 minutes".
    fn amount(self, locale: Locale, n: u16) -> String {
        let amount = match self {
            Self::Minutes => locale.text("amount-minutes").with("n", n),
            Self::Tiles => locale.text("amount-tiles").with("n", n),
        };
        amount.to_string()
    }
}

/// What an option stands for in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// A word: `"whole"`.
    Word(&'static str),
    /// A word with this number: `{"count":1}`.
    With(&'static str, u16),
    /// A word with a number from an input: `{"minutes":45}`.
    Asked {
        word: &'static str,
        limits: Limits,
        /// What the input shows while another option is selected.
        usual: u16,
        unit: Unit,
    },
}

impl Meaning {
    /// The form value.
    pub fn field(self) -> String {
        match self {
            Self::Word(word) | Self::Asked { word, .. } => word.to_owned(),
            Self::With(word, number) => format!("{word} {number}"),
        }
    }

    /// The JSON value, with `number` if the option has an input.
    pub fn json(self, number: u16) -> Value {
        match self {
            Self::Word(word) => json!(word),
            Self::With(word, number) => json!({ word: number }),
            Self::Asked { word, .. } => json!({ word: number }),
        }
    }

    /// The number in a JSON value of this option; `None` for other options.
    pub fn number_in(self, value: &Value) -> Option<u16> {
        match self {
            Self::Asked { word, .. } => u16::try_from(value.get(word)?.as_u64()?).ok(),
            fixed => (*value == fixed.json(0)).then_some(0),
        }
    }
}

/// An option of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParameterOption {
    pub label: &'static str,
    pub meaning: Meaning,
}

/// The kind of input that asks for a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    YesNo,
    Number(Limits),
    /// One of these.
    Options(&'static [ParameterOption]),
    /// The number of copies of each expansion.
    Expansions,
}

/// The number of copies of an expansion that can be included.
pub const COPIES: Limits = Limits { least: 0, most: 5 };

/// A parameter of the rules, described for players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its JSON key, and the name of the form field.
    pub key: &'static str,
    pub group: Group,
    /// The key of the title.
    pub title: &'static str,
    /// The key of a line of explanation.
    pub help: &'static str,
    pub input: Input,
}

impl Parameter {
    /// A value in words.
    pub fn say(&self, locale: Locale, value: &Value) -> String {
        match self.input {
            Input::YesNo => locale
                .say(if *value == json!(true) { key("rules-form-yes") } else { key("rules-form-no") })
                .to_owned(),
            Input::Number(_) => value.to_string(),
            Input::Expansions => say_expansions(locale, &copies(value)),
            Input::Options(choices) => {
                let numbered =
                    choices.iter().find_map(|choice| Some((choice, choice.meaning.number_in(value)?)));
                match numbered {
                    Some((ParameterOption { label, meaning: Meaning::Asked { unit, .. } }, number)) => {
                        let text = locale.text("rule-value-amount").with("value", locale.say(label));
                        text.with("amount", unit.amount(locale, number)).to_string()
                    }
                    Some((choice, _)) => locale.say(choice.label).to_owned(),
                    None => value.to_string(),
                }
            }
        }
    }
}

/// The number of copies of each expansion in a JSON list of sets, in the order of [`TileSet::ALL`].
pub fn copies(sets: &Value) -> [usize; TileSet::ALL.len()] {
    let sets = sets.as_array().map_or(&[][..], Vec::as_slice);
    TileSet::ALL.map(|set| sets.iter().filter(|word| **word == set.word()).count())
}

fn say_expansions(locale: Locale, copies: &[usize]) -> String {
    let included = TileSet::ALL.into_iter().zip(copies).filter(|(_, count)| **count > 0);
    let names: Vec<String> = included
        .map(|(set, &count)| match count {
            1 => expansion(locale, set),
            count => {
                let text = locale.text("expansion-copies").with("n", count);
                text.with("name", expansion(locale, set)).to_string()
            }
        })
        .collect();
    locale.list(&names)
}
