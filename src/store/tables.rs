//! Tables before the game, and the start of the game.

use chrono::{DateTime, Utc};
use sqlx::AnyConnection;

use crate::account::UserId;
use crate::aids::Aids;
use crate::engine::{DrawSecret, Header, Ruleset, Seat};
use crate::store::append::{Append, insert};
use crate::store::game::{COMPUTER, Invite, StoredGame, Visibility, json, listed, read_game};
use crate::store::row::Reader;
use crate::store::writer::Verdict::{self, Keep, Unchanged, Undo};
use crate::store::{GameId, Store, StoreError};

/// A table to be opened.
#[derive(Clone, Debug)]
pub struct NewTable {
    /// Its id.
    pub id: GameId,
    /// Who opens it.
    pub opener: UserId,
    /// What is played.
    pub rules: Ruleset,
    /// How many seats there are.
    pub seats: u8,
    /// Which of them the computer has.
    pub computer: Vec<Seat>,
    /// For whom seats are kept.
    pub kept: Vec<(Seat, UserId)>,
    /// Points at the start, a seat each; empty if nobody has any.
    pub handicaps: Vec<i32>,
    /// What help the pages give while the game is on.
    pub aids: Aids,
    /// The game of which it is the rematch.
    pub rematch_of: Option<GameId>,
    /// Who may see it.
    pub visibility: Visibility,
    /// Days a move.
    pub clock_days: Option<u8>,
    /// What settles the draws.
    pub secret: DrawSecret,
    /// When.
    pub created: DateTime<Utc>,
    /// Where it stands in lists.
    pub listed: i64,
}

/// Somebody who sits down.
#[derive(Clone, Debug)]
pub struct Seated {
    /// Where.
    pub seat: Seat,
    /// Who.
    pub user: UserId,
    /// What is added to the draw secret.
    pub salt: String,
}

/// The start of a game, which comes with its last player.
#[derive(Clone, Debug)]
pub struct Start {
    /// The first line of the record.
    pub header: Header,
    /// The first events.
    pub append: Append,
}

impl Store {
    /// Opens a table; the computer sits down at once. `false`: the game has its rematch already, and nothing was stored.
    pub async fn open_table(&self, table: &NewTable) -> Result<bool, StoreError> {
        self.writer.write(table.clone(), |tx, table| Box::pin(insert_table(tx, table))).await
    }

    /// Seats somebody, and begins the game if that was the last seat. `false`: somebody else has sat down or got up
    /// since `roster` was read, and nothing was stored.
    pub async fn take_seat(
        &self,
        game: &GameId,
        roster: u32,
        seated: &Seated,
        start: Option<&Start>,
    ) -> Result<bool, StoreError> {
        let write = (game.clone(), roster, seated.clone(), start.cloned());
        let take = self.writer.write(write, |tx, (game, roster, seated, start)| {
            Box::pin(async move {
                if !next_roster(tx, game, *roster).await? {
                    return Ok(Unchanged(false));
                }
                add_seat(tx, game, seated.seat, Some(&seated.user), &seated.salt).await?;
                let Some(Start { header, append }) = start else { return Ok(Keep(true)) };
                sqlx::query("DELETE FROM kept_seats WHERE game = $1")
                    .bind(game.as_str())
                    .execute(&mut *tx)
                    .await?;
                sqlx::query("UPDATE games SET header = $2 WHERE id = $1")
                    .bind(game.as_str())
                    .bind(header.to_stored_json())
                    .execute(&mut *tx)
                    .await?;
                match insert(tx, append).await? {
                    Keep(true) => Ok(Keep(true)),
                    _ => Ok(Undo(false)),
                }
            })
        });
        take.await
    }

    /// Frees a seat. `false`: the table has changed since `roster` was read.
    pub async fn free_seat(&self, game: &GameId, roster: u32, user: &UserId) -> Result<bool, StoreError> {
        let free = self.writer.write((game.clone(), roster, user.clone()), |tx, (game, roster, user)| {
            Box::pin(async move {
                if !next_roster(tx, game, *roster).await? {
                    return Ok(Unchanged(false));
                }
                sqlx::query("DELETE FROM seats WHERE game = $1 AND user_id = $2")
                    .bind(game.as_str())
                    .bind(user.as_str())
                    .execute(tx)
                    .await?;
                Ok(Keep(true))
            })
        });
        free.await
    }

    /// Removes a table that has not begun. `false`: there is no such table.
    pub async fn close_table(&self, game: &GameId) -> Result<bool, StoreError> {
        let close = self.writer.write(game.clone(), |tx, game| {
            Box::pin(async move {
                let closed = sqlx::query("DELETE FROM games WHERE id = $1 AND status = 'open'")
                    .bind(game.as_str())
                    .execute(tx)
                    .await?;
                Ok(Keep(closed.rows_affected() > 0))
            })
        });
        close.await
    }

    /// A table or game.
    pub async fn game(&self, game: &GameId) -> Result<Option<StoredGame>, StoreError> {
        let row = sqlx::query(listed!("FROM games g WHERE g.id = $1"))
            .bind(game.as_str())
            .fetch_optional(&self.readers)
            .await?;
        row.map(|row| read_game(&Reader::new(&row, "games", "id")?)).transpose()
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

async fn insert_table(tx: &mut AnyConnection, table: &NewTable) -> Result<Verdict<bool>, StoreError> {
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
    .bind(i64::from(table.seats))
    .bind(public)
    .bind(invite)
    .bind(table.clock_days.map(i64::from))
    .bind(table.secret.reveal())
    .bind(table.created.timestamp_millis())
    .bind(table.listed)
    .bind(json(&table.handicaps))
    .bind(table.rematch_of.as_ref().map(GameId::as_str))
    .bind(table.aids.word())
    .execute(&mut *tx)
    .await?;
    if opened.rows_affected() == 0 {
        return Ok(Unchanged(false));
    }
    for seat in &table.computer {
        add_seat(tx, &table.id, *seat, None, "").await?;
    }
    for (seat, user) in &table.kept {
        sqlx::query("INSERT INTO kept_seats (game, seat, user_id) VALUES ($1, $2, $3)")
            .bind(table.id.as_str())
            .bind(i64::from(seat.0))
            .bind(user.as_str())
            .execute(&mut *tx)
            .await?;
    }
    Ok(Keep(true))
}

/// Counts a change of the table's players, unless it has changed or begun meanwhile.
async fn next_roster(tx: &mut AnyConnection, game: &GameId, roster: u32) -> Result<bool, StoreError> {
    let counted =
        sqlx::query("UPDATE games SET roster = roster + 1 WHERE id = $1 AND roster = $2 AND status = 'open'")
            .bind(game.as_str())
            .bind(i64::from(roster))
            .execute(tx)
            .await?;
    Ok(counted.rows_affected() == 1)
}

/// Seats a person, or the computer.
async fn add_seat(
    tx: &mut AnyConnection,
    game: &GameId,
    seat: Seat,
    user: Option<&UserId>,
    salt: &str,
) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO seats (game, seat, user_id, computer, salt, status, public, listed)
         SELECT g.id, $2, $3, $4, $5, g.status, g.public, g.listed FROM games g WHERE g.id = $1",
    )
    .bind(game.as_str())
    .bind(i64::from(seat.0))
    .bind(user.map(UserId::as_str))
    .bind(if user.is_some() { None } else { Some(COMPUTER) })
    .bind(salt)
    .execute(tx)
    .await?;
    Ok(())
}
