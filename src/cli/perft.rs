//! `bastide perft`: counts move sequences.

use engine::{Header, Ruleset, perft};

use crate::{Failure, player_names};

/// Count the move sequences of a number of turns from the start
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The number of turns
    #[arg(long)]
    depth: u32,
    /// The rules: a preset, or JSON such as {"preset":"chicago"}
    #[arg(long, value_parser = super::parse_rules, default_value = "modern")]
    rules: Box<Ruleset>,
    /// The number of seats
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=6))]
    players: u8,
}

/// Returns the text to print.
pub fn run(args: &Args) -> Result<String, Failure> {
    let header = Header::new((*args.rules).clone(), player_names(args.players), engine::Seat(0));
    let sequences = perft(&header, args.depth).map_err(|error| Failure::bad_input(error.to_string()))?;
    Ok(format!("{sequences}\n"))
}
