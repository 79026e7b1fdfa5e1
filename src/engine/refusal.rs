//! Why the rules forbid a command.

use super::catalogue::TileKind;
use super::geometry::{Cell, Side};
use super::place::Place;
use super::seat::{Colour, FollowerKind};
use super::tile::{Edge, SegmentKind};

/// Why a command is against the rules; the message is for the player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    #[error("the game is over")]
    Over,
    /// The first hand has been dealt already.
    #[error("the game has begun already")]
    Begun,
    /// The next hand has not been dealt yet.
    #[error("no tile has been drawn yet")]
    NotDealt,
    /// Another colour is to move.
    #[error("it is the turn of colour {0}")]
    NotToMove(Colour),
    /// The game has fewer colours.
    #[error("there is no colour {0}")]
    NoSuchColour(Colour),
    /// The seat has resigned or timed out.
    #[error("colour {0} is out of the game")]
    Out(Colour),
    /// Only the second part of a double turn can be skipped, and only if the rules allow it.
    #[error("you can't pass now")]
    NoPass,
    /// The hand does not contain this tile.
    #[error("{0} is not in the hand")]
    NotInHand(TileKind),
    /// The cell is occupied.
    #[error("there is a tile at {0} already")]
    Occupied(Cell),
    /// The cell touches no tile.
    #[error("no tile shares a side with {0}")]
    Apart(Cell),
    /// A side does not match.
    #[error("to the {} there is a {}, and the tile shows a {}", side.compass(), wanted.word(), shown.word())]
    Mismatch {
        side: Side,
        /// The neighbour's edge.
        wanted: Edge,
        /// The tile's edge.
        shown: Edge,
    },
    /// A river tile must continue the river.
    #[error("the river goes on at {cell}")]
    RiverElsewhere {
        /// The open end of the river.
        cell: Cell,
    },
    #[error("the river has ended")]
    RiverEnded,
    /// Two bends in the same direction.
    #[error("the river may not turn the same way twice in a row")]
    RiverTurnsBack,
    /// The river would run into a tile.
    #[error("the river would run against a tile")]
    RiverBlocked,
    /// The tile has no such segment.
    #[error("the tile has nothing at {0} for a follower to stand on")]
    NoSuchPlace(Place),
    /// The colour has none of this kind left.
    #[error("no {} is left", follower(*.0))]
    NoneLeft(FollowerKind),
    /// The feature has a follower already.
    #[error("there is a follower in this {} already", thing(*.0))]
    Taken(SegmentKind),
    /// The rules do not have farmers.
    #[error("fields cannot be claimed under these rules")]
    NoFarmers,
    /// Under these rules only incomplete features can be claimed.
    #[error("only what is incomplete may be claimed, and this {} is complete", thing(*.0))]
    Complete(SegmentKind),
    /// This kind of follower cannot be placed on this kind of segment.
    #[error("a {} cannot stand on a {}", follower(*kind), thing(*on))]
    WrongPlace { kind: FollowerKind, on: SegmentKind },
    /// A builder or a pig needs a follower of its colour in the feature.
    #[error("a {} goes only where a follower of its colour is already", follower(*.0))]
    NotJoined(FollowerKind),
    /// The builder needs a majority in the feature.
    #[error("a builder goes only where its colour has the majority")]
    NotOwned,
    /// The feature is complete, so a builder has nothing to do.
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
