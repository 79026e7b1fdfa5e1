//! `bastide backup` and `bastide copy` as processes: killed in the middle, and on a full disk.
#![cfg(unix)]

use std::fs;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use sqlx::AnyPool;

use support::database::Database;

use crate::{BASTIDE, bastide, fill, text};

/// Events in a database, 0 while there is no table for them.
async fn events(raw: &AnyPool) -> i64 {
    sqlx::query_scalar("SELECT COUNT(*) FROM events").fetch_one(raw).await.unwrap_or(0)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_copy_that_is_killed_goes_on_in_both_directions() {
    let (sqlite, postgres, back) = (Database::sqlite(), Database::postgres().await, Database::sqlite());
    fill(&sqlite.url, 500).await;
    let raw = sqlite.connect().await;
    let all = events(&raw).await;
    raw.close().await;
    for (from, to) in [(&sqlite, &postgres), (&postgres, &back)] {
        let arguments = ["copy", "--from", &from.url, "--to", &to.url];
        let raw = to.connect().await;
        let mut process = Command::new(BASTIDE)
            .args(arguments)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let begun = Instant::now();
        while events(&raw).await == 0 {
            assert!(begun.elapsed() < Duration::from_mins(1) && process.try_wait().unwrap().is_none());
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
        process.kill().unwrap();
        process.wait().unwrap();
        let copied = events(&raw).await;
        assert!(copied > 0 && copied < all, "killed in the middle: {copied} of {all}");
        let refused = bastide(&["verify", "--database", &to.url], "");
        assert!(text(&refused.stderr).contains("a copy that was interrupted"), "{}", text(&refused.stderr));
        let output = bastide(&arguments, "");
        assert!(output.status.success(), "{}", text(&output.stderr));
        assert!(text(&output.stdout).contains("rows copied, all equal to those of the source."));
        assert_eq!(events(&raw).await, all);
        raw.close().await;
    }
    postgres.remove().await;
}

#[tokio::test]
async fn a_backup_has_its_name_only_when_it_is_whole() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let database = format!("sqlite:{}", path("bastide.db").display());
    let missing = bastide(&["backup", "--database", &database, "copy.db"], "");
    assert_eq!(missing.status.code(), Some(1));
    assert!(!path("bastide.db").exists(), "a wrong name creates no database");
    fill(&database, 500).await;
    let copy = path("copy.db");
    let names = || {
        let names = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
        let mut names: Vec<String> = names.map(|name| name.into_string().unwrap()).collect();
        names.retain(|name| name.starts_with("copy"));
        names.sort();
        names
    };
    // As on a disk that is full after 200 KB.
    let full = Command::new("sh")
        .args(["-c", "trap '' XFSZ; ulimit -f 400; exec \"$0\" backup --database \"$1\" \"$2\"", BASTIDE])
        .args([&database, copy.to_str().unwrap()])
        .output()
        .unwrap();
    assert_eq!(full.status.code(), Some(1), "{}", text(&full.stderr));
    assert!(text(&full.stderr).starts_with(&format!("{}: ", copy.display())), "{}", text(&full.stderr));
    assert_eq!(names(), Vec::<String>::new());
    // What a killed backup leaves.
    fs::write(path("copy.db.part"), "half").unwrap();
    let save = || bastide(&["backup", "--database", &database, copy.to_str().unwrap()], "");
    let refused = save();
    assert!(text(&refused.stderr).contains("copy.db.part: the file exists: if no other backup is running"));
    fs::remove_file(path("copy.db.part")).unwrap();
    let saved = save();
    assert!(text(&saved.stdout).contains("tables verified"), "{}", text(&saved.stderr));
    assert_eq!(names(), ["copy.db"]);
    let refused = save();
    assert!(text(&refused.stderr).contains("never replaces one"), "{}", text(&refused.stderr));
}

#[tokio::test]
async fn a_backup_of_a_damaged_database_is_made_and_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite:{}", folder.path().join("bastide.db").display());
    fill(&database, 3).await;
    sqlx::any::install_default_drivers();
    let raw = AnyPool::connect(&database).await.unwrap();
    let damage =
        "UPDATE games SET scores = '[7,7]' WHERE id = (SELECT min(id) FROM games WHERE status = 'finished')";
    sqlx::query(damage).execute(&raw).await.unwrap();
    raw.close().await;
    let copy = folder.path().join("copy.db");
    let saved = bastide(&["backup", "--database", &database, copy.to_str().unwrap()], "");
    assert_eq!(saved.status.code(), Some(1));
    assert!(
        text(&saved.stderr).contains("the database itself is damaged. Problems: 1."),
        "{}",
        text(&saved.stderr)
    );
    assert!(copy.exists());
    let missing = bastide(&["restore", "--database", &database, "nothing.db"], "");
    assert_eq!(missing.status.code(), Some(2), "{}", text(&missing.stderr));
}
