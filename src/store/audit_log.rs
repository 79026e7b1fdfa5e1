//! The audit log: appended to in the transaction of each action, never changed, except that it loses the names of closed accounts.

use chrono::{DateTime, TimeDelta, Utc};
use sqlx::any::{AnyArguments, AnyQueryResult, AnyRow};
use sqlx::query::Query;
use sqlx::{Any, AnyConnection};

use crate::row::Reader;
use crate::statement::query;
use crate::writer::TransactionEnd::{self, Commit, Unchanged};
use crate::{Store, StoreError};
use account::{AuditAction, AuditEntry, UserId, UserName};

const ENTRIES: &str =
    "SELECT at, actor, actor_name, action, subject, subject_name, detail, reason FROM audit_log";

impl Store {
    /// Entries before that time, newest first.
    pub async fn audit_log(&self, before: DateTime<Utc>, limit: u32) -> Result<Vec<AuditEntry>, StoreError> {
        let rows = entries("WHERE at < $1 ORDER BY at DESC LIMIT $2")
            .bind(before.timestamp_millis())
            .bind(i64::from(limit))
            .fetch_all(&self.readers)
            .await?;
        rows.iter().map(read).collect()
    }

    /// The newest entries about an account, newest first.
    pub async fn audit_log_of(&self, user: &UserId, limit: u32) -> Result<Vec<AuditEntry>, StoreError> {
        let rows = entries("WHERE subject = $1 ORDER BY at DESC LIMIT $2")
            .bind(user.as_str())
            .bind(i64::from(limit))
            .fetch_all(&self.readers)
            .await?;
        rows.iter().map(read).collect()
    }
}

/// Adds an entry to the transaction of its action, a little later than it says if another has that time.
pub(super) async fn append(tx: &mut AnyConnection, entry: &AuditEntry) -> Result<(), StoreError> {
    let mut at = entry.at;
    loop {
        let added = sqlx::query(
            "INSERT INTO audit_log (at, actor, actor_name, action, subject, subject_name, detail, reason)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING",
        )
        .bind(at.timestamp_millis())
        .bind(entry.actor.as_str())
        .bind(entry.actor_name.as_str())
        .bind(entry.action.word())
        .bind(entry.subject.as_str())
        .bind(entry.subject_name.as_str())
        .bind(entry.detail.as_str())
        .bind(entry.reason.as_str())
        .execute(&mut *tx)
        .await?;
        if added.rows_affected() == 1 {
            return Ok(());
        }
        at += TimeDelta::milliseconds(1);
    }
}

/// Ends the transaction of an action that has changed something, with its entry. `false`: nothing was changed.
pub(super) async fn append_if_changed(
    tx: &mut AnyConnection,
    done: &AnyQueryResult,
    entry: &AuditEntry,
) -> Result<TransactionEnd<bool>, StoreError> {
    if done.rows_affected() == 0 {
        return Ok(Unchanged(false));
    }
    append(tx, entry).await?;
    Ok(Commit(true))
}

/// Replaces the names that a closed account had, in what it did and what was done to it.
pub(super) async fn remove_names(
    tx: &mut AnyConnection,
    user: &UserId,
    names: &[String],
    new: &UserName,
) -> Result<(), StoreError> {
    let rows = entries(&format!("WHERE actor = $1 UNION ALL {ENTRIES} WHERE subject = $1 AND actor <> $1"));
    for row in rows.bind(user.as_str()).fetch_all(&mut *tx).await? {
        let entry = read(&row)?;
        let without = |text: &str| new.in_place_of(names, text);
        sqlx::query(
            "UPDATE audit_log SET actor_name = $2, subject_name = $3, detail = $4, reason = $5 WHERE at = $1",
        )
        .bind(entry.at.timestamp_millis())
        .bind(without(&entry.actor_name))
        .bind(without(&entry.subject_name))
        .bind(without(&entry.detail))
        .bind(without(&entry.reason))
        .execute(&mut *tx)
        .await?;
    }
    Ok(())
}

/// Selects [`AuditEntry`]s.
fn entries(rest: &str) -> Query<'static, Any, AnyArguments> {
    query(format!("{ENTRIES} {rest}"))
}

fn read(row: &AnyRow) -> Result<AuditEntry, StoreError> {
    let row = Reader::new(row, "audit_log", "subject")?;
    Ok(AuditEntry {
        at: row.time("at")?,
        actor: row.parsed("actor", UserId::parse)?,
        actor_name: row.text("actor_name")?,
        action: row.parsed("action", AuditAction::parse)?,
        subject: row.text("subject")?,
        subject_name: row.text("subject_name")?,
        detail: row.text("detail")?,
        reason: row.text("reason")?,
    })
}
