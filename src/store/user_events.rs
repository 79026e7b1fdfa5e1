//! Events of a user for programs. They get their numbers when a program asks for them, so that they cost nothing before.

use std::collections::HashSet;

use chrono::{DateTime, TimeDelta, Utc};
use sqlx::AnyConnection;
use sqlx::any::AnyRow;

use crate::batch::Batch;
use crate::row::Reader;
use crate::writer::TransactionEnd::Commit;
use crate::{Store, StoreError};
use account::UserId;
use table::{GameId, NumberedEvent, UserEvent, UserEventKind, WaitingKind};

/// How much later than it happened an event may be stored, by another server's clock.
const LATE: TimeDelta = TimeDelta::minutes(5);
/// How often it is stored that there is nothing new.
const LOOK_AGAIN: TimeDelta = TimeDelta::days(1);
/// The most notifications that get numbers at once; those after them do the next time.
const MOST: i64 = 20_000;

/// Events without numbers.
struct NewEvents {
    since: DateTime<Utc>,
    /// Older ones will all have numbers, but for late ones.
    until: DateTime<Utc>,
    events: Vec<UserEvent>,
}

impl Store {
    /// The user's events after a number, of those that have one.
    pub async fn user_events(
        &self,
        user: &UserId,
        after: u64,
        limit: u32,
    ) -> Result<Vec<NumberedEvent>, StoreError> {
        let rows = sqlx::query(
            "SELECT game, number, kind, n, at FROM user_events WHERE user_id = $1 AND number > $2
             ORDER BY number LIMIT $3",
        )
        .bind(user.as_str())
        .bind(i64::try_from(after).unwrap_or(i64::MAX))
        .bind(i64::from(limit))
        .fetch_all(&self.readers)
        .await?;
        let read = |row| {
            let event = read_event(row, "user_events")?;
            Ok(NumberedEvent { number: Reader::new(row, "user_events", "game")?.number("number")?, event })
        };
        rows.iter().map(read).collect()
    }

    /// Numbers what has happened to the user since the last time; the first time, what waits for the user. What happened before `oldest` gets
    /// none: a number is left out in its place. Returns the last number.
    pub async fn number_events(
        &self,
        user: &UserId,
        oldest: DateTime<Utc>,
        now: DateTime<Utc>,
    ) -> Result<u64, StoreError> {
        let (numbers, found) = self.new_events(user, oldest, now).await?;
        let gap_after = numbers.filter(|(_, looked)| *looked < oldest).map(|(last, _)| last);
        if let Some((last, looked)) = numbers
            && found.events.is_empty()
            && now - looked < LOOK_AGAIN
        {
            return Ok(last);
        }
        self.make_reachable(user);
        let input = (user.clone(), found, gap_after, now);
        let number = self.writer.write(input, |tx, (user, found, gap_after, now)| {
            Box::pin(async move {
                // Locks the row, so that no other request numbers events of the user at the same time.
                let row = sqlx::query(
                    "INSERT INTO event_numbers (user_id, last, looked) VALUES ($1, 0, $2)
                     ON CONFLICT (user_id) DO UPDATE SET looked = excluded.looked RETURNING user_id, last",
                )
                .bind(user.as_str())
                .bind(found.until.timestamp_millis())
                .fetch_one(&mut *tx)
                .await?;
                let last: u64 = Reader::new(&row, "event_numbers", "user_id")?.number("last")?;
                // A program that continues from the last number learns of the gap. Another request may have left it already.
                let last = last + u64::from(*gap_after == Some(last));
                // Another one may have numbered some since they were read.
                let known = listed(tx, user, found.since).await?;
                let new = found.events.iter().filter(|event| !known.contains(event));
                Ok(Commit(append(tx, user, last, new, *now).await?))
            })
        });
        number.await
    }

    /// The last number and up to when all events have one, if any has had one before, and the events that have none yet.
    async fn new_events(
        &self,
        user: &UserId,
        oldest: DateTime<Utc>,
        now: DateTime<Utc>,
    ) -> Result<(Option<(u64, DateTime<Utc>)>, NewEvents), StoreError> {
        let mut connection = self.readers.acquire().await?;
        let row = sqlx::query("SELECT user_id, last, looked FROM event_numbers WHERE user_id = $1")
            .bind(user.as_str())
            .fetch_optional(&mut *connection)
            .await?;
        let Some(row) = row else {
            let since = DateTime::UNIX_EPOCH;
            let mut events = waiting(&mut connection, user, since, now).await?;
            events.sort();
            return Ok((None, NewEvents { since, until: now, events }));
        };
        let row = Reader::new(&row, "event_numbers", "user_id")?;
        let looked = row.time("looked")?;
        // Older ones may have had numbers that are no longer kept.
        let since = (looked - LATE).max(oldest + LATE);
        let waited = waiting(&mut connection, user, since, since).await?;
        let notified = notified(&mut connection, user, since).await?;
        let known = listed(&mut connection, user, since).await?;
        // What did not fit is no older than the last that did.
        let is_full = i64::try_from(notified.len()).is_ok_and(|found| found >= MOST);
        let until = notified.last().filter(|_| is_full).map_or(now, |last| last.at);
        let found = waited.into_iter().chain(notified).filter(|event| !known.contains(event));
        let mut events: Vec<UserEvent> = found.collect();
        events.sort();
        Ok((Some((row.number("last")?, looked)), NewEvents { since, until, events }))
    }

    /// Forgets events that got their numbers before.
    pub async fn expire_user_events(&self, before: DateTime<Utc>) -> Result<(), StoreError> {
        let expire = self.writer.write(before, |tx, before| {
            Box::pin(async move {
                sqlx::query("DELETE FROM user_events WHERE listed < $1")
                    .bind(before.timestamp_millis())
                    .execute(tx)
                    .await?;
                Ok(Commit(()))
            })
        });
        expire.await
    }
}

/// What waits for the user since a moment, or did so and is over since another.
async fn waiting(
    connection: &mut AnyConnection,
    user: &UserId,
    since: DateTime<Utc>,
    over_since: DateTime<Utc>,
) -> Result<Vec<UserEvent>, StoreError> {
    let rows = sqlx::query(
        "SELECT game, CASE invited WHEN '' THEN $4 ELSE $5 END AS kind, n, at FROM waiting WHERE user_id = $1 AND at >= $2
         UNION ALL SELECT game, $4 AS kind, n, at FROM past_turns WHERE user_id = $1 AND ended >= $3 AND at >= $2",
    )
    .bind(user.as_str())
    .bind(since.timestamp_millis())
    .bind(over_since.timestamp_millis())
    .bind(WaitingKind::Turn.word())
    .bind(WaitingKind::Invitation.word())
    .fetch_all(connection)
    .await?;
    rows.iter().map(|row| read_event(row, "waiting")).collect()
}

async fn notified(
    connection: &mut AnyConnection,
    user: &UserId,
    since: DateTime<Utc>,
) -> Result<Vec<UserEvent>, StoreError> {
    let rows = sqlx::query(
        "SELECT game, kind, n, at FROM notifications WHERE user_id = $1 AND at >= $2 ORDER BY at LIMIT $3",
    )
    .bind(user.as_str())
    .bind(since.timestamp_millis())
    .bind(MOST)
    .fetch_all(connection)
    .await?;
    rows.iter().map(|row| read_event(row, "notifications")).collect()
}

/// Those since a moment that have numbers.
async fn listed(
    connection: &mut AnyConnection,
    user: &UserId,
    since: DateTime<Utc>,
) -> Result<HashSet<UserEvent>, StoreError> {
    let rows = sqlx::query("SELECT game, kind, n, at FROM user_events WHERE user_id = $1 AND at >= $2")
        .bind(user.as_str())
        .bind(since.timestamp_millis())
        .fetch_all(connection)
        .await?;
    rows.iter().map(|row| read_event(row, "user_events")).collect()
}

/// Gives events the next numbers after `last`. Returns the last one.
async fn append<'e>(
    tx: &mut AnyConnection,
    user: &UserId,
    mut last: u64,
    events: impl Iterator<Item = &'e UserEvent>,
    now: DateTime<Utc>,
) -> Result<u64, StoreError> {
    let mut batch = Batch::default();
    for UserEvent { at, game, kind, n } in events {
        last += 1;
        batch.add(
            "INSERT INTO user_events (user_id, number, game, kind, n, at, listed) VALUES ($1, $2, $3, $4, $5, $6, $7)",
            [
                user.as_str().into(),
                i64::try_from(last).unwrap_or(i64::MAX).into(),
                game.as_str().into(),
                kind.word().into(),
                i64::from(*n).into(),
                at.timestamp_millis().into(),
                now.timestamp_millis().into(),
            ],
        );
    }
    batch.add(
        "UPDATE event_numbers SET last = $2 WHERE user_id = $1",
        [user.as_str().into(), i64::try_from(last).unwrap_or(i64::MAX).into()],
    );
    batch.execute(tx).await?;
    Ok(last)
}

fn read_event(row: &AnyRow, table: &'static str) -> Result<UserEvent, StoreError> {
    let row = Reader::new(row, table, "game")?;
    Ok(UserEvent {
        at: row.time("at")?,
        game: row.parsed("game", GameId::parse)?,
        kind: row.parsed("kind", UserEventKind::parse)?,
        n: row.number("n")?,
    })
}
