//! Copies of a database that is in use.

use crate::store::writer::Writer;
use crate::store::{Store, StoreError};

impl Store {
    /// Writes a copy of an SQLite database to a new file, as it stands at one moment, while others go on writing.
    pub async fn backup(&self, file: &str) -> Result<(), StoreError> {
        if matches!(self.writer, Writer::Parallel(_)) {
            let why = "only SQLite is copied to a file; for PostgreSQL there is pg_dump";
            return Err(StoreError::Open(why.to_owned()));
        }
        sqlx::query("VACUUM INTO $1").bind(file).execute(&self.readers).await?;
        Ok(())
    }
}
