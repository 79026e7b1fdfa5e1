//! Backups of a live database.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use sqlx::{AnyConnection, AnyPool, AssertSqlSafe, Connection, Executor};

use crate::connect::{SQLITE_READING_SETTINGS, install_drivers};
use crate::copy::{CopyProgress, FOLLOWING, Schema, Source, copy};
use crate::{Store, StoreError, file};

/// A copy of a database under a name of its own, until it is known to be good. It is removed unless it is kept.
#[derive(Debug)]
pub struct Draft {
    file: PathBuf,
    part: PathBuf,
    /// An upgraded copy of the copy.
    upgraded: PathBuf,
    is_latest: bool,
}

impl Draft {
    /// Copies a database of either kind to a single SQLite file, without upgrading it and while it is in use.
    pub async fn write(
        url: &str,
        file: &Path,
        progress: impl FnMut(CopyProgress),
    ) -> Result<Self, StoreError> {
        install_drivers();
        let mut source = Source::open(url).await?;
        if file.exists() {
            return Err(complaint(file, "the file exists, and a backup never replaces one"));
        }
        let part = beside(file, ".part");
        file::create(&part).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => {
                complaint(&part, "the file exists: if no other backup is running, delete it and try again")
            }
            _ => complaint(&part, &error.to_string()),
        })?;
        let is_latest = source.schema.version == Schema::latest();
        let draft = Self { file: file.to_owned(), part, upgraded: beside(file, ".upgraded"), is_latest };
        if url.starts_with("sqlite:") {
            // It runs outside of transactions, and writes to another file only.
            source.connection.execute("COMMIT; PRAGMA query_only = OFF").await?;
            let copied = vacuum_into(&draft.part).execute(&mut source.connection).await;
            copied.map_err(|error| complaint(file, &error.to_string()))?;
        } else {
            copy(url, &url_of(&draft.part), progress).await?;
            let mut connection = AnyConnection::connect(&url_of(&draft.part)).await?;
            // From now on it is one file, with nothing beside it.
            connection.execute("PRAGMA journal_mode = DELETE").await?;
            connection.close().await?;
        }
        check_pages(&draft.part).await?;
        Ok(draft)
    }

    /// Opens the copy, or an upgraded copy of it, so that its games can be replayed.
    pub async fn open(&self) -> Result<Store, StoreError> {
        if self.is_latest {
            return Store::open_to_read(&url_of(&self.part)).await;
        }
        file::create(&self.upgraded)
            .and_then(|()| fs::copy(&self.part, &self.upgraded))
            .map_err(|error| complaint(&self.upgraded, &error.to_string()))?;
        Store::open(&url_of(&self.upgraded)).await
    }

    /// Marks the copy as one that a [`IncrementalCopy`](crate::IncrementalCopy) keeps up to date.
    pub async fn mark_as_following(&self) -> Result<(), StoreError> {
        let mut connection = AnyConnection::connect(&url_of(&self.part)).await?;
        connection.execute(AssertSqlSafe(format!("CREATE TABLE {FOLLOWING} (since BIGINT)"))).await?;
        connection.close().await?;
        Ok(())
    }

    /// Gives the copy its name, durably.
    pub fn keep(self) -> Result<(), StoreError> {
        let folder = match self.file.parent() {
            Some(folder) if folder != Path::new("") => folder,
            _ => Path::new("."),
        };
        File::open(&self.part)
            .and_then(|part| part.sync_all())
            .and_then(|()| fs::rename(&self.part, &self.file))
            .and_then(|()| File::open(folder))
            .and_then(|folder| folder.sync_all())
            .map_err(|error| complaint(&self.file, &error.to_string()))
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        for file in [&self.part, &self.upgraded] {
            for end in ["", "-wal", "-shm", "-journal"] {
                // Most don't exist.
                let _ = fs::remove_file(beside(file, end));
            }
        }
    }
}

impl Store {
    /// Writes a consistent copy of an open SQLite database, of which the file may be lost, to a new file that only its owner can read.
    pub(super) async fn save_to(&self, file: &Path) -> Result<(), StoreError> {
        file::create(file).map_err(|error| complaint(file, &error.to_string()))?;
        let copied = vacuum_into(file).execute::<&AnyPool>(&self.readers).await;
        if copied.is_err() {
            // What it holds is incomplete.
            let _ = fs::remove_file(file);
        }
        copied?;
        Ok(())
    }
}

fn vacuum_into(file: &Path) -> sqlx::query::Query<'_, sqlx::Any, sqlx::any::AnyArguments> {
    sqlx::query("VACUUM INTO $1").bind(file.to_string_lossy().into_owned())
}

/// Undoes what an interrupted round has left in a followed copy. Readers can't, and would fail.
pub async fn undo_interrupted_round(file: &Path) -> Result<(), StoreError> {
    if !beside(file, "-journal").exists() {
        return Ok(());
    }
    install_drivers();
    let undone = async {
        let mut connection = AnyConnection::connect(&format!("{}?mode=rw", url_of(file))).await?;
        // SQLite does it before the first read.
        connection.execute("SELECT COUNT(*) FROM sqlite_master").await?;
        connection.close().await
    };
    undone.await.map_err(|error| complaint(file, &error.to_string()))
}

impl Store {
    /// What SQLite finds wrong with its tables and indexes, a line each, 100 at most. Nothing on PostgreSQL.
    pub async fn damaged_structure(&self) -> Result<Vec<String>, StoreError> {
        if self.readers.acquire().await?.backend_name() != "SQLite" {
            return Ok(Vec::new());
        }
        // A quick check would not compare indexes with tables, and most of the time goes into replays anyway.
        let found: Result<Vec<String>, StoreError> =
            async { Ok(sqlx::query_scalar("PRAGMA integrity_check").fetch_all(&self.readers).await?) }.await;
        match found {
            Ok(lines) => Ok(lines.into_iter().filter(|line| line != "ok").collect()),
            Err(error) if error.is_damage() => Ok(vec![error.to_string()]),
            Err(error) => Err(error),
        }
    }
}

/// Fails unless SQLite finds its own structures in order.
async fn check_pages(file: &Path) -> Result<(), StoreError> {
    let mut connection = AnyConnection::connect(&file::read_only_url(&url_of(file))).await?;
    connection.execute(SQLITE_READING_SETTINGS).await?;
    let found: String = sqlx::query_scalar("PRAGMA integrity_check(1)").fetch_one(&mut connection).await?;
    connection.close().await?;
    if found == "ok" { Ok(()) } else { Err(complaint(file, &found)) }
}

/// The URL of an SQLite file.
pub fn url_of(file: &Path) -> String {
    let path = file.to_string_lossy().replace('%', "%25").replace('?', "%3F").replace('#', "%23");
    format!("sqlite:{path}")
}

/// The path with something added to the file name.
fn beside(file: &Path, end: &str) -> PathBuf {
    let mut path = file.as_os_str().to_owned();
    path.push(end);
    path.into()
}

fn complaint(file: &Path, why: &str) -> StoreError {
    StoreError::Open(format!("{}: {why}", file.display()))
}
