//! Messages for a Matrix room, sent as a user of a homeserver (client-server API, version 3).

use std::fmt;

use serde_json::json;

use crate::text::{clean, cut, join, json_bytes};
use crate::{Address, Message, MessageId, Method, Outgoing, TargetError};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatrixTarget {
    homeserver: Address,
    room: String,
    token: AccessToken,
}

impl MatrixTarget {
    /// In bytes, as Matrix has it.
    pub const LONGEST_ROOM: usize = 255;

    /// `homeserver` is the address that clients use, such as `https://matrix.example.org`, and `room` a room ID, which begins
    /// with `!`: messages can't be sent to an alias.
    pub fn new(homeserver: Address, room: &str, token: AccessToken) -> Result<Self, TargetError> {
        let room = room.trim();
        let visible = room.chars().all(|c| !c.is_whitespace() && !c.is_control());
        if !room.starts_with('!') || !(2..=Self::LONGEST_ROOM).contains(&room.len()) || !visible {
            return Err(TargetError::Room);
        }
        Ok(Self { homeserver, room: room.to_owned(), token })
    }

    pub const fn homeserver(&self) -> &Address {
        &self.homeserver
    }

    pub fn room(&self) -> &str {
        &self.room
    }

    pub const fn token(&self) -> &AccessToken {
        &self.token
    }

    /// A homeserver stores what is sent to the same URL only once, so a retry is harmless.
    fn url(&self, id: &MessageId) -> String {
        let mut url = self.homeserver.url().clone();
        url.set_query(None);
        // Always there for http and https.
        if let Ok(mut path) = url.path_segments_mut() {
            path.pop_if_empty().extend(["_matrix", "client", "v3", "rooms", &self.room]);
            path.extend(["send", "m.room.message", id.as_str()]);
        }
        url.into()
    }
}

/// Lets anyone who has it act as the user in Matrix. It goes into a header and never into an address.
#[derive(Clone, PartialEq, Eq)]
pub struct AccessToken(String);

impl AccessToken {
    /// In bytes. Tokens of common homeservers have 30 to 300.
    pub const LONGEST: usize = 2_000;

    /// Surrounding white space is ignored.
    pub fn parse(text: &str) -> Result<Self, TargetError> {
        let text = text.trim();
        let fits =
            (1..=Self::LONGEST).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic());
        if fits { Ok(Self(text.to_owned())) } else { Err(TargetError::Token) }
    }

    /// The token itself, for the header and the database only.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

/// Redacted.
impl fmt::Debug for AccessToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AccessToken(…)")
    }
}

/// In bytes of JSON. Twice, and escaped, it stays far below the 64 KiB of an event.
const LONGEST_TEXT: usize = 4_000;

pub fn request(target: &MatrixTarget, message: &Message) -> Outgoing {
    let (title, link) = (message.short_title(), message.link());
    let text = cut(&clean(&message.text), LONGEST_TEXT, json_bytes);
    let html = join([format!("<strong>{}</strong>", escape(&title)), escape(&text), anchor(&link)], "<br>");
    let body = json!({
        "msgtype": "m.text",
        "body": join([title, text, link], "\n"),
        "format": "org.matrix.custom.html",
        "formatted_body": html,
        // Nobody is mentioned, whatever the names look like. Without it, clients search the text for names and @room.
        "m.mentions": {},
    });
    let mut outgoing = Outgoing::json(Method::Put, &target.url(&message.id), &body);
    outgoing.headers.push(("authorization", format!("Bearer {}", target.token.reveal())));
    outgoing
}

fn anchor(link: &str) -> String {
    let link = escape(link);
    if link.is_empty() { link } else { format!("<a href=\"{link}\">{link}</a>") }
}

/// For text and quoted attributes.
fn escape(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    text.replace('"', "&quot;").replace('\'', "&#39;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hostile::{NAMES, at, body_of, header, long, message};
    use crate::{Target, request};

    fn target(homeserver: &str, room: &str) -> Result<MatrixTarget, TargetError> {
        let token = AccessToken::parse("syt_secret").unwrap();
        MatrixTarget::new(Address::parse(homeserver).unwrap(), room, token)
    }

    fn send(message: &Message) -> Outgoing {
        let target = target("https://matrix.example.org?a=b", "!abc:example.org").unwrap();
        request(&Target::Matrix(target), message, at(0))
    }

    #[test]
    fn a_room_gets_a_message_whose_url_makes_retries_harmless() {
        let outgoing = send(&message("Ann"));
        assert_eq!(outgoing.method, Method::Put);
        assert_eq!(
            outgoing.url,
            "https://matrix.example.org/_matrix/client/v3/rooms/!abc:example.org/send/m.room.message/turn-1"
        );
        assert_eq!(header(&outgoing, "authorization"), "Bearer syt_secret");
        assert_eq!(
            body_of(&outgoing),
            json!({
                "msgtype": "m.text",
                "body": "Your turn against Ann\nAnn has moved.\nhttps://bastide.example/games/1?a=1&b=2",
                "format": "org.matrix.custom.html",
                "formatted_body": "<strong>Your turn against Ann</strong><br>Ann has moved.<br>\
                    <a href=\"https://bastide.example/games/1?a=1&amp;b=2\">https://bastide.example/games/1?a=1&amp;b=2</a>",
                "m.mentions": {},
            })
        );
    }

    #[test]
    fn a_room_stays_one_part_of_the_path() {
        let url = |homeserver, room| {
            let target = target(homeserver, room).unwrap();
            target.url(&MessageId::parse("m").unwrap())
        };
        let end = "/send/m.room.message/m";
        assert_eq!(
            url("https://a.example/", "!a/../b?c#d%2f"),
            format!("https://a.example/_matrix/client/v3/rooms/!a%2F..%2Fb%3Fc%23d%252f{end}")
        );
        assert_eq!(
            url("https://a.example/matrix/", "!é"),
            format!("https://a.example/matrix/_matrix/client/v3/rooms/!%C3%A9{end}")
        );
    }

    #[test]
    fn bad_rooms_and_tokens_are_refused() {
        let long = format!("!{}", "a".repeat(255));
        for room in ["", "!", "#alias:example.org", "abc", "!a b", "!a\nb", &long] {
            assert_eq!(target("https://a.example", room), Err(TargetError::Room), "{room}");
        }
        for token in ["", " ", "a b", "a\r\nx-header: b", "é", &"a".repeat(2_001)] {
            assert_eq!(AccessToken::parse(token), Err(TargetError::Token), "{token}");
        }
        assert_eq!(AccessToken::parse(" a\n").unwrap().reveal(), "a");
    }

    #[test]
    fn the_token_stays_out_of_debug_output() {
        let target = Target::Matrix(target("https://a.example", "!a").unwrap());
        let shown = format!("{target:?} {:?}", send(&message("Ann")));
        assert!(!shown.contains("syt_secret"), "{shown}");
    }

    #[test]
    fn names_are_no_html_and_mention_nobody() {
        assert_eq!(escape("<script>&'\""), "&lt;script&gt;&amp;&#39;&quot;");
        for name in NAMES {
            let body = body_of(&send(&message(name)));
            let html = body["formatted_body"].as_str().unwrap();
            assert_eq!(html.matches('<').count(), 2 + 2 + 2, "bold, breaks and link: {html}");
            assert_eq!(body["body"].as_str().unwrap().lines().count(), 3, "{body}");
            assert_eq!(body["m.mentions"], json!({}));
        }
    }

    #[test]
    fn a_message_stays_far_below_the_limit_of_an_event() {
        for character in ["'", "\"", "&", "𝄞"] {
            assert!(send(&long(character)).body.len() < 48_000, "{character}");
        }
    }
}
