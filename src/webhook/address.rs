//! Addresses that users enter.

use std::fmt;

use url::Url;

use crate::TargetError;

/// An http or https URL without user name, password or fragment. Whether http is allowed, and which machines may be reached, is
/// for the client that connects to decide.
///
/// Anyone who has it can often post there, so it stays out of logs: [`Address::host`] is for those.
#[derive(Clone, PartialEq, Eq)]
pub struct Address(Url);

impl Address {
    /// In bytes.
    pub const LONGEST: usize = 2_000;

    /// Surrounding white space is ignored.
    pub fn parse(text: &str) -> Result<Self, TargetError> {
        let text = text.trim();
        if text.len() > Self::LONGEST {
            return Err(TargetError::TooLong);
        }
        let mut url = Url::parse(text).map_err(|_| TargetError::NotAnAddress)?;
        if !matches!(url.scheme(), "http" | "https") {
            return Err(TargetError::Scheme);
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(TargetError::UserInfo);
        }
        url.set_fragment(None);
        // Escapes make it longer.
        if url.as_str().len() > Self::LONGEST {
            return Err(TargetError::TooLong);
        }
        Ok(Self(url))
    }

    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    pub fn host(&self) -> &str {
        self.0.host_str().unwrap_or_default()
    }

    pub fn is_https(&self) -> bool {
        self.0.scheme() == "https"
    }

    pub(crate) const fn url(&self) -> &Url {
        &self.0
    }
}

/// The host only.
impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Address({}, …)", self.host())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_a_url_of_the_web() {
        let address = Address::parse(" https://Discord.com/api/webhooks/1/secret?wait=false#top ").unwrap();
        assert_eq!(address.as_str(), "https://discord.com/api/webhooks/1/secret?wait=false");
        assert_eq!(address.host(), "discord.com");
        assert!(address.is_https() && !Address::parse("http://localhost:8080/").unwrap().is_https());
        assert_eq!(format!("{address:?}"), "Address(discord.com, …)");
        let long = format!("https://example.org/{}", "a".repeat(Address::LONGEST));
        let escaped = format!("https://example.org/{}", "é".repeat(900));
        for (text, error) in [
            ("", TargetError::NotAnAddress),
            ("example.org/hook", TargetError::NotAnAddress),
            ("https://", TargetError::NotAnAddress),
            ("ftp://example.org/", TargetError::Scheme),
            ("file:///etc/passwd", TargetError::Scheme),
            ("javascript:alert(1)", TargetError::Scheme),
            ("https://user@example.org/", TargetError::UserInfo),
            ("https://:password@example.org/", TargetError::UserInfo),
            (long.as_str(), TargetError::TooLong),
            (escaped.as_str(), TargetError::TooLong),
        ] {
            assert_eq!(Address::parse(text), Err(error), "{text}");
        }
    }
}
