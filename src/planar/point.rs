//! Integer points, so that no test for "inside" or "left of" depends on rounding.

use std::cmp::Ordering;

use engine::{Cell, Rotation, Side};

/// The length of a tile's side. All vertices and bends have even coordinates, so that a line at an odd height meets edges but
/// never a vertex.
pub const TILE: i32 = 32;

/// A point of the map: x to the east, y to the south, [`TILE`] units per tile; the start tile's north-west corner is (0, 0).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point {
    pub x: i32,
    pub y: i32,
}

impl Point {
    /// The centre of a tile.
    pub(super) const CENTRE: Self = Self::new(TILE / 2, TILE / 2);

    pub(super) const fn new(x: i32, y: i32) -> Self {
        Self { x, y }
    }

    /// The tile corner at which `side` begins, clockwise.
    pub(super) const fn corner(side: Side) -> Self {
        match side {
            Side::Top => Self::new(0, 0),
            Side::Right => Self::new(TILE, 0),
            Side::Bottom => Self::new(TILE, TILE),
            Side::Left => Self::new(0, TILE),
        }
    }

    /// The middle of `side`, or a point `depth` further inside.
    pub(super) const fn middle(side: Side, depth: i32) -> Self {
        match side {
            Side::Top => Self::new(TILE / 2, depth),
            Side::Right => Self::new(TILE - depth, TILE / 2),
            Side::Bottom => Self::new(TILE / 2, TILE - depth),
            Side::Left => Self::new(depth, TILE / 2),
        }
    }

    /// The point `step` units from the tile's centre towards the corner at which `side` begins; away from it if negative.
    pub(super) const fn toward_corner(side: Side, step: i32) -> Self {
        let corner = Self::corner(side);
        Self::new(
            Self::CENTRE.x + (corner.x - Self::CENTRE.x).signum() * step,
            Self::CENTRE.y + (corner.y - Self::CENTRE.y).signum() * step,
        )
    }

    /// The midpoint between this point and `other`.
    pub(super) const fn halfway(self, other: Self) -> Self {
        Self::new(i32::midpoint(self.x, other.x), i32::midpoint(self.y, other.y))
    }

    /// Transforms a point of the unrotated tile to the map.
    pub(super) fn placed(self, cell: Cell, rotation: Rotation) -> Self {
        let mut turned = self;
        for _ in 0..rotation.quarters() {
            turned = Self::new(TILE - turned.y, turned.x);
        }
        Self::new(turned.x + TILE * i32::from(cell.x), turned.y + TILE * i32::from(cell.y))
    }

    /// The direction from this point to `other`.
    pub(super) const fn way(self, other: Self) -> Way {
        Way(other.x - self.x, other.y - self.y)
    }
}

/// A direction, ordered clockwise from the west (which itself comes last). Its length does not matter.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way(i32, i32);

impl Way {
    /// Whether it points north of the line from west to east, or due east.
    const fn northern(self) -> bool {
        self.1 < 0 || (self.1 == 0 && self.0 > 0)
    }

    /// The order in which a clock hand that starts in the west passes the two.
    pub(super) fn clockwise(self, other: Self) -> Ordering {
        let turn = self.0 * other.1 - self.1 * other.0;
        other.northern().cmp(&self.northern()).then(0.cmp(&turn))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directions_are_ordered_clockwise() {
        let ways =
            [Way(-2, -1), Way(-1, -1), Way(0, -3), Way(3, -1), Way(1, 0), Way(5, 4), Way(0, 1), Way(-1, 0)];
        for (i, a) in ways.iter().enumerate() {
            for (j, b) in ways.iter().enumerate() {
                assert_eq!(a.clockwise(*b), i.cmp(&j), "{a:?} {b:?}");
            }
        }
    }

    #[test]
    fn a_turned_corner_is_the_next_corner() {
        for side in Side::ALL {
            let turned = Point::corner(side).placed(Cell::new(-1, 2), Rotation::R1);
            let next = Point::corner(side + Rotation::R1).placed(Cell::new(-1, 2), Rotation::R0);
            assert_eq!(turned, next);
        }
    }
}
