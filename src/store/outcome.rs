//! Storing the outcome of a command in one transaction.

use std::sync::{Arc, LazyLock};

use chrono::{DateTime, Utc};
use sqlx::AnyConnection;
use sqlx::error::ErrorKind;

use crate::attendance::{add_attendance, undo_attendance};
use crate::batch::{Batch, Value};
use crate::columns::set_row;
use crate::event::{FORMAT, write};
use crate::facets::remove_facets;
use crate::jobs::change_jobs;
use crate::notifications::{add_notifications, close_questions};
use crate::push::add_push_job;
use crate::results::set_results;
use crate::row::Reader;
use crate::table_event::add_table_events;
use crate::tables::waiting_tables;
use crate::waiting::{change_turn, keep_past_turn};
use crate::writer::TransactionEnd::{self, Commit, RollBack, Unchanged};
use crate::{Store, StoreError, audit_log};
use account::{AuditEntry, UserId};
use engine::Event;
use table::{GameId, Outcome, Push, Status, SubmissionKey};

/// Result of [`Store::execute`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Executed {
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

/// Result of [`Store::open_table`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpenResult {
    Stored,
    /// The opener has so many tables that wait, as many as are allowed. Nothing was stored.
    TooMany(u32),
    /// The log of this table has begun, or the rematch exists. Nothing was stored.
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

impl Store {
    /// Stores an outcome in one transaction. Event numbers are the keys of both logs, so of two outcomes decided on the same
    /// state only one is stored. Other processes get the message on commit.
    pub async fn execute(
        &self,
        outcome: Outcome,
        change_message: Option<String>,
    ) -> Result<Executed, StoreError> {
        let outcome = Arc::new(outcome);
        let messages = Messages::of(&outcome, |user| self.may_be_reached(user));
        let batch = |(outcome, messages): &(Arc<Outcome>, Messages)| {
            outcome.table_events.is_empty().then(|| (statements(outcome, messages), true))
        };
        let input = (outcome.clone(), messages);
        let write = self.writer.write_joined(change_message, input, batch, |tx, (outcome, messages)| {
            Box::pin(execute_with(tx, outcome, messages))
        });
        if write.await? {
            let events = u32::try_from(outcome.game_events.len()).unwrap_or(u32::MAX);
            return Ok(Executed::Stored { first: outcome.last + 1, last: outcome.last + events });
        }
        refused(&self.readers, &outcome).await
    }

    /// Stores an outcome that opens a table, unless its opener has `at_most` tables that wait for players. Counts once in a
    /// transaction that no other opening of the same user overlaps, in whichever process.
    pub async fn open_table(
        &self,
        opener: &UserId,
        at_most: u32,
        outcome: Outcome,
        change_message: Option<String>,
    ) -> Result<OpenResult, StoreError> {
        let input = (opener.clone(), at_most, outcome);
        let open = self.writer.write_and_notify(change_message, input, |tx, (opener, at_most, outcome)| {
            Box::pin(async move {
                lock_user(&mut *tx, opener).await?;
                let waiting = waiting_tables(&mut *tx, opener).await?;
                if waiting >= *at_most {
                    return Ok(Unchanged(OpenResult::TooMany(waiting)));
                }
                Ok(match execute(tx, outcome).await? {
                    Commit(_) => Commit(OpenResult::Stored),
                    Unchanged(_) => Unchanged(OpenResult::Stale),
                    RollBack(_) => RollBack(OpenResult::Stale),
                })
            })
        });
        open.await
    }

    /// Like [`Store::execute`], with an entry of the audit log; `false`: something else was stored first.
    pub async fn execute_audited(
        &self,
        outcome: Outcome,
        entry: &AuditEntry,
        change_message: Option<String>,
    ) -> Result<bool, StoreError> {
        let input = (outcome, entry.clone());
        let write = self.writer.write_and_notify(change_message, input, |tx, (outcome, entry)| {
            Box::pin(async move {
                let end = execute(tx, outcome).await?;
                if let Commit(_) = end {
                    audit_log::append(tx, entry).await?;
                }
                Ok(end)
            })
        });
        write.await
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

/// Until the transaction ends, others of the user wait that lock, too.
pub(super) async fn lock_user(tx: &mut AnyConnection, user: &UserId) -> Result<(), StoreError> {
    lock(tx, user.as_str()).await
}

/// Until the transaction ends, others wait that lock one of the two.
pub(super) async fn lock_both(
    tx: &mut AnyConnection,
    one: &UserId,
    other: &UserId,
) -> Result<(), StoreError> {
    // In the same order, whichever of the two acts.
    lock_user(tx, one.min(other)).await?;
    lock_user(tx, one.max(other)).await
}

/// Until the transaction ends, others wait that lock this user or game, too. SQLite writes one transaction at a time anyway.
pub(super) async fn lock(tx: &mut AnyConnection, id: &str) -> Result<(), StoreError> {
    if tx.backend_name() == "PostgreSQL" {
        sqlx::query("SELECT CAST(pg_advisory_xact_lock(hashtextextended($1, 0)) AS TEXT)")
            .bind(id)
            .execute(tx)
            .await?;
    }
    Ok(())
}

/// How users hear of an outcome when they are not on the page.
struct Messages {
    pushes: Vec<Push>,
    /// Whether the turn that ends is kept for feeds and programs.
    keeps_turn: bool,
}

impl Messages {
    fn of(outcome: &Outcome, may_be_reached: impl Fn(&UserId) -> bool) -> Self {
        Self {
            pushes: outcome.pushes().filter(|push| may_be_reached(&push.user)).collect(),
            keeps_turn: outcome.turn.ended.as_ref().is_some_and(may_be_reached),
        }
    }
}

/// Stores an outcome; `false`: another was stored first.
pub(super) async fn execute(
    tx: &mut AnyConnection,
    outcome: &Outcome,
) -> Result<TransactionEnd<bool>, StoreError> {
    execute_with(tx, outcome, &Messages::of(outcome, |_| true)).await
}

async fn execute_with(
    tx: &mut AnyConnection,
    outcome: &Outcome,
    messages: &Messages,
) -> Result<TransactionEnd<bool>, StoreError> {
    if !outcome.table_events.is_empty() && !add_table_events(tx, outcome).await? {
        return Ok(Unchanged(false));
    }
    match statements(outcome, messages).execute(tx).await {
        Ok(()) => Ok(Commit(true)),
        // Nothing but the numbers of the events is unique here, and those of one outcome have no gap: a taken one is among the
        // first. Or the game was deleted in the meantime.
        Err(sqlx::Error::Database(error))
            if error.is_unique_violation() || error.is_foreign_key_violation() =>
        {
            Ok(if outcome.table_events.is_empty() { Unchanged(false) } else { RollBack(false) })
        }
        // A plan has changed.
        Err(sqlx::Error::Database(error)) if error.kind() == ErrorKind::NotNullViolation => {
            Ok(RollBack(false))
        }
        Err(error) => Err(error.into()),
    }
}

/// What stores the events of the game, and what follows from them.
fn statements(outcome: &Outcome, messages: &Messages) -> Batch {
    let mut batch = Batch::default();
    insert_events(&mut batch, outcome);
    if let Some(row) = &outcome.row {
        set_row(&mut batch, &outcome.game, row, outcome.plans);
        if outcome.last == 0 || row.status == Status::Finished {
            copy_to_seats(&mut batch, &outcome.game);
        }
    }
    for event in &outcome.game_events {
        if let Event::Takeback { to, reason: Some(_) } = *event {
            undo_attendance(&mut batch, &outcome.game, to);
            // The game may have been over.
            remove_facets(&mut batch, &outcome.game);
        }
    }
    if messages.keeps_turn {
        keep_past_turn(&mut batch, &outcome.game, outcome.at);
    }
    change_turn(&mut batch, &outcome.game, &outcome.turn);
    for push in &messages.pushes {
        add_push_job(&mut batch, push);
    }
    close_questions(&mut batch, &outcome.game, &outcome.answered, outcome.at);
    add_notifications(&mut batch, &outcome.game, &outcome.notifications, outcome.at);
    add_attendance(&mut batch, &outcome.game, &outcome.attendance);
    change_jobs(&mut batch, &outcome.jobs, outcome.at);
    set_results(&mut batch, &outcome.game, &outcome.results);
    batch
}

/// Events of the game that one statement can add, with their time.
fn at_the_same_time(outcome: &Outcome) -> impl Iterator<Item = (DateTime<Utc>, &[Event])> {
    let (mut rest, mut times) = (&outcome.game_events[..], &outcome.times[..]);
    std::iter::from_fn(move || {
        let at = times.first().copied().unwrap_or(outcome.at);
        let alike = times.iter().take_while(|time| **time == at).count();
        let count = if times.is_empty() { rest.len() } else { alike.min(rest.len()) }.min(ROWS);
        let (events, later) = rest.split_at(count);
        (rest, times) = (later, times.get(count..).unwrap_or_default());
        (!events.is_empty()).then_some((at, events))
    })
}

/// Inserts the events of the game.
fn insert_events(batch: &mut Batch, outcome: &Outcome) {
    let mut n = i64::from(outcome.last);
    for (at, events) in at_the_same_time(outcome) {
        let numbered = events.iter().flat_map(|event| {
            n += 1;
            [n.into(), write(event).into()]
        });
        let shared: [Value; 4] = [
            outcome.game.as_str().into(),
            at.timestamp_millis().into(),
            FORMAT.into(),
            outcome.submission.as_ref().map(SubmissionKey::as_str).into(),
        ];
        batch.add(INSERTS[events.len() - 1].as_str(), shared.into_iter().chain(numbered));
    }
}

/// Copies to the seats of a game what their owners' lists go by.
pub(super) fn copy_to_seats(batch: &mut Batch, game: &GameId) {
    batch.add(
        "UPDATE seats SET
             status = (SELECT g.status FROM games g WHERE g.id = $1),
             public = (SELECT g.public FROM games g WHERE g.id = $1),
             listed = (SELECT g.listed FROM games g WHERE g.id = $1)
         WHERE game = $1",
        [game.as_str().into()],
    );
}

/// What to answer when the numbers were taken: by the same submission, or by something else.
async fn refused(readers: &sqlx::AnyPool, outcome: &Outcome) -> Result<Executed, StoreError> {
    let Some(submission) = &outcome.submission else { return Ok(Executed::Stale) };
    let before = submitted(readers, &outcome.game, outcome.last, submission).await?;
    Ok(before.map_or(Executed::Stale, |(first, last)| Executed::Known { first, last }))
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
