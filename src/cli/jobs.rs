//! `bastide jobs`: lists failed jobs and retries them.

use crate::Failure;
use environment::config::Database;
use service::Service;

/// List jobs that failed and were given up
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    pub database: Database,
    /// Retry all of them
    #[arg(long)]
    pub retry: bool,
}

/// Returns the text to print.
pub async fn run(args: &Args, service: &Service) -> Result<String, Failure> {
    let failed = service.failed_jobs().await.map_err(|error| Failure::general(error.to_string()))?;
    let mut lines: Vec<String> = failed
        .iter()
        .map(|job| {
            let (key, kind, at, attempts) = (&job.key, &job.kind, job.at.to_rfc3339(), job.attempts);
            format!("{key} ({kind}): given up at {at} after {attempts} attempts: {}", job.error)
        })
        .collect();
    if args.retry {
        let retried = service.retry_failed_jobs().await;
        let retried = retried.map_err(|error| Failure::general(error.to_string()))?;
        lines.push(format!("{retried} failed jobs will be tried again"));
    } else {
        lines.push(format!("{} failed jobs", failed.len()));
    }
    Ok(lines.join("\n") + "\n")
}
