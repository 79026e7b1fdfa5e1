//! Tile kinds, as indexes into the catalogue.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::catalogue;
use crate::geometry::{Rotation, Side};
use crate::tile::{Edge, TileDef};

/// A tile kind: an index into the catalogue, printed and read by its name.
///
/// ```
/// use bastide_engine::{Edge, TileKind};
/// let start: TileKind = "CRFR".parse().unwrap();
/// assert_eq!(start.def().edges[0], Edge::City);
/// assert_eq!(start.to_string(), "CRFR");
/// assert!("XXXX".parse::<TileKind>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TileKind(u8);

impl TileKind {
    pub const COUNT: usize = catalogue::KINDS.len();

    /// All kinds, in the order of the sets.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..catalogue::KINDS.len()).map(Self::from_index)
    }

    #[expect(clippy::cast_possible_truncation, reason = "the catalogue has 80 kinds")]
    pub(crate) const fn from_index(index: usize) -> Self {
        assert!(index < catalogue::KINDS.len());
        Self(index as u8)
    }

    /// The index in the catalogue.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    pub fn def(self) -> &'static TileDef<'static> {
        catalogue::KINDS[self.index()]
    }

    /// The name in records.
    pub fn name(self) -> &'static str {
        self.def().name
    }

    /// The edges of the tile turned by `rotation`, clockwise from the top.
    pub fn edges(self, rotation: Rotation) -> [Edge; 4] {
        Side::ALL.map(|side| self.def().edges[(side - rotation).index()])
    }

    /// Kinds in the order of their names: the order in which a bag is laid out for a draw.
    pub fn by_name() -> &'static [Self] {
        &catalogue::BY_NAME
    }
}

impl fmt::Display for TileKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that no tile kind has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no tile kind {0:?}")]
pub struct UnknownKind(pub String);

impl std::str::FromStr for TileKind {
    type Err = UnknownKind;

    fn from_str(name: &str) -> Result<Self, UnknownKind> {
        catalogue::BY_NAME
            .binary_search_by(|kind| kind.name().cmp(name))
            .map(|place| catalogue::BY_NAME[place])
            .map_err(|_| UnknownKind(name.chars().take(40).collect()))
    }
}

impl Serialize for TileKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for TileKind {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        name.parse().map_err(serde::de::Error::custom)
    }
}
