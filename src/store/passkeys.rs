//! Passkeys (WebAuthn): several a user, each found by the id of its credential.

use chrono::{DateTime, Utc};

use crate::row::Reader;
use crate::writer::TransactionEnd::{Commit, Unchanged};
use crate::{Store, StoreError};
use account::{Passkey, UserId};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredPasskey {
    pub passkey: Passkey,
    pub user: UserId,
    /// The public key and the counter as JSON, for the library that checks signatures.
    pub credential: String,
}

/// Outcome of [`Store::add_passkey`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AddedPasskey {
    Added,
    /// Somebody has registered this credential already.
    Known,
    /// The user has as many as allowed.
    TooMany,
}

impl Store {
    /// Adds a passkey unless the user has `most`.
    pub async fn add_passkey(&self, new: &StoredPasskey, most: usize) -> Result<AddedPasskey, StoreError> {
        let most = i64::try_from(most).unwrap_or(i64::MAX);
        let add = self.writer.write((new.clone(), most), |tx, (new, most)| {
            Box::pin(async move {
                // Locks the user: of two passkeys added at once, one waits for the other.
                sqlx::query("UPDATE users SET two_steps = two_steps WHERE id = $1")
                    .bind(new.user.as_str())
                    .execute(&mut *tx)
                    .await?;
                let row = sqlx::query(
                    "SELECT u.id, (SELECT COUNT(*) FROM passkeys p WHERE p.user_id = u.id) AS passkeys
                     FROM users u WHERE u.id = $1",
                )
                .bind(new.user.as_str())
                .fetch_one(&mut *tx)
                .await?;
                if Reader::new(&row, "users", "id")?.number::<i64>("passkeys")? >= *most {
                    return Ok(Unchanged(AddedPasskey::TooMany));
                }
                let added = sqlx::query(
                    "INSERT INTO passkeys (id, user_id, name, credential, since) VALUES ($1, $2, $3, $4, $5)
                     ON CONFLICT DO NOTHING",
                )
                .bind(new.passkey.id.as_str())
                .bind(new.user.as_str())
                .bind(new.passkey.name.as_str())
                .bind(new.credential.as_str())
                .bind(new.passkey.since.timestamp_millis())
                .execute(tx)
                .await?;
                Ok(match added.rows_affected() {
                    0 => Unchanged(AddedPasskey::Known),
                    _ => Commit(AddedPasskey::Added),
                })
            })
        });
        add.await
    }

    pub async fn passkey(&self, id: &str) -> Result<Option<StoredPasskey>, StoreError> {
        let row =
            sqlx::query("SELECT id, user_id, name, credential, since, used FROM passkeys WHERE id = $1")
                .bind(id)
                .fetch_optional(&self.readers)
                .await?;
        row.map(|row| {
            let row = Reader::new(&row, "passkeys", "id")?;
            let (user, credential) = (row.parsed("user_id", UserId::parse)?, row.text("credential")?);
            Ok(StoredPasskey { passkey: read(&row)?, user, credential })
        })
        .transpose()
    }

    /// Oldest first.
    pub async fn passkeys(&self, user: &UserId) -> Result<Vec<Passkey>, StoreError> {
        let rows =
            sqlx::query("SELECT id, name, since, used FROM passkeys WHERE user_id = $1 ORDER BY since")
                .bind(user.as_str())
                .fetch_all(&self.readers)
                .await?;
        rows.iter().map(|row| read(&Reader::new(row, "passkeys", "id")?)).collect()
    }

    /// Notes that a passkey was used, with its credential from then on. `false`: it was removed or used since it was read.
    pub async fn use_passkey(
        &self,
        known: &StoredPasskey,
        credential: &str,
        now: DateTime<Utc>,
    ) -> Result<bool, StoreError> {
        let write = (known.clone(), credential.to_owned(), now);
        let use_it = self.writer.write(write, |tx, (known, credential, now)| {
            Box::pin(async move {
                let done = sqlx::query(
                    "UPDATE passkeys SET credential = $3, used = $4 WHERE id = $1 AND credential = $2",
                )
                .bind(known.passkey.id.as_str())
                .bind(known.credential.as_str())
                .bind(credential.as_str())
                .bind(now.timestamp_millis())
                .execute(tx)
                .await?;
                Ok(if done.rows_affected() == 1 { Commit(true) } else { Unchanged(false) })
            })
        });
        use_it.await
    }

    /// Removes one of the user's passkeys. With the last one, passwords alone sign in again. `false`: no such passkey.
    pub async fn remove_passkey(&self, user: &UserId, id: &str) -> Result<bool, StoreError> {
        let remove = self.writer.write((user.clone(), id.to_owned()), |tx, (user, id)| {
            Box::pin(async move {
                let deleted = sqlx::query("DELETE FROM passkeys WHERE id = $1 AND user_id = $2")
                    .bind(id.as_str())
                    .bind(user.as_str())
                    .execute(&mut *tx)
                    .await?;
                if deleted.rows_affected() == 0 {
                    return Ok(Unchanged(false));
                }
                sqlx::query(
                    "UPDATE users SET two_steps = 0
                     WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM passkeys p WHERE p.user_id = $1)",
                )
                .bind(user.as_str())
                .execute(tx)
                .await?;
                Ok(Commit(true))
            })
        });
        remove.await
    }

    /// Sets whether passwords alone do not sign in, although there is no authenticator app. It takes a passkey. `false`: the user
    /// has none.
    pub async fn set_two_steps(&self, user: &UserId, two_steps: bool) -> Result<bool, StoreError> {
        let set = self.writer.write((user.clone(), two_steps), |tx, (user, two_steps)| {
            Box::pin(async move {
                let done = sqlx::query(
                    "UPDATE users SET two_steps = $2
                     WHERE id = $1 AND EXISTS (SELECT 1 FROM passkeys p WHERE p.user_id = $1)",
                )
                .bind(user.as_str())
                .bind(i64::from(*two_steps))
                .execute(tx)
                .await?;
                Ok(if done.rows_affected() == 1 { Commit(true) } else { Unchanged(false) })
            })
        });
        set.await
    }
}

fn read(row: &Reader<'_>) -> Result<Passkey, StoreError> {
    Ok(Passkey {
        id: row.text("id")?,
        name: row.text("name")?,
        since: row.time("since")?,
        used: row.maybe_time("used")?,
    })
}
