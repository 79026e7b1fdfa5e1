//! PostgreSQL `LISTEN` and `NOTIFY` between server processes. SQLite serves a single process and needs neither.

use std::sync::Arc;

use sqlx::AnyConnection;
use sqlx::postgres::PgListener;

use crate::store::{Store, StoreError};

const CHANNEL: &str = "bastide_changes";

/// A dedicated connection that receives the notifications of all processes, this one included.
pub struct Notifications(PgListener);

impl Store {
    /// Whether other processes may share the database.
    pub fn notifies(&self) -> bool {
        self.shared_url.is_some()
    }

    /// Starts listening; `None` on SQLite.
    pub async fn listen(&self) -> Result<Option<Notifications>, StoreError> {
        let Some(url) = &self.shared_url else { return Ok(None) };
        let mut listener = PgListener::connect(url).await?;
        listener.listen(CHANNEL).await?;
        Ok(Some(Notifications(listener)))
    }
}

impl Notifications {
    /// The next notification; `None` after a reconnect, when some may have been missed.
    pub async fn next(&mut self) -> Result<Option<String>, StoreError> {
        let next = self.0.try_recv().await?;
        Ok(next.map(|notification| notification.payload().to_owned()))
    }
}

/// Sends a notification when the transaction commits. PostgreSQL serialises the commits of such transactions.
pub(super) async fn notify(tx: &mut AnyConnection, text: &str) -> Result<(), StoreError> {
    sqlx::query("SELECT CAST(pg_notify($1, $2) AS TEXT)").bind(CHANNEL).bind(text).execute(tx).await?;
    Ok(())
}

/// The URL of a database that other processes may share.
pub(super) type SharedUrl = Option<Arc<str>>;
