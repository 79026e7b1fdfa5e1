use super::pieces::Piece;

/// The pieces that a page needs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct PieceSet(u64);

impl PieceSet {
    /// With the pieces that it consists of.
    pub fn insert(&mut self, piece: Piece) {
        self.0 |= 1 << piece.index();
        for (part, ..) in piece.parts() {
            self.insert(part);
        }
    }

    pub fn join(&mut self, other: Self) {
        self.0 |= other.0;
    }

    pub fn iter(self) -> impl Iterator<Item = Piece> {
        Piece::all().enumerate().filter(move |(index, _)| self.0 & (1 << index) != 0).map(|(_, piece)| piece)
    }
}
