//! Where random bytes come from: the operating system or, in tests, a seed.

use std::sync::{Arc, Mutex, PoisonError};

use rand::rngs::{SysRng, Xoshiro256PlusPlus};
use rand::{Rng, SeedableRng, TryRng};

/// The operating system's generator, or a sequence that tests can repeat.
#[derive(Clone, Debug, Default)]
pub struct Chance(Source);

#[derive(Clone, Debug, Default)]
enum Source {
    #[default]
    System,
    Seeded(Arc<Mutex<Xoshiro256PlusPlus>>),
}

impl Chance {
    pub const fn system() -> Self {
        Self(Source::System)
    }

    /// The same bytes for the same seed, in the order they are asked for. Clones share the sequence. Not for secrets: who knows
    /// the seed knows them all.
    pub fn from_seed(seed: u64) -> Self {
        Self(Source::Seeded(Arc::new(Mutex::new(Xoshiro256PlusPlus::seed_from_u64(seed)))))
    }

    /// Random bytes, cryptographically secure if they are the system's.
    ///
    /// # Panics
    /// If the operating system provides none: running without randomness would be unsafe.
    pub fn bytes<const N: usize>(&self) -> [u8; N] {
        let mut bytes = [0; N];
        match &self.0 {
            Source::System => {
                if let Err(error) = SysRng.try_fill_bytes(&mut bytes) {
                    panic!("the operating system provides no random bytes: {error}");
                }
            }
            Source::Seeded(generator) => {
                generator.lock().unwrap_or_else(PoisonError::into_inner).fill_bytes(&mut bytes);
            }
        }
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_repeats_its_bytes_and_clones_share_them() {
        let [one, two] = [Chance::from_seed(1), Chance::from_seed(1)];
        let [first, second]: [[u8; 16]; 2] = [one.bytes(), one.clone().bytes()];
        assert_eq!([first, second], [two.bytes(), two.bytes()]);
        assert_ne!(first, second);
    }

    #[test]
    fn the_systems_bytes_are_different_every_time() {
        let chance = Chance::system();
        assert_ne!(chance.bytes::<16>(), chance.bytes::<16>());
    }
}
