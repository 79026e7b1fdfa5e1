//! Authenticator apps: six digits every 30 seconds, computed from a shared secret and the time (RFC 6238).

use std::fmt;

use chrono::{DateTime, Utc};
use data_encoding::BASE32_NOPAD;
use totp_rs::{Builder, Totp};

/// 160 random bits that an app shares with the server. The server needs the secret itself to compute codes, so it can't be
/// stored as a hash.
#[derive(Clone, PartialEq, Eq)]
pub struct AuthenticatorSecret([u8; 20]);

impl AuthenticatorSecret {
    pub const fn new(bytes: [u8; 20]) -> Self {
        Self(bytes)
    }

    /// Inverse of [`Self::reveal`].
    pub fn parse(text: &str) -> Option<Self> {
        BASE32_NOPAD.decode(text.as_bytes()).ok()?.try_into().ok().map(Self)
    }

    /// The secret itself, for storage and for the app.
    pub fn reveal(&self) -> String {
        BASE32_NOPAD.encode(&self.0)
    }

    /// The secret in groups of four letters, for people who type it.
    pub fn in_groups(&self) -> String {
        let text = self.reveal();
        let groups: Vec<&str> = (0..text.len()).step_by(4).map(|i| &text[i..i + 4]).collect();
        groups.join(" ")
    }

    /// What an app shows then.
    pub fn code(&self, at: DateTime<Utc>) -> String {
        self.totp("", "").generate(seconds(at)).to_string()
    }

    /// The number of the 30 seconds that a code belongs to, if it is that of now, of those before or of those after: clocks
    /// differ, and people are slow. Spaces don't matter.
    pub fn step_of(&self, code: &str, now: DateTime<Utc>) -> Option<i64> {
        let digits: String = code.chars().filter(|letter| !letter.is_whitespace()).take(7).collect();
        self.totp("", "").check(&digits, seconds(now)).and_then(|step| i64::try_from(step).ok())
    }

    /// The address that apps read from a QR code. `site` and `name` only tell entries apart; colons are dropped.
    pub fn url(&self, site: &str, name: &str) -> String {
        self.totp(site, name).to_url().unwrap_or_default()
    }

    fn totp(&self, site: &str, name: &str) -> Totp {
        let [site, name] = [site, name].map(|text| text.replace(':', " "));
        let made =
            Builder::new().with_secret(self.0.to_vec()).with_issuer(Some(site)).with_account_name(name);
        made.build().unwrap_or_else(|error| unreachable!("160 bits are a secret: {error}"))
    }
}

fn seconds(at: DateTime<Utc>) -> u64 {
    at.timestamp().try_into().unwrap_or(0)
}

/// Redacted.
impl fmt::Debug for AuthenticatorSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AuthenticatorSecret(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The key of RFC 6238, appendix B.
    const SECRET: AuthenticatorSecret = AuthenticatorSecret::new(*b"12345678901234567890");

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(seconds, 0).unwrap()
    }

    #[test]
    fn codes_are_the_last_six_digits_of_those_in_rfc_6238() {
        for (seconds, code) in [
            (59, "287082"),
            (1_111_111_109, "081804"),
            (1_111_111_111, "050471"),
            (1_234_567_890, "005924"),
            (2_000_000_000, "279037"),
            (20_000_000_000, "353130"),
        ] {
            assert_eq!(SECRET.code(at(seconds)), code, "{seconds}");
        }
    }

    #[test]
    fn a_code_is_right_half_a_minute_early_and_late() {
        let code = SECRET.code(at(3000));
        let steps =
            [2939, 2940, 2969, 2970, 3000, 3029, 3030, 3059, 3060].map(|now| SECRET.step_of(&code, at(now)));
        assert_eq!(steps, [None, None, None, Some(100), Some(100), Some(100), Some(100), Some(100), None]);
        assert_eq!(SECRET.step_of(&format!(" {} {} ", &code[..3], &code[3..]), at(3000)), Some(100));
        for wrong in [
            "",
            "12345",
            "1234567",
            "+12345",
            "\u{661}\u{662}\u{663}\u{664}\u{665}\u{666}",
            &format!("{code}0"),
        ] {
            assert_eq!(SECRET.step_of(wrong, at(3000)), None, "{wrong}");
        }
    }

    #[test]
    fn an_app_learns_the_secret_the_site_and_the_account() {
        assert_eq!(
            SECRET.url("Bastide on localhost:8080", "J\u{f6}rg"),
            "otpauth://totp/Bastide%20on%20localhost%208080:J%C3%B6rg?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ\
             &issuer=Bastide%20on%20localhost%208080"
        );
        assert_eq!(SECRET.in_groups(), "GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ");
        assert_eq!(AuthenticatorSecret::parse(&SECRET.reveal()), Some(SECRET));
        assert_eq!(AuthenticatorSecret::parse("GEZD"), None);
        assert_eq!(format!("{SECRET:?}"), "AuthenticatorSecret(…)");
    }
}
