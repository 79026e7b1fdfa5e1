//! Sweeping: what nobody can come back to, or has come back to for long.

use chrono::TimeDelta;

use crate::service::{Service, StoreError};

/// How long ago a guest came whose games are swept out once its sessions have ended.
const GUESTS: TimeDelta = TimeDelta::days(7);
/// How long a table waits that nobody but its opener sits at.
const TABLES: TimeDelta = TimeDelta::days(60);
/// How many are looked up at once.
const ROUND: u32 = 500;

/// What was swept out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Swept {
    /// Guests who are gone, with their games.
    pub guests: u32,
    /// Tables that nobody has joined.
    pub tables: u32,
}

impl Service {
    /// Sweeps out guests who cannot come back, tables that nobody has joined, and counts that no limit looks at any more.
    /// Accounts stay for ever, and so does every game in which another person sits.
    pub async fn sweep(&self) -> Result<Swept, StoreError> {
        self.sweep_attempts().await?;
        Ok(Swept { tables: self.sweep_tables().await?, guests: self.sweep_guests().await? })
    }

    async fn sweep_guests(&self) -> Result<u32, StoreError> {
        let mut swept = 0;
        loop {
            let now = self.now();
            let gone = self.store.gone_guests(now - GUESTS, now, ROUND).await?;
            let before = swept;
            for guest in gone {
                swept += u32::from(self.store.remove_guest(&guest).await?);
            }
            if swept == before {
                return Ok(swept);
            }
        }
    }

    async fn sweep_tables(&self) -> Result<u32, StoreError> {
        let mut swept = 0;
        loop {
            let forgotten = self.store.forgotten_tables(self.now() - TABLES, ROUND).await?;
            let before = swept;
            for (table, roster) in forgotten {
                swept += u32::from(self.store.close_table_as_seen(&table, roster).await?);
            }
            if swept == before {
                return Ok(swept);
            }
        }
    }
}
