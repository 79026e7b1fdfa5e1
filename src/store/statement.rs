//! Statements whose text depends on what is asked for.
//!
//! The text is SQL of this crate alone; whatever else a statement needs is an argument. The same question always has the same
//! text, so that drivers prepare it once.

use sqlx::any::AnyArguments;
use sqlx::query::Query;
use sqlx::{Any, AssertSqlSafe};

use crate::batch::{Value, bind};
use account::UserId;

/// A query with this text.
pub(super) fn query(text: String) -> Query<'static, Any, AnyArguments> {
    sqlx::query(AssertSqlSafe(text))
}

/// The arguments of a statement, numbered as they are added.
#[derive(Debug, Default)]
pub(super) struct Arguments(Vec<Value>);

impl Arguments {
    /// Adds an argument; returns its place in the text, such as `$1`. The text may name it more than once.
    pub fn add(&mut self, value: impl Into<Value>) -> String {
        self.0.push(value.into());
        format!("${}", self.0.len())
    }

    /// Adds the ids of users; returns their places in the text, such as `$1, $2`.
    pub fn add_users(&mut self, users: &[&UserId]) -> String {
        users.iter().map(|user| self.add(user.as_str())).collect::<Vec<_>>().join(", ")
    }

    /// The query with this text and these arguments.
    pub fn query(self, text: String) -> Query<'static, Any, AnyArguments> {
        bind(query(text), self.0)
    }
}
