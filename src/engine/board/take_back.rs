//! Taking back what was done to a board. Every change notes what it overwrites, so going back costs as little as going on.

use super::{Board, PlacedFollower};
use crate::feature::FeatureData;
use crate::grid::Filled;

/// A change of a board, with what is needed to undo it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Change {
    /// A tile was placed.
    Placed(Filled),
    /// The feature had this data.
    Feature(u16, FeatureData),
    /// `small` became a part of `big`, which had this data.
    Joined { small: u16, big: u16, before: FeatureData },
    /// The feature stopped counting a tile by this segment, since it counts it by another one.
    Uncounted(u16),
    /// A follower was added.
    Entered,
    /// A follower was removed from this place of the list.
    Left { place: u16, follower: PlacedFollower },
}

/// A state of a board to which it can go back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mark(usize);

impl Board {
    /// This state, for [`Board::take_back`].
    pub(crate) const fn mark(&self) -> Mark {
        Mark(self.changes.len())
    }

    /// Makes everything so far final.
    pub(crate) fn forget(&mut self) {
        self.changes.clear();
    }

    /// Undoes all changes since `mark`.
    pub(crate) fn take_back(&mut self, mark: Mark) {
        while self.changes.len() > mark.0 {
            match self.changes.pop() {
                Some(Change::Feature(id, before)) => self.features[usize::from(id)] = before,
                Some(Change::Joined { small, big, before }) => {
                    self.features[usize::from(big)] = before;
                    self.splice(small, big);
                    self.relabel(small);
                }
                Some(Change::Uncounted(member)) => self.members[usize::from(member)].counts = true,
                Some(Change::Placed(filled)) => self.remove_last(filled),
                Some(Change::Entered) => drop(self.followers.pop()),
                Some(Change::Left { place, follower }) => self.followers.insert(place.into(), follower),
                None => return,
            }
        }
    }

    /// A feature's data, to be changed.
    pub(super) fn change(&mut self, id: u16) -> &mut FeatureData {
        let data = &mut self.features[usize::from(id)];
        self.changes.push(Change::Feature(id, *data));
        data
    }

    /// Makes `root` the root of all members of its ring.
    fn relabel(&mut self, root: u16) {
        let mut member = root;
        loop {
            let entry = &mut self.members[usize::from(member)];
            entry.root = root;
            member = entry.next;
            if member == root {
                return;
            }
        }
    }

    fn remove_last(&mut self, filled: Filled) {
        let Some(tile) = self.tiles.pop() else { return };
        if self.cloisters.last() == Some(&tile.position) {
            self.cloisters.pop();
        }
        self.grid.unfill(tile.position, tile.kind, tile.rotation, filled);
        self.members.truncate(tile.first.into());
        self.features.truncate(tile.first.into());
    }
}
