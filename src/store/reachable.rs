//! Which users a server on SQLite can notify of turns. It is the only server of its file, so it can keep this in memory. For most moves,
//! looking it up in four tables would find nothing.

use std::collections::HashSet;
use std::sync::{PoisonError, RwLock};

use sqlx::AnyPool;

use crate::row::Reader;
use crate::{Store, StoreError};
use account::UserId;

/// Users who have, or had since the server started, a feed, a device, a webhook or a program that asks for events.
#[derive(Debug)]
pub(super) struct Reachable(RwLock<HashSet<UserId>>);

impl Reachable {
    pub async fn load(readers: &AnyPool) -> Result<Self, StoreError> {
        let rows = sqlx::query(
            "SELECT user_id FROM feeds UNION SELECT user_id FROM push_subscriptions
             UNION SELECT user_id FROM webhooks UNION SELECT user_id FROM event_numbers",
        )
        .fetch_all(readers)
        .await?;
        let read = |row| Reader::new(row, "reachable", "user_id")?.parsed("user_id", UserId::parse);
        Ok(Self(RwLock::new(rows.iter().map(read).collect::<Result<_, _>>()?)))
    }
}

impl Store {
    /// `false`: the user has no feed, device, webhook or program. Always `true` if other servers can share the database.
    pub(super) fn may_be_reached(&self, user: &UserId) -> bool {
        self.sole_server.as_ref().is_none_or(|server| {
            server.reachable.0.read().unwrap_or_else(PoisonError::into_inner).contains(user)
        })
    }

    /// Call this before storing the user's feed, device, webhook or event numbers.
    pub(super) fn make_reachable(&self, user: &UserId) {
        if let Some(server) = &self.sole_server {
            server.reachable.0.write().unwrap_or_else(PoisonError::into_inner).insert(user.clone());
        }
    }
}
