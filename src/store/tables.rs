use sqlx::{Any, Executor};

use crate::game::{read_secret, read_table, readable_tables, select_table, select_tables};
use crate::row::Reader;
use crate::{Store, StoreError};
use account::UserId;
use engine::{DrawSecret, Seat};
use table::{GameId, Invite, Salts, Status, Table};

impl Store {
    /// A table with its draw secret, which only the caller's game logic may see.
    pub async fn table(&self, game: &GameId) -> Result<Option<(Table, DrawSecret)>, StoreError> {
        let row = select_table().bind(game.as_str()).fetch_optional(&self.readers).await?;
        let read = |row| {
            let row = Reader::new(&row, "games", "id")?;
            Ok((read_table(&row)?, read_secret(&row)?))
        };
        row.map(read).transpose()
    }

    /// The rematch of a game, whether open or started.
    pub async fn rematch_of(&self, game: &GameId) -> Result<Option<Table>, StoreError> {
        let row = select_tables("FROM games g WHERE g.rematch_of = $1")
            .bind(game.as_str())
            .fetch_optional(&self.readers)
            .await?;
        row.map(|row| read_table(&Reader::new(&row, "games", "id")?)).transpose()
    }

    /// The tables that the user opened last, newest first; at most ten.
    pub async fn last_opened(&self, opener: &UserId) -> Result<Vec<Table>, StoreError> {
        let with = |status: Status| {
            format!(
                "SELECT * FROM (SELECT o.id, o.listed FROM games o WHERE o.opener = $1 AND o.status = '{}'
                 ORDER BY o.listed DESC LIMIT 10) one",
                status.word()
            )
        };
        let query = select_tables(&format!(
            "FROM (SELECT * FROM ({}) each ORDER BY each.listed DESC LIMIT 10) p
             CROSS JOIN games g WHERE g.id = p.id ORDER BY p.listed DESC",
            Status::ALL.map(with).join(" UNION ALL ")
        ))
        .bind(opener.as_str());
        readable_tables(&self.readers, query).await
    }

    /// The table that an invite belongs to.
    pub async fn invited(&self, invite: &Invite) -> Result<Option<GameId>, StoreError> {
        let row = sqlx::query("SELECT id FROM games WHERE invite = $1")
            .bind(invite.reveal())
            .fetch_optional(&self.readers)
            .await?;
        row.map(|row| Reader::new(&row, "games", "id")?.parsed("id", GameId::parse)).transpose()
    }

    /// The salts that players have revealed.
    pub async fn salts(&self, game: &GameId) -> Result<Salts, StoreError> {
        let rows = sqlx::query("SELECT game, seat, salt FROM seats WHERE game = $1 AND salt <> ''")
            .bind(game.as_str())
            .fetch_all(&self.readers)
            .await?;
        let read = |row| {
            let row = Reader::new(row, "seats", "game")?;
            Ok((Seat(row.number("seat")?), row.text("salt")?))
        };
        rows.iter().map(read).collect()
    }

    /// All tables that the guest opened, has a seat at or has a seat reserved at.
    pub async fn tables_of_guest(&self, guest: &UserId) -> Result<Vec<Table>, StoreError> {
        let rows = select_tables(
            "FROM (SELECT s.game FROM seats s WHERE s.user_id = $1
                   UNION SELECT t.id FROM games t WHERE t.opener = $1
                   UNION SELECT k.game FROM kept_seats k WHERE k.user_id = $1) p
             CROSS JOIN games g WHERE g.id = p.game",
        )
        .bind(guest.as_str())
        .fetch_all(&self.readers)
        .await?;
        rows.iter().map(|row| read_table(&Reader::new(row, "games", "id")?)).collect()
    }

    /// Whether nobody has opened a table or signed up yet, guests included.
    pub async fn is_new(&self) -> Result<bool, StoreError> {
        Ok(self.first_users(1).await?.is_empty() && self.first_tables(1).await?.is_empty())
    }

    /// The number of tables and games. A full count: for the host's commands only.
    pub async fn count_games(&self) -> Result<i64, StoreError> {
        let row = sqlx::query("SELECT 'games' AS name, COUNT(*) AS games FROM games")
            .fetch_one(&self.readers)
            .await?;
        Reader::new(&row, "games", "name")?.number("games")
    }

    /// The number of tables the user has opened that have not started.
    pub async fn tables_of(&self, opener: &UserId) -> Result<u32, StoreError> {
        waiting_tables(&self.readers, opener).await
    }
}

/// The number of tables the user has opened that have not started.
pub(super) async fn waiting_tables<'e>(
    connection: impl Executor<'e, Database = Any>,
    opener: &UserId,
) -> Result<u32, StoreError> {
    let row = sqlx::query(
        "SELECT $1 AS opener, COUNT(*) AS tables FROM games WHERE opener = $1 AND status = 'open'",
    )
    .bind(opener.as_str())
    .fetch_one(connection)
    .await?;
    Reader::new(&row, "games", "opener")?.number("tables")
}
