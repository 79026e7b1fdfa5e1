//! The page of all notifications.

use askama::Template;

use crate::html::layout::Layout;
use crate::html::wording::notification;
use crate::http::urls::{AccountForm, NotificationQuery, Url};
use table::{GameId, NotificationFilter, NotificationTopic};

#[derive(Template)]
#[template(path = "notifications/list.html")]
pub struct ListPage {
    pub layout: Layout,
    pub query: NotificationQuery,
    /// Most recent first.
    pub entries: Vec<Entry>,
    /// The rest of the list.
    pub older: Option<NotificationQuery>,
    /// When all were just marked as seen, in Unix milliseconds.
    pub marked: Option<i64>,
    /// The only game that the list is about.
    pub game: Option<OneGame>,
}

pub struct Entry {
    pub game: GameId,
    pub kind: &'static str,
    pub n: u32,
    pub what: &'static str,
    /// The other players of the game.
    pub players: String,
    pub at: String,
    pub iso: String,
    pub seen: bool,
}

pub struct OneGame {
    pub id: GameId,
    /// The other players.
    pub players: String,
    pub muted: bool,
}

impl ListPage {
    /// Those that have notifications of their own.
    fn topics() -> impl Iterator<Item = NotificationTopic> {
        NotificationTopic::ALL.into_iter().filter(|topic| topic.kinds().next().is_some())
    }

    const fn topic(topic: NotificationTopic) -> &'static str {
        notification::topic(topic)
    }

    fn has_unseen(&self) -> bool {
        self.entries.iter().any(|entry| !entry.seen)
    }

    /// Whether these are not all.
    fn is_filtered(&self) -> bool {
        self.query.filter != NotificationFilter::default()
    }

    /// The address of this part, for forms that come back to it.
    fn place(&self) -> String {
        self.query.before.as_ref().map_or_else(String::new, NotificationQuery::place)
    }
}
