//! PostgreSQL `LISTEN` and `NOTIFY` between server processes. SQLite serves a single process and needs neither.

use std::sync::Arc;

use sqlx::AnyConnection;
use sqlx::postgres::PgListener;

use crate::{Store, StoreError};

const CHANNEL: &str = "bastide_changes";
/// Its messages begin with the schema: what they are about has no name of its own, and a database may have several sites.
const PEERS: &str = "bastide_peers";

/// A dedicated connection that receives the notifications of all processes, this one included.
pub struct MessageListener {
    listener: PgListener,
    schema: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ServerMessage {
    Changes(String),
    /// Of [`Store::notify_peers`].
    Peer(String),
}

impl Store {
    /// Whether other processes may share the database.
    pub fn notifies(&self) -> bool {
        self.shared_url.is_some()
    }

    /// Starts listening; `None` on SQLite.
    pub async fn listen(&self) -> Result<Option<MessageListener>, StoreError> {
        let Some(url) = &self.shared_url else { return Ok(None) };
        let mut listener = PgListener::connect(url).await?;
        let schema = sqlx::query_scalar("SELECT current_schema()::text").fetch_one(&mut listener).await?;
        listener.listen_all([CHANNEL, PEERS]).await?;
        Ok(Some(MessageListener { listener, schema }))
    }

    /// Sends a message to all servers on the same tables. PostgreSQL only.
    pub async fn notify_peers(&self, text: &str) -> Result<(), StoreError> {
        sqlx::query("SELECT CAST(pg_notify($1, current_schema() || ' ' || $2) AS TEXT)")
            .bind(PEERS)
            .bind(text)
            .execute(&self.readers)
            .await?;
        Ok(())
    }
}

impl MessageListener {
    /// The next notification; `None` after a reconnect, when some may have been missed.
    pub async fn next(&mut self) -> Result<Option<ServerMessage>, StoreError> {
        while let Some(notification) = self.listener.try_recv().await? {
            let text = notification.payload();
            if notification.channel() == CHANNEL {
                return Ok(Some(ServerMessage::Changes(text.to_owned())));
            }
            if let Some((schema, text)) = text.split_once(' ')
                && schema == self.schema
            {
                return Ok(Some(ServerMessage::Peer(text.to_owned())));
            }
        }
        Ok(None)
    }
}

/// Sends a notification when the transaction commits. PostgreSQL serialises the commits of such transactions.
pub(super) async fn notify(tx: &mut AnyConnection, text: &str) -> Result<(), StoreError> {
    sqlx::query("SELECT CAST(pg_notify($1, $2) AS TEXT)").bind(CHANNEL).bind(text).execute(tx).await?;
    Ok(())
}

/// The URL of a database that other processes may share.
pub(super) type SharedUrl = Option<Arc<str>>;
