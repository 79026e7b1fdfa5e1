//! Heartbeats of the servers, and the times at which none was up.

use chrono::{DateTime, TimeDelta, Utc};

use crate::row::Reader;
use crate::writer::TransactionEnd::Commit;
use crate::{Store, StoreError};
use table::Period;

/// Without a heartbeat for longer, no server was up. Servers leave half a minute between two.
const LONGEST_GAP: TimeDelta = TimeDelta::minutes(2);

impl Store {
    /// Notes that a server is up. If none has been for a while, stores an outage that ends now, once for all servers; `true` if this
    /// call did.
    pub async fn add_heartbeat(&self, now: DateTime<Utc>) -> Result<bool, StoreError> {
        let beat = self.writer.write(now, |tx, now| {
            Box::pin(async move {
                // Two servers that start after an outage see the same last heartbeat, which is the key.
                let added = sqlx::query(
                    "INSERT INTO outages (began, ended) SELECT at, $1 FROM heartbeats WHERE at < $2
                     ON CONFLICT (began) DO NOTHING",
                )
                .bind(now.timestamp_millis())
                .bind((*now - LONGEST_GAP).timestamp_millis())
                .execute(&mut *tx)
                .await?;
                sqlx::query(
                    "INSERT INTO heartbeats (name, at) VALUES ('server', $1)
                     ON CONFLICT (name) DO UPDATE SET at = excluded.at WHERE heartbeats.at < excluded.at",
                )
                .bind(now.timestamp_millis())
                .execute(tx)
                .await?;
                Ok(Commit(added.rows_affected() > 0))
            })
        });
        beat.await
    }

    /// All outages. There are few: none is shorter than two minutes.
    pub async fn outages(&self) -> Result<Vec<Period>, StoreError> {
        let rows = sqlx::query("SELECT CAST(began AS TEXT) AS key, began, ended FROM outages ORDER BY 2")
            .fetch_all(&self.readers)
            .await?;
        let read = |row| {
            let row = Reader::new(row, "outages", "key")?;
            Ok(Period { from: row.time("began")?, until: row.time("ended")? })
        };
        rows.iter().map(read).collect()
    }
}
