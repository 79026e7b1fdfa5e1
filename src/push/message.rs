//! What a push message says: Declarative Web Push, which browsers can show without running a script. The service worker reads
//! the same JSON where they can't.

use serde::{Deserialize, Serialize};
use url::Url;

/// A notification, and the number for the app's icon.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "Document", try_from = "Document")]
pub struct Message {
    pub title: String,
    /// Opens when the notification is chosen.
    pub navigate: Url,
    pub body: String,
    /// A notification replaces an earlier one with the same tag.
    pub tag: String,
    /// The language of title and body (BCP 47).
    pub lang: String,
    /// Games that wait for the user; zero removes the number. `None` leaves it as it is.
    pub badge: Option<u32>,
}

impl Message {
    pub fn json(&self) -> String {
        let Ok(json) = serde_json::to_string(self) else { unreachable!("texts and numbers become JSON") };
        json
    }
}

/// The value of `web_push` that says that a message is declarative.
const DECLARATIVE: u32 = 8030;

#[derive(Serialize, Deserialize)]
struct Document {
    web_push: u32,
    notification: Notification,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    app_badge: Option<u32>,
}

#[derive(Serialize, Deserialize)]
struct Notification {
    title: String,
    navigate: Url,
    body: String,
    tag: String,
    lang: String,
    silent: bool,
}

impl From<Message> for Document {
    fn from(message: Message) -> Self {
        let Message { title, navigate, body, tag, lang, badge } = message;
        let notification = Notification { title, navigate, body, tag, lang, silent: false };
        Self { web_push: DECLARATIVE, notification, app_badge: badge }
    }
}

#[derive(Debug, thiserror::Error)]
#[error("not a declarative push message: web_push is {0}")]
struct NotDeclarative(u32);

impl TryFrom<Document> for Message {
    type Error = NotDeclarative;

    fn try_from(document: Document) -> Result<Self, NotDeclarative> {
        let Document { web_push, notification, app_badge } = document;
        if web_push != DECLARATIVE {
            return Err(NotDeclarative(web_push));
        }
        let Notification { title, navigate, body, tag, lang, silent: _ } = notification;
        Ok(Self { title, navigate, body, tag, lang, badge: app_badge })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message() -> Message {
        Message {
            title: "Your turn".into(),
            navigate: "https://bastide.example.org/games/k3f98qtz".parse().unwrap(),
            body: "“Zoë” <completed> a city.".into(),
            tag: "k3f98qtz".into(),
            lang: "en".into(),
            badge: Some(0),
        }
    }

    #[test]
    fn a_message_is_declarative_and_never_silent() {
        let json = r#"{"web_push":8030,"notification":{"title":"Your turn","navigate":"https://bastide.example.org/games/k3f98qtz","body":"“Zoë” <completed> a city.","tag":"k3f98qtz","lang":"en","silent":false},"app_badge":0}"#;
        assert_eq!(message().json(), json);
        let unnumbered = Message { badge: None, ..message() };
        assert_eq!(unnumbered.json(), json.replace(r#","app_badge":0"#, ""));
        for message in [message(), unnumbered] {
            assert_eq!(serde_json::from_str::<Message>(&message.json()).unwrap(), message);
        }
    }

    #[test]
    fn other_json_is_no_message() {
        for (from, to, error) in [
            ("8030", "8031", "not a declarative push message: web_push is 8031"),
            ("https://bastide.example.org", "", "relative URL without a base"),
            ("\"title\"", "\"name\"", "missing field `title`"),
            (":0}", ":-1}", "invalid value"),
        ] {
            let changed = message().json().replacen(from, to, 1);
            let refused = serde_json::from_str::<Message>(&changed).unwrap_err();
            assert!(refused.to_string().contains(error), "{changed}: {refused}");
        }
    }
}
