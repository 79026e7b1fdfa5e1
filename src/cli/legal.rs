//! `bastide legal`: every legal move of a position.

use std::path::PathBuf;

use crate::engine::{TileKind, legal};

use super::{Failure, record};

/// Print every legal move of the player to move, a line each
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The record, or - for standard input
    file: PathBuf,
    /// A tile kind, instead of the hand
    #[arg(long, value_name = "KIND")]
    tile: Option<TileKind>,
    /// Print only how many there are
    #[arg(long)]
    count: bool,
}

/// Runs the verb; what it gives is printed.
pub fn run(args: &Args) -> Result<String, Failure> {
    let (_, game) = record::read(&args.file)?;
    let turns = match args.tile {
        Some(kind) => legal::turns_with(&game, kind),
        None if game.hand().is_empty() && !game.is_finished() => {
            let why = "the record ends before a tile is drawn: name one with --tile KIND";
            return Err(Failure::bad_input(format!("{}: {why}", args.file.display())));
        }
        None => legal::turns(&game),
    };
    if args.count {
        return Ok(format!("{}\n", turns.len()));
    }
    let mut lines: Vec<String> = turns.iter().map(|turn| format!("{turn}\n")).collect();
    lines.sort_unstable();
    Ok(lines.concat())
}
