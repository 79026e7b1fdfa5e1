//! What all connections have in common: settings, migrations, and complaints that a host can act on.

use std::sync::Once;

use sqlx::migrate::MigrateError;

use crate::StoreError;

/// WAL lets readers continue during writes; FULL makes a confirmed move survive a power cut. Each connection keeps 2 MB of pages in
/// memory, SQLite's default: the operating system keeps the rest of the file.
pub(super) const SQLITE_SETTINGS: &str = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 5000; \
     PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY;";

pub(super) const SQLITE_READING_SETTINGS: &str =
    "PRAGMA query_only = ON; PRAGMA busy_timeout = 5000; PRAGMA temp_store = MEMORY;";

/// Every statement reads a few rows along an index, and most players have few games. Plans made for the average player
/// collect and sort all games of a player with many. Nothing here is worth parallel workers or JIT compilation.
///
/// A write that waits for a row of another whose commit hangs fails in the end.
pub const POSTGRES_SETTINGS: &str = "SET lock_timeout = '10s'; SET enable_bitmapscan = off; SET random_page_cost = 1.1; \
     SET max_parallel_workers_per_gather = 0; SET jit = off;";

pub(super) const POSTGRES_READING_SETTINGS: &str = "SET default_transaction_read_only = on; SET jit = off;";

pub(super) fn install_drivers() {
    static DRIVERS: Once = Once::new();
    DRIVERS.call_once(sqlx::any::install_default_drivers);
}

pub(super) fn cannot_open(url: &str, why: &str) -> StoreError {
    StoreError::Open(format!("cannot open the database {}: {why}", without_password(url)))
}

pub(super) fn cannot_migrate(url: &str, error: &MigrateError) -> StoreError {
    let why = match error {
        MigrateError::VersionMissing(version) => {
            format!("it was written by a newer version of bastide (unknown migration {version})")
        }
        other => other.to_string(),
    };
    cannot_open(url, &why)
}

/// The URL without its password, for error messages.
fn without_password(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://") else { return url.to_owned() };
    match rest.rsplit_once('@') {
        Some((login, host)) => {
            let user = login.split(':').next().unwrap_or_default();
            format!("{scheme}://{user}@{host}")
        }
        None => url.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_password_in_a_url_is_not_printed() {
        assert_eq!(without_password("postgres://ann:s3@:cret@db/x"), "postgres://ann@db/x");
        assert_eq!(without_password("sqlite:bastide.db"), "sqlite:bastide.db");
    }
}
