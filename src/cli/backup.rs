//! `bastide backup`: a copy of the database, taken while the server runs.

use std::path::PathBuf;

use crate::cli::Failure;
use crate::config::Database;
use crate::service::Service;

/// Copy the SQLite database to a new file, while the server runs
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    #[allow(missing_docs)]
    pub database: Database,
    /// The file to write; it must not exist
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
}

/// Copies; gives the text to print.
pub async fn run(args: &Args, service: &Service) -> Result<String, Failure> {
    let shown = args.file.display();
    if args.file.exists() {
        return Err(Failure::bad_input(format!(
            "{shown}: there is such a file already; a backup never replaces one"
        )));
    }
    let name =
        args.file.to_str().ok_or_else(|| Failure::bad_input(format!("{shown}: the name is no text")))?;
    service.backup(name).await.map_err(|error| Failure::general(format!("{shown}: {error}")))?;
    Ok(format!("{shown} holds a copy; keep it as safe as the original\n"))
}
