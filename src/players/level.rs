//! Eight strengths for people to play against.
//!
//! A weaker level is not a strong one that sometimes errs: it looks at less, as a less experienced player does. It wavers
//! between turns that look about equally good to it, and never takes one that looks bad to it.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use super::evaluation::Weights;
use super::quick::{Quick, View};
use super::search;
use super::{Candidate, Choice, Player};
use engine::{Command, Position};

/// The strength of a computer player, from 1 to 8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Level(u8);

/// How a level thinks.
enum Thinking {
    /// By the next turn alone.
    OnePly {
        view: View,
        /// Whether it expects features to be completed, instead of counting their tiles.
        completion: bool,
        /// Whether it values followers and unfinished cities beside fields as the evaluation does, instead of by rule of thumb.
        full_evaluation: bool,
        /// The noise on values, in points: the sum of two uniform numbers from minus to plus this.
        noise: f64,
    },
    /// By playing on.
    Search { work: u64 },
}

/// The part by which a personality changes a weight at most.
const PERSONALITY: f64 = 0.15;
/// The same from level 7 on, whose weights are nearer to the best that are known.
const PERSONALITY_OF_STRONGEST: f64 = 0.08;

impl Level {
    /// The weakest first.
    pub const ALL: [Self; 8] = [Self(1), Self(2), Self(3), Self(4), Self(5), Self(6), Self(7), Self(8)];

    /// `None` unless the number is from 1 to 8.
    pub const fn new(number: u8) -> Option<Self> {
        if matches!(number, 1..=8) { Some(Self(number)) } else { None }
    }

    pub const fn number(self) -> u8 {
        self.0
    }

    pub const fn player(self) -> Player {
        Player::new(super::Method::Level(self))
    }

    const fn thinking(self) -> Thinking {
        let own = View { others: false, fields: false, far: false };
        match self.0 {
            1 => Thinking::OnePly { view: own, completion: false, full_evaluation: false, noise: 0.5 },
            2 => {
                let view = View { fields: true, far: true, ..own };
                Thinking::OnePly { view, completion: true, full_evaluation: false, noise: 1.4 }
            }
            3 => Thinking::OnePly { view: View::ALL, completion: true, full_evaluation: false, noise: 1.2 },
            4 => Thinking::OnePly { view: View::ALL, completion: true, full_evaluation: true, noise: 0.8 },
            5 => Thinking::Search { work: 1_500 },
            6 => Thinking::Search { work: 8_000 },
            7 => Thinking::Search { work: 50_000 },
            _ => Thinking::Search { work: 3_000_000 },
        }
    }

    /// The weights of a game: those of the level, changed by a personality that the seed decides. `usual` are those of the evaluation.
    fn weights(self, seed: u64, usual: &Weights) -> Weights {
        let mut weights = usual.clone();
        if let Thinking::OnePly { view, completion, full_evaluation, .. } = self.thinking() {
            if !completion {
                (weights.city_cell, weights.road_cell, weights.cloister_cell) = (0.0, 0.0, 0.0);
            }
            if !full_evaluation {
                weights.followers = if view.others { [5.0, 3.5, 2.6, 2.0, 1.5, 1.2, 1.0] } else { [1.0; 7] };
                weights.field_future = 0.0;
            }
        }
        let part = if self.0 < 7 { PERSONALITY } else { PERSONALITY_OF_STRONGEST };
        weights.with_taste(part, &mut Xoshiro256PlusPlus::seed_from_u64(seed))
    }
}

/// The choice of a level; `player` has the seed.
pub(super) fn think(
    position: &Position,
    level: Level,
    player: &Player,
    spent: &mut dyn FnMut() -> f64,
) -> Choice {
    let (weights, mut rng) = (level.weights(player.seed, Weights::of(position)), player.rng(position));
    match level.thinking() {
        Thinking::Search { work } => search::think(position, &weights, work, &mut rng, spent),
        Thinking::OnePly { view, noise, .. } => {
            let mut quick = Quick::new(position, &weights).with_view(view);
            let mut candidates: Vec<Candidate> = Vec::new();
            quick.each(position, |value, turn| {
                let value = value + noise * (rng.random_range(-1.0..1.0) + rng.random_range(-1.0..1.0));
                candidates.push(Candidate { command: Command::Play(turn()), value, error: None, work: 1 });
            });
            Choice::ranked(candidates)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{every_rule_book, play};
    use super::*;
    use engine::{Ruleset, legal};

    #[test]
    fn the_first_six_levels_play_legally_under_all_rule_books() {
        for level in &Level::ALL[..6] {
            for (seats, rules) in every_rule_book() {
                play(rules, seats, |game| {
                    let wanted = if level.number() < 5 { 4 } else { 29 };
                    if !game.turns().is_multiple_of(wanted) {
                        return None;
                    }
                    let command = level.player().with_seed(3).choose(game).unwrap();
                    if let Command::Play(turn) = &command {
                        assert_eq!(legal::check(game, turn), Ok(()), "{level:?}");
                    }
                    Some(command)
                });
            }
        }
    }

    #[test]
    fn a_game_has_a_personality_whatever_the_level() {
        let usual = Weights::fitted_to(&Ruleset::default(), 2);
        for level in Level::ALL {
            let [one, other] = [1, 2].map(|seed| level.weights(seed, usual).road);
            assert!((one - other).abs() > 0.001, "{level:?}");
            let most = if level.number() < 7 { PERSONALITY } else { PERSONALITY_OF_STRONGEST };
            assert!((one / usual.road - 1.0).abs() <= most, "{level:?}");
        }
    }

    #[test]
    fn the_first_level_places_no_farmers_and_stays_near_the_last_tile() {
        let player = Level::new(1).unwrap().player();
        play(Ruleset::default(), 2, |game| {
            let command = player.choose(game);
            if let Some(Command::Play(turn)) = command {
                let on = turn.follower.map(|follower| follower.on.to_string());
                assert!(on.is_none_or(|on| !on.starts_with("field")), "{turn}");
            }
            command
        });
    }
}
