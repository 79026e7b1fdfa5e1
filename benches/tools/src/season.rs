//! `bastide-tools season`: what clocks do to a league. People who sleep, work, go away and forget play many games for half a year, and
//! the clocks are those of the server.
//!
//! The people are a model, not a measurement: its module `people` says which.

mod people;
mod play;

use std::io::Write;

use clap::Args as Arguments;
use cli::Failure;
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use table::{Allowance, ClockPreset};

use people::Person;
use play::{Figures, Season};

/// Simulate a season of a league under several clocks, and print a table
#[derive(Arguments, Debug)]
pub struct Args {
    /// People
    #[arg(long, default_value_t = 40, value_parser = clap::value_parser!(u16).range(4..=1000))]
    people: u16,
    /// Games
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u16).range(1..=10_000))]
    games: u16,
    /// Days; games begin in the first third
    #[arg(long, default_value_t = 182, value_parser = clap::value_parser!(u16).range(30..=730))]
    days: u16,
    /// Seasons for each clock, of which the table shows the sums
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u64).range(1..=1000))]
    seasons: u64,
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

const CLOCKS: [(&str, ClockPreset); 4] = [
    ("Standard", ClockPreset::Standard),
    ("Daily", ClockPreset::Daily),
    ("Slow", ClockPreset::Slow),
    ("Relaxed", ClockPreset::Relaxed),
];

/// # Errors
/// If the table can't be written.
pub fn run(args: &Args, out: &mut dyn Write) -> Result<(), Failure> {
    let failed = |error: std::io::Error| Failure::general(format!("standard output: {error}"));
    writeln!(out, "{HEAD}").map_err(failed)?;
    for (name, preset) in CLOCKS {
        let allowance = preset.allowance();
        for (label, allowance) in [
            (name.to_owned(), allowance),
            (format!("{name}, without free time"), without_free_time(allowance)),
        ] {
            for leave in [true, false] {
                let figures = figures(args, allowance, leave);
                let leave = if leave { "yes" } else { "no" };
                writeln!(out, "| {label} | {leave} | {figures} |").map_err(failed)?;
            }
        }
    }
    Ok(())
}

const HEAD: &str = "\
| clock | leave | turns missed | seats lost | median round | nine in ten rounds | leave taken a person | games finished | median length | nine in ten |
|---|---|---|---|---|---|---|---|---|---|";

/// The same time on average, all of it in the bank.
fn without_free_time(allowance: Allowance) -> Allowance {
    let Allowance { free, bank, increment, cap, most } = allowance;
    let bank = bank + free;
    Allowance { free: 0, bank, increment: increment + free, cap: cap.max(bank) + free, most }
}

fn figures(args: &Args, allowance: Allowance, leave: bool) -> Figures {
    let mut all = Figures::default();
    for season in 0..args.seasons {
        let mut rng =
            Xoshiro256PlusPlus::seed_from_u64(args.seed.wrapping_mul(1_000_003).wrapping_add(season));
        let people = (0..args.people).map(|_| Person::random(args.days, &mut rng)).collect();
        all.add(Season::new(people, allowance, leave, &mut rng).play(args.games, args.days));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn small(allowance: Allowance, leave: bool) -> Figures {
        let args = Args { people: 8, games: 12, days: 60, seasons: 1, seed: 7 };
        figures(&args, allowance, leave)
    }

    #[test]
    fn the_seed_decides_a_season_and_leave_saves_turns() {
        let daily = ClockPreset::Daily.allowance();
        let (with, again, without) = (small(daily, true), small(daily, true), small(daily, false));
        assert_eq!(with.to_string(), again.to_string());
        assert!(with.turns > 300, "{with}");
        assert!(with.missed < without.missed, "{with}; {without}");
        assert!(with.leave_days() > 0.0 && without.leave_days() < f64::EPSILON);
    }

    #[test]
    fn a_clock_without_free_time_has_as_much_in_the_bank() {
        let slow = without_free_time(ClockPreset::Slow.allowance());
        assert_eq!(slow.check(), Ok(()));
        assert_eq!((slow.free, slow.bank, slow.increment), (0, 84 * 3600, 36 * 3600));
    }
}
