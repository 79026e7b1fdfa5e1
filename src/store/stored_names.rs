//! Names in the stored headers and events of games, of accounts that are closed.

use chrono::{DateTime, Utc};
use serde_json::Value;
use sqlx::AnyConnection;

use crate::row::Reader;
use crate::writer::TransactionEnd::{Commit, Unchanged};
use crate::{Store, StoreError};
use table::{Appearances, GameId};

impl Store {
    /// Replaces a user's name wherever the stored header and events of a game have it. `false`: they had the new one already.
    pub async fn replace_stored_name(
        &self,
        game: &GameId,
        appearances: &Appearances,
        name: &str,
        now: DateTime<Utc>,
    ) -> Result<bool, StoreError> {
        let write = (game.clone(), appearances.clone(), name.to_owned(), now);
        let replace = self.writer.write(write, |tx, (game, Appearances { seats, events }, name, now)| {
            Box::pin(async move {
                // Locks the game.
                let row = sqlx::query(
                    "UPDATE games SET header = header WHERE id = $1 AND header IS NOT NULL RETURNING id, header",
                )
                .bind(game.as_str())
                .fetch_optional(&mut *tx)
                .await?;
                let Some(row) = row else { return Ok(Unchanged(false)) };
                let mut header: Value = Reader::new(&row, "games", "id")?.json("header")?;
                let mut changed = false;
                for seat in seats {
                    changed |= replace(header.pointer_mut(&format!("/seats/{}", seat.index())), name);
                }
                if changed {
                    sqlx::query("UPDATE games SET header = $2 WHERE id = $1")
                        .bind(game.as_str())
                        .bind(header.to_string())
                        .execute(&mut *tx)
                        .await?;
                }
                for &n in events {
                    changed |= replace_in_event(tx, game, n, name).await?;
                }
                if changed {
                    tell_copies(tx, game, *now).await?;
                }
                Ok(Commit(changed))
            })
        });
        replace.await
    }
}

/// Whether the text was another one.
fn replace(text: Option<&mut Value>, name: &str) -> bool {
    text.filter(|text| text.is_string()).is_some_and(|text| {
        let is_other = text != name;
        *text = Value::from(name);
        is_other
    })
}

/// Replaces the name of the player to whom a seat was handed over.
async fn replace_in_event(
    tx: &mut AnyConnection,
    game: &GameId,
    n: u32,
    name: &str,
) -> Result<bool, StoreError> {
    let row = sqlx::query("SELECT game, body FROM events WHERE game = $1 AND n = $2")
        .bind(game.as_str())
        .bind(i64::from(n))
        .fetch_optional(&mut *tx)
        .await?;
    let Some(row) = row else { return Ok(false) };
    let mut body: Value = Reader::new(&row, "events", "game")?.json("body")?;
    if !replace(body.pointer_mut("/player"), name) {
        return Ok(false);
    }
    sqlx::query("UPDATE events SET body = $3 WHERE game = $1 AND n = $2")
        .bind(game.as_str())
        .bind(i64::from(n))
        .bind(body.to_string())
        .execute(tx)
        .await?;
    Ok(true)
}

/// Otherwise they would not look at the game again.
async fn tell_copies(tx: &mut AnyConnection, game: &GameId, now: DateTime<Utc>) -> Result<(), StoreError> {
    sqlx::query("INSERT INTO name_removals (game, at) VALUES ($1, $2) ON CONFLICT DO NOTHING")
        .bind(game.as_str())
        .bind(now.timestamp_millis())
        .execute(tx)
        .await?;
    Ok(())
}
