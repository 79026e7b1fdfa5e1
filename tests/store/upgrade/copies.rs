//! Backups and copies of filled databases, of today's schema and of earlier ones.

use std::panic::AssertUnwindSafe;
use std::path::Path;

use bastide::clock::Clock;
use bastide::service::{BackupStage, Service, StoreError};
use futures_util::FutureExt;
use sqlx::{AnyPool, AssertSqlSafe};

use support::database::Database;

use super::{applied, counts, dump, dumps, latest, log, read, schema};

fn how() -> (Clock, usize) {
    (Clock::default(), 2)
}

/// A database with the rows of a dump, in the schema of the dump.
async fn loaded(version: i64, database: Database) -> (Database, AnyPool) {
    let raw = database.connect().await;
    schema(version).run(&raw).await.unwrap();
    sqlx::raw_sql(AssertSqlSafe(read(version, "sql"))).execute(&raw).await.unwrap();
    (database, raw)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn backups_of_earlier_schemas_leave_them_as_they_are_and_are_restored_on_either_database() {
    let [first, .., last] = dumps()[..] else { panic!("two dumps") };
    for (version, from) in [(first, Database::postgres().await), (last, Database::sqlite())] {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("50% of #1?.db");
        let (from, raw) = loaded(version, from).await;
        let verified = Service::backup(&from.url, &file, how(), |_| ()).await.unwrap();
        assert_eq!(applied(&raw).await.last(), Some(&version), "it is not upgraded");
        assert_is_alone(&file);
        for to in [Database::sqlite(), Database::postgres().await] {
            let report = Service::restore(&file, &to.url, how(), |_| ()).await.unwrap();
            assert_eq!((report.copy, report.written), (verified, report.rows));
            let restored = to.connect().await;
            assert_eq!(applied(&restored).await.last(), Some(&latest()), "the copy is upgraded");
            assert_eq!(log(&restored).await, log(&raw).await);
            assert_eq!(counts(&restored).await, counts(&raw).await);
            restored.close().await;
            to.remove().await;
        }
        raw.close().await;
        from.remove().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_copy_to_postgres_and_back_has_the_same_rows_although_both_were_interrupted() {
    let (sqlite, raw) = loaded(*dumps().last().unwrap(), Database::sqlite()).await;
    let service = Service::open(&sqlite.url, Clock::default()).await.unwrap();
    // The program of that time stored less.
    service.rebuild(false, |_, _| ()).await.unwrap();
    service.close().await;
    let (postgres, back) = (Database::postgres().await, Database::sqlite());
    for (from, to) in [(&sqlite, &postgres), (&postgres, &back)] {
        interrupt(from, to, 700).await;
        let refused = Service::open(&to.url, Clock::default()).await.unwrap_err().to_string();
        assert!(refused.contains("a copy that was interrupted: run the same command again"), "{refused}");
        let refused = Service::copy(&to.url, "sqlite:nowhere.db", how(), |_| ()).await.unwrap_err();
        assert!(refused.to_string().contains("it is a copy that was interrupted"), "{refused}");
        // Whatever it holds, it ends as the source is.
        let partial = to.connect().await;
        for change in [
            "UPDATE users SET zone = 'Asia/Tokyo' WHERE folded = 'ann'",
            "DELETE FROM recovery_codes WHERE user_id = (SELECT id FROM users WHERE folded = 'ben')",
            "INSERT INTO users (id, name, folded, password, zone, created) VALUES ('zz', 'zz', 'zz', '', 'UTC', 1)",
            "INSERT INTO recovery_codes (user_id, code) VALUES ('zz', 'zz')",
        ] {
            let changed = sqlx::query(AssertSqlSafe(change.to_owned())).execute(&partial).await.unwrap();
            assert!(changed.rows_affected() > 0, "{change}");
        }
        partial.close().await;
        let report = Service::copy(&from.url, &to.url, how(), |_| ()).await.unwrap();
        assert!(report.written + 500 < report.rows, "it goes on: {report:?}");
        assert_eq!((report.copy.problems, report.source), (0, Some(report.copy)));
    }
    let copied = back.connect().await;
    assert_eq!(dump::rows(&copied).await, dump::rows(&raw).await);
    copied.close().await;
    raw.close().await;
    postgres.remove().await;
}

/// Starts a copy that ends after some rows.
async fn interrupt(from: &Database, to: &Database, rows: u64) {
    let stop = |stage: BackupStage| {
        if let BackupStage::Copying { done, .. } = stage {
            assert!(done < rows, "on purpose");
        }
    };
    let copy = Service::copy(&from.url, &to.url, how(), stop);
    assert!(AssertUnwindSafe(copy).catch_unwind().await.is_err());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_copy_never_replaces_anything() {
    let (used, raw) = loaded(*dumps().last().unwrap(), Database::sqlite()).await;
    let before = dump::rows(&raw).await;
    let folder = tempfile::tempdir().unwrap();
    let (file, empty) = (folder.path().join("backup.db"), Database::sqlite());
    Service::open(&empty.url, Clock::default()).await.unwrap().close().await;
    Service::backup(&empty.url, &file, how(), |_| ()).await.unwrap();
    let refusals = [
        (Service::backup(&used.url, &file, how(), |_| ()).await.unwrap_err(), "never replaces one"),
        (Service::restore(&file, &used.url, how(), |_| ()).await.unwrap_err(), "it is in use (users: "),
        (Service::copy(&used.url, &empty.url, how(), |_| ()).await.unwrap_err(), "set up by a newer version"),
    ];
    for (error, why) in refusals {
        assert!(matches!(error, StoreError::Open(_)) && error.to_string().contains(why), "{error}");
    }
    assert_eq!(dump::rows(&raw).await, before);
    raw.close().await;
    // A server that was started once has left a database in which nobody has played.
    let report = Service::restore(&file, &empty.url, how(), |_| ()).await.unwrap();
    assert_eq!((report.rows, report.copy.tables), (0, 0));
}

/// Nothing else is in the folder of a file, which only its owner can read.
fn assert_is_alone(file: &Path) {
    let beside: Vec<_> =
        std::fs::read_dir(file.parent().unwrap()).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(beside, [file]);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(file.metadata().unwrap().permissions().mode() & 0o777, 0o600);
    }
}
