//! Lists of games, and what the workers look for.

use chrono::{DateTime, Utc};
use sqlx::any::AnyRow;

use crate::account::UserId;
use crate::store::append::{Summary, set_columns};
use crate::store::game::{Listed, Status, listed, read_listed};
use crate::store::notices::{Notice, add_notices, remove_notices};
use crate::store::row::Reader;
use crate::store::writer::Verdict::{Keep, Unchanged};
use crate::store::{GameId, Store, StoreError};

/// Which games a list wants.
#[derive(Clone, Debug, Default)]
pub struct GameFilter {
    /// Only with this status.
    pub status: Option<Status>,
    /// Only with a player of this folded name.
    pub player: Option<String>,
    /// Only after this place in the list.
    pub after: Option<i64>,
    /// At most so many.
    pub limit: u32,
}

/// What a rebuild compares: the columns that follow from a log, as they are stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Columns {
    /// The number of the last event.
    pub last_n: u32,
    /// When it happened.
    pub changed: DateTime<Utc>,
    /// The rest.
    pub summary: Summary,
    /// Whether any seat counts as playing.
    pub live: bool,
}

impl Store {
    /// Games that somebody plays, is awaited at, has opened and not begun, or has not seen the end of; the latest opened first.
    pub async fn games_at_hand(&self, user: &UserId) -> Result<Vec<Listed>, StoreError> {
        let rows = sqlx::query(listed!(
            "WHERE g.id IN (SELECT s.game FROM seats s WHERE s.user_id = $1 AND s.live = 1
                            UNION SELECT o.game FROM notices o
                                  WHERE o.user_id = $1 AND o.seen = 0 AND o.kind = 'finished'
                            UNION SELECT t.id FROM games t WHERE t.opener = $1 AND t.status = 'open'
                            UNION SELECT k.game FROM kept_seats k JOIN games a ON a.id = k.game
                                  WHERE k.user_id = $1 AND a.status = 'open')
             ORDER BY g.listed DESC LIMIT 1000"
        ))
        .bind(user.as_str())
        .fetch_all(&self.readers)
        .await?;
        read_all(&rows)
    }

    /// In how many games somebody is to move.
    pub async fn turns_waiting(&self, user: &UserId) -> Result<u32, StoreError> {
        let row = sqlx::query(
            "SELECT $1 AS user_id, COUNT(*) AS turns FROM seats s JOIN games g ON g.id = s.game
             WHERE s.user_id = $1 AND s.live = 1 AND g.to_move = s.seat",
        )
        .bind(user.as_str())
        .fetch_one(&self.readers)
        .await?;
        Reader::new(&row, "seats", "user_id")?.number("turns")
    }

    /// All games that somebody has a seat in, the latest opened first.
    pub async fn games_of(&self, user: &UserId, filter: &GameFilter) -> Result<Vec<Listed>, StoreError> {
        let rows = sqlx::query(listed!(
            "WHERE g.id IN (SELECT s.game FROM seats s WHERE s.user_id = $1)
               AND ($2 = '' OR g.status = $2)
               AND ($3 = '' OR g.id IN (SELECT s.game FROM seats s JOIN users u ON u.id = s.user_id
                                        WHERE u.folded = $3))
               AND g.listed < $4
             ORDER BY g.listed DESC LIMIT $5"
        ))
        .bind(user.as_str())
        .bind(filter.status.map_or("", Status::word))
        .bind(filter.player.as_deref().unwrap_or_default())
        .bind(filter.after.unwrap_or(i64::MAX))
        .bind(i64::from(filter.limit))
        .fetch_all(&self.readers)
        .await?;
        read_all(&rows)
    }

    /// Public games, the latest opened first.
    pub async fn public_games(&self, filter: &GameFilter) -> Result<Vec<Listed>, StoreError> {
        let rows = sqlx::query(listed!(
            "WHERE g.public = 1
               AND ($1 = '' OR g.status = $1)
               AND ($2 = '' OR g.id IN (SELECT s.game FROM seats s JOIN users u ON u.id = s.user_id
                                        WHERE u.folded = $2))
               AND g.listed < $3
             ORDER BY g.listed DESC LIMIT $4"
        ))
        .bind(filter.status.map_or("", Status::word))
        .bind(filter.player.as_deref().unwrap_or_default())
        .bind(filter.after.unwrap_or(i64::MAX))
        .bind(i64::from(filter.limit))
        .fetch_all(&self.readers)
        .await?;
        read_all(&rows)
    }

    /// Games whose deadline has passed, the longest ago first.
    pub async fn due(&self, now: DateTime<Utc>, limit: u32) -> Result<Vec<GameId>, StoreError> {
        let rows = sqlx::query("SELECT id FROM games WHERE deadline <= $1 ORDER BY deadline LIMIT $2")
            .bind(now.timestamp_millis())
            .bind(i64::from(limit))
            .fetch_all(&self.readers)
            .await?;
        read_ids(&rows)
    }

    /// Games in which the computer is to move, the longest waiting first.
    pub async fn computer_due(&self, limit: u32) -> Result<Vec<GameId>, StoreError> {
        let rows = sqlx::query("SELECT id FROM games WHERE computer_to_move = 1 ORDER BY changed LIMIT $1")
            .bind(i64::from(limit))
            .fetch_all(&self.readers)
            .await?;
        read_ids(&rows)
    }

    /// All games that have begun, the first opened first.
    pub async fn begun_games(&self) -> Result<Vec<GameId>, StoreError> {
        let rows = sqlx::query("SELECT id FROM games WHERE header IS NOT NULL ORDER BY listed")
            .fetch_all(&self.readers)
            .await?;
        read_ids(&rows)
    }

    /// The stored columns of a game that follow from its log.
    pub async fn columns(&self, game: &GameId) -> Result<Option<Columns>, StoreError> {
        let row = sqlx::query(
            "SELECT g.id, g.status, g.last_n, g.changed, g.to_move, g.computer_to_move, g.deadline, g.hand, g.scores, g.winners,
                 (SELECT COUNT(*) FROM seats s WHERE s.game = g.id AND s.live = 1) AS live
             FROM games g WHERE g.id = $1",
        )
        .bind(game.as_str())
        .fetch_optional(&self.readers)
        .await?;
        row.map(|row| read_columns(&Reader::new(&row, "games", "id")?)).transpose()
    }

    /// Sets the columns of a game that follow from its log, and its notices: `missing` are added, `wrong` removed.
    /// `false`: the game has gone on since `stored` was read, and nothing was changed.
    pub async fn mend(
        &self,
        game: &GameId,
        stored: &Columns,
        right: &Columns,
        missing: &[Notice],
        wrong: &[Notice],
    ) -> Result<bool, StoreError> {
        let write =
            (game.clone(), stored.last_n, stored.changed, right.clone(), missing.to_vec(), wrong.to_vec());
        let mend = self.writer.write(write, |tx, (game, last_n, changed, right, missing, wrong)| {
            Box::pin(async move {
                let same = sqlx::query(
                    "UPDATE games SET last_n = $2 WHERE id = $1 AND last_n = $2 AND changed = $3",
                )
                .bind(game.as_str())
                .bind(i64::from(*last_n))
                .bind(changed.timestamp_millis())
                .execute(&mut *tx)
                .await?;
                if same.rows_affected() == 0 {
                    return Ok(Unchanged(false));
                }
                set_columns(tx, game, right.last_n, right.changed, &right.summary).await?;
                sqlx::query("UPDATE seats SET live = $2 WHERE game = $1")
                    .bind(game.as_str())
                    .bind(i64::from(right.live))
                    .execute(&mut *tx)
                    .await?;
                remove_notices(tx, game, wrong).await?;
                add_notices(tx, game, missing).await?;
                Ok(Keep(true))
            })
        });
        mend.await
    }
}

fn read_columns(row: &Reader<'_>) -> Result<Columns, StoreError> {
    Ok(Columns {
        last_n: row.number("last_n")?,
        changed: row.time("changed")?,
        summary: Summary {
            status: row.parsed("status", Status::parse)?,
            to_move: row.maybe_number("to_move")?.map(crate::engine::Seat),
            computer_to_move: row.flag("computer_to_move")?,
            deadline: row.maybe_time("deadline")?,
            hand: row.json("hand")?,
            scores: row.json("scores")?,
            winners: row.json("winners")?,
        },
        live: row.number::<u32>("live")? > 0,
    })
}

fn read_all(rows: &[AnyRow]) -> Result<Vec<Listed>, StoreError> {
    rows.iter().map(|row| read_listed(&Reader::new(row, "games", "id")?)).collect()
}

fn read_ids(rows: &[AnyRow]) -> Result<Vec<GameId>, StoreError> {
    rows.iter().map(|row| Reader::new(row, "games", "id")?.parsed("id", GameId::parse)).collect()
}
