//! What people say at a table.

use askama::Template;

use crate::html::layout::Layout;
use crate::html::wording::talk;
use crate::http::csrf::FormToken;
use crate::http::urls::{ReportUrl, TalkUrl, Url};
use crate::locale::Locale;
use account::UserId;
use table::{GameId, LineText, Phrase, TalkChannel};

#[derive(Template)]
#[template(path = "games/talk.html")]
pub struct TalkPage {
    pub layout: Layout,
    pub id: GameId,
    pub part: TalkPart,
    /// The number of the last event, for the stream of changes.
    pub last: u32,
    /// A number that changes with what is said.
    pub changes: u32,
    /// Whether the spectators' channel is closed; `None` if the viewer has no say in it.
    pub closed: Option<bool>,
}

/// What a table's own page shows of it.
#[derive(Clone, Debug, Default)]
pub struct TalkSummary {
    /// What the viewer can read.
    pub channels: Vec<TalkChannel>,
    pub unread: u32,
    /// A number that changes with what is said.
    pub changes: u32,
    /// The content of the tab, if it is open.
    pub part: Option<String>,
}

impl TalkSummary {
    pub const fn is_offered(&self) -> bool {
        !self.channels.is_empty()
    }

    /// Whether the viewer can read what others say.
    pub fn is_shared(&self) -> bool {
        self.channels.iter().any(|channel| channel.is_shared())
    }
}

/// A channel with its form, on a page of its own and beside the board.
#[derive(Template)]
#[template(path = "games/talk_part.html")]
pub struct TalkPart {
    pub locale: Locale,
    pub csrf: FormToken,
    pub id: GameId,
    pub channel: TalkChannel,
    /// All that the viewer can read, each with the number of unread lines.
    pub channels: Vec<(TalkChannel, u32)>,
    pub lines: Vec<LineRow>,
    /// The first of them, if there are lines before it.
    pub earlier: Option<u32>,
    /// The last of them, if there are lines after it.
    pub later: Option<u32>,
    /// Whether the viewer can write text, or only phrases; `None`: nothing.
    pub writes: Option<bool>,
    pub why_not: Option<String>,
    /// Until when moderators keep the viewer from writing here.
    pub restricted: Option<String>,
    /// With whom the viewer can't talk.
    pub shut: Option<String>,
    /// The last line of the channel.
    pub last: u32,
    pub unread: u32,
    /// The last line that the viewer has marked as read; 0 at first.
    pub seen: u32,
    /// Why a form was refused, and what was typed.
    pub error: Option<String>,
    pub typed: String,
    /// Whether it is beside the board.
    pub at_table: bool,
}

pub struct LineRow {
    pub n: u32,
    /// Whether it is the first that the viewer has not read.
    pub first_new: bool,
    /// `None` for the viewer's own lines.
    pub author: Option<(UserId, String)>,
    pub at: String,
    pub iso: String,
    /// The event that it was written at, if it is another one than that of the line before; 0 before the first event.
    pub event: Option<u32>,
    pub said: LineSaid,
    pub may_withdraw: bool,
    /// Whether the viewer can report it.
    pub may_report: bool,
}

pub enum LineSaid {
    Text(String),
    /// What happened to the channel, or to the line.
    Note(String),
}

impl TalkPart {
    /// Whether others read it.
    fn is_shared(&self) -> bool {
        self.channel.is_shared()
    }

    /// Whether there are lines to be marked as read, if only so that those after them count as new.
    fn is_behind(&self) -> bool {
        self.is_shared() && self.later.is_none() && self.seen < self.last
    }
}
