//! The site that passkeys belong to.

use std::time::Duration;

use webauthn_rs::prelude::{Url, Webauthn, WebauthnBuilder};

/// How long browsers wait for the user.
const PATIENCE: Duration = Duration::from_mins(5);

/// The site that passkeys belong to: its domain and its origin. Signatures for any other are refused.
#[derive(Clone, Debug)]
pub struct PasskeySite(Webauthn);

impl PasskeySite {
    /// `None` if browsers don't let that origin use passkeys: it takes a domain name with HTTPS, or localhost.
    pub fn of(origin: &str) -> Option<Self> {
        let url = Url::parse(origin).ok()?;
        let domain = url.domain()?;
        if url.scheme() != "https" && domain != "localhost" {
            return None;
        }
        let site = WebauthnBuilder::new(domain, &url).ok()?.rp_name("Bastide").timeout(PATIENCE).build();
        site.ok().map(Self)
    }

    pub(super) const fn webauthn(&self) -> &Webauthn {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passkeys_take_a_domain_name_with_https_or_localhost() {
        for origin in ["https://play.example", "https://play.example:8443", "http://localhost:8080"] {
            assert!(PasskeySite::of(origin).is_some(), "{origin}");
        }
        for origin in
            ["http://play.example", "http://127.0.0.1:8080", "https://192.0.2.1", "https://[2001:db8::1]", ""]
        {
            assert!(PasskeySite::of(origin).is_none(), "{origin}");
        }
    }
}
