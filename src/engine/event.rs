//! What can happen to a game: turns that players ask for, and events that are kept.

use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::catalogue::TileKind;
use super::geometry::{Position, Rotation, Side};
use super::seat::{Colour, ColourSet, FollowerKind};
use super::tile::{Edge, MAX_SEGMENTS, SegmentKind};

/// A place in a placed tile, written by the side *after* rotation.
///
/// ```
/// use bastide::engine::{Place, Side};
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
    /// All places that a tile of `kind` turned by `rotation` has, clockwise from the top, with the index of the segment
    /// that each names. Water has no place.
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
        Self::of(kind, rotation).find(|&(place, _)| place == self).map(|(_, segment)| segment)
    }

    /// The first name of a segment: clockwise from the top. `None` for the second of two inner fields,
    /// for which one place stands.
    pub fn name(kind: TileKind, rotation: Rotation, segment: usize) -> Option<Self> {
        NAMES[kind.index()][rotation.quarters()][segment]
    }
}

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

/// A follower that a turn places, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Follower {
    pub kind: FollowerKind,
    /// Where on the tile just placed.
    pub on: Place,
}

/// What a player does in (one part of) a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Turn {
    /// The tile, one of the hand.
    pub tile: TileKind,
    pub position: Position,
    /// Its clockwise quarter turns.
    pub rotation: Rotation,
    /// The follower placed on it.
    pub follower: Option<Follower>,
}

/// `KIND x y rotation` and, with a follower, ` kind@place`: a line of `bastide legal`.
impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Position { x, y } = self.position;
        write!(f, "{} {x} {y} {}", self.tile, self.rotation.quarters())?;
        match self.follower {
            Some(follower) => write!(f, " {}@{}", follower.kind.word(), follower.on),
            None => Ok(()),
        }
    }
}

/// What a player, the clock or the service asks of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Deal the first hand. The service gives it when the table is full.
    Start,
    /// The colour to move plays.
    Play(Turn),
    /// The colour to move leaves out the second part of its turn.
    Pass,
    /// The seat of this colour resigns.
    Resign(Colour),
    /// The colour to move has run out of time.
    Miss,
}

/// What pays: `goods` are no feature of the map, but are scored like one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Scored {
    /// A road.
    Road,
    /// A city.
    City,
    /// A cloister.
    Cloister,
    /// A field (under `per_city` a city that fields touch).
    Field,
    /// A majority in a trade good.
    Goods,
}

impl Scored {
    /// All five, in the order of tables.
    pub const ALL: [Self; 5] = [Self::Road, Self::City, Self::Cloister, Self::Field, Self::Goods];

    /// The word of the record.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Road => "road",
            Self::City => "city",
            Self::Cloister => "cloister",
            Self::Field => "field",
            Self::Goods => "goods",
        }
    }
}

/// Why a feature scored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// It was completed by the turn before.
    Completed,
    /// The game is over.
    End,
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EndReason {
    /// No tile is left that can be placed.
    BagEmpty,
    /// No tile of the hand can be placed, which the rules call a tie.
    HandUnplayable,
    /// At most one seat is still playing.
    Resigned,
}

/// What has happened: the unit of storage, and a line of the record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// Tiles came to the hand.
    Draw {
        /// The new tiles of the hand, in order.
        tiles: Vec<TileKind>,
        /// Tiles drawn and set aside as unplaceable, in order.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        discarded: Vec<TileKind>,
    },
    /// A tile was placed, and perhaps a follower.
    Turn {
        /// Whose turn it was.
        colour: Colour,
        tile: TileKind,
        /// Cells east of the start tile.
        x: i16,
        /// Cells south of the start tile.
        y: i16,
        /// Clockwise quarter turns.
        rotation: Rotation,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        follower: Option<Follower>,
    },
    /// A feature paid.
    Score {
        /// What paid.
        feature: Scored,
        /// Who got the points, each all of them.
        colours: ColourSet,
        points: i32,
        /// How many tiles the feature has; absent for goods.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        tiles: Option<u16>,
        /// Why now.
        cause: Cause,
    },
    /// The second part of a turn, which a builder gives, was left out.
    Pass { colour: Colour },
    /// A colour gave up.
    Resign { colour: Colour },
    /// A colour is out for having missed too many turns.
    Timeout { colour: Colour },
    /// A turn was lost to the clock; the tiles drawn for it went back into the bag.
    Skip {},
    /// The events after `to` do not count any more.
    Takeback {
        /// The number of the last event kept.
        to: u32,
    },
    /// The game is over.
    End {
        /// The final points, a colour each.
        scores: Vec<i32>,
        reason: EndReason,
        /// The draw secret in hexadecimal, revealed with the end.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        secret: Option<String>,
    },
}

impl Event {
    /// The event of a turn.
    pub const fn of_turn(colour: Colour, turn: Turn) -> Self {
        let Turn { tile, position: Position { x, y }, rotation, follower } = turn;
        Self::Turn { colour, tile, x, y, rotation, follower }
    }

    /// The turn of a turn event.
    pub const fn turn(&self) -> Option<(Colour, Turn)> {
        match *self {
            Self::Turn { colour, tile, x, y, rotation, follower } => {
                Some((colour, Turn { tile, position: Position::new(x, y), rotation, follower }))
            }
            _ => None,
        }
    }
}

/// An event with its number and, where it is known, its time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Logged {
    /// Counts from 1 without a gap.
    pub n: u32,
    /// What happened.
    #[serde(flatten)]
    pub event: Event,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<DateTime<Utc>>,
}
