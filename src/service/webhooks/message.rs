//! What messages to webhooks say.

use chrono::{DateTime, Utc};
use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

use crate::push::{Notifier, URGENT};
use crate::{PushContent, PushText, Service, StoreError};
use ::webhook::{GameSummary, Message, MessageId, PlayerSummary};
use table::{Delivery, PushSubject, Table};

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
        match &delivery.about {
            PushSubject::Test => {
                let text = (notifier.wording)(&PushContent::Test);
                Ok(Some(message(notifier, delivery, "test", text)))
            }
            PushSubject::Turn { game, n } => {
                let user = &delivery.user;
                if !self.store.is_turn_waiting(user, game, *n).await? {
                    return Ok(None);
                }
                let Some((table, _)) = self.store.table(game).await? else { return Ok(None) };
                let deadline = table.deadline();
                if !table.waits_for(user) || deadline.is_some_and(|at| at <= now) {
                    return Ok(None);
                }
                let text = (notifier.wording)(&PushContent::Turn { table: &table, user, now });
                let message = message(notifier, delivery, "your_turn", text);
                let urgent = deadline.is_some_and(|at| at - now < URGENT);
                Ok(Some(Message { urgent, game: Some(summary(&table)), ..message }))
            }
        }
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
