//! What games say about how reliably their players play in time.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use sqlx::any::AnyArguments;
use sqlx::query::Query;
use sqlx::{Any, AnyConnection};

use crate::batch::Batch;
use crate::row::Reader;
use crate::statement::Arguments;
use crate::{Store, StoreError};
use account::UserId;
use table::{Attendance, AttendanceEntry, AttendanceKind, GameId};

/// So many of a user's last entries are more than enough for all turns that count, since few are about no turn of their own.
const RECORD: u32 = 250;
/// Users whose records one statement reads.
const USERS: usize = 128;

impl Store {
    /// The last entries of a user's record.
    pub async fn attendance_of(&self, user: &UserId) -> Result<Vec<AttendanceEntry>, StoreError> {
        Ok(self.attendance_of_each(&[user]).await?.remove(user).unwrap_or_default())
    }

    /// The last entries of the records of users; of those who have none, nothing.
    pub async fn attendance_of_each(
        &self,
        users: &[&UserId],
    ) -> Result<HashMap<UserId, Vec<AttendanceEntry>>, StoreError> {
        let mut records: HashMap<UserId, Vec<AttendanceEntry>> = HashMap::new();
        for users in users.chunks(USERS) {
            for row in last_entries(users).fetch_all(&self.readers).await? {
                let row = Reader::new(&row, "attendance", "game")?;
                let (game, at) = (row.parsed("game", GameId::parse)?, row.time("at")?);
                let entry = AttendanceEntry { game, at, kind: kind(&row)? };
                records.entry(row.parsed("user_id", UserId::parse)?).or_default().push(entry);
            }
        }
        Ok(records)
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

/// Reads the last entries of each user along the index. The text has room for a power of two, so that there are few to prepare.
fn last_entries(users: &[&UserId]) -> Query<'static, Any, AnyArguments> {
    let mut arguments = Arguments::default();
    let nobody = std::iter::repeat_n("", users.len().next_power_of_two() - users.len());
    let each = users.iter().map(|user| user.as_str()).chain(nobody).map(|user| {
        let user = arguments.add(user);
        format!(
            "SELECT * FROM (SELECT game, kind, turns, at, user_id FROM attendance
             WHERE user_id = {user} ORDER BY at DESC LIMIT {RECORD}) each"
        )
    });
    let text = each.collect::<Vec<_>>().join(" UNION ALL ");
    arguments.query(text)
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
