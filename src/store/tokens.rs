//! Tokens of the API, looked up by the hash of their secret, and listed and revoked by their id.

use chrono::{DateTime, Utc};
use sqlx::AnyConnection;

use crate::row::Reader;
use crate::writer::TransactionEnd::Commit;
use crate::{Store, StoreError};
use account::{ApiTokenHash, IssuedToken, Scope, User, UserId};

impl Store {
    /// Also deletes the user's tokens that have expired. `false`: the user has `most` others already, or is a guest.
    pub async fn add_token(
        &self,
        user: &UserId,
        hash: &ApiTokenHash,
        token: &IssuedToken,
        most: u32,
    ) -> Result<bool, StoreError> {
        let input = (user.clone(), hash.clone(), token.clone(), i64::from(most) - 1);
        let add = self.writer.write(input, |tx, (user, hash, token, before)| {
            Box::pin(async move {
                let now = token.since.timestamp_millis();
                sqlx::query("DELETE FROM tokens WHERE user_id = $1 AND until <= $2")
                    .bind(user.as_str())
                    .bind(now)
                    .execute(&mut *tx)
                    .await?;
                let added = sqlx::query(
                    "INSERT INTO tokens (user_id, id, token, name, scopes, since, until)
                     SELECT u.id, $2, $3, $4, $5, $6, $7 FROM users u
                     WHERE u.id = $1 AND u.guest = 0
                         AND NOT EXISTS (SELECT 1 FROM tokens t WHERE t.user_id = $1 LIMIT 1 OFFSET $8)",
                )
                .bind(user.as_str())
                .bind(token.id.as_str())
                .bind(hash.as_str())
                .bind(token.name.as_str())
                .bind(Scope::words(token.scopes))
                .bind(now)
                .bind(token.until.map(|until| until.timestamp_millis()))
                .bind(*before)
                .execute(tx)
                .await?;
                Ok(Commit(added.rows_affected() > 0))
            })
        });
        add.await
    }

    /// Those that have not expired, the oldest first.
    pub async fn tokens(&self, user: &UserId, now: DateTime<Utc>) -> Result<Vec<IssuedToken>, StoreError> {
        let rows = sqlx::query("SELECT id, name, scopes, since, until, used FROM tokens WHERE user_id = $1")
            .bind(user.as_str())
            .fetch_all(&self.readers)
            .await?;
        let read = |row| read_token(&Reader::new(row, "tokens", "id")?);
        let mut tokens = rows.iter().map(read).collect::<Result<Vec<_>, StoreError>>()?;
        tokens.retain(|token| !token.has_expired(now));
        tokens.sort_by(|one, other| (one.since, &one.id).cmp(&(other.since, &other.id)));
        Ok(tokens)
    }

    /// `false`: the user has no such token.
    pub async fn remove_token(&self, user: &UserId, id: &str) -> Result<bool, StoreError> {
        let remove = "DELETE FROM tokens WHERE user_id = $1 AND id = $2";
        self.change(remove, vec![user.as_str().into(), id.into()]).await
    }

    /// The token with this secret and its user; `None` if unknown or expired, or the account is locked, or that of its maker.
    pub async fn token(
        &self,
        hash: &ApiTokenHash,
        now: DateTime<Utc>,
    ) -> Result<Option<(User, IssuedToken)>, StoreError> {
        let row = sqlx::query(
            "SELECT t.id, t.user_id, t.name, t.scopes, t.since, t.until, t.used, u.name AS user_name, u.zone, u.guest
             FROM tokens t JOIN users u ON u.id = t.user_id LEFT JOIN users m ON m.id = u.maker
             WHERE t.token = $1 AND u.locked IS NULL AND m.locked IS NULL",
        )
        .bind(hash.as_str())
        .fetch_optional(&self.readers)
        .await?;
        let Some(row) = row else { return Ok(None) };
        let row = Reader::new(&row, "tokens", "id")?;
        let user = User {
            id: row.parsed("user_id", UserId::parse)?,
            name: row.text("user_name")?,
            zone: row.parsed("zone", |name| name.parse().ok())?,
            guest: row.flag("guest")?,
        };
        let token = read_token(&row)?;
        Ok((!token.has_expired(now)).then_some((user, token)))
    }

    /// Notes that a token was used.
    pub async fn use_token(&self, user: &UserId, id: &str, at: DateTime<Utc>) -> Result<(), StoreError> {
        let note = self.writer.write((user.clone(), id.to_owned(), at), |tx, (user, id, at)| {
            Box::pin(async move {
                sqlx::query("UPDATE tokens SET used = $3 WHERE user_id = $1 AND id = $2")
                    .bind(user.as_str())
                    .bind(id.as_str())
                    .bind(at.timestamp_millis())
                    .execute(tx)
                    .await?;
                Ok(Commit(()))
            })
        });
        note.await
    }

    /// Deletes those that have expired.
    pub async fn expire_tokens(&self, now: DateTime<Utc>) -> Result<(), StoreError> {
        let expire = self.writer.write(now, |tx, now| {
            Box::pin(async move {
                sqlx::query("DELETE FROM tokens WHERE until <= $1")
                    .bind(now.timestamp_millis())
                    .execute(tx)
                    .await?;
                Ok(Commit(()))
            })
        });
        expire.await
    }
}

/// Deletes all tokens of a user, and of the bots that they have made.
pub(super) async fn remove_tokens(tx: &mut AnyConnection, user: &UserId) -> Result<(), StoreError> {
    for statement in [
        "DELETE FROM tokens WHERE user_id = $1",
        "DELETE FROM tokens WHERE user_id IN (SELECT b.id FROM users b WHERE b.maker = $1)",
    ] {
        sqlx::query(statement).bind(user.as_str()).execute(&mut *tx).await?;
    }
    Ok(())
}

fn read_token(row: &Reader<'_>) -> Result<IssuedToken, StoreError> {
    Ok(IssuedToken {
        id: row.text("id")?,
        name: row.text("name")?,
        scopes: row.parsed("scopes", Scope::parse_words)?,
        since: row.time("since")?,
        until: row.maybe_time("until")?,
        used: row.maybe_time("used")?,
    })
}
