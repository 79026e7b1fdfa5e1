//! Reads a table of two databases side by side.

use std::cmp::Ordering;

use futures_util::stream::BoxStream;
use futures_util::{StreamExt, TryStreamExt};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AssertSqlSafe, Row as _};

use crate::StoreError;
use crate::batch::{Value, bind};
use crate::copy::schema::{Column, Kind, Table};
use crate::copy::target::{Changes, Target, size};

/// Rows and approximate bytes that are written in one transaction. A statement has at most 32,766 parameters on SQLite.
pub(super) const BATCH: usize = 500;
const BATCH_BYTES: usize = 1_000_000;

/// The values of all columns.
pub(super) type Row = Vec<Value>;

/// Which rows of a table are read.
#[derive(Clone, Copy, Debug)]
pub(super) enum Part<'p> {
    All,
    /// Those with one of these ids in a column.
    Of {
        column: &'p str,
        ids: &'p [String],
    },
}

/// What to do about differences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pass {
    /// Remove rows that the source lacks.
    Remove,
    /// Add and change rows.
    Write,
    /// Change rows that both have.
    Change,
    /// Only count.
    Compare,
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Walked {
    /// Rows of the source.
    pub rows: u64,
    /// Rows that the pass changed, or has found to differ.
    pub differences: u64,
}

/// Calls `progress` with the number of rows read, now and then.
pub(super) async fn walk(
    table: &Table,
    part: Part<'_>,
    pass: Pass,
    source: &mut AnyConnection,
    target: &mut Target,
    mut progress: impl FnMut(u64),
) -> Result<Walked, StoreError> {
    let Target { reading, writing } = target;
    let mut there = rows(table, part, reading);
    let mut found = there.try_next().await?;
    if pass == Pass::Remove && found.is_none() {
        return Ok(Walked::default());
    }
    let mut here = rows(table, part, source);
    let mut wanted = here.try_next().await?;
    let (mut walked, mut changes, mut bytes) = (Walked::default(), Changes::default(), 0);
    loop {
        let order = match (&wanted, &found) {
            (None, None) => break,
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (Some(wanted), Some(found)) => by_key(table, wanted, found),
        };
        let differs = order.is_ne() || wanted != found;
        let (mut row, mut extra) = (None, None);
        if order.is_le() {
            row = std::mem::replace(&mut wanted, here.try_next().await?);
            walked.rows += 1;
        }
        if order.is_ge() {
            extra = std::mem::replace(&mut found, there.try_next().await?);
        }
        let concerns = match pass {
            Pass::Remove => order.is_gt(),
            Pass::Write => order.is_le(),
            Pass::Change => order.is_eq(),
            Pass::Compare => true,
        };
        if differs && concerns {
            walked.differences += 1;
            if pass != Pass::Compare {
                bytes += row.as_ref().map_or(0, size);
                match order {
                    Ordering::Less => changes.added.extend(row),
                    Ordering::Equal => changes.changed.extend(row),
                    Ordering::Greater => changes.removed.extend(extra),
                }
            }
        }
        if changes.len() >= BATCH || bytes >= BATCH_BYTES {
            writing.change(table, std::mem::take(&mut changes)).await?;
            bytes = 0;
        }
        if walked.rows.is_multiple_of(BATCH as u64) {
            progress(walked.rows);
        }
    }
    if changes.len() > 0 {
        writing.change(table, changes).await?;
    }
    progress(walked.rows);
    Ok(walked)
}

/// Rows of a table in the order of their keys, byte by byte, whatever the order of the database.
fn rows<'c>(
    table: &'c Table,
    part: Part<'_>,
    connection: &'c mut AnyConnection,
) -> BoxStream<'c, Result<Row, sqlx::Error>> {
    let bytewise = if connection.backend_name() == "SQLite" { "" } else { " COLLATE \"C\"" };
    let order: Vec<String> = table
        .key
        .iter()
        .map(|&index| &table.columns[index])
        .map(|column| match column.kind {
            Kind::Number => column.name.clone(),
            Kind::Text => format!("{}{bytewise}", column.name),
        })
        .collect();
    let (wanted, ids) = match part {
        Part::All => (String::new(), [].as_slice()),
        Part::Of { column, ids } => {
            let placeholders: Vec<String> = (1..=ids.len()).map(|number| format!("${number}")).collect();
            (format!(" WHERE {column} IN ({})", placeholders.join(", ")), ids)
        }
    };
    let order = order.join(", ");
    let select = format!("SELECT {} FROM {}{wanted} ORDER BY {order}", table.names(), table.name);
    let query = bind(sqlx::query(AssertSqlSafe(select)), ids.iter().map(|id| Value::from(id.as_str())));
    query.fetch(connection).and_then(async |row| values(table, &row)).boxed()
}

pub(super) fn values(table: &Table, row: &AnyRow) -> Result<Row, sqlx::Error> {
    let value = |(index, column): (usize, &Column)| {
        Ok(match column.kind {
            Kind::Number => Value::Number(row.try_get(index)?),
            Kind::Text => Value::Text(row.try_get(index)?),
        })
    };
    table.columns.iter().enumerate().map(value).collect()
}

fn by_key(table: &Table, one: &Row, other: &Row) -> Ordering {
    let orders = table.key.iter().map(|&index| one[index].cmp(&other[index]));
    orders.fold(Ordering::Equal, Ordering::then)
}
