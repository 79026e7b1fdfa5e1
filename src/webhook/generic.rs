//! The format for programs: Standard Webhooks 1.0.0.

use chrono::{DateTime, SecondsFormat, Utc};
use serde_json::{Value, json};

use crate::text::{clean, cut, json_bytes};
use crate::{Address, GameSummary, Message, Method, Outgoing, PlayerSummary, Secret, TargetError};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GenericTarget {
    address: Address,
    /// At least one.
    secrets: Vec<Secret>,
}

impl GenericTarget {
    /// Messages are signed with each secret, so that a receiver can change from one to the next without losing any.
    pub fn new(address: Address, secrets: Vec<Secret>) -> Result<Self, TargetError> {
        if secrets.is_empty() {
            return Err(TargetError::NoSecret);
        }
        Ok(Self { address, secrets })
    }

    pub const fn address(&self) -> &Address {
        &self.address
    }

    pub fn secrets(&self) -> &[Secret] {
        &self.secrets
    }
}

/// In bytes of JSON. Together they keep the body below the 20 kB that the standard recommends.
const LONGEST_TEXT: usize = 8_000;
const LONGEST_NAME: usize = 64;

pub fn request(target: &GenericTarget, message: &Message, attempt_at: DateTime<Utc>) -> Outgoing {
    let mut outgoing = Outgoing::json(Method::Post, target.address.as_str(), &body(message));
    let sign = |secret: &Secret| secret.sign(&message.id, attempt_at, &outgoing.body);
    let signatures: Vec<String> = target.secrets.iter().map(sign).collect();
    outgoing.headers.extend([
        ("webhook-id", message.id.as_str().to_owned()),
        ("webhook-timestamp", attempt_at.timestamp().to_string()),
        ("webhook-signature", signatures.join(" ")),
    ]);
    outgoing
}

fn body(message: &Message) -> Value {
    json!({
        "type": message.short_kind(),
        "timestamp": instant(message.at),
        "data": {
            "title": message.short_title(),
            "text": cut(&clean(&message.text), LONGEST_TEXT, json_bytes),
            "url": message.link(),
            "urgent": message.urgent,
            "game": message.game.as_ref().map(game),
        },
    })
}

fn game(game: &GameSummary) -> Value {
    let players = game.players.iter().take(GameSummary::PLAYERS);
    json!({
        "id": name(&game.id),
        "players": players.map(player).collect::<Vec<_>>(),
        "deadline": game.deadline.map(instant),
    })
}

fn player(player: &PlayerSummary) -> Value {
    json!({ "name": name(&player.name), "score": player.score })
}

fn name(text: &str) -> String {
    cut(&clean(text), LONGEST_NAME, json_bytes)
}

fn instant(at: DateTime<Utc>) -> String {
    at.to_rfc3339_opts(SecondsFormat::Millis, true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hostile::{NAMES, at, body_of, header, long, message};
    use crate::{MessageId, Target, request};

    fn target(secrets: &[u8]) -> Target {
        let address = Address::parse("https://example.org/hook?a=1").unwrap();
        let secrets = secrets.iter().map(|byte| Secret::new([*byte; 32])).collect();
        Target::Generic(GenericTarget::new(address, secrets).unwrap())
    }

    #[test]
    fn a_program_gets_the_data_and_when_it_happened() {
        let game = GameSummary {
            id: "g1".to_owned(),
            players: vec![
                PlayerSummary { name: "Ann".to_owned(), score: Some(-3) },
                PlayerSummary { name: "Ben".to_owned(), score: None },
            ],
            deadline: Some(at(86_400)),
        };
        let message = Message { game: Some(game), ..message("Ann") };
        let outgoing = request(&target(&[1]), &message, at(7));
        assert_eq!(outgoing.method, Method::Post);
        assert_eq!(outgoing.url, "https://example.org/hook?a=1");
        assert_eq!(header(&outgoing, "content-type"), "application/json");
        assert_eq!(header(&outgoing, "webhook-id"), "turn-1");
        assert_eq!(header(&outgoing, "webhook-timestamp"), "1614265337");
        assert_eq!(
            body_of(&outgoing),
            json!({
                "type": "your_turn",
                "timestamp": "2021-02-25T15:02:10.000Z",
                "data": {
                    "title": "Your turn against Ann",
                    "text": "Ann has moved.",
                    "url": "https://bastide.example/games/1?a=1&b=2",
                    "urgent": false,
                    "game": {
                        "id": "g1",
                        "players": [{ "name": "Ann", "score": -3 }, { "name": "Ben", "score": null }],
                        "deadline": "2021-02-26T15:02:10.000Z",
                    },
                },
            })
        );
    }

    #[test]
    fn each_secret_signs_so_that_secrets_can_be_changed() {
        let signatures = |secrets: &[u8], attempt: i64| {
            let outgoing = request(&target(secrets), &message("Ann"), at(attempt));
            header(&outgoing, "webhook-signature").to_owned()
        };
        let (old, new) = (signatures(&[1], 0), signatures(&[2], 0));
        assert!(old.starts_with("v1,") && old != new);
        assert_eq!(signatures(&[1, 2], 0), format!("{old} {new}"));
        assert_ne!(signatures(&[1], 1), old, "the time of the attempt is signed");
        let (first, second) =
            (request(&target(&[1]), &message("Ann"), at(0)), request(&target(&[1]), &message("Ann"), at(5)));
        assert_eq!(first.body, second.body);
        let address = Address::parse("https://example.org/").unwrap();
        assert_eq!(GenericTarget::new(address, Vec::new()), Err(TargetError::NoSecret));
    }

    #[test]
    fn names_are_data() {
        for name in NAMES {
            let body = body_of(&request(&target(&[1]), &message(name), at(0)));
            assert_eq!(body["data"]["text"], format!("{} has moved.", clean(name)));
        }
    }

    #[test]
    fn a_body_has_less_than_20_000_bytes() {
        for character in ["\"", "\\", "\u{1}a", "é", "字", "𝄞", "<"] {
            let player = PlayerSummary { name: character.repeat(500), score: Some(i32::MIN) };
            let message = Message {
                id: MessageId::parse(&"a".repeat(64)).unwrap(),
                url: format!("https://a.example/{}", "a".repeat(980)),
                kind: character.repeat(500),
                game: Some(GameSummary {
                    id: character.repeat(500),
                    players: vec![player; 100],
                    deadline: Some(at(0)),
                }),
                ..long(character)
            };
            let length = request(&target(&[1]), &message, at(0)).body.len();
            assert!((10_000..20_000).contains(&length), "{character}: {length}");
        }
    }
}
