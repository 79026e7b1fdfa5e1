//! Writes a filled database as text: its rows as SQL, and the expected content of its games.

use std::fmt::Write as _;

use bastide::account::UserId;
use bastide::engine::Record;
use bastide::service::Service;
use bastide::table::GameId;
use sha2::{Digest, Sha256};
use sqlx::{AnyPool, AssertSqlSafe, Row as _};

use super::fill::as_user;

/// The rows of all tables except the list of migrations, as INSERT statements that SQLite and PostgreSQL understand.
pub async fn rows(sqlite: &AnyPool) -> String {
    let mut text = String::new();
    for table in names(sqlite, "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE '\\_%' ESCAPE '\\' ORDER BY rowid").await {
        let columns = names(sqlite, &format!("SELECT name FROM pragma_table_info('{table}') ORDER BY cid")).await;
        let quoted = columns.iter().map(|column| format!("quote({column})")).collect::<Vec<_>>().join(" || ',' || ");
        let mut rows = names(sqlite, &format!("SELECT {quoted} FROM {table}")).await;
        rows.sort();
        if rows.is_empty() {
            continue;
        }
        let values: Vec<String> = rows.iter().map(|row| format!("({row})")).collect();
        writeln!(text, "INSERT INTO {table} ({}) VALUES\n{};", columns.join(", "), values.join(",\n")).unwrap();
    }
    text
}

/// The expected content of every started game: its record's header, a hash of the events after it, and the scores.
pub async fn expected(service: &Service, sqlite: &AnyPool, session: &str) -> String {
    let rows = sqlx::query("SELECT id, opener FROM games WHERE header IS NOT NULL ORDER BY id")
        .fetch_all(sqlite)
        .await
        .unwrap();
    let mut text = format!("{}\n", serde_json::json!({ "session": session }));
    for row in rows {
        let (id, opener): (String, String) = (row.get(0), row.get(1));
        let (game, viewer) = (GameId::parse(&id).unwrap(), UserId::parse(&opener).unwrap());
        let record = service.record(&as_user(&viewer), &game).await.unwrap().unwrap();
        let (header, events) = record.split_once('\n').unwrap();
        let (_, played) = Record::read(&record).unwrap();
        let line = serde_json::json!({
            "game": id, "viewer": opener, "header": header, "events": events.lines().count(),
            "sha256": sha256(events), "scores": played.scores(), "finished": played.is_finished(),
        });
        writeln!(text, "{line}").unwrap();
    }
    text
}

pub fn sha256(text: &str) -> String {
    Sha256::digest(text).iter().fold(String::new(), |mut hex, byte| {
        write!(hex, "{byte:02x}").unwrap();
        hex
    })
}

async fn names(pool: &AnyPool, statement: &str) -> Vec<String> {
    sqlx::query_scalar(AssertSqlSafe(statement.to_owned())).fetch_all(pool).await.unwrap()
}
