//! Games and pairs of games: the same draws twice, with the seats exchanged.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use sha2::{Digest, Sha256};

use super::side::Side;
use crate::program::Fault;
use crate::simulate::numbered;
use engine::{Command, DrawSecret, Event, Game, Header, Record, Ruleset, Seat};

/// What all games of a match have in common.
#[derive(Debug)]
pub(super) struct Setup {
    pub(super) rules: Ruleset,
    pub(super) seats: u8,
    pub(super) seed: u64,
    /// Of A and B.
    pub(super) names: [String; 2],
}

/// The two games of a pair; A has the first seat in the first of them.
pub(super) type Pair = [PlayedGame; 2];

/// A finished game as A sees it.
pub(super) struct PlayedGame {
    pub(super) outcome: Outcome,
    /// The mean of A's seats minus the mean of B's.
    pub(super) margin: f64,
    /// Of A and B.
    pub(super) efforts: [Effort; 2],
    pub(super) record: Record,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    Win,
    Draw,
    Loss,
}

/// What the turns of a side have cost.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    pub(super) turns: u64,
    /// `None` for a program that does not report it.
    pub(super) work: Option<u64>,
    pub(super) time: Duration,
}

impl Default for Effort {
    fn default() -> Self {
        Self { turns: 0, work: Some(0), time: Duration::ZERO }
    }
}

impl Effort {
    pub(super) fn add(&mut self, other: Self) {
        self.turns += other.turns;
        self.work = self.work.zip(other.work).map(|(one, other)| one + other);
        self.time += other.time;
    }
}

/// Why a pair has no result.
#[derive(Debug)]
pub(super) enum PairError {
    /// The match is over.
    Stopped,
    /// One line that says which program failed where, and how.
    Failed(String),
}

impl Setup {
    /// Plays pair `pair`, counted from 0.
    pub(super) fn play_pair(
        &self,
        pair: u64,
        sides: &mut [Side; 2],
        stopped: &AtomicBool,
    ) -> Result<Pair, PairError> {
        Ok([self.play(pair, 0, sides, stopped)?, self.play(pair, 1, sides, stopped)?])
    }

    /// A number of this match and pair that nobody can guess from another: SHA-256 of a line of text.
    fn digest(&self, pair: u64, purpose: &str) -> [u8; 32] {
        Sha256::digest(format!("bastide match {} {} {purpose}", self.seed, pair + 1)).into()
    }

    /// `exchanged`: 0 if A has the first seat, 1 if B has.
    fn play(
        &self,
        pair: u64,
        exchanged: usize,
        sides: &mut [Side; 2],
        stopped: &AtomicBool,
    ) -> Result<PlayedGame, PairError> {
        let side_of = |seat: Seat| (seat.index() + exchanged) % 2;
        let names = (0..self.seats).map(|seat| self.names[side_of(Seat(seat))].clone()).collect();
        let mut header = Header::new(self.rules.clone(), names, Seat(0));
        let secret = DrawSecret::new(self.digest(pair, "draw"));
        header.commitment = Some(secret.commitment().to_string());
        let dealer = header.dealer(&secret);
        let mut game = Game::new(&header).map_err(|error| PairError::Failed(error.to_string()))?;
        let failed = |side: usize, game: &Game, fault: Fault| {
            let (pair, number, turn) = (pair + 1, exchanged + 1, game.turns() + 1);
            let name = &self.names[side];
            PairError::Failed(format!("{name} failed in pair {pair}, game {number}, turn {turn}: {fault}"))
        };
        for (side, purpose) in ["player A", "player B"].into_iter().enumerate() {
            let seed = self.digest(pair, purpose).first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes));
            sides[side].begin(&header, seed).map_err(|fault| failed(side, &game, fault))?;
        }
        let mut efforts = [Effort::default(); 2];
        let (mut log, mut events): (Vec<Event>, Vec<Event>) = (Vec::new(), Vec::new());
        let mut command = Command::Start;
        loop {
            // No program hears of a command before it is known to be legal.
            events.clear();
            let mut next = game.clone();
            if let Err(refused) = next.execute(&command, &dealer, &mut events) {
                let side = game.to_move().map_or(0, |colour| side_of(game.seat_of(colour)));
                return Err(failed(side, &game, Fault::illegal(&command, &refused)));
            }
            for event in &events {
                for (side, program) in sides.iter_mut().enumerate() {
                    program.report(&game, event).map_err(|fault| failed(side, &game, fault))?;
                }
                game.apply(event).map_err(|error| PairError::Failed(error.to_string()))?;
            }
            log.append(&mut events);
            let Some(colour) = game.to_move() else { break };
            if stopped.load(Ordering::Relaxed) {
                return Err(PairError::Stopped);
            }
            let side = side_of(game.seat_of(colour));
            let begun = Instant::now();
            let chosen = sides[side].choose(&game).map_err(|fault| failed(side, &game, fault))?;
            efforts[side].add(Effort { turns: 1, work: chosen.work, time: begun.elapsed() });
            command = chosen.command;
        }
        let (outcome, margin) = result(&game, side_of);
        Ok(PlayedGame { outcome, margin, efforts, record: Record { header, events: numbered(log) } })
    }
}

/// Who won, and by how many points.
fn result(game: &Game, side_of: impl Fn(Seat) -> usize) -> (Outcome, f64) {
    let winners = game.winners();
    let wins = |side: usize| winners.iter().any(|&seat| side_of(seat) == side);
    let outcome = match (wins(0), wins(1)) {
        (true, false) => Outcome::Win,
        (false, true) => Outcome::Loss,
        _ => Outcome::Draw,
    };
    let mean = |side: usize| {
        let seats = (0..).map(Seat).take(game.header().seats.len()).filter(|&seat| side_of(seat) == side);
        let points: Vec<f64> = seats.map(|seat| f64::from(game.seat_score(seat))).collect();
        #[expect(clippy::cast_precision_loss, reason = "at most three")]
        let mean = points.iter().sum::<f64>() / points.len() as f64;
        mean
    };
    (outcome, mean(0) - mean(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use players::{Method, Player};

    fn setup(seats: u8) -> Setup {
        let names = ["greedy".to_owned(), "random".to_owned()];
        Setup { rules: Ruleset::default(), seats, seed: 7, names }
    }

    fn sides() -> [Side; 2] {
        [Side::Player(Player::new(Method::Greedy)), Side::Player(Player::new(Method::Random))]
    }

    #[test]
    fn the_games_of_a_pair_have_one_secret_and_exchanged_seats() {
        let go_on = AtomicBool::new(false);
        let pair = |seats, number| setup(seats).play_pair(number, &mut sides(), &go_on).unwrap();
        let [first, second] = pair(3, 4);
        let headers = [&first.record.header, &second.record.header];
        assert_eq!(headers[0].commitment, headers[1].commitment);
        assert_eq!(headers[0].seats, ["greedy", "random", "greedy"]);
        assert_eq!(headers[1].seats, ["random", "greedy", "random"]);
        let [other, _] = pair(3, 5);
        assert_ne!(other.record.header.commitment, headers[0].commitment);
        for game in [first, second] {
            let (_, read) = Record::read(&game.record.write()).unwrap();
            assert!(read.is_finished(), "every draw fits the secret");
            assert_eq!(game.efforts[0].turns + game.efforts[1].turns, u64::from(read.turns()));
            assert_eq!(game.outcome, Outcome::Win);
        }
    }

    #[test]
    fn the_margin_is_between_the_means_of_the_seats() {
        let [game, _] = setup(3).play_pair(0, &mut sides(), &AtomicBool::new(false)).unwrap();
        let (_, end) = Record::read(&game.record.write()).unwrap();
        let [a, b, c] = [0, 1, 2].map(|seat| f64::from(end.seat_score(Seat(seat))));
        assert!((game.margin - (f64::midpoint(a, c) - b)).abs() < 1e-9);
    }

    #[test]
    fn a_match_that_is_over_leaves_its_games() {
        let over = AtomicBool::new(true);
        assert!(matches!(setup(2).play_pair(0, &mut sides(), &over), Err(PairError::Stopped)));
    }
}
