//! Invitations by name, while a table waits for players.

use chrono::{DateTime, Utc};
use sqlx::AnyConnection;

use crate::StoreError;
use crate::batch::Batch;
use crate::push::add_push_job;
use crate::waiting::{end_all_waiting, end_waiting, wait_for_answer};
use account::UserId;
use table::{GameId, Push};

/// Invites a user, and says so.
pub(super) async fn invite(
    tx: &mut AnyConnection,
    game: &GameId,
    user: &UserId,
    at: DateTime<Utc>,
) -> Result<(), StoreError> {
    add_invitation(&mut *tx, game, user, false, at).await?;
    let mut batch = Batch::default();
    add_push_job(&mut batch, &Push::invitation(user.clone(), game.clone(), at));
    Ok(batch.execute(tx).await?)
}

/// Adds an invitation, or changes the user's existing one.
pub(super) async fn add_invitation(
    tx: &mut AnyConnection,
    game: &GameId,
    user: &UserId,
    declined: bool,
    at: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO invitations (game, user_id, declined, at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (game, user_id) DO UPDATE SET declined = $3, at = $4",
    )
    .bind(game.as_str())
    .bind(user.as_str())
    .bind(i64::from(declined))
    .bind(at.timestamp_millis())
    .execute(&mut *tx)
    .await?;
    if declined { end_waiting(tx, game, user).await } else { wait_for_answer(tx, game, user, at).await }
}

pub(super) async fn remove_invitation(
    tx: &mut AnyConnection,
    game: &GameId,
    user: &UserId,
) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM invitations WHERE game = $1 AND user_id = $2")
        .bind(game.as_str())
        .bind(user.as_str())
        .execute(&mut *tx)
        .await?;
    end_waiting(tx, game, user).await
}

pub(super) async fn remove_invitations(tx: &mut AnyConnection, game: &GameId) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM invitations WHERE game = $1").bind(game.as_str()).execute(&mut *tx).await?;
    end_all_waiting(tx, game).await
}
