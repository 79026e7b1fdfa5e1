//! Stored table events and the rows that derive from them.

use sqlx::AnyConnection;

use crate::game::json;
use crate::invitations::{add_invitation, invite, remove_invitation, remove_invitations};
use crate::row::Reader;
use crate::waiting::end_all_waiting;
use crate::{Store, StoreError, columns};
use account::UserId;
use engine::{SaltHash, Seat};
use table::{
    BadTableLog, ComputerLevel, GameId, LoggedTableEvent, Opened, Outcome, ReplayContext, Secrets, TableEvent,
};

/// The format version that this program writes.
const FORMAT: i64 = 1;

/// Parses a stored body. Converts older formats here, so that no other code sees them. The error names the offending
/// column.
fn read(form: i64, body: &str) -> Result<TableEvent, (&'static str, String)> {
    match form {
        FORMAT => serde_json::from_str(body).map_err(|error| ("body", error.to_string())),
        other => Err((
            "form",
            format!("table event format {other} is unknown; the newest known format is {FORMAT}"),
        )),
    }
}

impl Store {
    /// In order; empty if there is no such table.
    pub async fn table_log(&self, game: &GameId) -> Result<Vec<LoggedTableEvent>, StoreError> {
        let rows = sqlx::query("SELECT game, n, at, form, body FROM table_events WHERE game = $1 ORDER BY n")
            .bind(game.as_str())
            .fetch_all(&self.readers)
            .await?;
        let read = |row| {
            let row = Reader::new(row, "table_events", "game")?;
            let event = read(row.number("form")?, &row.text("body")?);
            let event = event.map_err(|(column, why)| row.bad(column, why))?;
            Ok(LoggedTableEvent { n: row.number("n")?, at: row.time("at")?, event })
        };
        rows.iter().map(read).collect()
    }
}

/// Appends table events and updates the rows that derive from them. `false`: the table has changed in the meantime, and
/// nothing was stored.
pub(super) async fn add_table_events(tx: &mut AnyConnection, outcome: &Outcome) -> Result<bool, StoreError> {
    if let Some(TableEvent::Opened(opened)) = outcome.table_events.first()
        && !insert_table(tx, outcome, opened).await?
    {
        return Ok(false);
    }
    let mut revision = outcome.revision;
    for event in &outcome.table_events {
        revision += 1;
        if !insert_event(tx, outcome, revision, event).await? {
            return Ok(false);
        }
    }
    sqlx::query("UPDATE games SET revision = $2 WHERE id = $1")
        .bind(outcome.game.as_str())
        .bind(i64::from(revision))
        .execute(&mut *tx)
        .await?;
    for event in &outcome.table_events {
        apply(tx, outcome, event).await?;
    }
    Ok(true)
}

/// `false`: the number is taken, or the table is gone.
async fn insert_event(
    tx: &mut AnyConnection,
    outcome: &Outcome,
    n: u32,
    event: &TableEvent,
) -> Result<bool, StoreError> {
    let inserted = sqlx::query(
        "INSERT INTO table_events (game, n, at, form, body)
         SELECT g.id, $2, $3, $4, $5 FROM games g WHERE g.id = $1",
    )
    .bind(outcome.game.as_str())
    .bind(i64::from(n))
    .bind(outcome.at.timestamp_millis())
    .bind(FORMAT)
    .bind(json(event))
    .execute(tx)
    .await;
    match inserted {
        Ok(done) => Ok(done.rows_affected() == 1),
        // The table may have been closed after the statement looked it up.
        Err(sqlx::Error::Database(error))
            if error.is_unique_violation() || error.is_foreign_key_violation() =>
        {
            Ok(false)
        }
        Err(error) => Err(error.into()),
    }
}

/// Updates the rows that derive from an event. A rebuild must compare every column that this writes.
async fn apply(tx: &mut AnyConnection, outcome: &Outcome, event: &TableEvent) -> Result<(), StoreError> {
    let game = &outcome.game;
    match event {
        TableEvent::Opened(opened) => {
            for (seat, level) in opened.computers() {
                add_seat(tx, game, seat, Occupant::Computer(level)).await?;
            }
            for (seat, user) in opened.reserved() {
                reserve_seat(tx, game, seat, user).await?;
            }
            for user in opened.invited() {
                invite(tx, game, user, outcome.at).await?;
            }
        }
        TableEvent::Joined { seat, user, salt_hash } => {
            add_seat(tx, game, *seat, Occupant::User { user, salt_hash: *salt_hash, salt: "" }).await?;
            remove_invitation(tx, game, user).await?;
        }
        TableEvent::Left { user } => {
            sqlx::query("DELETE FROM seats WHERE game = $1 AND user_id = $2")
                .bind(game.as_str())
                .bind(user.as_str())
                .execute(tx)
                .await?;
        }
        TableEvent::Invited { user } => invite(tx, game, user, outcome.at).await?,
        TableEvent::Declined { user } => add_invitation(tx, game, user, true, outcome.at).await?,
        TableEvent::MadePublic {} => {
            if let Some(settings) = &outcome.settings {
                columns::set_settings(tx, game, settings).await?;
            }
        }
        TableEvent::Filled {} => {
            free_reserved_seats(tx, game).await?;
            remove_invitations(tx, game).await?;
        }
        TableEvent::Revealed { seat } => {
            sqlx::query("UPDATE seats SET salt = $3 WHERE game = $1 AND seat = $2")
                .bind(game.as_str())
                .bind(i64::from(seat.0))
                .bind(outcome.salt.as_deref().unwrap_or_default())
                .execute(tx)
                .await?;
        }
        TableEvent::Started {} => {
            free_reserved_seats(tx, game).await?;
            remove_invitations(tx, game).await?;
            sqlx::query("UPDATE games SET header = $2 WHERE id = $1")
                .bind(game.as_str())
                .bind(outcome.header.as_ref().map(|header| header.to_stored_json()))
                .execute(tx)
                .await?;
        }
        TableEvent::Hinted { .. } => {
            sqlx::query("UPDATE games SET hints = $2 WHERE id = $1")
                .bind(game.as_str())
                .bind(json(&outcome.hints))
                .execute(tx)
                .await?;
        }
        TableEvent::Proposed { .. }
        | TableEvent::Answered { .. }
        | TableEvent::Paused { .. }
        | TableEvent::Agreed { .. }
        | TableEvent::Gave { .. }
        | TableEvent::Resumed { .. } => set_agreements(tx, outcome).await?,
        TableEvent::SeatTaken { seat, user, .. } => {
            sqlx::query("UPDATE seats SET user_id = $3, plan = NULL WHERE game = $1 AND seat = $2")
                .bind(game.as_str())
                .bind(i64::from(seat.0))
                .bind(user.as_str())
                .execute(&mut *tx)
                .await?;
            set_agreements(tx, outcome).await?;
        }
        TableEvent::MissedWhilePlaying { .. } => {}
        TableEvent::Replaced { user, by } => replace_user(tx, outcome, user, by).await?,
        TableEvent::Closed {} => {
            end_all_waiting(tx, game).await?;
            sqlx::query("DELETE FROM games WHERE id = $1").bind(game.as_str()).execute(tx).await?;
        }
    }
    Ok(())
}

/// Gives everything that a user has at a table to another. For that one it waits from now on.
async fn replace_user(
    tx: &mut AnyConnection,
    outcome: &Outcome,
    user: &UserId,
    by: &UserId,
) -> Result<(), StoreError> {
    let game = &outcome.game;
    sqlx::query(
        "UPDATE waiting SET user_id = $3, invited = CASE invited WHEN '' THEN '' ELSE $3 END, at = $4
         WHERE game = $1 AND user_id = $2",
    )
    .bind(game.as_str())
    .bind(user.as_str())
    .bind(by.as_str())
    .bind(outcome.at.timestamp_millis())
    .execute(&mut *tx)
    .await?;
    for statement in [
        "UPDATE games SET opener = $3 WHERE id = $1 AND opener = $2",
        "UPDATE seats SET user_id = $3 WHERE game = $1 AND user_id = $2",
        "UPDATE kept_seats SET user_id = $3 WHERE game = $1 AND user_id = $2",
        "UPDATE invitations SET user_id = $3 WHERE game = $1 AND user_id = $2",
        "UPDATE muted_games SET user_id = $3 WHERE game = $1 AND user_id = $2",
        "UPDATE notifications SET user_id = $3 WHERE game = $1 AND user_id = $2",
        "UPDATE attendance SET user_id = $3 WHERE game = $1 AND user_id = $2",
    ] {
        sqlx::query(statement)
            .bind(game.as_str())
            .bind(user.as_str())
            .bind(by.as_str())
            .execute(&mut *tx)
            .await?;
    }
    Ok(())
}

async fn set_agreements(tx: &mut AnyConnection, outcome: &Outcome) -> Result<(), StoreError> {
    sqlx::query("UPDATE games SET agreements = $2 WHERE id = $1")
        .bind(outcome.game.as_str())
        .bind(outcome.agreements.as_ref().and_then(columns::agreements_json))
        .execute(tx)
        .await?;
    Ok(())
}

/// `false`: the game already has a rematch.
async fn insert_table(
    tx: &mut AnyConnection,
    outcome: &Outcome,
    opened: &Opened,
) -> Result<bool, StoreError> {
    let Some(Secrets { draw, invite }) = &outcome.secrets else { return Ok(false) };
    if let Some(former) = &opened.rematch_of
        && has_rematch(tx, former).await?
    {
        return Ok(false);
    }
    let context = ReplayContext { invite: invite.clone(), ..ReplayContext::default() };
    let table = opened.table(&outcome.game, outcome.at, &context);
    let table = table.map_err(|why| BadTableLog { game: outcome.game.clone(), n: 1, why })?;
    columns::insert_table(tx, &table, draw).await
}

/// Whether the game has a rematch. None is opened by others until the transaction ends.
///
/// A unique index says the same, but not in a distributed database, where the two games are on different nodes.
async fn has_rematch(tx: &mut AnyConnection, former: &GameId) -> Result<bool, StoreError> {
    for statement in [
        "UPDATE games SET rematch_of = rematch_of WHERE id = $1",
        "SELECT id FROM games WHERE rematch_of = $1",
    ] {
        if sqlx::query(statement).bind(former.as_str()).fetch_optional(&mut *tx).await?.is_some() {
            return Ok(true);
        }
    }
    Ok(false)
}

pub(super) enum Occupant<'a> {
    User {
        user: &'a UserId,
        salt_hash: Option<SaltHash>,
        /// Empty until it is revealed.
        salt: &'a str,
    },
    Computer(ComputerLevel),
}

pub(super) async fn add_seat(
    tx: &mut AnyConnection,
    game: &GameId,
    seat: Seat,
    occupant: Occupant<'_>,
) -> Result<(), StoreError> {
    let (user, level, salt_hash, salt) = match occupant {
        Occupant::User { user, salt_hash, salt } => (Some(user.as_str()), None, salt_hash, salt),
        Occupant::Computer(level) => (None, Some(level.word()), None, ""),
    };
    sqlx::query(
        "INSERT INTO seats (game, seat, user_id, computer, salt_hash, salt, status, public, listed)
         SELECT g.id, $2, $3, $4, $5, $6, g.status, g.public, g.listed FROM games g WHERE g.id = $1",
    )
    .bind(game.as_str())
    .bind(i64::from(seat.0))
    .bind(user)
    .bind(level)
    .bind(salt_hash.map(String::from))
    .bind(salt)
    .execute(tx)
    .await?;
    Ok(())
}

pub(super) async fn reserve_seat(
    tx: &mut AnyConnection,
    game: &GameId,
    seat: Seat,
    user: &UserId,
) -> Result<(), StoreError> {
    sqlx::query("INSERT INTO kept_seats (game, seat, user_id) VALUES ($1, $2, $3)")
        .bind(game.as_str())
        .bind(i64::from(seat.0))
        .bind(user.as_str())
        .execute(tx)
        .await?;
    Ok(())
}

pub(super) async fn free_reserved_seats(tx: &mut AnyConnection, game: &GameId) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM kept_seats WHERE game = $1").bind(game.as_str()).execute(tx).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_format_or_event_is_reported_with_its_column() {
        assert_eq!(read(FORMAT, r#"{"type":"started"}"#), Ok(TableEvent::Started {}));
        for (form, body, column, complaint) in [
            (
                9,
                r#"{"type":"started"}"#,
                "form",
                "table event format 9 is unknown; the newest known format is 1",
            ),
            (FORMAT, r#"{"type":"shuffled"}"#, "body", "unknown variant `shuffled`"),
            (FORMAT, r#"{"type":"left","user":"x"}"#, "body", "a user id has 16 letters and digits"),
            (FORMAT, r#"{"type":"started","by":1}"#, "body", "unknown field `by`"),
        ] {
            let (named, why) = read(form, body).unwrap_err();
            assert!(named == column && why.contains(complaint), "{body}: {named}: {why}");
        }
    }
}
