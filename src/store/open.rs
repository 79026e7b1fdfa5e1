//! Opens the database: connections, settings, migrations.

use std::sync::Arc;
use std::time::Duration;

use sqlx::any::AnyPoolOptions;
use sqlx::{AnyConnection, AnyPool, Connection, Executor};

use crate::connect::{
    POSTGRES_READING_SETTINGS, POSTGRES_SETTINGS, SQLITE_READING_SETTINGS, SQLITE_SETTINGS, cannot_migrate,
    cannot_open, install_drivers,
};
use crate::copy::{Schema, Source, why_closed};
use crate::file::{self, DatabaseFile};
use crate::migrations::MIGRATIONS;
use crate::reachable::Reachable;
use crate::replica::Replica;
use crate::server_lock::ServerLock;
use crate::writer::{Connect, Writer};
use crate::{SoleServer, Store, StoreError};
use environment::config::Database;

/// On SQLite, reading connections beside the single writer; on PostgreSQL, all connections.
const SQLITE_READERS: u32 = 4;
const POSTGRES_CONNECTIONS: u32 = 16;

/// How long a request waits for a connection before it fails as unavailable.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(5);

impl Store {
    /// Opens a database for a server. No other server can open the same SQLite file.
    pub async fn open_for_server(database: &Database) -> Result<Self, StoreError> {
        let url = database.url.as_str();
        let is_file = url.starts_with("sqlite:") && !is_in_memory(url);
        let lock = if is_file { ServerLock::take(url)? } else { None };
        let store = Self::open(database).await?;
        let Some(lock) = lock else { return Ok(store) };
        let reachable = Reachable::load(&store.readers).await?;
        Ok(Self { sole_server: Some(Arc::new(SoleServer { lock, reachable })), ..store })
    }

    /// Opens `sqlite:FILE` (created if missing) or `postgres://…`, and runs the pending migrations.
    pub async fn open(database: impl Into<Database>) -> Result<Self, StoreError> {
        install_drivers();
        let database = database.into();
        let url = database.url.as_str();
        if url.starts_with("sqlite:") {
            Self::open_sqlite(url).await
        } else if url.starts_with("postgres://") || url.starts_with("postgresql://") {
            Self::open_postgres(&database).await
        } else {
            let why = "the database URL must be sqlite:FILE or postgres://USER:PASSWORD@HOST/NAME";
            Err(cannot_open(url, why))
        }
    }

    async fn open_sqlite(url: &str) -> Result<Self, StoreError> {
        if is_in_memory(url) {
            return Err(cannot_open(url, "an in-memory database would lose its games: name a file"));
        }
        file::refuse_empty(url)?;
        let file = DatabaseFile::of_url(url).map_err(|why| cannot_open(url, &why))?;
        let existing = DatabaseFile::url(url);
        let connect: Connect = {
            let existing = existing.clone();
            Arc::new(move || Box::pin(connect_sqlite(existing.clone())))
        };
        let mut connection = connect().await.map_err(|error| cannot_open(url, &error.to_string()))?;
        migrate(url, &mut connection).await?;
        let readers = pool(url, &existing, SQLITE_READERS, SQLITE_SETTINGS).await?;
        let writer = Writer::grouped(connection, connect, Some(file.clone()));
        Ok(Self { readers, writer, file: Some(file), shared_url: None, replica: None, sole_server: None })
    }

    async fn open_postgres(database: &Database) -> Result<Self, StoreError> {
        let (url, session) = (database.url.as_str(), database.session_url());
        // Migrations hold a lock from one transaction to the next.
        let single = pool(session, session, 1, "").await?;
        migrate(session, &mut *single.acquire().await?).await?;
        single.close().await;
        // A pool in transaction mode would give the settings of one connection to the transactions of others.
        let settings = if database.direct.is_some() { "" } else { POSTGRES_SETTINGS };
        let pool = pool(url, url, POSTGRES_CONNECTIONS, settings).await?;
        if database.direct.is_some() {
            check_prepared_statements(&pool).await.map_err(|error| {
                let advice = "the pool mixes up prepared statements. Use PgBouncer 1.21 or later with max_prepared_statements \
                              above 0, or a pool in session mode";
                cannot_open(url, &format!("{advice} ({error})"))
            })?;
        }
        let (readers, writer) = (pool.clone(), Writer::parallel(pool));
        let open_replica = |url: &String| Replica::open(database, url, readers.clone());
        let replica = database.replica.as_ref().map(open_replica).transpose()?;
        Ok(Self { readers, writer, file: None, shared_url: Some(session.into()), replica, sole_server: None })
    }

    /// Opens an existing database that has the latest schema, for reading only. Writes fail.
    pub async fn open_to_read(url: &str) -> Result<Self, StoreError> {
        install_drivers();
        let (schema, latest) = (Source::open(url).await?.schema.version, Schema::latest());
        if schema < latest {
            let why = format!(
                "it was written by an earlier version of bastide (schema {schema}, now {latest}), and nothing upgrades it here. \
                 `bastide backup FILE` copies it and verifies an upgraded copy; starting the server upgrades it"
            );
            return Err(cannot_open(url, &why));
        }
        let readers = if url.starts_with("sqlite:") {
            pool(url, &file::read_only_url(url), SQLITE_READERS, SQLITE_READING_SETTINGS).await?
        } else {
            pool(url, url, POSTGRES_CONNECTIONS, POSTGRES_READING_SETTINGS).await?
        };
        Ok(Self {
            readers,
            writer: Writer::read_only(),
            file: None,
            shared_url: None,
            replica: None,
            sole_server: None,
        })
    }

    /// Waits for pending writes, then closes all connections.
    pub async fn close(&self) {
        if let Some(replica) = &self.replica {
            replica.close().await;
        }
        self.writer.close().await;
        // On PostgreSQL the writer has closed the connections that both use.
        if !self.notifies() {
            self.readers.close().await;
        }
    }
}

fn is_in_memory(url: &str) -> bool {
    url.contains(":memory:") || url.contains("mode=memory")
}

/// Whether an existing database needs no upgrade.
pub async fn has_latest_schema(url: &str) -> Result<bool, StoreError> {
    Ok(Source::open(url).await?.schema.version == Schema::latest())
}

async fn connect_sqlite(url: String) -> Result<AnyConnection, sqlx::Error> {
    let mut connection = AnyConnection::connect(&url).await?;
    connection.execute(SQLITE_SETTINGS).await?;
    Ok(connection)
}

async fn pool(
    shown: &str,
    url: &str,
    connections: u32,
    settings: &'static str,
) -> Result<AnyPool, StoreError> {
    let pool = AnyPoolOptions::new()
        .max_connections(connections)
        .acquire_timeout(ACQUIRE_TIMEOUT)
        .idle_timeout(None)
        .max_lifetime(None)
        // A connection to a file does not go stale, and a check would cost a thread hop each time.
        .test_before_acquire(!url.starts_with("sqlite:"))
        .after_connect(move |connection, _| {
            Box::pin(async move {
                if settings.is_empty() { Ok(()) } else { connection.execute(settings).await.map(drop) }
            })
        })
        .connect(url)
        .await;
    match pool {
        // It has tried several times, and doesn't say why in vain.
        Err(sqlx::Error::PoolTimedOut) => Err(cannot_open(shown, &why_unreachable(url).await)),
        pool => pool.map_err(|error| cannot_open(shown, &error.to_string())),
    }
}

async fn why_unreachable(url: &str) -> String {
    match tokio::time::timeout(ACQUIRE_TIMEOUT, AnyConnection::connect(url)).await {
        Ok(Err(error)) => error.to_string(),
        Ok(Ok(_)) | Err(_) => format!("no answer within {ACQUIRE_TIMEOUT:?}"),
    }
}

/// Fails if one connection gets the prepared statements of another: their names are unique within a connection only.
async fn check_prepared_statements(pool: &AnyPool) -> Result<(), sqlx::Error> {
    let mut connections = [pool.acquire().await?, pool.acquire().await?];
    let statements = ["SELECT $1 || ' of one'", "SELECT $1 || ' of the other'"];
    for _ in 0..3 {
        for (connection, statement) in connections.iter_mut().zip(statements) {
            let text: String =
                sqlx::query_scalar(statement).bind("statement").fetch_one(&mut **connection).await?;
            if !statement.ends_with(&format!("{}'", text.trim_start_matches("statement"))) {
                return Err(sqlx::Error::Protocol(format!("{statement} has returned {text:?}")));
            }
        }
    }
    Ok(())
}

async fn migrate(url: &str, connection: &mut AnyConnection) -> Result<(), StoreError> {
    if let Some(why) = why_closed(connection).await? {
        return Err(cannot_open(url, why));
    }
    MIGRATIONS.run(connection).await.map_err(|error| cannot_migrate(url, &error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_database_that_is_away_is_complained_about_with_the_cause() {
        let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        let error = Store::open(&format!("postgres://ann:secret@{free}/x")).await.unwrap_err().to_string();
        assert!(error.contains("Connection refused") && !error.contains("secret"), "{error}");
    }

    #[tokio::test]
    async fn an_empty_file_is_refused_and_stays_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.db");
        let url = format!("sqlite:{}", path.display());
        std::fs::write(&path, "").unwrap();
        for error in [Store::open(&url).await.unwrap_err(), Store::open_to_read(&url).await.unwrap_err()] {
            assert!(error.to_string().contains("Restore a backup, or delete the file"), "{error}");
        }
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
        assert_eq!(std::fs::metadata(&path).unwrap().len(), 0);
        std::fs::remove_file(&path).unwrap();
        let missing = Store::open_to_read(&url).await.unwrap_err().to_string();
        assert!(missing.contains("there is no such file") && !path.exists(), "{missing}");
        Store::open(&url).await.unwrap().close().await;
        Store::open_to_read(&url).await.unwrap().close().await;
    }

    #[tokio::test]
    async fn an_unusable_database_url_is_refused_with_advice() {
        for (url, why) in [
            ("mysql://x/y", "the database URL must be sqlite:FILE or postgres://"),
            ("sqlite::memory:", "name a file"),
            ("sqlite:/nowhere/at/all.db", "cannot open the database sqlite:/nowhere/at/all.db"),
        ] {
            let error = Store::open(url).await.unwrap_err().to_string();
            assert!(error.contains(why), "{url}: {error}");
        }
    }
}
