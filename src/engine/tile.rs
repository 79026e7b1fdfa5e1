//! What a tile kind is made of: edges and segments.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::catalogue;
use super::geometry::{HalfSide, Rotation, Side};

/// What a side of a tile shows; sides that touch must show the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Edge {
    /// `C`
    City = 1,
    /// `R`
    Road = 2,
    /// `F`
    Field = 3,
    /// `V`
    River = 4,
}

impl Edge {
    /// The letter in a kind's name.
    pub const fn letter(self) -> char {
        match self {
            Self::City => 'C',
            Self::Road => 'R',
            Self::Field => 'F',
            Self::River => 'V',
        }
    }

    /// The word for players.
    pub const fn word(self) -> &'static str {
        match self {
            Self::City => "city",
            Self::Road => "road",
            Self::Field => "field",
            Self::River => "river",
        }
    }
}

/// A box of tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TileSet {
    /// The 72 tiles of the base game.
    Base,
    /// The River.
    River,
    /// Inns & Cathedrals.
    Inns,
    /// Traders & Builders.
    Traders,
    /// King & Scout.
    King,
}

impl TileSet {
    /// All five.
    pub const ALL: [Self; 5] = [Self::Base, Self::River, Self::Inns, Self::Traders, Self::King];

    /// The word of the record.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Base => "base",
            Self::River => "river",
            Self::Inns => "inns",
            Self::Traders => "traders",
            Self::King => "king",
        }
    }

    /// The name on the box.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Base => "Base game",
            Self::River => "The River",
            Self::Inns => "Inns & Cathedrals",
            Self::Traders => "Traders & Builders",
            Self::King => "King & Scout",
        }
    }
}

/// The four things that followers stand on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SegmentKind {
    /// A piece of city.
    City,
    /// A piece of road.
    Road,
    /// A cloister.
    Cloister,
    /// A piece of grass.
    Field,
}

/// A trade good of Traders & Builders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Good {
    /// Barrels of wine.
    Wine,
    /// Sheaves of grain.
    Grain,
    /// Rolls of cloth.
    Cloth,
}

impl Good {
    /// All three.
    pub const ALL: [Self; 3] = [Self::Wine, Self::Grain, Self::Cloth];

    /// The word for players.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Wine => "wine",
            Self::Grain => "grain",
            Self::Cloth => "cloth",
        }
    }
}

/// Where a road that does not cross its tile ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RoadEnd {
    /// At a crossing in the middle of the tile.
    Crossing,
    /// At the gate of a city.
    City,
    /// At the door of a cloister.
    Cloister,
}

/// A piece of a feature on one tile. Made by the constant functions beside it, read by everyone.
#[derive(Clone, Copy, Debug)]
pub struct Segment {
    /// What it is a piece of.
    pub kind: SegmentKind,
    /// The sides of the unrotated tile that a city or road segment reaches, a bit each ([`Side::index`]).
    pub sides: u8,
    /// The half sides that a field segment reaches, a bit each ([`HalfSide::bit`]).
    pub halves: u8,
    /// Shields in a city segment.
    pub shields: u8,
    /// Whether a cathedral stands in a city segment.
    pub cathedral: bool,
    /// The goods of a city segment.
    pub goods: Option<Good>,
    /// Whether an inn stands at a road segment.
    pub inn: bool,
    /// Where a road segment with one side ends on the tile.
    pub end: Option<RoadEnd>,
    /// The city segments of the tile that a field segment touches, a bit each (index in [`TileDef::segments`]).
    pub touches: u16,
}

const BARE: Segment = Segment {
    kind: SegmentKind::Cloister,
    sides: 0,
    halves: 0,
    shields: 0,
    cathedral: false,
    goods: None,
    inn: false,
    end: None,
    touches: 0,
};

/// A city segment that reaches `sides`.
pub(super) const fn city(sides: &[Side]) -> Segment {
    Segment { kind: SegmentKind::City, sides: side_bits(sides), ..BARE }
}

/// A road segment from side to side.
pub(super) const fn road(from: Side, to: Side) -> Segment {
    Segment { kind: SegmentKind::Road, sides: side_bits(&[from, to]), ..BARE }
}

/// A road segment from a side to its end on the tile.
pub(super) const fn road_to(end: RoadEnd, from: Side) -> Segment {
    Segment { kind: SegmentKind::Road, sides: side_bits(&[from]), end: Some(end), ..BARE }
}

/// A cloister.
pub(super) const fn cloister() -> Segment {
    BARE
}

/// A field segment that owns `halves` and touches the cities at the given places of the segment list.
pub(super) const fn field(halves: &[HalfSide], cities: &[u8]) -> Segment {
    let mut segment = Segment { kind: SegmentKind::Field, ..BARE };
    let mut i = 0;
    while i < halves.len() {
        segment.halves |= halves[i].bit();
        i += 1;
    }
    i = 0;
    while i < cities.len() {
        segment.touches |= 1 << cities[i];
        i += 1;
    }
    segment
}

const fn side_bits(sides: &[Side]) -> u8 {
    let (mut bits, mut i) = (0, 0);
    while i < sides.len() {
        bits |= 1 << sides[i].index();
        i += 1;
    }
    bits
}

impl Segment {
    pub(super) const fn shield(self) -> Self {
        Self { shields: 1, ..self }
    }

    pub(super) const fn cathedral(self) -> Self {
        Self { cathedral: true, ..self }
    }

    pub(super) const fn goods(self, good: Good) -> Self {
        Self { goods: Some(good), ..self }
    }

    pub(super) const fn inn(self) -> Self {
        Self { inn: true, ..self }
    }

    /// Whether a city or road segment of the unrotated tile reaches `side`.
    pub const fn reaches(&self, side: Side) -> bool {
        self.sides & (1 << side.index()) != 0
    }

    /// Whether a field segment of the unrotated tile owns `half`.
    pub const fn owns(&self, half: HalfSide) -> bool {
        self.halves & half.bit() != 0
    }

    /// The sides that a city or road segment reaches, clockwise from the top.
    pub fn side_list(&self) -> impl Iterator<Item = Side> + use<> {
        let sides = self.sides;
        Side::ALL.into_iter().filter(move |side| sides & (1 << side.index()) != 0)
    }
}

/// The definition of a tile kind, unrotated.
#[derive(Debug)]
pub struct TileDef<'a> {
    /// The name in records: edges clockwise from the top with `S` and `L`, or prefix and description.
    pub name: &'static str,
    /// The box it comes in.
    pub set: TileSet,
    /// How many are in the box, start tile included.
    pub count: u8,
    /// The edges, clockwise from the top.
    pub edges: [Edge; 4],
    /// The segments: cities, roads, cloister, fields, in this order. The river is not one: nobody may stand on it.
    pub segments: &'a [Segment],
    /// The side before the corner (clockwise) that a wall reaches in a bulge, so that the two halves which meet there
    /// are different fields.
    pub cut_corner: Option<Side>,
    /// The city or road segment at each side, or [`NOTHING`].
    sides: [u8; 4],
    /// The field segment at each half side, or [`NOTHING`].
    halves: [u8; 8],
    /// Segments that share their kind with another segment of the tile, a bit each: joining may count such a tile twice.
    repeated: u16,
}

/// The most segments that a kind has (two cities, two roads and four fields), with room to spare.
pub const MAX_SEGMENTS: usize = 12;

const NOTHING: u8 = u8::MAX;

#[allow(clippy::cast_possible_truncation, reason = "a tile has a handful of segments")]
const fn segments_at_sides(segments: &[Segment]) -> [u8; 4] {
    let (mut at, mut i) = ([NOTHING; 4], 0);
    while i < segments.len() {
        let mut side = 0;
        while side < 4 {
            if segments[i].sides & (1 << side) != 0 {
                at[side] = i as u8;
            }
            side += 1;
        }
        i += 1;
    }
    at
}

#[allow(clippy::cast_possible_truncation, reason = "a tile has a handful of segments")]
const fn segments_at_halves(segments: &[Segment]) -> [u8; 8] {
    let (mut at, mut i) = ([NOTHING; 8], 0);
    while i < segments.len() {
        let mut half = 0;
        while half < 8 {
            if segments[i].halves & (1 << half) != 0 {
                at[half] = i as u8;
            }
            half += 1;
        }
        i += 1;
    }
    at
}

const fn repeated_kinds(segments: &[Segment]) -> u16 {
    let (mut repeated, mut i) = (0, 0);
    while i < segments.len() {
        let mut j = 0;
        while j < segments.len() {
            if i != j && segments[i].kind as u8 == segments[j].kind as u8 {
                repeated |= 1 << i;
            }
            j += 1;
        }
        i += 1;
    }
    repeated
}

impl<'a> TileDef<'a> {
    pub(super) const fn new(
        set: TileSet,
        name: &'static str,
        count: u8,
        edges: [Edge; 4],
        segments: &'a [Segment],
    ) -> Self {
        assert!(segments.len() <= MAX_SEGMENTS);
        Self {
            set,
            name,
            count,
            edges,
            segments,
            cut_corner: None,
            sides: segments_at_sides(segments),
            halves: segments_at_halves(segments),
            repeated: repeated_kinds(segments),
        }
    }

    pub(super) const fn cut_corner(self, before: Side) -> Self {
        Self { cut_corner: Some(before), ..self }
    }

    /// The city or road segment at `side`, as an index.
    pub const fn at_side(&self, side: Side) -> Option<usize> {
        let segment = self.sides[side.index()];
        if segment == NOTHING { None } else { Some(segment as usize) }
    }

    /// The field segment at `half`, as an index.
    pub const fn at_half(&self, half: HalfSide) -> Option<usize> {
        let segment = self.halves[half.index()];
        if segment == NOTHING { None } else { Some(segment as usize) }
    }

    /// Whether another segment of the tile is of the same kind.
    pub(super) const fn is_repeated(&self, segment: usize) -> bool {
        self.repeated & (1 << segment) != 0
    }

    /// Whether a cloister stands on the tile.
    pub fn has_cloister(&self) -> bool {
        self.segments.iter().any(|segment| segment.kind == SegmentKind::Cloister)
    }

    /// The sides that the river crosses, clockwise from the top.
    pub fn river(&self) -> impl Iterator<Item = Side> + use<'_> {
        Side::ALL.into_iter().filter(|side| self.edges[side.index()] == Edge::River)
    }
}

/// A tile kind: an index into the catalogue, printed and read by its name.
///
/// ```
/// use bastide::engine::{Edge, TileKind};
/// let start: TileKind = "CRFR".parse().unwrap();
/// assert_eq!(start.def().edges[0], Edge::City);
/// assert_eq!(start.to_string(), "CRFR");
/// assert!("XXXX".parse::<TileKind>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TileKind(u8);

impl TileKind {
    /// How many kinds there are.
    pub const COUNT: usize = catalogue::KINDS.len();

    /// All kinds, by set in the order of the boxes.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..catalogue::KINDS.len()).map(Self::from_index)
    }

    #[allow(clippy::cast_possible_truncation, reason = "the catalogue has 80 kinds")]
    pub(super) const fn from_index(index: usize) -> Self {
        assert!(index < catalogue::KINDS.len());
        Self(index as u8)
    }

    /// Its place in the catalogue.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its definition.
    pub fn def(self) -> &'static TileDef<'static> {
        catalogue::KINDS[self.index()]
    }

    /// Its name in records.
    pub fn name(self) -> &'static str {
        self.def().name
    }

    /// The edges of the tile turned by `rotation`, clockwise from the top.
    pub fn edges(self, rotation: Rotation) -> [Edge; 4] {
        Side::ALL.map(|side| self.def().edges[(side - rotation).index()])
    }

    /// The edges of the tile turned by `rotation`, a byte a side, the top in the lowest.
    pub(super) fn packed_edges(self, rotation: Rotation) -> u32 {
        let edges = self.def().edges.map(|edge| edge as u8);
        u32::from_le_bytes(edges).rotate_left(8 * rotation as u32)
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
