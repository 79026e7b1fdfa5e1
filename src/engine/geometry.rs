//! Cells, sides, half sides and rotations.
//!
//! x grows to the east and y to the south; the start tile is at (0, 0), unrotated.

use std::fmt;
use std::ops::{Add, Sub};

use serde::{Deserialize, Serialize};

/// A cell of the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Cell {
    /// Cells east of the start tile.
    pub x: i16,
    /// Cells south of the start tile.
    pub y: i16,
}

impl Cell {
    /// The cell of the start tile.
    pub const ORIGIN: Self = Self { x: 0, y: 0 };

    /// The cell `x` to the east and `y` to the south of the start tile.
    pub const fn new(x: i16, y: i16) -> Self {
        Self { x, y }
    }

    /// The cell that shares `side` with this one.
    ///
    /// ```
    /// use bastide_engine::{Cell, Side};
    /// assert_eq!(Cell::new(3, 3).neighbour(Side::Top), Cell::new(3, 2));
    /// ```
    #[must_use]
    pub const fn neighbour(self, side: Side) -> Self {
        match side {
            Side::Top => Self::new(self.x, self.y.saturating_sub(1)),
            Side::Right => Self::new(self.x.saturating_add(1), self.y),
            Side::Bottom => Self::new(self.x, self.y.saturating_add(1)),
            Side::Left => Self::new(self.x.saturating_sub(1), self.y),
        }
    }

    /// Whether `other` is at most `distance` columns and `distance` rows away.
    pub const fn is_near(self, other: Self, distance: u16) -> bool {
        self.x.abs_diff(other.x) <= distance && self.y.abs_diff(other.y) <= distance
    }

    /// The eight cells around this one, clockwise from the north.
    pub fn around(self) -> [Self; 8] {
        let at = |dx, dy| Self::new(self.x.saturating_add(dx), self.y.saturating_add(dy));
        [at(0, -1), at(1, -1), at(1, 0), at(1, 1), at(0, 1), at(-1, 1), at(-1, 0), at(-1, -1)]
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.x, self.y)
    }
}

/// A side of a tile or of a cell, clockwise from the top.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// North.
    Top,
    /// East.
    Right,
    /// South.
    Bottom,
    /// West.
    Left,
}

impl Side {
    /// All four, clockwise from the top.
    pub const ALL: [Self; 4] = [Self::Top, Self::Right, Self::Bottom, Self::Left];

    /// 0 for the top, then clockwise.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The side at `index`, taken modulo 4.
    pub const fn from_index(index: usize) -> Self {
        Self::ALL[index % 4]
    }

    /// The side across the tile, which is also the neighbour's name for a shared side.
    #[must_use]
    pub const fn opposite(self) -> Self {
        Self::from_index(self.index() + 2)
    }

    /// The field halves of this side, clockwise.
    pub const fn halves(self) -> [HalfSide; 2] {
        [HalfSide::from_index(2 * self.index()), HalfSide::from_index(2 * self.index() + 1)]
    }

    /// The word of the record: `top`, `right`, `bottom` or `left`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Top => "top",
            Self::Right => "right",
            Self::Bottom => "bottom",
            Self::Left => "left",
        }
    }

    /// The compass word: `north`, `east`, `south` or `west`.
    pub const fn compass(self) -> &'static str {
        match self {
            Self::Top => "north",
            Self::Right => "east",
            Self::Bottom => "south",
            Self::Left => "west",
        }
    }
}

/// Rotates a side clockwise with its tile.
impl Add<Rotation> for Side {
    type Output = Self;

    fn add(self, rotation: Rotation) -> Self {
        Self::from_index(self.index() + rotation.quarters())
    }
}

/// Rotates a side back: from the board's name to the unrotated tile's.
impl Sub<Rotation> for Side {
    type Output = Self;

    #[expect(clippy::suspicious_arithmetic_impl, reason = "turning back is adding the inverse")]
    fn sub(self, rotation: Rotation) -> Self {
        self + rotation.inverse()
    }
}

/// Half of a side, clockwise: [`HalfSide::Nw`] is the west half of the top side.
///
/// A road or a river that crosses a side separates the fields of its two halves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum HalfSide {
    /// Top side, west half.
    Nw,
    /// Top side, east half.
    Ne,
    /// Right side, north half.
    En,
    /// Right side, south half.
    Es,
    /// Bottom side, east half.
    Se,
    /// Bottom side, west half.
    Sw,
    /// Left side, south half.
    Ws,
    /// Left side, north half.
    Wn,
}

impl HalfSide {
    /// All eight, clockwise from the west half of the top side.
    pub const ALL: [Self; 8] =
        [Self::Nw, Self::Ne, Self::En, Self::Es, Self::Se, Self::Sw, Self::Ws, Self::Wn];

    /// 0 for [`HalfSide::Nw`], then clockwise.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The half at `index`, taken modulo 8.
    pub const fn from_index(index: usize) -> Self {
        Self::ALL[index % 8]
    }

    /// The side that this is half of.
    pub const fn side(self) -> Side {
        Side::from_index(self.index() / 2)
    }

    /// The half that meets this one across the shared side.
    #[must_use]
    pub const fn facing(self) -> Self {
        Self::from_index(if self.index().is_multiple_of(2) { self.index() + 5 } else { self.index() + 3 })
    }

    /// This half as one bit of a set of halves.
    pub const fn bit(self) -> u8 {
        1 << self.index()
    }
}

impl Add<Rotation> for HalfSide {
    type Output = Self;

    fn add(self, rotation: Rotation) -> Self {
        Self::from_index(self.index() + 2 * rotation.quarters())
    }
}

impl Sub<Rotation> for HalfSide {
    type Output = Self;

    #[expect(clippy::suspicious_arithmetic_impl, reason = "turning back is adding the inverse")]
    fn sub(self, rotation: Rotation) -> Self {
        self + rotation.inverse()
    }
}

/// A number of clockwise quarter turns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub enum Rotation {
    /// As the tile is drawn in the catalogue.
    #[default]
    R0,
    /// A quarter turn clockwise.
    R1,
    /// Half a turn.
    R2,
    /// Three quarter turns clockwise.
    R3,
}

impl Rotation {
    pub const ALL: [Self; 4] = [Self::R0, Self::R1, Self::R2, Self::R3];

    /// 0 to 3.
    pub const fn quarters(self) -> usize {
        self as usize
    }

    /// This rotation as one bit of a set of rotations.
    pub(super) const fn bit(self) -> u8 {
        1 << self.quarters()
    }

    /// `quarters` clockwise quarter turns, taken modulo 4.
    pub const fn from_quarters(quarters: usize) -> Self {
        Self::ALL[quarters % 4]
    }

    /// The rotation that undoes this one.
    #[must_use]
    pub const fn inverse(self) -> Self {
        Self::from_quarters(4 - self.quarters())
    }
}

impl Add for Rotation {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self::from_quarters(self.quarters() + other.quarters())
    }
}

impl TryFrom<u8> for Rotation {
    type Error = String;

    fn try_from(quarters: u8) -> Result<Self, String> {
        Self::ALL
            .get(usize::from(quarters))
            .copied()
            .ok_or_else(|| format!("a rotation is 0, 1, 2 or 3 clockwise quarter turns, not {quarters}"))
    }
}

impl From<Rotation> for u8 {
    fn from(rotation: Rotation) -> Self {
        rotation as Self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_halves_of_a_shared_side_face_each_other() {
        use HalfSide::{En, Es, Ne, Nw, Se, Sw, Wn, Ws};
        for (a, b) in [(Nw, Sw), (Ne, Se), (En, Wn), (Es, Ws)] {
            assert_eq!(a.facing(), b);
            assert_eq!(b.facing(), a);
        }
    }

    #[test]
    fn a_rotation_and_its_inverse_cancel() {
        for rotation in Rotation::ALL {
            assert_eq!(rotation + rotation.inverse(), Rotation::R0);
            for half in HalfSide::ALL {
                assert_eq!((half + rotation) - rotation, half);
                assert_eq!((half + rotation).side(), half.side() + rotation);
            }
        }
    }

    #[test]
    fn neighbours_across_opposite_sides_are_each_other() {
        for side in Side::ALL {
            let there = Cell::ORIGIN.neighbour(side);
            assert_eq!(there.neighbour(side.opposite()), Cell::ORIGIN);
        }
    }
}
