//! Opening a database: connections, their settings, the migrations.

use std::sync::{Arc, Once};
use std::time::Duration;

use sqlx::any::AnyPoolOptions;
use sqlx::migrate::MigrateError;
use sqlx::{AnyConnection, AnyPool, Connection, Executor};

use crate::store::writer::{Connect, Writer};
use crate::store::{Store, StoreError};

/// Connections that read on SQLite, and all of them on PostgreSQL.
const SQLITE_READERS: u32 = 4;
const POSTGRES_CONNECTIONS: u32 = 16;

/// How long a request waits for a connection: pages say that the database is out of reach after that.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(5);

/// WAL lets readers go on beside the writer; FULL makes a confirmed move survive a power cut.
const SQLITE_SETTINGS: &str = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 10000; \
     PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -16000;";

/// All statements read few rows along an index, and most players have few games. A plan made for those collects and sorts
/// all games of a player who has many; nor is anything here worth several processes, or compiling.
pub const POSTGRES_SETTINGS: &str = "SET enable_bitmapscan = off; SET random_page_cost = 1.1; \
     SET max_parallel_workers_per_gather = 0; SET jit = off;";

impl Store {
    /// Opens `sqlite:FILE` (which is made if need be) or `postgres://…`, and brings its tables up to date.
    pub async fn open(url: &str) -> Result<Self, StoreError> {
        static DRIVERS: Once = Once::new();
        DRIVERS.call_once(sqlx::any::install_default_drivers);
        if url.starts_with("sqlite:") {
            Self::open_sqlite(url).await
        } else if url.starts_with("postgres://") || url.starts_with("postgresql://") {
            Self::open_postgres(url).await
        } else {
            let why = "a database is sqlite:FILE or postgres://USER:PASSWORD@HOST/NAME";
            Err(cannot_open(url, why))
        }
    }

    async fn open_sqlite(url: &str) -> Result<Self, StoreError> {
        if url.contains(":memory:") || url.contains("mode=memory") {
            return Err(cannot_open(url, "a game lasts longer than memory: name a file"));
        }
        let create = match url.split_once('?') {
            None => format!("{url}?mode=rwc"),
            Some((_, settings)) if settings.contains("mode=") => url.to_owned(),
            Some(_) => format!("{url}&mode=rwc"),
        };
        let connect: Connect = {
            let create = create.clone();
            Arc::new(move || Box::pin(connect_sqlite(create.clone())))
        };
        let mut connection = connect().await.map_err(|error| cannot_open(url, &error.to_string()))?;
        sqlx::migrate!().run(&mut connection).await.map_err(|error| cannot_migrate(url, &error))?;
        let readers = pool(url, &create, SQLITE_READERS, true).await?;
        Ok(Self { readers, writer: Writer::grouped(connection, connect), shared_url: None })
    }

    async fn open_postgres(url: &str) -> Result<Self, StoreError> {
        let pool = pool(url, url, POSTGRES_CONNECTIONS, false).await?;
        sqlx::migrate!().run(&pool).await.map_err(|error| cannot_migrate(url, &error))?;
        Ok(Self { readers: pool.clone(), writer: Writer::parallel(pool), shared_url: Some(url.into()) })
    }

    /// Waits for what is being written, and closes all connections.
    pub async fn close(&self) {
        self.writer.close().await;
        self.readers.close().await;
    }
}

async fn connect_sqlite(url: String) -> Result<AnyConnection, sqlx::Error> {
    let mut connection = AnyConnection::connect(&url).await?;
    set_up(&mut connection, true).await?;
    Ok(connection)
}

async fn pool(shown: &str, url: &str, connections: u32, sqlite: bool) -> Result<AnyPool, StoreError> {
    AnyPoolOptions::new()
        .max_connections(connections)
        .acquire_timeout(ACQUIRE_TIMEOUT)
        .idle_timeout(None)
        .max_lifetime(None)
        // A connection to a file does not go stale, and asking would cost a thread hop each time.
        .test_before_acquire(!sqlite)
        .after_connect(move |connection, _| Box::pin(set_up(connection, sqlite)))
        .connect(url)
        .await
        .map_err(|error| cannot_open(shown, &error.to_string()))
}

async fn set_up(connection: &mut AnyConnection, sqlite: bool) -> Result<(), sqlx::Error> {
    connection.execute(if sqlite { SQLITE_SETTINGS } else { POSTGRES_SETTINGS }).await?;
    Ok(())
}

fn cannot_open(url: &str, why: &str) -> StoreError {
    StoreError::Open(format!("cannot open the database {}: {why}", without_password(url)))
}

fn cannot_migrate(url: &str, error: &MigrateError) -> StoreError {
    let why = match error {
        MigrateError::VersionMissing(version) => {
            format!("it was written by a newer bastide (migration {version} is not known here)")
        }
        other => other.to_string(),
    };
    cannot_open(url, &why)
}

/// The URL as it may be printed.
fn without_password(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://") else { return url.to_owned() };
    match rest.rsplit_once('@') {
        Some((login, place)) => {
            let user = login.split(':').next().unwrap_or_default();
            format!("{scheme}://{user}@{place}")
        }
        None => url.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_in_a_url_is_not_printed() {
        assert_eq!(without_password("postgres://ann:s3@:cret@db/x"), "postgres://ann@db/x");
        assert_eq!(without_password("sqlite:bastide.db"), "sqlite:bastide.db");
    }

    #[tokio::test]
    async fn what_is_no_database_says_what_is() {
        for (url, why) in [
            ("mysql://x/y", "a database is sqlite:FILE or postgres://"),
            ("sqlite::memory:", "name a file"),
            ("sqlite:/nowhere/at/all.db", "cannot open the database sqlite:/nowhere/at/all.db"),
        ] {
            let error = Store::open(url).await.unwrap_err().to_string();
            assert!(error.contains(why), "{url}: {error}");
        }
    }
}
