//! `bastide-tools fill`: fills a database with games to measure how the server scales.

mod copies;
mod filler;

pub use copies::numbers;
pub use filler::{Failed, Filled, Filler, user_id};

use std::io::Write;

use indicatif::{ProgressBar, ProgressStyle};

use cli::Failure;
use environment::clock::Clock;
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

/// Prints how to sign in to the accounts.
pub fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.map_err(|error| Failure::general(format!("cannot start: {error}")))?;
    let filled = runtime.block_on(fill(args)).map_err(|error| Failure::general(error.to_string()))?;
    let (games, last) = (u64::from(args.games) + u64::from(args.running), filled.users - 1);
    let password = filled.password;
    writeln!(out, "{games} games added. Sign in as player-0 to player-{last} with the password {password}")
        .map_err(|error| Failure::general(format!("standard output: {error}")))
}

async fn fill(args: &Args) -> Result<Filled, Failed> {
    let service = Service::open(&args.database, Clock::system()).await?;
    let filler = Filler::open(&service, &args.database.url).await?;
    let bar = ProgressBar::new(args.games.into());
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} games, {eta} left") {
        bar.set_style(style);
    }
    let result = filler.fill(args.games, args.seed, |games| bar.inc(games)).await;
    bar.finish_and_clear();
    let result = result?;
    filler.fill_running(args.running, args.seed, result.users).await?;
    filler.close().await;
    service.close().await;
    Ok(result)
}
