//! The change feed: says that something has changed to those who listen for it, in every process on the same database.
//! What has changed they look up themselves.
//!
//! Within a process a change wakes its listeners at once. Between processes it goes through PostgreSQL's NOTIFY: each
//! process with a listener keeps a connection that hears the others. Whenever that connection was down, changes may have
//! been missed, and all listeners are woken.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};
use std::time::Duration;

use tokio::sync::watch;
use tokio::task::AbortHandle;

use crate::account::UserId;
use crate::service::{Service, chance};
use crate::store::{Store, StoreError};
use crate::table::{GameId, Table};

/// The channel of the database.
const CHANNEL: &str = "bastide_changes";
/// The longest pause between two attempts to hear the database again.
const LONGEST_PAUSE: Duration = Duration::from_secs(30);

/// What can change.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Topic {
    /// A table or game: its events, its seats.
    Game(GameId),
    /// Any table at which a user sits.
    User(UserId),
    /// The jobs that wait to be run.
    Jobs,
}

/// As a word of a notification.
impl fmt::Display for Topic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Game(game) => write!(f, "game:{}", game.as_str()),
            Self::User(user) => write!(f, "user:{}", user.as_str()),
            Self::Jobs => f.write_str("jobs"),
        }
    }
}

impl Topic {
    /// The topic of a word; words of newer versions are passed over.
    fn parse(word: &str) -> Option<Self> {
        match word.split_once(':') {
            Some(("game", id)) => GameId::parse(id).map(Self::Game),
            Some(("user", id)) => UserId::parse(id).map(Self::User),
            _ => (word == "jobs").then_some(Self::Jobs),
        }
    }
}

/// The feed of a process. Clones share it.
#[derive(Clone, Debug)]
pub(super) struct ChangeFeed(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    /// Names this feed in notifications, so that it does not hear itself.
    name: String,
    topics: Mutex<Topics>,
    /// The task that hears other processes, once somebody listens.
    hearing: OnceLock<Option<AbortHandle>>,
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
        Self(Arc::new(Inner { name, topics: Mutex::default(), hearing: OnceLock::new() }))
    }
}

impl ChangeFeed {
    /// Listens from now on.
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

    fn wake(&self, changed: &[Topic]) {
        let topics = self.lock();
        for sender in changed.iter().filter_map(|topic| topics.get(topic)) {
            sender.send_replace(());
        }
    }

    fn wake_all(&self) {
        for sender in self.lock().values() {
            sender.send_replace(());
        }
    }

    /// Wakes those whom a notification of another process concerns.
    fn hear(&self, notification: &str) {
        let mut words = notification.split(' ');
        if words.next() != Some(self.name.as_str()) {
            self.wake(&words.filter_map(Topic::parse).collect::<Vec<_>>());
        }
    }
}

impl Listener {
    /// Waits until something has changed since this was last called, or since listening began. May wake for nothing.
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
        if let Some(Some(task)) = self.hearing.get() {
            task.abort();
        }
    }
}

/// Hears other processes until the feed is gone.
async fn hear_others(store: Store, feed: Weak<Inner>) {
    let mut pause = Duration::from_secs(1);
    loop {
        match hear(&store, &feed, &mut pause).await {
            Ok(()) => return,
            Err(error) => {
                tracing::warn!(%error, "not hearing other servers, retrying in {} s", pause.as_secs());
            }
        }
        tokio::time::sleep(pause).await;
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
}

/// Hears until the connection fails. `Ok`: the feed is gone, or the database has nothing to hear.
async fn hear(store: &Store, feed: &Weak<Inner>, pause: &mut Duration) -> Result<(), StoreError> {
    let Some(mut notifications) = store.listen(CHANNEL).await? else { return Ok(()) };
    *pause = Duration::from_secs(1);
    loop {
        match feed.upgrade() {
            // From here on all is heard; what came before was not.
            Some(feed) => feed.wake_all(),
            None => return Ok(()),
        }
        while let Some(notification) = notifications.next().await? {
            let Some(feed) = feed.upgrade() else { return Ok(()) };
            feed.hear(&notification);
        }
    }
}

impl Service {
    /// Listens for changes from now on. Must be called within the async runtime.
    pub fn listen(&self, topic: Topic) -> Listener {
        let listener = self.changes.listen(topic);
        self.changes.0.hearing.get_or_init(|| {
            let hear = || hear_others(self.store.clone(), Arc::downgrade(&self.changes.0));
            self.store.notifies().then(|| tokio::spawn(hear()).abort_handle())
        });
        listener
    }

    /// Says that these have changed, after the change is stored.
    pub(super) async fn changed(&self, topics: &[Topic]) {
        self.changes.0.wake(topics);
        if self.store.notifies() {
            let words: Vec<String> = topics.iter().map(ToString::to_string).collect();
            let notification = format!("{} {}", self.changes.0.name, words.join(" "));
            if let Err(error) = self.store.notify(CHANNEL, &notification).await {
                tracing::warn!(%error, "failed to tell other servers of a change");
            }
        }
    }

    /// Says that a table has changed, to those who sit there and to `joined`, who has just sat down.
    pub(super) async fn table_changed(&self, table: &Table, joined: Option<&UserId>) {
        let users = table.users().chain(joined).map(|user| Topic::User(user.clone()));
        let topics: Vec<Topic> = users.chain([Topic::Game(table.id.clone())]).collect();
        self.changed(&topics).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(digit: char) -> Topic {
        Topic::Game(GameId::parse(&digit.to_string().repeat(16)).unwrap())
    }

    async fn woken(listener: &mut Listener) -> bool {
        tokio::time::timeout(Duration::from_millis(1), listener.changed()).await.is_ok()
    }

    #[tokio::test]
    async fn a_change_wakes_only_those_who_listen_for_it() {
        let feed = ChangeFeed::default();
        let ann = Topic::User(UserId::new([1; 10]));
        let mut listeners = [game('1'), game('1'), game('2'), ann.clone()].map(|topic| feed.listen(topic));
        feed.0.wake(&[game('1'), ann]);
        let mut heard = Vec::new();
        for listener in &mut listeners {
            heard.push((woken(listener).await, woken(listener).await));
        }
        assert_eq!(heard, [(true, false), (true, false), (false, false), (true, false)]);
    }

    #[tokio::test]
    async fn nothing_is_kept_for_topics_without_listeners() {
        let feed = ChangeFeed::default();
        let (first, second) = (feed.listen(game('1')), feed.listen(game('1')));
        drop(first);
        assert_eq!(feed.0.lock().len(), 1);
        drop(second);
        assert_eq!(feed.0.lock().len(), 0);
    }

    #[tokio::test]
    async fn notifications_of_other_processes_are_heard_and_ones_own_are_not() {
        let (feed, other) = (ChangeFeed::default(), ChangeFeed::default());
        let mut listener = feed.listen(game('1'));
        let notification =
            |from: &ChangeFeed| format!("{} newer:thing user:x {} jobs", from.0.name, game('1'));
        feed.0.hear(&notification(&feed));
        assert!(!woken(&mut listener).await);
        feed.0.hear(&notification(&other));
        assert!(woken(&mut listener).await);
        feed.0.wake_all();
        assert!(woken(&mut listener).await, "what was missed may concern it");
    }

    #[test]
    fn topics_survive_a_notification() {
        for topic in [game('a'), Topic::User(UserId::new([7; 10])), Topic::Jobs] {
            assert_eq!(Topic::parse(&topic.to_string()), Some(topic));
        }
        for word in ["", "game:", "game", "jobs:1", "other"] {
            assert_eq!(Topic::parse(word), None, "{word}");
        }
    }
}
