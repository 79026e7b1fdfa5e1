//! What people say at a table, beside its game: nothing here changes a turn.

mod access;
mod line;
mod phrase;
mod text;

pub use access::{Chat, Speaker, TalkRefusal, lines_a_day};
pub use line::{OwnLine, Said, TalkFrom, TalkLine, TalkPage};
pub use phrase::Phrase;
pub use text::{BadLineText, LineText};

/// A conversation at a table. Each has its own log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum TalkChannel {
    /// Of those who have a seat; before the start, of the opener too.
    Seats,
    /// Of those who watch. After the end, of the players too.
    Spectators,
    /// A person's own. Nobody else reads it.
    Notes,
}

impl TalkChannel {
    pub const ALL: [Self; 3] = [Self::Seats, Self::Spectators, Self::Notes];

    /// The word in the database, in forms and URLs.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Seats => "seats",
            Self::Spectators => "spectators",
            Self::Notes => "notes",
        }
    }

    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|channel| channel.word() == word)
    }

    /// Whether others read it.
    pub const fn is_shared(self) -> bool {
        !matches!(self, Self::Notes)
    }
}

/// The numbers of the last lines of a table's shared channels, and how often each has changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TalkHead {
    pub seats: ChannelHead,
    pub spectators: ChannelHead,
    /// Whether the players have closed the spectators' channel.
    pub closed: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChannelHead {
    /// The number of the last line; 0 if there is none.
    pub last: u32,
    /// Counts lines, and those that were withdrawn.
    pub changes: u32,
}

/// What was said at a table, and how much of it one person has not read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TalkState {
    pub head: TalkHead,
    pub unread: TalkUnread,
}

/// What one person has not read at a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TalkUnread {
    /// Lines of others in the seats' channel since the last visit.
    pub seats: u32,
    /// The same of the spectators' channel.
    pub spectators: u32,
    /// The last line that the person has seen in the seats' channel.
    pub seats_seen: u32,
    pub spectators_seen: u32,
}

impl TalkUnread {
    /// The last line that the person has seen; `None` for notes.
    pub const fn seen(self, channel: TalkChannel) -> Option<u32> {
        match channel {
            TalkChannel::Seats => Some(self.seats_seen),
            TalkChannel::Spectators => Some(self.spectators_seen),
            TalkChannel::Notes => None,
        }
    }

    /// Of those channels.
    pub fn of(self, channels: &[TalkChannel]) -> u32 {
        let count = |channel: &TalkChannel| match channel {
            TalkChannel::Seats => self.seats,
            TalkChannel::Spectators => self.spectators,
            TalkChannel::Notes => 0,
        };
        channels.iter().map(count).sum()
    }
}

impl TalkHead {
    /// Of a channel that others read; `None` for notes.
    pub const fn of(&self, channel: TalkChannel) -> Option<ChannelHead> {
        match channel {
            TalkChannel::Seats => Some(self.seats),
            TalkChannel::Spectators => Some(self.spectators),
            TalkChannel::Notes => None,
        }
    }

    /// Changes with everything that is said or withdrawn in one of those channels.
    pub fn changes(&self, channels: &[TalkChannel]) -> u32 {
        channels.iter().filter_map(|channel| self.of(*channel)).map(|head| head.changes).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_stands_for_one_channel() {
        for channel in TalkChannel::ALL {
            assert_eq!(TalkChannel::parse(channel.word()), Some(channel));
        }
        assert_eq!(TalkChannel::parse("everybody"), None);
    }

    #[test]
    fn only_the_channels_that_somebody_reads_count() {
        let unread = TalkUnread { seats: 2, spectators: 5, ..TalkUnread::default() };
        assert_eq!(unread.of(&[TalkChannel::Seats, TalkChannel::Notes]), 2);
        assert_eq!(unread.of(&TalkChannel::ALL), 7);
        let head = TalkHead { seats: ChannelHead { last: 3, changes: 4 }, ..TalkHead::default() };
        assert_eq!(head.changes(&[TalkChannel::Spectators]), 0);
        assert_eq!(head.changes(&TalkChannel::ALL), 4);
    }
}
