//! The course of the river: one open end, and no U-turn.

use super::board::Board;
use super::catalogue::TileKind;
use super::geometry::{Position, Rotation, Side};
use super::refusal::Refusal;

/// The open end of a river.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct River {
    /// The cell that the next river tile must take.
    cell: Position,
    /// The side of that cell through which the water comes.
    from: Side,
    /// How many quarters the last tile turned the water, if it was a bend.
    bend: Option<usize>,
}

impl River {
    /// The river that flows east out of the spring at the start.
    pub(super) const fn spring() -> Self {
        Self { cell: Position::new(1, 0), from: Side::Left, bend: None }
    }

    /// The cell that the next river tile must take.
    pub(super) const fn cell(&self) -> Position {
        self.cell
    }

    /// Where the water leaves a tile on the open cell; the lake keeps it.
    fn exit(&self, kind: TileKind, rotation: Rotation) -> Option<Side> {
        kind.def().river().map(|side| side + rotation).find(|&side| side != self.from)
    }

    fn bend_to(&self, exit: Side) -> Option<usize> {
        let quarters = (exit.index() + 4 - self.from.index()) % 4;
        (quarters != 2).then_some(quarters)
    }

    /// Whether a river tile that fits with its sides also continues the river rightly.
    pub(super) fn check(
        &self,
        board: &Board,
        kind: TileKind,
        position: Position,
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

    /// The river after a tile on its open cell; none after the lake.
    pub(super) fn after(self, kind: TileKind, rotation: Rotation) -> Option<Self> {
        let exit = self.exit(kind, rotation)?;
        let bend = self.bend_to(exit);
        Some(Self { cell: self.cell.neighbour(exit), from: exit.opposite(), bend })
    }
}
