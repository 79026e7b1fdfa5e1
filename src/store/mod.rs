//! What is kept: the only code that knows the database.
//!
//! One set of statements serves SQLite and PostgreSQL; see the notes at [`Store`].

mod game;
mod id;

pub use game::{Invite, Listed, Player, Status, Visibility};
pub use id::{BadKey, GameId, SubmissionKey};

/// Why the database could not be used.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database refused a statement, or could not be reached.
    #[error("the database failed: {0}")]
    Database(#[from] sqlx::Error),
    /// A stored value is not what the program wrote.
    #[error("table {table}, column {column}, row {row}: {why}")]
    BadRow {
        /// The table.
        table: &'static str,
        /// The column.
        column: &'static str,
        /// What names the row.
        row: String,
        /// What is wrong with it.
        why: String,
    },
}

/// An open database.
#[derive(Clone, Debug)]
pub struct Store {}
