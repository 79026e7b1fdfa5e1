//! The face-up tiles.

use std::ops::Deref;

use crate::catalogue::TileKind;

/// The maximum number of tiles in a hand.
const MOST: usize = 6;

/// A few tiles in the order in which they came. Copied as a whole.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hand {
    /// Those from `len` on mean nothing.
    tiles: [TileKind; MOST],
    len: u8,
}

impl Hand {
    pub(crate) const EMPTY: Self = Self { tiles: [TileKind::from_index(0); MOST], len: 0 };

    pub(crate) const fn of(kind: TileKind) -> Self {
        Self { tiles: [kind; MOST], len: 1 }
    }

    /// # Panics
    /// If the hand is full.
    pub(crate) fn push(&mut self, kind: TileKind) {
        self.tiles[usize::from(self.len)] = kind;
        self.len += 1;
    }

    /// Removes the tile at `place`; those behind it move up.
    pub(crate) fn remove(&mut self, place: usize) {
        self.tiles[place..usize::from(self.len)].rotate_left(1);
        self.len -= 1;
    }
}

impl Deref for Hand {
    type Target = [TileKind];

    fn deref(&self) -> &[TileKind] {
        &self.tiles[..usize::from(self.len)]
    }
}

impl PartialEq for Hand {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for Hand {}
