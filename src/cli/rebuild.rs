//! `bastide rebuild`: compares derived data with the event logs and repairs it.

use indicatif::{ProgressBar, ProgressStyle};

use crate::Failure;
use environment::config::Database;
use service::Service;

/// Recompute tables, lists, notifications and jobs from event logs
///
/// Exits with status 1 if there are tables that can't be read; they are listed and left as they are.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    pub database: Database,
}

/// Returns the text to print.
pub async fn run(service: &Service) -> Result<String, Failure> {
    let bar = ProgressBar::new(0);
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} tables, {eta} left") {
        bar.set_style(style);
    }
    let rebuilt = service.rebuild(false, |done, games| {
        bar.set_length(games as u64);
        bar.set_position(done as u64);
    });
    let rebuilt = rebuilt.await.map_err(|error| Failure::general(error.to_string()))?;
    bar.finish_and_clear();
    let (games, found, unreadable) = (rebuilt.games, rebuilt.differences.len(), rebuilt.unreadable.len());
    let mut lines = rebuilt.differences;
    lines.extend(rebuilt.unreadable);
    lines.push(match found {
        0 if unreadable > 0 => format!("{games} tables checked. No differences in those that can be read."),
        0 => format!("{games} tables checked. No differences: every derived column matches its event logs."),
        _ => format!("{games} tables checked. Differences repaired: {found}."),
    });
    if unreadable > 0 {
        lines.push(format!("Tables that can't be read: {unreadable}. Restore them from a backup."));
    }
    let text = lines.join("\n");
    if unreadable > 0 { Err(Failure::general(text)) } else { Ok(text + "\n") }
}
