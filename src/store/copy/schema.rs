//! The tables of a schema, as its migrations make them on either database.

use sqlx::migrate::Migrator;
use sqlx::{AnyConnection, Connection, Row};

use crate::StoreError;
use crate::migrations::MIGRATIONS;

/// A schema between the first and the latest.
#[derive(Clone, Debug)]
pub(crate) struct Schema {
    /// The number of the last migration.
    pub version: i64,
    /// In the order in which they were created: PostgreSQL wants a table to be there before another refers to it.
    pub(super) tables: Vec<Table>,
}

#[derive(Clone, Debug)]
pub(super) struct Table {
    pub name: String,
    pub columns: Vec<Column>,
    /// The primary key, as indices of columns.
    pub key: Vec<usize>,
    /// The column with the game that a row belongs to: the first of the key.
    pub game: Option<usize>,
}

#[derive(Clone, Debug)]
pub(super) struct Column {
    pub name: String,
    pub kind: Kind,
}

/// Columns have only these two types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Number,
    Text,
}

impl Schema {
    pub fn latest() -> i64 {
        MIGRATIONS.iter().map(|migration| migration.version).max().unwrap_or_default()
    }

    /// Asks an empty database in memory that has this schema.
    pub async fn of(version: i64) -> Result<Self, StoreError> {
        let mut scratch = AnyConnection::connect("sqlite::memory:").await?;
        let migrated = migrations(version).run(&mut scratch).await;
        migrated.map_err(|error| StoreError::Open(error.to_string()))?;
        let names: Vec<String> = sqlx::query_scalar(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name <> '_sqlx_migrations'
             ORDER BY rowid",
        )
        .fetch_all(&mut scratch)
        .await?;
        let mut tables = Vec::new();
        for name in names {
            let described =
                sqlx::query("SELECT name, type, CAST(pk AS BIGINT) FROM pragma_table_info($1) ORDER BY cid")
                    .bind(&name)
                    .fetch_all(&mut scratch)
                    .await?;
            let (mut columns, mut key) = (Vec::<Column>::new(), Vec::new());
            for (index, row) in described.iter().enumerate() {
                let kind = match row.try_get::<String, _>(1)?.as_str() {
                    "TEXT" => Kind::Text,
                    _ => Kind::Number,
                };
                columns.push(Column { name: row.try_get(0)?, kind });
                let position: i64 = row.try_get(2)?;
                if position > 0 {
                    key.push((position, index));
                }
            }
            key.sort_unstable();
            let key: Vec<usize> = key.into_iter().map(|(_, index)| index).collect();
            let of_game = |&first: &usize| columns[first].name == "game" || name == "games";
            let game = key.first().copied().filter(of_game);
            tables.push(Table { name, columns, key, game });
        }
        scratch.close().await?;
        Ok(Self { version, tables })
    }
}

/// The migrations up to a version.
pub(super) fn migrations(version: i64) -> Migrator {
    let migrations = MIGRATIONS.iter().filter(|migration| migration.version <= version).cloned();
    Migrator::with_migrations(migrations.collect())
}

impl Table {
    /// The names of columns, separated by commas.
    pub fn names(&self) -> String {
        let names: Vec<&str> = self.columns.iter().map(|column| column.name.as_str()).collect();
        names.join(", ")
    }

    /// The name of the column with the game that a row belongs to.
    pub fn game_column(&self) -> Option<&str> {
        self.game.map(|index| self.columns[index].name.as_str())
    }
}
