//! Simulated players: are forecasts right, and how fast are newcomers known?

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::*;

const PLAYERS: usize = 200;
const GAMES: usize = 20_000;
/// Games before forecasts are counted: at first nothing is known of anybody.
const BEGINNING: usize = 2_000;
/// How far a strength moves from one game of a player to the next.
const DRIFT: f64 = 0.05;

/// A number from the standard normal distribution.
fn normal(random: &mut StdRng) -> f64 {
    let (a, b): (f64, f64) = (random.random_range(1e-12..1.0), random.random());
    (-2.0 * a.ln()).sqrt() * (std::f64::consts::TAU * b).cos()
}

/// How well somebody of this strength plays one game. Between two, the better wins as often as the model says.
fn performance(random: &mut StdRng, strength: f64) -> f64 {
    let uniform: f64 = random.random_range(1e-12..1.0);
    // Gumbel's distribution: the difference of two is logistic.
    strength - (25.0 / 6.0) * std::f64::consts::SQRT_2 * (-uniform.ln()).ln()
}

struct Tenth {
    pairs: u32,
    expected: f64,
    scored: f64,
}

/// Plays games of 2 to 6, with newcomers all the time, and collects the forecasts of pairs by tenths.
fn tenths(seed: u64) -> Vec<Tenth> {
    let mut random = StdRng::seed_from_u64(seed);
    let mut strengths: Vec<f64> = (0..PLAYERS).map(|_| 25.0 + 5.0 * normal(&mut random)).collect();
    let mut ratings = vec![Rating::START; PLAYERS];
    let mut tenths: Vec<Tenth> = (0..10).map(|_| Tenth { pairs: 0, expected: 0.0, scored: 0.0 }).collect();
    for game in 0..GAMES {
        let seats = 2 + game % 5;
        let mut players: Vec<usize> = Vec::new();
        while players.len() < seats {
            let player = random.random_range(0..PLAYERS);
            if !players.contains(&player) {
                players.push(player);
            }
        }
        if game % 100 == 0 {
            // Somebody leaves, and a newcomer comes.
            strengths[players[0]] = 25.0 + 5.0 * normal(&mut random);
            ratings[players[0]] = Rating::START;
        }
        let results: Vec<f64> =
            players.iter().map(|&player| performance(&mut random, strengths[player])).collect();
        let place = |mine: f64| 1 + results.iter().filter(|&&other| other > mine).count();
        let entrants: Vec<Entrant> = players
            .iter()
            .zip(&results)
            .map(|(&player, &mine)| Entrant {
                rating: ratings[player],
                place: u8::try_from(place(mine)).unwrap(),
                counts: true,
            })
            .collect();
        for (seat, rated) in rate(&entrants).into_iter().enumerate() {
            for pair in rated.pairs.iter().filter(|_| game >= BEGINNING) {
                let tenth = &mut tenths[usize::try_from(pair.expected / 100).unwrap().min(9)];
                tenth.pairs += 1;
                tenth.expected += f64::from(i32::try_from(pair.expected).unwrap()) / 1000.0;
                tenth.scored += f64::from(i32::try_from(pair.scored).unwrap()) / 1000.0;
            }
            let player = players[seat];
            ratings[player] = rated.after;
            strengths[player] += DRIFT * normal(&mut random);
        }
    }
    tenths
}

#[test]
fn in_each_tenth_forecasts_are_right_within_three_points() {
    for seed in 1..=3 {
        for (number, Tenth { pairs, expected, scored }) in tenths(seed).into_iter().enumerate() {
            let (expected, scored) = (100.0 * expected / f64::from(pairs), 100.0 * scored / f64::from(pairs));
            println!(
                "seed {seed}, tenth {number}: {pairs} pairs, expected {expected:.1}, scored {scored:.1}"
            );
            assert!(
                (expected - scored).abs() <= 3.0,
                "seed {seed}, tenth {number}: {expected:.1} expected, {scored:.1} scored"
            );
        }
    }
}

/// The median number of games until a newcomer has a rank, among known players.
fn games_until_established(seats: usize) -> usize {
    let mut random = StdRng::seed_from_u64(9);
    let mut counts: Vec<usize> = (0..101)
        .map(|_| {
            let strength = 25.0 + 5.0 * normal(&mut random);
            let mut newcomer = Rating::START;
            for games in 1..1000 {
                let others: Vec<f64> = (1..seats).map(|_| 25.0 + 5.0 * normal(&mut random)).collect();
                let mine = performance(&mut random, strength);
                let results: Vec<f64> = others.iter().map(|&other| performance(&mut random, other)).collect();
                let place =
                    |score: f64| 1 + results.iter().chain([&mine]).filter(|&&other| other > score).count();
                let known = |(&strength, &score): (&f64, &f64)| Entrant {
                    rating: Rating { mean: thousandths(1000.0 * strength), deviation: 2_000 },
                    place: u8::try_from(place(score)).unwrap(),
                    counts: true,
                };
                let me =
                    Entrant { rating: newcomer, place: u8::try_from(place(mine)).unwrap(), counts: true };
                let entrants: Vec<Entrant> =
                    std::iter::once(me).chain(others.iter().zip(&results).map(known)).collect();
                newcomer = rate(&entrants)[0].after;
                if newcomer.is_established() {
                    return games;
                }
            }
            unreachable!("everybody has a rank in the end")
        })
        .collect();
    counts.sort_unstable();
    counts[50]
}

#[test]
fn a_newcomer_has_a_rank_after_about_sixteen_games() {
    for seats in 2..=6 {
        let games = games_until_established(seats);
        println!("{seats} seats: {games} games");
        assert!((14..=18).contains(&games), "{seats} seats: {games} games");
    }
}
