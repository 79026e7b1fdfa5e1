//! The change feed: signals that a topic has changed to its listeners, in every process on the same database. Listeners
//! then load the new state themselves.
//!
//! Within a process, a change wakes its listeners once it is stored. Between processes it travels through PostgreSQL's
//! NOTIFY, in the transaction that stores it; each process with a listener has a connection that receives these
//! notifications. If that connection was down, changes may have been missed, so all listeners are woken.

use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};
use std::time::Duration;

use chrono::{DateTime, Utc};
use tokio::sync::watch;
use tokio::task::AbortHandle;

use crate::account::UserId;
use crate::service::{Service, chance};
use crate::store::{Executed, Store, StoreError};
use crate::table::{GameId, JobChange, Lane, Outcome, Player, Status, Table, TableEvent};

/// The longest delay before reconnecting.
const LONGEST_PAUSE: Duration = Duration::from_secs(30);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Topic {
    /// A table or game: its events and seats.
    Game(GameId),
    /// Any table at which the user has a seat or is invited.
    User(UserId),
    /// Jobs of a lane due earlier than the next one that this process knows of.
    Jobs(Lane),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Change {
    Game(GameId),
    /// A table at which the user has a seat or is invited.
    User(UserId),
    /// Jobs of a lane were scheduled; the earliest is due at this time.
    Jobs(Lane, DateTime<Utc>),
}

/// As a word of a PostgreSQL notification.
impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Game(game) => write!(f, "game:{}", game.as_str()),
            Self::User(user) => write!(f, "user:{}", user.as_str()),
            Self::Jobs(lane, due) => write!(f, "{}:{}", lane.word(), due.timestamp_millis()),
        }
    }
}

impl Change {
    /// `None` for words written by newer versions.
    fn parse(word: &str) -> Option<Self> {
        match word.split_once(':')? {
            ("game", id) => GameId::parse(id).map(Self::Game),
            ("user", id) => UserId::parse(id).map(Self::User),
            (lane, due) => {
                let due = DateTime::from_timestamp_millis(due.parse().ok()?)?;
                Lane::parse(lane).map(|lane| Self::Jobs(lane, due))
            }
        }
    }

    /// The changes that an outcome makes; `table` is the table before it, `None` if the outcome opens it. Until a rematch
    /// starts, its changes are also changes of the game before it, whose pages show it.
    fn all_of(table: Option<&Table>, outcome: &Outcome) -> Vec<Self> {
        let mut users: BTreeSet<&UserId> = match table {
            Some(table) if table.status() == Status::Open => {
                table.people().map(|person| &person.id).collect()
            }
            Some(table) => table.seats().into_iter().flatten().filter_map(Player::user).collect(),
            None => BTreeSet::new(),
        };
        users.extend(outcome.table_events.iter().flat_map(TableEvent::users));
        let opened = outcome.table_events.first().and_then(|event| match event {
            TableEvent::Opened(opened) => opened.rematch_of.as_ref(),
            _ => None,
        });
        let rematch_of =
            opened.or_else(|| table?.rematch_of.as_ref()).filter(|_| !outcome.table_events.is_empty());
        let games = std::iter::once(&outcome.game).chain(rematch_of);
        let users = users.into_iter().map(|user| Self::User(user.clone()));
        users.chain(games.map(|game| Self::Game(game.clone()))).chain(Self::of_jobs(&outcome.jobs)).collect()
    }

    /// The earliest of each lane in which jobs were scheduled.
    pub fn of_jobs(jobs: &[JobChange]) -> impl Iterator<Item = Self> {
        let scheduled: BTreeSet<(Lane, DateTime<Utc>)> = jobs.iter().filter_map(JobChange::due).collect();
        let mut last = None;
        scheduled
            .into_iter()
            .filter(move |&(lane, _)| last.replace(lane) != Some(lane))
            .map(|(lane, due)| Self::Jobs(lane, due))
    }
}

/// A process's change feed. Clones share it.
#[derive(Clone, Debug)]
pub(super) struct ChangeFeed(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    /// Identifies this feed in notifications, so that it ignores its own.
    name: String,
    topics: Mutex<Topics>,
    /// By lane: jobs due at or after this time, in Unix milliseconds, don't wake listeners.
    jobs_before: [AtomicI64; Lane::ALL.len()],
    /// The task that receives notifications; started with the first listener.
    receiver_task: OnceLock<Option<AbortHandle>>,
}

type Topics = HashMap<Topic, watch::Sender<()>>;

/// Waits for changes of a topic.
#[derive(Debug)]
pub struct Listener {
    topic: Topic,
    changes: Option<watch::Receiver<()>>,
    feed: Arc<Inner>,
}

impl Default for ChangeFeed {
    fn default() -> Self {
        let name = data_encoding::HEXLOWER.encode(&chance::bytes::<8>());
        let jobs_before = Lane::ALL.map(|_| AtomicI64::new(i64::MAX));
        Self(Arc::new(Inner { name, topics: Mutex::default(), jobs_before, receiver_task: OnceLock::new() }))
    }
}

impl ChangeFeed {
    fn listen(&self, topic: Topic) -> Listener {
        let mut topics = self.0.lock();
        let sender = topics.entry(topic.clone()).or_insert_with(|| watch::channel(()).0);
        let changes = Some(sender.subscribe());
        drop(topics);
        Listener { topic, changes, feed: Arc::clone(&self.0) }
    }
}

impl Inner {
    fn lock(&self) -> MutexGuard<'_, Topics> {
        self.topics.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wake(&self, changes: &[Change]) {
        let topics = self.lock();
        for sender in changes.iter().filter_map(|change| topics.get(&self.topic(change)?)) {
            sender.send_replace(());
        }
    }

    /// The topic to wake; `None` if no listener needs to know.
    fn topic(&self, change: &Change) -> Option<Topic> {
        match change {
            Change::Game(game) => Some(Topic::Game(game.clone())),
            Change::User(user) => Some(Topic::User(user.clone())),
            Change::Jobs(lane, due) => {
                let before = self.jobs_before[*lane as usize].load(Ordering::SeqCst);
                (due.timestamp_millis() < before).then_some(Topic::Jobs(*lane))
            }
        }
    }

    fn wake_all(&self) {
        for sender in self.lock().values() {
            sender.send_replace(());
        }
    }

    /// Handles a notification from any process.
    fn receive(&self, notification: &str) {
        let mut words = notification.split(' ');
        if words.next() != Some(self.name.as_str()) {
            self.wake(&words.filter_map(Change::parse).collect::<Vec<_>>());
        }
    }
}

impl Listener {
    /// Returns when something has changed since the last call, or since listening began. Spurious wake-ups are
    /// possible.
    pub async fn changed(&mut self) {
        let Some(changes) = &mut self.changes else { return };
        if changes.changed().await.is_err() {
            // The sender lives as long as this listener.
            std::future::pending::<()>().await;
        }
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        let mut topics = self.feed.lock();
        self.changes = None;
        if topics.get(&self.topic).is_some_and(|sender| sender.receiver_count() == 0) {
            topics.remove(&self.topic);
        }
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        if let Some(Some(task)) = self.receiver_task.get() {
            task.abort();
        }
    }
}

/// Receives notifications until the feed is dropped, reconnecting after failures.
async fn receive_notifications(store: Store, feed: Weak<Inner>) {
    let mut pause = Duration::from_secs(1);
    loop {
        match receive_until_failure(&store, &feed, &mut pause).await {
            Ok(()) => return,
            Err(error) => {
                tracing::warn!(%error, "not receiving changes from other servers, retrying in {} s", pause.as_secs());
            }
        }
        tokio::time::sleep(pause).await;
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
}

/// Receives notifications until the connection fails. `Ok`: the feed was dropped, or the database is SQLite.
async fn receive_until_failure(
    store: &Store,
    feed: &Weak<Inner>,
    pause: &mut Duration,
) -> Result<(), StoreError> {
    let Some(mut notifications) = store.listen().await? else { return Ok(()) };
    *pause = Duration::from_secs(1);
    loop {
        match feed.upgrade() {
            // Notifications sent before this point were missed.
            Some(feed) => feed.wake_all(),
            None => return Ok(()),
        }
        while let Some(notification) = notifications.next().await? {
            let Some(feed) = feed.upgrade() else { return Ok(()) };
            feed.receive(&notification);
        }
    }
}

impl Service {
    /// Listens from now on. Must be called within the async runtime.
    pub fn listen(&self, topic: Topic) -> Listener {
        let listener = self.changes.listen(topic);
        self.changes.0.receiver_task.get_or_init(|| {
            let task = || receive_notifications(self.store.clone(), Arc::downgrade(&self.changes.0));
            self.store.notifies().then(|| tokio::spawn(task()).abort_handle())
        });
        listener
    }

    /// From now on, only jobs due before `next` wake listeners to jobs of the lane; with `None`, every job does.
    pub fn wake_for_jobs_before(&self, lane: Lane, next: Option<DateTime<Utc>>) {
        let next = next.map_or(i64::MAX, |next| next.timestamp_millis());
        self.changes.0.jobs_before[lane as usize].store(next, Ordering::SeqCst);
    }

    /// Stores an outcome and wakes its listeners in every process. `table` is the table before it; `None` if the outcome
    /// opens it.
    pub(super) async fn execute(
        &self,
        table: Option<&Table>,
        outcome: Outcome,
    ) -> Result<Executed, StoreError> {
        let changes = Change::all_of(table, &outcome);
        let executed = self.store.execute(outcome, self.notification(&changes)).await?;
        if let Executed::Stored { .. } = executed {
            self.wake(&changes);
        }
        Ok(executed)
    }

    /// The notification to send with the transaction; `None` if no other process can share the database.
    pub(super) fn notification(&self, changes: &[Change]) -> Option<String> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::{Job, JobKind};

    fn game(digit: char) -> Topic {
        Topic::Game(GameId::parse(&digit.to_string().repeat(16)).unwrap())
    }

    fn change(digit: char) -> Change {
        Change::Game(GameId::parse(&digit.to_string().repeat(16)).unwrap())
    }

    fn due(millis: i64) -> Change {
        Change::Jobs(Lane::Search, DateTime::from_timestamp_millis(millis).unwrap())
    }

    async fn woken(listener: &mut Listener) -> bool {
        tokio::time::timeout(Duration::from_millis(1), listener.changed()).await.is_ok()
    }

    #[tokio::test]
    async fn a_change_wakes_only_its_own_listeners() {
        let feed = ChangeFeed::default();
        let ann = Topic::User(UserId::new([1; 10]));
        let mut listeners = [game('1'), game('1'), game('2'), ann].map(|topic| feed.listen(topic));
        feed.0.wake(&[change('1'), Change::User(UserId::new([1; 10]))]);
        let mut results = Vec::new();
        for listener in &mut listeners {
            results.push((woken(listener).await, woken(listener).await));
        }
        assert_eq!(results, [(true, false), (true, false), (false, false), (true, false)]);
    }

    #[tokio::test]
    async fn topics_without_listeners_use_no_memory() {
        let feed = ChangeFeed::default();
        let (first, second) = (feed.listen(game('1')), feed.listen(game('1')));
        drop(first);
        assert_eq!(feed.0.lock().len(), 1);
        drop(second);
        assert_eq!(feed.0.lock().len(), 0);
    }

    #[tokio::test]
    async fn notifications_are_received_from_other_processes_only() {
        let (feed, other) = (ChangeFeed::default(), ChangeFeed::default());
        let mut listener = feed.listen(game('1'));
        let notification =
            |from: &ChangeFeed| format!("{} newer:thing user:x {} quick:1", from.0.name, change('1'));
        feed.0.receive(&notification(&feed));
        assert!(!woken(&mut listener).await);
        feed.0.receive(&notification(&other));
        assert!(woken(&mut listener).await);
        feed.0.wake_all();
        assert!(woken(&mut listener).await, "missed notifications may concern it");
    }

    #[tokio::test]
    async fn only_jobs_that_are_due_before_the_next_one_of_their_lane_wake_a_runner() {
        let feed = ChangeFeed::default();
        let mut runner = feed.listen(Topic::Jobs(Lane::Search));
        feed.0.wake(&[due(9)]);
        assert!(woken(&mut runner).await);
        feed.0.jobs_before[Lane::Search as usize].store(5, Ordering::SeqCst);
        feed.0.wake(&[due(5)]);
        assert!(!woken(&mut runner).await);
        feed.0.receive("other quick:4");
        assert!(!woken(&mut runner).await);
        feed.0.receive("other search:4");
        assert!(woken(&mut runner).await);
    }

    #[test]
    fn the_earliest_job_of_each_lane_is_a_change() {
        let put = |kind: JobKind, millis| {
            let due = DateTime::from_timestamp_millis(millis).unwrap();
            JobChange::Put(Job { key: String::new(), kind, payload: String::new(), due })
        };
        let jobs = [
            put(JobKind::ComputerSearch, 9),
            put(JobKind::TimeOut, 8),
            JobChange::Remove(String::new()),
            put(JobKind::ComputerSearch, 7),
        ];
        let quick = Change::Jobs(Lane::Quick, DateTime::from_timestamp_millis(8).unwrap());
        assert_eq!(Change::of_jobs(&jobs).collect::<Vec<_>>(), [quick, due(7)]);
    }

    #[test]
    fn changes_survive_a_round_trip_through_a_notification() {
        for change in [change('a'), Change::User(UserId::new([7; 10])), due(1_790_000_000_000), due(-1)] {
            assert_eq!(Change::parse(&change.to_string()), Some(change));
        }
        for word in [
            "",
            "game:",
            "game",
            "quick",
            "quick:",
            "quick:x",
            "quick:9223372036854775807",
            "jobs:1",
            "other",
        ] {
            assert_eq!(Change::parse(word), None, "{word}");
        }
    }
}
