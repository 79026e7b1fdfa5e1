//! Sessions are looked up by the hash of their token, and listed and ended by their id.

use chrono::{DateTime, Utc};
use sqlx::AnyConnection;

use crate::row::Reader;
use crate::writer::TransactionEnd::Commit;
use crate::{Store, StoreError};
use account::{ActiveSession, OpenSession, SessionId, TokenHash, User, UserId};

impl Store {
    /// The session with this token; `None` if unknown or expired, or the account is closed.
    pub async fn session(
        &self,
        token: &TokenHash,
        now: DateTime<Utc>,
    ) -> Result<Option<ActiveSession>, StoreError> {
        let row = sqlx::query(
            "SELECT s.id, s.user_id, s.since, s.until, s.confirmed, u.name, u.zone, u.guest, u.closes, u.locked,
                 (SELECT COUNT(*) FROM waiting w WHERE w.user_id = u.id)
                     + (SELECT COUNT(*) FROM game_challenges d WHERE d.to_answer = u.id AND d.ended IS NULL) AS turns,
                 (SELECT COUNT(*) FROM restrictions d
                  WHERE d.user_id = u.id AND $2 < COALESCE(d.until, 9223372036854775807)) AS restrictions
             FROM sessions s JOIN users u ON u.id = s.user_id
             WHERE s.token = $1 AND s.until > $2 AND u.closed IS NULL",
        )
        .bind(token.as_str())
        .bind(now.timestamp_millis())
        .fetch_optional(&self.readers)
        .await?;
        let Some(row) = row else { return Ok(None) };
        let row = Reader::new(&row, "sessions", "id")?;
        Ok(Some(ActiveSession {
            user: User {
                id: row.parsed("user_id", UserId::parse)?,
                name: row.text("name")?,
                zone: row.parsed("zone", |name| name.parse().ok())?,
                guest: row.flag("guest")?,
            },
            id: row.parsed("id", SessionId::parse)?,
            since: row.time("since")?,
            until: row.time("until")?,
            confirmed: row.time("confirmed")?,
            turns: row.number("turns")?,
            closes: row.maybe_time("closes")?,
            restrictions: row.number("restrictions")?,
            locked: row.maybe_time("locked")?.is_some(),
        }))
    }

    /// Whether the session is open, and the account not locked.
    pub async fn is_open(&self, session: &SessionId, now: DateTime<Utc>) -> Result<bool, StoreError> {
        let row = sqlx::query("SELECT s.id FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.id = $1 AND s.until > $2 AND u.locked IS NULL")
            .bind(session.as_str())
            .bind(now.timestamp_millis())
            .fetch_optional(&self.readers)
            .await?;
        Ok(row.is_some())
    }

    /// Lets an open session last until then.
    pub async fn extend_session(&self, session: &SessionId, until: DateTime<Utc>) -> Result<(), StoreError> {
        let extend = self.writer.write((session.clone(), until), |tx, (session, until)| {
            Box::pin(async move {
                sqlx::query("UPDATE sessions SET until = $2 WHERE id = $1")
                    .bind(session.as_str())
                    .bind(until.timestamp_millis())
                    .execute(tx)
                    .await?;
                Ok(Commit(()))
            })
        });
        extend.await
    }

    /// Notes that the user of the session has confirmed who they are, and gives it another token.
    pub async fn confirm_session(
        &self,
        session: &SessionId,
        token: &TokenHash,
        at: DateTime<Utc>,
    ) -> Result<(), StoreError> {
        let confirm = self.writer.write((session.clone(), token.clone(), at), |tx, (session, token, at)| {
            Box::pin(async move {
                sqlx::query("UPDATE sessions SET confirmed = $2, token = $3 WHERE id = $1")
                    .bind(session.as_str())
                    .bind(at.timestamp_millis())
                    .bind(token.as_str())
                    .execute(tx)
                    .await?;
                Ok(Commit(()))
            })
        });
        confirm.await
    }

    /// Open sessions, newest first; at most 200.
    pub async fn sessions(&self, user: &UserId, now: DateTime<Utc>) -> Result<Vec<OpenSession>, StoreError> {
        let rows = sqlx::query(
            "SELECT id, agent, since, until FROM sessions WHERE user_id = $1 AND until > $2 ORDER BY since DESC LIMIT 200",
        )
        .bind(user.as_str())
        .bind(now.timestamp_millis())
        .fetch_all(&self.readers)
        .await?;
        let read = |row| {
            let row = Reader::new(row, "sessions", "id")?;
            Ok(OpenSession {
                id: row.parsed("id", SessionId::parse)?,
                agent: row.text("agent")?,
                since: row.time("since")?,
                until: row.time("until")?,
            })
        };
        rows.iter().map(read).collect()
    }

    pub async fn end_session(&self, user: &UserId, session: &SessionId) -> Result<(), StoreError> {
        let end = self.writer.write((user.clone(), session.clone()), |tx, (user, session)| {
            Box::pin(async move {
                end_session(tx, user, session).await?;
                Ok(Commit(()))
            })
        });
        end.await
    }

    pub async fn end_other_sessions(&self, user: &UserId, keep: &SessionId) -> Result<(), StoreError> {
        let end = self.writer.write((user.clone(), keep.clone()), |tx, (user, keep)| {
            Box::pin(async move {
                sqlx::query("DELETE FROM sessions WHERE user_id = $1 AND id <> $2")
                    .bind(user.as_str())
                    .bind(keep.as_str())
                    .execute(tx)
                    .await?;
                Ok(Commit(()))
            })
        });
        end.await
    }
}

/// Adds a session whose user has just been authenticated, and deletes expired ones. `false`: the account is closed.
pub(super) async fn add_session(
    tx: &mut AnyConnection,
    user: &UserId,
    token: &TokenHash,
    session: &OpenSession,
) -> Result<bool, StoreError> {
    let added = sqlx::query(
        "INSERT INTO sessions (token, id, user_id, agent, since, until, confirmed)
         SELECT $1, $2, u.id, $4, $5, $6, $5 FROM users u WHERE u.id = $3 AND u.closed IS NULL",
    )
    .bind(token.as_str())
    .bind(session.id.as_str())
    .bind(user.as_str())
    .bind(session.agent.as_str())
    .bind(session.since.timestamp_millis())
    .bind(session.until.timestamp_millis())
    .execute(&mut *tx)
    .await?;
    if added.rows_affected() == 0 {
        return Ok(false);
    }
    sqlx::query("DELETE FROM sessions WHERE until <= $1")
        .bind(session.since.timestamp_millis())
        .execute(tx)
        .await?;
    Ok(true)
}

pub(super) async fn end_session(
    tx: &mut AnyConnection,
    user: &UserId,
    session: &SessionId,
) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM sessions WHERE user_id = $1 AND id = $2")
        .bind(user.as_str())
        .bind(session.as_str())
        .execute(tx)
        .await?;
    Ok(())
}
