//! Listeners of a process, by topic.

use std::collections::HashMap;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use tokio::sync::{broadcast, watch};
use tokio::task::AbortHandle;

use super::Change;
use crate::peers::{self, PeerNews};
use account::UserId;
use environment::chance::Chance;
use table::{GameId, Lane};

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Topic {
    /// A table or game: its events and seats.
    Game(GameId),
    /// Any table at which the user has a seat or is invited.
    User(UserId),
    /// Jobs of a lane due earlier than the next one that this process knows of.
    Jobs(Lane),
}

/// A process's change feed. Clones share it.
#[derive(Clone, Debug)]
pub struct ChangeFeed(pub(crate) Arc<Inner>);

#[derive(Debug)]
pub struct Inner {
    /// Identifies this feed in messages, so that it ignores its own.
    pub(crate) name: String,
    topics: Mutex<Topics>,
    /// By lane: when the first job is due that this process has heard of, in Unix milliseconds. Later ones don't wake
    /// listeners.
    pub(super) next_jobs: [AtomicI64; Lane::ALL.len()],
    /// Passes on what other servers say to this one.
    pub(crate) peers: broadcast::Sender<PeerNews>,
    /// The task that receives messages; started with the first listener.
    pub(super) receiver_task: OnceLock<Option<AbortHandle>>,
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
        let name = data_encoding::HEXLOWER.encode(&Chance::system().bytes::<8>());
        let next_jobs = Lane::ALL.map(|_| AtomicI64::new(i64::MAX));
        let (peers, receiver_task) = (broadcast::Sender::new(peers::WAITING), OnceLock::new());
        Self(Arc::new(Inner { name, topics: Mutex::default(), next_jobs, peers, receiver_task }))
    }
}

impl ChangeFeed {
    pub(super) fn listen(&self, topic: Topic) -> Listener {
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

    pub(super) fn wake(&self, changes: &[Change]) {
        let topics = self.lock();
        for sender in changes.iter().filter_map(|change| topics.get(&self.topic(change)?)) {
            sender.send_replace(());
        }
    }

    /// The topic to wake; `None` if no listener needs to know. Remembers the next job.
    fn topic(&self, change: &Change) -> Option<Topic> {
        match change {
            Change::Game(game) => Some(Topic::Game(game.clone())),
            Change::User(user) => Some(Topic::User(user.clone())),
            Change::Jobs(lane, due) => {
                let due = due.timestamp_millis();
                let next = self.next_jobs[*lane as usize].fetch_min(due, Ordering::SeqCst);
                (due < next).then_some(Topic::Jobs(*lane))
            }
        }
    }

    pub(super) fn wake_all(&self) {
        for next in &self.next_jobs {
            next.store(i64::MIN, Ordering::SeqCst);
        }
        for sender in self.lock().values() {
            sender.send_replace(());
        }
    }

    /// Passes on what another server says about limits.
    pub(super) fn receive_from_peer(&self, message: &str) {
        if let Some((by, text)) = message.split_once(' ')
            && by != self.name
        {
            // An error means that nobody listens.
            let _ = self.peers.send(PeerNews::Said { by: by.to_owned(), text: text.to_owned() });
        }
    }

    /// After messages may have been missed.
    pub(super) fn wake_all_and_peers(&self) {
        self.wake_all();
        let _ = self.peers.send(PeerNews::Missed);
    }

    /// Handles a message of changes from any process.
    pub(super) fn receive(&self, message: &str) {
        let mut words = message.split(' ');
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

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use chrono::DateTime;

    use super::*;

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
        let message_of =
            |from: &ChangeFeed| format!("{} newer:thing user:x {} quick:1", from.0.name, change('1'));
        feed.0.receive(&message_of(&feed));
        assert!(!woken(&mut listener).await);
        feed.0.receive(&message_of(&other));
        assert!(woken(&mut listener).await);
        feed.0.wake_all();
        assert!(woken(&mut listener).await, "missed messages may concern it");
    }

    #[tokio::test]
    async fn only_jobs_that_are_due_before_the_next_one_of_their_lane_wake_a_runner() {
        let feed = ChangeFeed::default();
        let mut runner = feed.listen(Topic::Jobs(Lane::Search));
        feed.0.wake(&[due(9)]);
        assert!(woken(&mut runner).await);
        feed.0.wake(&[due(5)]);
        assert!(woken(&mut runner).await);
        feed.0.wake(&[due(5), due(8)]);
        assert!(!woken(&mut runner).await);
        feed.0.receive("other quick:4");
        assert!(!woken(&mut runner).await);
        feed.0.receive("other search:4");
        assert!(woken(&mut runner).await);
        assert_eq!(feed.0.next_jobs[Lane::Search as usize].load(Ordering::SeqCst), 4);
        feed.0.wake_all();
        assert!(woken(&mut runner).await);
        assert_eq!(
            feed.0.next_jobs[Lane::Search as usize].load(Ordering::SeqCst),
            i64::MIN,
            "missed jobs may be due"
        );
    }
}
