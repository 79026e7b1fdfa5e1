//! Parts of the board, by compass direction.

use serde::Serialize;

use engine::{Board, Cell};

/// A ninth of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Region {
    NorthWest,
    North,
    NorthEast,
    West,
    Middle,
    East,
    SouthWest,
    South,
    SouthEast,
}

impl Region {
    /// Row by row.
    const ALL: [[Self; 3]; 3] = [
        [Self::NorthWest, Self::North, Self::NorthEast],
        [Self::West, Self::Middle, Self::East],
        [Self::SouthWest, Self::South, Self::SouthEast],
    ];

    /// The name in JSON and in selectors of messages.
    pub const fn word(self) -> &'static str {
        match self {
            Self::NorthWest => "north-west",
            Self::North => "north",
            Self::NorthEast => "north-east",
            Self::West => "west",
            Self::Middle => "middle",
            Self::East => "east",
            Self::SouthWest => "south-west",
            Self::South => "south",
            Self::SouthEast => "south-east",
        }
    }
}

/// The extent of a board, divided into regions.
#[derive(Clone, Copy, Debug)]
pub struct Regions {
    columns: (i16, i16),
    rows: (i16, i16),
}

impl Regions {
    pub fn of(board: &Board) -> Self {
        let extent = |of: fn(Cell) -> i16| {
            let all = || board.tiles().iter().map(|tile| of(tile.position));
            (all().min().unwrap_or_default(), all().max().unwrap_or_default())
        };
        Self { columns: extent(|cell| cell.x), rows: extent(|cell| cell.y) }
    }

    /// The first and last column, and the first and last row.
    pub const fn bounds(&self) -> [i16; 4] {
        [self.columns.0, self.columns.1, self.rows.0, self.rows.1]
    }

    pub fn at(&self, cell: Cell) -> Region {
        Region::ALL[third(self.rows, cell.y)][third(self.columns, cell.x)]
    }
}

/// 0, 1 or 2; 1 if the extent is a single row or column.
fn third((first, last): (i16, i16), at: i16) -> usize {
    let (from_first, length) = (3 * (i32::from(at) - i32::from(first)), i32::from(last) - i32::from(first));
    usize::from(from_first >= length) + usize::from(length > 0 && from_first > 2 * length)
}

#[cfg(test)]
mod tests {
    use super::*;
    use samples::game_of;

    #[test]
    fn a_cell_lies_in_the_third_of_the_board_that_contains_it() {
        assert_eq!([0, 1, 2, 3, 4, 5, 6].map(|at| third((0, 6), at)), [0, 0, 1, 1, 1, 2, 2]);
        assert_eq!([-1, 0, 1].map(|at| third((-1, 1), at)), [0, 1, 2]);
        assert_eq!([4, 5].map(|at| third((4, 5), at)), [0, 2]);
        assert_eq!(third((3, 3), 3), 1);
    }

    #[test]
    fn a_column_of_tiles_has_a_north_and_a_south() {
        let city = r#""tile":"FCFC","x":0,"y":-1,"rotation":1"#;
        let regions = Regions::of(game_of(&[city], "CFFF").board());
        assert_eq!(regions.at(Cell::new(0, -1)), Region::North);
        assert_eq!(regions.at(Cell::ORIGIN), Region::South);
    }
}
