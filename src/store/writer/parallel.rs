//! On PostgreSQL, each write is a transaction on the pool, in parallel with others.

use std::any::type_name;
use std::panic::AssertUnwindSafe;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use futures_util::FutureExt;
use sqlx::error::DatabaseError;
use sqlx::{Any, AnyConnection, AnyPool, Transaction};
use tokio::sync::oneshot;
use tokio::time::timeout;

use crate::StoreError;
use crate::notify::notify;
use crate::writer::TransactionEnd::{Commit, RollBack, Unchanged};
use crate::writer::metrics::WriteMetrics;
use crate::writer::{Writing, log_panic};

/// How often a write is retried after PostgreSQL aborted it because of a deadlock or a serialization failure.
const CONFLICTS: u32 = 5;

/// How long PostgreSQL may take to acknowledge a commit.
const PATIENCE: Duration = Duration::from_secs(10);

/// Clones share the pool.
#[derive(Clone, Debug)]
pub(crate) struct Parallel {
    pool: AnyPool,
    metrics: WriteMetrics,
    /// Commits that have not been acknowledged in time. They can't be taken back, and each keeps its connection busy, on the
    /// server, too. So nothing more is written until they end.
    overdue: Arc<AtomicU32>,
}

impl Parallel {
    pub fn new(pool: AnyPool) -> Self {
        Self { pool, metrics: WriteMetrics::default(), overdue: Arc::default() }
    }

    pub fn metrics(&self) -> &WriteMetrics {
        &self.metrics
    }

    pub async fn close(&self) {
        // A commit that is never acknowledged doesn't hold up the end.
        if timeout(PATIENCE, self.pool.close()).await.is_err() {
            tracing::warn!("stopping while PostgreSQL has not acknowledged all commits");
        }
    }

    /// Runs a write in its own transaction.
    pub async fn write<I, T, F>(
        &self,
        change_message: Option<&str>,
        input: &I,
        run: &F,
    ) -> Result<T, StoreError>
    where
        F: for<'c> Fn(&'c mut AnyConnection, &'c I) -> Writing<'c, T>,
    {
        let mut conflicts = 0;
        loop {
            if self.overdue.load(Ordering::SeqCst) > 0 {
                return Err(unacknowledged());
            }
            let attempt = AssertUnwindSafe(self.attempt(change_message, input, run));
            match attempt.catch_unwind().await {
                Ok(Err(StoreError::Database(error))) if conflicts < CONFLICTS && is_conflict(&error) => {
                    conflicts += 1;
                }
                Ok(answer) => return answer,
                Err(panic) => {
                    log_panic(type_name::<F>(), panic.as_ref());
                    return Err(StoreError::Interrupted);
                }
            }
        }
    }

    async fn attempt<I, T, F>(
        &self,
        change_message: Option<&str>,
        input: &I,
        run: &F,
    ) -> Result<T, StoreError>
    where
        F: for<'c> Fn(&'c mut AnyConnection, &'c I) -> Writing<'c, T>,
    {
        let mut tx = self.pool.begin().await?;
        let begun = Instant::now();
        match run(&mut tx, input).await? {
            Commit(answer) => {
                if let Some(text) = change_message {
                    notify(&mut tx, text).await?;
                }
                self.commit(tx).await?;
                self.metrics.committed(1, begun.elapsed());
                Ok(answer)
            }
            Unchanged(answer) | RollBack(answer) => {
                tx.rollback().await?;
                Ok(answer)
            }
        }
    }

    /// Commits in a task of its own, so that the caller can stop waiting while the commit goes on.
    async fn commit(&self, tx: Transaction<'static, Any>) -> Result<(), StoreError> {
        let (answer, answered) = oneshot::channel();
        let writer = self.clone();
        tokio::spawn(async move {
            let mut commit = pin!(tx.commit());
            if let Ok(committed) = timeout(PATIENCE, &mut commit).await {
                // Nobody may wait for it any more, here and below.
                let _ = answer.send(committed.map_err(StoreError::from));
                return;
            }
            let is_first = writer.overdue.fetch_add(1, Ordering::SeqCst) == 0;
            let _ = answer.send(Err(unacknowledged()));
            if is_first {
                writer.log_overdue().await;
            }
            let committed = commit.await;
            if writer.overdue.fetch_sub(1, Ordering::SeqCst) == 1 {
                tracing::info!(?committed, "PostgreSQL answers commits again");
            }
        });
        answered.await.map_err(|_| StoreError::Interrupted)?
    }

    async fn log_overdue(&self) {
        let standbys = sqlx::query_scalar::<_, String>("SELECT current_setting('synchronous_standby_names')");
        match standbys.fetch_one(&self.pool).await {
            Ok(standbys) if !standbys.is_empty() => tracing::error!(
                standbys,
                "PostgreSQL has not acknowledged a commit for {PATIENCE:?}: it waits for a standby in synchronous_standby_names. Nothing \
                 is written until it answers. Start the standby, or reset the setting and reload the configuration"
            ),
            _ => tracing::error!(
                "PostgreSQL has not acknowledged a commit for {PATIENCE:?}. Nothing is written until it answers"
            ),
        }
    }
}

fn unacknowledged() -> StoreError {
    StoreError::Unavailable(format!("PostgreSQL has not acknowledged a commit for {PATIENCE:?}"))
}

/// Whether PostgreSQL aborted a transaction that may succeed if retried: a deadlock or a serialization failure.
pub(crate) fn is_conflict(error: &sqlx::Error) -> bool {
    let code = error.as_database_error().and_then(DatabaseError::code);
    matches!(code.as_deref(), Some("40P01" | "40001"))
}
