//! Browsers that want push messages, the jobs that send them, and the key that signs them.

use chrono::{DateTime, Utc};
use sqlx::any::AnyRow;

use crate::batch::Batch;
use crate::row::Reader;
use crate::writer::TransactionEnd::{Commit, Unchanged};
use crate::{Store, StoreError};
use account::{SessionId, UserId};
use push::{Subscription, VapidKey};
use table::{Job, Push, PushResult};

/// A user's browser that wants push messages.
#[derive(Clone, Debug)]
pub struct PushDevice {
    pub id: String,
    /// The subscription ends with it.
    pub session: SessionId,
    /// The browser, as the list of sessions names it.
    pub agent: String,
    pub subscription: Subscription,
    pub since: DateTime<Utc>,
    /// When a push service last took a message.
    pub delivered: Option<DateTime<Utc>>,
    /// When a message was last tried, and how that went.
    pub last: Option<(DateTime<Utc>, PushResult)>,
}

/// What has become of a message to a browser.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PushOutcome {
    Tried(PushResult),
    /// The subscription is deleted.
    Gone,
}

/// The place of the key in `server_keys`.
const PUSH: &str = "push";

impl Store {
    /// The key that signs push messages; `new` becomes it if there is none yet. All servers of a database get the same.
    pub async fn push_key(&self, new: VapidKey) -> Result<VapidKey, StoreError> {
        if let Some(key) = self.stored_push_key().await? {
            return Ok(key);
        }
        let add = self.writer.write(new, |tx, new| {
            Box::pin(async move {
                sqlx::query(
                    "INSERT INTO server_keys (name, secret) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING",
                )
                .bind(PUSH)
                .bind(new.reveal())
                .execute(tx)
                .await?;
                Ok(Commit(()))
            })
        });
        add.await?;
        // Another server may have been first.
        self.stored_push_key().await?.ok_or(StoreError::Interrupted)
    }

    async fn stored_push_key(&self) -> Result<Option<VapidKey>, StoreError> {
        let row = sqlx::query("SELECT name, secret FROM server_keys WHERE name = $1")
            .bind(PUSH)
            .fetch_optional(&self.readers)
            .await?;
        let read = |row| {
            let row = Reader::new(&row, "server_keys", "name")?;
            // The message of a bad row would show the secret.
            VapidKey::parse(&row.text("secret")?).ok_or_else(|| row.bad("secret", "not a key"))
        };
        row.map(read).transpose()
    }

    /// Adds the browser of a session, instead of what the session had before, and instead of the oldest if there are more than
    /// `most`. A browser that another user has added becomes this user's. `false`: there is no such session.
    pub async fn add_push_device(
        &self,
        user: &UserId,
        session: &SessionId,
        id: String,
        subscription: Subscription,
        most: u32,
        now: DateTime<Utc>,
    ) -> Result<bool, StoreError> {
        self.make_reachable(user);
        let input = (user.clone(), session.clone(), id, subscription, most, now);
        let add = self.writer.write(input, |tx, (user, session, id, subscription, most, now)| {
            Box::pin(async move {
                let added = sqlx::query(
                    "INSERT INTO push_subscriptions (user_id, id, session, endpoint, p256dh, auth, since)
                     SELECT s.user_id, $3, s.id, $4, $5, $6, $7 FROM sessions s WHERE s.id = $2 AND s.user_id = $1
                     ON CONFLICT (endpoint) DO UPDATE SET user_id = excluded.user_id, id = excluded.id,
                         session = excluded.session, p256dh = excluded.p256dh, auth = excluded.auth, since = excluded.since,
                         delivered = NULL, tried = NULL, result = NULL",
                )
                .bind(user.as_str())
                .bind(session.as_str())
                .bind(id.as_str())
                .bind(subscription.endpoint().as_str())
                .bind(subscription.p256dh())
                .bind(subscription.auth())
                .bind(now.timestamp_millis())
                .execute(&mut *tx)
                .await?;
                if added.rows_affected() == 0 {
                    return Ok(Unchanged(false));
                }
                sqlx::query("DELETE FROM push_subscriptions WHERE user_id = $1 AND session = $2 AND id <> $3")
                    .bind(user.as_str())
                    .bind(session.as_str())
                    .bind(id.as_str())
                    .execute(&mut *tx)
                    .await?;
                sqlx::query(
                    "DELETE FROM push_subscriptions WHERE user_id = $1 AND id <> $2 AND id NOT IN (
                         SELECT o.id FROM push_subscriptions o WHERE o.user_id = $1 AND o.id <> $2 ORDER BY o.since DESC LIMIT $3)",
                )
                .bind(user.as_str())
                .bind(id.as_str())
                .bind(i64::from(*most) - 1)
                .execute(tx)
                .await?;
                Ok(Commit(true))
            })
        });
        add.await
    }

    pub async fn remove_push_device(&self, user: &UserId, id: &str) -> Result<(), StoreError> {
        let remove = self.writer.write((user.clone(), id.to_owned()), |tx, (user, id)| {
            Box::pin(async move {
                sqlx::query("DELETE FROM push_subscriptions WHERE user_id = $1 AND id = $2")
                    .bind(user.as_str())
                    .bind(id.as_str())
                    .execute(tx)
                    .await?;
                Ok(Commit(()))
            })
        });
        remove.await
    }

    /// The newest first. Those of sessions that have expired and of locked accounts don't count.
    pub async fn push_devices(
        &self,
        user: &UserId,
        now: DateTime<Utc>,
    ) -> Result<Vec<PushDevice>, StoreError> {
        let rows = sqlx::query(
            "SELECT p.id, p.session, s.agent, p.endpoint, p.p256dh, p.auth, p.since, p.delivered, p.tried, p.result
             FROM push_subscriptions p JOIN sessions s ON s.id = p.session JOIN users u ON u.id = p.user_id
             WHERE p.user_id = $1 AND s.until > $2 AND u.locked IS NULL ORDER BY p.since DESC",
        )
        .bind(user.as_str())
        .bind(now.timestamp_millis())
        .fetch_all(&self.readers)
        .await?;
        rows.iter().map(read_device).collect()
    }

    /// Schedules a message, if the user has a browser or a webhook that wants it.
    pub async fn schedule_push(&self, push: &Push, change_message: Option<String>) -> Result<(), StoreError> {
        let schedule = self.writer.write_and_notify(change_message, push.clone(), |tx, push| {
            Box::pin(async move {
                let mut batch = Batch::default();
                add_push_job(&mut batch, push);
                batch.execute(tx).await?;
                Ok(Commit(()))
            })
        });
        schedule.await
    }

    /// Records how attempts went, and in the job what is left of it, or what comes next: `push` is as it was when the attempts began,
    /// and nothing is recorded in a job that was replaced meanwhile.
    pub async fn record_push(
        &self,
        push: &Push,
        outcomes: Vec<(String, PushOutcome)>,
        next: Push,
        now: DateTime<Utc>,
    ) -> Result<(), StoreError> {
        let record =
            self.writer.write((push.clone(), outcomes, next, now), |tx, (push, outcomes, next, now)| {
                Box::pin(async move {
                    let mut batch = Batch::default();
                    for (id, outcome) in outcomes {
                        record_outcome(&mut batch, &push.user, id, outcome, *now);
                    }
                    let (before, after) = (Job::Push(push.clone()), Job::Push(next.clone()));
                    batch.add(
                        "UPDATE jobs SET payload = $3 WHERE unique_key = $1 AND payload = $2",
                        [before.key().into(), before.payload().into(), after.payload().into()],
                    );
                    batch.execute(tx).await?;
                    Ok(Commit(()))
                })
            });
        record.await
    }
}

/// Adds the job that sends a message, unless the user has nothing that it could reach: to the transaction of what it is about. It
/// replaces the job for an earlier turn of the same game. Feeds show reminders.
pub(super) fn add_push_job(batch: &mut Batch, push: &Push) {
    let job = Job::Push(push.clone());
    batch.add(
        "INSERT INTO jobs (unique_key, kind, lane, payload, due, created)
         SELECT $1, $2, $3, $4, $5, $5 FROM users u
         WHERE u.id = $6 AND EXISTS (SELECT p.user_id FROM push_subscriptions p WHERE p.user_id = $6
             UNION ALL SELECT w.user_id FROM webhooks w WHERE w.user_id = $6 AND w.off IS NULL
             UNION ALL SELECT f.user_id FROM feeds f WHERE f.user_id = $6)
         ON CONFLICT (unique_key) DO UPDATE SET kind = excluded.kind, lane = excluded.lane,
             payload = excluded.payload, due = excluded.due, created = excluded.created, lease = NULL, attempts = 0, failed = 0,
             error = NULL",
        [
            job.key().into(),
            job.kind().into(),
            job.lane().word().into(),
            job.payload().into(),
            push.made.timestamp_millis().into(),
            push.user.as_str().into(),
        ],
    );
}

fn record_outcome(batch: &mut Batch, user: &UserId, id: &str, outcome: &PushOutcome, now: DateTime<Utc>) {
    let now = now.timestamp_millis();
    match outcome {
        PushOutcome::Gone => batch.add(
            "DELETE FROM push_subscriptions WHERE user_id = $1 AND id = $2",
            [user.as_str().into(), id.into()],
        ),
        PushOutcome::Tried(PushResult::Delivered) => batch.add(
            "UPDATE push_subscriptions SET delivered = $3, tried = $3, result = $4 WHERE user_id = $1 AND id = $2",
            [user.as_str().into(), id.into(), now.into(), PushResult::Delivered.word().into()],
        ),
        PushOutcome::Tried(result) => batch.add(
            "UPDATE push_subscriptions SET tried = $3, result = $4 WHERE user_id = $1 AND id = $2",
            [user.as_str().into(), id.into(), now.into(), result.word().into()],
        ),
    }
}

fn read_device(row: &AnyRow) -> Result<PushDevice, StoreError> {
    let row = Reader::new(row, "push_subscriptions", "id")?;
    let subscription =
        Subscription::parse(&row.text("endpoint")?, &row.text("p256dh")?, &row.text("auth")?, true);
    let last = match (row.maybe_time("tried")?, row.maybe_text("result")?) {
        (Some(at), Some(word)) => {
            Some((at, PushResult::parse(&word).ok_or_else(|| row.bad("result", "unknown"))?))
        }
        _ => None,
    };
    Ok(PushDevice {
        id: row.text("id")?,
        session: row.parsed("session", SessionId::parse)?,
        agent: row.text("agent")?,
        subscription: subscription.map_err(|error| row.bad("endpoint", error))?,
        since: row.time("since")?,
        delivered: row.maybe_time("delivered")?,
        last,
    })
}
