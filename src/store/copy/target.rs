//! The database that becomes a copy.

use std::fmt::Write;

use sqlx::{AnyConnection, AssertSqlSafe, Connection, Executor};

use crate::StoreError;
use crate::batch::{Value, bind};
use crate::connect::{POSTGRES_SETTINGS, SQLITE_SETTINGS, cannot_migrate, cannot_open};
use crate::copy::Schema;
use crate::copy::schema::{Table, migrations};
use crate::copy::walk::Row;
use crate::file::DatabaseFile;

/// Exists while a database is an incomplete copy.
pub(super) const UNFINISHED: &str = "unfinished_copy";

/// Exists in a copy that is kept up to date.
pub(crate) const FOLLOWING: &str = "following_copy";

/// Settings of a copy that is kept up to date. It stays one file. What a round has changed stays in memory until its end, since
/// SQLite would write it to the file early only if nobody read from it.
const FOLLOWING_SETTINGS: &str = "PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 5000; \
     PRAGMA foreign_keys = ON; PRAGMA cache_spill = OFF;";

/// Tables that show whether people use a database. A server that was started once leaves rows in others.
const IN_USE: [&str; 3] = ["users", "games", "puzzles"];

/// Tables that others refer to, so that their rows can't be removed for a moment.
const PARENTS: [&str; 3] = ["users", "games", "puzzles"];

/// Rows are read while others are written.
#[derive(Debug)]
pub(super) struct Target {
    pub reading: AnyConnection,
    pub writing: Changer,
}

#[derive(Debug)]
pub(super) struct Changer {
    connection: AnyConnection,
    /// Whether all changes are part of one transaction that is open.
    in_round: bool,
}

/// Changes to one table that are made together.
#[derive(Debug, Default)]
pub(super) struct Changes {
    pub removed: Vec<Row>,
    pub changed: Vec<Row>,
    pub added: Vec<Row>,
}

impl Changes {
    pub fn len(&self) -> usize {
        self.removed.len() + self.changed.len() + self.added.len()
    }
}

impl Target {
    /// Opens a database that is empty or left by an interrupted copy, marks it as unfinished, and gives it the schema.
    pub async fn open(url: &str, schema: &Schema) -> Result<Self, StoreError> {
        let is_sqlite = url.starts_with("sqlite:");
        let mut opened = url.to_owned();
        if is_sqlite {
            DatabaseFile::of_url(url).map_err(|why| cannot_open(url, &why))?;
            opened = DatabaseFile::url(url);
        }
        let connect = async || {
            let mut connection = AnyConnection::connect(&opened).await?;
            connection.execute(if is_sqlite { SQLITE_SETTINGS } else { POSTGRES_SETTINGS }).await?;
            Ok(connection)
        };
        let failed = |error: sqlx::Error| cannot_open(url, &error.to_string());
        let mut writing = connect().await.map_err(failed)?;
        if !has_table(&mut writing, UNFINISHED).await? {
            refuse_if_in_use(url, &mut writing, schema).await?;
            let mark = format!("CREATE TABLE {UNFINISHED} (version BIGINT NOT NULL)");
            writing.execute(AssertSqlSafe(mark)).await?;
        }
        let migrated = migrations(schema.version).run(&mut writing).await;
        migrated.map_err(|error| cannot_migrate(url, &error))?;
        Ok(Self { reading: connect().await.map_err(failed)?, writing: Changer::new(writing) })
    }

    /// Opens a copy that is kept up to date, and upgrades it to the schema.
    pub async fn following(url: &str, schema: &Schema) -> Result<Self, StoreError> {
        let failed = |error: sqlx::Error| cannot_open(url, &error.to_string());
        let connect = async || {
            let mut connection = AnyConnection::connect(&DatabaseFile::url(url)).await?;
            connection.execute(FOLLOWING_SETTINGS).await?;
            Ok(connection)
        };
        let mut writing = connect().await.map_err(failed)?;
        if !has_table(&mut writing, FOLLOWING).await.map_err(failed)? {
            let why =
                "it exists, and no `bastide backup --follow` has made it. Name a file that does not exist";
            return Err(cannot_open(url, why));
        }
        let migrated = migrations(schema.version).run(&mut writing).await;
        migrated.map_err(|error| cannot_migrate(url, &error))?;
        Ok(Self { reading: connect().await.map_err(failed)?, writing: Changer::new(writing) })
    }

    /// Takes the mark away. From now on the database can be opened.
    pub async fn finish(self) -> Result<(), StoreError> {
        let Self { reading, writing: Changer { connection: mut writing, .. } } = self;
        writing.execute(AssertSqlSafe(format!("DROP TABLE {UNFINISHED}"))).await?;
        writing.execute("ANALYZE").await?;
        reading.close().await?;
        writing.close().await?;
        Ok(())
    }
}

impl Changer {
    const fn new(connection: AnyConnection) -> Self {
        Self { connection, in_round: false }
    }

    /// From now on all changes are durable together, or none of them.
    pub async fn begin_round(&mut self) -> Result<(), StoreError> {
        self.connection.execute("BEGIN IMMEDIATE; PRAGMA defer_foreign_keys = ON").await?;
        self.in_round = true;
        Ok(())
    }

    /// Ends a round, with or without its changes.
    pub async fn end_round(&mut self, keep: bool) -> Result<(), StoreError> {
        let kept = if keep { self.connection.execute("COMMIT").await.map(drop) } else { Ok(()) };
        if !keep || kept.is_err() {
            self.connection.execute("ROLLBACK").await?;
        }
        self.in_round = false;
        Ok(kept?)
    }

    /// Makes changes durable, all or none; in a round with all others of the round.
    pub async fn change(&mut self, table: &Table, changes: Changes) -> Result<(), StoreError> {
        if self.in_round {
            return change(&mut self.connection, table, changes).await;
        }
        let mut tx = self.connection.begin().await?;
        change(&mut tx, table, changes).await?;
        Ok(tx.commit().await?)
    }
}

async fn change(
    connection: &mut AnyConnection,
    table: &Table,
    mut changes: Changes,
) -> Result<(), StoreError> {
    let key = |from: usize| conditions(table, &table.key, from, " AND ");
    if !PARENTS.contains(&table.name.as_str()) {
        // Two rows may have exchanged values that must be unique.
        changes.removed.extend_from_slice(&changes.changed);
        changes.added.append(&mut changes.changed);
    }
    for row in &changes.removed {
        let delete = format!("DELETE FROM {} WHERE {}", table.name, key(1));
        let values = table.key.iter().map(|&index| row[index].clone());
        bind(sqlx::query(AssertSqlSafe(delete)), values).execute(&mut *connection).await?;
    }
    for row in &changes.changed {
        let all: Vec<usize> = (0..table.columns.len()).collect();
        let set = conditions(table, &all, 1, ", ");
        let update = format!("UPDATE {} SET {set} WHERE {}", table.name, key(1 + all.len()));
        let values = row.iter().cloned().chain(table.key.iter().map(|&index| row[index].clone()));
        bind(sqlx::query(AssertSqlSafe(update)), values).execute(&mut *connection).await?;
    }
    if !changes.added.is_empty() {
        let insert = insert(table, changes.added.len());
        let values = changes.added.into_iter().flatten();
        bind(sqlx::query(AssertSqlSafe(insert)), values).execute(connection).await?;
    }
    Ok(())
}

/// Why a database that is a copy isn't to be changed by others.
pub(crate) async fn why_closed(connection: &mut AnyConnection) -> Result<Option<&'static str>, StoreError> {
    if has_table(connection, UNFINISHED).await? {
        return Ok(Some("it is a copy that was interrupted: run the same command again to complete it"));
    }
    let following =
        "it is a copy that `bastide backup --follow` keeps up to date: give it to `bastide restore`";
    Ok(has_table(connection, FOLLOWING).await?.then_some(following))
}

pub(super) async fn has_table(connection: &mut AnyConnection, name: &str) -> Result<bool, sqlx::Error> {
    let statement = if connection.backend_name() == "SQLite" {
        "SELECT COUNT(*) FROM sqlite_master WHERE type = 'table' AND name = $1"
    } else {
        "SELECT COUNT(to_regclass($1))"
    };
    let found: i64 = sqlx::query_scalar(statement).bind(name).fetch_one(connection).await?;
    Ok(found > 0)
}

async fn refuse_if_in_use(
    url: &str,
    connection: &mut AnyConnection,
    schema: &Schema,
) -> Result<(), StoreError> {
    if !has_table(connection, "_sqlx_migrations").await? {
        return Ok(());
    }
    for table in IN_USE {
        if !has_table(connection, table).await? {
            continue;
        }
        let count = format!("SELECT COUNT(*) FROM {table}");
        let rows: i64 = sqlx::query_scalar(AssertSqlSafe(count)).fetch_one(&mut *connection).await?;
        if rows > 0 {
            let why = format!(
                "it is in use ({table}: {rows}), and nothing in it is ever replaced. Name an empty database, or a file that does not exist"
            );
            return Err(cannot_open(url, &why));
        }
    }
    let version: i64 = sqlx::query_scalar("SELECT COALESCE(MAX(version), 0) FROM _sqlx_migrations")
        .fetch_one(connection)
        .await?;
    if version > schema.version {
        let why = format!(
            "it was set up by a newer version of bastide (schema {version}) than what is to be copied (schema {}). \
             Name a database without tables, or a file that does not exist",
            schema.version
        );
        return Err(cannot_open(url, &why));
    }
    Ok(())
}

/// `a = $1, b = $2` for columns, with parameters numbered from `first`.
fn conditions(table: &Table, columns: &[usize], first: usize, between: &str) -> String {
    let conditions: Vec<String> = columns
        .iter()
        .zip(first..)
        .map(|(&column, number)| format!("{} = ${number}", table.columns[column].name))
        .collect();
    conditions.join(between)
}

fn insert(table: &Table, rows: usize) -> String {
    let mut text = format!("INSERT INTO {} ({}) VALUES ", table.name, table.names());
    let mut number = 1;
    for row in 0..rows {
        text.push_str(if row == 0 { "(" } else { ", (" });
        for column in 0..table.columns.len() {
            // Writing to a string cannot fail.
            let _ = write!(text, "{}${number}", if column == 0 { "" } else { ", " });
            number += 1;
        }
        text.push(')');
    }
    text
}

/// An approximate number of bytes.
pub(super) fn size(row: &Row) -> usize {
    row.iter()
        .map(|value| match value {
            Value::Number(_) | Value::Text(None) => 8,
            Value::Text(Some(text)) => 8 + text.len(),
        })
        .sum()
}
