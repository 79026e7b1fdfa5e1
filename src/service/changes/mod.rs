//! The change feed: signals that a topic has changed to its listeners, in every process on the same database. Listeners
//! then load the new state themselves.
//!
//! Within a process, a change wakes its listeners once it is stored. Between processes it travels through PostgreSQL's
//! NOTIFY, in the transaction that stores it; each process with a listener has a connection that receives these
//! messages. If that connection was down, changes may have been missed, so all listeners are woken.

mod change;
mod feed;
mod receive;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use chrono::{DateTime, Utc};

use crate::Service;
use account::{AuditEntry, OfferId, UserId};
use store::{BeginResult, Executed, OpenResult, StoreError};
use table::{Lane, Outcome, Table};

pub(super) use change::Change;
pub(super) use feed::ChangeFeed;
pub use feed::{Listener, Topic};

impl Service {
    /// Listens from now on. Must be called within the async runtime.
    pub fn listen(&self, topic: Topic) -> Listener {
        let listener = self.changes.listen(topic);
        self.receive_messages();
        listener
    }

    /// Starts to receive messages, unless that was done before.
    pub(super) fn receive_messages(&self) {
        self.changes.0.receiver_task.get_or_init(|| {
            let task = || receive::receive_messages(self.store.clone(), Arc::downgrade(&self.changes.0));
            self.store.notifies().then(|| tokio::spawn(task()).abort_handle())
        });
    }

    /// From now on, the first new job of the lane wakes its listeners, whenever it is due.
    pub(crate) fn forget_next_job(&self, lane: Lane) {
        self.changes.0.next_jobs[lane as usize].store(i64::MAX, Ordering::SeqCst);
    }

    /// A job of the lane is due then. Only earlier ones wake its listeners.
    pub(crate) fn expect_job(&self, lane: Lane, due: DateTime<Utc>) {
        self.changes.0.next_jobs[lane as usize].fetch_min(due.timestamp_millis(), Ordering::SeqCst);
    }

    /// How long it takes until the first job of the lane is due that this process has heard of; zero if one is.
    pub(crate) fn time_to_next_job(&self, lane: Lane) -> Duration {
        let next = self.changes.0.next_jobs[lane as usize].load(Ordering::SeqCst);
        let wait = next.saturating_sub(self.now().timestamp_millis());
        Duration::from_millis(u64::try_from(wait).unwrap_or_default())
    }

    /// Wakes this process's listeners to jobs, whenever those are due.
    pub(crate) fn wake_for_all_jobs(&self) {
        self.wake(&Lane::ALL.map(|lane| Change::Jobs(lane, DateTime::<Utc>::MIN_UTC)));
    }

    /// Stores an outcome and wakes its listeners in every process. `table` is the table before it; `None` if the outcome
    /// opens it.
    pub(super) async fn execute(
        &self,
        table: Option<&Table>,
        outcome: Outcome,
    ) -> Result<Executed, StoreError> {
        let changes = self.changes_of(table, &outcome);
        let executed = self.store.execute(outcome, self.change_message(&changes)).await?;
        if let Executed::Stored { .. } = executed {
            self.wake(&changes);
        }
        Ok(executed)
    }

    /// Stores an outcome with an entry of the audit log; `false`: something else was stored first.
    pub(super) async fn execute_audited(
        &self,
        table: &Table,
        outcome: Outcome,
        entry: &AuditEntry,
    ) -> Result<bool, StoreError> {
        let changes = self.changes_of(Some(table), &outcome);
        let stored = self.store.execute_audited(outcome, entry, self.change_message(&changes)).await?;
        if stored {
            self.wake(&changes);
        }
        Ok(stored)
    }

    /// Stores an outcome that opens a table of this user, unless `at_most` of them wait already; wakes listeners.
    pub(super) async fn execute_opening(
        &self,
        opener: &UserId,
        at_most: u32,
        outcome: Outcome,
    ) -> Result<OpenResult, StoreError> {
        let changes = self.changes_of(None, &outcome);
        let result = self.store.open_table(opener, at_most, outcome, self.change_message(&changes)).await?;
        if let OpenResult::Stored = result {
            self.wake(&changes);
        }
        Ok(result)
    }

    /// Begins a game of these people, with offers of some of them, unless one offer has no room.
    pub(super) async fn execute_offered(
        &self,
        outcome: Outcome,
        people: Vec<UserId>,
        offers: Vec<OfferId>,
    ) -> Result<BeginResult, StoreError> {
        let changes = self.changes_of(None, &outcome);
        let message = self.change_message(&changes);
        let result = self.store.begin_offered(outcome, people, offers, message).await?;
        if result == BeginResult::Stored {
            self.wake(&changes);
        }
        Ok(result)
    }

    pub(super) fn changes_of(&self, table: Option<&Table>, outcome: &Outcome) -> Vec<Change> {
        let pushes = outcome.pushes().filter(|_| self.notifier.is_some());
        let due: BTreeSet<DateTime<Utc>> = pushes.map(|push| push.made).collect();
        let pushes = due.into_iter().map(|due| Change::Jobs(Lane::Push, due));
        Change::all_of(table, outcome).into_iter().chain(pushes).collect()
    }

    /// The message to send with the transaction; `None` if no other process can share the database.
    pub(super) fn change_message(&self, changes: &[Change]) -> Option<String> {
        let words = || changes.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        (self.store.notifies() && !changes.is_empty()).then(|| format!("{} {}", self.changes.0.name, words()))
    }

    /// Wakes this process's listeners after changes were stored.
    pub(super) fn wake(&self, changes: &[Change]) {
        self.changes.0.wake(changes);
        if let Some(sessions) = &self.sessions {
            for change in changes {
                if let Change::User(user) = change {
                    sessions.game_changed(user);
                }
            }
        }
    }
}
