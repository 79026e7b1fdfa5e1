//! Authenticator apps, one a user. A user's app counts once its first code was typed.

use chrono::{DateTime, Utc};
use sqlx::AnyConnection;

use crate::row::Reader;
use crate::writer::TransactionEnd::{Commit, Unchanged};
use crate::{Store, StoreError};
use account::{AuthenticatorSecret, UserId};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredAuthenticator {
    pub secret: AuthenticatorSecret,
    pub since: DateTime<Utc>,
    /// Whether its first code was typed.
    pub active: bool,
}

impl Store {
    /// Begins to set up an app, instead of one whose first code was never typed. `false`: there is an active one.
    pub async fn begin_authenticator(
        &self,
        user: &UserId,
        secret: &AuthenticatorSecret,
        since: DateTime<Utc>,
    ) -> Result<bool, StoreError> {
        let begin = self.writer.write((user.clone(), secret.clone(), since), |tx, (user, secret, since)| {
            Box::pin(async move {
                let done = sqlx::query(
                    "INSERT INTO authenticators (user_id, secret, since, active, last_step) VALUES ($1, $2, $3, 0, 0)
                     ON CONFLICT (user_id) DO UPDATE SET secret = $2, since = $3 WHERE authenticators.active = 0",
                )
                .bind(user.as_str())
                .bind(secret.reveal())
                .bind(since.timestamp_millis())
                .execute(tx)
                .await?;
                Ok(if done.rows_affected() == 1 { Commit(true) } else { Unchanged(false) })
            })
        });
        begin.await
    }

    pub async fn authenticator(&self, user: &UserId) -> Result<Option<StoredAuthenticator>, StoreError> {
        let row = sqlx::query("SELECT user_id, secret, since, active FROM authenticators WHERE user_id = $1")
            .bind(user.as_str())
            .fetch_optional(&self.readers)
            .await?;
        let Some(row) = row else { return Ok(None) };
        let row = Reader::new(&row, "authenticators", "user_id")?;
        Ok(Some(StoredAuthenticator {
            secret: row.parsed("secret", AuthenticatorSecret::parse)?,
            since: row.time("since")?,
            active: row.flag("active")?,
        }))
    }

    /// Uses the code of a step up: neither it nor an earlier one is accepted again. The app is active from then on. `false`: the
    /// code was used before, or the secret has changed.
    pub async fn use_step(
        &self,
        user: &UserId,
        secret: &AuthenticatorSecret,
        step: i64,
    ) -> Result<bool, StoreError> {
        let use_up = self.writer.write((user.clone(), secret.clone(), step), |tx, (user, secret, step)| {
            Box::pin(async move {
                Ok(if use_step(tx, user, secret, *step).await? { Commit(true) } else { Unchanged(false) })
            })
        });
        use_up.await
    }

    pub async fn remove_authenticator(&self, user: &UserId) -> Result<(), StoreError> {
        let remove = self.writer.write(user.clone(), |tx, user| {
            Box::pin(async move {
                sqlx::query("DELETE FROM authenticators WHERE user_id = $1")
                    .bind(user.as_str())
                    .execute(tx)
                    .await?;
                Ok(Commit(()))
            })
        });
        remove.await
    }

    /// Removes all that a user would need beside the password.
    pub async fn remove_second_steps(&self, user: &UserId) -> Result<(), StoreError> {
        let remove = self.writer.write(user.clone(), |tx, user| {
            Box::pin(async move {
                sqlx::query("DELETE FROM authenticators WHERE user_id = $1")
                    .bind(user.as_str())
                    .execute(&mut *tx)
                    .await?;
                sqlx::query("DELETE FROM passkeys WHERE user_id = $1")
                    .bind(user.as_str())
                    .execute(&mut *tx)
                    .await?;
                sqlx::query("UPDATE users SET two_steps = 0 WHERE id = $1")
                    .bind(user.as_str())
                    .execute(tx)
                    .await?;
                Ok(Commit(()))
            })
        });
        remove.await
    }
}

/// Like [`Store::use_step`].
pub(super) async fn use_step(
    tx: &mut AnyConnection,
    user: &UserId,
    secret: &AuthenticatorSecret,
    step: i64,
) -> Result<bool, StoreError> {
    let done = sqlx::query(
        "UPDATE authenticators SET last_step = $3, active = 1
         WHERE user_id = $1 AND secret = $2 AND last_step < $3",
    )
    .bind(user.as_str())
    .bind(secret.reveal())
    .bind(step)
    .execute(tx)
    .await?;
    Ok(done.rows_affected() == 1)
}
