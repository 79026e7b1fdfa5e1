use chrono::{DateTime, TimeDelta, Utc};

use crate::{GameId, LineText, Person, Phrase, TalkChannel};
use account::UserId;

/// What somebody says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    Text(LineText),
    Phrase(Phrase),
    /// A player has closed the spectators' channel.
    Closed,
    /// A player has opened it again.
    Opened,
}

/// A line of a channel, as its readers see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TalkLine {
    /// From 1 in each channel, or each person's notes of a table.
    pub n: u32,
    pub at: DateTime<Utc>,
    /// The last event of the game when it was written; 0 before the first.
    pub event: u32,
    pub author: Person,
    /// `None` once it was withdrawn.
    pub said: Option<Said>,
}

/// Which lines of a channel to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TalkFrom {
    /// The last ones.
    Last,
    /// Those before this number, the last of them.
    Before(u32),
    /// Those after this number, the first of them.
    After(u32),
}

/// A line for its author, wherever it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnLine {
    pub game: GameId,
    pub channel: TalkChannel,
    pub n: u32,
    pub at: DateTime<Utc>,
    pub event: u32,
    /// `None` if the text was removed after it had been withdrawn.
    pub said: Option<Said>,
    pub withdrawn: bool,
}

/// Lines of a channel, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TalkPage {
    pub lines: Vec<TalkLine>,
    /// Whether there are lines before these.
    pub earlier: bool,
    /// Whether there are lines after these.
    pub later: bool,
}

impl TalkLine {
    /// How long an author can withdraw a line.
    pub const WITHDRAWN_WITHIN: TimeDelta = TimeDelta::minutes(5);

    /// Whether the user can still withdraw it.
    pub fn can_withdraw(&self, user: &UserId, now: DateTime<Utc>) -> bool {
        let is_word = matches!(self.said, Some(Said::Text(_) | Said::Phrase(_)));
        is_word && self.author.id == *user && now - self.at < Self::WITHDRAWN_WITHIN
    }
}
