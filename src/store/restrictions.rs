//! What was decided about people, their objections, and the answers.

use chrono::{DateTime, Utc};
use sqlx::any::{AnyArguments, AnyRow};
use sqlx::query::Query;
use sqlx::{Any, AnyConnection};

use crate::batch::Batch;
use crate::jobs::change_jobs;
use crate::outcome::lock_user;
use crate::row::Reader;
use crate::statement::{Arguments, query};
use crate::writer::TransactionEnd::{Commit, Unchanged};
use crate::{Store, StoreError, audit_log};
use account::{
    AuditEntry, Objection, ObjectionAnswer, ReportId, Restriction, RestrictionId, RestrictionKind, UserId,
};
use table::{Job, JobChange};

const RESTRICTIONS: &str =
    "SELECT id, user_id, kind, rule, reason, report, decided_by, since, ends, until, lifted, objection, objected, answered, upheld, answer
     FROM restrictions";

impl Store {
    pub async fn restrict(&self, restriction: &Restriction, entry: &AuditEntry) -> Result<(), StoreError> {
        let restrict = self.writer.write((restriction.clone(), entry.clone()), |tx, (restriction, entry)| {
            Box::pin(async move {
                insert(tx, restriction).await?;
                audit_log::append(tx, entry).await?;
                Ok(Commit(()))
            })
        });
        restrict.await
    }

    /// Lets an account be used again, unless a restriction locks it longer; returns until when.
    pub async fn end_lock(
        &self,
        user: &UserId,
        now: DateTime<Utc>,
    ) -> Result<Option<DateTime<Utc>>, StoreError> {
        let unlock = self.writer.write((user.clone(), now), |tx, (user, now)| {
            Box::pin(async move { Ok(Commit(unlock(tx, user, *now).await?)) })
        });
        unlock.await
    }

    pub async fn restriction(&self, id: &RestrictionId) -> Result<Option<Restriction>, StoreError> {
        let row = query(format!("{RESTRICTIONS} WHERE id = $1"))
            .bind(id.as_str())
            .fetch_optional(&self.readers)
            .await?;
        row.as_ref().map(read).transpose()
    }

    /// The last ones first.
    pub async fn restrictions_of(&self, user: &UserId, limit: u32) -> Result<Vec<Restriction>, StoreError> {
        let rows = query(format!("{RESTRICTIONS} WHERE user_id = $1 ORDER BY since DESC, id DESC LIMIT $2"))
            .bind(user.as_str())
            .bind(i64::from(limit))
            .fetch_all(&self.readers)
            .await?;
        rows.iter().map(read).collect()
    }

    /// Until when a restriction of this kind, or a lock, keeps the user from something; of a bot, also one of its maker.
    pub async fn restricted_until(
        &self,
        user: &UserId,
        kind: RestrictionKind,
        now: DateTime<Utc>,
    ) -> Result<Option<DateTime<Utc>>, StoreError> {
        let users = "$1, (SELECT u.maker FROM users u WHERE u.id = $1)";
        let row = last_end(users, user, kind, now).fetch_one(&self.readers).await?;
        Reader::new(&row, "restrictions", "name")?.maybe_time("until")
    }

    /// Those among these users whom a restriction of this kind, or a lock, keeps from something; of bots, also one of their maker.
    pub async fn restricted_among(
        &self,
        users: &[&UserId],
        kind: RestrictionKind,
        now: DateTime<Utc>,
    ) -> Result<Vec<UserId>, StoreError> {
        if users.is_empty() {
            return Ok(Vec::new());
        }
        let mut arguments = Arguments::default();
        let (users, kind) = (arguments.add_users(users), arguments.add(kind.word()));
        let kinds = format!("{kind}, '{}'", RestrictionKind::Account.word());
        let now = arguments.add(now.timestamp_millis());
        let rows = arguments
            .query(format!(
                "SELECT user_id FROM restrictions WHERE user_id IN ({users}) AND kind IN ({kinds}) AND until > {now}
                 UNION SELECT u.id FROM users u JOIN restrictions r ON r.user_id = u.maker
                 WHERE u.id IN ({users}) AND r.kind IN ({kinds}) AND r.until > {now}"
            ))
            .fetch_all(&self.readers)
            .await?;
        let read = |row| Reader::new(row, "restrictions", "user_id")?.parsed("user_id", UserId::parse);
        rows.iter().map(read).collect()
    }

    /// Notes that the user has read a warning. `false`: there is no such warning, or it was read before.
    pub async fn acknowledge_warning(
        &self,
        id: &RestrictionId,
        user: &UserId,
        now: DateTime<Utc>,
    ) -> Result<bool, StoreError> {
        let acknowledge = self.writer.write((id.clone(), user.clone(), now), |tx, (id, user, now)| {
            Box::pin(async move {
                let done = sqlx::query(
                    "UPDATE restrictions SET until = $3 WHERE id = $1 AND user_id = $2 AND until IS NULL",
                )
                .bind(id.as_str())
                .bind(user.as_str())
                .bind(now.timestamp_millis())
                .execute(tx)
                .await?;
                Ok(if done.rows_affected() == 1 { Commit(true) } else { Unchanged(false) })
            })
        });
        acknowledge.await
    }

    /// Stores the objection of the user, whom the entry names as its actor. `false`: there is one already, the restriction was lifted, or
    /// there is none.
    pub async fn object(
        &self,
        id: &RestrictionId,
        text: &str,
        entry: &AuditEntry,
    ) -> Result<bool, StoreError> {
        let object =
            self.writer.write((id.clone(), text.to_owned(), entry.clone()), |tx, (id, text, entry)| {
                Box::pin(async move {
                    let done = sqlx::query(
                        "UPDATE restrictions SET objection = $3, objected = $4
                         WHERE id = $1 AND user_id = $2 AND objected IS NULL AND lifted IS NULL",
                    )
                    .bind(id.as_str())
                    .bind(entry.actor.as_str())
                    .bind(text.as_str())
                    .bind(entry.at.timestamp_millis())
                    .execute(&mut *tx)
                    .await?;
                    audit_log::append_if_changed(tx, &done, entry).await
                })
            });
        object.await
    }

    /// Restrictions with an objection that nobody has answered, the first objection first. `after`: the time and the restriction of the last
    /// one of an earlier part.
    pub async fn open_objections(
        &self,
        after: Option<(DateTime<Utc>, &RestrictionId)>,
        limit: u32,
    ) -> Result<Vec<Restriction>, StoreError> {
        let rows = query(format!(
            "{RESTRICTIONS} WHERE objected IS NOT NULL AND answered IS NULL AND (objected, id) > ($1, $2)
             ORDER BY objected, id LIMIT $3"
        ))
        .bind(after.map_or(i64::MIN, |(at, _)| at.timestamp_millis()))
        .bind(after.map_or("", |(_, id)| id.as_str()))
        .bind(i64::from(limit))
        .fetch_all(&self.readers)
        .await?;
        rows.iter().map(read).collect()
    }

    /// Upholds the restriction. `false`: there is no objection without an answer.
    pub async fn uphold(
        &self,
        id: &RestrictionId,
        answer: &str,
        entry: &AuditEntry,
    ) -> Result<bool, StoreError> {
        let uphold =
            self.writer.write((id.clone(), answer.to_owned(), entry.clone()), |tx, (id, answer, entry)| {
                Box::pin(async move {
                    let done = sqlx::query(
                        "UPDATE restrictions SET answered = $2, upheld = 1, answer = $3
                         WHERE id = $1 AND objected IS NOT NULL AND answered IS NULL",
                    )
                    .bind(id.as_str())
                    .bind(entry.at.timestamp_millis())
                    .bind(answer.as_str())
                    .execute(&mut *tx)
                    .await?;
                    audit_log::append_if_changed(tx, &done, entry).await
                })
            });
        uphold.await
    }

    /// Ends a restriction now, which answers an objection that waits. With `objected`, only if one waits, also after the restriction's end.
    /// `false`: there is nothing to end.
    pub async fn lift(
        &self,
        restriction: &Restriction,
        answer: &str,
        objected: bool,
        entry: &AuditEntry,
    ) -> Result<bool, StoreError> {
        let write = (restriction.clone(), answer.to_owned(), objected, entry.clone());
        let lift = self.writer.write(write, |tx, (restriction, answer, objected, entry)| {
            Box::pin(async move {
                let statement = if *objected { LIFT_OBJECTED } else { LIFT };
                let done = sqlx::query(statement)
                    .bind(restriction.id.as_str())
                    .bind(entry.at.timestamp_millis())
                    .bind(answer.as_str())
                    .execute(&mut *tx)
                    .await?;
                if restriction.kind == RestrictionKind::Account {
                    unlock(tx, &restriction.user, entry.at).await?;
                }
                audit_log::append_if_changed(tx, &done, entry).await
            })
        });
        lift.await
    }
}

const LIFT: &str = "UPDATE restrictions SET lifted = $2, until = $2,
         answer = CASE WHEN objected IS NOT NULL AND answered IS NULL THEN $3 ELSE answer END,
         upheld = CASE WHEN objected IS NOT NULL AND answered IS NULL THEN 0 ELSE upheld END,
         answered = CASE WHEN objected IS NOT NULL AND answered IS NULL THEN $2 ELSE answered END
     WHERE id = $1 AND lifted IS NULL AND $2 < COALESCE(until, 9223372036854775807)";

const LIFT_OBJECTED: &str = "UPDATE restrictions SET lifted = $2, answered = $2, upheld = 0, answer = $3,
         until = CASE WHEN until < $2 THEN until ELSE $2 END
     WHERE id = $1 AND objected IS NOT NULL AND answered IS NULL";

pub(super) async fn insert(tx: &mut AnyConnection, restriction: &Restriction) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO restrictions (id, user_id, kind, rule, reason, report, decided_by, since, ends, until)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
    )
    .bind(restriction.id.as_str())
    .bind(restriction.user.as_str())
    .bind(restriction.kind.word())
    .bind(restriction.rule.as_str())
    .bind(restriction.reason.as_str())
    .bind(restriction.report.as_ref().map(ReportId::as_str))
    .bind(restriction.decided_by.as_str())
    .bind(restriction.since.timestamp_millis())
    .bind(restriction.ends.map(|ends| ends.timestamp_millis()))
    .bind(restriction.until.map(|until| until.timestamp_millis()))
    .execute(&mut *tx)
    .await?;
    if let (RestrictionKind::Account, Some(ends)) = (restriction.kind, restriction.ends) {
        lock(tx, restriction, ends).await?;
    }
    Ok(())
}

/// Locks the account until then.
async fn lock(
    tx: &mut AnyConnection,
    restriction: &Restriction,
    ends: DateTime<Utc>,
) -> Result<(), StoreError> {
    lock_user(tx, &restriction.user).await?;
    sqlx::query("UPDATE users SET locked = $2 WHERE id = $1 AND locked IS NULL")
        .bind(restriction.user.as_str())
        .bind(restriction.since.timestamp_millis())
        .execute(&mut *tx)
        .await?;
    let job = Job::EndLock(restriction.user.clone()).at(ends);
    let mut batch = Batch::default();
    change_jobs(&mut batch, &[JobChange::Put(job)], restriction.since);
    Ok(batch.execute(tx).await?)
}

/// Unlocks the account, unless a restriction locks it longer, and returns until when.
async fn unlock(
    tx: &mut AnyConnection,
    user: &UserId,
    now: DateTime<Utc>,
) -> Result<Option<DateTime<Utc>>, StoreError> {
    lock_user(tx, user).await?;
    let last = last_end("$1", user, RestrictionKind::Account, now).fetch_one(&mut *tx).await?;
    let until = Reader::new(&last, "restrictions", "name")?.maybe_time("until")?;
    if until.is_none() {
        sqlx::query("UPDATE users SET locked = NULL WHERE id = $1 AND locked IS NOT NULL")
            .bind(user.as_str())
            .execute(tx)
            .await?;
    }
    Ok(until)
}

/// When the last restriction in force of this kind ends, or the last lock. `users` is a list in SQL, in which `$1` is the user.
fn last_end<'q>(
    users: &str,
    user: &'q UserId,
    kind: RestrictionKind,
    now: DateTime<Utc>,
) -> Query<'q, Any, AnyArguments> {
    query(format!(
        "SELECT 'last' AS name, MAX(until) AS until FROM restrictions
         WHERE user_id IN ({users}) AND kind IN ($2, '{}') AND until > $3",
        RestrictionKind::Account.word()
    ))
    .bind(user.as_str())
    .bind(kind.word())
    .bind(now.timestamp_millis())
}

fn read(row: &AnyRow) -> Result<Restriction, StoreError> {
    let row = Reader::new(row, "restrictions", "id")?;
    let answer = match row.maybe_time("answered")? {
        None => None,
        Some(at) => Some(ObjectionAnswer { at, upheld: row.flag("upheld")?, text: row.text("answer")? }),
    };
    let objection = match row.maybe_time("objected")? {
        None => None,
        Some(at) => Some(Objection { text: row.text("objection")?, at, answer }),
    };
    Ok(Restriction {
        id: row.parsed("id", RestrictionId::parse)?,
        user: row.parsed("user_id", UserId::parse)?,
        kind: row.parsed("kind", RestrictionKind::parse)?,
        rule: row.text("rule")?,
        reason: row.text("reason")?,
        report: row.maybe_parsed("report", ReportId::parse)?,
        decided_by: row.parsed("decided_by", UserId::parse)?,
        since: row.time("since")?,
        ends: row.maybe_time("ends")?,
        until: row.maybe_time("until")?,
        lifted: row.maybe_time("lifted")?,
        objection,
    })
}
