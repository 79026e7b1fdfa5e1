//! Who plays: seats at the table, and the colours that own followers and points.

use std::fmt;
use std::ops::{Index, IndexMut};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The most colours that a game can have.
pub const MAX_COLOURS: usize = 6;

/// The default names of the colours, in the order in which they are assigned.
pub const COLOUR_NAMES: [&str; MAX_COLOURS] = ["red", "blue", "yellow", "green", "black", "white"];

/// A place at the table, counted from 0 in the order of joining.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seat(pub u8);

impl Seat {
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The owner of followers and points: an index into the game's colours, which are listed in turn order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Colour(pub u8);

impl Colour {
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A value for each colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ByColour<T>(pub [T; MAX_COLOURS]);

impl<T> Index<Colour> for ByColour<T> {
    type Output = T;

    fn index(&self, colour: Colour) -> &T {
        &self.0[colour.index()]
    }
}

impl<T> IndexMut<Colour> for ByColour<T> {
    fn index_mut(&mut self, colour: Colour) -> &mut T {
        &mut self.0[colour.index()]
    }
}

/// A set of colours; in JSON the ascending list of their numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ColourSet(u8);

impl ColourSet {
    pub const EMPTY: Self = Self(0);

    pub const fn contains(self, colour: Colour) -> bool {
        self.0 & (1 << colour.0) != 0
    }

    pub const fn insert(&mut self, colour: Colour) {
        self.0 |= 1 << colour.0;
    }

    pub const fn remove(&mut self, colour: Colour) {
        self.0 &= !(1 << colour.0);
    }

    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// In ascending order.
    pub fn iter(self) -> impl Iterator<Item = Colour> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let colour = Colour(u8::try_from(left.trailing_zeros()).ok().filter(|_| left != 0)?);
            left &= left - 1;
            Some(colour)
        })
    }
}

impl FromIterator<Colour> for ColourSet {
    fn from_iter<I: IntoIterator<Item = Colour>>(colours: I) -> Self {
        let mut set = Self::EMPTY;
        for colour in colours {
            set.insert(colour);
        }
        set
    }
}

impl Serialize for ColourSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for ColourSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let colours = Vec::<Colour>::deserialize(deserializer)?;
        if let Some(colour) = colours.iter().find(|colour| colour.index() >= MAX_COLOURS) {
            return Err(serde::de::Error::custom(format!("there is no colour {colour}")));
        }
        Ok(colours.into_iter().collect())
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FollowerKind {
    /// Strength 1.
    Meeple,
    /// Strength 2.
    Big,
    /// Brings a double turn; strength 0.
    Builder,
    /// Makes cities worth more to its owner's farmers; strength 0.
    Pig,
}

impl FollowerKind {
    pub const ALL: [Self; 4] = [Self::Meeple, Self::Big, Self::Builder, Self::Pig];

    /// The strength in a majority.
    pub const fn strength(self) -> u8 {
        match self {
            Self::Meeple => 1,
            Self::Big => 2,
            Self::Builder | Self::Pig => 0,
        }
    }

    /// The name in records.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Meeple => "meeple",
            Self::Big => "big",
            Self::Builder => "builder",
            Self::Pig => "pig",
        }
    }

    /// 0 for the meeple, then in the order of [`FollowerKind::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }
}
