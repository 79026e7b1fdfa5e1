//! What a turn of the lesson must achieve.

use crate::html::learn::exercise::{Played, YOU};
use engine::{Scored, SegmentKind};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// To fit. No follower is offered.
    Fit,
    /// To claim a feature of this kind with at least this many tiles.
    Claim(SegmentKind, u16),
    /// To score at least this many points at once.
    Score(i32),
    /// To score at least this many points for fields if the game ended now.
    Farm(i32),
}

impl Goal {
    pub const fn has_followers(self) -> bool {
        !matches!(self, Self::Fit)
    }

    /// Whether the game ends after the turn.
    pub const fn is_of_the_end(self) -> bool {
        matches!(self, Self::Farm(_))
    }

    pub fn is_reached(self, played: &Played) -> bool {
        match self {
            Self::Fit => true,
            Self::Claim(kind, tiles) => {
                played.claimed().is_some_and(|feature| feature.kind == kind && feature.tiles >= tiles)
            }
            Self::Score(points) => played.points() >= points,
            Self::Farm(points) => played.game.as_if_ended().points(YOU)[Scored::Field as usize] >= points,
        }
    }
}
