//! All writes to the database.
//!
//! On SQLite, a task owns the only writing connection and commits waiting writes in groups, which shares the cost of
//! making them durable. On PostgreSQL, each write is a transaction on the pool, in parallel with others.
//!
//! A write may run more than once, for example if its group could not be committed. It must depend only on its input
//! and the database, and have no other effects.

mod group;
mod joined;
mod metrics;
mod parallel;
#[cfg(test)]
mod tests;

use std::any::Any;
use std::sync::Arc;

use futures_util::future::BoxFuture;
use group::Group;
use metrics::WriteMetrics;
use parallel::Parallel;
pub(super) use parallel::is_conflict;
use sqlx::{AnyConnection, AnyPool};

use crate::StoreError;
use crate::batch::Batch;
use crate::file::DatabaseFile;

/// How a write ends its transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TransactionEnd<T> {
    /// Commit the changes.
    Commit(T),
    /// Nothing was changed: the first statement matched no row or hit a unique key.
    Unchanged(T),
    /// Roll the changes back. The other writes of the group then run again, so this is for rare cases.
    RollBack(T),
}

/// A running write.
pub(super) type Writing<'c, T> = BoxFuture<'c, Result<TransactionEnd<T>, StoreError>>;

/// Opens a connection for writing.
pub(super) type Connect =
    Arc<dyn Fn() -> BoxFuture<'static, Result<AnyConnection, sqlx::Error>> + Send + Sync>;

/// Clones share the task or the pool.
#[derive(Clone, Debug)]
pub(super) enum Writer {
    /// SQLite: a task commits writes in groups.
    Grouped(Group),
    /// PostgreSQL: one transaction per write.
    Parallel(Parallel),
    /// Every write fails.
    ReadOnly(WriteMetrics),
}

impl Writer {
    /// Starts the task on an open connection. `connect` replaces it when it fails. Writes fail once `file` is lost.
    pub fn grouped(connection: AnyConnection, connect: Connect, file: Option<DatabaseFile>) -> Self {
        Self::Grouped(Group::start(connection, connect, file))
    }

    pub fn parallel(pool: AnyPool) -> Self {
        Self::Parallel(Parallel::new(pool))
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
        change_message: Option<String>,
        input: I,
        run: F,
    ) -> Result<T, StoreError>
    where
        I: Send + Sync + 'static,
        T: Send + 'static,
        F: for<'c> Fn(&'c mut AnyConnection, &'c I) -> Writing<'c, T> + Send + Sync + 'static,
    {
        self.write_joined(change_message, input, |_| None, run).await
    }

    /// Like `write_and_notify`, for a write whose statements don't depend on answers of the database: `batch` has them, and what the
    /// write answers if none fails. On SQLite, those of a group's writes are sent together. Where one fails, each write runs alone:
    /// `run` does the same.
    pub async fn write_joined<I, T, F>(
        &self,
        change_message: Option<String>,
        input: I,
        batch: fn(&I) -> Option<(Batch, T)>,
        run: F,
    ) -> Result<T, StoreError>
    where
        I: Send + Sync + 'static,
        T: Send + 'static,
        F: for<'c> Fn(&'c mut AnyConnection, &'c I) -> Writing<'c, T> + Send + Sync + 'static,
    {
        match self {
            Self::Grouped(group) => group.write(input, batch, run).await,
            Self::Parallel(parallel) => parallel.write(change_message.as_deref(), &input, &run).await,
            Self::ReadOnly(_) => Err(StoreError::Unavailable("it was opened for reading only".to_owned())),
        }
    }

    pub fn metrics(&self) -> &WriteMetrics {
        match self {
            Self::Grouped(group) => group.metrics(),
            Self::Parallel(parallel) => parallel.metrics(),
            Self::ReadOnly(metrics) => metrics,
        }
    }

    /// Waits for queued writes and rejects new ones.
    pub async fn close(&self) {
        match self {
            Self::Grouped(group) => group.close().await,
            Self::Parallel(parallel) => parallel.close().await,
            Self::ReadOnly(_) => {}
        }
    }
}

fn log_panic(write: &str, panic: &(dyn Any + Send)) {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no message");
    tracing::error!(write, panic = text, "database write panicked");
}
