//! Deletes abandoned guests, tables and counts.

use chrono::TimeDelta;

use crate::imports::KEEP_FILES;
use crate::people::KEEP_EVENTS;
use crate::{Service, StoreError};
use store::Executed;

/// The minimum age of a guest to be deleted. All their sessions must have ended, too.
const GUESTS: TimeDelta = TimeDelta::days(7);
/// How long a table may wait without any user but its opener.
const TABLES: TimeDelta = TimeDelta::days(60);
/// How long the text of a line is kept that its author has withdrawn: somebody may still report it.
const WITHDRAWN: TimeDelta = TimeDelta::days(7);
/// How long what was reported is kept after the decision.
const REPORTED: TimeDelta = TimeDelta::days(183);
/// How long a challenge is listed after its end.
const CHALLENGES: TimeDelta = TimeDelta::days(30);
/// Rows fetched at a time.
const ROUND: u32 = 500;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CleanedUp {
    /// Guests without an open session, deleted with their games.
    pub guests: u32,
    /// Tables that no other user joined.
    pub tables: u32,
}

impl Service {
    /// Deletes guests who cannot come back, tables that no one joined, and expired rate-limit counts. Accounts are
    /// never deleted, nor are games with another person in them.
    pub async fn clean_up(&self) -> Result<CleanedUp, StoreError> {
        self.expire_attempts().await?;
        self.store.expire_tokens(self.now()).await?;
        self.store.expire_user_events(self.now() - KEEP_EVENTS).await?;
        self.store.expire_turns(self.now() - KEEP_EVENTS).await?;
        self.store.expire_withdrawn_lines(self.now() - WITHDRAWN).await?;
        self.store.expire_reports(self.now() - REPORTED).await?;
        self.store.expire_game_challenges(self.now() - CHALLENGES).await?;
        self.store.expire_import_files(self.now() - KEEP_FILES).await?;
        self.unrank_idle().await?;
        Ok(CleanedUp {
            tables: self.remove_abandoned_tables().await?,
            guests: self.remove_abandoned_guests().await?,
        })
    }

    async fn remove_abandoned_guests(&self) -> Result<u32, StoreError> {
        let mut removed = 0;
        loop {
            let now = self.now();
            let guests = self.store.abandoned_guests(now - GUESTS, now, ROUND).await?;
            let before = removed;
            for guest in guests {
                removed += u32::from(self.store.remove_guest(&guest).await?);
                self.account_changed();
            }
            if removed == before {
                return Ok(removed);
            }
        }
    }

    async fn remove_abandoned_tables(&self) -> Result<u32, StoreError> {
        let mut removed = 0;
        loop {
            let tables = self.store.abandoned_tables(self.now() - TABLES, ROUND).await?;
            let before = removed;
            for table in tables {
                if let Ok(outcome) = table.expire(self.now())
                    && let Executed::Stored { .. } = self.execute(Some(&table), outcome).await?
                {
                    removed += 1;
                }
            }
            if removed == before {
                return Ok(removed);
            }
        }
    }
}
