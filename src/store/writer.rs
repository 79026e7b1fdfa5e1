//! Moves on SQLite: one task commits all that wait in one transaction, so that each shares the price of making it durable.
//!
//! Moves of one group belong to different games or fail alone: a statement that finds its event numbers taken undoes
//! itself only. Should anything else go wrong, the group is undone and each move tried by itself.

use sqlx::AnyPool;
use tokio::sync::{mpsc, oneshot};

use crate::store::StoreError;
use crate::store::append::{Append, Appended, insert, refused};

/// The most moves of one transaction.
const GROUP: usize = 256;
/// How many moves may wait before senders do.
const WAITING: usize = 4096;

/// The way to the task.
#[derive(Clone, Debug)]
pub(super) struct Moves {
    queue: mpsc::Sender<Job>,
}

#[derive(Debug)]
struct Job {
    append: Append,
    answer: oneshot::Sender<Answer>,
}

/// Whether the events were stored; the append comes back with the answer.
type Answer = Result<(bool, Append), StoreError>;

impl Moves {
    /// Starts the task; it ends with the last sender.
    pub fn new(writer: AnyPool) -> Self {
        let (queue, jobs) = mpsc::channel(WAITING);
        tokio::spawn(commit_groups(writer, jobs));
        Self { queue }
    }

    /// Has a move committed.
    pub async fn append(&self, append: Append, readers: &AnyPool) -> Result<Appended, StoreError> {
        let (answer, answered) = oneshot::channel();
        self.queue.send(Job { append, answer }).await.map_err(|_| StoreError::Closed)?;
        match answered.await.map_err(|_| StoreError::Closed)?? {
            (true, append) => Ok(append.stored()),
            (false, append) => refused(readers, &append).await,
        }
    }
}

async fn commit_groups(writer: AnyPool, mut jobs: mpsc::Receiver<Job>) {
    let mut group = Vec::with_capacity(GROUP);
    while jobs.recv_many(&mut group, GROUP).await > 0 {
        match commit(&writer, &group).await {
            Ok(stored) => {
                for (job, stored) in group.drain(..).zip(stored) {
                    answer(job, Ok(stored));
                }
            }
            Err(error) => {
                tracing::warn!(%error, moves = group.len(), "a group of moves was not stored: trying each");
                for job in group.drain(..) {
                    let stored = commit(&writer, std::slice::from_ref(&job)).await;
                    answer(job, stored.map(|stored| stored[0]));
                }
            }
        }
    }
}

/// Tells the sender; one that has gone away needs no answer.
fn answer(job: Job, stored: Result<bool, StoreError>) {
    let Job { append, answer } = job;
    let _ = answer.send(stored.map(|stored| (stored, append)));
}

/// Commits a group: for each move whether it was stored.
async fn commit(writer: &AnyPool, group: &[Job]) -> Result<Vec<bool>, StoreError> {
    let mut tx = writer.begin_with("BEGIN IMMEDIATE").await?;
    let mut stored = Vec::with_capacity(group.len());
    for job in group {
        stored.push(insert(&mut tx, &job.append).await?);
    }
    tx.commit().await?;
    Ok(stored)
}
