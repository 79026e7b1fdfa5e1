//! Hashing passwords without holding up anybody else: off the async threads, few at a time.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Semaphore;

use crate::account::{Password, PasswordHash};
use crate::service::{NotNow, chance};

/// How many passwords are hashed at once: each takes 19 MiB and a processor.
const AT_ONCE: usize = 4;
/// How long a password may wait for its turn.
const PATIENCE: Duration = Duration::from_secs(5);

/// A place where passwords are hashed.
#[derive(Clone, Debug)]
pub(super) struct Hashing(Arc<Semaphore>);

impl Default for Hashing {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(AT_ONCE)))
    }
}

impl Hashing {
    /// What may be stored of a password.
    pub async fn hash(&self, password: Password) -> Result<PasswordHash, NotNow> {
        self.run(move || password.hash(chance::bytes())).await
    }

    /// Whether `typed` is the password of `hash`; without a hash as much work, and no.
    pub async fn matches(&self, hash: Option<PasswordHash>, typed: &str) -> Result<bool, NotNow> {
        let typed = typed.to_owned();
        self.run(move || match &hash {
            Some(hash) => hash.matches(&typed),
            None => PasswordHash::of_nobody().matches(&typed),
        })
        .await
    }

    async fn run<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, NotNow> {
        let turn = tokio::time::timeout(PATIENCE, self.0.clone().acquire_owned()).await;
        let permit = turn.map_err(|_| NotNow::Busy)?.map_err(|_| NotNow::Busy)?;
        let done = tokio::task::spawn_blocking(move || {
            let done = work();
            drop(permit);
            done
        });
        done.await.map_err(|_| NotNow::Busy)
    }
}
