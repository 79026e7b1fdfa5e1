//! What waits for an answer: sign-ins for their second step, and browsers for the use of a passkey. Each is found by the hash
//! of a token, answered at most once, and forgotten after a few minutes.

use chrono::{DateTime, Utc};
use sqlx::AnyConnection;

use crate::row::Reader;
use crate::writer::TransactionEnd::Commit;
use crate::{Store, StoreError};
use account::{TokenHash, UserId};

/// What a challenge is for: an answer to one never serves another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The password was right, and the account has a second step.
    SecondStep,
    /// A visitor signs in with a passkey.
    PasskeySignIn,
    /// A passkey is the second step.
    PasskeySecondStep,
    /// A signed-in user confirms who they are with a passkey.
    PasskeyConfirm,
    /// A signed-in user adds a passkey.
    NewPasskey,
}

impl Purpose {
    const fn word(self) -> &'static str {
        match self {
            Self::SecondStep => "second-step",
            Self::PasskeySignIn => "passkey-sign-in",
            Self::PasskeySecondStep => "passkey-second-step",
            Self::PasskeyConfirm => "passkey-confirm",
            Self::NewPasskey => "new-passkey",
        }
    }

    /// Whether a user's next challenge replaces the one before.
    const fn is_single(self) -> bool {
        matches!(self, Self::PasskeySecondStep | Self::PasskeyConfirm | Self::NewPasskey)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredChallenge {
    /// `None` for visitors.
    pub user: Option<UserId>,
    /// What the answer is checked against; its form depends on the purpose.
    pub body: String,
}

impl Store {
    /// Adds a challenge that can be answered until then, and deletes expired ones. A user has at most one challenge for a purpose of
    /// passkeys.
    pub async fn add_challenge(
        &self,
        token: &TokenHash,
        purpose: Purpose,
        challenge: &StoredChallenge,
        now: DateTime<Utc>,
        until: DateTime<Utc>,
    ) -> Result<(), StoreError> {
        let write = (token.clone(), purpose, challenge.clone(), now, until);
        let add = self.writer.write(write, |tx, (token, purpose, challenge, now, until)| {
            Box::pin(async move {
                if let Some(user) = challenge.user.as_ref().filter(|_| purpose.is_single()) {
                    sqlx::query("DELETE FROM challenges WHERE user_id = $1 AND purpose = $2")
                        .bind(user.as_str())
                        .bind(purpose.word())
                        .execute(&mut *tx)
                        .await?;
                }
                sqlx::query(
                    "INSERT INTO challenges (token, purpose, user_id, body, until) VALUES ($1, $2, $3, $4, $5)",
                )
                .bind(token.as_str())
                .bind(purpose.word())
                .bind(challenge.user.as_ref().map(UserId::as_str))
                .bind(challenge.body.as_str())
                .bind(until.timestamp_millis())
                .execute(&mut *tx)
                .await?;
                sqlx::query("DELETE FROM challenges WHERE until <= $1")
                    .bind(now.timestamp_millis())
                    .execute(tx)
                    .await?;
                Ok(Commit(()))
            })
        });
        add.await
    }

    /// `None` if it is unknown, answered or expired.
    pub async fn challenge(
        &self,
        token: &TokenHash,
        purpose: Purpose,
        now: DateTime<Utc>,
    ) -> Result<Option<StoredChallenge>, StoreError> {
        let row = sqlx::query(
            "SELECT purpose, user_id, body FROM challenges WHERE token = $1 AND purpose = $2 AND until > $3",
        )
        .bind(token.as_str())
        .bind(purpose.word())
        .bind(now.timestamp_millis())
        .fetch_optional(&self.readers)
        .await?;
        row.map(|row| read(&Reader::new(&row, "challenges", "purpose")?)).transpose()
    }

    /// Like [`Self::challenge`], and deletes it, so that of several answers at once only one gets it.
    pub async fn take_challenge(
        &self,
        token: &TokenHash,
        purpose: Purpose,
        now: DateTime<Utc>,
    ) -> Result<Option<StoredChallenge>, StoreError> {
        let take = self.writer.write((token.clone(), purpose, now), |tx, (token, purpose, now)| {
            Box::pin(async move { Ok(Commit(take_challenge(tx, token, *purpose, *now).await?)) })
        });
        take.await
    }
}

/// Like [`Store::take_challenge`].
pub(super) async fn take_challenge(
    tx: &mut AnyConnection,
    token: &TokenHash,
    purpose: Purpose,
    now: DateTime<Utc>,
) -> Result<Option<StoredChallenge>, StoreError> {
    let row = sqlx::query(
        "DELETE FROM challenges WHERE token = $1 AND purpose = $2 AND until > $3
         RETURNING purpose, user_id, body",
    )
    .bind(token.as_str())
    .bind(purpose.word())
    .bind(now.timestamp_millis())
    .fetch_optional(tx)
    .await?;
    row.map(|row| read(&Reader::new(&row, "challenges", "purpose")?)).transpose()
}

fn read(row: &Reader<'_>) -> Result<StoredChallenge, StoreError> {
    Ok(StoredChallenge { user: row.maybe_parsed("user_id", UserId::parse)?, body: row.text("body")? })
}
