//! What the host decides about push messages and webhooks.

use chrono::{DateTime, Utc};

use super::SubscribeError;
use super::breaker::Breakers;
use ::push::VapidKey;
use account::UserId;
use outbound::{Address, Client, Policy};
use table::{ChallengeNotice, ChallengeView, NotificationKind, Table};

/// The push services of the common browsers. `*.` stands for any names before it.
const SERVICES: [&str; 6] = [
    "fcm.googleapis.com",
    "android.googleapis.com",
    "jmt17.google.com",
    "*.push.services.mozilla.com",
    "*.push.apple.com",
    "*.notify.windows.com",
];

/// Requests at once, to push services and webhooks.
pub(super) const CONNECTIONS: usize = 64;

/// The host's settings.
#[derive(Clone, Debug)]
pub struct NotifierSettings {
    /// How push services reach the host: an `https:` or `mailto:` URL. Without one there are no push messages.
    pub push_subject: Option<String>,
    /// More push services: names, perhaps with `*.` before them.
    pub push_services: Vec<String>,
    /// What requests may reach.
    pub policy: Policy,
    /// The public base URL, without a trailing slash.
    pub origin: String,
    pub wording: PushWording,
}

/// What a message says is decided where pages are made.
pub type PushWording = fn(&PushContent<'_>) -> PushText;

/// What a message is about.
#[derive(Clone, Copy, Debug)]
pub enum PushContent<'a> {
    /// It is the user's turn in a game.
    Turn {
        table: &'a Table,
        user: &'a UserId,
        now: DateTime<Utc>,
    },
    /// The time for the turn runs out.
    Reminder {
        table: &'a Table,
        user: &'a UserId,
        now: DateTime<Utc>,
    },
    Invitation {
        table: &'a Table,
    },
    /// Something else has happened.
    Event {
        table: &'a Table,
        user: &'a UserId,
        kind: NotificationKind,
    },
    /// What has become of a challenge.
    Challenge {
        view: &'a ChallengeView,
        user: &'a UserId,
        notice: ChallengeNotice,
    },
    /// So many games wait, too many for a message each, or once a day.
    Waiting {
        games: u32,
    },
    /// So many games wait, and time runs out in some.
    RunningOut {
        games: u32,
    },
    Test,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PushText {
    pub title: String,
    pub body: String,
    /// The language of both (BCP 47).
    pub language: String,
    /// The path of the page to open.
    pub path: String,
}

/// What all ways of notifying users share.
#[derive(Debug)]
pub(crate) struct Notifier {
    pub origin: String,
    pub wording: PushWording,
    pub client: Client,
    /// `None` if there are no push messages.
    pub push: Option<PushSetup>,
}

impl Notifier {
    /// An absolute URL.
    pub fn url(&self, path: &str) -> String {
        format!("{}{path}", self.origin)
    }
}

/// What push messages need.
#[derive(Debug)]
pub(crate) struct PushSetup {
    pub key: VapidKey,
    pub subject: String,
    pub breakers: Breakers,
    services: Vec<String>,
}

impl PushSetup {
    pub fn new(subject: String, services: &[String], key: VapidKey) -> Self {
        let services = services.iter().map(|name| name.trim().to_ascii_lowercase()).collect();
        Self { key, subject, breakers: Breakers::default(), services }
    }

    /// An endpoint, if it is of a push service that the host allows.
    pub fn address(&self, endpoint: &str, policy: &Policy) -> Result<Address, SubscribeError> {
        let address = Address::parse(endpoint, policy).map_err(|_| SubscribeError::Malformed)?;
        let known = || SERVICES.into_iter().chain(self.services.iter().map(String::as_str));
        if known().any(|known| matches(known, address.host())) {
            Ok(address)
        } else {
            Err(SubscribeError::Unknown { host: address.host().to_owned() })
        }
    }
}

fn matches(known: &str, host: &str) -> bool {
    match known.strip_prefix("*.") {
        Some(parent) => host.strip_suffix(parent).is_some_and(|rest| rest.len() > 1 && rest.ends_with('.')),
        None => known == host,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_push_service_is_known_by_its_whole_name() {
        for (known, host, expected) in [
            ("fcm.googleapis.com", "fcm.googleapis.com", true),
            ("fcm.googleapis.com", "evil-fcm.googleapis.com", false),
            ("fcm.googleapis.com", "fcm.googleapis.com.evil.example", false),
            ("*.push.apple.com", "web.push.apple.com", true),
            ("*.push.apple.com", "push.apple.com", false),
            ("*.push.apple.com", ".push.apple.com", false),
            ("*.push.apple.com", "evilpush.apple.com", false),
        ] {
            assert_eq!(matches(known, host), expected, "{known} {host}");
        }
    }
}
