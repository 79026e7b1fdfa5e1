use std::process::ExitCode;

use bastide_tools::{fill, season, train, yardstick};
use clap::Parser;
use cli::Failure;

/// Commands for the development of Bastide
#[derive(Parser)]
struct Cli {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(clap::Subcommand)]
enum Verb {
    Fill(fill::Args),
    Season(season::Args),
    Train(train::Args),
    Yardstick(yardstick::Args),
}

fn main() -> ExitCode {
    match run(&Cli::parse().verb) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("{}", failure.message);
            ExitCode::from(failure.status)
        }
    }
}

fn run(verb: &Verb) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    match verb {
        Verb::Fill(args) => fill::run(args, &mut out),
        Verb::Season(args) => season::run(args, &mut out),
        Verb::Train(args) => train::run(args, &mut out),
        Verb::Yardstick(args) => yardstick::run(args, &mut out),
    }
}
