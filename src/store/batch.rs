//! Statements that are sent together.
//!
//! SQLite runs on a thread of its own, and a small statement costs little more than the round trip to it. Its driver accepts
//! several statements at once, which share numbered arguments. PostgreSQL's protocol accepts one at a time.

use std::fmt::Write;
use std::sync::{Arc, LazyLock};

use quick_cache::sync::Cache;
use sqlx::any::AnyArguments;
use sqlx::query::Query;
use sqlx::{Any, AnyConnection, AssertSqlSafe};

/// Separates joined statements.
const BETWEEN: &str = ";\n";
/// Maximum number of cached combinations of statements.
const COMBINATIONS: usize = 100;

/// Statements in order, each with its arguments.
#[derive(Debug, Default)]
pub(super) struct Batch {
    statements: Vec<&'static str>,
    /// The arguments of all statements, in order.
    values: Vec<Value>,
    /// The end of each statement's arguments in `values`.
    ends: Vec<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Value {
    Number(Option<i64>),
    Text(Option<String>),
}

impl From<i64> for Value {
    fn from(number: i64) -> Self {
        Self::Number(Some(number))
    }
}

impl From<Option<i64>> for Value {
    fn from(number: Option<i64>) -> Self {
        Self::Number(number)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(Some(text.to_owned()))
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(Some(text))
    }
}

impl From<Option<&str>> for Value {
    fn from(text: Option<&str>) -> Self {
        Self::Text(text.map(str::to_owned))
    }
}

/// Statements and the ends of their arguments, as in [`Batch`].
type Statements = (Vec<&'static str>, Vec<usize>);

/// Joined statements. Parameters are numbered from `$1` in each statement, and consecutively in the joined text.
static JOINED: LazyLock<Cache<Statements, Arc<str>>> = LazyLock::new(|| Cache::new(COMBINATIONS));

impl Batch {
    pub fn add(&mut self, statement: &'static str, values: impl IntoIterator<Item = Value>) {
        self.statements.push(statement);
        self.values.extend(values);
        self.ends.push(self.values.len());
    }

    /// What batches have in common that differ in their arguments alone.
    pub fn shape(&self) -> (&[&'static str], &[usize]) {
        (&self.statements, &self.ends)
    }

    /// Its statements, then those of another.
    pub fn join(mut self, other: Self) -> Self {
        let before = self.values.len();
        self.statements.extend(other.statements);
        self.values.extend(other.values);
        self.ends.extend(other.ends.into_iter().map(|end| before + end));
        self
    }

    /// Executes the statements in order, up to the first that fails.
    pub async fn execute(self, connection: &mut AnyConnection) -> Result<(), sqlx::Error> {
        if self.statements.len() > 1 && connection.backend_name() == "SQLite" {
            let joined = joined(self.statements, self.ends);
            return execute(connection, AssertSqlSafe(joined), self.values).await;
        }
        let (mut values, mut done) = (self.values.into_iter(), 0);
        for (statement, end) in self.statements.into_iter().zip(self.ends) {
            execute(connection, statement, values.by_ref().take(end - done)).await?;
            done = end;
        }
        Ok(())
    }
}

async fn execute(
    connection: &mut AnyConnection,
    statement: impl sqlx::SqlSafeStr,
    values: impl IntoIterator<Item = Value>,
) -> Result<(), sqlx::Error> {
    bind(sqlx::query(statement), values).execute(connection).await?;
    Ok(())
}

/// Adds arguments to a query.
pub(super) fn bind(
    query: Query<'_, Any, AnyArguments>,
    values: impl IntoIterator<Item = Value>,
) -> Query<'_, Any, AnyArguments> {
    values.into_iter().fold(query, |query, value| match value {
        Value::Number(number) => query.bind(number),
        Value::Text(text) => query.bind(text),
    })
}

fn joined(statements: Vec<&'static str>, ends: Vec<usize>) -> Arc<str> {
    let key = (statements, ends);
    if let Some(known) = JOINED.get(&key) {
        return known;
    }
    let mut text = String::new();
    let starts = std::iter::once(0).chain(key.1.iter().copied());
    for (statement, start) in key.0.iter().zip(starts) {
        if !text.is_empty() {
            text.push_str(BETWEEN);
        }
        renumber(&mut text, statement, start);
    }
    let text = Arc::<str>::from(text);
    JOINED.insert(key, text.clone());
    text
}

/// Appends a statement, adding `start` to the numbers of its parameters.
fn renumber(text: &mut String, statement: &str, start: usize) {
    let mut parts = statement.split('$');
    text.push_str(parts.next().unwrap_or_default());
    for part in parts {
        let digits = part.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(part.len());
        let number: usize = part[..digits].parse().unwrap_or_default();
        // Writing to a string cannot fail.
        let _ = write!(text, "${}{}", start + number, &part[digits..]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joined_statements_number_their_parameters_consecutively() {
        let text = joined(
            vec!["INSERT INTO a VALUES ($1, $2, $1)", "DELETE FROM b", "UPDATE c SET d = $1"],
            vec![2, 2, 3],
        );
        assert_eq!(&*text, "INSERT INTO a VALUES ($1, $2, $1);\nDELETE FROM b;\nUPDATE c SET d = $3");
    }
}
