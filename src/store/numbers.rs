//! What administrators want to know about the database, at a cost that doesn't grow with it.

use sqlx::Row;

use crate::row::Reader;
use crate::{Store, StoreError};
use table::Status;

impl Store {
    /// The smallest ids of users who haven't closed their accounts, in order, each with whether it is a guest's. Ids are random, so they tell how many there
    /// are; lower-case letters and digits have the same order in every collation.
    pub async fn first_users(&self, limit: u32) -> Result<Vec<(String, bool)>, StoreError> {
        let rows =
            sqlx::query("SELECT id, guest FROM users WHERE id > '' AND closed IS NULL ORDER BY id LIMIT $1")
                .bind(i64::from(limit))
                .fetch_all(&self.readers)
                .await?;
        let read = |row| {
            let row = Reader::new(row, "users", "id")?;
            Ok((row.text("id")?, row.flag("guest")?))
        };
        rows.iter().map(read).collect()
    }

    /// The same of tables, with their states.
    pub async fn first_tables(&self, limit: u32) -> Result<Vec<(String, Status)>, StoreError> {
        let rows = sqlx::query("SELECT id, status FROM games WHERE id > '' ORDER BY id LIMIT $1")
            .bind(i64::from(limit))
            .fetch_all(&self.readers)
            .await?;
        let read = |row| {
            let row = Reader::new(row, "games", "id")?;
            Ok((row.text("id")?, row.parsed("status", Status::parse)?))
        };
        rows.iter().map(read).collect()
    }

    /// In bytes, with SQLite's log.
    pub async fn size(&self) -> Result<u64, StoreError> {
        if let Some(file) = &self.file {
            return Ok(file.size());
        }
        let row = sqlx::query("SELECT CAST(pg_database_size(current_database()) AS BIGINT)")
            .fetch_one(&self.readers)
            .await?;
        let bytes: i64 = row.try_get(0)?;
        Ok(u64::try_from(bytes).unwrap_or_default())
    }
}
