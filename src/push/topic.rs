//! What a push message is about.

use sha2::{Digest, Sha256};

use crate::key::encode;

/// A message replaces those of the same topic that the push service has not delivered yet. It is a hash, so that the push
/// service does not learn what a topic stands for: 32 characters of base64url, the most that RFC 8030 allows.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Topic(String);

impl Topic {
    /// Equal texts give equal topics.
    pub fn new(text: &str) -> Self {
        Self(encode(&Sha256::digest(text.as_bytes())[..24]))
    }

    /// The value of the header `Topic`.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_text_is_a_topic_of_32_characters() {
        // The beginning of SHA-256 of "abc".
        assert_eq!(Topic::new("abc").as_str(), "ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qc");
        for text in ["", "waiting", "game k3f98qtz", "ß\n\0", &"a".repeat(10_000)] {
            let topic = Topic::new(text);
            assert_eq!(topic.as_str().len(), 32);
            assert!(topic.as_str().bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte)));
            assert_eq!(topic, Topic::new(text));
        }
        assert_ne!(Topic::new("game 1"), Topic::new("game 2"));
    }
}
