//! `bastide verify`: replays every game and compares what is stored with it.

use std::num::NonZero;

use indicatif::{ProgressBar, ProgressStyle};

use crate::{Failure, processors};
use environment::config::Database;
use service::{Progress, Service};
use table::GameId;

/// Replay every game with the rules it began with, check its draws, and compare tables, lists, notifications and jobs with the event logs
///
/// Changes nothing. On SQLite the structure of the file is checked first. Prints what is wrong, a line each, and then exits with status 1.
/// `bastide rebuild` repairs what follows from the logs. Exits with status 2 if the database can't be opened, or has to be upgraded first.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    pub database: Database,
    /// Go on after this game; games are verified in the order of their ids
    #[arg(long, value_name = "GAME", value_parser = parse_game)]
    pub after: Option<GameId>,
    /// How many games to verify at the same time [default: one per processor]
    #[arg(long, value_name = "NUMBER")]
    pub at_once: Option<NonZero<usize>>,
}

/// What to do if SQLite's own structures are damaged.
const DAMAGED: &str = " The file itself is damaged: stop the server, keep the file, and restore the last backup. Without one, \
    `sqlite3 DAMAGED .recover | sqlite3 NEW` saves what can be read.";

fn parse_game(text: &str) -> Result<GameId, String> {
    GameId::parse(text).ok_or_else(|| "the id of a game has 16 letters and digits".to_owned())
}

/// Returns the text to print.
pub async fn run(args: &Args, service: &Service) -> Result<String, Failure> {
    let damaged = service.damaged_structure().await.map_err(|error| Failure::general(error.to_string()))?;
    for line in &damaged {
        println!("structure of the file: {line}");
    }
    let bar = ProgressBar::new(0);
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} tables, {eta} left") {
        bar.set_style(style);
    }
    let at_once = args.at_once.map_or_else(processors, NonZero::get);
    let mut last = args.after.clone();
    let verified =
        service.verify(args.after.as_ref(), at_once, |Progress { done, total, game, problems }| {
            bar.set_length(total as u64);
            bar.set_position(done as u64);
            for problem in problems {
                bar.suspend(|| println!("{problem}"));
            }
            last = game.cloned();
        });
    let verified = tokio::select! {
        verified = verified => Some(verified),
        _ = tokio::signal::ctrl_c() => None,
    };
    bar.finish_and_clear();
    let go_on = || last.map_or_else(String::new, |game| format!(" Go on with `--after {game}`."));
    match verified {
        None => Err(Failure::general(format!("Stopped.{}", go_on()))),
        Some(Err(error)) => Err(Failure::general(format!("{error}.{}", go_on()))),
        Some(Ok(verified)) if verified.problems + damaged.len() > 0 => Err(Failure::general(format!(
            "{} tables verified. Problems: {}.{}",
            verified.tables,
            verified.problems + damaged.len(),
            if damaged.is_empty() { "" } else { DAMAGED }
        ))),
        Some(Ok(verified)) => {
            Ok(format!("{} tables verified. Everything is as the event logs say.\n", verified.tables))
        }
    }
}
