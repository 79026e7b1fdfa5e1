//! Segments: the parts of features on one tile.

use serde::{Deserialize, Serialize};

use crate::geometry::{HalfSide, Rotation, Side};

/// What followers can be placed on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SegmentKind {
    City,
    Road,
    Cloister,
    Field,
}

/// A trade good of Traders & Builders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Good {
    /// Barrels of wine.
    Wine,
    /// Sheaves of grain.
    Grain,
    /// Rolls of cloth.
    Cloth,
}

impl Good {
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
    Crossing,
    City,
    Cloister,
}

/// The segments whose bits are set.
pub fn segments_in(mut bits: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let segment = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
        bits &= bits - 1;
        Some(segment)
    })
}

/// A part of a feature on one tile.
#[derive(Clone, Copy, Debug)]
pub struct Segment {
    pub kind: SegmentKind,
    /// The sides of the unrotated tile that a city or road segment reaches, one bit each ([`Side::index`]).
    pub sides: u8,
    /// The half sides that a field segment reaches, one bit each ([`HalfSide::bit`]).
    pub halves: u8,
    /// In a city segment.
    pub shields: u8,
    /// In a city segment.
    pub cathedral: bool,
    /// In a city segment.
    pub goods: Option<Good>,
    /// On a road segment.
    pub inn: bool,
    /// Where a road segment with only one side ends on the tile.
    pub end: Option<RoadEnd>,
    /// The city segments that a field segment touches, one bit each (index in [`TileDef::segments`](super::TileDef::segments)).
    pub touches: u16,
}

impl Segment {
    /// The segment on the turned tile, but for the cities that it touches.
    pub(super) const fn turned(self, rotation: Rotation) -> Self {
        let quarters = rotation.quarters();
        let sides = self.sides << quarters;
        Self {
            sides: (sides | sides >> 4) & 0b1111,
            halves: self.halves.rotate_left(2 * rotation as u32),
            ..self
        }
    }

    /// Whether two segments are of the same kind, with the same extras, in the same place.
    pub(super) fn is_alike(&self, other: &Self) -> bool {
        let what = |segment: &Self| (segment.kind, segment.sides, segment.halves, segment.end);
        let extras = |segment: &Self| (segment.shields, segment.cathedral, segment.goods, segment.inn);
        what(self) == what(other) && extras(self) == extras(other)
    }
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
pub const fn city(sides: &[Side]) -> Segment {
    Segment { kind: SegmentKind::City, sides: side_bits(sides), ..BARE }
}

/// A road segment from side to side.
pub const fn road(from: Side, to: Side) -> Segment {
    Segment { kind: SegmentKind::Road, sides: side_bits(&[from, to]), ..BARE }
}

/// A road segment from a side to its end on the tile.
pub const fn road_to(end: RoadEnd, from: Side) -> Segment {
    Segment { kind: SegmentKind::Road, sides: side_bits(&[from]), end: Some(end), ..BARE }
}

/// A cloister.
pub const fn cloister() -> Segment {
    BARE
}

/// A field segment that owns `halves` and touches the cities at these indexes of the segment list.
pub const fn field(halves: &[HalfSide], cities: &[u8]) -> Segment {
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
    #[must_use]
    pub const fn shield(self) -> Self {
        Self { shields: 1, ..self }
    }

    pub(crate) const fn cathedral(self) -> Self {
        Self { cathedral: true, ..self }
    }

    pub(crate) const fn goods(self, good: Good) -> Self {
        Self { goods: Some(good), ..self }
    }

    pub(crate) const fn inn(self) -> Self {
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
