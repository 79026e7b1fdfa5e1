//! A cache of recently read sessions and tokens.
//!
//! Every request begins by reading its session or token, which on SQLite costs as much as all other reads of a page. Where this
//! process is the only server, a cached session stays valid until an account or one of the user's games changes here, and a
//! token until an account does.
//! Changes by `bastide account`, which runs in another process, count as changes here ([`SessionCache::look_outside`]). Those by
//! requests that are cut off while they are being stored, and by programs that write to the database themselves, take effect within
//! `LONGEST`. On PostgreSQL, where another server may end a session, nothing is
//! cached.

use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};
use quick_cache::sync::Cache;

use crate::CacheFigures;
use account::{ActiveSession, ApiTokenHash, IssuedToken, TokenHash, User, UserId};

/// Maximum number of cached sessions, and of tokens.
const SESSIONS: usize = 4096;
/// How long a cached session or token is used before it is read again.
const LONGEST: Duration = Duration::from_secs(3);
/// Number of change counters for games. Users who share one only have their sessions read more often.
const COUNTERS: usize = 1024;

#[derive(Debug)]
pub(crate) struct SessionCache {
    sessions: Cache<TokenHash, CachedSession>,
    tokens: Cache<ApiTokenHash, CachedToken>,
    /// Changes of accounts, sessions and tokens, for all users together.
    accounts: AtomicU64,
    /// Changes of users' games, by a hash of the user's id.
    games: Box<[AtomicU64]>,
    /// The last [`Store::commands_run`](store::Store::commands_run).
    commands: AtomicU64,
    hasher: RandomState,
}

#[derive(Clone, Debug)]
struct CachedSession {
    session: ActiveSession,
    /// The counters before the session was read; `None` if unknown, so that it must be read again.
    changes: Option<Changes>,
    read: Instant,
}

#[derive(Clone, Debug)]
struct CachedToken {
    user: User,
    token: IssuedToken,
    /// [`SessionCache::accounts`] before the token was read.
    accounts: u64,
    read: Instant,
}

/// How current [`ActiveSession::turns`] must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TurnCount {
    Exact,
    /// May be a few seconds old.
    Recent,
}

/// Counter values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Changes {
    accounts: u64,
    games: u64,
}

impl Default for SessionCache {
    fn default() -> Self {
        Self {
            sessions: Cache::new(SESSIONS),
            tokens: Cache::new(SESSIONS),
            accounts: AtomicU64::new(0),
            games: (0..COUNTERS).map(|_| AtomicU64::new(0)).collect(),
            commands: AtomicU64::new(0),
            hasher: RandomState::new(),
        }
    }
}

impl SessionCache {
    /// `None` if the session is not cached or anything has changed since it was read.
    pub(crate) fn get(
        &self,
        token: &TokenHash,
        turns: TurnCount,
        now: DateTime<Utc>,
    ) -> Option<ActiveSession> {
        let cached = self.sessions.get(token)?;
        let (before, changes) = (cached.changes?, self.changes(&cached.session.user.id));
        let is_fresh = before.accounts == changes.accounts
            && (turns == TurnCount::Recent || before.games == changes.games)
            && cached.read.elapsed() < LONGEST
            && now < cached.session.until;
        is_fresh.then_some(cached.session)
    }

    /// The current counters for the user of a token. Must be called before the session is read. `None`: the token is
    /// not cached, so its user is unknown.
    pub(crate) fn before(&self, token: &TokenHash) -> Option<Changes> {
        self.sessions.get(token).map(|cached| self.changes(&cached.session.user.id))
    }

    /// Caches a session that was read, or removes one that does not exist.
    pub(crate) fn put(&self, token: TokenHash, before: Option<Changes>, read: Option<&ActiveSession>) {
        match read {
            Some(session) => {
                let session = session.clone();
                self.sessions.insert(token, CachedSession { session, changes: before, read: Instant::now() });
            }
            None => {
                self.sessions.remove(&token);
            }
        }
    }

    /// `None` if the token is not cached or anything has changed since it was read.
    pub(crate) fn token(&self, token: &ApiTokenHash, now: DateTime<Utc>) -> Option<(User, IssuedToken)> {
        let cached = self.tokens.get(token)?;
        let is_fresh = cached.accounts == self.accounts()
            && cached.read.elapsed() < LONGEST
            && !cached.token.has_expired(now);
        is_fresh.then_some((cached.user, cached.token))
    }

    /// Caches a token that was read when the accounts had changed so often.
    pub(crate) fn put_token(&self, hash: ApiTokenHash, accounts: u64, user: User, token: IssuedToken) {
        self.tokens.insert(hash, CachedToken { user, token, accounts, read: Instant::now() });
    }

    /// How often accounts, sessions and tokens have changed.
    pub(crate) fn accounts(&self) -> u64 {
        self.accounts.load(Ordering::SeqCst)
    }

    pub(crate) fn figures(&self) -> CacheFigures {
        CacheFigures::in_entries(&self.sessions)
    }

    /// Invalidates all cached sessions and tokens.
    pub(crate) fn account_changed(&self) {
        self.accounts.fetch_add(1, Ordering::SeqCst);
    }

    /// Invalidates all cached sessions if a command has changed an account in the meantime.
    pub(crate) fn look_outside(&self, commands_run: Option<u64>) {
        let Some(run) = commands_run else { return };
        if self.commands.load(Ordering::SeqCst) != run {
            // In this order, so that no other request sees the new number with the old sessions.
            self.account_changed();
            self.commands.store(run, Ordering::SeqCst);
        }
    }

    /// Invalidates the user's sessions: it may have become the user's turn, or no longer be.
    pub(crate) fn game_changed(&self, user: &UserId) {
        self.counter(user).fetch_add(1, Ordering::SeqCst);
    }

    fn changes(&self, user: &UserId) -> Changes {
        Changes { accounts: self.accounts(), games: self.counter(user).load(Ordering::SeqCst) }
    }

    fn counter(&self, user: &UserId) -> &AtomicU64 {
        #[expect(clippy::cast_possible_truncation, reason = "any part of a hash will do")]
        let hash = self.hasher.hash_one(user) as usize;
        &self.games[hash % COUNTERS]
    }
}

#[cfg(test)]
mod tests {
    use account::{ApiToken, Scope, SessionId, SessionToken};

    use super::*;

    fn session(user: UserId, turns: u32) -> ActiveSession {
        let since = DateTime::UNIX_EPOCH;
        ActiveSession {
            user: User { id: user, name: "ann".to_owned(), zone: chrono_tz::UTC, guest: false },
            id: SessionId::new([7; 10]),
            since,
            until: DateTime::from_timestamp(1000, 0).unwrap(),
            confirmed: since,
            turns,
            closes: None,
            restrictions: 0,
            locked: false,
        }
    }

    #[test]
    fn a_session_is_cached_until_it_ends_or_its_user_or_their_games_change() {
        let (cache, user, token) =
            (SessionCache::default(), UserId::new([1; 10]), SessionToken::new([2; 32]).hash());
        let at = |seconds| DateTime::from_timestamp(seconds, 0).unwrap();
        let read =
            |turns| cache.put(token.clone(), cache.before(&token), Some(&session(user.clone(), turns)));
        read(1);
        assert!(cache.get(&token, TurnCount::Exact, at(0)).is_none(), "nobody knew what had changed before");
        read(2);
        assert_eq!(cache.get(&token, TurnCount::Exact, at(0)).unwrap().turns, 2);
        assert!(cache.get(&token, TurnCount::Exact, at(1000)).is_none(), "it has ended");
        cache.game_changed(&user);
        assert!(cache.get(&token, TurnCount::Exact, at(0)).is_none());
        assert!(cache.get(&token, TurnCount::Recent, at(0)).is_some());
        read(3);
        assert_eq!(cache.get(&token, TurnCount::Exact, at(0)).unwrap().turns, 3);
        cache.account_changed();
        assert!(cache.get(&token, TurnCount::Recent, at(0)).is_none());
    }

    #[test]
    fn a_token_is_cached_until_it_expires_or_an_account_changes() {
        let (cache, hash) = (SessionCache::default(), ApiToken::new([3; 25]).hash());
        let at = |seconds| DateTime::from_timestamp(seconds, 0).unwrap();
        let read = |accounts| {
            let token = IssuedToken {
                id: "1".to_owned(),
                name: "bot".to_owned(),
                scopes: Scope::Read.into(),
                since: at(0),
                until: Some(at(1000)),
                used: None,
            };
            cache.put_token(hash.clone(), accounts, session(UserId::new([1; 10]), 0).user, token);
        };
        assert!(cache.token(&hash, at(0)).is_none());
        let before = cache.accounts();
        read(before);
        assert_eq!(cache.token(&hash, at(0)).unwrap().0.name, "ann");
        assert!(cache.token(&hash, at(1000)).is_none(), "it has expired");
        cache.account_changed();
        assert!(cache.token(&hash, at(0)).is_none());
        read(before);
        assert!(cache.token(&hash, at(0)).is_none(), "an account changed while it was read");
        read(cache.accounts());
        assert!(cache.token(&hash, at(0)).is_some());
    }

    #[test]
    fn changes_during_the_read_of_a_session_are_not_missed() {
        let (cache, user, token) =
            (SessionCache::default(), UserId::new([1; 10]), SessionToken::new([2; 32]).hash());
        cache.put(token.clone(), None, Some(&session(user.clone(), 1)));
        let before = cache.before(&token);
        cache.game_changed(&user);
        cache.put(token.clone(), before, Some(&session(user, 1)));
        assert!(cache.get(&token, TurnCount::Exact, DateTime::from_timestamp(0, 0).unwrap()).is_none());
    }
}
