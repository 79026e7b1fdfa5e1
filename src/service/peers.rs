//! Messages between the servers on one database, beside the changes of games: what they share are limits.

use tokio::sync::broadcast;

use crate::{Service, StoreError};

/// How many messages may wait to be read. When more come, the reader learns that it has missed some.
pub(super) const WAITING: usize = 1024;

/// What a server learns of the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PeerNews {
    Said {
        /// Which server says it: a name that it has until it stops.
        by: String,
        text: String,
    },
    /// Messages may have been missed, because the connection was down.
    Missed,
}

/// Receives the messages of the other servers.
#[derive(Debug)]
pub struct PeerListener(broadcast::Receiver<PeerNews>);

impl Service {
    /// Whether other servers may share the database.
    pub fn has_peers(&self) -> bool {
        self.store.notifies()
    }

    /// Starts to receive messages of other servers; `None` if no other server can share the database. Must be called within the
    /// async runtime.
    pub fn listen_to_peers(&self) -> Option<PeerListener> {
        self.store.notifies().then(|| {
            let listener = PeerListener(self.changes.0.peers.subscribe());
            self.receive_messages();
            listener
        })
    }

    /// Sends a message to all other servers; at most 7,900 bytes.
    pub async fn notify_peers(&self, text: &str) -> Result<(), StoreError> {
        self.store.notify_peers(&format!("{} {text}", self.changes.0.name)).await
    }
}

impl PeerListener {
    pub async fn next(&mut self) -> PeerNews {
        match self.0.recv().await {
            Ok(news) => news,
            Err(broadcast::error::RecvError::Lagged(_)) => PeerNews::Missed,
            // The service is gone, and with it the server.
            Err(broadcast::error::RecvError::Closed) => std::future::pending().await,
        }
    }
}
