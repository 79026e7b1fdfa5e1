//! `bastide-tools train`: fits the weights of the evaluation by play. `docs/players.md` describes the method.

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use crate::training::{Settings, Training};
use cli::{Failure, parse_rules};
use engine::Ruleset;
use players::Weights;

/// Fit the weights of computer players by play, and report what was gained
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The number of generations
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    generations: u64,
    /// Variations in each generation
    #[arg(long, default_value_t = 16, value_parser = clap::value_parser!(u16).range(4..=1000))]
    population: u16,
    /// Pairs of games that each variation plays against each of three opponents
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pairs: u64,
    /// The seed; the same seed gives the same weights
    #[arg(long)]
    seed: u64,
    /// The rules: a preset, or JSON such as {"preset":"chicago"}. Given several times, pairs of games take them in turns
    #[arg(long, value_parser = |text: &str| parse_rules(text).map(|rules| *rules), default_value = "modern")]
    rules: Vec<Ruleset>,
    /// The number of seats
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u8).range(2..=6))]
    seats: u8,
    /// The number of threads [default: one per processor]
    #[arg(long)]
    threads: Option<NonZeroUsize>,
    /// Start from the weights in this file [default: those of the players in such games]
    #[arg(long, value_name = "FILE")]
    start: Option<PathBuf>,
    /// Write the weights to this file
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// Pairs on fresh draws that compare the result to the start
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(2..=10_000_000))]
    compare: u64,
}

/// Prints a line for each generation, the comparison, and the weights as JSON.
pub fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    let usual = || Weights::fitted_to(&args.rules[0], args.seats.into()).clone();
    let start = args.start.as_ref().map_or_else(|| Ok(usual()), read)?;
    let settings = Settings {
        rules: args.rules.clone(),
        seats: args.seats,
        population: args.population.into(),
        pairs: args.pairs,
        seed: args.seed,
        threads: args
            .threads
            .or_else(|| std::thread::available_parallelism().ok())
            .unwrap_or(NonZeroUsize::MIN),
    };
    let mut training =
        Training::new(&start, settings).map_err(|error| Failure::bad_input(error.to_string()))?;
    let mut print = |text: String| {
        let printed = out.write_all(text.as_bytes()).and_then(|()| out.flush());
        printed.map_err(|error| Failure::general(format!("standard output: {error}")))
    };
    for _ in 0..args.generations {
        let generation = training.step();
        print(format!(
            "generation {}: mean {:+.2}, best {:+.2}, step {:.2}\n",
            generation.number, generation.mean, generation.best, generation.step
        ))?;
    }
    let gained = training.compare(args.compare);
    print(format!(
        "against the start: {:+.2} ± {:.2} points in {} pairs\n",
        gained.mean(),
        gained.error().unwrap_or_default(),
        gained.count()
    ))?;
    let weights = training.weights();
    let weights =
        serde_json::to_string(&weights).map_err(|error| Failure::general(error.to_string()))? + "\n";
    if let Some(file) = &args.weights {
        std::fs::write(file, &weights)
            .map_err(|error| Failure::general(format!("{}: {error}", file.display())))?;
    }
    print(weights)
}

fn read(file: &PathBuf) -> Result<Weights, Failure> {
    let failed = |error: String| Failure::bad_input(format!("{}: {error}", file.display()));
    let text = std::fs::read_to_string(file).map_err(|error| failed(error.to_string()))?;
    serde_json::from_str(&text).map_err(|error| failed(error.to_string()))
}
