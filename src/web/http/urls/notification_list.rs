//! The address of a part of the list of notifications.

use std::fmt;

use chrono::DateTime;

use table::{GameId, NotificationFilter, NotificationKind, StoredNotification};

/// Which notifications of the viewer the list shows.
#[derive(Clone, Debug, Default)]
pub struct NotificationQuery {
    pub filter: NotificationFilter,
    /// Those that follow this one.
    pub before: Option<StoredNotification>,
}

impl NotificationQuery {
    /// The place of a notification in the list.
    pub fn place(StoredNotification { at, game, kind, n, .. }: &StoredNotification) -> String {
        format!("{}.{game}.{}.{n}", at.timestamp_millis(), kind.word())
    }

    /// Reads what [`NotificationQuery::place`] writes.
    pub fn parse_place(text: &str) -> Option<StoredNotification> {
        let mut parts = text.split('.');
        let mut part = || parts.next();
        Some(StoredNotification {
            at: DateTime::from_timestamp_millis(part()?.parse().ok()?)?,
            game: GameId::parse(part()?)?,
            kind: NotificationKind::parse(part()?)?,
            n: part()?.parse().ok()?,
            seen: false,
        })
    }
}

impl fmt::Display for NotificationQuery {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NotificationFilter { game, topic, unseen } = &self.filter;
        let topic = topic.map(|topic| format!("topic={}", topic.word()));
        let unseen = unseen.then(|| "unseen=yes".to_owned());
        let game = game.as_ref().map(|game| format!("game={game}"));
        let before = self.before.as_ref().map(|one| format!("before={}", Self::place(one)));
        let query: Vec<String> = [topic, unseen, game, before].into_iter().flatten().collect();
        if query.is_empty() { Ok(()) } else { write!(f, "?{}", query.join("&")) }
    }
}
