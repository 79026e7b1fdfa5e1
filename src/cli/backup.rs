//! `bastide backup`: copies a database of either kind to one file, while the server runs.

use std::path::PathBuf;

use crate::cli::progress::Stages;
use crate::cli::{Failure, processors};
use crate::clock::Clock;
use crate::config::Database;
use crate::service::Service;

/// Copy the database to a new file while the server runs, and replay the games of the copy
///
/// The file is an SQLite database, whatever is copied. It gets its name once everything in it has been checked.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    #[allow(missing_docs)]
    pub database: Database,
    /// The file to write; must not exist
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
}

/// Returns the text to print.
pub async fn run(args: &Args, clock: Clock) -> Result<String, Failure> {
    let shown = args.file.display();
    if args.file.to_str().is_none() {
        return Err(Failure::bad_input(format!("{shown}: the file name is not valid UTF-8")));
    }
    let stages = Stages::default();
    let how = (clock, processors());
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
