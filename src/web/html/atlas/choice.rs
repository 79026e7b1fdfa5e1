//! The choices in the tile editor's form.

use std::fmt;
use std::str::FromStr;

use crate::locale::{Message, key};
use atlas::RoadTo;
use engine::Side;

/// The number of separate cities that the form can tell apart.
pub const MOST_CITIES: u8 = 4;

/// What a side shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shown {
    #[default]
    Field,
    Road,
    /// The city of this number, from 1 on.
    City(u8),
    /// The first city, on one half of the side.
    HalfCity,
}

/// Where a road leads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Leads {
    /// Nothing selected yet.
    #[default]
    Nowhere,
    /// To another side.
    Side(Side),
    Crossing,
    Cloister,
    /// To a gate of the city of this number, from 1 on.
    Gate(u8),
}

/// What is in the middle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Middle {
    #[default]
    Nothing,
    Crossing,
    Cloister,
    /// Both a crossing and a cloister.
    Both,
}

impl Leads {
    pub const fn is_side(self) -> bool {
        matches!(self, Self::Side(_))
    }

    pub const fn end(self) -> RoadTo {
        match self {
            Self::Nowhere => RoadTo::Nowhere,
            Self::Side(side) => RoadTo::Side(side),
            Self::Crossing => RoadTo::Crossing,
            Self::Cloister => RoadTo::Cloister,
            Self::Gate(number) => RoadTo::Gate(number - 1),
        }
    }
}

/// Choices of the form, as words of the query and as labels.
pub trait SelectValue: Sized + PartialEq + fmt::Display {
    /// All values, in the order of the form.
    fn all() -> Vec<Self>;
    /// The option's label.
    fn label(&self) -> Message;

    /// Parses a word of the query.
    fn of_word(word: &str) -> Result<Self, UnknownChoice> {
        Self::all().into_iter().find(|choice| choice.to_string() == word).ok_or(UnknownChoice)
    }
}

/// An option of a select element.
#[derive(Clone, Debug)]
pub struct SelectOption {
    /// The word of the query.
    pub value: String,
    pub label: Message,
    pub chosen: bool,
}

/// The options that `offered` accepts, with the selected one marked.
pub fn options<C: SelectValue>(chosen: &C, offered: impl Fn(&C) -> bool) -> Vec<SelectOption> {
    let option = |choice: C| SelectOption {
        value: choice.to_string(),
        label: choice.label(),
        chosen: choice == *chosen,
    };
    C::all().into_iter().filter(offered).map(option).collect()
}

/// The error for a word that names no choice.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("there is no such choice")]
pub struct UnknownChoice;

/// The message selector for a side where a road ends.
pub const fn side_key(side: Side) -> &'static str {
    match side {
        Side::Top => key("atlas-leads-top"),
        Side::Right => key("atlas-leads-right"),
        Side::Bottom => key("atlas-leads-bottom"),
        Side::Left => key("atlas-leads-left"),
    }
}

impl SelectValue for Shown {
    fn all() -> Vec<Self> {
        let cities = (1..=MOST_CITIES).map(Self::City);
        [Self::Field, Self::Road].into_iter().chain(cities).chain([Self::HalfCity]).collect()
    }

    fn label(&self) -> Message {
        match self {
            Self::Field => Message::new("atlas-shown-field"),
            Self::Road => Message::new("atlas-shown-road"),
            Self::City(number) => Message::new("atlas-shown-city").with("n", number),
            Self::HalfCity => Message::new("atlas-shown-half"),
        }
    }
}

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Field => f.write_str("field"),
            Self::Road => f.write_str("road"),
            Self::City(number) => write!(f, "city{number}"),
            Self::HalfCity => f.write_str("half"),
        }
    }
}

impl SelectValue for Leads {
    fn all() -> Vec<Self> {
        let sides = Side::ALL.map(Self::Side);
        let gates = (1..=MOST_CITIES).map(Self::Gate);
        let middle = [Self::Crossing, Self::Cloister];
        std::iter::once(Self::Nowhere).chain(sides).chain(middle).chain(gates).collect()
    }

    fn label(&self) -> Message {
        match self {
            Self::Nowhere => Message::new("atlas-leads-nowhere"),
            Self::Side(side) => Message::new(side_key(*side)),
            Self::Crossing => Message::new("atlas-leads-crossing"),
            Self::Cloister => Message::new("atlas-leads-cloister"),
            Self::Gate(number) => Message::new("atlas-leads-gate").with("n", number),
        }
    }
}

impl fmt::Display for Leads {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nowhere => Ok(()),
            Self::Side(side) => f.write_str(side.word()),
            Self::Crossing => f.write_str("crossing"),
            Self::Cloister => f.write_str("cloister"),
            Self::Gate(number) => write!(f, "gate{number}"),
        }
    }
}

impl SelectValue for Middle {
    fn all() -> Vec<Self> {
        vec![Self::Nothing, Self::Crossing, Self::Cloister, Self::Both]
    }

    fn label(&self) -> Message {
        Message::new(match self {
            Self::Nothing => key("atlas-middle-nothing"),
            Self::Crossing => key("atlas-middle-crossing"),
            Self::Cloister => key("atlas-middle-cloister"),
            Self::Both => key("atlas-middle-both"),
        })
    }
}

impl fmt::Display for Middle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Nothing => "",
            Self::Crossing => "crossing",
            Self::Cloister => "cloister",
            Self::Both => "both",
        })
    }
}

impl FromStr for Shown {
    type Err = UnknownChoice;

    fn from_str(word: &str) -> Result<Self, UnknownChoice> {
        Self::of_word(word)
    }
}

impl FromStr for Leads {
    type Err = UnknownChoice;

    fn from_str(word: &str) -> Result<Self, UnknownChoice> {
        Self::of_word(word)
    }
}

impl FromStr for Middle {
    type Err = UnknownChoice;

    fn from_str(word: &str) -> Result<Self, UnknownChoice> {
        Self::of_word(word)
    }
}
