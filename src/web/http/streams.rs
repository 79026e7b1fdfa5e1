//! Limits on open streams: each holds a connection, and so a file descriptor, for as long as its page is open.

use std::collections::{HashMap, HashSet};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::{Notify, watch};

use crate::http::limits::URGENT_PARTS;
use account::UserId;
use service::Network;

/// Limits on streams that are open at the same time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StreamLimits {
    /// Of one server.
    pub total: usize,
    /// Per address, which many people may share, with all servers on the database.
    pub address: usize,
    /// Per user, with all servers on the database: every open page has a stream.
    pub user: usize,
}

impl Default for StreamLimits {
    fn default() -> Self {
        Self { total: 10_000, address: 200, user: 30 }
    }
}

impl StreamLimits {
    const fn of(&self, holder: &Holder) -> usize {
        match holder {
            Holder::Network(network) => self.address * network.share() as usize,
            Holder::User(_) => self.user,
        }
    }
}

/// Whose streams are limited.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Holder {
    Network(Network),
    User(UserId),
}

/// Counts open streams, and ends them when the server stops. Clones share the counts.
#[derive(Clone, Debug)]
pub(crate) struct Streams {
    limits: StreamLimits,
    open: Arc<Mutex<Open>>,
    ended: watch::Sender<bool>,
    /// Woken when other servers should learn soon of what has changed.
    urgent: Arc<Notify>,
}

#[derive(Debug, Default)]
struct Open {
    total: usize,
    counts: HashMap<Holder, usize>,
    /// Absent if no other server can share the database.
    shared: Option<Shared>,
}

#[derive(Debug, Default)]
struct Shared {
    /// The counts that the other servers know.
    known: HashMap<Holder, usize>,
    changed: HashSet<Holder>,
    /// They are to learn all counts again.
    share_all: bool,
    peers: HashMap<String, Peer>,
}

/// Another server.
#[derive(Debug)]
struct Peer {
    last_message: Instant,
    counts: HashMap<Holder, usize>,
}

/// An open stream. Dropping it frees its place.
#[derive(Debug)]
pub(crate) struct StreamPermit {
    streams: Streams,
    holders: Vec<Holder>,
}

impl Streams {
    pub(crate) fn new(limits: StreamLimits, urgent: Option<Arc<Notify>>) -> Self {
        let shared = urgent.is_some().then(Shared::default);
        let open = Arc::new(Mutex::new(Open { shared, ..Open::default() }));
        Self { limits, open, ended: watch::Sender::new(false), urgent: urgent.unwrap_or_default() }
    }

    /// Opens a stream unless a limit is reached. The limit per address holds for signed-in users too, since guests are
    /// easily created.
    pub(crate) fn open(&self, address: Option<IpAddr>, user: Option<UserId>) -> Option<StreamPermit> {
        let networks = address.into_iter().flat_map(Network::all_of).map(Holder::Network);
        let holders: Vec<Holder> = networks.chain(user.map(Holder::User)).collect();
        let mut open = self.lock();
        let room = open.total < self.limits.total
            && holders.iter().all(|holder| open.everywhere(holder) < self.limits.of(holder));
        if !room {
            return None;
        }
        open.total += 1;
        for holder in &holders {
            *open.counts.entry(holder.clone()).or_default() += 1;
            self.changed(&mut open, holder);
        }
        drop(open);
        Some(StreamPermit { streams: self.clone(), holders })
    }

    /// How many are open.
    pub(crate) fn count(&self) -> usize {
        self.lock().total
    }

    /// Ends all streams, those that are still to come included.
    pub(crate) fn end(&self) {
        self.ended.send_replace(true);
    }

    /// Returns once [`Self::end`] was called.
    pub(crate) async fn ended(&self) {
        // An error is impossible while `self` holds the sender.
        let _ = self.ended.subscribe().wait_for(|ended| *ended).await;
    }

    /// Counts that other servers don't know; `true` if these are all.
    pub(super) fn take_unshared(&self) -> (bool, Vec<(Holder, usize)>) {
        let mut open = self.lock();
        let Open { counts, shared, .. } = &mut *open;
        let Some(shared) = shared else { return (false, Vec::new()) };
        let changed = std::mem::take(&mut shared.changed);
        if std::mem::take(&mut shared.share_all) {
            shared.known.clone_from(counts);
            return (true, counts.iter().map(|(holder, n)| (holder.clone(), *n)).collect());
        }
        let mut news = Vec::new();
        for holder in changed {
            let now = counts.get(&holder).copied().unwrap_or(0);
            let known = if now == 0 {
                shared.known.remove(&holder)
            } else {
                shared.known.insert(holder.clone(), now)
            };
            if known.unwrap_or(0) != now {
                news.push((holder, now));
            }
        }
        (false, news)
    }

    /// Shares all counts again.
    pub(super) fn share_all(&self) {
        if let Some(shared) = &mut self.lock().shared {
            shared.share_all = true;
        }
        self.urgent.notify_one();
    }

    /// Another server is there.
    pub(super) fn record_message(&self, by: &str) {
        if let Some(shared) = &mut self.lock().shared {
            shared.peer(by).last_message = Instant::now();
        }
    }

    /// Another server has so many streams of this holder.
    pub(super) fn open_elsewhere(&self, by: &str, holder: Holder, streams: usize) {
        if let Some(shared) = &mut self.lock().shared {
            let counts = &mut shared.peer(by).counts;
            if streams == 0 {
                counts.remove(&holder)
            } else {
                counts.insert(holder, streams)
            };
        }
    }

    /// Forgets the streams of another server.
    pub(super) fn forget(&self, by: &str) {
        if let Some(shared) = &mut self.lock().shared {
            shared.peer(by).counts.clear();
        }
    }

    /// Forgets servers that have said nothing for this time.
    pub(super) fn forget_silent(&self, silence: Duration) {
        if let Some(shared) = &mut self.lock().shared {
            shared.peers.retain(|_, peer| peer.last_message.elapsed() < silence);
        }
    }

    /// Notes that the count of a holder has changed.
    fn changed(&self, open: &mut Open, holder: &Holder) {
        let now = open.counts.get(holder).copied().unwrap_or(0);
        let Some(shared) = &mut open.shared else { return };
        let known = shared.known.get(holder).copied().unwrap_or(0);
        shared.changed.insert(holder.clone());
        if now.abs_diff(known) >= (self.limits.of(holder) / URGENT_PARTS).max(1) {
            self.urgent.notify_one();
        }
    }

    fn lock(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Open {
    /// The streams of a holder on all servers.
    fn everywhere(&self, holder: &Holder) -> usize {
        let peers = self.shared.iter().flat_map(|shared| shared.peers.values());
        let counts = peers.map(|peer| &peer.counts).chain([&self.counts]);
        counts.filter_map(|counts| counts.get(holder)).sum()
    }
}

impl Shared {
    fn peer(&mut self, name: &str) -> &mut Peer {
        let new = || Peer { last_message: Instant::now(), counts: HashMap::new() };
        self.peers.entry(name.to_owned()).or_insert_with(new)
    }
}

impl Drop for StreamPermit {
    fn drop(&mut self) {
        let mut open = self.streams.lock();
        open.total = open.total.saturating_sub(1);
        for holder in &self.holders {
            if let Some(count) = open.counts.get_mut(holder) {
                *count = count.saturating_sub(1);
                if *count == 0 {
                    open.counts.remove(holder);
                }
            }
            self.streams.changed(&mut open, holder);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: StreamLimits = StreamLimits { total: 5, address: 3, user: 2 };

    fn address(last: u8) -> IpAddr {
        IpAddr::from([192, 0, 2, last])
    }

    fn ann() -> UserId {
        UserId::new([1; 10])
    }

    #[test]
    fn streams_are_limited_by_address_by_user_and_in_total() {
        let streams = Streams::new(LIMITS, None);
        let first = streams.open(Some(address(1)), Some(ann())).expect("room");
        let second = streams.open(Some(address(2)), Some(ann())).expect("room");
        assert!(streams.open(Some(address(3)), Some(ann())).is_none(), "two for a user");
        let anonymous = [(); 2].map(|()| streams.open(Some(address(1)), None).expect("room"));
        assert!(streams.open(Some(address(1)), None).is_none(), "three for an address");
        let last = streams.open(Some(address(3)), None).expect("room");
        assert!(streams.open(Some(address(4)), None).is_none(), "five in total");
        drop((first, second, anonymous, last));
        let open = streams.lock();
        assert!(open.total == 0 && open.counts.is_empty(), "{open:?}");
    }

    /// Shares with `there` what it does not know of `here`.
    fn share(here: &Streams, there: &Streams) -> usize {
        let (all, news) = here.take_unshared();
        there.record_message("here");
        if all {
            there.forget("here");
        }
        let words = news.len();
        for (holder, n) in news {
            there.open_elsewhere("here", holder, n);
        }
        words
    }

    #[test]
    fn the_streams_of_all_servers_count_together() {
        let [here, there] = [(); 2].map(|()| Streams::new(LIMITS, Some(Arc::default())));
        let first = here.open(Some(address(1)), Some(ann())).expect("room");
        let second = here.open(Some(address(2)), Some(ann())).expect("room");
        assert_eq!(share(&here, &there), 3, "two addresses and a user");
        assert!(there.open(Some(address(3)), Some(ann())).is_none());
        // A page replaces another: nothing to share.
        drop(second);
        let second = here.open(Some(address(2)), Some(ann())).expect("room");
        assert_eq!(share(&here, &there), 0);
        drop(first);
        assert_eq!(share(&here, &there), 2);
        assert!(there.open(Some(address(3)), Some(ann())).is_some());
        // One that has just started asks for everything.
        let late = Streams::new(LIMITS, Some(Arc::default()));
        here.share_all();
        assert_eq!(share(&here, &late), 2);
        let _one = late.open(Some(address(3)), Some(ann())).expect("room");
        assert!(late.open(Some(address(3)), Some(ann())).is_none());
        // A server that was killed has no streams.
        late.forget_silent(Duration::ZERO);
        assert!(late.open(Some(address(3)), Some(ann())).is_some());
        drop(second);
    }
}
