//! Backups of a live database.

use crate::store::writer::Writer;
use crate::store::{Store, StoreError};

impl Store {
    /// Writes a consistent copy of an SQLite database to a new file without blocking readers or writers.
    pub async fn backup(&self, file: &str) -> Result<(), StoreError> {
        if matches!(self.writer, Writer::Parallel(_)) {
            let why = "only SQLite databases can be backed up to a file; use pg_dump for PostgreSQL";
            return Err(StoreError::Open(why.to_owned()));
        }
        sqlx::query("VACUUM INTO $1").bind(file).execute(&self.readers).await?;
        Ok(())
    }
}
