//! The SQL statements in the store's source code.

use std::collections::BTreeSet;
use std::path::Path;

use super::one_line;

/// Statements that no tour can send quickly, and why they need no check.
const UNSENT: [(&str, &str); 16] = [
    ("SELECT current_setting('synchronous_standby_names')", "reads no table"),
    ("SELECT CAST(pg_database_size(current_database()) AS BIGINT)", "reads no table"),
    ("SELECT CAST(pg_notify($1, $2) AS TEXT)", "reads no table"),
    ("SELECT CAST(pg_notify($1, current_schema() || ' ' || $2) AS TEXT)", "reads no table"),
    ("SELECT current_schema()::text", "reads no table"),
    (
        "SELECT 'primary' AS name, CAST(pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') AS BIGINT) AS lsn",
        "reads no table",
    ),
    ("SELECT 'replica' AS name, CASE WHEN pg_is_in_recovery()", "reads no table"),
    ("SELECT CAST(pg_advisory_xact_lock(hashtextextended($1, 0)) AS TEXT)", "reads no table"),
    (
        "SELECT 'clock' AS name, CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) AS millis",
        "reads no table",
    ),
    ("SELECT $1 || ' of one'", "reads no table"),
    ("SELECT $1 || ' of the other'", "reads no table"),
    (
        "UPDATE jobs SET due = $3 WHERE unique_key = $1 AND lease = $2",
        "extends a lease after seconds, by the key",
    ),
    (
        "UPDATE jobs SET due = $3, attempts = $4, failed = $5, error = $6, lease = NULL",
        "a failure, by the key",
    ),
    (
        "UPDATE level_results SET won = won - $2, drawn = drawn - $3, lost = lost - $4 WHERE level = $1",
        "one of eight rows, by the key",
    ),
    ("SELECT user_id FROM feeds UNION SELECT user_id FROM push_subscriptions", "a server on SQLite starts"),
    ("DELETE FROM jobs WHERE unique_key = $1 AND lease = $2", "a job with nothing to do, by the key"),
];

/// The beginnings of statements in the source that were not sent.
pub fn missed(sent: &BTreeSet<String>) -> Vec<String> {
    let mut code = String::new();
    collect(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/store"), &mut code);
    let begun: BTreeSet<String> = code.split('"').filter_map(beginning).collect();
    assert!(begun.len() > 40, "the source was found: {begun:?}");
    let excused = |begun: &str| UNSENT.iter().any(|(unsent, _)| *unsent == begun);
    begun
        .into_iter()
        .filter(|begun| !excused(begun) && !sent.iter().any(|sent| sent.contains(begun)))
        .collect()
}

/// Not collected: tests, and what builds its statements for each table or reads whole databases.
const UNREAD: [&str; 3] = ["tests.rs", "backup.rs", "copy"];

/// Collects the code of all other files.
fn collect(folder: &Path, code: &mut String) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if UNREAD.iter().any(|unread| path.ends_with(unread)) {
            continue;
        }
        if path.is_dir() {
            collect(&path, code);
        } else {
            let text = std::fs::read_to_string(&path).unwrap();
            code.push_str(text.split("#[cfg(test)]\nmod tests {").next().unwrap());
        }
    }
}

/// The first line of a piece of SQL, up to what is put into it.
fn beginning(literal: &str) -> Option<String> {
    let sql =
        ["SELECT ", "INSERT ", "UPDATE ", "DELETE ", "FROM games g WHERE", "FROM (SELECT s.game FROM seats"];
    if !sql.iter().any(|verb| literal.starts_with(verb)) {
        return None;
    }
    Some(one_line(literal.lines().next()?.split('{').next()?))
}
