//! What a user is notified of.

use chrono::{DateTime, Utc};
use url::Url;

use crate::text::{clean, cut, json_bytes};

/// Titles and texts are sentences in the language of the user. They may contain the names of players, so each format escapes
/// them, and shortens what is too long.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    pub id: MessageId,
    /// A stable word for programs, such as `your_turn`.
    pub kind: String,
    /// When it happened, whenever it is sent.
    pub at: DateTime<Utc>,
    /// Never empty.
    pub title: String,
    pub text: String,
    /// The absolute URL of the page to open. Left out if it is none of http or https, or longer than 1,000 bytes.
    pub url: String,
    /// Whether little time is left.
    pub urgent: bool,
    pub game: Option<GameSummary>,
}

/// Data for programs; only the generic format has them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameSummary {
    pub id: String,
    /// In the order of their seats. The first [`GameSummary::PLAYERS`] are sent.
    pub players: Vec<PlayerSummary>,
    /// Of the recipient's turn; absent if it is not their turn or nothing ends it.
    pub deadline: Option<DateTime<Utc>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerSummary {
    pub name: String,
    pub score: Option<i32>,
}

/// The same at each attempt, so that receivers can drop what they already have. 1 to 64 ASCII letters, digits, `-` and `_`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MessageId(String);

impl MessageId {
    pub const LONGEST: usize = 64;

    pub fn parse(text: &str) -> Option<Self> {
        is_word(text, Self::LONGEST).then(|| Self(text.to_owned()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Whether it consists of ASCII letters, digits, `-` and `_`, and not too many.
pub fn is_word(text: &str, longest: usize) -> bool {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    (1..=longest).contains(&text.len()) && text.bytes().all(fits)
}

impl GameSummary {
    pub const PLAYERS: usize = 32;
}

/// In bytes of JSON.
const LONGEST_TITLE: usize = 250;
const LONGEST_KIND: usize = 64;
const LONGEST_LINK: usize = 1_000;

impl Message {
    pub(crate) fn short_title(&self) -> String {
        cut(&clean(&self.title), LONGEST_TITLE, json_bytes)
    }

    pub(crate) fn short_kind(&self) -> String {
        cut(&clean(&self.kind), LONGEST_KIND, json_bytes)
    }

    /// The page to open, with all but URL characters percent-encoded; empty if there is none to offer.
    pub(crate) fn link(&self) -> String {
        let url = Url::parse(&self.url).ok().filter(|url| matches!(url.scheme(), "http" | "https"));
        // Neither ends a link, an attribute or a pair of brackets early.
        let link = url.map(|url| url.as_str().replace('|', "%7C").replace('\'', "%27"));
        link.filter(|link| link.len() <= LONGEST_LINK).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hostile::message;

    #[test]
    fn an_id_fits_into_headers_and_urls() {
        for text in ["a", "msg_p5jXN8AQM9LWM0D4loKWxJek", &"0".repeat(64)] {
            assert_eq!(MessageId::parse(text).unwrap().as_str(), text);
        }
        for text in ["", ".", "..", "a.b", "a/b", "a b", "a\r\nb", "é", &"0".repeat(65)] {
            assert_eq!(MessageId::parse(text), None, "{text}");
        }
    }

    #[test]
    fn a_link_is_an_absolute_url_of_the_web_without_characters_of_markup() {
        let link = |url: &str| Message { url: url.to_owned(), ..message("") }.link();
        assert_eq!(
            link("https://bastide.example/games/1?a=1&b=2"),
            "https://bastide.example/games/1?a=1&b=2"
        );
        assert_eq!(link("https://a.example/<|'\" >"), "https://a.example/%3C%7C%27%22%20%3E");
        for url in
            ["", "/games/1", "javascript:alert(1)", &format!("https://a.example/{}", "a".repeat(1_000))]
        {
            assert_eq!(link(url), "", "{url}");
        }
    }
}
