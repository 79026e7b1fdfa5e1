//! What finished games say about their players, and what those add up to.

mod answers;
mod kind;
mod played;
mod sums;

pub use answers::{AnswerTimes, MedianAnswer};
pub use kind::{GameKind, Pace, RulesGroup};
pub use played::PlayedSeat;
pub use sums::{AnalysedSums, ProfileSums};

use account::UserId;

/// How often a player ended games before, level with and behind another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HeadToHead {
    pub ahead: i64,
    pub even: i64,
    pub behind: i64,
}

impl HeadToHead {
    pub const fn games(self) -> i64 {
        self.ahead + self.even + self.behind
    }

    /// As the other sees it.
    #[must_use]
    pub const fn reversed(self) -> Self {
        Self { ahead: self.behind, even: self.even, behind: self.ahead }
    }

    /// What a game says about a player against each of the others.
    pub fn of_game<'a>(
        seats: &'a [PlayedSeat],
        player: &'a PlayedSeat,
    ) -> impl Iterator<Item = (&'a UserId, Self)> {
        seats.iter().filter(|other| other.user != player.user).map(|other| {
            let mut one = Self::default();
            *match player.place.cmp(&other.place) {
                std::cmp::Ordering::Less => &mut one.ahead,
                std::cmp::Ordering::Equal => &mut one.even,
                std::cmp::Ordering::Greater => &mut one.behind,
            } = 1;
            (&other.user, one)
        })
    }
}

/// All that games add up to for a player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayedTotals {
    /// By kind of game, of public games.
    pub kinds: std::collections::BTreeMap<GameKind, ProfileSums>,
    /// By opponent, of public and private games.
    pub opponents: std::collections::BTreeMap<UserId, HeadToHead>,
}
