//! An empty database for one test.

use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};
use std::{fs, process};

use data_encoding::HEXLOWER;
use sha2::{Digest as _, Sha256};
use sqlx::{AnyConnection, AnyPool, AssertSqlSafe, Connection, Row as _};
use tempfile::TempDir;

static NUMBER: AtomicU32 = AtomicU32::new(0);

/// A database without tables, or only with those of today's program.
pub struct Database {
    pub url: String,
    /// On PostgreSQL the server, and the statement that removes what belongs to the test.
    removal: Option<(String, String)>,
    folder: TempDir,
}

impl Database {
    pub fn sqlite() -> Self {
        sqlx::any::install_default_drivers();
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite:{}?mode=rwc", folder.path().join("bastide.db").display());
        Self { url, removal: None, folder }
    }

    /// With the tables that `migrate` makes.
    pub async fn sqlite_with_tables(tmp: &Path, migrate: impl AsyncFnOnce(&str)) -> Self {
        let database = Self::sqlite();
        copy_with_tables(&database.folder.path().join("bastide.db"), tmp, migrate).await;
        database
    }

    /// Without tables.
    pub async fn postgres() -> Self {
        Self::on_server(async |_, name| format!("CREATE DATABASE {name} STRATEGY = FILE_COPY")).await
    }

    /// A copy of a database in which `migrate` has made the tables: a third of the work of making them for each test. On Citus, whose
    /// nodes each need their own, without tables.
    pub async fn postgres_with_tables(migrate: impl AsyncFnOnce(&str)) -> Self {
        if crate::setting("BASTIDE_TEST_CITUS").is_some() {
            return Self::postgres().await;
        }
        let copy = async |server: &str, name: &str| {
            let template = template(server, migrate).await;
            format!("CREATE DATABASE {name} TEMPLATE {template} STRATEGY = FILE_COPY")
        };
        Self::on_server(copy).await
    }

    async fn on_server(create: impl AsyncFnOnce(&str, &str) -> String) -> Self {
        sqlx::any::install_default_drivers();
        let server = crate::service("BASTIDE_TEST_POSTGRES");
        let name = format!("test_{}_{}", process::id(), NUMBER.fetch_add(1, Ordering::Relaxed));
        let named = |url: &str| {
            let mark = if url.contains('?') { '&' } else { '?' };
            format!("{url}{mark}application_name={name}")
        };
        let (url, removal) = if crate::setting("BASTIDE_TEST_CITUS").is_some() {
            execute(&server, &format!("CREATE SCHEMA {name}")).await;
            let mark = if server.contains('?') { '&' } else { '?' };
            let url = format!("{server}{mark}options[search_path]={name}");
            (named(&url), format!("DROP SCHEMA {name} CASCADE"))
        } else {
            execute(&server, &create(&server, &name).await).await;
            (named(&in_database(&server, &name)), format!("DROP DATABASE {name} WITH (FORCE)"))
        };
        Self { url, removal: Some((server, removal)), folder: tempfile::tempdir().unwrap() }
    }

    /// Connections that the program does not use.
    pub async fn connect(&self) -> AnyPool {
        AnyPool::connect(&self.url).await.unwrap()
    }

    /// Removes what the test has left on a server.
    pub async fn remove(self) {
        if let Some((server, removal)) = &self.removal {
            execute(server, removal).await;
        }
    }
}

/// The name of a database with the tables that today's migrations make. The first test that asks for it makes it.
async fn template(server: &str, migrate: impl AsyncFnOnce(&str)) -> String {
    let name = format!("template_{}", fingerprint());
    let mut connection = AnyConnection::connect(server).await.expect("BASTIDE_TEST_POSTGRES is reached");
    let is_there = async |connection: &mut AnyConnection| {
        let found = sqlx::query("SELECT COUNT(*) FROM pg_database WHERE datname = $1").bind(&name);
        found.fetch_one(connection).await.unwrap().get::<i64, _>(0) > 0
    };
    if !is_there(&mut connection).await {
        run(&mut connection, "SELECT CAST(pg_advisory_lock(1) AS TEXT)").await;
        if !is_there(&mut connection).await {
            run(&mut connection, &format!("DROP DATABASE IF EXISTS {name}_begun")).await;
            run(&mut connection, &format!("CREATE DATABASE {name}_begun")).await;
            migrate(&in_database(server, &format!("{name}_begun"))).await;
            run(&mut connection, &format!("ALTER DATABASE {name}_begun RENAME TO {name}")).await;
        }
    }
    connection.close().await.unwrap();
    name
}

/// Copies to `file` a database with the tables that today's migrations make: migrating takes longer than the rest of a short test. The first
/// test that needs it makes it, with `migrate`, in `tmp`, Cargo's folder for tests.
pub async fn copy_with_tables(file: &Path, tmp: &Path, migrate: impl AsyncFnOnce(&str)) {
    let template = tmp.join(format!("template-{}.db", fingerprint()));
    if !template.exists() {
        let folder = tempfile::tempdir_in(tmp).unwrap();
        let begun = folder.path().join("begun.db");
        migrate(&format!("sqlite:{}", begun.display())).await;
        fs::rename(begun, &template).unwrap();
    }
    fs::copy(template, file).unwrap();
}

/// Of all migrations.
fn fingerprint() -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../migrations");
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    let mut hash = Sha256::new();
    for file in files {
        hash.update(fs::read(file).unwrap());
    }
    HEXLOWER.encode(&hash.finalize()[..8])
}

/// The URL of another database of the same server.
fn in_database(server: &str, name: &str) -> String {
    let (server, options) = server.split_at(server.find('?').unwrap_or(server.len()));
    let (server, _) = server.rsplit_once('/').expect("BASTIDE_TEST_POSTGRES names a database");
    format!("{server}/{name}{options}")
}

async fn execute(server: &str, statement: &str) {
    let mut connection = AnyConnection::connect(server).await.expect("BASTIDE_TEST_POSTGRES is reached");
    run(&mut connection, statement).await;
    connection.close().await.unwrap();
}

async fn run(connection: &mut AnyConnection, statement: &str) {
    sqlx::query(AssertSqlSafe(statement.to_owned())).execute(connection).await.unwrap();
}
