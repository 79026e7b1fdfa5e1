//! Playing again: the same players, rules, aids and clock, with the seats kept for those who had them.

use crate::account::UserId;
use crate::engine::Seat;
use crate::service::lobby::{TABLES_AT_MOST, may_see};
use crate::service::{GameId, Opening, Player, Service, Status, StoreError};
use crate::store::{StoredGame, Visibility};

/// Why there is no rematch.
#[derive(Debug, thiserror::Error)]
pub enum RematchError {
    /// No such game, or one that this person may not see.
    #[error("There is no such game.")]
    NoSuchGame,
    /// Not one of its players.
    #[error("Only its players can ask for a rematch.")]
    NotIn,
    /// It goes on.
    #[error("This game is not over yet.")]
    NotOver,
    /// One person may have so many tables waiting.
    #[error("You have {0} tables waiting for players. Close one before you open another.")]
    TooMany(u32),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Service {
    /// The table of the rematch of a finished game; whoever asks first opens it, and nobody is seated yet. Handicaps are
    /// those that the rules propose.
    pub async fn rematch(&self, user: &UserId, game: &GameId) -> Result<GameId, RematchError> {
        let stored = self.store.game(game).await?.ok_or(RematchError::NoSuchGame)?;
        if stored.listed.seat_of(user).is_none() {
            let seen = may_see(&stored, Some(user), None);
            return Err(if seen { RematchError::NotIn } else { RematchError::NoSuchGame });
        }
        if stored.listed.status != Status::Finished {
            return Err(RematchError::NotOver);
        }
        if let Some(rematch) = self.store.rematch_of(game).await? {
            return Ok(rematch);
        }
        let waiting = self.store.tables_of(user).await?;
        if waiting >= TABLES_AT_MOST {
            return Err(RematchError::TooMany(waiting));
        }
        let handicaps = self.replay(&stored).await?.map(|replay| replay.game.rematch_handicaps());
        let mut table = self.new_table(user, &again(&stored, handicaps.unwrap_or_default()));
        table.kept = people(&stored);
        table.rematch_of = Some(game.clone());
        if self.store.open_table(&table).await? {
            return Ok(table.id);
        }
        // Somebody else asked at the same moment.
        self.store.rematch_of(game).await?.ok_or(RematchError::NoSuchGame)
    }
}

fn seats(stored: &StoredGame) -> impl Iterator<Item = (Seat, &Player)> {
    (0..).map(Seat).zip(&stored.listed.seats).filter_map(|(seat, player)| Some((seat, player.as_ref()?)))
}

fn people(stored: &StoredGame) -> Vec<(Seat, UserId)> {
    seats(stored)
        .filter_map(|(seat, player)| match player {
            Player::User { id, .. } => Some((seat, id.clone())),
            Player::Computer => None,
        })
        .collect()
}

/// The same table once more.
fn again(stored: &StoredGame, handicaps: Vec<i32>) -> Opening {
    let computer = seats(stored).filter(|(_, player)| matches!(player, Player::Computer));
    Opening {
        rules: stored.listed.rules.clone(),
        seats: u8::try_from(stored.listed.seats.len()).unwrap_or(u8::MAX),
        computer: computer.map(|(seat, _)| seat).collect(),
        public: stored.visibility == Visibility::Public,
        clock_days: stored.listed.clock_days,
        handicaps,
        aids: stored.listed.aids,
    }
}
