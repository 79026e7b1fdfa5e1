//! What messages say, to browsers and to webhooks.

use chrono::{DateTime, Utc};

use super::{Notifier, PushContent, PushText};
use crate::{Service, StoreError};
use account::UserId;
use table::{Call, PushSubject, Table};

impl Service {
    /// `None` if there is nothing to say any more. `games` is how many wait for the user.
    pub(super) async fn words(
        &self,
        notifier: &Notifier,
        user: &UserId,
        about: &PushSubject,
        games: u32,
        now: DateTime<Utc>,
    ) -> Result<Option<PushText>, StoreError> {
        let table = match about.game() {
            Some(game) => match self.store.table(game).await? {
                Some((table, _)) => Some(table),
                None => return Ok(None),
            },
            None => None,
        };
        let content = content(user, about, table.as_ref(), games, now);
        Ok(content.map(|content| (notifier.wording)(&content)))
    }
}

/// `None` if the table has nothing to say about it any more.
pub(crate) fn content<'a>(
    user: &'a UserId,
    about: &PushSubject,
    table: Option<&'a Table>,
    games: u32,
    now: DateTime<Utc>,
) -> Option<PushContent<'a>> {
    Some(match (about, table) {
        (PushSubject::Turn { call: Call::Begun, .. }, Some(table)) => PushContent::Turn { table, user, now },
        (PushSubject::Turn { .. }, Some(table)) => PushContent::Reminder { table, user, now },
        (PushSubject::Invitation { .. }, Some(table)) if table.is_invited(user) => {
            PushContent::Invitation { table }
        }
        (PushSubject::Event { kind, .. }, Some(table)) => PushContent::Event { table, user, kind: *kind },
        (PushSubject::Waiting { last: false, .. } | PushSubject::Summary, _) => {
            PushContent::Waiting { games }
        }
        (PushSubject::Waiting { .. }, _) => PushContent::RunningOut { games },
        (PushSubject::Test, _) => PushContent::Test,
        (PushSubject::Turn { .. } | PushSubject::Invitation { .. } | PushSubject::Event { .. }, _) => {
            return None;
        }
    })
}
