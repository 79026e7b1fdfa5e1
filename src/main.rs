//! The binary `bastide`.

use std::io::Write;
use std::process::ExitCode;

use bastide::cli::{Failure, graph, legal, perft, replay, simulate};
use clap::Parser;

/// Carcassonne by post
#[derive(Parser)]
#[command(version, about)]
struct Cli {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(clap::Subcommand)]
enum Verb {
    Replay(replay::Args),
    Legal(legal::Args),
    Simulate(simulate::Args),
    Perft(perft::Args),
    Graph(graph::Args),
}

fn main() -> ExitCode {
    match run(Cli::parse().verb) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("{}", failure.message);
            ExitCode::from(failure.status)
        }
    }
}

fn run(verb: Verb) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    let text = match verb {
        Verb::Simulate(args) => return simulate::run(&args, &mut std::io::BufWriter::new(out)),
        Verb::Replay(args) => replay::run(&args)?,
        Verb::Legal(args) => legal::run(&args)?,
        Verb::Perft(args) => perft::run(&args)?,
        Verb::Graph(args) => graph::run(&args)?,
    };
    out.write_all(text.as_bytes()).map_err(|error| Failure::general(format!("standard output: {error}")))
}
