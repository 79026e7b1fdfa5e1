//! Reads rows. An invalid value is an error that names table, column and row.

use chrono::{DateTime, Utc};
use futures_util::StreamExt;
use serde::de::DeserializeOwned;
use sqlx::any::{AnyArguments, AnyRow};
use sqlx::query::Query;
use sqlx::{Any, AnyPool, Decode, Row, Type};

use crate::StoreError;

/// All rows that a query finds, each by itself: the driver refuses those with text that isn't UTF-8, and with them it would refuse the others.
pub(super) async fn fetch_each(
    pool: &AnyPool,
    query: Query<'_, Any, AnyArguments>,
) -> Result<Vec<Result<AnyRow, StoreError>>, StoreError> {
    // A pool's own streams end with the first error.
    let mut connection = pool.acquire().await?;
    let mut found = query.fetch(&mut *connection);
    let mut rows = Vec::new();
    while let Some(row) = found.next().await {
        match row.map_err(StoreError::from) {
            Err(error) if !error.is_damage() => return Err(error),
            row => rows.push(row),
        }
    }
    Ok(rows)
}

/// A row, with what its error messages name.
pub(super) struct Reader<'r> {
    row: &'r AnyRow,
    table: &'static str,
    key: String,
}

impl<'r> Reader<'r> {
    /// A row of `table`, identified in errors by the text of column `key`.
    pub fn new(row: &'r AnyRow, table: &'static str, key: &'static str) -> Result<Self, StoreError> {
        let unnamed = Self { row, table, key: "?".to_owned() };
        let key = unnamed.text(key)?;
        Ok(Self { key, ..unnamed })
    }

    pub fn bad(&self, column: &'static str, why: impl std::fmt::Display) -> StoreError {
        StoreError::BadRow { table: self.table, column, row: self.key.clone(), why: why.to_string() }
    }

    fn get<T>(&self, column: &'static str) -> Result<T, StoreError>
    where
        T: Decode<'r, sqlx::Any> + Type<sqlx::Any>,
    {
        self.row.try_get(column).map_err(|error| self.bad(column, error))
    }

    pub fn text(&self, column: &'static str) -> Result<String, StoreError> {
        self.get(column)
    }

    pub fn maybe_text(&self, column: &'static str) -> Result<Option<String>, StoreError> {
        self.get(column)
    }

    pub fn number<T: TryFrom<i64>>(&self, column: &'static str) -> Result<T, StoreError> {
        let number: i64 = self.get(column)?;
        T::try_from(number).map_err(|_| self.bad(column, format_args!("{number} is out of range")))
    }

    pub fn maybe_number<T: TryFrom<i64>>(&self, column: &'static str) -> Result<Option<T>, StoreError> {
        let number: Option<i64> = self.get(column)?;
        let fit = |number| {
            T::try_from(number).map_err(|_| self.bad(column, format_args!("{number} is out of range")))
        };
        number.map(fit).transpose()
    }

    pub fn flag(&self, column: &'static str) -> Result<bool, StoreError> {
        match self.get::<i64>(column)? {
            0 => Ok(false),
            1 => Ok(true),
            other => Err(self.bad(column, format_args!("{other} is neither 0 nor 1"))),
        }
    }

    pub fn time(&self, column: &'static str) -> Result<DateTime<Utc>, StoreError> {
        let millis = self.get(column)?;
        time(millis).ok_or_else(|| self.bad(column, format_args!("{millis} is not a time")))
    }

    pub fn maybe_time(&self, column: &'static str) -> Result<Option<DateTime<Utc>>, StoreError> {
        match self.get::<Option<i64>>(column)? {
            None => Ok(None),
            Some(_) => self.time(column).map(Some),
        }
    }

    pub fn json<T: DeserializeOwned>(&self, column: &'static str) -> Result<T, StoreError> {
        serde_json::from_str(&self.text(column)?).map_err(|error| self.bad(column, error))
    }

    /// A value parsed from text.
    pub fn parsed<T>(
        &self,
        column: &'static str,
        parse: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T, StoreError> {
        let text = self.text(column)?;
        parse(&text).ok_or_else(|| self.bad(column, format_args!("{text:?} is invalid")))
    }

    /// The same where there may be none.
    pub fn maybe_parsed<T>(
        &self,
        column: &'static str,
        parse: impl FnOnce(&str) -> Option<T>,
    ) -> Result<Option<T>, StoreError> {
        match self.maybe_text(column)? {
            None => Ok(None),
            Some(_) => self.parsed(column, parse).map(Some),
        }
    }
}

/// `None` if out of chrono's range.
pub(super) fn time(millis: i64) -> Option<DateTime<Utc>> {
    DateTime::from_timestamp_millis(millis)
}
