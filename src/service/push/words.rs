//! What messages say, to browsers and to webhooks.

use chrono::{DateTime, Utc};

use super::{Notifier, PushContent, PushText};
use crate::{Service, StoreError};
use account::UserId;
use table::{Call, ChallengeView, PushSubject, Table};

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
        let subject = self.message_subject(about).await?;
        let content = content(user, about, &subject, games, now);
        Ok(content.map(|content| (notifier.wording)(&content)))
    }

    /// What a message is about.
    pub(crate) async fn message_subject(&self, about: &PushSubject) -> Result<MessageSubject, StoreError> {
        let table = match about.game() {
            Some(game) => self.store.table(game).await?.map(|(table, _)| table),
            None => None,
        };
        let challenge = match about {
            PushSubject::Challenge { challenge, .. } => self.challenge_with_people(challenge).await?,
            _ => None,
        };
        Ok(MessageSubject { table, challenge })
    }
}

/// What a message is about, as it is now.
#[derive(Debug)]
pub(crate) struct MessageSubject {
    pub table: Option<Table>,
    pub challenge: Option<ChallengeView>,
}

/// `None` if there is nothing to say about it any more.
pub(crate) fn content<'a>(
    user: &'a UserId,
    about: &PushSubject,
    MessageSubject { table, challenge }: &'a MessageSubject,
    games: u32,
    now: DateTime<Utc>,
) -> Option<PushContent<'a>> {
    if let (PushSubject::Challenge { n, notice, .. }, Some(view)) = (about, challenge) {
        let is_current = view.challenge.n == *n && view.challenge.notice() == Some((user, *notice));
        return is_current.then_some(PushContent::Challenge { view, user, notice: *notice });
    }
    Some(match (about, table.as_ref()) {
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
        (
            PushSubject::Turn { .. }
            | PushSubject::Invitation { .. }
            | PushSubject::Event { .. }
            | PushSubject::Challenge { .. },
            _,
        ) => return None,
    })
}
