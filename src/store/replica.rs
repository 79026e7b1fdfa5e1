//! A streaming replica of the PostgreSQL database, for reading what may be a little old.
//!
//! Once a second, the server asks the primary how far its log is, and the replica how far it has replayed that log. So it knows a
//! moment whose state the replica has in full, without writing anything.

use std::collections::VecDeque;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use sqlx::any::AnyPoolOptions;
use sqlx::{AnyPool, Executor};
use tokio::task::AbortHandle;

use crate::connect::{POSTGRES_SETTINGS, cannot_open};
use crate::row::Reader;
use crate::writer::Writer;
use crate::{Store, StoreError};
use environment::config::Database;

/// A replica that is further behind isn't read.
pub const LONGEST_LAG: Duration = Duration::from_secs(10);

const CONNECTIONS: u32 = 16;
const EVERY: Duration = Duration::from_secs(1);
/// How long a replica may take to answer before the primary is asked.
const PATIENCE: Duration = Duration::from_secs(2);

/// Clones share the connections.
#[derive(Clone, Debug)]
pub(super) struct Replica(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    /// Reads from the replica, and can't write.
    store: Store,
    state: Arc<Mutex<State>>,
    task: AbortHandle,
}

#[derive(Debug, Default)]
struct State {
    lag: Lag,
    /// Whether the log says that it isn't used.
    warned: bool,
}

/// Which state of the primary the replica has.
#[derive(Debug, Default)]
struct Lag {
    /// How far the primary's log was at least at a time, oldest first.
    marks: VecDeque<(Instant, i64)>,
    /// The replica has all of the primary's state at this time.
    replayed: Option<Instant>,
}

impl Lag {
    fn mark(&mut self, at: Instant, lsn: i64) {
        if self.marks.len() >= 60 {
            self.marks.pop_front();
        }
        self.marks.push_back((at, lsn));
    }

    fn replayed(&mut self, lsn: i64) {
        while let Some(&(at, marked)) = self.marks.front()
            && marked <= lsn
        {
            self.replayed = Some(at);
            self.marks.pop_front();
        }
    }

    /// `None` if that is too long, or unknown.
    fn age(&self, now: Instant) -> Option<Duration> {
        let age = now.duration_since(self.replayed?);
        (age <= LONGEST_LAG).then_some(age)
    }
}

impl State {
    /// Notes that the replica is not to be used until it answers again.
    fn failed(&mut self, why: &dyn fmt::Display) {
        self.lag = Lag::default();
        if !std::mem::replace(&mut self.warned, true) {
            tracing::warn!(%why, "not reading from the replica");
        }
    }

    /// It has answered.
    fn looked(&mut self) {
        match (self.lag.age(Instant::now()), self.lag.replayed) {
            (Some(_), _) if self.warned => {
                self.warned = false;
                tracing::info!("reading from the replica again");
            }
            (None, Some(_)) if !self.warned => {
                self.warned = true;
                tracing::warn!(why = "it is too far behind", "not reading from the replica");
            }
            _ => {}
        }
    }
}

impl Replica {
    /// Connects when there is something to read. `primary` is the pool of the database itself.
    pub fn open(database: &Database, url: &str, primary: AnyPool) -> Result<Self, StoreError> {
        // See `open_postgres`.
        let settings = if database.direct.is_some() { "" } else { POSTGRES_SETTINGS };
        let pool = AnyPoolOptions::new()
            .max_connections(CONNECTIONS)
            .acquire_timeout(PATIENCE)
            .after_connect(move |connection, _| {
                Box::pin(async move {
                    if settings.is_empty() { Ok(()) } else { connection.execute(settings).await.map(drop) }
                })
            })
            .connect_lazy(url)
            .map_err(|error| cannot_open(url, &error.to_string()))?;
        let state = Arc::<Mutex<State>>::default();
        let task = tokio::spawn(watch(primary, pool.clone(), state.clone())).abort_handle();
        let writer = Writer::read_only();
        let store =
            Store { readers: pool, writer, file: None, shared_url: None, replica: None, sole_server: None };
        Ok(Self(Arc::new(Inner { store, state, task })))
    }

    pub async fn close(&self) {
        self.0.task.abort();
        self.0.store.readers.close().await;
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Store {
    pub fn has_replica(&self) -> bool {
        self.replica.is_some()
    }

    /// The replica if there is one that is not too far behind, and how old its state may be. See [`Self::from_replica`].
    pub fn replica(&self) -> Option<(&Self, Duration)> {
        let replica = self.replica.as_ref()?;
        let age = lock(&replica.0.state).lag.age(Instant::now())?;
        Some((&replica.0.store, age))
    }

    /// What was read from the replica; `None` if it failed, and the database itself must be asked.
    pub async fn from_replica<T>(&self, read: impl Future<Output = Result<T, StoreError>>) -> Option<T> {
        let why = match tokio::time::timeout(PATIENCE, read).await {
            Ok(Ok(found)) => return Some(found),
            Ok(Err(error)) => error.to_string(),
            Err(_) => "no answer".to_owned(),
        };
        if let Some(replica) = &self.replica {
            lock(&replica.0.state).failed(&why);
        }
        None
    }
}

fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Follows how far behind the replica is.
async fn watch(primary: AnyPool, replica: AnyPool, state: Arc<Mutex<State>>) {
    loop {
        let looked = tokio::time::timeout(2 * PATIENCE, look(&primary, &replica, &state)).await;
        match looked {
            Ok(Err(error)) => lock(&state).failed(&error),
            Err(_) => lock(&state).failed(&"no answer"),
            Ok(Ok(false)) => lock(&state).failed(&"it is no standby"),
            Ok(Ok(true)) => lock(&state).looked(),
        }
        tokio::time::sleep(EVERY).await;
    }
}

/// `false` if the replica is a database of its own, such as a standby that was promoted.
async fn look(primary: &AnyPool, replica: &AnyPool, state: &Mutex<State>) -> Result<bool, StoreError> {
    let now = Instant::now();
    let lsn = lsn(
        primary,
        "SELECT 'primary' AS name, CAST(pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') AS BIGINT) AS lsn",
    );
    let lsn = lsn.await?.unwrap_or_default();
    lock(state).lag.mark(now, lsn);
    let replayed = "SELECT 'replica' AS name, CASE WHEN pg_is_in_recovery()
         THEN CAST(pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0') AS BIGINT) END AS lsn";
    let Some(replayed) = self::lsn(replica, replayed).await? else { return Ok(false) };
    lock(state).lag.replayed(replayed);
    Ok(true)
}

async fn lsn(pool: &AnyPool, statement: &'static str) -> Result<Option<i64>, StoreError> {
    let row = sqlx::query(statement).fetch_one(pool).await?;
    Reader::new(&row, "pg_wal", "name")?.maybe_number("lsn")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_replica_is_as_old_as_the_last_mark_that_it_has_reached() {
        let begun = Instant::now();
        let at = |seconds| begun + Duration::from_secs(seconds);
        let mut lag = Lag::default();
        assert_eq!(lag.age(at(0)), None, "unknown");
        lag.mark(at(0), 100);
        lag.replayed(99);
        assert_eq!(lag.age(at(0)), None);
        lag.replayed(100);
        assert_eq!(lag.age(at(3)), Some(Duration::from_secs(3)));
        lag.mark(at(4), 100);
        lag.mark(at(5), 200);
        lag.replayed(199);
        assert_eq!(lag.age(at(5)), Some(Duration::from_secs(1)), "nothing was written until then");
        assert_eq!(lag.age(at(15)), None, "too far behind");
        lag.replayed(200);
        assert_eq!(lag.age(at(15)), Some(LONGEST_LAG));
    }

    #[test]
    fn marks_that_a_replica_never_reaches_are_dropped() {
        let mut lag = Lag::default();
        for lsn in 0..1000 {
            lag.mark(Instant::now(), lsn);
        }
        assert_eq!(lag.marks.len(), 60);
    }
}
