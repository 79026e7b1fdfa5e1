//! Where the tiles in hand may be placed.

use engine::{Cell, Game, Rotation, TileKind, legal};

/// The legal placements of each kind in hand, worked out once for everything that a page shows of them.
#[derive(Clone, Debug)]
pub struct HandPlacements(Vec<(TileKind, Vec<(Cell, Rotation)>)>);

impl HandPlacements {
    pub fn of(game: &Game) -> Self {
        let mut all: Vec<(TileKind, _)> = Vec::new();
        for &kind in game.hand() {
            if all.iter().all(|(known, _)| *known != kind) {
                all.push((kind, legal::distinct_placements(game, kind)));
            }
        }
        Self(all)
    }

    /// By row, column and rotation, without rotations that look alike; empty for kinds that are not in hand.
    pub fn of_kind(&self, kind: TileKind) -> &[(Cell, Rotation)] {
        self.0.iter().find(|(known, _)| *known == kind).map_or(&[], |(_, placements)| placements)
    }

    /// Where the kind fits in some rotation, by row and column.
    pub fn cells(&self, kind: TileKind) -> Vec<Cell> {
        let mut cells: Vec<Cell> = self.of_kind(kind).iter().map(|&(cell, _)| cell).collect();
        cells.dedup();
        cells
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use samples::game_of;

    #[test]
    fn every_cell_where_a_tile_of_the_hand_fits_is_there_once() {
        let game = game_of(&[], "RFRF");
        let placements = HandPlacements::of(&game);
        let kind = "RFRF".parse().unwrap();
        let mut cells: Vec<Cell> = legal::placements(&game, kind).into_iter().map(|(cell, _)| cell).collect();
        cells.sort_unstable_by_key(|cell| (cell.y, cell.x));
        cells.dedup();
        assert_eq!(placements.cells(kind), cells);
        assert!(placements.cells("CFFF".parse().unwrap()).is_empty());
    }
}
