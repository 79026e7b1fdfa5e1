//! The database that is copied: read in one snapshot, never changed.

use sqlx::{AnyConnection, AssertSqlSafe, Connection, Executor};

use crate::connect::{SQLITE_READING_SETTINGS, cannot_open};
use crate::copy::Schema;
use crate::copy::target::{UNFINISHED, has_table};
use crate::{StoreError, file};

#[derive(Debug)]
pub(crate) struct Source {
    pub connection: AnyConnection,
    pub schema: Schema,
}

impl Source {
    /// Opens an existing database without upgrading it.
    pub async fn open(url: &str) -> Result<Self, StoreError> {
        let failed = |error: sqlx::Error| cannot_open(url, &error.to_string());
        let is_sqlite = url.starts_with("sqlite:");
        if is_sqlite {
            file::require(url)?;
            file::refuse_empty(url)?;
        }
        let opened = if is_sqlite { file::read_only_url(url) } else { url.to_owned() };
        let mut connection = AnyConnection::connect(&opened).await.map_err(failed)?;
        let begin = if is_sqlite {
            connection.execute(SQLITE_READING_SETTINGS).await.map_err(failed)?;
            "BEGIN"
        } else {
            "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY"
        };
        connection.execute(begin).await.map_err(failed)?;
        if !has_table(&mut connection, "_sqlx_migrations").await.map_err(failed)? {
            return Err(cannot_open(url, "it is not a database of bastide"));
        }
        if has_table(&mut connection, UNFINISHED).await? {
            return Err(cannot_open(url, "it is a copy that was interrupted"));
        }
        let version: i64 = sqlx::query_scalar("SELECT COALESCE(MAX(version), 0) FROM _sqlx_migrations")
            .fetch_one(&mut connection)
            .await?;
        if version > Schema::latest() {
            return Err(cannot_open(url, "it was written by a newer version of bastide"));
        }
        Ok(Self { connection, schema: Schema::of(version).await? })
    }

    /// The number of rows in all tables.
    pub async fn count(&mut self) -> Result<u64, StoreError> {
        let mut rows = 0;
        for table in &self.schema.tables {
            let count = format!("SELECT COUNT(*) FROM {}", table.name);
            let count: i64 = sqlx::query_scalar(AssertSqlSafe(count)).fetch_one(&mut self.connection).await?;
            rows += u64::try_from(count).unwrap_or_default();
        }
        Ok(rows)
    }
}
