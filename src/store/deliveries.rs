//! Messages to webhooks: scheduling them, what came of them, and those that were given up.

use chrono::{DateTime, Utc};
use sqlx::any::AnyRow;

use crate::batch::Batch;
use crate::row::Reader;
use crate::writer::TransactionEnd::{Commit, Unchanged};
use crate::{Store, StoreError};
use account::UserId;
use table::{Deliveries, Delivery, Job, Lane, Push, PushSubject, WebhookResult};

/// The failures of a webhook that are kept, the last ones.
pub const MOST_FAILURES: u32 = 100;

/// In [`Push::done`]: the webhooks of the user have their jobs.
const WEBHOOKS: &str = "webhooks";

/// What is to be recorded of an attempt.
#[derive(Clone, Debug)]
pub struct DeliveryRecord {
    pub result: WebhookResult,
    /// The webhook is switched off, unless a message has arrived after this time.
    pub switch_off: Option<DateTime<Utc>>,
    pub after: AfterAttempt,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AfterAttempt {
    Nothing,
    /// The job goes on.
    Again,
    /// The message is listed as a failure, under this id.
    GiveUp(String),
}

/// A message that was given up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WebhookFailure {
    /// As receivers know it.
    pub id: String,
    /// With the attempts that have failed.
    pub delivery: Delivery,
    /// When it was given up.
    pub at: DateTime<Utc>,
    pub why: WebhookResult,
}

impl Store {
    /// Schedules what a push message is about for all webhooks of the user, once: returns the message that knows so, which becomes that
    /// of the job instead of `stored`.
    pub async fn schedule_webhooks(
        &self,
        stored: &Push,
        push: Push,
        now: DateTime<Utc>,
        change_message: Option<String>,
    ) -> Result<Push, StoreError> {
        if push.done.iter().any(|done| done == WEBHOOKS) {
            return Ok(push);
        }
        let schedule = self.writer.write_and_notify(
            change_message,
            (stored.clone(), push, now),
            |tx, (stored, push, now)| {
                Box::pin(async move {
                    let mut batch = Batch::default();
                    add_webhook_jobs(&mut batch, push, *now);
                    let mut next = push.clone();
                    next.done.push(WEBHOOKS.to_owned());
                    let (before, after) = (Job::Push(stored.clone()), Job::Push(next.clone()));
                    batch.add(
                        "UPDATE jobs SET payload = $3 WHERE unique_key = $1 AND payload = $2",
                        [before.key().into(), before.payload().into(), after.payload().into()],
                    );
                    batch.execute(tx).await?;
                    Ok(Commit(next))
                })
            },
        );
        schedule.await
    }

    /// Schedules a message to one webhook. `false`: the user has no such webhook, or it is off.
    pub async fn schedule_delivery(
        &self,
        delivery: &Delivery,
        now: DateTime<Utc>,
        change_message: Option<String>,
    ) -> Result<bool, StoreError> {
        let schedule = self.writer.write_and_notify(change_message, (delivery.clone(), now), |tx, (delivery, now)| {
            Box::pin(async move {
                let job = Job::Webhook(delivery.clone());
                let added = sqlx::query(
                    "INSERT INTO jobs (unique_key, kind, lane, payload, due, created)
                     SELECT $1, $2, $3, $4, $5, $5 FROM webhooks w WHERE w.user_id = $6 AND w.id = $7 AND w.off IS NULL
                     ON CONFLICT (unique_key) DO UPDATE SET payload = excluded.payload, due = excluded.due, lease = NULL, attempts = 0,
                         failed = 0, error = NULL",
                )
                .bind(job.key())
                .bind(job.kind())
                .bind(job.lane().word())
                .bind(job.payload())
                .bind(now.timestamp_millis())
                .bind(delivery.user.as_str())
                .bind(delivery.webhook.as_str())
                .execute(tx)
                .await?;
                Ok(if added.rows_affected() > 0 { Commit(true) } else { Unchanged(false) })
            })
        });
        schedule.await
    }

    /// Records an attempt: in the webhook, and in the job, which is as it was when the attempt began.
    pub async fn record_delivery(
        &self,
        delivery: &Delivery,
        record: DeliveryRecord,
        now: DateTime<Utc>,
    ) -> Result<(), StoreError> {
        let write = self.writer.write((delivery.clone(), record, now), |tx, (delivery, record, now)| {
            Box::pin(async move {
                let mut batch = Batch::default();
                record_result(&mut batch, delivery, record, *now);
                match &record.after {
                    AfterAttempt::Nothing => {}
                    AfterAttempt::Again => {
                        let (before, after) =
                            (Job::Webhook(delivery.clone()), Job::Webhook(delivery.failed()));
                        batch.add(
                            "UPDATE jobs SET payload = $3 WHERE unique_key = $1 AND payload = $2",
                            [before.key().into(), before.payload().into(), after.payload().into()],
                        );
                    }
                    AfterAttempt::GiveUp(id) => add_failure(&mut batch, delivery, id, record.result, *now),
                }
                batch.execute(tx).await?;
                Ok(Commit(()))
            })
        });
        write.await
    }

    /// Lists a message as a failure that wasn't tried, because its webhook is off.
    pub async fn add_webhook_failure(
        &self,
        delivery: &Delivery,
        id: String,
        why: WebhookResult,
        now: DateTime<Utc>,
    ) -> Result<(), StoreError> {
        let write = self.writer.write((delivery.clone(), id, why, now), |tx, (delivery, id, why, now)| {
            Box::pin(async move {
                let mut batch = Batch::default();
                add_failure(&mut batch, delivery, id, *why, *now);
                batch.execute(tx).await?;
                Ok(Commit(()))
            })
        });
        write.await
    }

    /// Of all webhooks of the user, the last first.
    pub async fn webhook_failures(&self, user: &UserId) -> Result<Vec<WebhookFailure>, StoreError> {
        let rows = sqlx::query(
            "SELECT user_id, webhook, id, subject, made, at, attempts, why FROM webhook_failures WHERE user_id = $1",
        )
        .bind(user.as_str())
        .fetch_all(&self.readers)
        .await?;
        let mut failures = rows.iter().map(read_failure).collect::<Result<Vec<_>, StoreError>>()?;
        failures.sort_by(|one, other| (other.at, &other.id).cmp(&(one.at, &one.id)));
        Ok(failures)
    }

    /// `false`: there is none.
    pub async fn remove_webhook_failure(
        &self,
        user: &UserId,
        webhook: &str,
        id: &str,
    ) -> Result<bool, StoreError> {
        let remove = "DELETE FROM webhook_failures WHERE user_id = $1 AND webhook = $2 AND id = $3";
        self.change(remove, vec![user.as_str().into(), webhook.into(), id.into()]).await
    }
}

/// Adds jobs that bring a message to all webhooks of the user that are on: to the transaction of what it is about.
pub(super) fn add_webhook_jobs(batch: &mut Batch, push: &Push, now: DateTime<Utc>) {
    let Deliveries { key: (before, after), payload } = Deliveries::of(push);
    batch.add(
        "INSERT INTO jobs (unique_key, kind, lane, payload, due, created)
         SELECT $1 || w.id || $2, $3, $4, w.id || $5, $6, $6 FROM webhooks w WHERE w.user_id = $7 AND w.off IS NULL
         ON CONFLICT (unique_key) DO NOTHING",
        [
            before.into(),
            after.into(),
            Job::WEBHOOK.into(),
            Lane::Webhook.word().into(),
            payload.into(),
            now.timestamp_millis().into(),
            push.user.as_str().into(),
        ],
    );
}

fn record_result(batch: &mut Batch, delivery: &Delivery, record: &DeliveryRecord, now: DateTime<Utc>) {
    let Delivery { user, webhook, .. } = delivery;
    let (word, now) = (record.result.word(), now.timestamp_millis());
    if record.result == WebhookResult::Delivered {
        batch.add(
            "UPDATE webhooks SET delivered = $3, tried = $3, result = $4, failing_since = NULL WHERE user_id = $1 AND id = $2",
            [user.as_str().into(), webhook.as_str().into(), now.into(), word.into()],
        );
        return;
    }
    batch.add(
        "UPDATE webhooks SET tried = $3, result = $4, failing_since = COALESCE(failing_since, $3) WHERE user_id = $1 AND id = $2",
        [user.as_str().into(), webhook.as_str().into(), now.into(), word.into()],
    );
    if let Some(since) = record.switch_off {
        batch.add(
            "UPDATE webhooks SET off = $3 WHERE user_id = $1 AND id = $2 AND off IS NULL AND failing_since <= $4",
            [user.as_str().into(), webhook.as_str().into(), now.into(), since.timestamp_millis().into()],
        );
    }
}

/// Makes room for it: a message that was sent again and given up again is not listed twice.
fn add_failure(batch: &mut Batch, delivery: &Delivery, id: &str, why: WebhookResult, now: DateTime<Utc>) {
    let Delivery { user, webhook, about, made, attempts } = delivery;
    batch.add(
        "INSERT INTO webhook_failures (user_id, webhook, id, subject, made, at, attempts, why)
         SELECT w.user_id, w.id, $3, $4, $5, $6, $7, $8 FROM webhooks w WHERE w.user_id = $1 AND w.id = $2
         ON CONFLICT (user_id, webhook, id) DO UPDATE SET at = excluded.at, attempts = excluded.attempts, why = excluded.why",
        [
            user.as_str().into(),
            webhook.as_str().into(),
            id.into(),
            about.word().into(),
            made.timestamp_millis().into(),
            now.timestamp_millis().into(),
            i64::from(*attempts).into(),
            why.word().into(),
        ],
    );
    batch.add(
        "DELETE FROM webhook_failures WHERE user_id = $1 AND webhook = $2 AND id NOT IN (
             SELECT o.id FROM webhook_failures o WHERE o.user_id = $1 AND o.webhook = $2 ORDER BY o.at DESC LIMIT $3)",
        [user.as_str().into(), webhook.as_str().into(), i64::from(MOST_FAILURES).into()],
    );
}

fn read_failure(row: &AnyRow) -> Result<WebhookFailure, StoreError> {
    let row = Reader::new(row, "webhook_failures", "id")?;
    Ok(WebhookFailure {
        id: row.text("id")?,
        delivery: Delivery {
            user: row.parsed("user_id", UserId::parse)?,
            webhook: row.text("webhook")?,
            about: row.parsed("subject", PushSubject::parse)?,
            made: row.time("made")?,
            attempts: row.number("attempts")?,
        },
        at: row.time("at")?,
        why: row.parsed("why", WebhookResult::parse)?,
    })
}
