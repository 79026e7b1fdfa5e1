//! What is told of challenges.

/// What somebody is told about a challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ChallengeNotice {
    Made,
    Countered,
    Declined,
    Expired,
}

impl ChallengeNotice {
    pub const ALL: [Self; 4] = [Self::Made, Self::Countered, Self::Declined, Self::Expired];

    /// The word in jobs and in messages to webhooks.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Made => "challenge",
            Self::Countered => "counter_offer",
            Self::Declined => "challenge_declined",
            Self::Expired => "challenge_expired",
        }
    }

    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|notice| notice.word() == word)
    }
}
