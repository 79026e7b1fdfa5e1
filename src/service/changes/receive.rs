//! Receiving the messages of other processes.

use std::sync::Weak;
use std::time::Duration;

use super::feed::Inner;
use store::{ServerMessage, Store, StoreError};

/// The longest delay before reconnecting.
const LONGEST_PAUSE: Duration = Duration::from_secs(30);

/// Receives messages until the feed is dropped, reconnecting after failures.
pub async fn receive_messages(store: Store, feed: Weak<Inner>) {
    let mut pause = Duration::from_secs(1);
    loop {
        match receive_until_failure(&store, &feed, &mut pause).await {
            Ok(()) => return,
            Err(error) => {
                tracing::warn!(%error, "not receiving changes from other servers, retrying in {} s", pause.as_secs());
            }
        }
        tokio::time::sleep(pause).await;
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
}

/// Receives messages until the connection fails. `Ok`: the feed was dropped, or the database is SQLite.
async fn receive_until_failure(
    store: &Store,
    feed: &Weak<Inner>,
    pause: &mut Duration,
) -> Result<(), StoreError> {
    let Some(mut listener) = store.listen().await? else { return Ok(()) };
    *pause = Duration::from_secs(1);
    loop {
        match feed.upgrade() {
            // Messages sent before this point were missed.
            Some(feed) => feed.wake_all_and_peers(),
            None => return Ok(()),
        }
        while let Some(message) = listener.next().await? {
            let Some(feed) = feed.upgrade() else { return Ok(()) };
            match message {
                ServerMessage::Changes(text) => feed.receive(&text),
                ServerMessage::Peer(text) => feed.receive_from_peer(&text),
            }
        }
    }
}
