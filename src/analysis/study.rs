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
        let mut commands = rate(&moment.position, moment.played, self.depth, self.seed_at(moment));
        let played = moment.played.and_then(|played| find(&commands, played));
        let luck = self.luck(moment);
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

    /// What the report says of the position before the draw for the decision with this event number. Takes less work than the decision.
    /// `None` if there is no such decision, or nothing was drawn for it.
    pub fn before_draw(&self, n: u32) -> Option<Expected> {
        let moment = self.moments.iter().find(|moment| moment.n == n)?;
        self.luck(moment).map(|luck| Expected::of(&luck.before))
    }

    fn luck(&self, moment: &Moment) -> Option<Luck> {
        let (position, kind) = moment.draw.as_ref()?;
        // Other tiles than after the turns.
        luck(position, *kind, self.depth, !self.seed_at(moment))
    }

    fn seed_at(&self, moment: &Moment) -> u64 {
        self.seed ^ u64::from(moment.n).wrapping_mul(0x9e37_79b9_7f4a_7c15)
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
