//! Tiles by cell, and the edges that open cells require. Optimised for lookups, and can take tiles back.

use super::catalogue::{TileKind, Wanted};
use super::geometry::{Cell, Rotation, Side};

/// A rectangle of cells that grows as needed. Cells with a tile and open cells have all their neighbours inside.
#[derive(Debug)]
pub(super) struct Grid {
    west: i32,
    north: i32,
    width: i32,
    height: i32,
    squares: Vec<Square>,
    open: Vec<Cell>,
    /// What the neighbours of the open cells show.
    wanted: Vec<Wanted>,
}

/// A cell's tile or its place in the list of open cells, in 16 bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Square(u16);

impl Square {
    const OPEN: u16 = 1 << 15;
    const FREE: Self = Self(0);

    const fn tile(index: usize) -> Self {
        Self(narrow(index) + 1)
    }

    const fn open(place: usize) -> Self {
        Self(narrow(place) | Self::OPEN)
    }

    const fn is_tile(self) -> bool {
        self.0.wrapping_sub(1) < Self::OPEN - 1
    }

    /// The index of its tile.
    const fn tile_index(self) -> Option<usize> {
        if self.is_tile() { Some(self.0 as usize - 1) } else { None }
    }

    /// Its place in the list of open cells.
    const fn open_place(self) -> Option<usize> {
        if self.0 & Self::OPEN == 0 { None } else { Some((self.0 & !Self::OPEN) as usize) }
    }
}

/// Where a cell was in the list of open cells before a tile filled it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Filled {
    /// `None` for the start tile.
    place: Option<u16>,
    wanted: Wanted,
}

/// Grids are equal if they contain the same tiles and list the same open cells; margins do not count.
impl PartialEq for Grid {
    fn eq(&self, other: &Self) -> bool {
        (&self.open, &self.wanted) == (&other.open, &other.wanted)
            && self.filled().count() == other.filled().count()
            && self.filled().all(|(cell, tile)| other.tile(cell) == Some(tile))
    }
}

impl Eq for Grid {}

impl Clone for Grid {
    fn clone(&self) -> Self {
        let mut copy = Self::new();
        copy.clone_from(self);
        copy
    }

    fn clone_from(&mut self, source: &Self) {
        let Self { west, north, width, height, squares, open, wanted } = source;
        (self.west, self.north, self.width, self.height) = (*west, *north, *width, *height);
        self.squares.clone_from(squares);
        self.open.clone_from(open);
        self.wanted.clone_from(wanted);
    }
}

const FIRST_SPAN: i32 = 24;

/// Cells around every tile: the open cells beside it, and their neighbours.
const MARGIN: i32 = 2;

impl Grid {
    pub(super) fn new() -> Self {
        Self {
            west: -FIRST_SPAN / 2,
            north: -FIRST_SPAN / 2,
            width: FIRST_SPAN,
            height: FIRST_SPAN,
            squares: vec![Square::FREE; (FIRST_SPAN * FIRST_SPAN).unsigned_abs() as usize],
            open: Vec::with_capacity(128),
            wanted: Vec::with_capacity(128),
        }
    }

    fn filled(&self) -> impl Iterator<Item = (Cell, usize)> {
        let coordinate = |start: i32, offset: i32| i16::try_from(start + offset).unwrap_or(i16::MAX);
        (0..).zip(&self.squares).filter_map(move |(i, square)| {
            let cell =
                Cell::new(coordinate(self.west, i % self.width), coordinate(self.north, i / self.width));
            Some((cell, square.tile_index()?))
        })
    }

    fn index(&self, cell: Cell) -> Option<usize> {
        let (x, y) = (i32::from(cell.x) - self.west, i32::from(cell.y) - self.north);
        let inside = x >= 0 && y >= 0 && x < self.width && y < self.height;
        inside.then(|| (y * self.width + x).unsigned_abs() as usize)
    }

    fn square(&self, cell: Cell) -> Square {
        self.index(cell).map_or(Square::FREE, |index| self.squares[index])
    }

    /// The indexes of the neighbours, clockwise from the top.
    const fn beside(&self, index: usize) -> [usize; 4] {
        let row = self.width.unsigned_abs() as usize;
        [index - row, index + 1, index + row, index - 1]
    }

    pub(super) fn open_cells(&self) -> &[Cell] {
        &self.open
    }

    pub(super) fn tile(&self, cell: Cell) -> Option<usize> {
        self.square(cell).tile_index()
    }

    /// Calls `found` with the tiles beside a cell with a tile or an open cell, clockwise from the top.
    pub(super) fn each_beside(&self, cell: Cell, mut found: impl FnMut(Side, usize)) {
        let Some(index) = self.index(cell) else { return };
        for (side, beside) in Side::ALL.into_iter().zip(self.beside(index)) {
            if let Some(tile) = self.squares[beside].tile_index() {
                found(side, tile);
            }
        }
    }

    /// Calls `found` with the empty cells beside a cell with a tile or an open cell, and what their neighbours show.
    pub(super) fn each_empty_beside(&self, cell: Cell, mut found: impl FnMut(Side, Wanted)) {
        let Some(index) = self.index(cell) else { return };
        for (side, beside) in Side::ALL.into_iter().zip(self.beside(index)) {
            let square = self.squares[beside];
            if !square.is_tile() {
                found(side, square.open_place().map_or_else(Wanted::default, |place| self.wanted[place]));
            }
        }
    }

    /// The indexes of the eight squares around a cell with a tile or an open cell, clockwise from the north.
    fn around(&self, cell: Cell) -> Option<[usize; 8]> {
        let (i, row) = (self.index(cell)?, self.width.unsigned_abs() as usize);
        let (above, below) = (i - row, i + row);
        Some([above, above + 1, i + 1, below + 1, below, below - 1, i - 1, above - 1])
    }

    /// The tiles in the eight cells around a cell with a tile or an open cell, clockwise from the north.
    pub(super) fn tiles_around(&self, cell: Cell) -> impl Iterator<Item = usize> {
        let around = self.around(cell).into_iter().flatten();
        around.filter_map(|index| self.squares[index].tile_index())
    }

    /// The number of tiles in the eight cells around a cell with a tile or an open cell.
    pub(super) fn count_around(&self, cell: Cell) -> u16 {
        let Some(around) = self.around(cell) else { return 0 };
        around.into_iter().map(|index| u16::from(self.squares[index].is_tile())).sum()
    }

    /// What the neighbours of a cell show; nothing unless it is open.
    pub(super) fn wanted(&self, cell: Cell) -> Wanted {
        self.square(cell).open_place().map_or_else(Wanted::default, |place| self.wanted[place])
    }

    pub(super) fn fits(&self, kind: TileKind, cell: Cell, rotation: Rotation) -> bool {
        let place = self.square(cell).open_place();
        place.is_some_and(|place| kind.fits().rotations(self.wanted[place]) & rotation.bit() != 0)
    }

    /// Calls `found` with every open cell and rotation at which a tile of `kind` fits.
    pub(super) fn each_fit(&self, kind: TileKind, mut found: impl FnMut(Cell, Rotation)) {
        let fits = kind.fits();
        for (&cell, &wanted) in self.open.iter().zip(&self.wanted) {
            let mut rotations = fits.rotations(wanted);
            while rotations != 0 {
                found(cell, Rotation::from_quarters(rotations.trailing_zeros() as usize));
                rotations &= rotations - 1;
            }
        }
    }

    /// The number of open cells and rotations at which a tile of `kind` fits.
    pub(super) fn count_fits(&self, kind: TileKind) -> usize {
        let fits = kind.fits();
        self.wanted.iter().map(|&wanted| fits.count(wanted)).sum()
    }

    /// The fit that comes after `n` others in [`Grid::each_fit`].
    pub(super) fn nth_fit(&self, kind: TileKind, n: usize) -> Option<(Cell, Rotation)> {
        let (fits, mut left) = (kind.fits(), n);
        for (&cell, &wanted) in self.open.iter().zip(&self.wanted) {
            let count = fits.count(wanted);
            if left < count {
                let rotations = fits.rotations(wanted);
                let mut fitting =
                    Rotation::ALL.into_iter().filter(|rotation| rotations & rotation.bit() != 0);
                return fitting.nth(left).map(|rotation| (cell, rotation));
            }
            left -= count;
        }
        None
    }

    /// Whether a tile of `kind` fits in any open cell and rotation.
    pub(super) fn fits_anywhere(&self, kind: TileKind) -> bool {
        let fits = kind.fits();
        self.wanted.iter().any(|&wanted| fits.rotations(wanted) != 0)
    }

    /// Puts a tile on a free cell.
    pub(super) fn fill(&mut self, cell: Cell, tile: usize, kind: TileKind, rotation: Rotation) -> Filled {
        self.make_room(cell);
        let Some(index) = self.index(cell) else { unreachable!("room was made for {cell}") };
        let filled = self.close(index);
        self.squares[index] = Square::tile(tile);
        for ((side, beside), &shown) in
            Side::ALL.into_iter().zip(self.beside(index)).zip(kind.shown(rotation))
        {
            let square = self.squares[beside];
            if square == Square::FREE {
                self.squares[beside] = Square::open(self.open.len());
                self.open.push(cell.neighbour(side));
                self.wanted.push(shown);
            } else if let Some(place) = square.open_place() {
                self.wanted[place] = self.wanted[place].with(shown);
            }
        }
        filled
    }

    /// Takes back the last tile.
    pub(super) fn unfill(&mut self, cell: Cell, kind: TileKind, rotation: Rotation, filled: Filled) {
        let Some(index) = self.index(cell) else { return };
        for (beside, &shown) in self.beside(index).into_iter().zip(kind.shown(rotation)).rev() {
            let Some(place) = self.squares[beside].open_place() else { continue };
            self.wanted[place] = self.wanted[place].without(shown);
            if self.wanted[place].is_nothing() {
                // It was opened last.
                self.squares[beside] = Square::FREE;
                self.open.pop();
                self.wanted.pop();
            }
        }
        self.squares[index] = Square::FREE;
        if let Some(place) = filled.place {
            self.reopen(index, cell, place.into(), filled.wanted);
        }
    }

    /// Removes a cell from the list of open cells, if it is there; the last of the list takes its place.
    fn close(&mut self, index: usize) -> Filled {
        let Some(place) = self.squares[index].open_place() else {
            return Filled { place: None, wanted: Wanted::default() };
        };
        self.open.swap_remove(place);
        let wanted = self.wanted.swap_remove(place);
        if let Some(moved) = self.open.get(place).and_then(|&moved| self.index(moved)) {
            self.squares[moved] = Square::open(place);
        }
        Filled { place: Some(narrow(place)), wanted }
    }

    /// Undoes [`Grid::close`].
    fn reopen(&mut self, index: usize, cell: Cell, place: usize, wanted: Wanted) {
        let last = self.open.len();
        self.open.push(cell);
        self.wanted.push(wanted);
        self.open.swap(place, last);
        self.wanted.swap(place, last);
        if let Some(moved) = self.index(self.open[last]) {
            self.squares[moved] = Square::open(last);
        }
        self.squares[index] = Square::open(place);
    }

    /// Grows the rectangle so that the cell has its margin.
    fn make_room(&mut self, cell: Cell) {
        let (x, y) = (i32::from(cell.x) - self.west, i32::from(cell.y) - self.north);
        let inside = |at: i32, span: i32| (MARGIN..span - MARGIN).contains(&at);
        if inside(x, self.width) && inside(y, self.height) {
            return;
        }
        let grow = |lacks: bool, span: i32| if lacks { span / 2 } else { 0 };
        let west = grow(x < MARGIN, self.width);
        let east = grow(x >= self.width - MARGIN, self.width);
        let north = grow(y < MARGIN, self.height);
        let south = grow(y >= self.height - MARGIN, self.height);
        let (width, height) = (self.width + west + east, self.height + north + south);
        let mut squares = vec![Square::FREE; (width * height).unsigned_abs() as usize];
        for (row, old) in (north..).zip(self.squares.chunks(self.width.unsigned_abs() as usize)) {
            let start = (row * width + west).unsigned_abs() as usize;
            squares[start..start + old.len()].copy_from_slice(old);
        }
        (self.west, self.north) = (self.west - west, self.north - north);
        (self.width, self.height, self.squares) = (width, height, squares);
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "at most 400 tiles are ever on a table, with 802 open cells"
)]
const fn narrow(index: usize) -> u16 {
    index as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    fn straight() -> TileKind {
        "FCFC".parse().unwrap()
    }

    #[test]
    fn a_long_row_of_tiles_keeps_its_cells_when_the_grid_grows() {
        let mut grid = Grid::new();
        grid.fill(Cell::ORIGIN, 0, straight(), Rotation::R0);
        for x in 1..200 {
            grid.fill(Cell::new(x, 0), x.unsigned_abs().into(), straight(), Rotation::R0);
            grid.fill(Cell::new(0, -x), 1000, straight(), Rotation::R0);
        }
        assert!((1..200).all(|x| grid.tile(Cell::new(x, 0)) == Some(x.unsigned_abs().into())));
        assert_eq!(grid.tile(Cell::new(200, 0)), None);
        assert!(grid.fits(straight(), Cell::new(200, 0), Rotation::R2));
        assert!(!grid.fits(straight(), Cell::new(200, 0), Rotation::R1));
        assert!(!grid.fits(straight(), Cell::new(30, 30), Rotation::R0), "no neighbour");
    }

    #[test]
    fn tiles_can_be_taken_back_to_the_first() {
        let mut grid = Grid::new();
        let cells = [(0, 0), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (0, -1)].map(|(x, y)| Cell::new(x, y));
        let mut before = Vec::new();
        for (tile, cell) in cells.into_iter().enumerate() {
            before.push(grid.clone());
            let filled = grid.fill(cell, tile, straight(), Rotation::R0);
            let mut back = grid.clone();
            back.unfill(cell, straight(), Rotation::R0, filled);
            assert_eq!(Some(&back), before.last(), "{cell}");
            assert_ne!(back, grid);
        }
    }
}
