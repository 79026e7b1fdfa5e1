//! Messages for a Discord channel.

use serde_json::json;

use crate::text::{clean, cut, join};
use crate::{Address, Message, Method, Outgoing};

/// Discord refuses longer ones. Counted in UTF-16, which is never less than what it counts.
const LONGEST_CONTENT: usize = 2_000;

pub fn request(address: &Address, message: &Message) -> Outgoing {
    let title = format!("**{}**", escape(&message.short_title()));
    let link = message.link();
    let room = LONGEST_CONTENT - length(&title) - length(&link) - "\n\n".len();
    let text = escape(&cut(&clean(&message.text), room, escaped_length));
    let content = join([title, text, link], "\n");
    // Names such as @everyone must not ring everyone's phone.
    let body = json!({ "content": content, "allowed_mentions": { "parse": [] } });
    Outgoing::json(Method::Post, address.as_str(), &body)
}

/// A backslash before what would be markup: emphasis, code, spoilers, quotes, headings, lists, links, mentions and emoji.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if is_markup(c) {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

const fn is_markup(c: char) -> bool {
    matches!(c, '\\' | '*' | '_' | '~' | '`' | '|' | '>' | '<' | '#' | '[' | ']' | '-' | '@')
}

const fn escaped_length(c: char) -> usize {
    c.len_utf16() + is_markup(c) as usize
}

fn length(text: &str) -> usize {
    text.encode_utf16().count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hostile::{NAMES, at, body_of, long, message};
    use crate::{Target, request};

    fn target() -> Target {
        Target::Discord(Address::parse("https://discord.com/api/webhooks/1/secret?thread_id=2").unwrap())
    }

    fn content(message: &Message) -> String {
        let body = body_of(&request(&target(), message, at(0)));
        assert_eq!(body["allowed_mentions"], json!({ "parse": [] }));
        body["content"].as_str().unwrap().to_owned()
    }

    #[test]
    fn a_channel_gets_a_title_a_text_and_a_link() {
        let outgoing = request(&target(), &message("Ann"), at(0));
        assert_eq!(outgoing.method, Method::Post);
        assert_eq!(outgoing.url, "https://discord.com/api/webhooks/1/secret?thread_id=2");
        assert_eq!(
            content(&message("Ann")),
            "**Your turn against Ann**\nAnn has moved.\nhttps://bastide.example/games/1?a=1&b=2"
        );
        let no_link = Message { url: String::new(), text: String::new(), ..message("Ann") };
        assert_eq!(content(&no_link), "**Your turn against Ann**");
    }

    #[test]
    fn names_are_no_markup() {
        for (name, shown) in [
            ("@everyone", r"\@everyone"),
            ("<@123456789012345678>", r"\<\@123456789012345678\>"),
            ("**_~`|", r"\*\*\_\~\`\|"),
            ("```\nx", r"\`\`\` x"),
            ("[free](https://evil.example)", r"\[free\](https://evil.example)"),
            ("# a", r"\# a"),
            (r"\*", r"\\\*"),
        ] {
            let text = content(&message(name));
            assert_eq!(text.lines().nth(1), Some(format!("{shown} has moved.").as_str()), "{name}");
        }
        for name in NAMES {
            assert_eq!(content(&message(name)).lines().count(), 3, "{name}");
        }
    }

    #[test]
    fn content_has_at_most_2_000_characters_and_ends_with_the_link() {
        for character in ["a", "*", "é", "字", "𝄞", "\\"] {
            for shift in 0..3 {
                let mut message = long(character);
                message.text.insert_str(0, &"b".repeat(shift));
                let content = content(&message);
                assert!((1_990..=2_000).contains(&length(&content)), "{character}: {}", length(&content));
                assert!(content.contains(&format!("{character}…\nhttps://")), "{character}");
                // Each backslash has its character.
                let escaped = content.replace(r"\\", "").replace(r"\*", "");
                assert!(!escaped.contains('\\'), "{character}");
            }
        }
        let link = Message { url: format!("https://a.example/{}", "a".repeat(980)), ..long("*") };
        assert!(length(&content(&link)) <= 2_000);
    }
}
