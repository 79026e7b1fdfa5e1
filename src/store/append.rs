//! Adding events to a game: the one write of a move.

use std::sync::{Arc, LazyLock};

use chrono::{DateTime, Utc};
use sqlx::AnyConnection;

use crate::engine::{Event, Seat, TileKind};
use crate::store::event::{FORM, write};
use crate::store::id::{GameId, SubmissionKey};
use crate::store::jobs::change_jobs;
use crate::store::notices::{Notice, add_notices};
use crate::store::row::Reader;
use crate::store::writer::Verdict::{self, Keep, Unchanged, Undo};
use crate::store::{Status, Store, StoreError};
use crate::table::JobChange;

/// Events to add, with all that changes beside them.
#[derive(Clone, Debug)]
pub struct Append {
    /// The game.
    pub game: GameId,
    /// The number of the last event before these.
    pub expected: u32,
    /// When they happened.
    pub at: DateTime<Utc>,
    /// What happened; at least one.
    pub events: Vec<Event>,
    /// The form that asked for it.
    pub submission: Option<SubmissionKey>,
    /// What lists show from now on.
    pub summary: Summary,
    /// Who has to be told of what.
    pub notices: Vec<Notice>,
    /// What is to happen later, or not any more.
    pub jobs: Vec<JobChange>,
}

/// What lists show of a game that has begun; all of it follows from the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Playing or finished.
    pub status: Status,
    /// Whose turn it is.
    pub to_move: Option<Seat>,
    /// Whether that is the computer's.
    pub computer_to_move: bool,
    /// When the turn is lost.
    pub deadline: Option<DateTime<Utc>>,
    /// The tiles to choose from.
    pub hand: Vec<TileKind>,
    /// Points, a seat each.
    pub scores: Vec<i32>,
    /// The seats that have won; none while the game goes on.
    pub winners: Vec<Seat>,
}

/// What became of an [`Append`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Appended {
    /// The events are stored.
    Stored {
        /// The number of the first.
        first: u32,
        /// The number of the last.
        last: u32,
    },
    /// The same submission had stored events before; nothing was stored now.
    Known {
        /// The number of the first.
        first: u32,
        /// The number of the last.
        last: u32,
    },
    /// Other events have those numbers; nothing was stored.
    Stale,
}

/// The most events that one statement adds; a turn rarely has more than four.
const ROWS: usize = 16;

/// The statement for each number of events, one to [`ROWS`].
static INSERTS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let row = |i: usize| format!("($1, $2, $3, $4, ${}, ${})", 2 * i + 5, 2 * i + 6);
    let rows = |count: usize| (0..count).map(row).collect::<Vec<_>>().join(", ");
    let insert = "INSERT INTO events (game, at, form, submission, n, body) VALUES";
    (1..=ROWS).map(|count| format!("{insert} {}", rows(count))).collect()
});

impl Append {
    /// The number of the first event to be added.
    fn first(&self) -> u32 {
        self.expected + 1
    }

    /// The number of the last event to be added.
    fn last(&self) -> u32 {
        self.expected + u32::try_from(self.events.len()).unwrap_or(u32::MAX)
    }

    /// What to answer when it was stored.
    fn stored(&self) -> Appended {
        Appended::Stored { first: self.first(), last: self.last() }
    }
}

impl Store {
    /// Adds events to a game, in one transaction that begins with them. Whether somebody was faster is decided by their
    /// numbers, which are the table's key.
    pub async fn append(&self, append: Append) -> Result<Appended, StoreError> {
        let append = Arc::new(append);
        let write = self.writer.write(append.clone(), |tx, append| Box::pin(insert(tx, append)));
        if write.await? { Ok(append.stored()) } else { refused(&self.readers, &append).await }
    }

    /// The events that a submission stored directly or later after event `expected`: their first and last number.
    pub async fn submitted(
        &self,
        game: &GameId,
        expected: u32,
        submission: &SubmissionKey,
    ) -> Result<Option<(u32, u32)>, StoreError> {
        submitted(&self.readers, game, expected, submission).await
    }
}

/// Inserts the events and what changes beside them; `false`: the numbers are taken.
pub(super) async fn insert(
    connection: &mut AnyConnection,
    append: &Append,
) -> Result<Verdict<bool>, StoreError> {
    let mut n = i64::from(append.first());
    for (chunk, events) in append.events.chunks(ROWS).enumerate() {
        let mut query = sqlx::query(INSERTS[events.len() - 1].as_str())
            .bind(append.game.as_str())
            .bind(append.at.timestamp_millis())
            .bind(FORM)
            .bind(append.submission.as_ref().map(SubmissionKey::as_str));
        for event in events {
            query = query.bind(n).bind(write(event));
            n += 1;
        }
        match query.execute(&mut *connection).await {
            Ok(_) => {}
            Err(sqlx::Error::Database(error)) if error.is_unique_violation() => {
                return Ok(if chunk == 0 { Unchanged(false) } else { Undo(false) });
            }
            Err(error) => return Err(error.into()),
        }
    }
    set_columns(connection, &append.game, append.last(), append.at, &append.summary).await?;
    if append.expected == 0 || append.summary.status == Status::Finished {
        copy_to_seats(connection, &append.game).await?;
    }
    add_notices(connection, &append.game, &append.notices).await?;
    change_jobs(connection, &append.jobs, append.at).await?;
    Ok(Keep(true))
}

/// Writes what lists show.
pub(super) async fn set_columns(
    connection: &mut AnyConnection,
    game: &GameId,
    last_n: u32,
    changed: DateTime<Utc>,
    summary: &Summary,
) -> Result<(), StoreError> {
    sqlx::query(
        "UPDATE games SET status = $2, last_n = $3, changed = $4, to_move = $5, computer_to_move = $6, deadline = $7,
             hand = $8, scores = $9, winners = $10 WHERE id = $1",
    )
    .bind(game.as_str())
    .bind(summary.status.word())
    .bind(i64::from(last_n))
    .bind(changed.timestamp_millis())
    .bind(summary.to_move.map(|seat| i64::from(seat.0)))
    .bind(i64::from(summary.computer_to_move))
    .bind(summary.deadline.map(|deadline| deadline.timestamp_millis()))
    .bind(super::game::json(&summary.hand))
    .bind(super::game::json(&summary.scores))
    .bind(super::game::json(&summary.winners))
    .execute(&mut *connection)
    .await?;
    Ok(())
}

/// Copies to the seats of a game what their owners' lists go by.
pub(super) async fn copy_to_seats(connection: &mut AnyConnection, game: &GameId) -> Result<(), StoreError> {
    sqlx::query(
        "UPDATE seats SET
             status = (SELECT g.status FROM games g WHERE g.id = $1),
             public = (SELECT g.public FROM games g WHERE g.id = $1),
             listed = (SELECT g.listed FROM games g WHERE g.id = $1)
         WHERE game = $1",
    )
    .bind(game.as_str())
    .execute(connection)
    .await?;
    Ok(())
}

/// What to answer when the numbers were taken: by the same submission, or by something else.
async fn refused(readers: &sqlx::AnyPool, append: &Append) -> Result<Appended, StoreError> {
    let Some(submission) = &append.submission else { return Ok(Appended::Stale) };
    let before = submitted(readers, &append.game, append.expected, submission).await?;
    Ok(before.map_or(Appended::Stale, |(first, last)| Appended::Known { first, last }))
}

async fn submitted(
    readers: &sqlx::AnyPool,
    game: &GameId,
    expected: u32,
    submission: &SubmissionKey,
) -> Result<Option<(u32, u32)>, StoreError> {
    let row = sqlx::query(
        "SELECT game, MIN(n) AS first_n, MAX(n) AS last_n FROM events
         WHERE game = $1 AND n > $2 AND submission = $3 GROUP BY game",
    )
    .bind(game.as_str())
    .bind(i64::from(expected))
    .bind(submission.as_str())
    .fetch_optional(readers)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let row = Reader::new(&row, "events", "game")?;
    Ok(Some((row.number("first_n")?, row.number("last_n")?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_statement_numbers_its_places() {
        assert!(INSERTS[0].ends_with("VALUES ($1, $2, $3, $4, $5, $6)"));
        assert!(INSERTS[1].ends_with("($1, $2, $3, $4, $5, $6), ($1, $2, $3, $4, $7, $8)"));
        assert_eq!(INSERTS.len(), ROWS);
    }
}
