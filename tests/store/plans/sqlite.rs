//! Query plans of SQLite.

use sqlx::{AssertSqlSafe, Row};

use super::{grows, names};
use crate::app::TestApp;

/// Allowed sorts of a few rows, by the beginning of the statement's last part.
const SMALL_SORTS: [(&str, &str); 7] = [
    ("FROM followed_players f CROSS JOIN seats s", "games in progress of those whom one user follows"),
    ("FROM notifications WHERE user_id = $1 AND game = $2", "what a player was notified of in one game"),
    ("UNION SELECT k.game FROM kept_seats k", "what concerns a player now"),
    ("FROM sessions WHERE user_id = $1", "the sessions of one account that have not expired"),
    ("push_subscriptions WHERE user_id = $1", "the devices of one account, at most eleven"),
    ("FROM push_subscriptions p JOIN sessions s", "the devices of one account, at most ten"),
    ("webhook_failures WHERE user_id = $1 AND webhook = $2", "the failures of one webhook, at most 101"),
];

/// Keys by which one row is found.
const ONE_ROW: [&str; 3] = ["(id=?)", "(game=? AND user_id=?)", "(game=? AND facet=?)"];

pub async fn complaints(app: &TestApp, statement: &str) -> Vec<String> {
    let explain = format!("EXPLAIN QUERY PLAN {statement}");
    let mut connection = app.raw.acquire().await.unwrap();
    // Reloads the statistics.
    sqlx::raw_sql("ANALYZE sqlite_schema").execute(&mut *connection).await.unwrap();
    let rows = sqlx::raw_sql(AssertSqlSafe(explain)).fetch_all(&mut *connection).await;
    let rows = rows.unwrap_or_else(|error| panic!("{statement}: {error}"));
    let lines: Vec<(i64, i64, String)> = rows
        .iter()
        .map(|row| (row.get::<i64, _>(0), row.get::<i64, _>(1), row.get::<String, _>(3)))
        .collect();
    let aliases = aliases(statement);
    let grows = |name: &str| {
        let table = aliases.iter().find(|(alias, _)| alias == name).map_or(name, |(_, table)| table);
        grows(table)
    };
    let mut complaints = Vec::new();
    // Optional filters: no index helps with them, and the plan does not show them.
    if statement.contains(" OR ") && !statement.contains(" AS disagreeing") {
        complaints.push(format!("OR\n  in: {statement}"));
    }
    for (_, parent, line) in &lines {
        let scan = line.strip_prefix("SCAN ").and_then(|rest| rest.split(' ').next()).is_some_and(grows);
        // Walking along an index is a scan that ends with the page, if it skips no rows on the way.
        if scan && !walks_a_partial_index(line) {
            complaints.push(format!("{line}\n  in: {statement}"));
        }
        let sorts = line.contains("TEMP B-TREE FOR ORDER BY") || line.contains("TEMP B-TREE FOR LAST");
        let of_a_page = lines.iter().any(|(_, sibling, other)| {
            sibling == parent
                && other
                    .strip_prefix("SCAN ")
                    .and_then(|rest| rest.split(' ').next())
                    .is_some_and(|name| !grows(name))
        });
        let sorted_grows = lines.iter().any(|(_, sibling, other)| {
            sibling == parent
                && other.starts_with("SEARCH ")
                && other.split(' ').nth(1).is_some_and(grows)
                // One row by its key for each row of a page.
                && !(of_a_page && ONE_ROW.iter().any(|key| other.contains(key)))
        });
        if sorts && sorted_grows && !SMALL_SORTS.iter().any(|(part, _)| statement.contains(part)) {
            complaints.push(format!("{line}\n  in: {statement}"));
        }
    }
    complaints
}

/// Otherwise a statement with a bound `LIMIT` is planned again each time it runs, and by arguments that these tests don't know.
#[tokio::test]
async fn no_argument_changes_a_plan() {
    let app = TestApp::on_sqlite().await;
    let same = sqlx::query_scalar::<_, i64>("SELECT sqlite_compileoption_used('ENABLE_QPSG')");
    assert_eq!(
        same.fetch_one(&app.raw).await.unwrap(),
        1,
        "SQLite was built with the flags of .cargo/config.toml"
    );
}

/// Indexes that contain few of many rows: those that wait for something.
fn walks_a_partial_index(line: &str) -> bool {
    ["jobs_due", "jobs_failed", "games_waiting", "users_guests", "games_public"]
        .iter()
        .any(|index| names(line, index))
}

/// The aliases of tables in a statement.
fn aliases(statement: &str) -> Vec<(String, String)> {
    let words: Vec<&str> =
        statement.split(|letter: char| letter.is_whitespace() || ",()".contains(letter)).collect();
    words
        .windows(2)
        .filter(|pair| grows(pair[0]))
        .map(|pair| (pair[1].to_owned(), pair[0].to_owned()))
        .collect()
}
