//! Rematches: the same rules, player aids and time control, with the same players invited to their seats.

use crate::lobby::tables::{TABLES_AT_MOST, person_of};
use crate::people::is_hidden;
use crate::{Denied, JoinError, Principal, Scope, Service, StoreError, TableView};
use account::{RestrictionKind, UserId};
use engine::SaltHash;
use store::OpenResult;
use table::{GameId, Player, Status, Table};

#[derive(Debug, thiserror::Error)]
pub enum RematchError {
    /// No such game, or not visible to this user.
    #[error("no-such-game")]
    NoSuchGame,
    /// Not a player of the game.
    #[error("not-a-player")]
    NotIn,
    #[error("game-not-finished")]
    NotOver,
    /// The user's limit of tables waiting for players.
    #[error("too-many-open-tables")]
    TooMany(u32),
    /// The game belongs to a series: its games follow each other.
    #[error("rematch-in-series")]
    InSeries,
    /// The rematch was started by others.
    #[error("rematch-exists")]
    WithoutYou,
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
            Self::InSeries => "in-series",
            Self::WithoutYou => "table-full",
            Self::Denied(why) => why.code(),
            Self::Store(_) => "failed",
        }
    }
}

impl Service {
    /// Returns the rematch of a finished game with the user seated: opens it and invites the other players, or joins the
    /// one that another player has opened. `salt_hash` is as in `join`. The handicaps are those that the rules suggest.
    pub async fn rematch(
        &self,
        principal: &Principal,
        game: &GameId,
        salt_hash: Option<SaltHash>,
    ) -> Result<GameId, RematchError> {
        self.rematch_with(principal, game, None, salt_hash).await
    }

    /// Like `rematch`, with explicit handicaps: one per seat, or none. They don't change an existing rematch.
    pub async fn rematch_with(
        &self,
        principal: &Principal,
        game: &GameId,
        handicaps: Option<Vec<i32>>,
        salt_hash: Option<SaltHash>,
    ) -> Result<GameId, RematchError> {
        let user = principal.require(Scope::Play)?;
        self.check_restriction(user, RestrictionKind::Tables).await??;
        let (table, _) = self.store.table(game).await?.ok_or(RematchError::NoSuchGame)?;
        if table.seat_of(user).is_none() || table.is_imported() {
            let is_hidden = is_hidden(principal, Some(user), &table, None);
            return Err(if is_hidden { RematchError::NoSuchGame } else { RematchError::NotIn });
        }
        if table.status() != Status::Finished {
            return Err(RematchError::NotOver);
        }
        if table.series.is_some() {
            return Err(RematchError::InSeries);
        }
        if let Some(rematch) = self.store.rematch_of(game).await? {
            return self.join_rematch(principal, &rematch, salt_hash).await;
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
        let opener = person_of(user, self.store.user(user).await?.as_ref());
        let randomness = self.table_randomness();
        let id = randomness.id.clone();
        let players: Vec<_> = table.seats().into_iter().flatten().filter_map(Player::user).cloned().collect();
        let players: Vec<&UserId> = players.iter().collect();
        let mut gone = self.store.closed_among(&players).await?;
        gone.extend(self.store.blocked_among(user, &players).await?);
        gone.extend(self.store.restricted_among(&players, RestrictionKind::Tables, self.now()).await?);
        let rematch = table.without_players(&gone).rematch(
            handicaps,
            &opener,
            salt_hash,
            randomness,
            &self.outages_only(),
            self.now(),
        );
        let rematch = rematch.map_err(StoreError::from)?;
        match self.execute_opening(user, TABLES_AT_MOST, rematch).await? {
            OpenResult::Stored => return Ok(id),
            OpenResult::TooMany(waiting) => return Err(RematchError::TooMany(waiting)),
            OpenResult::Stale => {}
        }
        // Another player opened it in the meantime.
        let rematch = self.store.rematch_of(game).await?.ok_or(RematchError::NoSuchGame)?;
        self.join_rematch(principal, &rematch, salt_hash).await
    }

    /// Takes the user's seat at a rematch that another player has opened.
    async fn join_rematch(
        &self,
        principal: &Principal,
        rematch: &Table,
        salt_hash: Option<SaltHash>,
    ) -> Result<GameId, RematchError> {
        match self.join(principal, &rematch.id, None, salt_hash).await {
            Ok(_) | Err(JoinError::AlreadyIn) => Ok(rematch.id.clone()),
            Err(JoinError::Denied(why)) => Err(why.into()),
            Err(JoinError::Store(failure)) => Err(failure.into()),
            Err(_) => Err(RematchError::WithoutYou),
        }
    }

    /// The rematch of a game, open or started, if the user played in the game.
    pub async fn rematch_of(
        &self,
        principal: &Principal,
        game: &TableView,
    ) -> Result<Option<Table>, StoreError> {
        let played = principal.reader().is_some_and(|user| game.table.seat_of(user).is_some());
        if !played || game.table.status() != Status::Finished {
            return Ok(None);
        }
        self.store.rematch_of(&game.table.id).await
    }
}
