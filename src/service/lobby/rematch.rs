//! Rematches: the same rules, player aids and time control, with seats reserved for the same players.

use crate::service::lobby::tables::{TABLES_AT_MOST, fresh};
use crate::service::{Denied, Principal, Scope, Service, StoreError};
use crate::store::Executed;
use crate::table::{GameId, Status};

#[derive(Debug, thiserror::Error)]
pub enum RematchError {
    /// No such game, or not visible to this user.
    #[error("There is no such game.")]
    NoSuchGame,
    /// Not a player of the game.
    #[error("Only the players of a game can start its rematch.")]
    NotIn,
    #[error("This game is not finished yet.")]
    NotOver,
    /// The user's limit of tables waiting for players.
    #[error("You have {0} tables waiting for players. Close one before you open another.")]
    TooMany(u32),
    #[error(transparent)]
    Denied(#[from] Denied),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl RematchError {
    /// A stable code for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NoSuchGame => "no-such-game",
            Self::NotIn => "not-seated",
            Self::NotOver => "game-in-progress",
            Self::TooMany(_) => "too-many-tables",
            Self::Denied(why) => why.code(),
            Self::Store(_) => "failed",
        }
    }
}

impl Service {
    /// Returns the rematch of a finished game, opening it if needed. All seats start empty. The handicaps are those
    /// that the rules suggest.
    pub async fn rematch(&self, principal: &Principal, game: &GameId) -> Result<GameId, RematchError> {
        self.rematch_with(principal, game, None).await
    }

    /// Like `rematch`, with explicit handicaps: one per seat, or none.
    pub async fn rematch_with(
        &self,
        principal: &Principal,
        game: &GameId,
        handicaps: Option<Vec<i32>>,
    ) -> Result<GameId, RematchError> {
        let user = principal.require(Scope::Play)?;
        let (table, _) = self.store.table(game).await?.ok_or(RematchError::NoSuchGame)?;
        if table.seat_of(user).is_none() {
            let visible = table.may_see(Some(user), None);
            return Err(if visible { RematchError::NotIn } else { RematchError::NoSuchGame });
        }
        if table.status() != Status::Finished {
            return Err(RematchError::NotOver);
        }
        if let Some(rematch) = self.store.rematch_of(game).await? {
            return Ok(rematch);
        }
        let waiting = self.store.tables_of(user).await?;
        if waiting >= TABLES_AT_MOST {
            return Err(RematchError::TooMany(waiting));
        }
        let handicaps = match handicaps {
            Some(handicaps) => handicaps,
            None => {
                self.replay(&table).await?.map_or_else(Vec::new, |replay| replay.game.rematch_handicaps())
            }
        };
        let rematch = table.rematch(handicaps, user, fresh(), self.now());
        let id = rematch.game.clone();
        if let Executed::Stored { .. } = self.store.execute(rematch, None).await? {
            return Ok(id);
        }
        // Another player opened it in the meantime.
        self.store.rematch_of(game).await?.ok_or(RematchError::NoSuchGame)
    }
}
