//! The course of the river: one open end, and no U-turn.

use super::board::Board;
use super::catalogue::TileKind;
use super::geometry::{Cell, Rotation, Side};
use super::refusal::Refusal;

/// The open end of a river.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct River {
    /// The cell that the next river tile must take.
    cell: Cell,
    /// The side of that cell where the river enters.
    from: Side,
    /// The quarter turns of the last tile, if it was a bend.
    bend: Option<usize>,
}

impl River {
    /// The river that leaves the spring at the start towards the east.
    pub(super) const fn spring() -> Self {
        Self { cell: Cell::new(1, 0), from: Side::Left, bend: None }
    }

    /// The cell that the next river tile must take.
    pub(super) const fn cell(&self) -> Cell {
        self.cell
    }

    /// The side where the river leaves a tile on the open cell; `None` for the lake.
    fn exit(&self, kind: TileKind, rotation: Rotation) -> Option<Side> {
        kind.def().river().map(|side| side + rotation).find(|&side| side != self.from)
    }

    fn bend_to(&self, exit: Side) -> Option<usize> {
        let quarters = (exit.index() + 4 - self.from.index()) % 4;
        (quarters != 2).then_some(quarters)
    }

    /// Whether a river tile whose sides match also continues the river without a U-turn or a dead end.
    pub(super) fn check(
        &self,
        board: &Board,
        kind: TileKind,
        position: Cell,
        rotation: Rotation,
    ) -> Result<(), Refusal> {
        if position != self.cell {
            return Err(Refusal::RiverElsewhere { cell: self.cell });
        }
        let Some(exit) = self.exit(kind, rotation) else { return Ok(()) };
        if self.bend.is_some() && self.bend == self.bend_to(exit) {
            return Err(Refusal::RiverTurnsBack);
        }
        if board.at(position.neighbour(exit)).is_some() {
            return Err(Refusal::RiverBlocked);
        }
        Ok(())
    }

    /// The river after a tile on its open cell; `None` after the lake.
    pub(super) fn after(self, kind: TileKind, rotation: Rotation) -> Option<Self> {
        let exit = self.exit(kind, rotation)?;
        let bend = self.bend_to(exit);
        Some(Self { cell: self.cell.neighbour(exit), from: exit.opposite(), bend })
    }
}
