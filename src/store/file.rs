//! The file of an SQLite database: who may read it, and whether it is still in its place.

use std::fs::{self, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use sqlx::sqlite::SqliteConnectOptions;

use crate::connect::cannot_open;
use crate::{Store, StoreError};

/// The open file of a database. A deleted file stays open, so writes would succeed and be lost with the process.
#[derive(Clone, Debug)]
pub(super) struct DatabaseFile {
    path: PathBuf,
    identity: Identity,
}

/// Device and inode.
type Identity = (u64, u64);

impl DatabaseFile {
    /// The file of a database URL. One that is missing is created, readable by its owner only, unless the URL asks for an
    /// existing one.
    pub fn of_url(url: &str) -> Result<Self, String> {
        let path = path_of(url)?;
        if may_create(url) {
            match create(&path) {
                Ok(()) => tracing::info!(file = %path.display(), "created a new database"),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => warn_if_others_can_read(&path),
                Err(error) => return Err(error.to_string()),
            }
        }
        let identity = identity(&path).map_err(|error| error.to_string())?;
        Ok(Self { path, identity })
    }

    /// The URL that opens the file and never creates another.
    pub fn url(url: &str) -> String {
        match url.split_once('?') {
            None => format!("{url}?mode=rw"),
            Some((_, settings)) if !settings.contains("mode=") => format!("{url}&mode=rw"),
            Some(_) => url.replace("mode=rwc", "mode=rw"),
        }
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// In bytes, with its log.
    pub fn size(&self) -> u64 {
        let mut log = self.path.clone().into_os_string();
        log.push("-wal");
        let sizes = [self.path.as_os_str(), &log].map(|path| fs::metadata(path).map_or(0, |file| file.len()));
        sizes.iter().sum()
    }

    /// Whether the path still leads to the file that was opened.
    pub fn is_in_place(&self) -> bool {
        identity(&self.path).is_ok_and(|identity| identity == self.identity)
    }
}

impl Store {
    /// Whether the database's file was deleted or replaced since it was opened.
    pub fn is_file_lost(&self) -> bool {
        self.file.as_ref().is_some_and(|file| !file.is_in_place())
    }

    /// Fails at once if SQLite can't write to its file. A busy database, or a PostgreSQL that takes no writes for now, may
    /// recover.
    pub async fn check_file(&self) -> Result<(), StoreError> {
        let Some(file) = &self.file else { return Ok(()) };
        match self.check_writer().await {
            Err(error) if error.to_string().contains("readonly database") => Err(StoreError::Open(format!(
                "the database {} is read-only: let the user that runs the server write to the file and its folder",
                file.path.display()
            ))),
            _ => Ok(()),
        }
    }

    /// If the database's file was deleted or replaced, writes what it held to a new file beside it, and returns an error
    /// that says so.
    pub async fn rescue(&self) -> Result<(), StoreError> {
        let Some(file) = self.file.as_ref().filter(|file| !file.is_in_place()) else { return Ok(()) };
        let lost = file.path.display();
        let copy = format!("{lost}.rescued");
        let rescued = match self.save_to(Path::new(&copy)).await {
            Ok(()) => format!("What it held is in {copy}"),
            Err(error) => format!("What it held could not be saved to {copy}: {error}"),
        };
        Err(StoreError::Open(format!(
            "the database file {lost} was deleted or replaced while the server was running. {rescued}"
        )))
    }
}

/// Fails if the file of an SQLite database is missing.
pub(super) fn require(url: &str) -> Result<(), StoreError> {
    let path = path_of(url).map_err(|why| cannot_open(url, &why))?;
    if path.exists() { Ok(()) } else { Err(cannot_open(url, "there is no such file")) }
}

/// Fails if the file of an SQLite database has 0 bytes: a site that is lost would be replaced with an empty one.
pub(super) fn refuse_empty(url: &str) -> Result<(), StoreError> {
    let path = path_of(url).map_err(|why| cannot_open(url, &why))?;
    if fs::metadata(path).is_ok_and(|file| file.is_file() && file.len() == 0) {
        let why = "the file is empty, so whatever it held is lost. Restore a backup, or delete the file to begin a new site";
        return Err(cannot_open(url, why));
    }
    Ok(())
}

/// Of a database URL.
pub(super) fn path_of(url: &str) -> Result<PathBuf, String> {
    let options = SqliteConnectOptions::from_str(url).map_err(|error| error.to_string())?;
    Ok(options.get_filename().to_owned())
}

/// Creates an empty file that only its owner can read. SQLite gives the same permissions to the files beside it.
pub(super) fn create(path: &Path) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).map(drop)
}

/// The URL that opens an existing file and never changes it.
pub(super) fn read_only_url(url: &str) -> String {
    let (file, settings) = url.split_once('?').unwrap_or((url, ""));
    let kept = settings.split('&').filter(|setting| !setting.is_empty() && !setting.starts_with("mode="));
    let settings: Vec<&str> = kept.chain(["mode=ro"]).collect();
    format!("{file}?{}", settings.join("&"))
}

fn may_create(url: &str) -> bool {
    url.split_once('?')
        .is_none_or(|(_, settings)| !settings.contains("mode=") || settings.contains("mode=rwc"))
}

#[cfg(unix)]
fn identity(path: &Path) -> io::Result<Identity> {
    use std::os::unix::fs::MetadataExt;
    fs::metadata(path).map(|file| (file.dev(), file.ino()))
}

/// Elsewhere, only a missing file is noticed.
#[cfg(not(unix))]
fn identity(path: &Path) -> io::Result<Identity> {
    fs::metadata(path).map(|_| (0, 0))
}

#[cfg(unix)]
fn warn_if_others_can_read(path: &Path) {
    use std::os::unix::fs::PermissionsExt;
    if fs::metadata(path).is_ok_and(|file| file.permissions().mode() & 0o077 != 0) {
        tracing::warn!(file = %path.display(), "other users of this machine can read the database: run chmod 600");
    }
}

#[cfg(not(unix))]
fn warn_if_others_can_read(_: &Path) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_lost_once_it_is_deleted_or_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.db");
        let url = format!("sqlite:{}", path.display());
        let file = DatabaseFile::of_url(&url).unwrap();
        assert!(file.is_in_place());
        fs::rename(&path, folder.path().join("b.db")).unwrap();
        assert!(!file.is_in_place(), "deleted");
        create(&path).unwrap();
        assert!(!file.is_in_place(), "replaced");
        assert!(DatabaseFile::of_url(&url).unwrap().is_in_place());
    }

    #[test]
    fn a_database_is_opened_as_its_url_says_and_created_once_at_most() {
        for (url, opened) in [
            ("sqlite:a.db", "sqlite:a.db?mode=rw"),
            ("sqlite:a.db?cache=shared", "sqlite:a.db?cache=shared&mode=rw"),
            ("sqlite:a.db?mode=ro", "sqlite:a.db?mode=ro"),
            ("sqlite:a.db?mode=rwc", "sqlite:a.db?mode=rw"),
        ] {
            assert_eq!(DatabaseFile::url(url), opened);
        }
        assert_eq!(read_only_url("sqlite:a.db"), "sqlite:a.db?mode=ro");
        assert_eq!(read_only_url("sqlite:a.db?mode=rwc&cache=shared"), "sqlite:a.db?cache=shared&mode=ro");
    }
}
