//! What waits for users, by user: to count it, to find the games, and for calendars.

use chrono::{DateTime, Utc};
use sqlx::AnyConnection;

use crate::batch::Batch;
use crate::row::Reader;
use crate::writer::TransactionEnd::Commit;
use crate::{Store, StoreError};
use account::UserId;
use table::{FeedTurn, GameId, TurnChange, WaitingKind};

/// A turn that waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WaitingRow {
    pub at: DateTime<Utc>,
    pub deadline: Option<DateTime<Utc>>,
    /// Whether an open page has shown it to the player.
    pub seen: bool,
}

impl WaitingRow {
    /// Whether its time is over.
    pub fn is_late(&self, now: DateTime<Utc>) -> bool {
        self.deadline.is_some_and(|deadline| deadline <= now)
    }
}

/// The most turns that feeds are made of.
const TURNS: i64 = 500;

impl Store {
    /// How many turns, invitations and challenges wait for the user.
    pub async fn turns_waiting(&self, user: &UserId) -> Result<u32, StoreError> {
        let row = sqlx::query(
            "SELECT w.user_id, w.turns + c.challenges AS turns
             FROM (SELECT $1 AS user_id, COUNT(*) AS turns FROM waiting WHERE user_id = $1) w
             CROSS JOIN (SELECT COUNT(*) AS challenges FROM game_challenges WHERE to_answer = $1 AND ended IS NULL) c",
        )
        .bind(user.as_str())
        .fetch_one(&self.readers)
        .await?;
        Reader::new(&row, "waiting", "user_id")?.number("turns")
    }

    /// For whom a table waits, in order of their ids.
    pub async fn waiting_users(&self, game: &GameId) -> Result<Vec<(UserId, WaitingKind)>, StoreError> {
        let rows = sqlx::query("SELECT user_id, invited FROM waiting WHERE game = $1")
            .bind(game.as_str())
            .fetch_all(&self.readers)
            .await?;
        let read = |row| {
            let row = Reader::new(row, "waiting", "user_id")?;
            let is_turn = row.text("invited")?.is_empty();
            let kind = if is_turn { WaitingKind::Turn } else { WaitingKind::Invitation };
            Ok((row.parsed("user_id", UserId::parse)?, kind))
        };
        let mut users = rows.iter().map(read).collect::<Result<Vec<_>, StoreError>>()?;
        users.sort();
        Ok(users)
    }

    /// The turn of the user since event `n`, if it still waits.
    pub async fn waiting_turn(
        &self,
        user: &UserId,
        game: &GameId,
        n: u32,
    ) -> Result<Option<WaitingRow>, StoreError> {
        let row = sqlx::query(
            "SELECT game, at, deadline, seen FROM waiting
             WHERE game = $1 AND invited = '' AND user_id = $2 AND n = $3",
        )
        .bind(game.as_str())
        .bind(user.as_str())
        .bind(i64::from(n))
        .fetch_optional(&self.readers)
        .await?;
        let Some(row) = row else { return Ok(None) };
        let row = Reader::new(&row, "waiting", "game")?;
        Ok(Some(WaitingRow {
            at: row.time("at")?,
            deadline: row.maybe_time("deadline")?,
            seen: row.maybe_time("seen")?.is_some(),
        }))
    }

    /// An open page has shown the user that it is their turn, in a game or in all of their games.
    pub async fn see_turns(
        &self,
        user: &UserId,
        game: Option<&GameId>,
        now: DateTime<Utc>,
    ) -> Result<(), StoreError> {
        let see = self.writer.write((user.clone(), game.cloned(), now), |tx, (user, game, now)| {
            Box::pin(async move {
                let statement = if game.is_some() {
                    "UPDATE waiting SET seen = $2 WHERE user_id = $1 AND seen IS NULL AND game = $3"
                } else {
                    "UPDATE waiting SET seen = $2 WHERE user_id = $1 AND seen IS NULL"
                };
                let see = sqlx::query(statement).bind(user.as_str()).bind(now.timestamp_millis());
                match game {
                    Some(game) => see.bind(game.as_str()).execute(tx).await?,
                    None => see.execute(tx).await?,
                };
                Ok(Commit(()))
            })
        });
        see.await
    }

    /// The player was reminded of a turn: feeds show it as changed.
    pub async fn touch_turn(
        &self,
        user: &UserId,
        game: &GameId,
        n: u32,
        now: DateTime<Utc>,
    ) -> Result<(), StoreError> {
        let touch = self.writer.write((user.clone(), game.clone(), n, now), |tx, (user, game, n, now)| {
            Box::pin(async move {
                sqlx::query(
                    "UPDATE waiting SET changed = $4, changes = changes + 1
                     WHERE game = $1 AND invited = '' AND user_id = $2 AND n = $3",
                )
                .bind(game.as_str())
                .bind(user.as_str())
                .bind(i64::from(*n))
                .bind(now.timestamp_millis())
                .execute(tx)
                .await?;
                Ok(Commit(()))
            })
        });
        touch.await
    }

    /// The turns that wait for the user, and those that have ended after `since`, the last first. The latter are stored for users who have
    /// feeds, or whose programs have asked for events.
    pub async fn feed_turns(&self, user: &UserId, since: DateTime<Utc>) -> Result<Vec<FeedTurn>, StoreError> {
        let rows = sqlx::query(
            "SELECT game, n, deadline, changed, changes, 0 AS is_over FROM waiting WHERE user_id = $1 AND invited = ''
             UNION ALL SELECT * FROM (SELECT game, n, deadline, ended AS changed, changes, 1 AS is_over FROM past_turns
                 WHERE user_id = $1 AND ended > $2 ORDER BY ended DESC LIMIT $3) past",
        )
        .bind(user.as_str())
        .bind(since.timestamp_millis())
        .bind(TURNS)
        .fetch_all(&self.readers)
        .await?;
        let read = |row| {
            let row = Reader::new(row, "waiting", "game")?;
            Ok(FeedTurn {
                game: row.parsed("game", GameId::parse)?,
                n: row.number("n")?,
                deadline: row.maybe_time("deadline")?,
                changed: row.time("changed")?,
                changes: row.number("changes")?,
                is_over: row.flag("is_over")?,
            })
        };
        rows.iter().map(read).collect()
    }

    /// Forgets turns that ended before.
    pub async fn expire_turns(&self, before: DateTime<Utc>) -> Result<(), StoreError> {
        let expire = self.writer.write(before, |tx, before| {
            Box::pin(async move {
                sqlx::query("DELETE FROM past_turns WHERE ended < $1")
                    .bind(before.timestamp_millis())
                    .execute(tx)
                    .await?;
                Ok(Commit(()))
            })
        });
        expire.await
    }
}

/// Says whose turn it is after events of the game.
pub(super) fn change_turn(batch: &mut Batch, game: &GameId, TurnChange { ended, begun }: &TurnChange) {
    if ended.is_some() != begun.is_some() {
        batch.add("DELETE FROM waiting WHERE game = $1 AND invited = ''", [game.as_str().into()]);
    }
    let Some(turn) = begun else { return };
    // The row passes from user to user, under a key without users: that writes less than removing one and adding another.
    let statement = if ended.is_some() {
        "UPDATE waiting SET user_id = $2, n = $3, at = $4, deadline = $5, changed = $4, changes = 0, seen = NULL
         WHERE game = $1 AND invited = ''"
    } else {
        "INSERT INTO waiting (game, invited, user_id, n, at, deadline, changed, changes) VALUES ($1, '', $2, $3, $4, $5, $4, 0)"
    };
    batch.add(
        statement,
        [
            game.as_str().into(),
            turn.user.as_str().into(),
            i64::from(turn.n).into(),
            turn.at.timestamp_millis().into(),
            turn.deadline.map(|deadline| deadline.timestamp_millis()).into(),
        ],
    );
}

/// Keeps the turn that is about to end, if its user has feeds or programs that ask for it.
pub(super) fn keep_past_turn(batch: &mut Batch, game: &GameId, at: DateTime<Utc>) {
    batch.add(
        "INSERT INTO past_turns (game, user_id, n, at, deadline, changes, ended)
         SELECT w.game, w.user_id, w.n, w.at, w.deadline, w.changes + 1, $2 FROM waiting w
         WHERE w.game = $1 AND w.invited = '' AND EXISTS (SELECT f.user_id FROM feeds f WHERE f.user_id = w.user_id
             UNION ALL SELECT e.user_id FROM event_numbers e WHERE e.user_id = w.user_id)
         ON CONFLICT (game, user_id, n) DO NOTHING",
        [game.as_str().into(), at.timestamp_millis().into()],
    );
}

/// Says that the deadline of the turn has moved.
pub(super) fn move_turn(batch: &mut Batch, game: &GameId, deadline: DateTime<Utc>, at: DateTime<Utc>) {
    batch.add(
        "UPDATE waiting SET deadline = $2, changed = $3, changes = changes + 1
         WHERE game = $1 AND invited = '' AND deadline <> $2",
        [game.as_str().into(), deadline.timestamp_millis().into(), at.timestamp_millis().into()],
    );
}

/// Says that an invitation waits for the user.
pub(super) async fn wait_for_answer(
    tx: &mut AnyConnection,
    game: &GameId,
    user: &UserId,
    at: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO waiting (game, invited, user_id, n, at, changed, changes) VALUES ($1, $2, $2, 0, $3, $3, 0)
         ON CONFLICT (game, invited) DO UPDATE SET at = $3, changed = $3",
    )
    .bind(game.as_str())
    .bind(user.as_str())
    .bind(at.timestamp_millis())
    .execute(tx)
    .await?;
    Ok(())
}

/// Nothing of the table waits for the user any more.
pub(super) async fn end_waiting(
    tx: &mut AnyConnection,
    game: &GameId,
    user: &UserId,
) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM waiting WHERE user_id = $1 AND game = $2")
        .bind(user.as_str())
        .bind(game.as_str())
        .execute(tx)
        .await?;
    Ok(())
}

/// Nothing of the table waits for anybody any more.
pub(super) async fn end_all_waiting(tx: &mut AnyConnection, game: &GameId) -> Result<(), StoreError> {
    for statement in ["DELETE FROM waiting WHERE game = $1", "DELETE FROM past_turns WHERE game = $1"] {
        sqlx::query(statement).bind(game.as_str()).execute(&mut *tx).await?;
    }
    Ok(())
}
