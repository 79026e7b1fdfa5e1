//! `bastide archive`: makes and checks the files of finished games by month.

use crate::Failure;
use environment::config::{Database, Licence};
use service::Service;
use table::{Archive, Month};

/// Check the files of all public games by month, or make one
///
/// Without a month, checks all files. With a month, makes its file if there is none, and checks it. Checking compares the SHA-256 and
/// replays every game. Prints a line for each file, and exits with status 1 if anything is wrong.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    pub database: Database,
    #[command(flatten)]
    pub licence: Licence,
    /// A month, such as 2026-11
    #[arg(value_name = "MONTH")]
    pub month: Option<Month>,
    /// Make the file of the month again, even if there is one
    #[arg(long, requires = "month")]
    pub again: bool,
}

/// Returns the text to print.
pub async fn run(args: &Args, service: &Service) -> Result<String, Failure> {
    let months = match args.month {
        Some(month) => {
            make(args, service, month).await?;
            vec![month]
        }
        None => all_months(service).await?,
    };
    let (mut lines, mut problems) = (Vec::new(), 0);
    for month in &months {
        let checked = service.check_archive(*month).await;
        let checked = checked.map_err(|error| Failure::general(error.to_string()))?;
        let Some(checked) = checked else { continue };
        lines.push(line(&checked.archive));
        problems += checked.problems.len();
        lines.extend(checked.problems.iter().map(|problem| format!("{month}: {problem}")));
    }
    lines.push(format!("{} files checked. Problems: {problems}.", months.len()));
    if problems == 0 {
        return Ok(lines.join("\n") + "\n");
    }
    lines.push("`bastide archive MONTH --again` makes a file again.".to_owned());
    Err(Failure::general(lines.join("\n")))
}

async fn make(args: &Args, service: &Service, month: Month) -> Result<(), Failure> {
    if !args.again && all_months(service).await?.contains(&month) {
        return Ok(());
    }
    let made = service.make_archive(month).await.map_err(|error| Failure::general(error.to_string()))?;
    made.map(drop).ok_or_else(|| {
        Failure::bad_input(format!("{month} is not over yet: its file is made an hour after its end, in UTC"))
    })
}

async fn all_months(service: &Service) -> Result<Vec<Month>, Failure> {
    service.archived_months().await.map_err(|error| Failure::general(error.to_string()))
}

fn line(archive: &Archive) -> String {
    let Archive { month, made, sha256, games, bytes, licence } = archive;
    let made = made.to_rfc3339();
    format!("{month} {sha256} games={games} bytes={bytes} made={made} licence={licence:?}")
}
