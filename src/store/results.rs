//! The results of computer players against people: stored with their seats, and counted by level as games end.

use sqlx::AnyConnection;

use crate::account::UserId;
use crate::store::batch::Batch;
use crate::store::row::Reader;
use crate::store::writer::Verdict::Keep;
use crate::store::{Store, StoreError};
use crate::table::{GameId, GameResult, Level, LevelResults, SeatResult};

/// The stored counts of a level, and those that follow from the seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CountedResults {
    pub stored: LevelResults,
    pub right: LevelResults,
}

impl Store {
    /// The weakest level first.
    pub async fn level_results(&self) -> Result<Vec<(Level, LevelResults)>, StoreError> {
        let rows =
            sqlx::query("SELECT level, won, drawn, lost FROM level_results").fetch_all(&self.readers).await?;
        let read = |row| {
            let row = Reader::new(row, "level_results", "level")?;
            let (won, drawn, lost) = (row.number("won")?, row.number("drawn")?, row.number("lost")?);
            Ok((row.parsed("level", Level::parse)?, LevelResults { won, drawn, lost }))
        };
        let mut results = rows.iter().map(read).collect::<Result<Vec<_>, StoreError>>()?;
        results.sort_by_key(|&(level, _)| level);
        Ok(results)
    }

    /// Counts the results of a level again: for the host's commands only.
    pub async fn count_results(&self, level: Level) -> Result<CountedResults, StoreError> {
        let row = sqlx::query(
            "SELECT $1 AS level,
                 (SELECT r.won FROM level_results r WHERE r.level = $1) AS won,
                 (SELECT r.drawn FROM level_results r WHERE r.level = $1) AS drawn,
                 (SELECT r.lost FROM level_results r WHERE r.level = $1) AS lost,
                 (SELECT COUNT(*) FROM seats s WHERE s.computer = $1 AND s.result = 'won') AS right_won,
                 (SELECT COUNT(*) FROM seats s WHERE s.computer = $1 AND s.result = 'drawn') AS right_drawn,
                 (SELECT COUNT(*) FROM seats s WHERE s.computer = $1 AND s.result = 'lost') AS right_lost",
        )
        .bind(level.word())
        .fetch_one(&self.readers)
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

    /// Stores what [`Store::count_results`] finds right. Games that end meanwhile wait, and are counted once.
    pub async fn repair_results(&self, level: Level) -> Result<(), StoreError> {
        let repair = self.writer.write(level, |tx, level| {
            Box::pin(async move {
                for statement in [
                    "INSERT INTO level_results (level, won, drawn, lost) VALUES ($1, 0, 0, 0)
                     ON CONFLICT (level) DO UPDATE SET won = level_results.won",
                    "UPDATE level_results SET
                         won = (SELECT COUNT(*) FROM seats s WHERE s.computer = $1 AND s.result = 'won'),
                         drawn = (SELECT COUNT(*) FROM seats s WHERE s.computer = $1 AND s.result = 'drawn'),
                         lost = (SELECT COUNT(*) FROM seats s WHERE s.computer = $1 AND s.result = 'lost')
                     WHERE level = $1",
                ] {
                    sqlx::query(statement).bind(level.word()).execute(&mut *tx).await?;
                }
                Ok(Keep(()))
            })
        });
        repair.await
    }
}

/// Stores the results of a game that ends, and counts them.
pub(super) fn add_results(batch: &mut Batch, game: &GameId, results: &[SeatResult]) {
    set_results(batch, game, results);
    let mut results = results.to_vec();
    // Transactions that wait for each other's rows must not do so in a circle.
    results.sort_by_key(|result| result.level);
    for SeatResult { level, result, .. } in results {
        let one = |counted| i64::from(result == counted).into();
        batch.add(
            "INSERT INTO level_results (level, won, drawn, lost) VALUES ($1, $2, $3, $4)
             ON CONFLICT (level) DO UPDATE SET won = level_results.won + excluded.won,
                 drawn = level_results.drawn + excluded.drawn, lost = level_results.lost + excluded.lost",
            [level.word().into(), one(GameResult::Won), one(GameResult::Drawn), one(GameResult::Lost)],
        );
    }
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

/// Takes the results of a guest's games from the counts, before the games are deleted.
pub(super) async fn discount_results(tx: &mut AnyConnection, guest: &UserId) -> Result<(), StoreError> {
    let rows = sqlx::query(
        "SELECT s.computer, COUNT(CASE WHEN s.result = 'won' THEN 1 END) AS won,
             COUNT(CASE WHEN s.result = 'drawn' THEN 1 END) AS drawn,
             COUNT(CASE WHEN s.result = 'lost' THEN 1 END) AS lost
         FROM seats m CROSS JOIN seats s
         WHERE m.user_id = $1 AND s.game = m.game AND s.result IS NOT NULL GROUP BY s.computer ORDER BY s.computer",
    )
    .bind(guest.as_str())
    .fetch_all(&mut *tx)
    .await?;
    for row in rows {
        let row = Reader::new(&row, "seats", "computer")?;
        sqlx::query(
            "UPDATE level_results SET won = won - $2, drawn = drawn - $3, lost = lost - $4 WHERE level = $1",
        )
        .bind(row.text("computer")?)
        .bind(row.number::<i64>("won")?)
        .bind(row.number::<i64>("drawn")?)
        .bind(row.number::<i64>("lost")?)
        .execute(&mut *tx)
        .await?;
    }
    Ok(())
}
