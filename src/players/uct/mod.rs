//! Carcasum's method (Müller 2014): UCT, with the draws sampled from the bag again at every visit, games played to the end at
//! random, and the share of all points as the reward.

mod tree;

use rand::Rng;

use super::{Candidate, Choice, RandomPlayer, Sample};
use engine::{Command, MAX_COLOURS, Position, Seat};
use tree::Tree;

/// How many playouts pass between two looks at the time: a few milliseconds.
const PATIENCE: u64 = 32;

pub(super) fn think(
    root: &Position,
    playouts: u64,
    rng: &mut impl Rng,
    spent: &mut dyn FnMut() -> f64,
) -> Choice {
    let mut tree = Tree::new(root, rng);
    if tree.is_forced() {
        return tree.choice(0);
    }
    let mut player = RandomPlayer::default();
    let mut work = 0;
    while work < playouts && !(work % PATIENCE == PATIENCE - 1 && spent() >= 1.0) {
        let (path, mut end) = tree.descend(root.clone(), rng);
        play_out(&mut end, &mut player, rng);
        tree.learn(&path, &Outcome::of(&end));
        work += 1;
    }
    tree.choice(work)
}

/// Random moves and draws to the end of the game.
fn play_out(position: &mut Position, player: &mut RandomPlayer, rng: &mut impl Rng) {
    while let Some(command) = player.command(position, rng) {
        advance(position, &command, rng);
    }
}

/// A legal command, and the draw that follows it.
fn advance(position: &mut Position, command: &Command, rng: &mut impl Rng) {
    use rand::RngExt;
    match command {
        Command::Play(turn) => position.play(turn),
        _ => position.pass(),
    }
    if position.needs_draw() {
        position.deal(|choices| rng.random_range(0..choices));
    }
    position.forget();
}

/// The result of a playout, by seat.
struct Outcome {
    points: [f64; MAX_COLOURS],
    seats: usize,
}

impl Outcome {
    fn of(game: &Position) -> Self {
        let mut points = [0.0; MAX_COLOURS];
        let seats = game.header().seats.len();
        for (seat, points) in (0..).map(Seat).zip(&mut points[..seats]) {
            *points = f64::from(game.seat_score(seat));
        }
        Self { points, seats }
    }

    /// The seat's part of all points, from 0 to 1.
    #[expect(clippy::cast_precision_loss, reason = "at most six")]
    fn share(&self, seat: Seat) -> f64 {
        let all: f64 = self.points[..self.seats].iter().map(|points| points.max(0.0)).sum();
        if all == 0.0 { 1.0 / self.seats as f64 } else { self.points[seat.index()].max(0.0) / all }
    }

    /// How far the seat is ahead of the best other, in points.
    fn margin(&self, seat: Seat) -> f64 {
        let others = (0..self.seats).filter(|&other| other != seat.index());
        let best = others.map(|other| self.points[other]).fold(f64::NEG_INFINITY, f64::max);
        self.points[seat.index()] - if self.seats > 1 { best } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand::rngs::Xoshiro256PlusPlus;

    use super::super::testing::until;
    use super::super::{Method, Player, random};
    use super::*;
    use engine::{Preset, Ruleset};

    #[test]
    fn with_the_last_tile_it_takes_the_largest_share_of_points() {
        for preset in [Preset::Modern, Preset::Abbeys] {
            let greedy = Player::new(Method::Greedy);
            let game = until(Ruleset::of(preset), greedy, |game| game.tiles_left() == 0);
            let seat = game.seat_of(game.to_move().unwrap());
            let share = |command: &Command| {
                let mut after = game.clone();
                advance(&mut after, command, &mut Xoshiro256PlusPlus::seed_from_u64(0));
                assert!(after.is_finished());
                Outcome::of(&after).share(seat)
            };
            let choice = Player::new(Method::Uct { playouts: 2000 }).think(&game, &mut || 0.0);
            let most = random::commands(&game).iter().map(&share).fold(0.0, f64::max);
            assert!((share(&choice.best.unwrap()) - most).abs() < 1e-12, "{preset:?}");
            assert_eq!(choice.candidates.iter().map(|candidate| candidate.work).sum::<u64>(), 2000);
            assert!(
                choice.candidates.iter().all(|candidate| candidate.error.is_none_or(|error| error < 1e-9))
            );
        }
    }

    #[test]
    fn an_interrupted_search_has_a_choice() {
        let first = until(Ruleset::of(Preset::Mcguire), Player::new(Method::Random), |_| true);
        let choice = Player::new(Method::Uct { playouts: u64::MAX }).think(&first, &mut || 1.0);
        assert_eq!(choice.work, PATIENCE - 1);
        assert!(random::commands(&first).contains(&choice.best.unwrap()));
    }

    #[test]
    fn shares_and_margins_are_those_of_the_seat() {
        let mut outcome = Outcome { points: [30.0, 50.0, 20.0, 0.0, 0.0, 0.0], seats: 3 };
        assert_eq!(
            (outcome.share(Seat(1)), outcome.margin(Seat(1)), outcome.margin(Seat(2))),
            (0.5, 20.0, -30.0)
        );
        outcome.points[0] = -10.0;
        assert!((outcome.share(Seat(1)) - 50.0 / 70.0).abs() < 1e-12 && outcome.share(Seat(0)) < 1e-12);
        let nothing = Outcome { points: [0.0; MAX_COLOURS], seats: 4 };
        assert!((nothing.share(Seat(2)) - 0.25).abs() < 1e-12);
    }
}
