//! The results of computer players against people: stored with their seats as games end, and counted by level soon after.

use std::collections::BTreeMap;

use sqlx::AnyConnection;
use sqlx::any::AnyRow;

use crate::batch::Batch;
use crate::row::Reader;
use crate::writer::TransactionEnd::{Commit, Unchanged};
use crate::{Store, StoreError};
use account::UserId;
use table::{ComputerLevel, GameId, GameResult, Job, Lane, LevelResults, SeatResult};

/// The stored counts of a level, and those that follow from the seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CountedResults {
    pub stored: LevelResults,
    pub right: LevelResults,
}

impl Store {
    /// The weakest level first.
    pub async fn level_results(&self) -> Result<Vec<(ComputerLevel, LevelResults)>, StoreError> {
        let rows =
            sqlx::query("SELECT level, won, drawn, lost FROM level_results").fetch_all(&self.readers).await?;
        let read = |row| {
            let row = Reader::new(row, "level_results", "level")?;
            let (won, drawn, lost) = (row.number("won")?, row.number("drawn")?, row.number("lost")?);
            Ok((row.parsed("level", ComputerLevel::parse)?, LevelResults { won, drawn, lost }))
        };
        let mut results = rows.iter().map(read).collect::<Result<Vec<_>, StoreError>>()?;
        results.sort_by_key(|&(level, _)| level);
        Ok(results)
    }

    /// Counts the results of a level again: for the host's commands only.
    pub async fn count_results(&self, level: ComputerLevel) -> Result<CountedResults, StoreError> {
        let mut connection = self.readers.acquire().await?;
        count_results(&mut connection, level).await
    }

    /// Stores what [`Store::count_results`] finds right. Games that are counted meanwhile wait, and are counted once.
    pub async fn repair_results(&self, level: ComputerLevel) -> Result<(), StoreError> {
        let repair = self.writer.write(level, |tx, level| {
            Box::pin(async move {
                // Holds the row until the end.
                sqlx::query(
                    "INSERT INTO level_results (level, won, drawn, lost) VALUES ($1, 0, 0, 0)
                     ON CONFLICT (level) DO UPDATE SET won = level_results.won",
                )
                .bind(level.word())
                .execute(&mut *tx)
                .await?;
                let LevelResults { won, drawn, lost } = count_results(&mut *tx, *level).await?.right;
                sqlx::query("UPDATE level_results SET won = $2, drawn = $3, lost = $4 WHERE level = $1")
                    .bind(level.word())
                    .bind(i64::from(won))
                    .bind(i64::from(drawn))
                    .bind(i64::from(lost))
                    .execute(tx)
                    .await?;
                Ok(Commit(()))
            })
        });
        repair.await
    }

    /// Counts the results of a finished game. `false`: that was done before.
    pub async fn count_results_of(&self, game: &GameId) -> Result<bool, StoreError> {
        let count = self.writer.write(game.clone(), |tx, game| {
            Box::pin(async move {
                if !take_count(tx, game).await? {
                    return Ok(Unchanged(false));
                }
                add_results(tx, game).await?;
                Ok(Commit(true))
            })
        });
        count.await
    }
}

/// The counts of a level as stored, and as they follow from the seats. The results of a game whose job still waits, or was given up,
/// are not counted yet.
async fn count_results(
    connection: &mut AnyConnection,
    level: ComputerLevel,
) -> Result<CountedResults, StoreError> {
    let row = sqlx::query(
        "WITH to_count AS MATERIALIZED (
             SELECT payload FROM jobs WHERE failed = 0 AND lane = $2
             UNION ALL SELECT payload FROM jobs WHERE failed > 0 AND lane = $2),
         counted AS MATERIALIZED (
             SELECT s.result FROM seats s WHERE s.computer = $1 AND s.result IS NOT NULL
             AND s.game NOT IN (SELECT w.payload FROM to_count w))
         SELECT $1 AS level,
             (SELECT r.won FROM level_results r WHERE r.level = $1) AS won,
             (SELECT r.drawn FROM level_results r WHERE r.level = $1) AS drawn,
             (SELECT r.lost FROM level_results r WHERE r.level = $1) AS lost,
             (SELECT COUNT(*) FROM counted c WHERE c.result = 'won') AS right_won,
             (SELECT COUNT(*) FROM counted c WHERE c.result = 'drawn') AS right_drawn,
             (SELECT COUNT(*) FROM counted c WHERE c.result = 'lost') AS right_lost",
    )
    .bind(level.word())
    .bind(Lane::Results.word())
    .fetch_one(connection)
    .await?;
    let row = Reader::new(&row, "level_results", "level")?;
    let stored = |column| Ok::<u32, StoreError>(row.maybe_number(column)?.unwrap_or_default());
    Ok(CountedResults {
        stored: LevelResults { won: stored("won")?, drawn: stored("drawn")?, lost: stored("lost")? },
        right: LevelResults {
            won: row.number("right_won")?,
            drawn: row.number("right_drawn")?,
            lost: row.number("right_lost")?,
        },
    })
}

/// Whether the results of a game are still to be counted; not from now on. The job itself says so, however often it runs: it is removed in
/// the transaction that counts.
async fn take_count(tx: &mut AnyConnection, game: &GameId) -> Result<bool, StoreError> {
    let taken = sqlx::query("DELETE FROM jobs WHERE unique_key = $1")
        .bind(Job::CountResults(game.clone()).key())
        .execute(tx)
        .await?;
    Ok(taken.rows_affected() > 0)
}

/// Adds the results of a game's seats to those of their levels.
async fn add_results(tx: &mut AnyConnection, game: &GameId) -> Result<(), StoreError> {
    let rows = sqlx::query("SELECT game, computer, result FROM seats WHERE game = $1 AND result IS NOT NULL")
        .bind(game.as_str())
        .fetch_all(&mut *tx)
        .await?;
    let results = rows.iter().map(read_result).collect::<Result<Vec<_>, StoreError>>()?;
    for (level, LevelResults { won, drawn, lost }) in
        sums(results.into_iter().map(|(_, level, one)| (level, one)))
    {
        sqlx::query(
            "INSERT INTO level_results (level, won, drawn, lost) VALUES ($1, $2, $3, $4)
             ON CONFLICT (level) DO UPDATE SET won = level_results.won + excluded.won,
                 drawn = level_results.drawn + excluded.drawn, lost = level_results.lost + excluded.lost",
        )
        .bind(level.word())
        .bind(i64::from(won))
        .bind(i64::from(drawn))
        .bind(i64::from(lost))
        .execute(&mut *tx)
        .await?;
    }
    Ok(())
}

/// The sums of each level, in the order in which their rows are written: transactions that wait for each other's rows must not do so
/// in a circle.
fn sums(results: impl Iterator<Item = (ComputerLevel, GameResult)>) -> BTreeMap<ComputerLevel, LevelResults> {
    let mut sums: BTreeMap<ComputerLevel, LevelResults> = BTreeMap::new();
    for (level, result) in results {
        let sum = sums.entry(level).or_default();
        *match result {
            GameResult::Won => &mut sum.won,
            GameResult::Drawn => &mut sum.drawn,
            GameResult::Lost => &mut sum.lost,
        } += 1;
    }
    sums
}

fn read_result(row: &AnyRow) -> Result<(GameId, ComputerLevel, GameResult), StoreError> {
    let row = Reader::new(row, "seats", "game")?;
    let (level, result) =
        (row.parsed("computer", ComputerLevel::parse)?, row.parsed("result", GameResult::parse)?);
    Ok((row.parsed("game", GameId::parse)?, level, result))
}

/// Writes the results of seats, without counting them.
pub(super) fn set_results(batch: &mut Batch, game: &GameId, results: &[SeatResult]) {
    for SeatResult { seat, result, .. } in results {
        batch.add(
            "UPDATE seats SET result = $3 WHERE game = $1 AND seat = $2",
            [game.as_str().into(), i64::from(seat.0).into(), result.word().into()],
        );
    }
}

/// Takes the results of a guest's games from the counts, as far as they were counted, before the games are deleted.
pub(super) async fn discount_results(tx: &mut AnyConnection, guest: &UserId) -> Result<(), StoreError> {
    let rows = sqlx::query(
        "SELECT s.game, s.computer, s.result FROM seats m CROSS JOIN seats s
         WHERE m.user_id = $1 AND s.game = m.game AND s.result IS NOT NULL",
    )
    .bind(guest.as_str())
    .fetch_all(&mut *tx)
    .await?;
    let mut games: BTreeMap<GameId, Vec<(ComputerLevel, GameResult)>> = BTreeMap::new();
    for row in &rows {
        let (game, level, result) = read_result(row)?;
        games.entry(game).or_default().push((level, result));
    }
    let mut counted = Vec::new();
    for (game, results) in games {
        if !take_count(&mut *tx, &game).await? {
            counted.extend(results);
        }
    }
    for (level, LevelResults { won, drawn, lost }) in sums(counted.into_iter()) {
        sqlx::query(
            "UPDATE level_results SET won = won - $2, drawn = drawn - $3, lost = lost - $4 WHERE level = $1",
        )
        .bind(level.word())
        .bind(i64::from(won))
        .bind(i64::from(drawn))
        .bind(i64::from(lost))
        .execute(&mut *tx)
        .await?;
    }
    Ok(())
}
