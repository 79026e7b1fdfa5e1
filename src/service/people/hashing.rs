//! Hashes passwords off the async threads, a few at a time, in memory that is allocated once.

use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use tokio::sync::Semaphore;

use crate::Throttled;
use account::{HashCost, HashMemory, Password, PasswordHash};

/// Maximum concurrent hashes, however many processors there are: each takes 19 MiB.
const MOST_AT_ONCE: usize = 4;
/// How long a password may wait for its turn.
const PATIENCE: Duration = Duration::from_secs(5);

/// Clones share one limit and its memory.
#[derive(Clone, Debug)]
pub(crate) struct Hasher {
    /// Of new hashes.
    cost: HashCost,
    /// One permit per concurrent hash.
    permits: Arc<Semaphore>,
    /// Buffers for reuse; never more than there are permits.
    memory: Arc<Mutex<Vec<HashMemory>>>,
}

impl Hasher {
    pub fn new(cost: HashCost) -> Self {
        let at_once = thread::available_parallelism().map_or(1, |count| count.get().min(MOST_AT_ONCE));
        Self { cost, permits: Arc::new(Semaphore::new(at_once)), memory: Arc::default() }
    }

    pub async fn hash(&self, password: Password, salt: [u8; 16]) -> Result<PasswordHash, Throttled> {
        let cost = self.cost;
        self.run(move |memory| password.hash(salt, cost, memory)).await
    }

    /// Whether `typed` is the password of `hash`. `None` takes as long and returns false, so that timing does not
    /// reveal which accounts exist.
    pub async fn matches(&self, hash: Option<PasswordHash>, typed: &str) -> Result<bool, Throttled> {
        let typed = typed.to_owned();
        let hash = hash.unwrap_or_else(PasswordHash::dummy);
        self.run(move |memory| hash.matches(&typed, memory)).await
    }

    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut HashMemory) -> T + Send + 'static,
    ) -> Result<T, Throttled> {
        let permit = tokio::time::timeout(PATIENCE, self.permits.clone().acquire_owned()).await;
        let permit = permit.map_err(|_| Throttled::Busy)?.map_err(|_| Throttled::Busy)?;
        let idle = self.memory.clone();
        let done = tokio::task::spawn_blocking(move || {
            let idle = || idle.lock().unwrap_or_else(PoisonError::into_inner);
            let mut memory = idle().pop().unwrap_or_default();
            let done = work(&mut memory);
            idle().push(memory);
            drop(permit);
            done
        });
        done.await.map_err(|_| Throttled::Busy)
    }
}
