//! `bastide fill`: adds many games for scaling tests.

use indicatif::{ProgressBar, ProgressStyle};

use crate::Failure;
use environment::config::Database;
use service::Service;

/// Fill a database with short games, to measure how the server scales
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    pub database: Database,
    /// How many finished games to add
    #[arg(long)]
    pub games: u32,
    /// How many games in progress to add, with deadlines
    #[arg(long, default_value_t = 0)]
    pub running: u32,
    /// The seed that decides who plays whom
    #[arg(long, default_value_t = 0)]
    pub seed: u32,
}

/// Returns the text to print.
pub async fn run(args: &Args, service: &Service) -> Result<String, Failure> {
    let bar = ProgressBar::new(args.games.into());
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} games, {eta} left") {
        bar.set_style(style);
    }
    let filled = service.fill(args.games, args.seed, |games| bar.inc(games)).await;
    bar.finish_and_clear();
    let filled = filled.map_err(|error| Failure::general(error.to_string()))?;
    let added = service.fill_running(args.running, args.seed, filled.users).await;
    added.map_err(|error| Failure::general(error.to_string()))?;
    let (games, last, password) =
        (u64::from(args.games) + u64::from(args.running), filled.users - 1, filled.password);
    Ok(format!("{games} games added. Sign in as player-0 to player-{last} with the password {password}\n"))
}
