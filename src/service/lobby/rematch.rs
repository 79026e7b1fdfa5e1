//! Playing again: the same players, rules, player aids and time control, with the seats reserved for those who had them.

use crate::service::lobby::tables::{TABLES_AT_MOST, fresh};
use crate::service::{Denied, Principal, Scope, Service, StoreError};
use crate::store::Executed;
use crate::table::{GameId, Status};

/// Why there is no rematch.
#[derive(Debug, thiserror::Error)]
pub enum RematchError {
    /// No such game, or one that this user may not see.
    #[error("There is no such game.")]
    NoSuchGame,
    /// Not one of its players.
    #[error("Only its players can ask for a rematch.")]
    NotIn,
    /// It is in progress.
    #[error("This game is not over yet.")]
    NotOver,
    /// One user may have so many tables waiting.
    #[error("You have {0} tables waiting for players. Close one before you open another.")]
    TooMany(u32),
    #[error(transparent)]
    Denied(#[from] Denied),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl RematchError {
    /// A stable name for programs.
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
    /// The table of the rematch of a finished game; the first player who asks opens it, and nobody is seated yet. Handicaps
    /// are those that the rules propose.
    pub async fn rematch(&self, principal: &Principal, game: &GameId) -> Result<GameId, RematchError> {
        self.rematch_with(principal, game, None).await
    }

    /// The same with other handicaps, a seat each or none.
    pub async fn rematch_with(
        &self,
        principal: &Principal,
        game: &GameId,
        handicaps: Option<Vec<i32>>,
    ) -> Result<GameId, RematchError> {
        let user = principal.require(Scope::Play)?;
        let (table, _) = self.store.table(game).await?.ok_or(RematchError::NoSuchGame)?;
        if table.seat_of(user).is_none() {
            let seen = table.may_see(Some(user), None);
            return Err(if seen { RematchError::NotIn } else { RematchError::NoSuchGame });
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
        // Somebody else asked at the same moment.
        self.store.rematch_of(game).await?.ok_or(RematchError::NoSuchGame)
    }
}
