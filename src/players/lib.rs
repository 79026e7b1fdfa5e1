//! Computer players: a position in, a command out.
//!
//! A player knows what everyone at the table can see: a [`Position`] has the counts of the undrawn tiles, but neither the draw
//! secret nor the order of the bag, which only the dealer has. What might be drawn, players draw with generators of their own.

mod assess;
mod choice;
mod counting;
mod evaluation;
mod greedy;
mod hints;
mod level;
mod name;
mod normal;
mod playouts;
mod quick;
mod race;
mod random;
mod reasons;
mod sample;
mod search;
#[cfg(test)]
mod testing;
mod uct;

pub use assess::{assess, each_command, each_part};
pub use choice::{Candidate, Choice};
pub use evaluation::{SeatWorth, Term, Weights, ahead};
pub use hints::{HINTS_LEVEL, Hint, hints};
pub use level::Level;
pub use name::UnknownPlayer;
pub use normal::positive;
pub use playouts::{PlayoutStart, Playouts};
pub use quick::Quick;
pub use race::{Runner, race};
pub use random::{RandomGameError, RandomPlayer};
pub use reasons::{Reason, What, reasons};
pub use sample::Sample;
pub use search::{contenders, horizon};

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use engine::{Command, Position, Turn};

/// A computer player. In the same position the same player chooses the same, on every machine; only a search that is
/// interrupted depends on time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Player {
    pub method: Method,
    /// The same seed gives the same choices. Methods without randomness ignore it.
    pub seed: u64,
}

/// How a player chooses. Each counts its work in a unit of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Method {
    /// Picks among all turns, each as likely. No work.
    Random,
    /// Evaluates the position after each possible turn and takes the best. Work: evaluations, as many as there are turns that look different.
    Greedy,
    /// Evaluates like that, but by counting which of the tiles that are left fit the open cells. Work: evaluations.
    Counting,
    /// Chooses almost as well in a tenth of the time. No work.
    Quick,
    /// Plays on for a few rounds after the best of these turns, again and again, and takes the one after which it goes best.
    Search {
        /// How many placements to value: the work.
        work: u64,
    },
    /// As a [`Level`] plays.
    Level(Level),
    /// Searches a tree of turns and draws, with games played to the end at random: the method of Carcasum (Müller 2014).
    Uct {
        /// How many games to play to the end: the work.
        playouts: u64,
    },
}

impl Player {
    pub const fn new(method: Method) -> Self {
        Self { method, seed: 0 }
    }

    #[must_use]
    pub const fn with_seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// This player with another budget a turn, if its method has one.
    #[must_use]
    pub const fn with_work(self, work: u64) -> Self {
        let method = match self.method {
            Method::Uct { .. } => Method::Uct { playouts: work },
            Method::Search { .. } => Method::Search { work },
            method @ (Method::Random
            | Method::Greedy
            | Method::Counting
            | Method::Quick
            | Method::Level(_)) => method,
        };
        Self { method, ..self }
    }

    /// Its command for the colour to move; `None` if no one can move. Passes where that is legal and no turn is better.
    ///
    /// ```
    /// use bastide_players::{Method, Player};
    /// use engine::{DrawSecret, Command, Game, Header, Ruleset, Seat};
    /// let header = Header::new(Ruleset::default(), vec!["ann".into(), "Computer".into()], Seat(1));
    /// let dealer = header.dealer(&DrawSecret::new([7; 32]));
    /// let mut game = Game::new(&header).unwrap();
    /// game.execute(&Command::Start, &dealer, &mut Vec::new()).unwrap();
    /// let command = Player::new(Method::Greedy).choose(&game).unwrap();
    /// assert!(game.decide(&command, &dealer).is_ok());
    /// ```
    pub fn choose(&self, position: &Position) -> Option<Command> {
        match self.method {
            Method::Greedy => greedy::choose_command(position),
            Method::Random
            | Method::Counting
            | Method::Quick
            | Method::Level(_)
            | Method::Search { .. }
            | Method::Uct { .. } => self.think(position, &mut || 0.0).best,
        }
    }

    /// Its command with the reasons. `spent` is asked now and then which part of the time is spent: from 1 on, the search stops
    /// with the best so far.
    pub fn think(&self, position: &Position, spent: &mut dyn FnMut() -> f64) -> Choice {
        match self.method {
            Method::Random => Choice::of(random::choose(position, &mut self.rng(position))),
            Method::Greedy => greedy::think(position),
            Method::Counting => counting::think(position, Weights::of(position)),
            Method::Quick => Choice::of(
                quick::Quick::new(position, Weights::of(position)).best(position).map(Command::Play),
            ),
            Method::Search { work } => {
                search::think(position, Weights::of(position), work, &mut self.rng(position), spent)
            }
            Method::Level(level) => level::think(position, level, self, spent),
            Method::Uct { playouts } => uct::think(position, playouts, &mut self.rng(position), spent),
        }
    }

    /// A generator for this turn.
    fn rng(&self, position: &Position) -> Xoshiro256PlusPlus {
        let turn = u64::from(position.turns()).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Xoshiro256PlusPlus::seed_from_u64(self.seed ^ turn)
    }
}

/// The turn of the greedy player to move; `None` if no one can move. Never passes.
pub fn choose(position: &Position) -> Option<Turn> {
    greedy::choose(position)
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::{DrawSecret, Game, Header, Preset, Ruleset, Seat, legal};

    /// Positions of a game in which the player moves for all seats.
    fn positions(player: Player, preset: Preset) -> Vec<Game> {
        let header = Header::new(Ruleset::of(preset), vec!["ann".into(), "ben".into()], Seat(0));
        let dealer = header.dealer(&DrawSecret::new([4; 32]));
        let mut game = Game::new(&header).unwrap();
        let mut command = Some(Command::Start);
        let mut positions = Vec::new();
        while let Some(next) = command {
            game.execute(&next, &dealer, &mut Vec::new()).unwrap();
            positions.push(game.clone());
            command = player.choose(&game);
        }
        assert!(game.is_finished());
        positions
    }

    #[test]
    fn the_greedy_player_chooses_the_same_with_and_without_reasons() {
        for preset in Preset::ALL {
            let greedy = Player::new(Method::Greedy);
            for game in positions(greedy, preset) {
                let choice = greedy.think(&game, &mut || 0.0);
                assert_eq!(choice.best, greedy.choose(&game));
                assert_eq!(choice.candidates.len(), random::commands(&game).len());
            }
        }
    }

    #[test]
    fn the_same_seed_makes_the_same_choices_and_another_seed_others() {
        for method in [Method::Random, Method::Uct { playouts: 3 }] {
            let player = Player::new(method).with_seed(1);
            let games = positions(player, Preset::Modern);
            let choices = |player: Player| games.iter().map(|game| player.choose(game)).collect::<Vec<_>>();
            assert_eq!(choices(player), choices(player));
            assert_ne!(choices(player), choices(player.with_seed(2)));
        }
    }

    #[test]
    fn a_random_turn_is_each_distinct_turn_equally_often() {
        let header = Header::new(Ruleset::default(), vec!["ann".into(), "ben".into()], Seat(0));
        let mut game = Game::new(&header).unwrap();
        // A crossing looks the same in all rotations: four cells round the start tile minus those it does not fit.
        let draw = game.draw_of(&["RRRR".parse().unwrap()]).unwrap().unwrap();
        game.apply(&draw).unwrap();
        let distinct = random::commands(&game);
        assert_eq!(distinct.len() * 4, legal::turns(&game).len());
        let mut seen = vec![0; distinct.len()];
        for seed in 0..2000 {
            let command = Player::new(Method::Random).with_seed(seed).choose(&game).unwrap();
            seen[distinct.iter().position(|&known| known == command).unwrap()] += 1;
        }
        let fair = 2000 / distinct.len();
        assert!(seen.iter().all(|&count| count > fair / 2 && count < fair * 2), "{seen:?}");
    }

    #[test]
    fn only_a_search_has_a_budget() {
        assert_eq!(Player::new(Method::Greedy).with_work(5), Player::new(Method::Greedy));
        let uct = Player::new(Method::Uct { playouts: 9 }).with_seed(1);
        assert_eq!(uct.with_work(5), Player { method: Method::Uct { playouts: 5 }, seed: 1 });
    }
}
