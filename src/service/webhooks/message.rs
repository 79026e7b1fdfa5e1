//! What messages to webhooks say.

use chrono::{DateTime, Utc};
use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

use crate::push::{Notifier, content};
use crate::{PushText, Service, StoreError};
use ::webhook::{GameSummary, Message, MessageId, PlayerSummary};
use table::{Call, Delivery, PushSubject, Table};

/// The same for each attempt of a message, and for no other.
pub(super) fn id_of(delivery: &Delivery) -> MessageId {
    let digest = Sha256::digest(delivery.name().as_bytes());
    let id = format!("msg_{}", HEXLOWER.encode(&digest[..16]));
    MessageId::parse(&id).unwrap_or_else(|| unreachable!("hexadecimal digits are fine"))
}

impl Service {
    /// What the message says now; `None` if there is nothing to say any more.
    pub(super) async fn webhook_message(
        &self,
        notifier: &Notifier,
        delivery: &Delivery,
        now: DateTime<Utc>,
    ) -> Result<Option<Message>, StoreError> {
        if delivery.expires().is_some_and(|at| at <= now) {
            return Ok(None);
        }
        let Delivery { user, about, .. } = delivery;
        if let PushSubject::Turn { game, n, .. } = about
            && self.store.waiting_turn(user, game, *n).await?.is_none_or(|turn| turn.is_late(now))
        {
            return Ok(None);
        }
        let subject = self.message_subject(about).await?;
        let games = match about {
            PushSubject::Summary => self.store.turns_waiting(user).await?,
            _ => 0,
        };
        let Some(content) = content(user, about, &subject, games, now) else { return Ok(None) };
        let message = message(notifier, delivery, kind(about), (notifier.wording)(&content));
        let table = subject.table.as_ref();
        let deadline = table.and_then(Table::deadline);
        let urgent = matches!(about, PushSubject::Turn { .. }) && about.is_urgent(deadline, now);
        Ok(Some(Message { urgent, game: table.map(summary), ..message }))
    }
}

/// The word for what has happened.
fn kind(about: &PushSubject) -> &'static str {
    match about {
        PushSubject::Turn { call: Call::Begun, .. } => "your_turn",
        PushSubject::Turn { call: Call::Reminder, .. } => "reminder",
        PushSubject::Turn { call: Call::Last, .. } => "last_reminder",
        PushSubject::Invitation { .. } => "invitation",
        PushSubject::Event { kind, .. } => kind.word(),
        PushSubject::Challenge { notice, .. } => notice.word(),
        PushSubject::Waiting { .. } | PushSubject::Summary => "summary",
        PushSubject::Test => PushSubject::TEST,
    }
}

fn message(notifier: &Notifier, delivery: &Delivery, kind: &str, text: PushText) -> Message {
    let PushText { title, body, path, language: _ } = text;
    Message {
        id: id_of(delivery),
        kind: kind.to_owned(),
        at: delivery.made,
        title,
        text: body,
        url: notifier.url(&path),
        urgent: false,
        game: None,
    }
}

/// What everybody at the table sees.
fn summary(table: &Table) -> GameSummary {
    let scores = table.scores();
    let player = |(seat, player): (usize, Option<&table::Player>)| {
        Some(PlayerSummary { name: player?.name().to_owned(), score: scores.get(seat).copied() })
    };
    GameSummary {
        id: table.id.to_string(),
        players: table.seats().into_iter().enumerate().filter_map(player).collect(),
        deadline: table.deadline(),
    }
}
