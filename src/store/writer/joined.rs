//! Writes that are sent to SQLite together.
//!
//! SQLite's thread and the writer's task wait for each other once a write. That takes longer than the few small statements of a move.

use std::collections::HashSet;

use crate::batch::Batch;

/// Maximum writes that are sent together. All numbers of them are powers of two, so that there are few texts to prepare.
const MOST: usize = 8;

#[derive(Default)]
pub(super) struct Joined {
    /// Each has the statements of several writes.
    pub batches: Vec<Batch>,
    /// The indices of these writes.
    pub writes: HashSet<usize>,
}

impl Joined {
    /// Joins those of one shape. The writes of a group don't wait for each other, so their order does not matter.
    pub fn of(batches: impl Iterator<Item = (usize, Batch)>) -> Self {
        let mut batches: Vec<_> = batches.collect();
        batches.sort_by(|(_, one), (_, other)| one.shape().cmp(&other.shape()));
        let mut joined = Self::default();
        while let Some((_, last)) = batches.last() {
            let alike = batches.iter().rev().take_while(|(_, batch)| batch.shape() == last.shape()).count();
            let together = batches.split_off(batches.len() - (1 << alike.min(MOST).ilog2()));
            if together.len() > 1 {
                joined.writes.extend(together.iter().map(|(index, _)| *index));
                joined.batches.extend(together.into_iter().map(|(_, batch)| batch).reduce(Batch::join));
            }
        }
        joined
    }
}
