//! `bastide match`: compares two players by pairs of games. `docs/players.md` describes the method.

mod game;
mod report;
mod side;
mod sprt;
mod statistics;

use std::collections::BTreeMap;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::time::Duration;

use crate::program::Limits;
use crate::{Failure, progress};
use engine::{Game, Header, Ruleset, Seat};
use game::{Pair, PairError, Setup};
use report::Report;
use side::{Contestant, Side};
use sprt::{Hypotheses, Sprt};

/// Let two players play pairs of games and say which is better
#[derive(clap::Args, Debug)]
pub struct Args {
    /// A player: level:1 to level:8, greedy, counting, quick, random, search:N, uct:N, or cmd:PROGRAM for a program that speaks the engine protocol
    a: Contestant,
    /// The other player
    b: Contestant,
    /// The number of pairs: two games with the same draws and exchanged seats
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pairs: u64,
    /// The seed of the draws and of the players' choices
    #[arg(long)]
    seed: u64,
    /// The rules: a preset, or JSON such as {"preset":"chicago"}
    #[arg(long, value_parser = super::parse_rules, default_value = "modern")]
    rules: Box<Ruleset>,
    /// The number of seats, which the players take in turns
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u8).range(2..=6))]
    seats: u8,
    /// Stop as soon as it is clear whether the mean margin is LOW or HIGH points
    #[arg(long, value_name = "LOW,HIGH", allow_hyphen_values = true)]
    sprt: Option<Hypotheses>,
    /// How often --sprt may accept HIGH by mistake
    #[arg(long, default_value_t = 0.05, value_parser = error_rate)]
    alpha: f64,
    /// How often --sprt may accept LOW by mistake
    #[arg(long, default_value_t = 0.05, value_parser = error_rate)]
    beta: f64,
    /// The number of pairs played at the same time [default: one per processor]
    #[arg(long)]
    threads: Option<NonZeroUsize>,
    /// Write each game's record to this folder
    #[arg(long, alias = "record", value_name = "FOLDER")]
    records: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// How many seconds a program may take for an answer
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    timeout: u64,
    /// The limit of a program's turns: "work N", "ms N" or "level N" [default: its own]
    #[arg(long, value_name = "LIMIT")]
    go: Option<String>,
}

fn error_rate(text: &str) -> Result<f64, String> {
    let rate = text.parse().ok().filter(|rate| *rate > 0.0 && *rate < 0.5);
    rate.ok_or_else(|| "a number above 0 and below 0.5".to_owned())
}

/// Prints the result to `out`. A program that fails ends the match without a result.
pub fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    let failed = |what: &str, error: std::io::Error| Failure::general(format!("{what}: {error}"));
    if let Some(folder) = &args.records {
        std::fs::create_dir_all(folder).map_err(|error| failed(&folder.display().to_string(), error))?;
    }
    let names = [args.a.to_string(), args.b.to_string()];
    let setup = Setup { rules: (*args.rules).clone(), seats: args.seats, seed: args.seed, names };
    let header = Header::new(setup.rules.clone(), super::player_names(setup.seats), Seat(0));
    Game::new(&header).map_err(|error| Failure::bad_input(error.to_string()))?;
    let sprt = args.sprt.map(|hypotheses| Sprt { hypotheses, alpha: args.alpha, beta: args.beta });
    let mut report = Report::new(&setup, sprt);
    let progress = progress::bar(args.pairs, "pairs");
    play(args, &setup, |number, pair| {
        report.add(&pair);
        progress.inc(1);
        for (game, played) in (1..).zip(&pair) {
            if let Some(folder) = &args.records {
                let file = folder.join(format!("{}-{:06}-{game}.jsonl", args.seed, number + 1));
                std::fs::write(&file, played.record.write())
                    .map_err(|error| failed(&file.display().to_string(), error))?;
            }
        }
        Ok(report.is_decided())
    })?;
    progress.finish_and_clear();
    let text = if args.json { super::json_line(&report.json()) } else { report.to_string() };
    let printed = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    printed.map_err(|error| failed("standard output", error))
}

type Numbered = (u64, Result<Pair, PairError>);

/// Plays pairs on several threads and hands them over in order, so that the threads don't change the result. Stops when `each` returns
/// true.
fn play(
    args: &Args,
    setup: &Setup,
    mut each: impl FnMut(u64, Pair) -> Result<bool, Failure>,
) -> Result<(), Failure> {
    let threads = args.threads.or(std::thread::available_parallelism().ok()).map_or(1, usize::from);
    let (next, stopped) = (AtomicU64::new(0), AtomicBool::new(false));
    let (sender, receiver) = channel();
    std::thread::scope(|scope| {
        for _ in 0..args.pairs.min(threads as u64) {
            let (sender, next, stopped) = (sender.clone(), &next, &stopped);
            scope.spawn(move || work(args, setup, next, stopped, &sender));
        }
        drop(sender);
        let (mut waiting, mut number) = (BTreeMap::new(), 0);
        let mut in_order = || {
            for (other, pair) in &receiver {
                waiting.insert(other, pair);
                while let Some(pair) = waiting.remove(&number) {
                    let pair = pair.map_err(|why| match why {
                        PairError::Failed(why) => Failure::general(why),
                        PairError::Stopped => Failure::general("the match was stopped"),
                    })?;
                    if each(number, pair)? {
                        return Ok(());
                    }
                    number += 1;
                }
            }
            Ok(())
        };
        let result = in_order();
        stopped.store(true, Ordering::Relaxed);
        result
    })
}

/// Plays one pair after the other, with programs of its own.
fn work(args: &Args, setup: &Setup, next: &AtomicU64, stopped: &AtomicBool, results: &Sender<Numbered>) {
    let go = args.go.as_ref().map_or_else(|| "go".to_owned(), |limit| format!("go {limit}"));
    let limits =
        Limits { timeout: Duration::from_secs(args.timeout), stopped: std::sync::Arc::default(), go };
    let start = |contestant: &Contestant| {
        Side::start(contestant, &limits)
            .map_err(|fault| PairError::Failed(format!("{contestant} failed at the start: {fault}")))
    };
    let mut sides = start(&args.a).and_then(|a| Ok([a, start(&args.b)?]));
    loop {
        let number = next.fetch_add(1, Ordering::Relaxed);
        if number >= args.pairs || stopped.load(Ordering::Relaxed) {
            return;
        }
        let (pair, ended) = match &mut sides {
            Ok(sides) => {
                let pair = setup.play_pair(number, sides, stopped);
                let ended = pair.is_err();
                (pair, ended)
            }
            Err(PairError::Failed(why)) => (Err(PairError::Failed(why.clone())), true),
            Err(PairError::Stopped) => return,
        };
        if results.send((number, pair)).is_err() || ended {
            return;
        }
    }
}
