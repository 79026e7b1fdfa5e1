//! What administrators and moderators do to accounts and jobs, each together with its entry in the audit log.

use chrono::{DateTime, Utc};
use sqlx::AnyConnection;

use crate::batch::Batch;
use crate::jobs::change_jobs;
use crate::row::Reader;
use crate::statement::Arguments;
use crate::tokens::remove_tokens;
use crate::writer::TransactionEnd::{Commit, Unchanged};
use crate::{Store, StoreError, StoredUser, audit_log};
use account::{AuditEntry, FormerName, ModeratedUser, UserId, UserName};
use table::{Job, JobChange};

/// Outcome of [`Store::rename`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Renamed {
    Done,
    /// The name, or one that looks like it, is in use.
    Taken,
    /// The account has another name by now, or none of its own.
    Stale,
}

impl Store {
    pub async fn moderated_user(
        &self,
        user: &UserId,
        now: DateTime<Utc>,
    ) -> Result<Option<ModeratedUser>, StoreError> {
        let row = sqlx::query(
            "SELECT u.id, u.name, u.guest, u.created, u.locked, u.closes, u.closed,
                    (SELECT COUNT(*) FROM sessions s WHERE s.user_id = u.id AND s.until > $2) AS sessions
             FROM users u WHERE u.id = $1",
        )
        .bind(user.as_str())
        .bind(now.timestamp_millis())
        .fetch_optional(&self.readers)
        .await?;
        let Some(row) = row else { return Ok(None) };
        let row = Reader::new(&row, "users", "id")?;
        Ok(Some(ModeratedUser {
            id: row.parsed("id", UserId::parse)?,
            name: row.text("name")?,
            guest: row.flag("guest")?,
            since: row.time("created")?,
            locked: row.maybe_time("locked")?,
            closes: row.maybe_time("closes")?,
            closed: row.maybe_time("closed")?,
            sessions: row.number("sessions")?,
            former_names: self.former_names(user).await?,
        }))
    }

    /// Most recent first.
    pub async fn former_names(&self, user: &UserId) -> Result<Vec<FormerName>, StoreError> {
        let rows = sqlx::query(
            "SELECT name, removed, at FROM former_names WHERE user_id = $1 ORDER BY at DESC LIMIT 50",
        )
        .bind(user.as_str())
        .fetch_all(&self.readers)
        .await?;
        let read = |row| {
            let row = Reader::new(row, "former_names", "name")?;
            Ok(FormerName { name: row.text("name")?, removed: row.flag("removed")?, at: row.time("at")? })
        };
        rows.iter().map(read).collect()
    }

    /// The account that has this folded name, or had it and was renamed.
    pub async fn user_called(&self, folded: &str) -> Result<Option<StoredUser>, StoreError> {
        if let Some(user) = self.user_named(folded).await? {
            return Ok(Some(user));
        }
        let row = sqlx::query("SELECT user_id FROM former_names WHERE folded = $1")
            .bind(folded)
            .fetch_optional(&self.readers)
            .await?;
        let Some(row) = row else { return Ok(None) };
        let user = Reader::new(&row, "former_names", "user_id")?.parsed("user_id", UserId::parse)?;
        self.user(&user).await
    }

    /// The account that had this name, or one that looks like it.
    pub async fn former_owner(&self, name: &UserName) -> Result<Option<UserId>, StoreError> {
        let row = sqlx::query(
            "SELECT user_id FROM former_names WHERE folded = $1
             UNION ALL SELECT user_id FROM former_names WHERE skeleton IN ($2, $3) LIMIT 1",
        )
        .bind(name.folded())
        .bind(name.skeleton())
        .bind(name.skeleton_with_separators())
        .fetch_optional(&self.readers)
        .await?;
        row.map(|row| Reader::new(&row, "former_names", "user_id")?.parsed("user_id", UserId::parse))
            .transpose()
    }

    /// The removed names of these users, each with the present one.
    pub async fn removed_names(&self, users: &[&UserId]) -> Result<Vec<(String, String)>, StoreError> {
        if users.is_empty() {
            return Ok(Vec::new());
        }
        let mut arguments = Arguments::default();
        let users = arguments.add_users(users);
        let rows = arguments
            .query(format!(
                "SELECT f.name, u.name AS present FROM former_names f JOIN users u ON u.id = f.user_id
                 WHERE f.user_id IN ({users}) AND f.removed = 1"
            ))
            .fetch_all(&self.readers)
            .await?;
        let read = |row| {
            let row = Reader::new(row, "former_names", "name")?;
            Ok((row.text("name")?, row.text("present")?))
        };
        rows.iter().map(read).collect()
    }

    /// Ends all sessions and unfinished sign-ins of an account.
    pub async fn end_all_sessions(&self, user: &UserId, entry: &AuditEntry) -> Result<(), StoreError> {
        let end = self.writer.write((user.clone(), entry.clone()), |tx, (user, entry)| {
            Box::pin(async move {
                end_sessions(tx, user).await?;
                audit_log::append(tx, entry).await?;
                Ok(Commit(()))
            })
        });
        end.await
    }

    /// Renames an account and reserves its old name for it. With `removed`, records no longer show the old name.
    pub async fn rename(
        &self,
        user: &UserId,
        old: &UserName,
        new: &UserName,
        removed: bool,
        entry: &AuditEntry,
    ) -> Result<Renamed, StoreError> {
        let write = (user.clone(), old.clone(), new.clone(), removed, entry.clone());
        let rename = self.writer.write(write, |tx, (user, old, new, removed, entry)| {
            Box::pin(async move {
                let renamed = sqlx::query(
                    "UPDATE users SET name = $3, folded = $4, skeleton = $5
                     WHERE id = $1 AND name = $2 AND guest = 0",
                )
                .bind(user.as_str())
                .bind(old.as_str())
                .bind(new.as_str())
                .bind(new.folded())
                .bind(new.skeleton())
                .execute(&mut *tx)
                .await;
                match renamed {
                    Ok(done) if done.rows_affected() == 1 => {}
                    Ok(_) => return Ok(Unchanged(Renamed::Stale)),
                    Err(sqlx::Error::Database(error)) if error.is_unique_violation() => {
                        return Ok(Unchanged(Renamed::Taken));
                    }
                    Err(error) => return Err(error.into()),
                }
                reserve(tx, user, old, *removed, entry.at).await?;
                if *removed {
                    let mut batch = Batch::default();
                    let renew = JobChange::Put(Job::RenewArchives(user.clone()).at(entry.at));
                    change_jobs(&mut batch, &[renew], entry.at);
                    batch.execute(tx).await?;
                }
                audit_log::append(tx, entry).await?;
                Ok(Commit(Renamed::Done))
            })
        });
        rename.await
    }

    /// Reschedules a failed job. `false`: no failed job has this key.
    pub async fn retry_failed_job(
        &self,
        key: &str,
        entry: &AuditEntry,
        change_message: Option<String>,
    ) -> Result<bool, StoreError> {
        let write = (key.to_owned(), entry.clone());
        let retry = self.writer.write_and_notify(change_message, write, |tx, (key, entry)| {
            Box::pin(async move {
                let retried = sqlx::query(
                    "UPDATE jobs SET due = $2, attempts = 0, failed = 0, error = NULL WHERE unique_key = $1 AND failed > 0",
                )
                .bind(key.as_str())
                .bind(entry.at.timestamp_millis())
                .execute(&mut *tx)
                .await?;
                audit_log::append_if_changed(tx, &retried, entry).await
            })
        });
        retry.await
    }

    /// Deletes a failed job. `false`: no failed job has this key.
    pub async fn drop_failed_job(&self, key: &str, entry: &AuditEntry) -> Result<bool, StoreError> {
        let delete = self.writer.write((key.to_owned(), entry.clone()), |tx, (key, entry)| {
            Box::pin(async move {
                let dropped = sqlx::query("DELETE FROM jobs WHERE unique_key = $1 AND failed > 0")
                    .bind(key.as_str())
                    .execute(&mut *tx)
                    .await?;
                audit_log::append_if_changed(tx, &dropped, entry).await
            })
        });
        delete.await
    }
}

/// Ends all sessions of a user, and unfinished sign-ins.
pub(super) async fn end_sessions(tx: &mut AnyConnection, user: &UserId) -> Result<(), StoreError> {
    for statement in ["DELETE FROM sessions WHERE user_id = $1", "DELETE FROM challenges WHERE user_id = $1"]
    {
        sqlx::query(statement).bind(user.as_str()).execute(&mut *tx).await?;
    }
    remove_tokens(tx, user).await
}

/// Keeps others from taking a name that an account had. A removed name stays removed.
async fn reserve(
    tx: &mut AnyConnection,
    user: &UserId,
    name: &UserName,
    removed: bool,
    at: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO former_names (folded, skeleton, user_id, name, removed, at) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (folded) DO UPDATE SET name = excluded.name, at = excluded.at,
             removed = CASE WHEN former_names.removed = 1 THEN 1 ELSE excluded.removed END",
    )
    .bind(name.folded())
    .bind(name.skeleton())
    .bind(user.as_str())
    .bind(name.as_str())
    .bind(i64::from(removed))
    .bind(at.timestamp_millis())
    .execute(tx)
    .await?;
    Ok(())
}
