//! Persistence: the only code that knows the database.
//!
//! One set of statements serves SQLite and PostgreSQL through `sqlx::Any`: columns are text or 64-bit integers, the
//! program makes ids and timestamps, and conflicts show up as affected rows or as a unique violation that ends the
//! transaction. `tests/store` runs every statement on both databases, since the compiler can't check them.

mod analyses;
mod archives;
mod attempts;
mod attendance;
mod audit_log;
mod authenticators;
mod backup;
mod batch;
mod blocks;
mod bots;
mod brake;
mod challenges;
mod change;
mod closing;
mod columns;
mod connect;
mod copy;
mod deadlines;
mod deliveries;
mod event;
mod expire;
mod facets;
mod feeds;
mod file;
mod game;
mod game_challenges;
mod guests;
mod import_files;
mod invitations;
mod jobs;
mod lengths;
mod listing;
mod lists;
mod metrics;
mod migrations;
mod moderation;
mod notification_settings;
mod notifications;
mod notify;
mod numbers;
mod offers;
mod open;
mod opponents;
mod outages;
mod outcome;
mod own_data;
mod packed;
mod passkeys;
mod plans;
mod player_time;
mod profiles;
mod push;
mod puzzles;
mod ratings;
mod reachable;
mod rebuild;
mod recordings;
mod replica;
mod reports;
mod restrictions;
mod results;
mod row;
mod search;
mod series;
mod server_lock;
mod sessions;
mod sign_in;
mod statement;
mod stored_names;
mod table_event;
mod tables;
mod talk;
mod tokens;
mod user_events;
mod users;
mod waiting;
mod webhooks;
mod writer;

pub use analyses::{NewAnalysis, StoredAnalysis};
pub use authenticators::StoredAuthenticator;
pub use backup::{Draft, undo_interrupted_round, url_of};
pub use bots::{AddedBot, NewBot, StoredBot};
pub use challenges::{Purpose, StoredChallenge};
pub use closing::ClosingState;
pub use connect::POSTGRES_SETTINGS;
pub use copy::{Copied, CopyProgress, CopyStage, IncrementalCopy, Round, copy};
pub use deliveries::{AfterAttempt, DeliveryRecord, MOST_FAILURES, WebhookFailure};
pub use game_challenges::{AddedChallenge, ChangedChallenge};
pub use jobs::{AfterJob, CountedJobs, LeasedJob};
pub use metrics::PoolState;
pub use moderation::Renamed;
pub use notify::{MessageListener, ServerMessage};
pub use offers::{BeginResult, MakeOfferResult, WaitingOffer};
pub use open::has_latest_schema;
pub use outcome::{Executed, OpenResult};
pub use passkeys::{AddedPasskey, StoredPasskey};
pub use profiles::FollowResult;
pub use push::{PushDevice, PushOutcome};
pub use puzzles::{NewPuzzle, PuzzleSupply, StoredPuzzle};
pub use ratings::NextRatedGame;
pub use rebuild::{Repair, StoredRow};
pub use recordings::StoredRecording;
pub use replica::LONGEST_LAG;
pub use results::CountedResults;
pub use series::OpenedNext;
pub use sign_in::{PreviousSession, SecondStepCode, SignIn, SignInBy, SignInResult};
pub use talk::{NewLine, SayResult};
pub use users::{NewUser, StoredUser};
pub use webhooks::{FORMER_SECRET_FOR, StoredWebhook};

use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, Utc};
use row::Reader;
use sqlx::AnyPool;
use writer::{TransactionEnd, Writer};

use table::{BadLog, BadTableLog};

impl From<BadLog> for StoreError {
    fn from(BadLog { game, n, why }: BadLog) -> Self {
        match n {
            None => Self::BadRow { table: "games", column: "header", row: game.to_string(), why },
            Some(n) => Self::BadRow { table: "events", column: "body", row: format!("({game}, {n})"), why },
        }
    }
}

impl From<BadTableLog> for StoreError {
    fn from(BadTableLog { game, n, why }: BadTableLog) -> Self {
        let why = why.to_owned();
        Self::BadRow { table: "table_events", column: "body", row: format!("({game}, {n})"), why }
    }
}

#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The message is a sentence for the host.
    #[error("{0}")]
    Open(String),
    /// A statement failed, or the database is unreachable.
    #[error("the database failed: {0}")]
    Database(#[source] sqlx::Error),
    /// A stored value is invalid.
    #[error("table {table}, column {column}, row {row}: {why}")]
    BadRow {
        table: &'static str,
        column: &'static str,
        /// The key of the row.
        row: String,
        why: String,
    },
    /// The database currently accepts no writes.
    #[error("the database cannot be written: {0}")]
    Unavailable(String),
    /// A write panicked. It may or may not have been stored.
    #[error("the write was interrupted")]
    Interrupted,
    /// The server is shutting down.
    #[error("the database is closed")]
    Closed,
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        let is_conflict = writer::is_conflict(&error);
        let error = Self::Database(error);
        metrics::count_error(if error.is_unavailable() {
            "unavailable"
        } else if is_conflict {
            "conflict"
        } else {
            "other"
        });
        error
    }
}

impl StoreError {
    /// Whether what was to be read is damaged. Other rows may be fine.
    pub fn is_damage(&self) -> bool {
        match self {
            Self::BadRow { .. }
            | Self::Database(sqlx::Error::Decode(_) | sqlx::Error::ColumnDecode { .. }) => true,
            Self::Database(sqlx::Error::Database(error)) => {
                error.code().is_some_and(|code| is_corruption(&code))
            }
            _ => false,
        }
    }

    /// Whether the failure is temporary, so that a retry may succeed: the database is unreachable, full or busy.
    pub fn is_unavailable(&self) -> bool {
        match self {
            Self::Database(error) => match error {
                sqlx::Error::Io(_)
                | sqlx::Error::Tls(_)
                | sqlx::Error::PoolTimedOut
                | sqlx::Error::PoolClosed => true,
                // The server hung up when it was asked for TLS.
                sqlx::Error::Protocol(why) => why.contains("SSLRequest: 0x00"),
                sqlx::Error::Database(error) => error.code().is_some_and(|code| is_temporary(&code)),
                _ => false,
            },
            Self::Unavailable(_) | Self::Closed => true,
            Self::Open(_) | Self::BadRow { .. } | Self::Interrupted => false,
        }
    }
}

/// Whether an error code of PostgreSQL or SQLite means that the database has found broken pages, or text that isn't UTF-8.
fn is_corruption(code: &str) -> bool {
    ["XX001", "XX002", "22021"].contains(&code)
        || code.len() < 5 && code.parse::<u32>().is_ok_and(|code| code & 0xff == 11)
}

/// Whether an error code of PostgreSQL (five characters) or SQLite (a number, the lowest byte of which tells the kind) means
/// that the database is unavailable for now.
fn is_temporary(code: &str) -> bool {
    if code.len() == 5 {
        // Connection exceptions, resources (disk full, too many connections), operator intervention (shutting down, starting
        // up).
        // The last two: a lock that another transaction has held too long; a standby that is not the primary yet, or no longer.
        return ["08", "53", "57P", "55P03", "25006"].iter().any(|class| code.starts_with(class));
    }
    // Busy, locked, read-only, I/O error, full, can't open.
    code.parse::<u32>().is_ok_and(|code| [5, 6, 8, 10, 13, 14].contains(&(code & 0xff)))
}

/// An open database. Clones are cheap and share its connections.
#[derive(Clone, Debug)]
pub struct Store {
    readers: AnyPool,
    writer: Writer,
    /// `None` for PostgreSQL.
    file: Option<file::DatabaseFile>,
    /// Where processes that share a PostgreSQL database listen; `None` for SQLite.
    shared_url: notify::SharedUrl,
    replica: Option<replica::Replica>,
    sole_server: Option<Arc<SoleServer>>,
}

/// A server on SQLite: no other server uses its file.
#[derive(Debug)]
struct SoleServer {
    lock: server_lock::ServerLock,
    reachable: reachable::Reachable,
}

/// How long a health check waits for the writer.
const WRITER_PATIENCE: Duration = Duration::from_secs(2);

impl Store {
    /// What time it is by PostgreSQL; `None` on SQLite, which has no clock of its own.
    pub async fn clock(&self) -> Result<Option<DateTime<Utc>>, StoreError> {
        if !self.notifies() {
            return Ok(None);
        }
        let row = sqlx::query(
            "SELECT 'clock' AS name, CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) AS millis",
        )
        .fetch_one(&self.readers)
        .await?;
        Reader::new(&row, "clock", "name")?.time("millis").map(Some)
    }

    /// Runs a write that changes nothing, to check that writes are accepted.
    pub async fn check_writer(&self) -> Result<(), StoreError> {
        let write = self.writer.write((), |tx, ()| {
            Box::pin(async move {
                // A server that takes no writes, such as a standby, refuses this although no row matches.
                sqlx::query("DELETE FROM jobs WHERE unique_key = ''").execute(tx).await?;
                Ok(TransactionEnd::Unchanged(()))
            })
        });
        match tokio::time::timeout(WRITER_PATIENCE, write).await {
            Ok(written) => written,
            Err(_) => Err(StoreError::Unavailable("no answer from the writer".to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn databases_that_are_busy_full_read_only_or_away_are_unavailable() {
        for code in
            ["5", "261", "517", "8", "1032", "10", "13", "14", "08006", "53100", "57P01", "55P03", "25006"]
        {
            assert!(is_temporary(code), "{code}");
        }
        for code in ["1", "11", "19", "787", "2067", "23505", "42P01", "57014"] {
            assert!(!is_temporary(code), "{code}");
        }
    }
}
