//! What happens, told at once to those who listen. Nothing is kept: whoever hears it looks up what there is.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::broadcast::{Receiver, Sender, channel, error::RecvError};

use crate::account::UserId;
use crate::service::{GameId, Player, Service};
use crate::store::StoredGame;

/// News that may wait for a slow listener; one who misses some looks up everything.
const WAITING: usize = 256;

/// Something has happened at a table.
#[derive(Debug)]
pub struct News {
    /// The table.
    pub game: GameId,
    /// Who sits there.
    pub players: Vec<UserId>,
}

/// Where news go out.
#[derive(Clone, Debug)]
pub(super) struct Board(Sender<Arc<News>>);

impl Default for Board {
    fn default() -> Self {
        Self(channel(WAITING).0)
    }
}

/// Somebody who listens.
#[derive(Debug)]
pub struct Listener(Receiver<Arc<News>>);

impl Listener {
    /// Waits until there is news that `concerns` the listener or may have been missed, and says so; or until `longest`
    /// has passed: another process on the same database tells nothing here, so now and then one has to look.
    pub async fn wait(&mut self, longest: Duration, concerns: impl Fn(&News) -> bool) -> bool {
        let heard = async {
            loop {
                match self.0.recv().await {
                    Ok(news) if !concerns(&news) => {}
                    Ok(_) | Err(RecvError::Lagged(_)) => return,
                    Err(RecvError::Closed) => std::future::pending().await,
                }
            }
        };
        tokio::time::timeout(longest, heard).await.is_ok()
    }
}

impl Service {
    /// Listens from now on.
    pub fn listen(&self) -> Listener {
        Listener(self.news.0.subscribe())
    }

    /// Tells that something has happened at a table, and `joined` if somebody has just sat down.
    pub(super) fn tell(&self, stored: &StoredGame, joined: Option<&UserId>) {
        let seated = stored.listed.seats.iter().filter_map(|seat| match seat {
            Some(Player::User { id, .. }) => Some(id),
            _ => None,
        });
        let players = seated.chain(joined).cloned().collect();
        // Nobody need be listening.
        let _ = self.news.0.send(Arc::new(News { game: stored.listed.id.clone(), players }));
    }
}

#[cfg(test)]
mod tests {
    const ANN: [u8; 10] = [1; 10];
    const BEN: [u8; 10] = [2; 10];

    use super::*;

    #[tokio::test]
    async fn a_listener_hears_what_concerns_it_and_gives_up_on_time() {
        let board = Board::default();
        let mut listener = Listener(board.0.subscribe());
        let news = |players: &[[u8; 10]]| News {
            game: GameId::parse("0123456789abcdef").unwrap(),
            players: players.iter().map(|id| UserId::new(*id)).collect(),
        };
        board.0.send(Arc::new(news(&[BEN]))).unwrap();
        board.0.send(Arc::new(news(&[ANN]))).unwrap();
        let hour = Duration::from_hours(1);
        assert!(listener.wait(hour, |news| news.players.contains(&UserId::new(ANN))).await);
        assert!(listener.0.is_empty(), "the first was passed over");
        assert!(!listener.wait(Duration::from_millis(1), |_| true).await);
        for _ in 0..=WAITING {
            board.0.send(Arc::new(news(&[]))).unwrap();
        }
        assert!(listener.wait(hour, |_| false).await, "what was missed may have concerned it");
    }
}
