//! `bastide account`: how the host helps users who cannot sign in.

use crate::Failure;
use environment::config::Database;
use service::Service;

/// Help a user who cannot sign in
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    pub verb: Verb,
}

#[derive(Debug, clap::Subcommand)]
pub enum Verb {
    /// Print a recovery code that sets a new password, remove second factors, and end all sessions of the account
    Reset {
        /// The account's user name
        name: String,
        #[command(flatten)]
        database: Database,
    },
}

impl Args {
    pub fn database(&self) -> &Database {
        let Verb::Reset { database, .. } = &self.verb;
        database
    }
}

/// Returns the text to print.
pub async fn run(args: &Args, service: &Service) -> Result<String, Failure> {
    let Verb::Reset { name, .. } = &args.verb;
    match service.reset_account(name).await {
        Ok(Some(code)) => Ok(format!(
            "The recovery code of {name} is {}\nIt works once, at /recover, to set a new password.\n",
            code.reveal()
        )),
        Ok(None) => Err(Failure::bad_input(format!("no account is named {name:?}"))),
        Err(error) => Err(Failure::general(error.to_string())),
    }
}
