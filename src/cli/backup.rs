//! `bastide backup`: copies the database while the server runs.

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
    /// The file to write; must not exist
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
}

/// Returns the text to print.
pub async fn run(args: &Args, service: &Service) -> Result<String, Failure> {
    let shown = args.file.display();
    if args.file.exists() {
        return Err(Failure::bad_input(format!(
            "{shown}: the file already exists, and a backup never replaces one"
        )));
    }
    let name = args
        .file
        .to_str()
        .ok_or_else(|| Failure::bad_input(format!("{shown}: the file name is not valid UTF-8")))?;
    service.backup(name).await.map_err(|error| Failure::general(format!("{shown}: {error}")))?;
    Ok(format!("{shown} holds a copy; keep it as safe as the original\n"))
}
