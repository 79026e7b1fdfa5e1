//! Invitations by name, while a table waits for players.

use chrono::{DateTime, Utc};
use sqlx::AnyConnection;

use crate::StoreError;
use account::UserId;
use table::GameId;

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
    .execute(tx)
    .await?;
    Ok(())
}

pub(super) async fn remove_invitation(
    tx: &mut AnyConnection,
    game: &GameId,
    user: &UserId,
) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM invitations WHERE game = $1 AND user_id = $2")
        .bind(game.as_str())
        .bind(user.as_str())
        .execute(tx)
        .await?;
    Ok(())
}

pub(super) async fn remove_invitations(tx: &mut AnyConnection, game: &GameId) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM invitations WHERE game = $1").bind(game.as_str()).execute(tx).await?;
    Ok(())
}
