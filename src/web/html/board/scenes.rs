//! Small boards that decorate pages without a game.

use std::sync::LazyLock;

use crate::html::board::Drawing;
use art::{BoardView, Mark, Tile};
use engine::{Cell, Rotation, TileKind};

/// For error pages: cities in the north and south of a cell, roads in the east and west, and no tile of the base game for it.
pub(crate) static HOLE: LazyLock<Drawing> =
    LazyLock::new(|| drawing(&HOLE_TILES, vec![Mark::Dead(Cell::ORIGIN)]));

/// For forms about accounts: a crossroads below a city.
pub(crate) static LANDSCAPE: LazyLock<Drawing> = LazyLock::new(|| drawing(&LANDSCAPE_TILES, Vec::new()));

type Placed = (&'static str, i16, i16, Rotation);

const HOLE_TILES: [Placed; 8] = [
    ("FFRR", -1, -1, Rotation::R1),
    ("CFFF", 0, -1, Rotation::R2),
    ("FFRR", 1, -1, Rotation::R2),
    ("FRRR", -1, 0, Rotation::R0),
    ("RFRF", 1, 0, Rotation::R1),
    ("CFRR", -1, 1, Rotation::R1),
    ("CFFC", 0, 1, Rotation::R0),
    ("FFRR", 1, 1, Rotation::R3),
];

const LANDSCAPE_TILES: [Placed; 9] = [
    ("FFRR", -1, -1, Rotation::R1),
    ("CFFF", 0, -1, Rotation::R2),
    ("FFRR", 1, -1, Rotation::R2),
    ("FRRR", -1, 0, Rotation::R0),
    ("CRRR", 0, 0, Rotation::R0),
    ("RFRF", 1, 0, Rotation::R1),
    ("FFRR", -1, 1, Rotation::R1),
    ("RFRF", 0, 1, Rotation::R0),
    ("FFRR", 1, 1, Rotation::R3),
];

fn drawing(placed: &[Placed], marks: Vec<Mark>) -> Drawing {
    let tiles = placed.iter().filter_map(tile).collect();
    Drawing::of(&BoardView { tiles, marks, ..BoardView::default() }, &[])
}

fn tile(&(name, x, y, rotation): &Placed) -> Option<Tile> {
    let kind: TileKind = name.parse().ok()?;
    Some(Tile { kind, position: Cell::new(x, y), rotation })
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::{Edge, Side, TileSet};

    /// The edge that a tile turns to a side.
    fn edge(kind: TileKind, rotation: Rotation, side: Side) -> Edge {
        kind.def().edges[(side - rotation).index()]
    }

    fn at(placed: &[Placed], cell: Cell) -> Option<Tile> {
        placed.iter().filter_map(tile).find(|tile| tile.position == cell)
    }

    #[test]
    fn neighbours_fit_each_other() {
        for scene in [&HOLE_TILES[..], &LANDSCAPE_TILES] {
            for tile in scene.iter().map(|placed| tile(placed).expect("a tile")) {
                for side in Side::ALL {
                    if let Some(other) = at(scene, tile.position.neighbour(side)) {
                        let (one, two) = (
                            edge(tile.kind, tile.rotation, side),
                            edge(other.kind, other.rotation, side.opposite()),
                        );
                        assert_eq!(one, two, "{} to the {}", tile.position, side.word());
                    }
                }
            }
        }
    }

    #[test]
    fn no_tile_of_the_base_game_fits_the_hole() {
        let wanted = Side::ALL.map(|side| {
            let other = at(&HOLE_TILES, Cell::ORIGIN.neighbour(side)).unwrap();
            edge(other.kind, other.rotation, side.opposite())
        });
        for kind in TileKind::all().filter(|kind| kind.def().set == TileSet::Base) {
            for rotation in Rotation::ALL {
                assert_ne!(Side::ALL.map(|side| edge(kind, rotation, side)), wanted, "{kind} fits");
            }
        }
    }
}
