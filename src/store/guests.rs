//! Guests: accounts that nobody can sign in to, until somebody makes a real one of them.

use sqlx::AnyConnection;

use crate::account::{PasswordHash, RecoveryHash, UserId, UserName};
use crate::store::outcome::execute;
use crate::store::users::add_codes;
use crate::store::writer::Verdict::{Keep, Unchanged, Undo};
use crate::store::{Store, StoreError};
use crate::table::Outcome;

/// What became of a guest who wanted an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Upgraded {
    /// It is one now.
    Done,
    /// Somebody has the name.
    Taken,
    /// There is no such guest, or none any more.
    NoGuest,
}

/// What became of a guest's tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HandedOver {
    /// They are the account's, and the guest is removed.
    Done,
    /// Something has happened at one of them, or there are more; nothing was changed.
    Stale,
    /// There is no such guest, or none any more.
    NoGuest,
}

impl Store {
    /// Makes an account of a guest: the id stays, and with it the games; its sessions end.
    pub async fn upgrade_guest(
        &self,
        guest: &UserId,
        name: &UserName,
        password: &PasswordHash,
        codes: &[RecoveryHash],
    ) -> Result<Upgraded, StoreError> {
        let write = (guest.clone(), name.clone(), password.clone(), codes.to_vec());
        let upgrade = self.writer.write(write, |tx, (guest, name, password, codes)| {
            Box::pin(async move {
                let upgraded = sqlx::query(
                    "UPDATE users SET name = $2, folded = $3, password = $4, guest = 0 WHERE id = $1 AND guest = 1",
                )
                .bind(guest.as_str())
                .bind(name.as_str())
                .bind(name.folded())
                .bind(password.as_str())
                .execute(&mut *tx)
                .await;
                match upgraded {
                    Ok(done) if done.rows_affected() == 1 => {}
                    Ok(_) => return Ok(Unchanged(Upgraded::NoGuest)),
                    Err(sqlx::Error::Database(error)) if error.is_unique_violation() => {
                        return Ok(Unchanged(Upgraded::Taken));
                    }
                    Err(error) => return Err(error.into()),
                }
                for statement in
                    ["DELETE FROM sessions WHERE user_id = $1", "DELETE FROM feeds WHERE user_id = $1"]
                {
                    sqlx::query(statement).bind(guest.as_str()).execute(&mut *tx).await?;
                }
                add_codes(tx, guest, codes).await?;
                Ok(Keep(Upgraded::Done))
            })
        });
        upgrade.await
    }

    /// Stores what gives all tables of a guest to an account, and removes the guest.
    pub async fn hand_over(&self, guest: &UserId, outcomes: Vec<Outcome>) -> Result<HandedOver, StoreError> {
        let hand_over = self.writer.write((guest.clone(), outcomes), |tx, (guest, outcomes)| {
            Box::pin(async move {
                if !lock_guest(tx, guest).await? {
                    return Ok(Unchanged(HandedOver::NoGuest));
                }
                for outcome in outcomes {
                    if !matches!(execute(tx, outcome).await?, Keep(true)) {
                        return Ok(Undo(HandedOver::Stale));
                    }
                }
                match delete_guest(tx, guest).await {
                    Ok(()) => Ok(Keep(HandedOver::Done)),
                    // The guest is at a table of which there is no outcome.
                    Err(StoreError::Database(sqlx::Error::Database(error)))
                        if error.is_foreign_key_violation() =>
                    {
                        Ok(Undo(HandedOver::Stale))
                    }
                    Err(error) => Err(error),
                }
            })
        });
        hand_over.await
    }

    /// Removes a guest with all games that no other person sits in. `false`: there is no such guest, or others play with
    /// it, and nothing was changed.
    pub async fn remove_guest(&self, guest: &UserId) -> Result<bool, StoreError> {
        let remove = self.writer.write(guest.clone(), |tx, guest| {
            Box::pin(async move {
                if !lock_guest(tx, guest).await? || plays_with_others(tx, guest).await? {
                    return Ok(Unchanged(false));
                }
                for statement in [
                    "DELETE FROM games WHERE opener = $1",
                    "DELETE FROM games WHERE id IN (SELECT s.game FROM seats s WHERE s.user_id = $1)",
                    "DELETE FROM kept_seats WHERE user_id = $1",
                    "DELETE FROM notifications WHERE user_id = $1",
                ] {
                    sqlx::query(statement).bind(guest.as_str()).execute(&mut *tx).await?;
                }
                delete_guest(tx, guest).await?;
                Ok(Keep(true))
            })
        });
        remove.await
    }
}

/// Keeps others from changing a guest until the transaction ends; `false`: there is no such guest.
async fn lock_guest(tx: &mut AnyConnection, guest: &UserId) -> Result<bool, StoreError> {
    let held = sqlx::query("UPDATE users SET guest = 1 WHERE id = $1 AND guest = 1")
        .bind(guest.as_str())
        .execute(tx)
        .await?;
    Ok(held.rows_affected() == 1)
}

/// Whether another person sits in a game that a guest plays or has opened.
async fn plays_with_others(tx: &mut AnyConnection, guest: &UserId) -> Result<bool, StoreError> {
    let shared = sqlx::query(
        "SELECT o.game FROM games g JOIN seats o ON o.game = g.id WHERE g.opener = $1 AND o.user_id <> $1
         UNION ALL
         SELECT o.game FROM seats s JOIN seats o ON o.game = s.game WHERE s.user_id = $1 AND o.user_id <> $1
         LIMIT 1",
    )
    .bind(guest.as_str())
    .fetch_optional(tx)
    .await?;
    Ok(shared.is_some())
}

/// Deletes the guest's user row, and with it its sessions.
async fn delete_guest(tx: &mut AnyConnection, guest: &UserId) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM users WHERE id = $1 AND guest = 1").bind(guest.as_str()).execute(tx).await?;
    Ok(())
}
