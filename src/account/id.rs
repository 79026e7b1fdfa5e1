//! Random ids of users, sessions, offers, reports, restrictions, challenges and series.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::base32::{base32, is_base32};

/// An id of 80 random bits, written as 16 letters and digits.
macro_rules! random_id {
    ($(#[$about:meta])* $id:ident) => {
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $id(String);

        impl $id {
            pub fn new(bytes: [u8; 10]) -> Self {
                Self(base32(&bytes))
            }

            /// Inverse of [`fmt::Display`].
            pub fn parse(text: &str) -> Option<Self> {
                is_base32(text, 16).then(|| Self(text.to_owned()))
            }

            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $id {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    };
}

random_id! {
    /// Permanent: survives a change of name.
    #[derive(Serialize, Deserialize)]
    #[serde(try_from = "String", into = "String")]
    UserId
}

random_id! {
    /// Identifies a session in lists and for revocation. Unlike the token, it gives no access.
    SessionId
}

random_id! {
    /// Names an offer to play in addresses; gives no access.
    OfferId
}

random_id! {
    /// Names a report in addresses; gives no access.
    ReportId
}

random_id! {
    /// Names a restriction in addresses; gives no access.
    RestrictionId
}

random_id! {
    /// Names a challenge to a game in addresses; gives no access.
    ChallengeId
}

random_id! {
    /// Permanent: the events that open the games of a series name it.
    #[derive(Serialize, Deserialize)]
    #[serde(try_from = "String", into = "String")]
    SeriesId
}

/// Lets an id be part of JSON.
macro_rules! as_json {
    ($id:ident, $complaint:literal) => {
        impl TryFrom<String> for $id {
            type Error = &'static str;

            fn try_from(text: String) -> Result<Self, Self::Error> {
                Self::parse(&text).ok_or($complaint)
            }
        }

        impl From<$id> for String {
            fn from(id: $id) -> Self {
                id.0
            }
        }
    };
}

as_json!(UserId, "a user id has 16 letters and digits");
as_json!(SeriesId, "the id of a series has 16 letters and digits");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_survive_a_round_trip_through_text() {
        let id = UserId::new([0xa5; 10]);
        assert_eq!(UserId::parse(id.as_str()), Some(id));
        assert_eq!(UserId::parse("../etc/passwd000"), None);
        let id = SessionId::new([1; 10]);
        assert_eq!(SessionId::parse(&id.to_string()), Some(id));
        assert_eq!(SessionId::parse(""), None);
    }
}
