//! What games say about how reliably their players play in time.

use chrono::{DateTime, Utc};
use sqlx::AnyConnection;

use crate::batch::Batch;
use crate::row::Reader;
use crate::{Store, StoreError};
use account::UserId;
use table::{Attendance, AttendanceEntry, AttendanceKind, GameId};

impl Store {
    /// The last entries of a user's record, the last first: more than enough for all turns that count, since few entries are about no
    /// turn of their own.
    pub async fn attendance_of(&self, user: &UserId) -> Result<Vec<AttendanceEntry>, StoreError> {
        let rows = sqlx::query(
            "SELECT game, kind, turns, at FROM attendance WHERE user_id = $1 ORDER BY at DESC LIMIT 250",
        )
        .bind(user.as_str())
        .fetch_all(&self.readers)
        .await?;
        let read = |row| {
            let row = Reader::new(row, "attendance", "game")?;
            let (game, at) = (row.parsed("game", GameId::parse)?, row.time("at")?);
            Ok(AttendanceEntry { game, at, kind: kind(&row)? })
        };
        rows.iter().map(read).collect()
    }

    /// The games in progress of a user in which something has happened after `since`.
    pub async fn games_changed_since(
        &self,
        user: &UserId,
        since: DateTime<Utc>,
    ) -> Result<Vec<GameId>, StoreError> {
        let rows = sqlx::query(
            "SELECT g.id FROM seats s JOIN games g ON g.id = s.game
             WHERE s.user_id = $1 AND s.status = 'playing' AND g.changed > $2",
        )
        .bind(user.as_str())
        .bind(since.timestamp_millis())
        .fetch_all(&self.readers)
        .await?;
        rows.iter().map(|row| Reader::new(row, "games", "id")?.parsed("id", GameId::parse)).collect()
    }

    /// What is stored of a game, in order.
    pub async fn attendance(&self, game: &GameId) -> Result<Vec<Attendance>, StoreError> {
        let rows = sqlx::query("SELECT game, n, user_id, kind, turns FROM attendance WHERE game = $1")
            .bind(game.as_str())
            .fetch_all(&self.readers)
            .await?;
        let read = |row| {
            let row = Reader::new(row, "attendance", "game")?;
            let (n, user) = (row.number("n")?, row.parsed("user_id", UserId::parse)?);
            Ok(Attendance { n, user, kind: kind(&row)? })
        };
        let mut attendance = rows.iter().map(read).collect::<Result<Vec<_>, StoreError>>()?;
        attendance.sort();
        Ok(attendance)
    }
}

fn kind(row: &Reader<'_>) -> Result<AttendanceKind, StoreError> {
    let turns = row.number("turns")?;
    row.parsed("kind", |word| AttendanceKind::parse(word, turns))
}

/// Adds what stored events say.
pub(super) fn add_attendance(batch: &mut Batch, game: &GameId, attendance: &[Attendance]) {
    for Attendance { n, user, kind } in attendance {
        batch.add(
            "INSERT INTO attendance (game, n, user_id, kind, turns, at)
             SELECT e.game, e.n, $3, $4, $5, e.at FROM events e WHERE e.game = $1 AND e.n = $2
             ON CONFLICT DO NOTHING",
            [
                game.as_str().into(),
                i64::from(*n).into(),
                user.as_str().into(),
                kind.word().into(),
                i64::from(kind.turns()).into(),
            ],
        );
    }
}

/// Removes what events after event `to` have said, which are undone.
pub(super) fn undo_attendance(batch: &mut Batch, game: &GameId, to: u32) {
    batch.add(
        "DELETE FROM attendance WHERE game = $1 AND n > $2",
        [game.as_str().into(), i64::from(to).into()],
    );
}

/// Removes everything that is stored of a game.
pub(super) async fn remove_attendance(
    connection: &mut AnyConnection,
    game: &GameId,
) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM attendance WHERE game = $1").bind(game.as_str()).execute(connection).await?;
    Ok(())
}
