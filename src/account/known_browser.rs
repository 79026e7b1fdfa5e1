//! Marks of browsers in which a user has signed in before. They open nothing: they only keep guesses by others from
//! locking a user out.

use std::fmt;

use data_encoding::HEXLOWER;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::base32::{base32, is_base32};
use crate::{PasswordHash, UserId};

/// Says that a user has signed in from a browser, signed with a key that depends on the stored password hash. A changed
/// password therefore makes all marks of that user invalid.
#[derive(Clone, PartialEq, Eq)]
pub struct KnownBrowser {
    user: UserId,
    /// Random; counts of attempts are kept under it.
    id: String,
    /// HMAC-SHA-256 in hexadecimal.
    signature: String,
}

impl KnownBrowser {
    pub fn new(user: &UserId, bytes: [u8; 10], password: &PasswordHash) -> Self {
        let id = base32(&bytes);
        let signature = HEXLOWER.encode(&mac(user, &id, password).finalize().into_bytes());
        Self { user: user.clone(), id, signature }
    }

    /// Inverse of [`Self::reveal`]. The signature is not checked.
    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = text.splitn(3, '-');
        let user = UserId::parse(parts.next()?)?;
        let id = parts.next().filter(|id| is_base32(id, 16))?.to_owned();
        Some(Self { user, id, signature: parts.next()?.to_owned() })
    }

    /// For the cookie only.
    pub fn reveal(&self) -> String {
        format!("{}-{}-{}", self.user, self.id, self.signature)
    }

    /// The user it claims to know. Check [`Self::knows`] before you rely on it.
    pub const fn user(&self) -> &UserId {
        &self.user
    }

    pub fn id(&self) -> &str {
        &self.id
    }

    /// Whether it is genuine and the user's password is still the same.
    pub fn knows(&self, user: &UserId, password: &PasswordHash) -> bool {
        let Ok(signature) = HEXLOWER.decode(self.signature.as_bytes()) else { return false };
        self.user == *user && mac(user, &self.id, password).verify_slice(&signature).is_ok()
    }
}

fn mac(user: &UserId, id: &str, password: &PasswordHash) -> Hmac<Sha256> {
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(password.as_str().as_bytes()) else {
        unreachable!("a key can have any length")
    };
    mac.update(b"bastide known browser 1");
    mac.update(user.as_str().as_bytes());
    mac.update(id.as_bytes());
    mac
}

/// Redacted.
impl fmt::Debug for KnownBrowser {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("KnownBrowser(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_browser_is_known_until_the_password_changes_and_to_its_user_only() {
        let (ann, ben) = (UserId::new([1; 10]), UserId::new([2; 10]));
        let hash = |salt| PasswordHash::from_stored(&format!("$argon2id$v=19$m=8,t=1,p=1${salt}")).unwrap();
        let (old, new) = (hash("c29tZXNhbHQ"), hash("b3RoZXJzYWx0"));
        let browser = KnownBrowser::new(&ann, [3; 10], &old);
        let read = KnownBrowser::parse(&browser.reveal()).unwrap();
        assert!(read.knows(&ann, &old));
        assert!(!read.knows(&ann, &new) && !read.knows(&ben, &old));
        let changed = |from: &str, to: &str| KnownBrowser::parse(&browser.reveal().replacen(from, to, 1));
        assert!(!changed(ann.as_str(), ben.as_str()).unwrap().knows(&ben, &old));
        assert!(!changed(browser.id(), "0000000000000000").unwrap().knows(&ann, &old));
        assert!(!KnownBrowser::parse(&format!("{ann}-0000000000000000-")).unwrap().knows(&ann, &old));
        assert_eq!(KnownBrowser::parse("ann-1-2"), None);
    }
}
