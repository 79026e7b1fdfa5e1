//! The host's commands on a damaged database: what they print, and how they exit.

use std::fs::{self, File};
use std::io::{Seek, SeekFrom, Write};
use std::path::PathBuf;

use sqlx::{AnyConnection, AssertSqlSafe, Connection, Executor};

use crate::{bastide, fill, text};

/// A database of finished games.
struct FilledDatabase {
    url: String,
    folder: tempfile::TempDir,
}

impl FilledDatabase {
    async fn filled(games: u32) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite:{}", folder.path().join("bastide.db").display());
        fill(&url, games).await;
        Self { url, folder }
    }

    /// The exit status, what went to standard output, and what to standard error.
    fn run(&self, arguments: &[&str]) -> (i32, String, String) {
        let output = bastide(&[arguments, &["--database", &self.url]].concat(), "");
        (output.status.code().unwrap(), text(&output.stdout), text(&output.stderr))
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("bastide.db")
    }

    /// The number of an index's first page from 0, and the size of pages.
    async fn page_of(&self, index: &str) -> (u64, u64) {
        sqlx::any::install_default_drivers();
        let mut connection = AnyConnection::connect(&self.url).await.unwrap();
        let find = format!(
            "SELECT rootpage - 1, (SELECT page_size FROM pragma_page_size) FROM sqlite_master WHERE name = '{index}'"
        );
        let (page, size): (i64, i64) =
            sqlx::query_as(AssertSqlSafe(find)).fetch_one(&mut connection).await.unwrap();
        connection.close().await.unwrap();
        (page.try_into().unwrap(), size.try_into().unwrap())
    }

    async fn damage(&self, statement: &str) {
        sqlx::any::install_default_drivers();
        let mut connection = AnyConnection::connect(&self.url).await.unwrap();
        let done = connection.execute(AssertSqlSafe(statement.to_owned())).await.unwrap();
        assert!(done.rows_affected() > 0, "{statement} hits a row");
        connection.close().await.unwrap();
    }
}

#[tokio::test]
async fn verify_names_what_is_wrong_and_goes_on_after_a_game_and_rebuild_repairs_it() {
    let database = FilledDatabase::filled(4).await;
    let (status, told, _) = database.run(&["verify"]);
    assert!(status == 0 && told.ends_with("Everything is as the event logs say.\n"), "{told}");
    database
        .damage(
            "UPDATE games SET scores = '[7,7]'
             WHERE id IN (SELECT id FROM games WHERE status = 'finished' ORDER BY id LIMIT 4)",
        )
        .await;
    let (status, told, error) = database.run(&["verify", "--at-once", "2"]);
    assert_eq!((status, told.lines().count()), (1, 4), "{told}{error}");
    let games: Vec<&str> = told.lines().map(|line| &line["game ".len()..][..16]).collect();
    assert!(
        told.lines().all(|line| line.contains(", scores: [7,7] is stored")) && games.is_sorted(),
        "{told}"
    );
    assert!(error.contains("Problems: 4."), "{error}");
    let (status, rest, _) = database.run(&["verify", "--after", games[2]]);
    assert_eq!((status, rest.lines().count()), (1, 1), "{rest}");
    let (status, _, error) = database.run(&["verify", "--after", "x"]);
    assert!(status == 2 && error.contains("the id of a game has 16 letters and digits"), "{error}");
    let (status, told, _) = database.run(&["rebuild"]);
    assert!(status == 0 && told.contains("Differences repaired: 4."), "{told}");
    assert_eq!(database.run(&["verify"]).0, 0);
}

#[tokio::test]
async fn a_table_that_cannot_be_read_is_listed_and_makes_rebuild_and_verify_exit_with_status_1() {
    let database = FilledDatabase::filled(3).await;
    database
        .damage(
            "UPDATE games SET hand = 'tile' WHERE id = (SELECT min(id) FROM games WHERE status = 'finished')",
        )
        .await;
    let (status, _, error) = database.run(&["rebuild"]);
    assert_eq!(status, 1, "{error}");
    assert!(error.contains(", unreadable: ") && error.contains("Tables that can't be read: 1."), "{error}");
    let (status, told, error) = database.run(&["verify"]);
    assert_eq!(status, 1, "{error}");
    assert!(told.lines().any(|line| line.contains(", unreadable: ")), "{told}");
}

#[tokio::test]
async fn verify_neither_upgrades_a_database_of_an_earlier_version_nor_begins_one() {
    let database = FilledDatabase::filled(2).await;
    database
        .damage("DELETE FROM _sqlx_migrations WHERE version = (SELECT MAX(version) FROM _sqlx_migrations)")
        .await;
    let before = fs::read(database.file()).unwrap();
    let (status, told, error) = database.run(&["verify"]);
    assert_eq!((status, told.as_str()), (2, ""), "{error}");
    assert!(
        error.contains("written by an earlier version") && error.contains("`bastide backup FILE`"),
        "{error}"
    );
    assert!(fs::read(database.file()).unwrap() == before, "it is as it was");

    File::create(database.file()).unwrap();
    for command in [&["verify"][..], &["serve", "--listen", "127.0.0.1:0"]] {
        let (status, told, error) = database.run(command);
        assert!(status != 0 && told.is_empty(), "{told}{error}");
        assert!(error.contains("the file is empty") && error.contains("Restore a backup"), "{error}");
        assert_eq!(fs::metadata(database.file()).unwrap().len(), 0);
    }
    fs::remove_file(database.file()).unwrap();
    let (status, told, error) = database.run(&["verify"]);
    assert_eq!((status, told.as_str()), (2, ""), "{error}");
    assert!(error.contains("there is no such file") && !database.file().exists(), "{error}");
}

#[tokio::test]
async fn verify_finds_a_damaged_index_and_still_replays_the_games() {
    let database = FilledDatabase::filled(30).await;
    let (page, size) = database.page_of("games_public").await;
    let mut file = File::options().write(true).open(database.file()).unwrap();
    file.seek(SeekFrom::Start((page + 1) * size - 200)).unwrap();
    file.write_all(&[0xa5; 200]).unwrap();
    let (status, told, error) = database.run(&["verify"]);
    assert_eq!(status, 1, "{told}{error}");
    assert!(told.lines().any(|line| line.starts_with("structure of the file: ")), "{told}");
    assert!(
        error.contains("tables verified. Problems: ") && error.contains("restore the last backup"),
        "{error}"
    );
}

#[tokio::test]
async fn verify_and_rebuild_list_rows_with_bytes_that_are_no_text_and_go_on() {
    let database = FilledDatabase::filled(5).await;
    let nth = |nth| format!("WHERE id = (SELECT id FROM games ORDER BY id LIMIT 1 OFFSET {nth})");
    database.damage(&format!("UPDATE games SET hand = CAST(x'5b22ff225d' AS TEXT) {}", nth(1))).await;
    database
        .damage(&format!("PRAGMA foreign_keys = OFF; UPDATE games SET id = CAST(x'ffff' AS TEXT) {}", nth(3)))
        .await;
    let (status, told, error) = database.run(&["verify"]);
    assert_eq!(status, 1, "{error}");
    assert_eq!(told.lines().filter(|line| line.contains(", unreadable: ")).count(), 1, "{told}");
    assert_eq!(
        told.lines().filter(|line| line.starts_with("a table without a readable id: ")).count(),
        1,
        "{told}"
    );
    assert!(error.contains(" tables verified. Problems: 2."), "{error}");
    let (status, _, error) = database.run(&["rebuild"]);
    assert!(status == 1 && error.contains("Tables that can't be read: 2."), "{error}");
}
