//! Notifications between processes on one PostgreSQL. SQLite has one process, and none.

use std::sync::Arc;

use sqlx::AnyConnection;
use sqlx::postgres::PgListener;

use crate::store::{Store, StoreError};

/// The channel of the database.
const CHANNEL: &str = "bastide_changes";

/// Notifications of other processes and this one, on a connection of their own.
pub struct Notifications(PgListener);

impl Store {
    /// Whether other processes may share the database.
    pub fn notifies(&self) -> bool {
        self.shared_url.is_some()
    }

    /// Listens to notifications; `None` where there is nothing to hear.
    pub async fn listen(&self) -> Result<Option<Notifications>, StoreError> {
        let Some(url) = &self.shared_url else { return Ok(None) };
        let mut listener = PgListener::connect(url).await?;
        listener.listen(CHANNEL).await?;
        Ok(Some(Notifications(listener)))
    }
}

impl Notifications {
    /// The next notification; `None` if the connection was lost and is there again, and some may have been missed.
    pub async fn next(&mut self) -> Result<Option<String>, StoreError> {
        let next = self.0.try_recv().await?;
        Ok(next.map(|notification| notification.payload().to_owned()))
    }
}

/// Notifies all who listen once the transaction is committed. PostgreSQL commits such transactions one after the other.
pub(super) async fn notify(tx: &mut AnyConnection, text: &str) -> Result<(), StoreError> {
    sqlx::query("SELECT CAST(pg_notify($1, $2) AS TEXT)").bind(CHANNEL).bind(text).execute(tx).await?;
    Ok(())
}

/// The address of a database that other processes may share.
pub(super) type SharedUrl = Option<Arc<str>>;
