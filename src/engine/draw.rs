//! The fair draw: all draws are fixed before anyone joins, and anyone can check them afterwards.
//!
//! `docs/fair-draw.md` describes it for implementers.

use std::fmt;

use chacha20::ChaCha20;
use chacha20::cipher::{KeyIvInit, StreamCipher};
use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

/// 256 random bits, hidden until the game is over.
#[derive(Clone, PartialEq, Eq)]
pub struct DrawSecret([u8; 32]);

impl DrawSecret {
    pub const fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// Parses the output of [`DrawSecret::reveal`].
    pub fn from_hex(text: &str) -> Option<Self> {
        from_hex(text).map(Self)
    }

    /// The secret in hexadecimal, for the last event of a game.
    pub fn reveal(&self) -> String {
        HEXLOWER.encode(&self.0)
    }

    /// The commitment that is published before anyone joins.
    pub fn commitment(&self) -> Commitment {
        Commitment(Sha256::digest(self.0).into())
    }

    /// The dealer of a game whose players added `salts`, in the order of their seats.
    pub fn dealer<S: AsRef<str>>(&self, salts: &[S]) -> Dealer {
        let mut hash = Sha256::new();
        hash.update(b"bastide draw 1");
        hash.update(self.0);
        for salt in salts {
            hash.update(Sha256::digest(salt.as_ref().as_bytes()));
        }
        Dealer { secret: self.clone(), key: hash.finalize().into() }
    }
}

/// Never prints the secret.
impl fmt::Debug for DrawSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("DrawSecret(…)")
    }
}

/// The SHA-256 of a draw secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Commitment([u8; 32]);

impl Commitment {
    /// Parses the output of [`fmt::Display`].
    pub fn from_hex(text: &str) -> Option<Self> {
        from_hex(text).map(Self)
    }
}

impl fmt::Display for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&HEXLOWER.encode(&self.0))
    }
}

/// Makes all the draws of one game.
#[derive(Clone, PartialEq, Eq)]
pub struct Dealer {
    secret: DrawSecret,
    key: [u8; 32],
}

/// Never prints the secret or the key.
impl fmt::Debug for Dealer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Dealer(…)")
    }
}

impl Dealer {
    /// The secret in hexadecimal, for the last event of a game.
    pub fn reveal(&self) -> String {
        self.secret.reveal()
    }

    /// The choice of draw number `draw`: uniform in `0..choices`.
    ///
    /// # Panics
    /// If `choices` is 0.
    pub fn choose(&self, draw: u32, choices: u32) -> u32 {
        self.pick(*b"draw", draw, choices)
    }

    /// The seat of the first player, in `0..seats`.
    pub fn first_seat(&self, seats: u32) -> u32 {
        self.pick(*b"seat", 0, seats)
    }

    fn pick(&self, purpose: [u8; 4], number: u32, choices: u32) -> u32 {
        assert!(choices > 0, "a choice among nothing");
        let mut nonce = [0; 12];
        nonce[..4].copy_from_slice(&purpose);
        nonce[4..8].copy_from_slice(&number.to_le_bytes());
        let mut cipher = ChaCha20::new(&self.key.into(), &nonce.into());
        // The largest multiple of `choices` that fits in 32 bits: words from there on would favour the low choices.
        let limit = (1_u64 << 32) / u64::from(choices) * u64::from(choices);
        loop {
            let mut word = [0; 4];
            cipher.apply_keystream(&mut word);
            let word = u32::from_le_bytes(word);
            if u64::from(word) < limit {
                return word % choices;
            }
        }
    }
}

fn from_hex(text: &str) -> Option<[u8; 32]> {
    HEXLOWER.decode(text.as_bytes()).ok()?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_and_its_commitment_survive_being_written_down() {
        let secret = DrawSecret::new([7; 32]);
        assert_eq!(DrawSecret::from_hex(&secret.reveal()), Some(secret.clone()));
        assert_eq!(Commitment::from_hex(&secret.commitment().to_string()), Some(secret.commitment()));
        let upper = "AB".repeat(32);
        for text in ["07", upper.as_str(), &"0".repeat(65), &"é".repeat(32)] {
            assert_eq!(DrawSecret::from_hex(text), None, "{text}");
        }
    }

    #[test]
    fn every_salt_and_their_order_matter() {
        let secret = DrawSecret::new([1; 32]);
        let keys = [
            secret.dealer(&["a", "b"]),
            secret.dealer(&["b", "a"]),
            secret.dealer(&["ab"]),
            secret.dealer::<&str>(&[]),
        ];
        for (i, key) in keys.iter().enumerate() {
            assert!(keys[i + 1..].iter().all(|other| other != key));
        }
    }

    #[test]
    fn choices_are_even() {
        let key = DrawSecret::new([2; 32]).dealer(&["x"]);
        let mut seen = [0_u32; 7];
        for draw in 0..7_000 {
            seen[key.choose(draw, 7) as usize] += 1;
        }
        assert!(seen.iter().all(|count| (850..1150).contains(count)), "{seen:?}");
    }

    #[test]
    fn nothing_secret_is_printed_for_debugging() {
        let secret = DrawSecret::new([9; 32]);
        assert!(!format!("{secret:?}{:?}", secret.dealer(&["s"])).contains('9'));
    }
}
