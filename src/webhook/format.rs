//! The services that a webhook can talk to.

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Format {
    /// JSON for programs, signed according to Standard Webhooks 1.0.0.
    Generic,
    Discord,
    /// Also Mattermost and others that read Slack's messages.
    Slack,
    Matrix,
    Ntfy,
}

impl Format {
    pub const ALL: [Self; 5] = [Self::Generic, Self::Discord, Self::Slack, Self::Matrix, Self::Ntfy];

    /// The word used in the database and in forms.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Generic => "generic",
            Self::Discord => "discord",
            Self::Slack => "slack",
            Self::Matrix => "matrix",
            Self::Ntfy => "ntfy",
        }
    }

    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.word() == word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_format_is_found_by_its_word() {
        for format in Format::ALL {
            assert_eq!(Format::parse(format.word()), Some(format));
        }
        assert_eq!(Format::parse("Discord"), None);
        assert_eq!(Format::parse(""), None);
    }
}
