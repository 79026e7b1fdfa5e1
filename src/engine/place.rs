//! Places on tiles, by which players name segments.

use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::catalogue::TileKind;
use super::geometry::{Rotation, Side};
use super::tile::{Edge, MAX_SEGMENTS, SegmentKind};

/// A place on a placed tile, named by the side *after* rotation.
///
/// ```
/// use bastide_engine::{Place, Side};
/// assert_eq!("right:0".parse(), Ok(Place::Part(Side::Right, 0)));
/// assert_eq!(Place::Center.to_string(), "center");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Place {
    /// A city or a plain field at a side: `top`.
    Side(Side),
    /// A side crossed by a road or a river, clockwise: the field before it (0), itself (1), the field after it (2).
    Part(Side, u8),
    /// A cloister, or a field that touches no side.
    Center,
}

impl Place {
    /// All places on a tile of `kind` turned by `rotation`, clockwise from the top, each with the index of its
    /// segment. Water has no place.
    pub fn of(kind: TileKind, rotation: Rotation) -> impl Iterator<Item = (Self, usize)> {
        let def = kind.def();
        let sides = Side::ALL.into_iter().flat_map(move |side| {
            let own = side - rotation;
            let [first, last] = own.halves();
            match def.edges[own.index()] {
                Edge::City => [Some((Self::Side(side), def.at_side(own))), None, None],
                Edge::Field => [Some((Self::Side(side), def.at_half(first))), None, None],
                Edge::Road | Edge::River => [
                    Some((Self::Part(side, 0), def.at_half(first))),
                    Some((Self::Part(side, 1), def.at_side(own))),
                    Some((Self::Part(side, 2), def.at_half(last))),
                ],
            }
        });
        let inner = def.segments.iter().position(|segment| match segment.kind {
            SegmentKind::Cloister => true,
            SegmentKind::Field => segment.halves == 0,
            SegmentKind::City | SegmentKind::Road => false,
        });
        sides
            .flatten()
            .chain(std::iter::once((Self::Center, inner)))
            .filter_map(|(place, segment)| Some((place, segment?)))
    }

    /// The segment that this place names on a tile of `kind` turned by `rotation`.
    pub fn segment(self, kind: TileKind, rotation: Rotation) -> Option<usize> {
        let (row, side) = self.row_and_side();
        SEGMENTS[kind.index()][rotation.quarters()].get(row)?[side].map(usize::from)
    }

    /// Where the place is in a table of all places.
    fn row_and_side(self) -> (usize, usize) {
        match self {
            Self::Center => (0, 0),
            Self::Side(side) => (1, side.index()),
            Self::Part(side, part) => (2 + usize::from(part), side.index()),
        }
    }

    /// The first name of a segment, clockwise from the top. `None` for the second of two inner fields, which share
    /// a name.
    pub fn name(kind: TileKind, rotation: Rotation, segment: usize) -> Option<Self> {
        NAMES[kind.index()][rotation.quarters()][segment]
    }
}

/// The segment at every place of a tile, as [`Place::row_and_side`] counts them.
type SegmentsByPlace = [[Option<u8>; 4]; 5];

/// The segment at every place, by kind and rotation.
static SEGMENTS: LazyLock<Vec<[SegmentsByPlace; 4]>> = LazyLock::new(|| {
    let segments = |kind| {
        Rotation::ALL.map(|rotation| {
            let mut table = [[None; 4]; 5];
            for (place, segment) in Place::of(kind, rotation) {
                let (row, side) = place.row_and_side();
                table[row][side] = table[row][side].or(u8::try_from(segment).ok());
            }
            table
        })
    };
    TileKind::all().map(segments).collect()
});

/// The first name of every segment, by kind and rotation.
static NAMES: LazyLock<Vec<[[Option<Place>; MAX_SEGMENTS]; 4]>> = LazyLock::new(|| {
    let names = |kind| {
        Rotation::ALL.map(|rotation| {
            let named = |segment| Place::of(kind, rotation).find(|&(_, named)| named == segment);
            std::array::from_fn(|segment| named(segment).map(|(place, _)| place))
        })
    };
    TileKind::all().map(names).collect()
});

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Side(side) => f.write_str(side.word()),
            Self::Part(side, part) => write!(f, "{}:{part}", side.word()),
            Self::Center => f.write_str("center"),
        }
    }
}

impl FromStr for Place {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let unknown = || {
            let shown: String = text.chars().take(40).collect();
            format!("{shown:?} is no place in a tile: it is center, or a side such as top or right:0")
        };
        if text == "center" {
            return Ok(Self::Center);
        }
        let (side, part) = match text.split_once(':') {
            Some((side, part)) => (side, Some(part)),
            None => (text, None),
        };
        let side = Side::ALL.into_iter().find(|known| known.word() == side).ok_or_else(unknown)?;
        match part {
            None => Ok(Self::Side(side)),
            Some("0") => Ok(Self::Part(side, 0)),
            Some("1") => Ok(Self::Part(side, 1)),
            Some("2") => Ok(Self::Part(side, 2)),
            Some(_) => Err(unknown()),
        }
    }
}

impl Serialize for Place {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Place {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}
