//! The fair draw: a secret that is committed to before anyone joins, and salts that players commit to by joining, fix all
//! draws. Anyone can check them afterwards.
//!
//! `docs/fair-draw.md` describes it for implementers.

use std::fmt;

use chacha20::ChaCha20;
use chacha20::cipher::{KeyIvInit, StreamCipher};
use data_encoding::HEXLOWER;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// How the key of all draws follows from the secret and the salts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub enum DrawVersion {
    /// Each player revealed their salt when joining. A player who knew the secret could choose the last one.
    #[default]
    One,
    /// Players commit to their salts when joining, and reveal them when nobody can join any more.
    Two,
}

impl From<DrawVersion> for u8 {
    fn from(version: DrawVersion) -> Self {
        match version {
            DrawVersion::One => 1,
            DrawVersion::Two => 2,
        }
    }
}

impl TryFrom<u8> for DrawVersion {
    type Error = String;

    fn try_from(number: u8) -> Result<Self, String> {
        match number {
            1 => Ok(Self::One),
            2 => Ok(Self::Two),
            other => Err(format!("draw version {other} is not known; versions read: 1, 2")),
        }
    }
}

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

    /// The dealer of a game whose players added `salts`, in the order of their seats; `None` is a seat without one.
    pub fn dealer(&self, version: DrawVersion, salts: &[Option<String>]) -> Dealer {
        let mut hash = Sha256::new();
        hash.update(match version {
            DrawVersion::One => b"bastide draw 1",
            DrawVersion::Two => b"bastide draw 2",
        });
        hash.update(self.0);
        for salt in salts {
            hash.update(match (version, salt) {
                (DrawVersion::One, salt) => sha256(&[salt.as_deref().unwrap_or_default()]),
                // Not the hash that everyone saw at joining: it would give the key before the salts are revealed.
                (DrawVersion::Two, Some(salt)) => sha256(&["bastide salt", salt]),
                (DrawVersion::Two, None) => [0; 32],
            });
        }
        Dealer { secret: self.clone(), key: hash.finalize().into() }
    }

    /// The dealer of a game that no player adds a salt to, such as practice.
    pub fn unsalted_dealer(&self) -> Dealer {
        self.dealer(DrawVersion::One, &[])
    }
}

fn sha256(parts: &[&str]) -> [u8; 32] {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update(part);
    }
    hash.finalize().into()
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

/// The SHA-256 of a player's salt: commits the player to it without revealing it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct SaltHash([u8; 32]);

impl SaltHash {
    pub fn of(salt: &str) -> Self {
        Self(sha256(&[salt]))
    }

    /// Parses the output of [`fmt::Display`].
    pub fn from_hex(text: &str) -> Option<Self> {
        from_hex(text).map(Self)
    }
}

impl fmt::Display for SaltHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&HEXLOWER.encode(&self.0))
    }
}

impl From<SaltHash> for String {
    fn from(hash: SaltHash) -> Self {
        hash.to_string()
    }
}

impl TryFrom<String> for SaltHash {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        Self::from_hex(&text).ok_or("the hash of a salt is not 64 hexadecimal digits")
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

    fn salts<const N: usize>(salts: [&str; N]) -> [Option<String>; N] {
        salts.map(|salt| Some(salt.to_owned()))
    }

    #[test]
    fn every_salt_and_their_order_matter() {
        let secret = DrawSecret::new([1; 32]);
        let keys: Vec<Dealer> = [DrawVersion::One, DrawVersion::Two]
            .into_iter()
            .flat_map(|version| {
                [
                    secret.dealer(version, &salts(["a", "b"])),
                    secret.dealer(version, &salts(["b", "a"])),
                    secret.dealer(version, &salts(["ab"])),
                    secret.dealer(version, &[]),
                ]
            })
            .chain([secret.dealer(DrawVersion::Two, &[Some("a".to_owned()), None])])
            .collect();
        for (i, key) in keys.iter().enumerate() {
            assert!(keys[i + 1..].iter().all(|other| other != key));
        }
    }

    #[test]
    fn what_is_public_before_the_salts_are_revealed_does_not_give_the_key() {
        let secret = DrawSecret::new([1; 32]);
        let theirs = "a salt that the host does not know yet";
        let revealed = secret.dealer(DrawVersion::Two, &salts(["mine", theirs]));
        let mut known = Sha256::new();
        known.update(b"bastide draw 2");
        known.update([1; 32]);
        known.update(sha256(&["bastide salt", "mine"]));
        known.update(SaltHash::of(theirs).0);
        assert_ne!(revealed.key, <[u8; 32]>::from(known.finalize()));
    }

    #[test]
    fn choices_are_even() {
        let key = DrawSecret::new([2; 32]).dealer(DrawVersion::Two, &salts(["x"]));
        let mut seen = [0_u32; 7];
        for draw in 0..7_000 {
            seen[key.choose(draw, 7) as usize] += 1;
        }
        assert!(seen.iter().all(|count| (850..1150).contains(count)), "{seen:?}");
    }

    #[test]
    fn nothing_secret_is_printed_for_debugging() {
        let secret = DrawSecret::new([9; 32]);
        assert!(!format!("{secret:?}{:?}", secret.dealer(DrawVersion::Two, &salts(["s"]))).contains('9'));
    }
}
