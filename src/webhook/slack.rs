//! Messages for a Slack channel, and for services that read Slack's format.

use serde_json::json;

use crate::text::{clean, cut, join};
use crate::{Address, Message, Method, Outgoing};

/// In characters. Slack recommends at most 4,000 for the whole message.
const LONGEST_TEXT: usize = 2_500;

pub fn request(address: &Address, message: &Message) -> Outgoing {
    let title = escape(&message.short_title());
    let text = escape(&cut(&clean(&message.text), LONGEST_TEXT, |_| 1));
    let link = message.link();
    let link = if link.is_empty() { link } else { format!("<{}>", escape(&link)) };
    // Angle brackets make links and mentions, whatever `mrkdwn` says; it switches off what can't be escaped, such as bold.
    let body = json!({ "text": join([title, text, link], "\n"), "mrkdwn": false });
    Outgoing::json(Method::Post, address.as_str(), &body)
}

/// The three characters that Slack asks for, and no others: it would show their codes.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hostile::{NAMES, at, body_of, long, message};
    use crate::{Target, request};

    fn text(message: &Message) -> String {
        let target = Target::Slack(Address::parse("https://hooks.slack.com/services/T/B/secret").unwrap());
        let outgoing = request(&target, message, at(0));
        assert_eq!(outgoing.method, Method::Post);
        assert_eq!(outgoing.url, "https://hooks.slack.com/services/T/B/secret");
        let body = body_of(&outgoing);
        assert_eq!(body["mrkdwn"], false);
        body["text"].as_str().unwrap().to_owned()
    }

    #[test]
    fn a_channel_gets_a_title_a_text_and_a_link() {
        assert_eq!(
            text(&message("Ann")),
            "Your turn against Ann\nAnn has moved.\n<https://bastide.example/games/1?a=1&amp;b=2>"
        );
    }

    #[test]
    fn names_are_no_mentions_or_links() {
        assert!(text(&message("<!channel>")).contains("\n&lt;!channel&gt; has moved.\n"));
        assert!(text(&message("&lt;!here&gt;")).contains("\n&amp;lt;!here&amp;gt; has moved.\n"));
        for name in NAMES {
            let text = text(&message(name));
            assert_eq!(text.matches('<').count(), 1, "only the link: {text}");
            assert_eq!(text.lines().count(), 3, "{text}");
        }
    }

    #[test]
    fn a_long_text_is_cut_before_it_is_escaped() {
        for character in ["&", "<", "é", "𝄞"] {
            let text = text(&long(character));
            let line = text.lines().nth(1).unwrap();
            assert_eq!(line, escape(&(character.repeat(2_499) + "…")));
        }
    }
}
