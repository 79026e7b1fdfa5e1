//! Removing what nobody can come back to, or has come back to for long.

use chrono::TimeDelta;

use crate::service::{Service, StoreError};
use crate::store::Executed;

/// How long ago a guest came whose games are removed once its sessions have ended.
const GUESTS: TimeDelta = TimeDelta::days(7);
/// How long a table waits at which nobody sits but its opener.
const TABLES: TimeDelta = TimeDelta::days(60);
/// How many are looked up at once.
const ROUND: u32 = 500;

/// What a clean-up removed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CleanedUp {
    /// Guests who cannot come back, with their games.
    pub guests: u32,
    /// Tables that nobody joined.
    pub tables: u32,
}

impl Service {
    /// Removes guests who cannot come back, tables that nobody joined, and counts that no limit looks at any more.
    /// Accounts stay for ever, and so does every game in which another person sits.
    pub async fn clean_up(&self) -> Result<CleanedUp, StoreError> {
        self.expire_attempts().await?;
        Ok(CleanedUp {
            tables: self.remove_forgotten_tables().await?,
            guests: self.remove_gone_guests().await?,
        })
    }

    async fn remove_gone_guests(&self) -> Result<u32, StoreError> {
        let mut removed = 0;
        loop {
            let now = self.now();
            let gone = self.store.gone_guests(now - GUESTS, now, ROUND).await?;
            let before = removed;
            for guest in gone {
                removed += u32::from(self.store.remove_guest(&guest).await?);
                self.account_changed();
            }
            if removed == before {
                return Ok(removed);
            }
        }
    }

    async fn remove_forgotten_tables(&self) -> Result<u32, StoreError> {
        let mut removed = 0;
        loop {
            let forgotten = self.store.forgotten_tables(self.now() - TABLES, ROUND).await?;
            let before = removed;
            for table in forgotten {
                if let Ok(outcome) = table.expire(self.now())
                    && let Executed::Stored { .. } = self.execute(&table, None, outcome).await?
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
