//! Tables: opening them, and looking for one.

use sqlx::AnyConnection;

use super::game::{json, read_secret, read_table, tables};
use super::outcome::{Occupant, add_seat};
use super::row::Reader;
use super::writer::Verdict::{self, Keep, Unchanged};
use super::{Store, StoreError};
use crate::account::UserId;
use crate::engine::{DrawSecret, Ruleset, Seat};
use crate::table::{GameId, Invite, Player, Table, Visibility};

impl Store {
    /// Opens a table; computer players are seated at once. `false`: the game has its rematch already, and nothing was stored.
    pub async fn open_table(&self, table: &Table, secret: &DrawSecret) -> Result<bool, StoreError> {
        let write = (table.clone(), secret.clone());
        self.writer.write(write, |tx, (table, secret)| Box::pin(insert_table(tx, table, secret))).await
    }

    /// A table, and the secret that settles its draws.
    pub async fn table(&self, game: &GameId) -> Result<Option<(Table, DrawSecret)>, StoreError> {
        let row = sqlx::query(tables!("FROM games g WHERE g.id = $1"))
            .bind(game.as_str())
            .fetch_optional(&self.readers)
            .await?;
        let read = |row| {
            let row = Reader::new(&row, "games", "id")?;
            Ok((read_table(&row)?, read_secret(&row)?))
        };
        row.map(read).transpose()
    }

    /// The rematch of a game, open or begun.
    pub async fn rematch_of(&self, game: &GameId) -> Result<Option<GameId>, StoreError> {
        let row = sqlx::query("SELECT id FROM games WHERE rematch_of = $1")
            .bind(game.as_str())
            .fetch_optional(&self.readers)
            .await?;
        row.map(|row| Reader::new(&row, "games", "id")?.parsed("id", GameId::parse)).transpose()
    }

    /// The table that an invitation leads to.
    pub async fn invited(&self, invite: &Invite) -> Result<Option<GameId>, StoreError> {
        let row = sqlx::query("SELECT id FROM games WHERE invite = $1")
            .bind(invite.reveal())
            .fetch_optional(&self.readers)
            .await?;
        row.map(|row| Reader::new(&row, "games", "id")?.parsed("id", GameId::parse)).transpose()
    }

    /// What the players have added to the draw secret, in the order of their seats; nothing for free seats.
    pub async fn salts(&self, game: &GameId) -> Result<Vec<(Seat, String)>, StoreError> {
        let rows = sqlx::query("SELECT game, seat, salt FROM seats WHERE game = $1 ORDER BY seat")
            .bind(game.as_str())
            .fetch_all(&self.readers)
            .await?;
        let read = |row| {
            let row = Reader::new(row, "seats", "game")?;
            Ok((Seat(row.number("seat")?), row.text("salt")?))
        };
        rows.iter().map(read).collect()
    }

    /// How many tables somebody has opened that have not begun.
    pub async fn tables_of(&self, opener: &UserId) -> Result<u32, StoreError> {
        let row = sqlx::query(
            "SELECT $1 AS opener, COUNT(*) AS tables FROM games WHERE opener = $1 AND status = 'open'",
        )
        .bind(opener.as_str())
        .fetch_one(&self.readers)
        .await?;
        Reader::new(&row, "games", "opener")?.number("tables")
    }
}

async fn insert_table(
    tx: &mut AnyConnection,
    table: &Table,
    secret: &DrawSecret,
) -> Result<Verdict<bool>, StoreError> {
    let (public, invite) = match &table.visibility {
        Visibility::Public => (1_i64, None),
        Visibility::Invited(invite) => (0, Some(invite.reveal())),
    };
    let opened = sqlx::query(
        "INSERT INTO games (id, opener, rules, rules_version, seat_count, public, invite, clock_days, secret,
             created, listed, roster, header, status, last_n, changed, to_move, computer_to_move, deadline, hand,
             scores, handicaps, rematch_of, aids)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 0, NULL, 'open', 0, $10, NULL, 0, NULL, '[]', '[]', $12, $13, $14)
         ON CONFLICT DO NOTHING",
    )
    .bind(table.id.as_str())
    .bind(table.opener.as_str())
    .bind(table.rules.to_stored_json())
    .bind(i64::from(Ruleset::STORED_VERSION))
    .bind(i64::try_from(table.waiting().len()).unwrap_or(i64::MAX))
    .bind(public)
    .bind(invite)
    .bind(table.time_control.days().map(i64::from))
    .bind(secret.reveal())
    .bind(table.created.timestamp_millis())
    .bind(table.place)
    .bind(json(&table.handicaps))
    .bind(table.rematch_of.as_ref().map(GameId::as_str))
    .bind(table.aids.word())
    .execute(&mut *tx)
    .await?;
    if opened.rows_affected() == 0 {
        return Ok(Unchanged(false));
    }
    for (seat, waiting) in (0..).map(Seat).zip(table.waiting()) {
        if let Some(Player::Computer(level)) = waiting.player {
            add_seat(tx, &table.id, seat, Occupant::Computer(level)).await?;
        }
        if let Some(person) = &waiting.reserved {
            sqlx::query("INSERT INTO kept_seats (game, seat, user_id) VALUES ($1, $2, $3)")
                .bind(table.id.as_str())
                .bind(i64::from(seat.0))
                .bind(person.id.as_str())
                .execute(&mut *tx)
                .await?;
        }
    }
    Ok(Keep(true))
}
