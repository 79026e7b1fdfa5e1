//! Sessions as they were read a moment ago.
//!
//! Every request begins with its session, and reading it costs as much as everything else that a page asks of SQLite. Where
//! this process is the only server, what it has read stays true until an account changes here, or a game of the user does.
//! Commands such as `bastide account` are other processes: what they change is noticed within seconds. On PostgreSQL, where
//! a session may be ended at another server, nothing is cached.

use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};
use quick_cache::sync::Cache;

use crate::account::{TokenHash, UserId};
use crate::store::Bearer;

/// The most sessions in the cache.
const SESSIONS: usize = 4096;
/// How long a session is used without being read again.
const LONGEST: Duration = Duration::from_secs(3);
/// Counters of changes. Users who share one only have their sessions read more often.
const COUNTERS: usize = 1024;

#[derive(Debug)]
pub(in crate::service) struct SessionCache {
    sessions: Cache<TokenHash, CachedSession>,
    /// Changes of accounts and sessions, of whatever user.
    accounts: AtomicU64,
    /// Changes of the games of users, by the hash of their ids.
    games: Box<[AtomicU64]>,
    hasher: RandomState,
}

#[derive(Clone, Debug)]
struct CachedSession {
    bearer: Bearer,
    /// What had changed before it was read; `None` if that is not known, and it must be read again.
    changes: Option<Changes>,
    read: Instant,
}

/// Counts of changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::service) struct Changes {
    accounts: u64,
    games: u64,
}

impl Default for SessionCache {
    fn default() -> Self {
        Self {
            sessions: Cache::new(SESSIONS),
            accounts: AtomicU64::new(0),
            games: (0..COUNTERS).map(|_| AtomicU64::new(0)).collect(),
            hasher: RandomState::new(),
        }
    }
}

impl SessionCache {
    /// The session of a token, if nothing has changed since it was read.
    pub fn get(&self, token: &TokenHash, now: DateTime<Utc>) -> Option<Bearer> {
        let cached = self.sessions.get(token)?;
        let is_fresh = cached.changes == Some(self.changes(&cached.bearer.id))
            && cached.read.elapsed() < LONGEST
            && now < cached.bearer.until;
        is_fresh.then_some(cached.bearer)
    }

    /// What has changed until now for the user of a token; to be asked before the session is read. `None`: the token has not
    /// been seen before, so its user is not known.
    pub fn before(&self, token: &TokenHash) -> Option<Changes> {
        self.sessions.get(token).map(|cached| self.changes(&cached.bearer.id))
    }

    /// Stores what was read, or that there is no such session.
    pub fn put(&self, token: TokenHash, before: Option<Changes>, read: Option<&Bearer>) {
        match read {
            Some(bearer) => {
                let bearer = bearer.clone();
                self.sessions.insert(token, CachedSession { bearer, changes: before, read: Instant::now() });
            }
            None => {
                self.sessions.remove(&token);
            }
        }
    }

    /// An account or a session has changed.
    pub fn account_changed(&self) {
        self.accounts.fetch_add(1, Ordering::SeqCst);
    }

    /// A game of a user has changed: it may be the user's turn, or not any more.
    pub fn game_changed(&self, user: &UserId) {
        self.counter(user).fetch_add(1, Ordering::SeqCst);
    }

    fn changes(&self, user: &UserId) -> Changes {
        Changes {
            accounts: self.accounts.load(Ordering::SeqCst),
            games: self.counter(user).load(Ordering::SeqCst),
        }
    }

    fn counter(&self, user: &UserId) -> &AtomicU64 {
        #[allow(clippy::cast_possible_truncation, reason = "any part of a hash will do")]
        let hash = self.hasher.hash_one(user) as usize;
        &self.games[hash % COUNTERS]
    }
}

#[cfg(test)]
mod tests {
    use crate::account::{SessionId, SessionToken};

    use super::*;

    fn bearer(user: UserId, turns: u32) -> Bearer {
        let (name, zone, guest) = ("ann".to_owned(), chrono_tz::UTC, false);
        let session = SessionId::new([7; 10]);
        Bearer {
            id: user,
            name,
            zone,
            guest,
            session,
            until: DateTime::from_timestamp(1000, 0).unwrap(),
            turns,
        }
    }

    #[test]
    fn a_session_is_cached_until_something_of_its_user_changes_or_it_ends() {
        let (cache, user, token) =
            (SessionCache::default(), UserId::new([1; 10]), SessionToken::new([2; 32]).hash());
        let at = |seconds| DateTime::from_timestamp(seconds, 0).unwrap();
        let read = |turns| cache.put(token.clone(), cache.before(&token), Some(&bearer(user.clone(), turns)));
        read(1);
        assert!(cache.get(&token, at(0)).is_none(), "nobody knew what had changed before");
        read(2);
        assert_eq!(cache.get(&token, at(0)).unwrap().turns, 2);
        assert!(cache.get(&token, at(1000)).is_none(), "it has ended");
        cache.game_changed(&user);
        assert!(cache.get(&token, at(0)).is_none());
        read(3);
        assert_eq!(cache.get(&token, at(0)).unwrap().turns, 3);
        cache.account_changed();
        assert!(cache.get(&token, at(0)).is_none());
    }

    #[test]
    fn what_changes_while_a_session_is_read_is_not_missed() {
        let (cache, user, token) =
            (SessionCache::default(), UserId::new([1; 10]), SessionToken::new([2; 32]).hash());
        cache.put(token.clone(), None, Some(&bearer(user.clone(), 1)));
        let before = cache.before(&token);
        cache.game_changed(&user);
        cache.put(token.clone(), before, Some(&bearer(user, 1)));
        assert!(cache.get(&token, DateTime::from_timestamp(0, 0).unwrap()).is_none());
    }
}
