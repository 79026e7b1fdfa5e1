//! Addresses of what people say at a table.

use std::fmt;

use account::UserId;
use table::{GameId, TalkChannel};

/// A part of a table's talk, or the action of a form.
#[derive(Clone, Copy, Debug)]
pub enum TalkUrl<'a> {
    /// A channel, from its last lines on.
    Channel(&'a GameId, TalkChannel),
    /// The lines before this one.
    Before(&'a GameId, TalkChannel, u32),
    /// The lines after this one.
    After(&'a GameId, TalkChannel, u32),
    Withdraw(&'a GameId),
    /// Marks a channel as read.
    Seen(&'a GameId),
    /// Closes the spectators' channel, or opens it again.
    Spectators(&'a GameId),
    /// People whom the viewer has muted or blocked.
    People,
    /// Mutes or blocks somebody, or ends that.
    Hide(&'a UserId),
}

impl fmt::Display for TalkUrl<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Channel(id, channel) => write!(f, "/games/{id}/talk?channel={}", channel.word()),
            Self::Before(id, channel, n) => {
                write!(f, "/games/{id}/talk?channel={}&before={n}", channel.word())
            }
            Self::After(id, channel, n) => write!(f, "/games/{id}/talk?channel={}&after={n}", channel.word()),
            Self::Withdraw(id) => write!(f, "/games/{id}/talk/withdraw"),
            Self::Seen(id) => write!(f, "/games/{id}/talk/seen"),
            Self::Spectators(id) => write!(f, "/games/{id}/talk/spectators"),
            Self::People => f.write_str("/account/people"),
            Self::Hide(user) => write!(f, "/players/{user}/hide"),
        }
    }
}
