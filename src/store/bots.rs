//! Accounts with which programs play.

use chrono::{DateTime, Utc};
use sqlx::AnyConnection;

use crate::row::Reader;
use crate::writer::TransactionEnd::{Commit, Unchanged};
use crate::{Store, StoreError};
use account::{PasswordHash, UserId, UserName};

#[derive(Clone, Debug)]
pub struct NewBot {
    pub id: UserId,
    pub name: UserName,
    pub maker: UserId,
    pub created: DateTime<Utc>,
}

/// Outcome of [`Store::add_bot`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AddedBot {
    Done,
    /// The maker has as many as allowed.
    TooMany,
    /// The name, or one that looks like it, is in use.
    Taken,
    /// The maker is a guest or a bot, or closes the account.
    Refused,
}

/// A bot as its maker sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredBot {
    pub id: UserId,
    pub name: String,
    pub since: DateTime<Utc>,
}

impl Store {
    /// Adds a bot for a maker who has less than `most`.
    pub async fn add_bot(&self, bot: &NewBot, most: u32) -> Result<AddedBot, StoreError> {
        let write = (bot.clone(), i64::from(most) - 1);
        let add = self.writer.write(write, |tx, (bot, before)| {
            Box::pin(async move {
                let added = add_bot(tx, bot, *before).await?;
                Ok(if added == AddedBot::Done { Commit(added) } else { Unchanged(added) })
            })
        });
        add.await
    }

    /// Those that are not being removed, the oldest first.
    pub async fn bots(&self, maker: &UserId) -> Result<Vec<StoredBot>, StoreError> {
        let rows = sqlx::query(
            "SELECT id, name, created FROM users WHERE maker = $1 AND closes IS NULL AND closed IS NULL",
        )
        .bind(maker.as_str())
        .fetch_all(&self.readers)
        .await?;
        let read = |row| {
            let row = Reader::new(row, "users", "id")?;
            let (id, since) = (row.parsed("id", UserId::parse)?, row.time("created")?);
            Ok(StoredBot { id, name: row.text("name")?, since })
        };
        let mut bots = rows.iter().map(read).collect::<Result<Vec<_>, StoreError>>()?;
        bots.sort_by(|one, other| (one.since, &one.id).cmp(&(other.since, &other.id)));
        Ok(bots)
    }
}

async fn add_bot(tx: &mut AnyConnection, bot: &NewBot, before: i64) -> Result<AddedBot, StoreError> {
    // Holds the row until the end, so that two forms at the same time are counted one after the other.
    let maker = sqlx::query(
        "UPDATE users SET name = name
         WHERE id = $1 AND guest = 0 AND maker IS NULL AND closes IS NULL AND closed IS NULL",
    )
    .bind(bot.maker.as_str())
    .execute(&mut *tx)
    .await?;
    if maker.rows_affected() == 0 {
        return Ok(AddedBot::Refused);
    }
    let last = sqlx::query(
        "SELECT id FROM users WHERE maker = $1 AND closes IS NULL AND closed IS NULL LIMIT 1 OFFSET $2",
    )
    .bind(bot.maker.as_str())
    .bind(before)
    .fetch_optional(&mut *tx)
    .await?;
    if last.is_some() {
        return Ok(AddedBot::TooMany);
    }
    let added = sqlx::query(
        "INSERT INTO users (id, name, folded, skeleton, password, zone, created, guest, maker)
         VALUES ($1, $2, $3, $4, $5, 'UTC', $6, 0, $7) ON CONFLICT DO NOTHING",
    )
    .bind(bot.id.as_str())
    .bind(bot.name.as_str())
    .bind(bot.name.folded())
    .bind(bot.name.skeleton())
    .bind(PasswordHash::dummy().as_str())
    .bind(bot.created.timestamp_millis())
    .bind(bot.maker.as_str())
    .execute(tx)
    .await?;
    Ok(if added.rows_affected() == 0 { AddedBot::Taken } else { AddedBot::Done })
}
