//! `bastide-tools yardstick`: games between different styles and positions from them, with values from playing on: what analyses and
//! evaluations are measured by. `docs/players.md` describes it.

mod exploiter;
mod games;
mod measure;
mod style;
mod values;

use std::io::Write;
use std::path::{Path, PathBuf};

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use rayon::prelude::*;

use analysis::{Depth, moments};
use cli::Failure;
use engine::Record;
use games::{pairings, play};
use measure::{Played, Said};
use players::Level;
use style::Style;
use values::{Valued, value};

/// Positions of each game.
const POSITIONS: usize = 3;
const VALUES: &str = "positions.jsonl";

/// Games between different styles and positions with values from playing on, to measure analyses by
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Where games and positions are kept
    #[arg(long, default_value = "benches/yardstick")]
    folder: PathBuf,
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand, Debug)]
enum What {
    /// Play the games, and value three positions of each by playing on
    Make {
        /// The seed; the same seed gives the same files
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// How often the game goes on from each position, with the styles of its players and with others
        #[arg(long, default_value_t = 200)]
        playouts: u64,
    },
    /// Hold analyses of the games against the values, and their largest losses against playing on
    Measure {
        #[arg(long, default_value = "quick", value_parser = depth)]
        depth: Depth,
        /// How many of the largest losses are played on; with 0, only the positions are analysed, not the whole games
        #[arg(long, default_value_t = 100)]
        verdicts: usize,
        /// How often
        #[arg(long, default_value_t = 100)]
        playouts: u64,
    },
    /// Play games of two seats between these styles, and print how their results vary with luck and without
    Luck {
        /// Each meets each, and itself
        #[arg(long, value_delimiter = ',', default_values_t = games::styles())]
        styles: Vec<Style>,
        #[arg(long, default_value = "quick", value_parser = depth)]
        depth: Depth,
        /// Games of each pair of styles
        #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u64).range(2..=100_000))]
        games: u64,
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Play games between a level and a player that knows how it thinks, but not its personality
    Exploit {
        #[arg(long, default_value = "7", value_parser = level)]
        level: Level,
        #[arg(long, default_value_t = 40, value_parser = clap::value_parser!(u64).range(2..=100_000))]
        pairs: u64,
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
}

fn level(text: &str) -> Result<Level, String> {
    let level = text.parse().ok().and_then(Level::new);
    level.ok_or_else(|| "a number from 1 to 8".to_owned())
}

fn depth(text: &str) -> Result<Depth, String> {
    Depth::parse(text).ok_or_else(|| "quick, standard or deep".to_owned())
}

pub fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    let text = match &args.what {
        &What::Make { seed, playouts } => make(&args.folder, seed, playouts)?,
        &What::Measure { depth, verdicts, playouts } => {
            let (games, positions) = read(&args.folder, depth)?;
            let said: Vec<Said> =
                positions.par_iter().filter_map(|position| Said::of(position, &games)).collect();
            let mut tables = vec![
                measure::values(&said),
                measure::chances(&said),
                measure::chances_by_style(&said, &games::styles()),
            ];
            if verdicts > 0 {
                tables.push(measure::verdicts(&games, verdicts, playouts));
            }
            tables.join("\n")
        }
        What::Luck { styles, depth, games, seed } => measure::luck(styles, *games, *seed, *depth),
        &What::Exploit { level, pairs, seed } => exploiter::gains(level.player(), pairs, seed),
    };
    out.write_all(text.as_bytes()).map_err(|error| Failure::general(format!("standard output: {error}")))
}

/// Writes the games and the positions. Returns how many.
fn make(folder: &Path, seed: u64, playouts: u64) -> Result<String, Failure> {
    let failed = |error: std::io::Error| Failure::general(format!("{}: {error}", folder.display()));
    std::fs::create_dir_all(folder.join("games")).map_err(failed)?;
    let made: Vec<(String, String, Vec<Valued>)> = pairings()
        .par_iter()
        .enumerate()
        .map(|(number, pairing)| {
            let name = format!("{number:03}-{}", pairing.name());
            let seed = seed.wrapping_mul(1_000_000).wrapping_add(number as u64);
            let (record, _) = play(pairing, seed);
            let mut chance = Xoshiro256PlusPlus::seed_from_u64(!seed);
            let moments = moments(&record.header, &record.events).expect("a whole game");
            // One in each third of what lies between the first quarter and the last sixth.
            let (first, last) = (moments.len() / 4, moments.len() * 5 / 6);
            let part = (last - first) / POSITIONS;
            let positions = (0..POSITIONS).map(|third| {
                let moment = &moments[first + third * part + chance.random_range(0..part)];
                let [own, mixed] = value(moment.before(), &pairing.styles, playouts, chance.random());
                Valued { game: name.clone(), n: moment.n, own, mixed }
            });
            (name.clone(), record.write(), positions.collect())
        })
        .collect();
    let mut lines = String::new();
    for (name, record, positions) in &made {
        std::fs::write(folder.join("games").join(format!("{name}.jsonl")), record).map_err(failed)?;
        for position in positions {
            let line =
                serde_json::to_string(position).map_err(|error| Failure::general(error.to_string()))?;
            lines.push_str(&line);
            lines.push('\n');
        }
    }
    std::fs::write(folder.join(VALUES), lines).map_err(failed)?;
    Ok(format!("{} games, {} positions\n", made.len(), made.len() * POSITIONS))
}

/// The games, to be analysed at this depth, and the positions.
fn read(folder: &Path, depth: Depth) -> Result<(Vec<Played>, Vec<Valued>), Failure> {
    let bad = |path: &Path, error: String| Failure::bad_input(format!("{}: {error}", path.display()));
    let path = folder.join(VALUES);
    let text = std::fs::read_to_string(&path).map_err(|error| bad(&path, error.to_string()))?;
    let positions: Vec<Valued> = text
        .lines()
        .map(|line| serde_json::from_str(line).map_err(|error| bad(&path, error.to_string())))
        .collect::<Result<_, _>>()?;
    let mut names: Vec<&str> = positions.iter().map(|position| position.game.as_str()).collect();
    names.dedup();
    let games = names.par_iter().map(|name| {
        let path = folder.join("games").join(format!("{name}.jsonl"));
        let text = std::fs::read_to_string(&path).map_err(|error| bad(&path, error.to_string()))?;
        let (record, game) = Record::read(&text).map_err(|error| bad(&path, error.to_string()))?;
        Ok(Played::new((*name).to_owned(), record, &game, depth))
    });
    Ok((games.collect::<Result<_, Failure>>()?, positions))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_what_the_command_makes() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../yardstick");
        let lines = std::fs::read_to_string(folder.join(VALUES)).unwrap();
        let kept: Vec<Valued> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert!(kept.len() >= 300);
        for (number, pairing) in pairings().iter().enumerate() {
            let name = format!("{number:03}-{}", pairing.name());
            let text = std::fs::read_to_string(folder.join(format!("games/{name}.jsonl"))).unwrap();
            let (record, game) = Record::read(&text).unwrap();
            assert!(game.is_finished(), "{name}");
            let decisions = moments(&record.header, &record.events).unwrap();
            let positions: Vec<_> = kept.iter().filter(|position| position.game == name).collect();
            assert_eq!(positions.len(), POSITIONS, "{name}");
            for position in positions {
                assert!(decisions.iter().any(|moment| moment.n == position.n), "{name}, {}", position.n);
                assert_eq!(
                    (position.own.len(), position.mixed.len()),
                    (pairing.styles.len(), pairing.styles.len())
                );
            }
            // Players that search would take long.
            if pairing.styles.iter().all(|style| matches!(style, style::Style::Taste(_))) {
                let seed = 1_000_000 + number as u64;
                assert_eq!(play(pairing, seed).0, record, "{name}");
            }
        }
    }
}
