//! All writes to the database.
//!
//! On SQLite, a task owns the only writing connection and commits waiting writes in groups, which shares the cost of
//! making them durable. On PostgreSQL, each write is a transaction on the pool, in parallel with others.
//!
//! A write may run more than once, for example if its group could not be committed. It must depend only on its input
//! and the database, and have no other effects.

mod group;
mod metrics;
#[cfg(test)]
mod tests;

use std::any::{Any, type_name};
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Instant;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use group::Group;
use metrics::WriteMetrics;
use sqlx::error::DatabaseError;
use sqlx::{AnyConnection, AnyPool, Connection};

use crate::store::StoreError;
use crate::store::file::DatabaseFile;
use crate::store::notify::notify;

/// How often a write is retried after PostgreSQL aborted it because of a deadlock or a serialization failure.
const CONFLICTS: u32 = 5;

/// What a write did to the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict<T> {
    /// Commit the changes.
    Keep(T),
    /// Nothing was changed: the first statement matched no row or hit a unique key.
    Unchanged(T),
    /// Roll the changes back. The other writes of the group then run again, so this is for rare cases.
    Undo(T),
}
use Verdict::{Keep, Unchanged, Undo};

/// A running write.
pub(super) type Writing<'c, T> = BoxFuture<'c, Result<Verdict<T>, StoreError>>;

/// Opens a connection for writing.
pub(super) type Connect =
    Arc<dyn Fn() -> BoxFuture<'static, Result<AnyConnection, sqlx::Error>> + Send + Sync>;

/// Clones share the task or the pool.
#[derive(Clone, Debug)]
pub(super) enum Writer {
    /// SQLite: a task commits writes in groups.
    Grouped(Group),
    /// PostgreSQL: one transaction per write.
    Parallel(AnyPool, WriteMetrics),
    /// Every write fails.
    ReadOnly(WriteMetrics),
}

impl Writer {
    /// Starts the task on an open connection. `connect` replaces it when it fails. Writes fail once `file` is lost.
    pub fn grouped(connection: AnyConnection, connect: Connect, file: Option<DatabaseFile>) -> Self {
        Self::Grouped(Group::start(connection, connect, file))
    }

    pub fn parallel(pool: AnyPool) -> Self {
        Self::Parallel(pool, WriteMetrics::default())
    }

    pub fn read_only() -> Self {
        Self::ReadOnly(WriteMetrics::default())
    }

    /// Runs a write in a transaction and returns its answer once it is durable.
    pub async fn write<I, T, F>(&self, input: I, run: F) -> Result<T, StoreError>
    where
        I: Send + Sync + 'static,
        T: Send + 'static,
        F: for<'c> Fn(&'c mut AnyConnection, &'c I) -> Writing<'c, T> + Send + Sync + 'static,
    {
        self.write_and_notify(None, input, run).await
    }

    /// Like `write`. On PostgreSQL, the transaction also notifies all processes if it commits.
    pub async fn write_and_notify<I, T, F>(
        &self,
        notification: Option<String>,
        input: I,
        run: F,
    ) -> Result<T, StoreError>
    where
        I: Send + Sync + 'static,
        T: Send + 'static,
        F: for<'c> Fn(&'c mut AnyConnection, &'c I) -> Writing<'c, T> + Send + Sync + 'static,
    {
        match self {
            Self::Grouped(group) => group.write(input, run).await,
            Self::Parallel(pool, metrics) => {
                write_alone(pool, metrics, notification.as_deref(), &input, &run).await
            }
            Self::ReadOnly(_) => Err(StoreError::Unavailable("it was opened for reading only".to_owned())),
        }
    }

    pub fn metrics(&self) -> &WriteMetrics {
        match self {
            Self::Grouped(group) => group.metrics(),
            Self::Parallel(_, metrics) | Self::ReadOnly(metrics) => metrics,
        }
    }

    /// Waits for queued writes and rejects new ones.
    pub async fn close(&self) {
        match self {
            Self::Grouped(group) => group.close().await,
            Self::Parallel(pool, _) => pool.close().await,
            Self::ReadOnly(_) => {}
        }
    }
}

/// Runs a write in its own transaction on PostgreSQL.
async fn write_alone<I, T, F>(
    pool: &AnyPool,
    metrics: &WriteMetrics,
    notification: Option<&str>,
    input: &I,
    run: &F,
) -> Result<T, StoreError>
where
    F: for<'c> Fn(&'c mut AnyConnection, &'c I) -> Writing<'c, T>,
{
    let mut conflicts = 0;
    loop {
        let mut connection = pool.acquire().await?;
        let transaction = async {
            let begun = Instant::now();
            let mut tx = connection.begin().await?;
            match run(&mut tx, input).await? {
                Keep(answer) => {
                    if let Some(text) = notification {
                        notify(&mut tx, text).await?;
                    }
                    tx.commit().await?;
                    metrics.committed(1, begun.elapsed());
                    Ok(answer)
                }
                Unchanged(answer) | Undo(answer) => {
                    tx.rollback().await?;
                    Ok(answer)
                }
            }
        };
        match AssertUnwindSafe(transaction).catch_unwind().await {
            Ok(Err(StoreError::Database(error))) if conflicts < CONFLICTS && is_conflict(&error) => {
                conflicts += 1;
            }
            Ok(answer) => return answer,
            Err(panic) => {
                log_panic(type_name::<F>(), panic.as_ref());
                connection.close_on_drop();
                return Err(StoreError::Interrupted);
            }
        }
    }
}

/// Whether PostgreSQL aborted a transaction that may succeed if retried: a deadlock or a serialization failure.
pub(super) fn is_conflict(error: &sqlx::Error) -> bool {
    let code = error.as_database_error().and_then(DatabaseError::code);
    matches!(code.as_deref(), Some("40P01" | "40001"))
}

fn log_panic(write: &str, panic: &(dyn Any + Send)) {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no message");
    tracing::error!(write, panic = text, "database write panicked");
}
