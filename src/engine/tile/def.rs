//! The definition of a tile kind: edges and segments.

use super::{Edge, Segment, SegmentKind, TileSet};
use crate::geometry::{HalfSide, Rotation, Side};

/// The definition of a tile kind, unrotated.
#[derive(Debug)]
pub struct TileDef<'a> {
    /// The name in records: edges clockwise from the top with `S` and `L`, or prefix and description.
    pub name: &'static str,
    pub set: TileSet,
    /// Copies in the set, including the start tile.
    pub count: u8,
    /// The edges, clockwise from the top.
    pub edges: [Edge; 4],
    /// Cities, roads, cloister, fields, in this order. The river is not a segment: no follower can be placed on it.
    pub segments: &'a [Segment],
    /// The side before (clockwise) the corner that a bulge of the wall reaches, so that the two halves which meet there
    /// are different fields.
    pub cut_corner: Option<Side>,
    /// The city or road segment at each side, or [`NOTHING`].
    sides: [u8; 4],
    /// The field segment at each half side, or [`NOTHING`].
    halves: [u8; 8],
    /// Bits for the segments that share their kind with another segment: connecting them may count the tile twice.
    repeated: u16,
    /// The cloister segment, or [`NOTHING`].
    cloister: u8,
}

/// The maximum number of segments of a kind (two cities, two roads and four fields), with room to spare.
pub const MAX_SEGMENTS: usize = 12;

const NOTHING: u8 = u8::MAX;

#[expect(clippy::cast_possible_truncation, reason = "a tile has a handful of segments")]
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

#[expect(clippy::cast_possible_truncation, reason = "a tile has a handful of segments")]
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

#[expect(clippy::cast_possible_truncation, reason = "a tile has a handful of segments")]
const fn cloister_segment(segments: &[Segment]) -> u8 {
    let mut i = 0;
    while i < segments.len() {
        if matches!(segments[i].kind, SegmentKind::Cloister) {
            return i as u8;
        }
        i += 1;
    }
    NOTHING
}

const fn segment(at: u8) -> Option<usize> {
    if at == NOTHING { None } else { Some(at as usize) }
}

impl<'a> TileDef<'a> {
    /// # Panics
    /// If there are more than [`MAX_SEGMENTS`].
    pub const fn new(
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
            cloister: cloister_segment(segments),
        }
    }

    pub(crate) const fn cut_corner(self, before: Side) -> Self {
        Self { cut_corner: Some(before), ..self }
    }

    /// The index of the city or road segment at `side`.
    pub const fn at_side(&self, side: Side) -> Option<usize> {
        segment(self.sides[side.index()])
    }

    /// The index of the field segment at `half`.
    pub const fn at_half(&self, half: HalfSide) -> Option<usize> {
        segment(self.halves[half.index()])
    }

    /// Whether another segment of the tile is of the same kind.
    pub(crate) const fn is_repeated(&self, segment: usize) -> bool {
        self.repeated & (1 << segment) != 0
    }

    /// The index of the cloister segment.
    pub const fn cloister(&self) -> Option<usize> {
        segment(self.cloister)
    }

    pub const fn has_cloister(&self) -> bool {
        self.cloister().is_some()
    }

    /// Whether the tile turned by `rotation` is the same tile: same edges, and the same segments in the same places.
    pub fn is_same_turned(&self, rotation: Rotation) -> bool {
        let turned_edges = Side::ALL.map(|side| self.edges[(side - rotation).index()]);
        let has = |turned: Segment| self.segments.iter().any(|segment| segment.is_alike(&turned));
        turned_edges == self.edges
            && self.cut_corner.is_none_or(|_| rotation == Rotation::R0)
            && self.segments.iter().all(|segment| has(segment.turned(rotation)))
    }

    /// The sides that the river crosses, clockwise from the top.
    pub fn river(&self) -> impl Iterator<Item = Side> + use<'_> {
        Side::ALL.into_iter().filter(|side| self.edges[side.index()] == Edge::River)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TileKind;

    #[test]
    fn only_tiles_with_symmetric_segments_are_the_same_when_turned() {
        let same = |name: &str| {
            let kind: TileKind = name.parse().unwrap();
            Rotation::ALL.map(|rotation| kind.def().is_same_turned(rotation))
        };
        assert_eq!(same("RFRF"), [true, false, true, false], "a straight road");
        assert_eq!(same("RRRR"), [true; 4], "a crossing of four roads");
        assert_eq!(same("FFFFL"), [true; 4], "a cloister");
        assert_eq!(same("CFFF"), [true, false, false, false], "a city on one side");
        assert_eq!(same("FCFC"), [true, false, true, false], "a city from side to side");
    }
}
