//! Why a command is refused.

use super::catalogue::TileKind;
use super::event::Place;
use super::geometry::{Position, Side};
use super::seat::{Colour, FollowerKind};
use super::tile::{Edge, SegmentKind};

/// Why something may not be done, in words for a player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The game has ended.
    #[error("the game is over")]
    Over,
    /// The first hand is on the table already.
    #[error("the game has begun already")]
    Begun,
    /// The next hand is not on the table yet.
    #[error("no tile has been drawn yet")]
    NotDealt,
    /// Somebody else is to move.
    #[error("it is the turn of colour {0}")]
    NotToMove(Colour),
    /// The game has fewer colours.
    #[error("there is no colour {0}")]
    NoSuchColour(Colour),
    /// The seat has resigned or timed out.
    #[error("colour {0} is out of the game")]
    Out(Colour),
    /// Only the second part of a turn may be left out, and only where the rules say so.
    #[error("you can't pass now")]
    NoPass,
    /// The hand holds others.
    #[error("{0} is not in the hand")]
    NotInHand(TileKind),
    /// A tile lies there.
    #[error("there is a tile at {0} already")]
    Occupied(Position),
    /// No tile lies beside it.
    #[error("no tile shares a side with {0}")]
    Apart(Position),
    /// A side does not match.
    #[error("to the {} there is a {}, and the tile shows a {}", side.compass(), wanted.word(), shown.word())]
    Mismatch {
        /// Where.
        side: Side,
        /// What the neighbour shows.
        wanted: Edge,
        /// What the tile shows.
        shown: Edge,
    },
    /// A river tile must continue the river.
    #[error("the river goes on at {cell}")]
    RiverElsewhere {
        /// The open end.
        cell: Position,
    },
    /// The lake has been reached.
    #[error("the river has ended")]
    RiverEnded,
    /// Two bends the same way.
    #[error("the river may not turn the same way twice in a row")]
    RiverTurnsBack,
    /// The water would run against a tile.
    #[error("the river would run against a tile")]
    RiverBlocked,
    /// The tile has no such segment.
    #[error("the tile has nothing at {0} for a follower to stand on")]
    NoSuchPlace(Place),
    /// None of that kind is in supply.
    #[error("no {} is left", follower(*.0))]
    NoneLeft(FollowerKind),
    /// Somebody is there.
    #[error("there is a follower in this {} already", thing(*.0))]
    Taken(SegmentKind),
    /// These rules know no farmers.
    #[error("fields cannot be claimed under these rules")]
    NoFarmers,
    /// These rules claim after scoring.
    #[error("only what is incomplete may be claimed, and this {} is complete", thing(*.0))]
    Complete(SegmentKind),
    /// Farmers lie down, builders build: not every follower may go everywhere.
    #[error("a {} cannot stand on a {}", follower(*kind), thing(*on))]
    WrongPlace {
        kind: FollowerKind,
        /// Where it wants to go.
        on: SegmentKind,
    },
    /// A builder or a pig follows its own.
    #[error("a {} goes only where a follower of its colour is already", follower(*.0))]
    NotJoined(FollowerKind),
    /// The builder needs a majority.
    #[error("a builder goes only where its colour has the majority")]
    NotOwned,
    /// Nothing more can be built here.
    #[error("this tile completes the {}, so nothing is left to build", thing(*.0))]
    NothingToBuild(SegmentKind),
}

const fn follower(kind: FollowerKind) -> &'static str {
    match kind {
        FollowerKind::Meeple => "meeple",
        FollowerKind::Big => "big meeple",
        FollowerKind::Builder => "builder",
        FollowerKind::Pig => "pig",
    }
}

const fn thing(kind: SegmentKind) -> &'static str {
    match kind {
        SegmentKind::City => "city",
        SegmentKind::Road => "road",
        SegmentKind::Cloister => "cloister",
        SegmentKind::Field => "field",
    }
}
