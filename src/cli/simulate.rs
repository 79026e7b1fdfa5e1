//! `bastide simulate`: plays random games, as a check and as a benchmark.

use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, SeedableRng};

use engine::{Dealer, DrawSecret, Event, Header, Logged, Record, Ruleset, Seat};

use crate::replay::Summary;
use crate::{Failure, player_names, progress};
use players::RandomGameError;
pub use players::RandomPlayer;

/// Play games of uniformly random legal moves and print one JSON object per game
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The number of games
    #[arg(long)]
    games: u64,
    /// The seed; the same seed gives the same games
    #[arg(long)]
    seed: u64,
    /// The rules: a preset, or JSON such as {"preset":"chicago"}
    #[arg(long, value_parser = super::parse_rules, default_value = "modern")]
    rules: Box<Ruleset>,
    /// The number of seats
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=6))]
    players: u8,
    /// Write each game's record to this folder
    #[arg(long, value_name = "DIR")]
    records: Option<PathBuf>,
}

/// Prints to `out` as games end.
pub fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    let failed = |what: &str, error: std::io::Error| Failure::general(format!("{what}: {error}"));
    if let Some(folder) = &args.records {
        std::fs::create_dir_all(folder).map_err(|error| failed(&folder.display().to_string(), error))?;
    }
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(args.seed);
    let mut player = RandomPlayer::default();
    let header = Header::new((*args.rules).clone(), player_names(args.players), Seat(0));
    let progress = progress::bar(args.games, "games");
    let begun = Instant::now();
    for number in 0..args.games {
        let (header, dealer) = fresh_game(&header, &mut rng);
        let (game, events) = player.play(&header, &dealer, &mut rng).map_err(|error| match error {
            RandomGameError::Setup(error) => Failure::bad_input(error.to_string()),
            RandomGameError::Decide(error) => Failure::general(error.to_string()),
        })?;
        out.write_all(super::json_line(&Summary::of(&game)).as_bytes())
            .map_err(|error| failed("standard output", error))?;
        if let Some(folder) = &args.records {
            let file = folder.join(format!("{}-{number:06}.jsonl", args.seed));
            let record = Record { header, events: numbered(events) };
            std::fs::write(&file, record.write())
                .map_err(|error| failed(&file.display().to_string(), error))?;
        }
        progress.inc(1);
    }
    progress.finish_and_clear();
    #[expect(clippy::cast_precision_loss, reason = "a rate")]
    let rate = args.games as f64 / begun.elapsed().as_secs_f64();
    eprintln!("{rate:.0} games/s");
    Ok(())
}

/// Numbers the events of a whole game from 1.
pub fn numbered(events: Vec<Event>) -> Vec<Logged> {
    (1..).zip(events).map(|(n, event)| Logged { n, event, at: None }).collect()
}

/// A header with the commitment of a secret drawn from `rng`, and the secret's dealer.
pub fn fresh_game(header: &Header, rng: &mut impl Rng) -> (Header, Dealer) {
    let mut bytes = [0; 32];
    rng.fill_bytes(&mut bytes);
    let secret = DrawSecret::new(bytes);
    let dealer = header.dealer(&secret);
    let mut header = header.clone();
    header.commitment = Some(secret.commitment().to_string());
    (header, dealer)
}
