//! An analysis under way: the decisions of a game, each of which can be worked on by itself.

use super::depth::Depth;
use super::ledger;
use super::luck::{Luck, luck};
use super::moments::{Moment, NotAnalysable, moments};
use super::rating::{self, find, rate};
use super::report::{Analysis, Expected};
use super::value::Value;
use engine::{EndReason, Game, Logged, Phase};
use players::assess;

/// A game to be analysed.
pub struct Study {
    pub(super) moments: Vec<Moment>,
    pub(super) depth: Depth,
    /// Of the playouts.
    pub(super) seed: u64,
    /// The result of the game.
    pub(super) end: Value,
    pub(super) resigned: bool,
}

/// What was found out about one decision.
pub struct Rated {
    pub(super) luck: Option<Luck>,
    /// The best first.
    pub(super) commands: Vec<rating::Rated>,
    /// The place of what was played; `None` if the time ran out.
    pub(super) played: Option<usize>,
}

impl Study {
    /// `game` is the game after `log`.
    pub fn new(game: &Game, log: &[Logged], depth: Depth, seed: u64) -> Result<Self, NotAnalysable> {
        let Phase::Finished { reason } = game.phase() else { return Err(NotAnalysable::InProgress) };
        let moments = moments(game.header(), log)?;
        let end = Value::of(game.position(), &assess(game.position()));
        Ok(Self { moments, depth, seed, end, resigned: reason == EndReason::Resigned })
    }

    /// The number of decisions.
    pub const fn len(&self) -> usize {
        self.moments.len()
    }

    pub const fn is_empty(&self) -> bool {
        self.moments.is_empty()
    }

    /// Works on one decision. The result depends on nothing but the decision, the depth and the seed.
    ///
    /// # Panics
    /// If there are not so many.
    pub fn rate(&self, index: usize) -> Rated {
        let moment = &self.moments[index];
        let seed = self.seed ^ u64::from(moment.n).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut commands = rate(&moment.position, moment.played, self.depth, seed);
        let played = moment.played.and_then(|played| find(&commands, played));
        // Other tiles than after the turns.
        let luck = moment.draw.as_ref().and_then(|(position, kind)| luck(position, *kind, self.depth, !seed));
        if self.depth.whole_games().is_some()
            && let (Some(luck), Some(best)) = (&luck, commands.first())
        {
            // A draw is worth what the best turn with it is.
            let change = luck.drawn.minus(&best.value);
            for command in &mut commands {
                command.value.add(&change, 1.0);
            }
        }
        Rated { luck, commands, played }
    }

    /// What was to be expected before the draw for a decision, or before the decision if nothing was drawn: what the report says of it.
    /// `None` if nobody could do anything.
    ///
    /// # Panics
    /// If there are not so many.
    pub fn before(&self, index: usize) -> Option<Expected> {
        ledger::before(&self.rate(index)).map(Expected::of)
    }

    /// Sums up. `rated` has every decision in order.
    pub fn report(&self, rated: &[Rated]) -> Analysis {
        ledger::report(self, rated)
    }

    /// All at once.
    pub fn run(&self) -> Analysis {
        let rated: Vec<Rated> = (0..self.len()).map(|index| self.rate(index)).collect();
        self.report(&rated)
    }
}
