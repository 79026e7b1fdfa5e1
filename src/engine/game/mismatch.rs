//! Why an event cannot be applied.

use super::super::catalogue::TileKind;
use super::super::header::SetupError;
use super::super::position::DrawError;
use super::super::refusal::Refusal;
use super::super::seat::{Colour, Seat};

/// Why an event does not follow from those before it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Mismatch {
    /// The rules do not allow it.
    #[error("{0}")]
    Refused(#[from] Refusal),
    #[error("{0}")]
    Setup(SetupError),
    /// A gap or a repetition in the numbers of events.
    #[error("the number of this event should be {expected}")]
    Number { expected: u32 },
    /// The tile cannot be drawn now.
    #[error("{0} cannot be drawn now")]
    NotInBag(TileKind),
    /// In a record without draws: a river tile that comes before the one that was played.
    #[error("{due} is drawn before {0}, and it can be placed", due = .1)]
    ComesLater(TileKind, TileKind),
    #[error("no tile is to be drawn now")]
    NoDraw,
    /// Under `draw_ahead`, a draw of another colour.
    #[error("colour {0} draws now")]
    NotDrawing(Colour),
    #[error("a draw has a colour only under draw_ahead")]
    NoColour,
    /// The draw leaves the hand too small.
    #[error("too few tiles were drawn")]
    TooFewDrawn,
    /// The hand is full after this many tiles.
    #[error("these are too many tiles: the hand is full after {0}")]
    TooManyDrawn(usize),
    /// A draw with the wrong tiles in the hand or set aside.
    #[error("the draw should leave {} and set aside {}", list(tiles), list(discarded))]
    Draw {
        /// The correct new tiles of the hand.
        tiles: Vec<TileKind>,
        /// The tiles to set aside.
        discarded: Vec<TileKind>,
    },
    /// A draw that does not match the secret and the salts.
    #[error("the draw secret gives {} here, after setting aside {}", list(tiles), list(discarded))]
    Forged {
        /// The correct new tiles of the hand.
        tiles: Vec<TileKind>,
        /// The tiles to set aside.
        discarded: Vec<TileKind>,
    },
    /// The secret does not match the commitment.
    #[error("the secret does not fit the commitment")]
    Secret,
    /// Another event must come first.
    #[error("expected first: {0}")]
    Owed(String),
    /// A score that the game does not owe.
    #[error("no such score follows; expected: {0}")]
    NoSuchScore(String),
    /// The game does not end here.
    #[error("the game does not end here")]
    NoEnd,
    /// The game ends for another reason.
    #[error("the game ends for another reason: {0}")]
    Reason(String),
    /// The final scores are wrong; these are correct.
    #[error("the final scores are {0:?}")]
    Scores(Vec<i32>),
    /// The game has fewer seats.
    #[error("there is no seat {}", .0.0)]
    NoSuchSeat(Seat),
    /// A level that there is not, or the one that plays already.
    #[error("no other computer player, and nobody else, can play for the seat from here")]
    Substitute,
    /// A takeback, which needs the whole log.
    #[error("only a whole log can take events back")]
    NeedsLog,
    /// A takeback to an event that is later than this one, or not followed by a player's turn.
    #[error("there is no event {0} to go back to")]
    NoSuchEvent(u32),
}

impl From<DrawError> for Mismatch {
    fn from(error: DrawError) -> Self {
        match error {
            DrawError::TooFewDrawn => Self::TooFewDrawn,
            DrawError::NotInBag(kind) => Self::NotInBag(kind),
        }
    }
}

fn list(kinds: &[TileKind]) -> String {
    if kinds.is_empty() {
        return "nothing".to_owned();
    }
    kinds.iter().map(|kind| kind.name()).collect::<Vec<_>>().join(", ")
}
