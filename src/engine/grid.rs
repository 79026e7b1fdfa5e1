//! Tiles by cell, and the edges that open cells require. Optimised for lookups.

use super::catalogue::TileKind;
use super::geometry::{Cell, Rotation, Side};
use super::tile::Edge;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Square {
    /// The tile's index plus one; 0 for no tile.
    tile: u16,
    /// The index in the list of open cells plus one; 0 if the cell is not open.
    open: u16,
    /// The neighbours' edges, one byte for each side, the top in the lowest byte; 0 for no neighbour.
    wanted: u32,
}

/// A rectangle of cells that grows as needed, with a margin of at least one free cell.
#[derive(Clone, Debug)]
pub(super) struct Grid {
    west: i32,
    north: i32,
    width: i32,
    height: i32,
    cells: Vec<Square>,
    open: Vec<Cell>,
}

/// Grids are equal if they contain the same tiles; margins do not count.
impl PartialEq for Grid {
    fn eq(&self, other: &Self) -> bool {
        let tiles = |grid: &Self| {
            let mut tiles: Vec<_> = grid.filled().collect();
            tiles.sort_unstable();
            tiles
        };
        tiles(self) == tiles(other)
    }
}

impl Eq for Grid {}

const FIRST_SPAN: i32 = 24;

impl Grid {
    pub(super) fn new() -> Self {
        Self {
            west: -FIRST_SPAN / 2,
            north: -FIRST_SPAN / 2,
            width: FIRST_SPAN,
            height: FIRST_SPAN,
            cells: vec![Square::default(); (FIRST_SPAN * FIRST_SPAN).unsigned_abs() as usize],
            open: Vec::with_capacity(64),
        }
    }

    fn filled(&self) -> impl Iterator<Item = (usize, u16)> {
        let cells = self.cells.iter().enumerate().filter(|(_, cell)| cell.tile > 0);
        let (width, west, north) = (self.width.unsigned_abs() as usize, self.west, self.north);
        cells.map(move |(i, cell)| {
            let x = (i % width).cast_signed() + west as isize + (1 << 16);
            let y = (i / width).cast_signed() + north as isize + (1 << 16);
            ((y << 20 | x).cast_unsigned(), cell.tile)
        })
    }

    fn index(&self, position: Cell) -> Option<usize> {
        let (x, y) = (i32::from(position.x) - self.west, i32::from(position.y) - self.north);
        let inside = x >= 0 && y >= 0 && x < self.width && y < self.height;
        inside.then(|| (y * self.width + x).unsigned_abs() as usize)
    }

    fn cell(&self, position: Cell) -> Square {
        self.index(position).map_or_else(Square::default, |index| self.cells[index])
    }

    pub(super) fn open_cells(&self) -> &[Cell] {
        &self.open
    }

    pub(super) fn tile(&self, position: Cell) -> Option<usize> {
        usize::from(self.cell(position).tile).checked_sub(1)
    }

    pub(super) fn fits(&self, kind: TileKind, position: Cell, rotation: Rotation) -> bool {
        let cell = self.cell(position);
        cell.open > 0 && matches(cell.wanted, kind.packed_edges(rotation))
    }

    /// Calls `found` with every open cell and rotation at which a tile of `kind` fits.
    pub(super) fn each_fit(&self, kind: TileKind, mut found: impl FnMut(Cell, Rotation)) {
        let edges = Rotation::ALL.map(|rotation| kind.packed_edges(rotation));
        for &position in &self.open {
            let wanted = self.cell(position).wanted;
            for rotation in Rotation::ALL {
                if matches(wanted, edges[rotation.quarters()]) {
                    found(position, rotation);
                }
            }
        }
    }

    /// Whether a tile of `kind` fits in any open cell and rotation.
    pub(super) fn fits_anywhere(&self, kind: TileKind) -> bool {
        let edges = Rotation::ALL.map(|rotation| kind.packed_edges(rotation));
        let cells = || self.open.iter().map(|&position| self.cell(position).wanted);
        cells().any(|wanted| edges.iter().any(|&edges| matches(wanted, edges)))
    }

    pub(super) fn fill(&mut self, position: Cell, tile: usize, kind: TileKind, rotation: Rotation) {
        self.make_room(position);
        let Some(index) = self.index(position) else { return };
        let open = usize::from(self.cells[index].open);
        if open > 0 {
            self.open.swap_remove(open - 1);
            if let Some(&moved) = self.open.get(open - 1) {
                let moved = self.index(moved);
                self.cells[moved.unwrap_or(index)].open = narrow(open);
            }
        }
        self.cells[index].open = 0;
        self.cells[index].tile = narrow(tile + 1);
        for side in Side::ALL {
            let there = position.neighbour(side);
            let Some(index) = self.index(there) else { continue };
            let edge = kind.def().edges[(side - rotation).index()];
            self.cells[index].wanted |= u32::from(edge as u8) << (8 * side.opposite().index());
            if self.cells[index].tile == 0 && self.cells[index].open == 0 {
                self.open.push(there);
                self.cells[index].open = narrow(self.open.len());
            }
        }
    }

    /// Grows the rectangle so that the cell and its neighbours are inside.
    fn make_room(&mut self, position: Cell) {
        let (x, y) = (i32::from(position.x), i32::from(position.y));
        let grow = |lacks: bool, span: i32| if lacks { span / 2 } else { 0 };
        let west = grow(x <= self.west, self.width);
        let east = grow(x >= self.west + self.width - 1, self.width);
        let north = grow(y <= self.north, self.height);
        let south = grow(y >= self.north + self.height - 1, self.height);
        if west + east + north + south == 0 {
            return;
        }
        let (width, height) = (self.width + west + east, self.height + north + south);
        let mut cells = vec![Square::default(); (width * height).unsigned_abs() as usize];
        for (row, old) in (north..).zip(self.cells.chunks(self.width.unsigned_abs() as usize)) {
            let start = (row * width + west).unsigned_abs() as usize;
            cells[start..start + old.len()].copy_from_slice(old);
        }
        *self = Self {
            west: self.west - west,
            north: self.north - north,
            width,
            height,
            cells,
            open: std::mem::take(&mut self.open),
        };
    }
}

/// Whether `edges` match on every side where `wanted` is not 0.
const fn matches(wanted: u32, edges: u32) -> bool {
    let asked = (wanted | wanted >> 1 | wanted >> 2) & 0x0101_0101;
    (wanted ^ edges) & (asked * 0xff) == 0
}

#[allow(clippy::cast_possible_truncation, reason = "at most 400 tiles are ever on a table")]
const fn narrow(index: usize) -> u16 {
    index as u16
}

// One byte for each edge, never zero: `matches` relies on it.
const _: () = assert!(Edge::City as u8 == 1 && Edge::River as u8 == 4);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_row_of_tiles_keeps_its_cells_when_the_grid_grows() {
        let straight: TileKind = "FCFC".parse().unwrap();
        let mut grid = Grid::new();
        for x in 0..200 {
            grid.fill(Cell::new(x, 0), x.unsigned_abs().into(), straight, Rotation::R0);
            grid.fill(Cell::new(0, -x), 1000, straight, Rotation::R0);
        }
        assert!((1..200).all(|x| grid.tile(Cell::new(x, 0)) == Some(x.unsigned_abs().into())));
        assert_eq!(grid.tile(Cell::new(200, 0)), None);
        assert!(grid.fits(straight, Cell::new(200, 0), Rotation::R2));
        assert!(!grid.fits(straight, Cell::new(200, 0), Rotation::R1));
        assert!(!grid.fits(straight, Cell::new(30, 30), Rotation::R0), "no neighbour");
    }
}
