//! The host's commands on a damaged database: what they print, and how they exit.

use sqlx::{AnyConnection, AssertSqlSafe, Connection, Executor};

use crate::{bastide, text};

/// A database of finished games.
struct House {
    url: String,
    _folder: tempfile::TempDir,
}

impl House {
    fn filled(games: u32) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite:{}", folder.path().join("bastide.db").display());
        let house = Self { url, _folder: folder };
        let (status, _, error) = house.run(&["fill", "--games", &games.to_string()]);
        assert_eq!(status, 0, "{error}");
        house
    }

    /// The exit status, what went to standard output, and what to standard error.
    fn run(&self, arguments: &[&str]) -> (i32, String, String) {
        let output = bastide(&[arguments, &["--database", &self.url]].concat(), "");
        (output.status.code().unwrap(), text(&output.stdout), text(&output.stderr))
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
    let house = House::filled(4);
    let (status, told, _) = house.run(&["verify"]);
    assert!(status == 0 && told.ends_with("Everything is as the event logs say.\n"), "{told}");
    house
        .damage(
            "UPDATE games SET scores = '[7,7]'
             WHERE id IN (SELECT id FROM games WHERE status = 'finished' ORDER BY id LIMIT 4)",
        )
        .await;
    let (status, told, error) = house.run(&["verify", "--at-once", "2"]);
    assert_eq!((status, told.lines().count()), (1, 4), "{told}{error}");
    let games: Vec<&str> = told.lines().map(|line| &line["game ".len()..][..16]).collect();
    assert!(
        told.lines().all(|line| line.contains(", scores: [7, 7] is stored")) && games.is_sorted(),
        "{told}"
    );
    assert!(error.contains("Problems: 4."), "{error}");
    let (status, rest, _) = house.run(&["verify", "--after", games[2]]);
    assert_eq!((status, rest.lines().count()), (1, 1), "{rest}");
    let (status, _, error) = house.run(&["verify", "--after", "x"]);
    assert!(status == 2 && error.contains("the id of a game has 16 letters and digits"), "{error}");
    let (status, told, _) = house.run(&["rebuild"]);
    assert!(status == 0 && told.contains("Differences repaired: 4."), "{told}");
    assert_eq!(house.run(&["verify"]).0, 0);
}

#[tokio::test]
async fn a_table_that_cannot_be_read_is_listed_and_makes_rebuild_and_verify_exit_with_status_1() {
    let house = House::filled(3);
    house
        .damage(
            "UPDATE games SET hand = 'tile' WHERE id = (SELECT min(id) FROM games WHERE status = 'finished')",
        )
        .await;
    let (status, _, error) = house.run(&["rebuild"]);
    assert_eq!(status, 1, "{error}");
    assert!(error.contains(", unreadable: ") && error.contains("Tables that can't be read: 1."), "{error}");
    let (status, told, error) = house.run(&["verify"]);
    assert_eq!(status, 1, "{error}");
    assert!(told.lines().any(|line| line.contains(", unreadable: ")), "{told}");
}
