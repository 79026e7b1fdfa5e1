//! Names of closed accounts, which nobody can take again.

use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

use crate::UserName;

/// A name that nobody can take again, or how it looks: SHA-256 in hexadecimal, without whose it was.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RetiredName(String);

impl RetiredName {
    /// What a name retires: itself, and all names that look like it.
    pub fn of(name: &UserName) -> [Self; 3] {
        [
            Self::new("name", &name.folded()),
            Self::new("skeleton", &name.skeleton()),
            Self::new("skeleton", &name.skeleton_with_separators()),
        ]
    }

    fn new(kind: &str, text: &str) -> Self {
        Self(HEXLOWER.encode(&Sha256::digest(format!("bastide retired {kind} {text}"))))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_look_like_a_retired_one_share_a_hash_with_it() {
        let of = |name| RetiredName::of(&UserName::parse(name).unwrap());
        let share = |one, other| of(one).iter().any(|hash| of(other).contains(hash));
        assert!(share("Ann", "ann") && share("a-nn", "ann") && share("rnax", "max"));
        assert!(!share("ann", "anna"));
        assert!(of("ann").iter().all(|hash| hash.as_str().len() == 64));
    }
}
