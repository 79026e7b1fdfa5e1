//! Backups of a live database.

use std::path::Path;

use crate::store::writer::Writer;
use crate::store::{Store, StoreError, file};

impl Store {
    /// Writes a consistent copy of an SQLite database to a new file, which only its owner can read, without blocking readers or writers.
    pub async fn backup(&self, file: &str) -> Result<(), StoreError> {
        if matches!(self.writer, Writer::Parallel(..)) {
            let why = "only SQLite databases can be backed up to a file; use pg_dump for PostgreSQL";
            return Err(StoreError::Open(why.to_owned()));
        }
        file::create(Path::new(file)).map_err(|error| StoreError::Open(error.to_string()))?;
        let copied = sqlx::query("VACUUM INTO $1").bind(file).execute(&self.readers).await;
        if copied.is_err() {
            // What it holds is incomplete.
            let _ = std::fs::remove_file(file);
        }
        copied?;
        Ok(())
    }
}
