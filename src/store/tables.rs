//! Looking for tables.

use crate::account::UserId;
use crate::engine::{DrawSecret, Seat};
use crate::store::game::{read_secret, read_table, tables};
use crate::store::row::Reader;
use crate::store::{Store, StoreError};
use crate::table::{GameId, Invite, Table};

impl Store {
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

    /// All tables that a guest has opened, sits at or has a reserved seat at.
    pub async fn tables_of_guest(&self, guest: &UserId) -> Result<Vec<Table>, StoreError> {
        let rows = sqlx::query(tables!(
            "FROM (SELECT s.game FROM seats s WHERE s.user_id = $1
                   UNION SELECT t.id FROM games t WHERE t.opener = $1
                   UNION SELECT k.game FROM kept_seats k WHERE k.user_id = $1) p
             CROSS JOIN games g WHERE g.id = p.game"
        ))
        .bind(guest.as_str())
        .fetch_all(&self.readers)
        .await?;
        rows.iter().map(|row| read_table(&Reader::new(row, "games", "id")?)).collect()
    }

    /// How many tables and games there are. Counts them all: for commands of the host.
    pub async fn count_games(&self) -> Result<i64, StoreError> {
        let row = sqlx::query("SELECT 'games' AS name, COUNT(*) AS games FROM games")
            .fetch_one(&self.readers)
            .await?;
        Reader::new(&row, "games", "name")?.number("games")
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
