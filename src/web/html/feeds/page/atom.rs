//! The feed as Atom (RFC 4287).

use atom_syndication::{Entry, Feed, FixedDateTime, Generator, Link, Person, Text};
use chrono::{DateTime, Utc};

use crate::html::feeds::page::{FeedPage, Item};

impl FeedPage {
    /// An entry for each game, games that wait for the user first.
    pub fn atom(&self) -> String {
        let host = self.host();
        let turns = || self.turns.iter().filter(|_| self.lists_turns);
        let items = || turns().chain(&self.others);
        let updated = items().map(|item| item.updated).max().unwrap_or(self.since);
        let feed = Feed {
            title: Text::plain(self.locale.say("feed-title")),
            // Not the URL: it is secret, and feed readers pass ids on.
            id: format!("tag:{host},2026:turns/{}", self.name),
            updated: fixed(updated),
            authors: vec![Person { name: "Bastide".to_owned(), ..Person::default() }],
            generator: Some(Generator { value: "Bastide".to_owned(), ..Generator::default() }),
            links: vec![
                Link { mime_type: Some("application/atom+xml".to_owned()), ..link("self", &self.address) },
                link("alternate", &self.home),
            ],
            entries: items().map(|item| entry(item, &host)).collect(),
            ..Feed::default()
        };
        feed.to_string()
    }
}

/// An entry. Its id contains the event number, so that the next turn in the same game is unread again.
fn entry(item: &Item, host: &str) -> Entry {
    let (kind, of) = item.about.name();
    let event = item.event.map(|kind| format!("{kind}/")).unwrap_or_default();
    Entry {
        title: Text::plain(item.title.as_str()),
        id: format!("tag:{host},2026:{kind}/{of}/{event}{}", item.n),
        updated: fixed(item.updated),
        links: vec![link("alternate", &item.href)],
        summary: Some(Text::plain(item.summary.as_str())),
        ..Entry::default()
    }
}

fn link(rel: &str, href: &str) -> Link {
    Link { rel: rel.to_owned(), href: href.to_owned(), ..Link::default() }
}

fn fixed(at: DateTime<Utc>) -> FixedDateTime {
    at.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::feeds::page::tests::example;

    #[test]
    fn every_game_is_an_entry_of_its_own_and_names_are_escaped() {
        let xml = example().atom();
        let feed = Feed::read_from(xml.as_bytes()).unwrap();
        assert_eq!(feed.id, "tag:bastide.example,2026:turns/ann");
        let ids: Vec<&str> = feed.entries.iter().map(Entry::id).collect();
        let tag = "tag:bastide.example,2026:games/0123456789abcdef/";
        assert_eq!(ids, [format!("{tag}7"), format!("{tag}9"), format!("{tag}80")]);
        assert_eq!(feed.entries[0].title.as_str(), "Your turn: <b>, \"c\" & d");
        assert!(!xml.contains("<b>") && xml.contains("&lt;b&gt;"), "{xml}");
        assert_eq!(feed.updated, feed.entries[2].updated, "the latest of them");
        assert_eq!(feed.entries[1].updated.to_rfc3339(), "2024-10-04T09:00:00+00:00");
    }

    #[test]
    fn a_feed_in_which_nothing_waits_is_as_old_as_its_address() {
        let feed = FeedPage { turns: Vec::new(), others: Vec::new(), ..example() };
        let feed = Feed::read_from(feed.atom().as_bytes()).unwrap();
        assert!(feed.entries.is_empty());
        assert_eq!(feed.updated, DateTime::UNIX_EPOCH);
    }
}
