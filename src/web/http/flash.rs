//! A sentence that the next page says once.
//!
//! The cookie carries a word of a fixed list, never text: nobody can put words into the server's mouth.

/// What was just done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flash {
    /// Signed in.
    Welcome,
    /// Signed out.
    SignedOut,
    /// Signed out as a guest, for good.
    GuestGone,
    /// The password is changed.
    PasswordChanged,
    /// The time zone is changed.
    ZoneChanged,
    /// One other session has ended.
    SessionEnded,
    /// All other sessions have ended.
    SessionsEnded,
    /// The feeds' address is gone.
    FeedsStopped,
    /// A table is open.
    TableOpened,
    /// Sat down at a table.
    Joined,
    /// Got up from a table.
    Left,
    /// A table is gone.
    TableClosed,
    /// Gave up a game.
    Resigned,
}

impl Flash {
    const ALL: [(Self, &'static str, &'static str); 13] = [
        (Self::Welcome, "welcome", "You are signed in."),
        (Self::SignedOut, "signed-out", "You are signed out."),
        (Self::GuestGone, "guest-gone", "You are signed out, and your games as a guest are deleted."),
        (Self::PasswordChanged, "password", "Your password is changed, and all other sessions have ended."),
        (Self::ZoneChanged, "zone", "Times are now shown in your new zone."),
        (Self::SessionEnded, "session", "That session has ended."),
        (Self::SessionsEnded, "sessions", "All your other sessions have ended."),
        (Self::FeedsStopped, "feeds", "The address of your feeds does not work any more."),
        (Self::TableOpened, "opened", "Your table is open."),
        (Self::Joined, "joined", "You have taken a seat."),
        (Self::Left, "left", "You have left the table."),
        (Self::TableClosed, "closed", "The table is closed."),
        (Self::Resigned, "resigned", "You have resigned."),
    ];

    /// The word that the cookie carries.
    pub fn word(self) -> &'static str {
        Self::ALL.iter().find(|(flash, ..)| *flash == self).map_or("", |(_, word, _)| word)
    }

    /// The flash of a cookie, if it is one.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, known, _)| *known == word).map(|(flash, ..)| *flash)
    }

    /// The sentence.
    pub fn sentence(self) -> &'static str {
        Self::ALL.iter().find(|(flash, ..)| *flash == self).map_or("", |(.., sentence)| sentence)
    }
}
