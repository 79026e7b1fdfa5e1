//! Series of games. Their scores follow from the games.

use chrono::{DateTime, Utc};
use sqlx::AnyConnection;
use sqlx::any::AnyRow;

use crate::blocks::is_blocked;
use crate::game::{json, readable_tables, select_tables};
use crate::outcome::{execute, lock_both};
use crate::row::Reader;
use crate::statement::query;
use crate::writer::TransactionEnd::{Commit, RollBack, Unchanged};
use crate::{Store, StoreError};
use account::{SeriesId, UserId};
use table::{BestOf, Outcome, Series, SeriesGame, SeriesStop, Table};

/// Result of [`Store::open_next_in_series`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpenedNext {
    Opened,
    /// There is a game with this number, or the series was stopped. Nothing was stored.
    Stale,
    /// One of the two has blocked the other.
    Blocked,
}

/// More games than a series can have.
const MOST_GAMES: i64 = 20;
/// The most series that a list has.
const MOST: i64 = 1_000;

const SERIES: &str =
    "SELECT id, first, second, best_of, tie_to_second, settings, begun, stopped, stop FROM series";

impl Store {
    pub async fn series(&self, id: &SeriesId) -> Result<Option<Series>, StoreError> {
        let row =
            query(format!("{SERIES} WHERE id = $1")).bind(id.as_str()).fetch_optional(&self.readers).await?;
        row.as_ref().map(read).transpose()
    }

    /// In the order in which they were played.
    pub async fn games_of_series(&self, id: &SeriesId) -> Result<Vec<Table>, StoreError> {
        let query = select_tables("FROM games g WHERE g.series = $1 ORDER BY g.series_n LIMIT $2")
            .bind(id.as_str().to_owned())
            .bind(MOST_GAMES);
        readable_tables(&self.readers, query).await
    }

    /// Those that the user plays or has played.
    pub async fn series_of(&self, user: &UserId) -> Result<Vec<Series>, StoreError> {
        let rows = query(format!("{SERIES} WHERE first = $1 UNION ALL {SERIES} WHERE second = $1 LIMIT $2"))
            .bind(user.as_str())
            .bind(MOST)
            .fetch_all(&self.readers)
            .await?;
        let mut found = rows.iter().map(read).collect::<Result<Vec<_>, StoreError>>()?;
        found.sort_by(|one, other| (one.begun, &one.id).cmp(&(other.begun, &other.id)));
        Ok(found)
    }

    /// Opens a game of a series, once.
    pub async fn open_next_in_series(
        &self,
        series: &Series,
        game: SeriesGame,
        opening: Outcome,
        change_message: Option<String>,
    ) -> Result<OpenedNext, StoreError> {
        let write = (series.players.clone(), game, opening);
        let open = self.writer.write_and_notify(change_message, write, |tx, (players, game, opening)| {
            Box::pin(async move {
                let [first, second] = players;
                lock_both(&mut *tx, first, second).await?;
                if is_blocked(&mut *tx, first, second).await? {
                    return Ok(Unchanged(OpenedNext::Blocked));
                }
                if !is_next(&mut *tx, game).await? {
                    return Ok(Unchanged(OpenedNext::Stale));
                }
                Ok(match execute(tx, opening).await? {
                    Commit(_) => Commit(OpenedNext::Opened),
                    Unchanged(_) | RollBack(_) => RollBack(OpenedNext::Stale),
                })
            })
        });
        open.await
    }

    /// No further game is opened. `false`: it was stopped before.
    pub async fn stop_series(
        &self,
        id: &SeriesId,
        stop: SeriesStop,
        at: DateTime<Utc>,
    ) -> Result<bool, StoreError> {
        let write = self.writer.write((id.clone(), stop, at), |tx, (id, stop, at)| {
            Box::pin(async move {
                let stopped = sqlx::query(
                    "UPDATE series SET stopped = $2, stop = $3 WHERE id = $1 AND stopped IS NULL",
                )
                .bind(id.as_str())
                .bind(at.timestamp_millis())
                .bind(stop.word())
                .execute(tx)
                .await?;
                Ok(if stopped.rows_affected() == 1 { Commit(true) } else { Unchanged(false) })
            })
        });
        write.await
    }
}

/// Whether the series goes on and has no such game. None is opened by others until the transaction ends.
///
/// A unique index says the same, but not in a distributed database.
async fn is_next(tx: &mut AnyConnection, game: &SeriesGame) -> Result<bool, StoreError> {
    let locked = sqlx::query("UPDATE series SET begun = begun WHERE id = $1 AND stopped IS NULL")
        .bind(game.id.as_str())
        .execute(&mut *tx)
        .await?;
    if locked.rows_affected() == 0 {
        return Ok(false);
    }
    let opened = sqlx::query("SELECT id FROM games WHERE series = $1 AND series_n = $2")
        .bind(game.id.as_str())
        .bind(i64::from(game.n))
        .fetch_optional(tx)
        .await?;
    Ok(opened.is_none())
}

pub(super) async fn add_series(tx: &mut AnyConnection, series: &Series) -> Result<(), StoreError> {
    let [first, second] = &series.players;
    sqlx::query(
        "INSERT INTO series (id, first, second, best_of, tie_to_second, settings, begun)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
    )
    .bind(series.id.as_str())
    .bind(first.as_str())
    .bind(second.as_str())
    .bind(i64::from(series.best_of.games()))
    .bind(i64::from(series.tie_to_second))
    .bind(json(&series.settings))
    .bind(series.begun.timestamp_millis())
    .execute(tx)
    .await?;
    Ok(())
}

fn read(row: &AnyRow) -> Result<Series, StoreError> {
    let row = Reader::new(row, "series", "id")?;
    let games: u8 = row.number("best_of")?;
    Ok(Series {
        id: row.parsed("id", SeriesId::parse)?,
        players: [row.parsed("first", UserId::parse)?, row.parsed("second", UserId::parse)?],
        best_of: BestOf::parse(games).ok_or_else(|| row.bad("best_of", games))?,
        tie_to_second: row.flag("tie_to_second")?,
        settings: row.json("settings")?,
        begun: row.time("begun")?,
        stopped: match row.maybe_time("stopped")? {
            Some(at) => Some((at, row.parsed("stop", SeriesStop::parse)?)),
            None => None,
        },
    })
}
