//! Lets each user open one table at a time, so that requests sent at once can't pass the limit of waiting tables together.

use std::hash::{BuildHasher, RandomState};

use tokio::sync::{Mutex, MutexGuard};

use crate::account::UserId;

/// Users who share a lock only wait for each other.
const LOCKS: usize = 64;

/// For this process: with several servers on one database, each lets a user open one more.
#[derive(Debug)]
pub(in crate::service) struct Openings {
    locks: [Mutex<()>; LOCKS],
    hasher: RandomState,
}

impl Default for Openings {
    fn default() -> Self {
        Self { locks: [(); LOCKS].map(Mutex::new), hasher: RandomState::new() }
    }
}

impl Openings {
    /// The user's turn to open a table, from counting those that wait until it is stored.
    pub async fn turn(&self, user: &UserId) -> MutexGuard<'_, ()> {
        #[allow(clippy::cast_possible_truncation, reason = "any part of a hash will do")]
        let hash = self.hasher.hash_one(user) as usize;
        self.locks[hash % LOCKS].lock().await
    }
}
