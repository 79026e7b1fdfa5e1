//! Whose lines a person does not see.

use chrono::{DateTime, Utc};

use super::unread::{count_again, lock};
use crate::batch::Batch;
use crate::game_challenges::remove_between;
use crate::outcome::lock_both;
use crate::profiles::end_follows;
use crate::row::Reader;
use crate::statement::Arguments;
use crate::writer::TransactionEnd::{Commit, Unchanged};
use crate::{Store, StoreError};
use account::{Hidden, HiddenPerson, UserId};
use table::GameId;

/// The most people that a list has.
const MOST: i64 = 500;

const HIDE: &str =
    "INSERT INTO hidden_people (user_id, other, why, at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING";
const SHOW: &str = "DELETE FROM hidden_people WHERE user_id = $1 AND other = $2 AND why = $3";

impl Store {
    /// Those whom the user has muted or blocked, the last ones first.
    pub async fn hidden_people(&self, user: &UserId) -> Result<Vec<HiddenPerson>, StoreError> {
        let rows = sqlx::query(
            "SELECT h.other, h.why, h.at, u.name FROM hidden_people h JOIN users u ON u.id = h.other
             WHERE h.user_id = $1 AND h.why <> 'blocked-by' ORDER BY h.at DESC, h.other DESC LIMIT $2",
        )
        .bind(user.as_str())
        .bind(MOST)
        .fetch_all(&self.readers)
        .await?;
        let read = |row| {
            let row = Reader::new(row, "hidden_people", "other")?;
            Ok(HiddenPerson {
                id: row.parsed("other", UserId::parse)?,
                name: row.text("name")?,
                why: row.parsed("why", Hidden::parse)?,
                at: row.time("at")?,
            })
        };
        rows.iter().map(read).collect()
    }

    /// Those among these whom the user has blocked, or who have blocked the user.
    pub async fn blocked_among(&self, user: &UserId, others: &[&UserId]) -> Result<Vec<UserId>, StoreError> {
        if others.is_empty() {
            return Ok(Vec::new());
        }
        let mut arguments = Arguments::default();
        let (user, others) = (arguments.add(user.as_str()), arguments.add_users(others));
        let rows = arguments
            .query(format!(
                "SELECT DISTINCT other FROM hidden_people WHERE user_id = {user} AND other IN ({others}) AND why <> 'muted'"
            ))
            .fetch_all(&self.readers)
            .await?;
        let read = |row| Reader::new(row, "hidden_people", "other")?.parsed("other", UserId::parse);
        rows.iter().map(read).collect()
    }

    /// Whether `other` has blocked the user.
    pub async fn is_blocked_by(&self, user: &UserId, other: &UserId) -> Result<bool, StoreError> {
        let found = sqlx::query(
            "SELECT other FROM hidden_people WHERE user_id = $1 AND other = $2 AND why = 'blocked-by'",
        )
        .bind(user.as_str())
        .bind(other.as_str())
        .fetch_optional(&self.readers)
        .await?;
        Ok(found.is_some())
    }

    /// Hides what `other` writes from the user; with a block, from both what the other writes, neither follows the other any more, and
    /// challenges between them are removed. `false`: it was hidden so already.
    pub async fn hide_person(
        &self,
        user: &UserId,
        other: &UserId,
        why: Hidden,
        now: DateTime<Utc>,
    ) -> Result<bool, StoreError> {
        let write = (user.clone(), other.clone(), why, now);
        let hide = self.writer.write(write, |tx, (user, other, why, now)| {
            Box::pin(async move {
                if *why == Hidden::Blocked {
                    lock_both(tx, user, other).await?;
                }
                let hidden = sqlx::query(HIDE)
                    .bind(user.as_str())
                    .bind(other.as_str())
                    .bind(why.word())
                    .bind(now.timestamp_millis())
                    .execute(&mut *tx)
                    .await?;
                if hidden.rows_affected() == 0 {
                    return Ok(Unchanged(false));
                }
                if *why == Hidden::Blocked {
                    let mut batch = Batch::default();
                    remove_between(&mut batch, user, other);
                    let values = [
                        other.as_str().into(),
                        user.as_str().into(),
                        BLOCKED_BY.into(),
                        now.timestamp_millis().into(),
                    ];
                    batch.add(HIDE, values);
                    end_follows(&mut batch, user, other);
                    batch.execute(tx).await?;
                }
                Ok(Commit(true))
            })
        });
        let changed = hide.await?;
        self.count_talk_between(user, other).await?;
        Ok(changed)
    }

    /// Undoes [`Store::hide_person`]. `false`: it was not hidden so.
    pub async fn show_person(&self, user: &UserId, other: &UserId, why: Hidden) -> Result<bool, StoreError> {
        let show = self.writer.write((user.clone(), other.clone(), why), |tx, (user, other, why)| {
            Box::pin(async move {
                let mut shown = 0;
                let both = [(user, other, why.word()), (other, user, BLOCKED_BY)];
                for (user, other, word) in both.into_iter().take(1 + usize::from(*why == Hidden::Blocked)) {
                    let done = sqlx::query(SHOW).bind(user.as_str()).bind(other.as_str()).bind(word);
                    shown += done.execute(&mut *tx).await?.rows_affected();
                }
                Ok(if shown > 0 { Commit(true) } else { Unchanged(false) })
            })
        });
        let changed = show.await?;
        self.count_talk_between(user, other).await?;
        Ok(changed)
    }

    /// Counts again what each of the two has not read where the other has written. One table at a time.
    async fn count_talk_between(&self, one: &UserId, other: &UserId) -> Result<(), StoreError> {
        for (reader, author) in [(one, other), (other, one)] {
            let rows = sqlx::query(
                "SELECT r.game FROM talk_unread r WHERE r.user_id = $1
                     AND EXISTS (SELECT l.game FROM talk_lines l WHERE l.game = r.game AND l.user_id = $2)",
            )
            .bind(reader.as_str())
            .bind(author.as_str())
            .fetch_all(&self.readers)
            .await?;
            for row in &rows {
                let game = Reader::new(row, "talk_unread", "game")?.parsed("game", GameId::parse)?;
                let count = self.writer.write((game, reader.clone()), |tx, (game, reader)| {
                    Box::pin(async move {
                        if lock(tx, game).await?.is_none() {
                            return Ok(Unchanged(()));
                        }
                        count_again(tx, game, Some(reader)).await?;
                        Ok(Commit(()))
                    })
                });
                count.await?;
            }
        }
        Ok(())
    }
}

/// The row of a person whom another has blocked.
const BLOCKED_BY: &str = "blocked-by";
