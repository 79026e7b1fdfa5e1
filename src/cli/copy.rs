//! `bastide copy`: copies a database into an empty one, between SQLite and PostgreSQL in any direction.

use crate::progress::Stages;
use crate::{Failure, processors};
use environment::clock::Clock;
use environment::config;
use service::{CopyReport, Service};

/// Copy a database into an empty one, between SQLite and PostgreSQL in any direction; compare all rows, and replay the games of both
///
/// The source isn't changed. What people do after the start isn't copied, so stop the server before you move to another database.
/// If you stop the copy, run the same command again: it goes on where it was.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The database to copy: sqlite:FILE or <postgres://USER:PASSWORD@HOST/NAME>
    #[arg(long, value_name = "URL", env = "BASTIDE_COPY_FROM", hide_env_values = true, value_parser = config::database)]
    pub from: String,
    /// The database to fill: sqlite:FILE, created if missing, or <postgres://USER:PASSWORD@HOST/NAME>
    #[arg(long, value_name = "URL", env = "BASTIDE_COPY_TO", hide_env_values = true, value_parser = config::database)]
    pub to: String,
}

/// Returns the text to print.
pub async fn run(args: &Args, clock: Clock) -> Result<String, Failure> {
    if args.from == args.to {
        return Err(Failure::bad_input("--from and --to name the same database"));
    }
    let stages = Stages::default();
    let report =
        Service::copy(&args.from, &args.to, (clock, processors()), |stage| stages.show(&stage)).await;
    stages.clear();
    describe(&report.map_err(|error| Failure::general(error.to_string()))?)
}

/// What was copied, or how many problems the copy has.
pub(super) fn describe(report: &CopyReport) -> Result<String, Failure> {
    let CopyReport { rows, copy, source, .. } = report;
    if copy.problems > 0 {
        let same = match source {
            Some(source) => format!(" The source has {}.", source.problems),
            None => String::new(),
        };
        return Err(Failure::general(format!(
            "{rows} rows copied, all equal to those of the source, but `bastide verify` finds problems: {}.{same}",
            copy.problems
        )));
    }
    Ok(format!("{rows} rows copied, all equal to those of the source. {} tables verified.\n", copy.tables))
}
