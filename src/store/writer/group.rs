//! Group commit on SQLite: a task commits all waiting writes in one transaction.

use std::any::type_name;
use std::collections::VecDeque;
use std::fmt;
use std::panic::AssertUnwindSafe;
use std::time::{Duration, Instant};

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use sqlx::{Any, AnyConnection, Connection, Transaction};
use tokio::sync::{mpsc, oneshot, watch};

use crate::StoreError;
use crate::batch::Batch;
use crate::file::DatabaseFile;
use crate::writer::TransactionEnd::{Commit, RollBack, Unchanged};
use crate::writer::joined::Joined;
use crate::writer::metrics::WriteMetrics;
use crate::writer::{Connect, Writing, log_panic};

/// Maximum writes per transaction.
const GROUP: usize = 256;
/// Queued writes before senders have to wait.
const QUEUE: usize = 4096;
/// Initial delay before the task restarts; doubled each time, up to `RESTART_LONGEST`.
const RESTART: Duration = Duration::from_millis(50);
const RESTART_LONGEST: Duration = Duration::from_secs(10);
/// A handle to the writer task.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    queue: mpsc::Sender<Box<dyn Write>>,
    stop: watch::Sender<bool>,
    ended: watch::Receiver<bool>,
    metrics: WriteMetrics,
}

impl Group {
    pub fn start(connection: AnyConnection, connect: Connect, file: Option<DatabaseFile>) -> Self {
        let (queue, writes) = mpsc::channel(QUEUE);
        let (stop, stopping) = watch::channel(false);
        let (end, ended) = watch::channel(false);
        let metrics = WriteMetrics::default();
        let counted = metrics.clone();
        let task = Task {
            writes,
            stopping,
            connect,
            connection: Some(connection),
            file,
            failures: 0,
            metrics: counted,
        };
        tokio::spawn(async move {
            task.supervise().await;
            end.send_replace(true);
        });
        Self { queue, stop, ended, metrics }
    }

    pub async fn write<I, T, F>(
        &self,
        input: I,
        batch: fn(&I) -> Option<(Batch, T)>,
        run: F,
    ) -> Result<T, StoreError>
    where
        I: Send + Sync + 'static,
        T: Send + 'static,
        F: for<'c> Fn(&'c mut AnyConnection, &'c I) -> Writing<'c, T> + Send + Sync + 'static,
    {
        let (answer, answered) = oneshot::channel();
        let job = Job { input, batch, run, result: None, answer };
        self.queue.send(Box::new(job)).await.map_err(|_| StoreError::Closed)?;
        answered.await.map_err(|_| StoreError::Interrupted)?
    }

    pub fn metrics(&self) -> &WriteMetrics {
        &self.metrics
    }

    /// Writes that the task has not taken yet.
    pub fn queued(&self) -> usize {
        self.queue.max_capacity() - self.queue.capacity()
    }

    /// Waits for queued writes and rejects new ones.
    pub async fn close(&self) {
        self.stop.send_replace(true);
        // An error means that the task has ended.
        let _ = self.ended.clone().wait_for(|ended| *ended).await;
    }
}

/// A [`TransactionEnd`] without its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Effect {
    Stays,
    Undone,
}

/// A queued write with its types erased.
trait Write: Send {
    /// For logs.
    fn name(&self) -> &'static str;
    /// The statements that are all that the write does, if there are such. Stores the answer for when none fails.
    fn batch(&mut self) -> Option<Batch>;
    /// Runs the write and stores its answer.
    fn run<'c>(&'c mut self, connection: &'c mut AnyConnection) -> BoxFuture<'c, Result<Effect, StoreError>>;
    /// Sends the stored answer. Senders that are gone are ignored.
    fn answer(self: Box<Self>);
    /// Sends an error.
    fn fail(self: Box<Self>, error: StoreError);
}

impl fmt::Debug for dyn Write {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

struct Job<I, T, F> {
    input: I,
    batch: fn(&I) -> Option<(Batch, T)>,
    run: F,
    result: Option<T>,
    answer: oneshot::Sender<Result<T, StoreError>>,
}

impl<I, T, F> Write for Job<I, T, F>
where
    I: Send + Sync,
    T: Send,
    F: for<'c> Fn(&'c mut AnyConnection, &'c I) -> Writing<'c, T> + Send + Sync,
{
    fn name(&self) -> &'static str {
        type_name::<F>()
    }

    fn batch(&mut self) -> Option<Batch> {
        let (batch, answer) = (self.batch)(&self.input)?;
        self.result = Some(answer);
        Some(batch)
    }

    fn run<'c>(&'c mut self, connection: &'c mut AnyConnection) -> BoxFuture<'c, Result<Effect, StoreError>> {
        Box::pin(async move {
            let (answer, effect) = match (self.run)(connection, &self.input).await? {
                Commit(answer) | Unchanged(answer) => (answer, Effect::Stays),
                RollBack(answer) => (answer, Effect::Undone),
            };
            self.result = Some(answer);
            Ok(effect)
        })
    }

    fn answer(self: Box<Self>) {
        let _ = self.answer.send(self.result.ok_or(StoreError::Interrupted));
    }

    fn fail(self: Box<Self>, error: StoreError) {
        let _ = self.answer.send(Err(error));
    }
}

/// The task that writes to SQLite.
struct Task {
    writes: mpsc::Receiver<Box<dyn Write>>,
    stopping: watch::Receiver<bool>,
    connect: Connect,
    /// `None` after a failed transaction: SQLite rolls some back by itself (disk full, I/O error, out of memory) while
    /// the driver still counts them as open.
    connection: Option<AnyConnection>,
    /// `None` if nothing is to be watched.
    file: Option<DatabaseFile>,
    /// Panics since the last commit.
    failures: u32,
    metrics: WriteMetrics,
}

/// How a transaction ended.
enum Attempt {
    /// All its writes are durable.
    Committed,
    /// The write at this index ended the transaction, which was rolled back. `Ok`: the write asked to be undone.
    Stopped(usize, Result<(), StoreError>),
    /// One of the writes that were sent together failed, and all were rolled back.
    NotJoined,
    /// The commit failed.
    NotCommitted(sqlx::Error),
    /// `BEGIN` failed.
    NotBegun(sqlx::Error),
}

impl Attempt {
    const fn leaves_connection_usable(&self) -> bool {
        matches!(self, Self::Committed | Self::Stopped(_, Ok(())) | Self::NotJoined)
    }
}

impl Task {
    /// Serves the queue until it is closed, and restarts after panics.
    async fn supervise(mut self) {
        while let Err(panic) = AssertUnwindSafe(self.serve()).catch_unwind().await {
            log_panic("writer", panic.as_ref());
            self.discard().await;
            let delay = (RESTART * 2_u32.saturating_pow(self.failures)).min(RESTART_LONGEST);
            self.failures += 1;
            tracing::error!(?delay, "database writer panicked, restarting");
            tokio::time::sleep(delay).await;
        }
        self.discard().await;
    }

    async fn serve(&mut self) {
        let mut group = Vec::with_capacity(GROUP);
        let mut open = true;
        loop {
            tokio::select! {
                biased;
                () = stopped(&mut self.stopping), if open => {
                    open = false;
                    self.writes.close();
                }
                received = self.writes.recv_many(&mut group, GROUP) => match received {
                    0 => return,
                    _ => self.commit_all(group.drain(..).collect()).await,
                },
            }
        }
    }

    /// Commits as many writes as possible and answers all. The writes before a failing one are known to succeed
    /// together, so they are committed first and the rest afterwards: no write runs more than a few times.
    async fn commit_all(&mut self, mut writes: VecDeque<Box<dyn Write>>) {
        let (mut size, mut joins) = (writes.len(), true);
        while !writes.is_empty() {
            size = size.clamp(1, writes.len());
            let begun = Instant::now();
            match self.attempt(&mut writes.make_contiguous()[..size], joins).await {
                Attempt::Committed if self.file.as_ref().is_some_and(|file| !file.is_in_place()) => {
                    tracing::error!("the database file was deleted or replaced, no write is acknowledged");
                    for write in writes.drain(..) {
                        write.fail(StoreError::Unavailable("its file was deleted or replaced".to_owned()));
                    }
                }
                Attempt::Committed => {
                    self.failures = 0;
                    self.metrics.committed(u32::try_from(size).unwrap_or(u32::MAX), begun.elapsed());
                    writes.drain(..size).for_each(Write::answer);
                    size = writes.len();
                }
                Attempt::Stopped(0, ended) => {
                    if let Some(write) = writes.pop_front() {
                        match ended {
                            Ok(()) => write.answer(),
                            Err(error) => write.fail(error),
                        }
                    }
                    size = writes.len();
                }
                Attempt::Stopped(index, _) => size = index,
                Attempt::NotJoined => joins = false,
                Attempt::NotCommitted(error) if size == 1 => {
                    tracing::warn!(%error, "failed to commit a write");
                    writes.drain(..1).for_each(|write| write.fail(unavailable(&error)));
                }
                Attempt::NotCommitted(error) => {
                    tracing::warn!(%error, writes = size, "failed to commit a group of writes, retrying each alone");
                    size = 1;
                }
                Attempt::NotBegun(error) => {
                    tracing::error!(%error, "database not writable");
                    for write in writes.drain(..) {
                        write.fail(unavailable(&error));
                    }
                }
            }
        }
    }

    /// Runs writes in one transaction.
    async fn attempt(&mut self, writes: &mut [Box<dyn Write>], joins: bool) -> Attempt {
        if let Some(connection) = &mut self.connection {
            let attempt = run_all(connection, writes, joins).await;
            match &attempt {
                ended if ended.leaves_connection_usable() => return attempt,
                // The driver's thread is gone, or an earlier transaction is still open.
                Attempt::NotBegun(error) if error.as_database_error().is_none() => self.discard().await,
                _ => {
                    self.discard().await;
                    return attempt;
                }
            }
        }
        let connection = match (self.connect)().await {
            Ok(connection) => self.connection.insert(connection),
            Err(error) => return Attempt::NotBegun(error),
        };
        let attempt = run_all(connection, writes, joins).await;
        if !attempt.leaves_connection_usable() {
            self.discard().await;
        }
        attempt
    }

    /// Closes the connection, which rolls back any open transaction. The next write opens another.
    async fn discard(&mut self) {
        if let Some(connection) = self.connection.take()
            && let Err(error) = connection.close().await
        {
            tracing::warn!(%error, "failed to close the writer's connection");
        }
    }
}

fn unavailable(error: &sqlx::Error) -> StoreError {
    StoreError::Unavailable(error.to_string())
}

/// Returns when the writer is closed or dropped.
async fn stopped(stopping: &mut watch::Receiver<bool>) {
    let _ = stopping.wait_for(|stopping| *stopping).await;
}

async fn run_all(connection: &mut AnyConnection, writes: &mut [Box<dyn Write>], joins: bool) -> Attempt {
    let mut tx = match connection.begin_with("BEGIN IMMEDIATE").await {
        Ok(tx) => tx,
        Err(error) => return Attempt::NotBegun(error),
    };
    let batches = writes.iter_mut().enumerate().filter_map(|(index, write)| Some((index, write.batch()?)));
    let joined = if joins { Joined::of(batches) } else { Joined::default() };
    for batch in joined.batches {
        if batch.execute(&mut tx).await.is_err() {
            return roll_back(tx, Attempt::NotJoined).await;
        }
    }
    for (index, write) in writes.iter_mut().enumerate().filter(|(index, _)| !joined.writes.contains(index)) {
        let name = write.name();
        match AssertUnwindSafe(write.run(&mut tx)).catch_unwind().await {
            Ok(Ok(Effect::Stays)) => {}
            Ok(Ok(Effect::Undone)) => return roll_back(tx, Attempt::Stopped(index, Ok(()))).await,
            Ok(Err(error)) => return Attempt::Stopped(index, Err(error)),
            Err(panic) => {
                log_panic(name, panic.as_ref());
                return Attempt::Stopped(index, Err(StoreError::Interrupted));
            }
        }
    }
    match tx.commit().await {
        Ok(()) => Attempt::Committed,
        Err(error) => Attempt::NotCommitted(error),
    }
}

async fn roll_back(tx: Transaction<'_, Any>, attempt: Attempt) -> Attempt {
    match tx.rollback().await {
        Ok(()) => attempt,
        Err(error) => Attempt::NotCommitted(error),
    }
}
