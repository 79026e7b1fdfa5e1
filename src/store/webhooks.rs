//! Webhooks of users.

use chrono::{DateTime, TimeDelta, Utc};
use sqlx::any::AnyRow;

use crate::row::Reader;
use crate::{Store, StoreError};
use account::UserId;
use table::WebhookResult;
use webhook::{AccessToken, Address, Format, GenericTarget, MatrixTarget, NtfyTarget, Secret, Target};

#[derive(Clone, Debug)]
pub struct StoredWebhook {
    pub id: String,
    /// With the secrets that sign now.
    pub target: Target,
    pub since: DateTime<Utc>,
    /// When a message last arrived.
    pub delivered: Option<DateTime<Utc>>,
    /// When a message was last tried, and how that went.
    pub last: Option<(DateTime<Utc>, WebhookResult)>,
    /// Nothing has arrived since this first failure.
    pub failing_since: Option<DateTime<Utc>>,
    /// When it was switched off, if it is.
    pub off: Option<DateTime<Utc>>,
}

/// How long a former secret signs beside the new one.
pub const FORMER_SECRET_FOR: TimeDelta = TimeDelta::hours(24);

impl Store {
    /// `false`: the user has `most` already, or is a guest.
    pub async fn add_webhook(
        &self,
        user: &UserId,
        id: &str,
        target: &Target,
        most: u32,
        now: DateTime<Utc>,
    ) -> Result<bool, StoreError> {
        let (room, secret) = match target {
            Target::Generic(target) => (None, target.secrets().first().map(Secret::reveal)),
            Target::Matrix(target) => (Some(target.room()), Some(target.token().reveal().to_owned())),
            Target::Discord(_) | Target::Slack(_) | Target::Ntfy(_) => (None, None),
        };
        self.make_reachable(user);
        let add = self.change(
            "INSERT INTO webhooks (user_id, id, format, address, room, secret, since)
             SELECT u.id, $2, $3, $4, $5, $6, $7 FROM users u
             WHERE u.id = $1 AND u.guest = 0
                 AND NOT EXISTS (SELECT 1 FROM webhooks w WHERE w.user_id = $1 LIMIT 1 OFFSET $8)",
            vec![
                user.as_str().into(),
                id.into(),
                target.format().word().into(),
                target.address().as_str().into(),
                room.into(),
                secret.as_deref().into(),
                now.timestamp_millis().into(),
                (i64::from(most) - 1).into(),
            ],
        );
        add.await
    }

    /// `false`: the user has no such webhook; so for the next three.
    pub async fn remove_webhook(&self, user: &UserId, id: &str) -> Result<bool, StoreError> {
        let remove = "DELETE FROM webhooks WHERE user_id = $1 AND id = $2";
        self.change(remove, vec![user.as_str().into(), id.into()]).await
    }

    /// The secret so far signs for a while, too.
    pub async fn rotate_webhook_secret(
        &self,
        user: &UserId,
        id: &str,
        new: &Secret,
        now: DateTime<Utc>,
    ) -> Result<bool, StoreError> {
        let rotate = self.change(
            "UPDATE webhooks SET former_secret = secret, secret = $3, rotated = $4
             WHERE user_id = $1 AND id = $2 AND format = $5",
            vec![
                user.as_str().into(),
                id.into(),
                new.reveal().into(),
                now.timestamp_millis().into(),
                Format::Generic.word().into(),
            ],
        );
        rotate.await
    }

    /// Its failures so far no longer count.
    pub async fn switch_webhook_on(&self, user: &UserId, id: &str) -> Result<bool, StoreError> {
        let switch = "UPDATE webhooks SET off = NULL, failing_since = NULL WHERE user_id = $1 AND id = $2";
        self.change(switch, vec![user.as_str().into(), id.into()]).await
    }

    /// Whether the user has a webhook that is not off.
    pub async fn has_webhooks(&self, user: &UserId) -> Result<bool, StoreError> {
        let row = sqlx::query("SELECT id FROM webhooks WHERE user_id = $1 AND off IS NULL LIMIT 1")
            .bind(user.as_str())
            .fetch_optional(&self.readers)
            .await?;
        Ok(row.is_some())
    }

    /// The oldest first.
    pub async fn webhooks(
        &self,
        user: &UserId,
        now: DateTime<Utc>,
    ) -> Result<Vec<StoredWebhook>, StoreError> {
        let rows = sqlx::query(
            "SELECT id, format, address, room, secret, former_secret, rotated, since, delivered, tried, result, failing_since, off
             FROM webhooks WHERE user_id = $1",
        )
        .bind(user.as_str())
        .fetch_all(&self.readers)
        .await?;
        let webhooks = rows.iter().map(|row| read_webhook(row, now));
        let mut webhooks = webhooks.collect::<Result<Vec<_>, StoreError>>()?;
        webhooks.sort_by(|one, other| (one.since, &one.id).cmp(&(other.since, &other.id)));
        Ok(webhooks)
    }

    /// `None`: there is no such webhook, or the account is locked.
    pub async fn webhook(
        &self,
        user: &UserId,
        id: &str,
        now: DateTime<Utc>,
    ) -> Result<Option<StoredWebhook>, StoreError> {
        let row = sqlx::query(
            "SELECT w.id, w.format, w.address, w.room, w.secret, w.former_secret, w.rotated, w.since, w.delivered, w.tried, w.result,
                 w.failing_since, w.off
             FROM webhooks w JOIN users u ON u.id = w.user_id WHERE w.user_id = $1 AND w.id = $2 AND u.locked IS NULL",
        )
        .bind(user.as_str())
        .bind(id)
        .fetch_optional(&self.readers)
        .await?;
        row.map(|row| read_webhook(&row, now)).transpose()
    }
}

fn read_webhook(row: &AnyRow, now: DateTime<Utc>) -> Result<StoredWebhook, StoreError> {
    let row = Reader::new(row, "webhooks", "id")?;
    Ok(StoredWebhook {
        id: row.text("id")?,
        target: read_target(&row, now)?,
        since: row.time("since")?,
        delivered: row.maybe_time("delivered")?,
        last: row
            .maybe_time("tried")?
            .map(|at| Ok::<_, StoreError>((at, row.parsed("result", WebhookResult::parse)?)))
            .transpose()?,
        failing_since: row.maybe_time("failing_since")?,
        off: row.maybe_time("off")?,
    })
}

fn read_target(row: &Reader<'_>, now: DateTime<Utc>) -> Result<Target, StoreError> {
    let address = Address::parse(&row.text("address")?).map_err(|error| row.bad("address", error))?;
    Ok(match row.parsed("format", Format::parse)? {
        Format::Generic => {
            let rotated = row.maybe_time("rotated")?;
            let former = rotated.is_some_and(|at| now - at < FORMER_SECRET_FOR);
            let columns = if former { &["secret", "former_secret"][..] } else { &["secret"] };
            // The message of a bad row would show the secret.
            let secret = |column: &&'static str| {
                Secret::parse(&row.text(column)?).map_err(|error| row.bad(column, error))
            };
            let secrets = columns.iter().map(secret).collect::<Result<_, _>>()?;
            Target::Generic(GenericTarget::new(address, secrets).map_err(|error| row.bad("secret", error))?)
        }
        Format::Discord => Target::Discord(address),
        Format::Slack => Target::Slack(address),
        Format::Matrix => {
            let token = AccessToken::parse(&row.text("secret")?).map_err(|error| row.bad("secret", error))?;
            let target = MatrixTarget::new(address, &row.text("room")?, token);
            Target::Matrix(target.map_err(|error| row.bad("room", error))?)
        }
        Format::Ntfy => Target::Ntfy(NtfyTarget::new(address).map_err(|error| row.bad("address", error))?),
    })
}
