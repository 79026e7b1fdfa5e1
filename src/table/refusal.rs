//! Why nothing was proposed, answered, ended or given.

use chrono::{DateTime, Utc};

use crate::{BadLog, MoveError};

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProposalRefusal {
    /// The game has no clock.
    #[error("no-clock")]
    NoClock,
    /// The game has not begun, or is over.
    #[error("not-playing")]
    NotPlaying,
    /// The seat has left the game.
    #[error("out")]
    Out,
    /// A computer plays for the seat.
    #[error("substituted")]
    Substituted,
    /// Nothing can be planned for the seat: it is to move, or has no tile.
    #[error("nothing-ahead")]
    NothingAhead,
    /// The planned turn is not legal on the board as it is.
    #[error("plan-not-legal")]
    PlanNotLegal,
    /// As many turns are planned as can be.
    #[error("planned-enough")]
    PlannedEnough,
    /// The table lets no computer stand in.
    #[error("no-stand-in")]
    NoStandIn,
    /// Nobody plays for the seat but its player.
    #[error("not-substituted")]
    NotSubstituted,
    /// The player has a seat.
    #[error("already-in")]
    AlreadyIn,
    /// Its player is back, another has taken it over, or the table offers none.
    #[error("not-offered")]
    NotOffered,
    /// The user is a bot, and bots may not sit at the table.
    #[error("bots-not-allowed")]
    Bot,
    /// The computer that plays for the seat is to move.
    #[error("substitute-to-move")]
    SubstituteToMove,
    /// Everybody has had two turns.
    #[error("too-late-to-call-off")]
    TooLateToCallOff,
    #[error("pause-short")]
    PauseTooShort,
    #[error("pause-long")]
    PauseTooLong,
    #[error("paused")]
    Paused { until: DateTime<Utc> },
    /// Another proposal waits for answers.
    #[error("proposal-open")]
    Open,
    /// It was declined, is agreed on, is too old, or the game has gone on.
    #[error("no-such-proposal")]
    NoSuchProposal,
    #[error("not-paused")]
    NotPaused,
    /// There is time left, the turn is skipped by itself, or it is the player's own.
    #[error("not-missed")]
    NotMissed,
    /// The last turn is not the player's, or nobody has moved yet.
    #[error("nothing-to-take-back")]
    NothingToTakeBack,
    /// The table allows no more of them.
    #[error("take-backs-used")]
    TakeBacksUsed { allowed: u8 },
    /// It was asked for in this position.
    #[error("asked-before")]
    AskedBefore,
    /// Nobody gives time to themselves or to a computer player.
    #[error("no-gift")]
    NoGift,
    #[error("gift-short")]
    GiftTooShort,
    #[error("gift-long")]
    GiftTooLong,
    /// There is more time left than anyone can give.
    #[error("enough-time")]
    EnoughTime,
}

#[derive(Debug, thiserror::Error)]
pub enum AgreeError {
    #[error(transparent)]
    Refused(#[from] ProposalRefusal),
    /// The log is inconsistent with the rules.
    #[error(transparent)]
    BadLog(#[from] BadLog),
}

impl From<MoveError> for AgreeError {
    fn from(error: MoveError) -> Self {
        match error {
            // What was agreed on was possible, until the game went on.
            MoveError::Refused(_) => Self::Refused(ProposalRefusal::NoSuchProposal),
            MoveError::BadLog(error) => Self::BadLog(error),
        }
    }
}
