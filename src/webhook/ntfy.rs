//! Messages for a topic of ntfy, which shows them on phones.

use serde_json::json;

use crate::message::is_word;
use crate::text::{clean, cut, json_bytes};
use crate::{Address, Message, Method, Outgoing, TargetError};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NtfyTarget {
    address: Address,
}

impl NtfyTarget {
    /// In characters.
    pub const LONGEST_TOPIC: usize = 64;

    /// The address of a topic, as a browser shows it.
    pub fn new(address: Address) -> Result<Self, TargetError> {
        let target = Self { address };
        if is_word(target.topic(), Self::LONGEST_TOPIC) { Ok(target) } else { Err(TargetError::Topic) }
    }

    pub const fn address(&self) -> &Address {
        &self.address
    }

    fn topic(&self) -> &str {
        let path = self.address.url().path();
        let path = path.strip_prefix('/').unwrap_or(path);
        path.strip_suffix('/').unwrap_or(path)
    }
}

/// ntfy makes a file of longer ones. It counts bytes; those of JSON, because it also limits the body to twice that.
const LONGEST_TEXT: usize = 4_096;

/// ntfy has 1 to 5. From 4 on, a phone makes more noise than usual.
const NORMAL: u8 = 3;
const HIGH: u8 = 4;

pub fn request(target: &NtfyTarget, message: &Message) -> Outgoing {
    let mut server = target.address.url().clone();
    server.set_path("/");
    server.set_query(None);
    let body = json!({
        "topic": target.topic(),
        "title": message.short_title(),
        "message": cut(&clean(&message.text), LONGEST_TEXT, json_bytes),
        "priority": if message.urgent { HIGH } else { NORMAL },
        "tags": [message.short_kind()],
        "click": message.link(),
    });
    Outgoing::json(Method::Post, server.as_str(), &body)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hostile::{NAMES, at, body_of, long, message};
    use crate::{Target, request};

    fn target(address: &str) -> Result<NtfyTarget, TargetError> {
        NtfyTarget::new(Address::parse(address).unwrap())
    }

    fn send(message: &Message) -> Outgoing {
        request(&Target::Ntfy(target("https://ntfy.example:8443/my_Topic-1?a=b").unwrap()), message, at(0))
    }

    #[test]
    fn the_topic_moves_from_the_address_to_the_body() {
        let outgoing = send(&message("Ann"));
        assert_eq!((outgoing.method, outgoing.url.as_str()), (Method::Post, "https://ntfy.example:8443/"));
        assert_eq!(
            body_of(&outgoing),
            json!({
                "topic": "my_Topic-1",
                "title": "Your turn against Ann",
                "message": "Ann has moved.",
                "priority": 3,
                "tags": ["your_turn"],
                "click": "https://bastide.example/games/1?a=1&b=2",
            })
        );
        let urgent = Message { urgent: true, ..message("Ann") };
        assert_eq!(body_of(&send(&urgent))["priority"], 4);
    }

    #[test]
    fn an_address_without_one_topic_is_refused() {
        assert!(target("https://ntfy.sh/topic/").is_ok());
        let long = format!("https://ntfy.sh/{}", "a".repeat(65));
        for address in [
            "https://ntfy.sh",
            "https://ntfy.sh/",
            "https://ntfy.sh/a/b",
            "https://ntfy.sh/a//",
            "https://ntfy.sh/a%20b",
            "https://ntfy.sh/é",
            &long,
        ] {
            assert_eq!(target(address), Err(TargetError::Topic), "{address}");
        }
    }

    #[test]
    fn names_are_plain_text() {
        for name in NAMES {
            let body = body_of(&send(&message(name)));
            assert_eq!(body["message"], format!("{} has moved.", clean(name)));
            assert_eq!(body["topic"], "my_Topic-1");
        }
    }

    #[test]
    fn a_text_has_at_most_4_096_bytes() {
        for character in ["a", "é", "字", "𝄞", "\""] {
            for shift in 0..4 {
                let mut message = long(character);
                message.text.insert_str(0, &"b".repeat(shift));
                let outgoing = send(&message);
                let text = body_of(&outgoing)["message"].as_str().unwrap().to_owned();
                assert!(text.len() <= 4_096 && text.ends_with(&format!("{character}…")), "{character}");
                let json = text.chars().map(json_bytes).sum::<usize>();
                assert!(json > 4_096 - 4, "{character}: {json}");
                assert!(outgoing.body.len() < 2 * 4_096, "{character}");
            }
        }
    }
}
