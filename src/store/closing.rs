//! Closing accounts. Their games stay, under another name.

use chrono::{DateTime, Utc};
use sqlx::AnyConnection;

use crate::batch::Batch;
use crate::jobs::change_jobs;
use crate::moderation::end_sessions;
use crate::row::Reader;
use crate::statement::Arguments;
use crate::writer::TransactionEnd::{Commit, Unchanged};
use crate::{Store, StoreError, audit_log};
use account::{AuditEntry, PasswordHash, RetiredName, UserId, UserName};
use table::{GameId, Job, JobChange};

/// Where an account stands on its way to being closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClosingState {
    /// Its owner has not asked for it, or has kept it.
    Open,
    /// It will be closed then.
    Closing(DateTime<Utc>),
    Closed,
}

impl Store {
    /// Lets the account be closed at `closes` by a job, and ends its sessions. Returns when it will be closed: earlier if that was
    /// asked for before. `None` for guests and closed accounts.
    pub async fn begin_closing(
        &self,
        user: &UserId,
        closes: DateTime<Utc>,
        now: DateTime<Utc>,
        change_message: Option<String>,
    ) -> Result<Option<DateTime<Utc>>, StoreError> {
        let write = (user.clone(), closes, now);
        let begin = self.writer.write_and_notify(change_message, write, |tx, (user, closes, now)| {
            Box::pin(async move {
                sqlx::query(
                    "UPDATE users SET closes = $2 WHERE id = $1 AND guest = 0 AND closed IS NULL AND closes IS NULL",
                )
                .bind(user.as_str())
                .bind(closes.timestamp_millis())
                .execute(&mut *tx)
                .await?;
                let Some(ClosingState::Closing(closes)) = state(tx, user).await? else {
                    return Ok(Unchanged(None));
                };
                end_sessions(tx, user).await?;
                let mut batch = Batch::default();
                let job = Job::CloseAccount(user.clone()).at(closes);
                change_jobs(&mut batch, &[JobChange::Put(job)], *now);
                batch.execute(tx).await?;
                Ok(Commit(Some(closes)))
            })
        });
        begin.await
    }

    /// Keeps an account that was to be closed. `false`: it was not.
    pub async fn keep_account(&self, user: &UserId, now: DateTime<Utc>) -> Result<bool, StoreError> {
        let keep = self.writer.write((user.clone(), now), |tx, (user, now)| {
            Box::pin(async move {
                let kept = sqlx::query("UPDATE users SET closes = NULL WHERE id = $1 AND closes IS NOT NULL")
                    .bind(user.as_str())
                    .execute(&mut *tx)
                    .await?;
                if kept.rows_affected() == 0 {
                    return Ok(Unchanged(false));
                }
                let mut batch = Batch::default();
                let key = Job::CloseAccount(user.clone()).key();
                change_jobs(&mut batch, &[JobChange::Remove(key)], *now);
                batch.execute(tx).await?;
                Ok(Commit(true))
            })
        });
        keep.await
    }

    /// When the account will be closed, or whether it was. `None`: there is no such user.
    pub async fn closing_state(&self, user: &UserId) -> Result<Option<ClosingState>, StoreError> {
        let mut connection = self.readers.acquire().await?;
        state(&mut connection, user).await
    }

    /// Closes an account whose time has come: it gets another name and can't be signed in to any more. Removes the names that it
    /// had, and whatever belongs to it alone; its games are left. Returns the account's state afterwards.
    pub async fn close_account(
        &self,
        user: &UserId,
        new: &UserName,
        entry: &AuditEntry,
    ) -> Result<Option<ClosingState>, StoreError> {
        let write = (user.clone(), new.clone(), entry.clone());
        let close = self.writer.write(write, |tx, (user, new, entry)| {
            Box::pin(async move {
                let row = sqlx::query(
                    "UPDATE users SET closes = NULL, closed = $2 WHERE id = $1 AND closes <= $2 RETURNING id, name",
                )
                .bind(user.as_str())
                .bind(entry.at.timestamp_millis())
                .fetch_optional(&mut *tx)
                .await?;
                let Some(row) = row else { return Ok(Unchanged(state(tx, user).await?)) };
                let name = Reader::new(&row, "users", "id")?.text("name")?;
                let mut names = former_names(tx, user).await?;
                names.push(name);
                retire(tx, &names).await?;
                rename(tx, user, new).await?;
                remove_belongings(tx, user).await?;
                audit_log::remove_names(tx, user, &names, new).await?;
                audit_log::append(tx, entry).await?;
                Ok(Commit(Some(ClosingState::Closed)))
            })
        });
        close.await
    }

    /// Whether a closed account had this name, or one that looks like it.
    pub async fn is_retired(&self, name: &UserName) -> Result<bool, StoreError> {
        let [name, skeleton, with_separators] = RetiredName::of(name);
        let found = sqlx::query("SELECT hash FROM retired_names WHERE hash IN ($1, $2, $3) LIMIT 1")
            .bind(name.as_str())
            .bind(skeleton.as_str())
            .bind(with_separators.as_str())
            .fetch_optional(&self.readers)
            .await?;
        Ok(found.is_some())
    }

    /// Which of these users have closed their accounts.
    pub async fn closed_among(&self, users: &[&UserId]) -> Result<Vec<UserId>, StoreError> {
        if users.is_empty() {
            return Ok(Vec::new());
        }
        let mut arguments = Arguments::default();
        let users = arguments.add_users(users);
        let rows = arguments
            .query(format!("SELECT id FROM users WHERE id IN ({users}) AND closed IS NOT NULL"))
            .fetch_all(&self.readers)
            .await?;
        rows.iter().map(|row| Reader::new(row, "users", "id")?.parsed("id", UserId::parse)).collect()
    }

    /// The games that the user plays in, or played in before somebody else took over the seat.
    pub async fn games_ever_played(&self, user: &UserId) -> Result<Vec<GameId>, StoreError> {
        // Only those who have run out of time lose a seat.
        let rows = sqlx::query(
            "SELECT game FROM seats WHERE user_id = $1
             UNION SELECT game FROM attendance WHERE user_id = $1
             UNION SELECT game FROM notifications WHERE user_id = $1",
        )
        .bind(user.as_str())
        .fetch_all(&self.readers)
        .await?;
        rows.iter().map(|row| Reader::new(row, "seats", "game")?.parsed("game", GameId::parse)).collect()
    }

    /// Removes what was left for the user's games to end: hours and leave, plans, and what the user was notified of.
    pub async fn finish_closing(&self, user: &UserId) -> Result<(), StoreError> {
        let finish = self.writer.write(user.clone(), |tx, user| {
            Box::pin(async move {
                for statement in [
                    "DELETE FROM player_time WHERE user_id = $1",
                    "DELETE FROM notifications WHERE user_id = $1",
                    "DELETE FROM past_turns WHERE user_id = $1",
                    "UPDATE seats SET plan = NULL WHERE user_id = $1 AND plan IS NOT NULL",
                ] {
                    sqlx::query(statement).bind(user.as_str()).execute(&mut *tx).await?;
                }
                Ok(Commit(()))
            })
        });
        finish.await
    }
}

async fn state(connection: &mut AnyConnection, user: &UserId) -> Result<Option<ClosingState>, StoreError> {
    let row = sqlx::query("SELECT id, closes, closed FROM users WHERE id = $1")
        .bind(user.as_str())
        .fetch_optional(connection)
        .await?;
    let Some(row) = row else { return Ok(None) };
    let row = Reader::new(&row, "users", "id")?;
    Ok(Some(match (row.maybe_time("closed")?, row.maybe_time("closes")?) {
        (Some(_), _) => ClosingState::Closed,
        (None, Some(closes)) => ClosingState::Closing(closes),
        (None, None) => ClosingState::Open,
    }))
}

async fn former_names(tx: &mut AnyConnection, user: &UserId) -> Result<Vec<String>, StoreError> {
    let rows = sqlx::query("SELECT name FROM former_names WHERE user_id = $1")
        .bind(user.as_str())
        .fetch_all(tx)
        .await?;
    rows.iter().map(|row| Reader::new(row, "former_names", "name")?.text("name")).collect()
}

async fn retire(tx: &mut AnyConnection, names: &[String]) -> Result<(), StoreError> {
    let hashes = names.iter().filter_map(|name| UserName::parse(name).ok());
    for hash in hashes.flat_map(|name| RetiredName::of(&name)) {
        sqlx::query("INSERT INTO retired_names (hash) VALUES ($1) ON CONFLICT DO NOTHING")
            .bind(hash.as_str())
            .execute(&mut *tx)
            .await?;
    }
    Ok(())
}

/// Nobody is found by the new name, which has no skeleton, as those of guests.
async fn rename(tx: &mut AnyConnection, user: &UserId, new: &UserName) -> Result<(), StoreError> {
    sqlx::query(
        "UPDATE users SET name = $2, folded = $3, skeleton = NULL, password = $4, zone = 'UTC', two_steps = 0
         WHERE id = $1",
    )
    .bind(user.as_str())
    .bind(new.as_str())
    .bind(new.folded())
    .bind(PasswordHash::dummy().as_str())
    .execute(tx)
    .await?;
    Ok(())
}

/// Removes what belongs to the account alone. Devices go with their sessions, and undelivered messages with their webhooks.
async fn remove_belongings(tx: &mut AnyConnection, user: &UserId) -> Result<(), StoreError> {
    end_sessions(tx, user).await?;
    for statement in [
        "DELETE FROM former_names WHERE user_id = $1",
        "DELETE FROM recovery_codes WHERE user_id = $1",
        "DELETE FROM authenticators WHERE user_id = $1",
        "DELETE FROM passkeys WHERE user_id = $1",
        "DELETE FROM feeds WHERE user_id = $1",
        "DELETE FROM webhooks WHERE user_id = $1",
        "DELETE FROM notification_settings WHERE user_id = $1",
        "DELETE FROM muted_games WHERE user_id = $1",
        "DELETE FROM puzzle_attempts WHERE user_id = $1",
        "DELETE FROM user_events WHERE user_id = $1",
        "DELETE FROM event_numbers WHERE user_id = $1",
        "DELETE FROM recordings WHERE user_id = $1",
        "DELETE FROM import_files WHERE user_id = $1",
        "DELETE FROM hidden_people WHERE user_id = $1",
        "DELETE FROM game_challenges WHERE challenger = $1",
        "DELETE FROM game_challenges WHERE challenged = $1",
        "DELETE FROM profile_settings WHERE user_id = $1",
        "DELETE FROM followed_players WHERE user_id = $1",
        "DELETE FROM followed_players WHERE player = $1",
        "DELETE FROM followed_games WHERE user_id = $1",
        "DELETE FROM offers WHERE user_id = $1",
        "DELETE FROM talk_unread WHERE user_id = $1",
        "DELETE FROM talk_lines WHERE user_id = $1 AND channel = 'notes'",
        // Their names are text, which nobody can tell from the user's own.
        "DELETE FROM games WHERE opener = $1 AND imported IS NOT NULL",
    ] {
        sqlx::query(statement).bind(user.as_str()).execute(&mut *tx).await?;
    }
    Ok(())
}
