//! Puzzles, and who has solved them.

use chrono::{DateTime, Utc};
use sqlx::AnyConnection;

use crate::row::Reader;
use crate::writer::TransactionEnd::{Commit, Unchanged};
use crate::{Store, StoreError};
use account::UserId;
use engine::{Game, Record};
use puzzle::{FirstAnswer, ListedPuzzle, Puzzle};
use table::GameId;

/// A puzzle to store. Days are counted from 1 January 1970.
#[derive(Clone, Debug)]
pub struct NewPuzzle {
    /// `None` for a game of the computer against itself.
    pub game: Option<GameId>,
    pub puzzle: Puzzle,
    pub now: DateTime<Utc>,
    pub today: i64,
    /// How many days, today included, have a puzzle at most. Later puzzles are of no day.
    pub days: i64,
}

#[derive(Clone, Debug)]
pub struct StoredPuzzle {
    pub n: u32,
    pub game: Option<GameId>,
    pub day: Option<i64>,
    pub puzzle: Puzzle,
    /// To which its record leads.
    pub position: Game,
}

/// How many puzzles there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PuzzleSupply {
    /// The number of the last puzzle, from 1.
    pub last: i64,
    /// The last day that has one.
    pub last_day: Option<i64>,
}

const DAY: i64 = 24 * 60 * 60 * 1000;

impl Store {
    /// Stores a puzzle under the next number and, while there are free ones, for the next day.
    pub async fn add_puzzle(&self, puzzle: NewPuzzle) -> Result<u32, StoreError> {
        let add = self.writer.write(puzzle, |tx, new| {
            Box::pin(async move {
                let supply = supply(tx).await?;
                let next = supply.last_day.map_or(new.today, |last| new.today.max(last + 1));
                let day = Some(next).filter(|&day| day < new.today + new.days);
                let shown = day.map_or(0, |day| day * DAY).max(new.now.timestamp_millis());
                let answers = serde_json::to_string(&new.puzzle.answers).unwrap_or_default();
                let tile = new.puzzle.best().map_or("", |best| best.turn.tile.name());
                sqlx::query(
                    "INSERT INTO puzzles (n, game, tile, record, answers, shown, day) VALUES ($1, $2, $3, $4, $5, $6, $7)",
                )
                .bind(supply.last + 1)
                .bind(new.game.as_ref().map(GameId::as_str))
                .bind(tile)
                .bind(new.puzzle.record.write())
                .bind(answers)
                .bind(shown)
                .bind(day)
                .execute(&mut *tx)
                .await?;
                Ok(Commit(u32::try_from(supply.last + 1).unwrap_or(u32::MAX)))
            })
        });
        add.await
    }

    pub async fn puzzle_supply(&self) -> Result<PuzzleSupply, StoreError> {
        let mut connection = self.readers.acquire().await?;
        supply(&mut connection).await
    }

    /// A public game among those opened last that has finished and not been searched.
    pub async fn game_to_search(&self) -> Result<Option<GameId>, StoreError> {
        let row = sqlx::query(
            "WITH g AS MATERIALIZED (SELECT id FROM games WHERE public = 1 AND status = 'finished'
                                     ORDER BY listed DESC LIMIT 100)
             SELECT g.id FROM g
             WHERE g.id NOT IN (SELECT s.game FROM puzzle_searches s WHERE s.game IN (SELECT g.id FROM g)) LIMIT 1",
        )
        .fetch_optional(&self.readers)
        .await?;
        row.map(|row| Reader::new(&row, "games", "id")?.parsed("id", GameId::parse)).transpose()
    }

    /// Notes that a game has been searched.
    pub async fn game_was_searched(&self, game: &GameId) -> Result<(), StoreError> {
        let note = self.writer.write(game.clone(), |tx, game| {
            Box::pin(async move {
                sqlx::query("INSERT INTO puzzle_searches (game) VALUES ($1) ON CONFLICT (game) DO NOTHING")
                    .bind(game.as_str())
                    .execute(tx)
                    .await?;
                Ok(Commit(()))
            })
        });
        note.await
    }

    /// A puzzle that is shown by `now`.
    pub async fn puzzle(&self, n: u32, now: DateTime<Utc>) -> Result<Option<StoredPuzzle>, StoreError> {
        let row = sqlx::query(
            "SELECT CAST(n AS TEXT) AS name, n, game, record, answers, day FROM puzzles WHERE n = $1 AND shown <= $2",
        )
        .bind(i64::from(n))
        .bind(now.timestamp_millis())
        .fetch_optional(&self.readers)
        .await?;
        row.map(|row| {
            let row = Reader::new(&row, "puzzles", "name")?;
            let game = row.maybe_parsed("game", GameId::parse)?;
            let (record, _) = Record::read(&row.text("record")?).map_err(|error| row.bad("record", error))?;
            let puzzle = Puzzle { record, answers: row.json("answers")? };
            let position = puzzle.game().ok_or_else(|| row.bad("record", "it leads to no position"))?;
            Ok(StoredPuzzle { n: row.number("n")?, game, day: row.maybe_number("day")?, puzzle, position })
        })
        .transpose()
    }

    /// The number and day of the latest daily puzzle up to a day.
    pub async fn daily_puzzle(&self, day: i64) -> Result<Option<(u32, i64)>, StoreError> {
        let row = sqlx::query(
            "SELECT CAST(n AS TEXT) AS name, n, day FROM puzzles WHERE day <= $1 ORDER BY day DESC LIMIT 1",
        )
        .bind(day)
        .fetch_optional(&self.readers)
        .await?;
        row.map(|row| {
            let row = Reader::new(&row, "puzzles", "name")?;
            Ok((row.number("n")?, row.number("day")?))
        })
        .transpose()
    }

    /// Puzzles shown before a time, the latest first, with the user's results.
    pub async fn puzzles(
        &self,
        user: Option<&UserId>,
        before: DateTime<Utc>,
        limit: u32,
    ) -> Result<Vec<ListedPuzzle>, StoreError> {
        let rows = sqlx::query(
            "SELECT CAST(p.n AS TEXT) AS name, p.n, p.tile, p.shown, p.day, a.solved
             FROM puzzles p LEFT JOIN puzzle_attempts a ON a.user_id = $1 AND a.puzzle = p.n
             WHERE p.shown <= $2 ORDER BY p.shown DESC LIMIT $3",
        )
        .bind(user.map_or("", UserId::as_str))
        .bind(before.timestamp_millis())
        .bind(i64::from(limit))
        .fetch_all(&self.readers)
        .await?;
        let read = |row| {
            let row = Reader::new(row, "puzzles", "name")?;
            Ok(ListedPuzzle {
                n: row.number("n")?,
                tile: row.parsed("tile", |tile| tile.parse().ok())?,
                shown: row.time("shown")?,
                day: row.maybe_number("day")?,
                solved: row.maybe_number::<u8>("solved")?.map(|solved| solved == 1),
            })
        };
        rows.iter().map(read).collect()
    }

    /// Stores the first answer of a user; later ones change nothing.
    pub async fn attempt_puzzle(
        &self,
        user: &UserId,
        puzzle: u32,
        answer: FirstAnswer,
        now: DateTime<Utc>,
    ) -> Result<(), StoreError> {
        let attempt = self.writer.write((user.clone(), puzzle, answer, now), |tx, (user, puzzle, answer, now)| {
            Box::pin(async move {
                let stored = sqlx::query(
                    "INSERT INTO puzzle_attempts (user_id, puzzle, turn, solved, day, at) VALUES ($1, $2, $3, $4, $5, $6)
                     ON CONFLICT (user_id, puzzle) DO NOTHING",
                )
                .bind(user.as_str())
                .bind(i64::from(*puzzle))
                .bind(answer.turn.to_string())
                .bind(i64::from(answer.solved))
                .bind(answer.day)
                .bind(now.timestamp_millis())
                .execute(tx)
                .await?;
                Ok(if stored.rows_affected() > 0 { Commit(()) } else { Unchanged(()) })
            })
        });
        attempt.await
    }

    pub async fn puzzle_attempt(
        &self,
        user: &UserId,
        puzzle: u32,
    ) -> Result<Option<FirstAnswer>, StoreError> {
        let row = sqlx::query(
            "SELECT user_id, turn, solved, day FROM puzzle_attempts WHERE user_id = $1 AND puzzle = $2",
        )
        .bind(user.as_str())
        .bind(i64::from(puzzle))
        .fetch_optional(&self.readers)
        .await?;
        row.map(|row| {
            let row = Reader::new(&row, "puzzle_attempts", "user_id")?;
            Ok(FirstAnswer {
                turn: row.parsed("turn", |turn| turn.parse().ok())?,
                solved: row.flag("solved")?,
                day: row.maybe_number("day")?,
            })
        })
        .transpose()
    }

    /// The days whose puzzle the user solved on the day itself, the latest first.
    pub async fn puzzle_days(&self, user: &UserId, limit: u32) -> Result<Vec<i64>, StoreError> {
        let rows = sqlx::query(
            "SELECT user_id, day FROM puzzle_attempts WHERE user_id = $1 AND solved = 1 AND day >= 0
             ORDER BY day DESC LIMIT $2",
        )
        .bind(user.as_str())
        .bind(i64::from(limit))
        .fetch_all(&self.readers)
        .await?;
        rows.iter().map(|row| Reader::new(row, "puzzle_attempts", "user_id")?.number("day")).collect()
    }
}

async fn supply(connection: &mut AnyConnection) -> Result<PuzzleSupply, StoreError> {
    let row = sqlx::query(
        "SELECT 'puzzles' AS name, (SELECT MAX(n) FROM puzzles) AS last, (SELECT MAX(day) FROM puzzles) AS last_day",
    )
    .fetch_one(connection)
    .await?;
    let row = Reader::new(&row, "puzzles", "name")?;
    Ok(PuzzleSupply { last: row.maybe_number("last")?.unwrap_or(0), last_day: row.maybe_number("last_day")? })
}
