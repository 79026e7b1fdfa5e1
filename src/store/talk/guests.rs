//! What becomes of the lines of guests.

use sqlx::AnyConnection;

use super::unread::{count_again, lock};
use super::write::last_note;
use crate::StoreError;
use crate::row::Reader;
use account::UserId;
use table::GameId;

/// The tables where others read what the user has written.
pub(crate) async fn written_at(tx: &mut AnyConnection, user: &UserId) -> Result<Vec<GameId>, StoreError> {
    let rows = sqlx::query(
        "SELECT DISTINCT game FROM talk_lines WHERE user_id = $1 AND channel <> 'notes' ORDER BY game",
    )
    .bind(user.as_str())
    .fetch_all(tx)
    .await?;
    rows.iter().map(|row| Reader::new(row, "talk_lines", "game")?.parsed("game", GameId::parse)).collect()
}

/// Counts again what is unread at these tables, after an author has gone or changed.
pub(crate) async fn count_at(tx: &mut AnyConnection, games: &[GameId]) -> Result<(), StoreError> {
    for game in games {
        if lock(tx, game).await?.is_some() {
            count_again(tx, game, None).await?;
        }
    }
    Ok(())
}

/// Gives a guest's lines and notes to the account that takes over. Its notes come after those that the account has at the same table.
pub(crate) async fn give_lines(
    tx: &mut AnyConnection,
    guest: &UserId,
    account: &UserId,
) -> Result<(), StoreError> {
    sqlx::query("UPDATE talk_lines SET user_id = $2 WHERE user_id = $1 AND channel <> 'notes'")
        .bind(guest.as_str())
        .bind(account.as_str())
        .execute(&mut *tx)
        .await?;
    let notes = sqlx::query("SELECT game, n FROM talk_lines WHERE user_id = $1 AND channel = 'notes'")
        .bind(guest.as_str())
        .fetch_all(&mut *tx)
        .await?;
    let read = |row| {
        let row = Reader::new(row, "talk_lines", "game")?;
        Ok((row.parsed("game", GameId::parse)?, row.number::<u32>("n")?))
    };
    let mut notes = notes.iter().map(read).collect::<Result<Vec<_>, StoreError>>()?;
    notes.sort();
    for (game, n) in notes {
        let next = last_note(tx, &game, account).await? + 1;
        sqlx::query(
            "UPDATE talk_lines SET user_id = $2, owner = $2, n = $5
             WHERE game = $3 AND channel = 'notes' AND owner = $1 AND n = $4",
        )
        .bind(guest.as_str())
        .bind(account.as_str())
        .bind(game.as_str())
        .bind(i64::from(n))
        .bind(i64::from(next))
        .execute(&mut *tx)
        .await?;
    }
    Ok(())
}
