//! `bastide restore`: copies a backup into an empty database.

use std::path::PathBuf;

use crate::progress::Stages;
use crate::{Failure, copy, processors};
use environment::clock::Clock;
use environment::config::Database;
use service::Service;

/// Copy a backup into an empty database of either kind, and replay its games
///
/// Backups of earlier versions are upgraded on the way. If you stop it, run it again: it goes on where it was.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    pub database: Database,
    /// What `bastide backup` has written
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
}

/// Returns the text to print.
pub async fn run(args: &Args, clock: Clock) -> Result<String, Failure> {
    if !args.file.is_file() {
        return Err(Failure::bad_input(format!("{}: no such file", args.file.display())));
    }
    let stages = Stages::default();
    let how = (clock, processors());
    let report =
        Service::restore(&args.file, args.database.session_url(), how, |stage| stages.show(&stage)).await;
    stages.clear();
    copy::describe(&report.map_err(|error| Failure::general(error.to_string()))?)
}
