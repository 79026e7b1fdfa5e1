//! Lets one server at a time use an SQLite file. Several would not see each other's changes at once.
//!
//! The lock is on a file beside the database: if the server opened and closed the database's own file, SQLite would lose its locks on
//! it. Commands that run beside the server don't lock anything. When one has changed what the server caches, it makes that file longer.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::connect::cannot_open;
use crate::file::{DatabaseFile, path_of};
use crate::{Store, StoreError};

/// Released when it is dropped, or the process ends.
#[derive(Debug)]
pub(super) struct ServerLock(File);

impl ServerLock {
    /// `None` if the file can't be locked, which only the log says.
    pub fn take(url: &str) -> Result<Option<Self>, StoreError> {
        let path = path_of(url).map_err(|why| cannot_open(url, &why))?;
        let mut options = OpenOptions::new();
        options.write(true).create(true).truncate(false);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let locked =
            beside(&path).and_then(|path| options.open(path)).and_then(|file| match file.try_lock() {
                Ok(()) => Ok(Some(file)),
                Err(TryLockError::WouldBlock) => Ok(None),
                Err(TryLockError::Error(error)) => Err(error),
            });
        match locked {
            Ok(Some(file)) => Ok(Some(Self(file))),
            Ok(None) => {
                let why = "another server is using it. Stop that one first; several servers can share a PostgreSQL database";
                Err(cannot_open(url, why))
            }
            Err(error) => {
                tracing::warn!(%error, "cannot lock the database: start no other server on it");
                Ok(None)
            }
        }
    }
}

impl Store {
    /// Changes whenever a command beside this server has changed what the server caches. `None` if this isn't a server on SQLite.
    pub fn commands_run(&self) -> Option<u64> {
        let ServerLock(file) = &self.sole_server.as_ref()?.lock;
        file.metadata().ok().map(|file| file.len())
    }

    /// Lets a server on the same SQLite file know that it has to read again what it caches.
    pub fn signal_server(&self) {
        if let Some(file) = &self.file
            && let Err(error) = signal(file)
            && error.kind() != io::ErrorKind::NotFound
        {
            tracing::warn!(%error, "a running server learns of this within three seconds only");
        }
    }
}

fn signal(file: &DatabaseFile) -> io::Result<()> {
    OpenOptions::new().append(true).open(beside(file.path())?)?.write_all(b".")
}

/// The same for every path to the file.
fn beside(path: &Path) -> io::Result<PathBuf> {
    let path = match (path.canonicalize(), path.parent(), path.file_name()) {
        (Ok(path), ..) => path,
        // It doesn't exist yet.
        (Err(_), Some(folder), Some(name)) => {
            let folder = if folder == Path::new("") { Path::new(".") } else { folder };
            fs::canonicalize(folder)?.join(name)
        }
        (Err(error), ..) => return Err(error),
    };
    let mut name = OsString::from(path);
    name.push(".lock");
    Ok(name.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_locked_once_by_whatever_path_until_the_lock_is_dropped() {
        let folder = tempfile::tempdir().unwrap();
        let url = |name: &str| format!("sqlite:{}", folder.path().join(name).display());
        let lock = ServerLock::take(&url("a.db")).unwrap();
        assert!(lock.is_some(), "before the database is there");
        fs::write(folder.path().join("a.db"), "").unwrap();
        #[cfg(unix)]
        std::os::unix::fs::symlink("a.db", folder.path().join("link.db")).unwrap();
        for name in [
            "a.db",
            "./a.db",
            #[cfg(unix)]
            "link.db",
        ] {
            let refused = ServerLock::take(&url(name)).unwrap_err().to_string();
            assert!(refused.contains("another server is using it"), "{refused}");
        }
        assert!(ServerLock::take(&url("b.db")).unwrap().is_some());
        drop(lock);
        assert!(ServerLock::take(&url("a.db")).unwrap().is_some());
    }
}
