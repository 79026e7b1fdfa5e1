//! `bastide backup`: copies a database of either kind to one file, while the server runs.

use std::path::PathBuf;
use std::time::Duration;

use crate::progress::Stages;
use crate::{Failure, processors};
use environment::clock::Clock;
use environment::config::Database;
use service::{Following, Service};

/// Copy the database to a new file while the server runs, and replay the games of the copy
///
/// The file is an SQLite database, whatever is copied. It gets its name once everything in it has been checked.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    pub database: Database,
    /// The file to write; must not exist
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Don't end: keep the file up to date, or one that an earlier `--follow` has left (SQLite only)
    #[arg(long)]
    pub follow: bool,
    /// Seconds between two looks for changes
    #[arg(long, value_name = "SECONDS", default_value_t = 10, requires = "follow", value_parser = clap::value_parser!(u64).range(1..=3600))]
    pub every: u64,
}

/// Returns the text to print.
pub async fn run(args: &Args, clock: Clock) -> Result<String, Failure> {
    let shown = args.file.display();
    if args.file.to_str().is_none() {
        return Err(Failure::bad_input(format!("{shown}: the file name is not valid UTF-8")));
    }
    let stages = Stages::default();
    let how = (clock, processors());
    if args.follow {
        let opened =
            Service::follow(args.database.session_url(), &args.file, how, |stage| stages.show(&stage)).await;
        stages.clear();
        follow(opened.map_err(|error| Failure::general(error.to_string()))?, args).await;
    }
    let verified =
        Service::backup(args.database.session_url(), &args.file, how, |stage| stages.show(&stage)).await;
    stages.clear();
    let verified = verified.map_err(|error| Failure::general(error.to_string()))?;
    if verified.problems > 0 {
        return Err(Failure::general(format!(
            "{shown} holds a copy, but the database itself is damaged. Problems: {}. `bastide verify` lists them.",
            verified.problems
        )));
    }
    let tables = verified.tables;
    Ok(format!("{shown} holds a copy, {tables} tables verified. Keep it as safe as the original.\n"))
}

/// Copies what changes, until the process is ended. Each round is all or nothing, so that can be at any time.
async fn follow(mut following: Following, args: &Args) -> ! {
    tracing::info!(file = %args.file.display(), "the copy is up to date, and is kept so every {} s", args.every);
    loop {
        tokio::time::sleep(Duration::from_secs(args.every)).await;
        match following.copy().await {
            Ok((games, rows)) if rows > 0 => tracing::debug!(games, rows, "copied what has changed"),
            Ok(_) => {}
            Err(error) => tracing::warn!(%error, "nothing was copied, trying again in {} s", args.every),
        }
    }
}
