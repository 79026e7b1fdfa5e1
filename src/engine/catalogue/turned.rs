//! Every kind in every rotation, looked up instead of computed: what meets the neighbours, and where a tile fits.

use std::sync::LazyLock;

use super::{KINDS, TOTAL, TileKind};
use crate::feature::FeatureData;
use crate::geometry::{Rotation, Side};
use crate::tile::{Edge, MAX_SEGMENTS, TileDef};

/// No segment.
pub(crate) const NOTHING: u8 = u8::MAX;

/// The segments at a side of a turned tile: the city, road or plain field; at a road or a river the fields before and after
/// it, clockwise. What is not there is [`NOTHING`]. Where two tiles meet, the first meets the first, the second the third.
pub(crate) type AtSide = [u8; 3];

static AT_SIDES: [[[AtSide; 4]; 4]; TOTAL] = at_sides();

const fn at_sides() -> [[[AtSide; 4]; 4]; TOTAL] {
    let mut all = [[[[NOTHING; 3]; 4]; 4]; TOTAL];
    let mut i = 0;
    while i < TOTAL * 16 {
        let (kind, rotation, side) = (i / 16, i / 4 % 4, i % 4);
        all[kind][rotation][side] = at_side(KINDS[kind], Side::from_index(side + 4 - rotation));
        i += 1;
    }
    all
}

const fn at_side(def: &TileDef, side: Side) -> AtSide {
    let [first, last] = side.halves();
    let [first, last] = [narrow(def.at_half(first)), narrow(def.at_half(last))];
    match def.edges[side.index()] {
        Edge::City => [narrow(def.at_side(side)), NOTHING, NOTHING],
        Edge::Field => [first, NOTHING, NOTHING],
        Edge::Road | Edge::River => [narrow(def.at_side(side)), first, last],
    }
}

#[expect(clippy::cast_possible_truncation, reason = "a tile has a handful of segments")]
const fn narrow(segment: Option<usize>) -> u8 {
    match segment {
        Some(segment) => segment as u8,
        None => NOTHING,
    }
}

/// The features that the segments of each kind are by themselves.
static FEATURES: [[FeatureData; MAX_SEGMENTS]; TOTAL] = features();

#[expect(clippy::large_stack_arrays, reason = "computed by the compiler")]
const fn features() -> [[FeatureData; MAX_SEGMENTS]; TOTAL] {
    let mut all = [[FeatureData::new(&KINDS[0].segments[0]); MAX_SEGMENTS]; TOTAL];
    let mut kind = 0;
    while kind < TOTAL {
        let mut segment = 0;
        while segment < KINDS[kind].segments.len() {
            all[kind][segment] = FeatureData::new(&KINDS[kind].segments[segment]);
            segment += 1;
        }
        kind += 1;
    }
    all
}

/// What the neighbours of a cell show: a digit to the base of five for each side, the top first; 0 for no neighbour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wanted(u16);

impl Wanted {
    /// How many there are.
    pub const COUNT: usize = 625;

    /// From 0 to [`Wanted::COUNT`] - 1.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// What a cell requires if its only neighbour is at `side` and shows `edge`.
    const fn of(side: Side, edge: Edge) -> Self {
        Self([1, 5, 25, 125][side.index()] * edge as u16)
    }

    /// What the cell requires with another neighbour. `shown` is what that one alone would require ([`TileKind::shown`]).
    #[must_use]
    pub const fn with(self, shown: Self) -> Self {
        Self(self.0 + shown.0)
    }

    /// Undoes [`Wanted::with`].
    #[must_use]
    pub(crate) const fn without(self, shown: Self) -> Self {
        Self(self.0 - shown.0)
    }

    /// Whether there is no neighbour.
    pub(crate) const fn is_nothing(self) -> bool {
        self.0 == 0
    }

    fn matches(self, edges: [Edge; 4]) -> bool {
        let mut digits = self.0;
        edges.iter().all(|&edge| {
            let wanted = digits % 5;
            digits /= 5;
            wanted == 0 || wanted == edge as u16
        })
    }
}

/// [`TileKind::shown`] by kind, rotation and side of the tile.
static SHOWN: [[[Wanted; 4]; 4]; TOTAL] = shown();

const fn shown() -> [[[Wanted; 4]; 4]; TOTAL] {
    let mut all = [[[Wanted(0); 4]; 4]; TOTAL];
    let mut i = 0;
    while i < TOTAL * 16 {
        let (kind, rotation, side) = (i / 16, i / 4 % 4, i % 4);
        let edge = KINDS[kind].edges[Side::from_index(side + 4 - rotation).index()];
        all[kind][rotation][side] = Wanted::of(Side::from_index(side + 2), edge);
        i += 1;
    }
    all
}

/// The rotations of a kind that match what the neighbours of a cell show, one bit each, and above them their number.
#[derive(Clone, Copy)]
pub struct Fits(&'static [u8; Wanted::COUNT]);

static FITS: LazyLock<Vec<[u8; Wanted::COUNT]>> = LazyLock::new(|| {
    let rotations = |kind: TileKind, wanted: Wanted| -> u8 {
        let fits = |rotation: &Rotation| wanted.matches(kind.edges(*rotation));
        Rotation::ALL.into_iter().filter(fits).map(|rotation| rotation.bit() + (1 << 4)).sum()
    };
    let table =
        |kind| std::array::from_fn(|wanted| rotations(kind, Wanted(u16::try_from(wanted).unwrap_or(0))));
    TileKind::all().map(table).collect()
});

/// The rotations of each kind that look different from all those before, one bit each.
static DISTINCT: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let first = |kind: TileKind, rotation: Rotation| {
        let mut before = Rotation::ALL.into_iter().take(rotation.quarters());
        !before.any(|before| kind.def().is_same_turned(rotation + before.inverse()))
    };
    let distinct = |kind| Rotation::ALL.into_iter().filter(move |&rotation| first(kind, rotation));
    TileKind::all().map(|kind| distinct(kind).map(Rotation::bit).sum()).collect()
});

impl Fits {
    /// The rotations, one bit each.
    pub(crate) fn rotations(self, wanted: Wanted) -> u8 {
        self.0[usize::from(wanted.0)] & 0b1111
    }

    /// Adds `change` to the counts of the cells that the tile fits, by [`Wanted::index`].
    pub fn add_to(self, counts: &mut [i16; Wanted::COUNT], change: i16) {
        for (count, &fits) in counts.iter_mut().zip(self.0) {
            *count += change * i16::from(fits != 0);
        }
    }

    /// The number of rotations.
    pub(crate) fn count(self, wanted: Wanted) -> usize {
        usize::from(self.0[usize::from(wanted.0)] >> 4)
    }
}

impl TileKind {
    /// The segments at each side of the tile turned by `rotation`, clockwise from the top.
    pub(crate) fn at_sides(self, rotation: Rotation) -> &'static [AtSide; 4] {
        &AT_SIDES[self.index()][rotation.quarters()]
    }

    /// What the tile turned by `rotation` alone makes the cells at its sides require, clockwise from the top.
    pub fn shown(self, rotation: Rotation) -> &'static [Wanted; 4] {
        &SHOWN[self.index()][rotation.quarters()]
    }

    /// What each segment is worth as a feature by itself.
    pub(crate) fn features(self) -> &'static [FeatureData] {
        &FEATURES[self.index()][..self.def().segments.len()]
    }

    /// Whether the tile turned by `rotation` looks different from itself turned less.
    pub(crate) fn is_distinct(self, rotation: Rotation) -> bool {
        DISTINCT[self.index()] & rotation.bit() != 0
    }

    /// Where the kind fits.
    pub fn fits(self) -> Fits {
        Fits(&FITS[self.index()])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plain_field_side_belongs_to_one_field() {
        for def in KINDS {
            for side in Side::ALL.into_iter().filter(|side| def.edges[side.index()] == Edge::Field) {
                let [first, last] = side.halves();
                assert_eq!(def.at_half(first), def.at_half(last), "{}", def.name);
            }
        }
    }

    #[test]
    fn a_tile_fits_where_every_neighbour_shows_the_same_edge() {
        let kind: TileKind = "CRFR".parse().unwrap();
        let mut wanted = Wanted::default();
        assert_eq!(kind.fits().rotations(wanted), 0b1111);
        wanted = wanted.with(Wanted::of(Side::Top, Edge::Road));
        assert_eq!(kind.fits().rotations(wanted), 0b1010);
        wanted = wanted.with(Wanted::of(Side::Left, Edge::Field));
        assert_eq!(kind.fits().rotations(wanted), 0b0010);
        wanted = wanted.without(Wanted::of(Side::Top, Edge::Road));
        assert_eq!(kind.fits().rotations(wanted), 0b0010);
        wanted = wanted.without(Wanted::of(Side::Left, Edge::Field));
        assert!(wanted.is_nothing());
    }

    #[test]
    fn a_tile_shows_its_edges_to_the_cells_beside_it() {
        for (kind, rotation) in TileKind::all().flat_map(|kind| Rotation::ALL.map(|turned| (kind, turned))) {
            for side in Side::ALL {
                let edge = kind.edges(rotation)[side.index()];
                let shown = kind.shown(rotation)[side.index()];
                assert_eq!(shown, Wanted::of(side.opposite(), edge), "{kind} turned by {rotation:?}");
            }
        }
    }
}
