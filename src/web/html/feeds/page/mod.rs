//! What waits for a user, as an Atom feed and as a calendar.

mod atom;
mod calendar;

use chrono::{DateTime, Utc};

use crate::locale::Locale;
use account::ChallengeId;
use table::GameId;

/// A user's feeds.
pub struct FeedPage {
    pub locale: Locale,
    /// The user's name.
    pub name: String,
    /// The full URL of the front page.
    pub home: String,
    /// The full URL of the Atom feed itself.
    pub address: String,
    /// When the feed's address was made.
    pub since: DateTime<Utc>,
    /// Games that wait for the user's turn.
    pub turns: Vec<Item>,
    /// Turns that have ended in the last week, for calendars that would keep them.
    pub over: Vec<PastTurn>,
    /// Whether the Atom feed has these turns.
    pub lists_turns: bool,
    /// Invitations, challenges, and what else has happened in games.
    pub others: Vec<Item>,
}

/// What needs the user's attention.
pub struct Item {
    pub about: ItemAbout,
    /// The number of an event of the game: of a turn, the one that ended the turn before. 0 before the start. Of a challenge, the number of
    /// its offer.
    pub n: u32,
    /// The kind of an event that is no turn; `n` is its number in its log.
    pub event: Option<&'static str>,
    /// A short title.
    pub title: String,
    pub summary: String,
    /// The full URL of the page to open.
    pub href: String,
    /// When the item became current, or its deadline last moved.
    pub updated: DateTime<Utc>,
    /// How often its deadline has moved.
    pub moved: u32,
    /// `None` without a clock.
    pub deadline: Option<DateTime<Utc>>,
}

pub enum ItemAbout {
    Game(GameId),
    Challenge(ChallengeId),
}

impl ItemAbout {
    /// A kind of thing, and which of them it is.
    fn name(&self) -> (&'static str, &str) {
        match self {
            Self::Game(id) => ("games", id.as_str()),
            Self::Challenge(id) => ("challenges", id.as_str()),
        }
    }
}

/// A turn that is over.
pub struct PastTurn {
    pub game: GameId,
    pub n: u32,
    /// When it would have timed out.
    pub deadline: DateTime<Utc>,
    pub ended: DateTime<Utc>,
    /// How often it has changed, its end included.
    pub changes: u32,
    /// The full URL of the game.
    pub href: String,
}

impl FeedPage {
    /// The site's host for ids of entries, without scheme and port.
    fn host(&self) -> String {
        let after_scheme = self.home.split_once("://").map_or(self.home.as_str(), |(_, rest)| rest);
        let authority = after_scheme.split('/').next().unwrap_or_default();
        match authority.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
            // Ids must not contain the colons of an IPv6 address.
            Some((address, _)) => address.replace(':', "-"),
            None => authority.split(':').next().unwrap_or_default().to_owned(),
        }
    }
}

#[cfg(test)]
pub(in crate::html::feeds::page) mod tests {
    use super::*;

    /// A feed with one game on a clock, one without, and one that has finished.
    pub fn example() -> FeedPage {
        let item = |n, title: &str, deadline| Item {
            about: ItemAbout::Game(GameId::parse("0123456789abcdef").unwrap()),
            n,
            event: None,
            title: title.to_owned(),
            summary:
                "Tile in hand: CRFR. North city, east road, south field, west road; road from east to west."
                    .to_owned(),
            href: "https://bastide.example/games/0123456789abcdef".to_owned(),
            updated: DateTime::UNIX_EPOCH
                + chrono::TimeDelta::days(20_000)
                + chrono::TimeDelta::hours(i64::from(n)),
            moved: 0,
            deadline,
        };
        FeedPage {
            locale: Locale::default(),
            name: "ann".to_owned(),
            home: "https://bastide.example/".to_owned(),
            address: "https://bastide.example/feeds/x/turns.atom".to_owned(),
            since: DateTime::UNIX_EPOCH,
            turns: vec![
                item(
                    7,
                    "Your turn: <b>, \"c\" & d",
                    Some(DateTime::UNIX_EPOCH + chrono::TimeDelta::days(20_003)),
                ),
                item(9, "Your turn: ben", None),
            ],
            lists_turns: true,
            over: vec![PastTurn {
                game: GameId::parse("0123456789abcdef").unwrap(),
                n: 5,
                deadline: DateTime::UNIX_EPOCH + chrono::TimeDelta::days(20_002),
                ended: DateTime::UNIX_EPOCH + chrono::TimeDelta::days(20_000),
                changes: 3,
                href: "https://bastide.example/games/0123456789abcdef".to_owned(),
            }],
            others: vec![item(80, "Over: ben", None)],
        }
    }

    #[test]
    fn a_host_is_an_address_without_scheme_and_port() {
        for (home, host) in [
            ("https://bastide.example/", "bastide.example"),
            ("http://127.0.0.1:8080/", "127.0.0.1"),
            ("http://[2001:db8::1]:8080/", "2001-db8--1"),
        ] {
            assert_eq!(FeedPage { home: home.to_owned(), ..example() }.host(), host);
        }
    }
}
