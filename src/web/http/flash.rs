//! What was just done, shown once by the next page.
//!
//! The cookie holds a word from a fixed list, never text: nobody can make the server say something else.

use crate::web::locale::{Locale, key};

/// What was just done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flash {
    /// Signed in.
    Welcome,
    /// Signed out.
    SignedOut,
    /// Signed out as a guest, whose games are deleted.
    GuestGone,
    /// Password changed.
    PasswordChanged,
    /// Time zone changed.
    ZoneChanged,
    /// One other session ended.
    SessionEnded,
    /// All other sessions ended.
    SessionsEnded,
    /// Feed addresses revoked.
    FeedsStopped,
    /// Table opened.
    TableOpened,
    /// Seat taken.
    Joined,
    /// Seat given up.
    Left,
    /// Table closed.
    TableClosed,
    /// Game resigned.
    Resigned,
}

impl Flash {
    const ALL: [(Self, &'static str, &'static str); 13] = [
        (Self::Welcome, "welcome", key("flash-welcome")),
        (Self::SignedOut, "signed-out", key("flash-signed-out")),
        (Self::GuestGone, "guest-gone", key("flash-guest-gone")),
        (Self::PasswordChanged, "password", key("flash-password-changed")),
        (Self::ZoneChanged, "zone", key("flash-zone-changed")),
        (Self::SessionEnded, "session", key("flash-session-ended")),
        (Self::SessionsEnded, "sessions", key("flash-sessions-ended")),
        (Self::FeedsStopped, "feeds", key("flash-feeds-stopped")),
        (Self::TableOpened, "opened", key("flash-table-opened")),
        (Self::Joined, "joined", key("flash-joined")),
        (Self::Left, "left", key("flash-left")),
        (Self::TableClosed, "closed", key("flash-table-closed")),
        (Self::Resigned, "resigned", key("flash-resigned")),
    ];

    fn entry(self) -> (&'static str, &'static str) {
        let entry = Self::ALL.into_iter().find(|(flash, ..)| *flash == self);
        entry.map_or(("", ""), |(_, word, key)| (word, key))
    }

    /// The word in the cookie.
    pub fn word(self) -> &'static str {
        self.entry().0
    }

    /// The flash of a cookie, if it is one.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, known, _)| *known == word).map(|(flash, ..)| *flash)
    }

    /// The sentence on the page.
    pub fn sentence(self, locale: Locale) -> &'static str {
        locale.say(self.entry().1)
    }
}
