//! What waits for users, by user: to count it, and to find the games.

use chrono::{DateTime, Utc};
use sqlx::AnyConnection;

use crate::batch::Batch;
use crate::row::Reader;
use crate::{Store, StoreError};
use account::UserId;
use table::{GameId, TurnChange, WaitingKind, WaitingTurn};

impl Store {
    /// How many turns and invitations wait for the user.
    pub async fn turns_waiting(&self, user: &UserId) -> Result<u32, StoreError> {
        let row = sqlx::query("SELECT $1 AS user_id, COUNT(*) AS turns FROM waiting WHERE user_id = $1")
            .bind(user.as_str())
            .fetch_one(&self.readers)
            .await?;
        Reader::new(&row, "waiting", "user_id")?.number("turns")
    }

    /// For whom a table waits, in order of their ids.
    pub async fn waiting_users(&self, game: &GameId) -> Result<Vec<(UserId, WaitingKind)>, StoreError> {
        let rows = sqlx::query("SELECT user_id, kind FROM waiting WHERE game = $1")
            .bind(game.as_str())
            .fetch_all(&self.readers)
            .await?;
        let read = |row| {
            let row = Reader::new(row, "waiting", "user_id")?;
            Ok((row.parsed("user_id", UserId::parse)?, row.parsed("kind", WaitingKind::parse)?))
        };
        let mut users = rows.iter().map(read).collect::<Result<Vec<_>, StoreError>>()?;
        users.sort();
        Ok(users)
    }
}

/// Says whose turn it is after events of the game.
pub(super) fn change_turn(batch: &mut Batch, game: &GameId, TurnChange { ended, begun }: &TurnChange) {
    let ended = ended.as_ref().filter(|user| begun.as_ref().is_none_or(|turn| turn.user != **user));
    if let Some(user) = ended {
        batch.add(
            "DELETE FROM waiting WHERE user_id = $1 AND game = $2",
            [user.as_str().into(), game.as_str().into()],
        );
    }
    if let Some(WaitingTurn { user, n, at }) = begun {
        batch.add(
            "INSERT INTO waiting (user_id, game, kind, n, at) VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT (user_id, game) DO UPDATE SET kind = $3, n = $4, at = $5",
            [
                user.as_str().into(),
                game.as_str().into(),
                WaitingKind::Turn.word().into(),
                i64::from(*n).into(),
                at.timestamp_millis().into(),
            ],
        );
    }
}

/// Says that an invitation waits for the user.
pub(super) async fn wait_for_answer(
    tx: &mut AnyConnection,
    game: &GameId,
    user: &UserId,
    at: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO waiting (user_id, game, kind, n, at) VALUES ($1, $2, $3, 0, $4)
         ON CONFLICT (user_id, game) DO UPDATE SET kind = $3, n = 0, at = $4",
    )
    .bind(user.as_str())
    .bind(game.as_str())
    .bind(WaitingKind::Invitation.word())
    .bind(at.timestamp_millis())
    .execute(tx)
    .await?;
    Ok(())
}

/// Nothing of the table waits for the user any more.
pub(super) async fn end_waiting(
    tx: &mut AnyConnection,
    game: &GameId,
    user: &UserId,
) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM waiting WHERE user_id = $1 AND game = $2")
        .bind(user.as_str())
        .bind(game.as_str())
        .execute(tx)
        .await?;
    Ok(())
}

/// Nothing of the table waits for anybody any more.
pub(super) async fn end_all_waiting(tx: &mut AnyConnection, game: &GameId) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM waiting WHERE game = $1").bind(game.as_str()).execute(tx).await?;
    Ok(())
}
