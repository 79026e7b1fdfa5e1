//! Limits on open streams: each holds a connection, and so a file descriptor, for as long as its page is open.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

use crate::account::UserId;
use crate::service::Network;

/// Limits on streams that are open at the same time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StreamLimits {
    pub total: usize,
    /// Per address, which many people may share.
    pub address: usize,
    /// Per user: every open page has a stream.
    pub user: usize,
}

impl Default for StreamLimits {
    fn default() -> Self {
        Self { total: 4000, address: 200, user: 30 }
    }
}

/// Counts open streams, and ends them when the server stops. Clones share the counts.
#[derive(Clone, Debug)]
pub(in crate::web) struct Streams {
    limits: StreamLimits,
    open: Arc<Mutex<Open>>,
    ended: watch::Sender<bool>,
}

#[derive(Debug, Default)]
struct Open {
    total: usize,
    networks: HashMap<Network, usize>,
    users: HashMap<UserId, usize>,
}

/// An open stream. Dropping it frees its place.
#[derive(Debug)]
pub(in crate::web) struct StreamPermit {
    streams: Streams,
    address: Option<IpAddr>,
    user: Option<UserId>,
}

impl Streams {
    pub(in crate::web) fn new(limits: StreamLimits) -> Self {
        Self { limits, open: Arc::default(), ended: watch::Sender::new(false) }
    }

    /// Opens a stream unless a limit is reached. The limit per address holds for signed-in users too, since guests are
    /// easily created.
    pub(in crate::web) fn open(&self, address: Option<IpAddr>, user: Option<UserId>) -> Option<StreamPermit> {
        let mut open = self.lock();
        let room = open.total < self.limits.total
            && address.into_iter().flat_map(Network::all_of).all(|network| {
                count(&open.networks, &network) < self.limits.address * network.share() as usize
            })
            && user.as_ref().is_none_or(|user| count(&open.users, user) < self.limits.user);
        if !room {
            return None;
        }
        open.total += 1;
        for network in address.into_iter().flat_map(Network::all_of) {
            *open.networks.entry(network).or_default() += 1;
        }
        if let Some(user) = &user {
            *open.users.entry(user.clone()).or_default() += 1;
        }
        drop(open);
        Some(StreamPermit { streams: self.clone(), address, user })
    }

    /// How many are open.
    pub(in crate::web) fn count(&self) -> usize {
        self.lock().total
    }

    /// Ends all streams, those that are still to come included.
    pub(in crate::web) fn end(&self) {
        self.ended.send_replace(true);
    }

    /// Returns once [`Self::end`] was called.
    pub(in crate::web) async fn ended(&self) {
        // An error is impossible while `self` holds the sender.
        let _ = self.ended.subscribe().wait_for(|ended| *ended).await;
    }

    fn lock(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for StreamPermit {
    fn drop(&mut self) {
        let mut open = self.streams.lock();
        open.total = open.total.saturating_sub(1);
        for network in self.address.into_iter().flat_map(Network::all_of) {
            release(&mut open.networks, &network);
        }
        if let Some(user) = &self.user {
            release(&mut open.users, user);
        }
    }
}

fn count<K: Eq + Hash>(counts: &HashMap<K, usize>, key: &K) -> usize {
    counts.get(key).copied().unwrap_or(0)
}

fn release<K: Eq + Hash>(counts: &mut HashMap<K, usize>, key: &K) {
    if let Some(count) = counts.get_mut(key) {
        *count = count.saturating_sub(1);
        if *count == 0 {
            counts.remove(key);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_are_limited_by_address_by_user_and_in_total() {
        let streams = Streams::new(StreamLimits { total: 5, address: 3, user: 2 });
        let address = |last| Some(IpAddr::from([192, 0, 2, last]));
        let ann = || Some(UserId::new([1; 10]));
        let first = streams.open(address(1), ann()).expect("room");
        let second = streams.open(address(2), ann()).expect("room");
        assert!(streams.open(address(3), ann()).is_none(), "two for a user");
        let anonymous = [(); 2].map(|()| streams.open(address(1), None).expect("room"));
        assert!(streams.open(address(1), None).is_none(), "three for an address");
        let last = streams.open(address(3), None).expect("room");
        assert!(streams.open(address(4), None).is_none(), "five in total");
        drop((first, second, anonymous, last));
        let open = streams.lock();
        assert!(open.total == 0 && open.networks.is_empty() && open.users.is_empty(), "{open:?}");
    }
}
