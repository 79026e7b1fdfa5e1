//! Guest accounts: they have no password, and can be upgraded to a full account or handed over to one.

use sqlx::AnyConnection;

use crate::outcome::execute;
use crate::results::discount_results;
use crate::talk::guests::{count_at, give_lines, written_at};
use crate::users::add_codes;
use crate::writer::TransactionEnd::{Commit, Unchanged};
use crate::{Store, StoreError};
use account::{PasswordHash, RecoveryHash, RestrictionKind, UserId, UserName};
use table::Outcome;

/// Outcome of [`upgrade_guest`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Upgraded {
    Done,
    /// The name, or one that looks like it, is in use.
    Taken,
    /// No such guest, or no longer a guest.
    NoGuest,
}

/// Outcome of [`hand_over`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HandedOver {
    /// The account has taken over the tables, and the guest is deleted.
    Done,
    /// The guest's tables have changed in the meantime; the transaction must be undone.
    Stale,
    /// No such guest, or no longer a guest.
    NoGuest,
}

impl Store {
    /// Deletes a guest and all their games. `false`: no such guest, or other people play with them; nothing was
    /// changed.
    pub async fn remove_guest(&self, guest: &UserId) -> Result<bool, StoreError> {
        let remove = self.writer.write(guest.clone(), |tx, guest| {
            Box::pin(async move {
                if !lock_guest(tx, guest).await? || plays_with_others(tx, guest).await? {
                    return Ok(Unchanged(false));
                }
                discount_results(tx, guest).await?;
                for statement in [
                    "DELETE FROM games WHERE opener = $1",
                    "DELETE FROM games WHERE id IN (SELECT s.game FROM seats s WHERE s.user_id = $1)",
                    "DELETE FROM kept_seats WHERE user_id = $1",
                    "DELETE FROM waiting WHERE user_id = $1",
                    "DELETE FROM notifications WHERE user_id = $1",
                    "DELETE FROM attendance WHERE user_id = $1",
                ] {
                    sqlx::query(statement).bind(guest.as_str()).execute(&mut *tx).await?;
                }
                let written = written_at(tx, guest).await?;
                delete_guest(tx, guest).await?;
                count_at(tx, &written).await?;
                Ok(Commit(true))
            })
        });
        remove.await
    }
}

/// Turns a guest into a full account under the same id, so that it retains its games. Ends its sessions and its feed. Nothing
/// is changed unless it is `Done`.
pub(super) async fn upgrade_guest(
    tx: &mut AnyConnection,
    guest: &UserId,
    name: &UserName,
    password: &PasswordHash,
    codes: &[RecoveryHash],
) -> Result<Upgraded, StoreError> {
    let upgraded = sqlx::query(
        "UPDATE users SET name = $2, folded = $3, skeleton = $4, password = $5, guest = 0
         WHERE id = $1 AND guest = 1",
    )
    .bind(guest.as_str())
    .bind(name.as_str())
    .bind(name.folded())
    .bind(name.skeleton())
    .bind(password.as_str())
    .execute(&mut *tx)
    .await;
    match upgraded {
        Ok(done) if done.rows_affected() == 1 => {}
        Ok(_) => return Ok(Upgraded::NoGuest),
        Err(sqlx::Error::Database(error)) if error.is_unique_violation() => return Ok(Upgraded::Taken),
        Err(error) => return Err(error.into()),
    }
    for statement in ["DELETE FROM sessions WHERE user_id = $1", "DELETE FROM feeds WHERE user_id = $1"] {
        sqlx::query(statement).bind(guest.as_str()).execute(&mut *tx).await?;
    }
    add_codes(tx, guest, codes).await?;
    Ok(Upgraded::Done)
}

/// Stores the outcomes that hand over a guest's tables to an account, gives it the guest's lines and restrictions, and deletes the guest with
/// its sessions.
pub(super) async fn hand_over(
    tx: &mut AnyConnection,
    guest: &UserId,
    account: &UserId,
    outcomes: &[Outcome],
) -> Result<HandedOver, StoreError> {
    if !lock_guest(tx, guest).await? {
        return Ok(HandedOver::NoGuest);
    }
    for outcome in outcomes {
        if !matches!(execute(tx, outcome).await?, Commit(true)) {
            return Ok(HandedOver::Stale);
        }
    }
    let written = written_at(tx, guest).await?;
    give_lines(tx, guest, account).await?;
    give_restrictions(tx, guest, account).await?;
    match delete_guest(tx, guest).await {
        Ok(()) => {
            count_at(tx, &written).await?;
            Ok(HandedOver::Done)
        }
        // The guest is at a table that `outcomes` does not cover.
        Err(StoreError::Database(sqlx::Error::Database(error))) if error.is_foreign_key_violation() => {
            Ok(HandedOver::Stale)
        }
        Err(error) => Err(error),
    }
}

/// A lock goes with the guest that it is about.
async fn give_restrictions(
    tx: &mut AnyConnection,
    guest: &UserId,
    account: &UserId,
) -> Result<(), StoreError> {
    sqlx::query("UPDATE restrictions SET user_id = $2 WHERE user_id = $1 AND kind <> $3")
        .bind(guest.as_str())
        .bind(account.as_str())
        .bind(RestrictionKind::Account.word())
        .execute(tx)
        .await?;
    Ok(())
}

/// Locks a guest's row until the end of the transaction. `false`: no such guest.
async fn lock_guest(tx: &mut AnyConnection, guest: &UserId) -> Result<bool, StoreError> {
    let held = sqlx::query("UPDATE users SET guest = 1 WHERE id = $1 AND guest = 1")
        .bind(guest.as_str())
        .execute(tx)
        .await?;
    Ok(held.rows_affected() == 1)
}

/// Whether another user has a seat in a game that the guest plays in or opened.
pub(super) async fn plays_with_others(tx: &mut AnyConnection, guest: &UserId) -> Result<bool, StoreError> {
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

/// Deletes the guest's account; its sessions go with it.
async fn delete_guest(tx: &mut AnyConnection, guest: &UserId) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM users WHERE id = $1 AND guest = 1").bind(guest.as_str()).execute(tx).await?;
    Ok(())
}
