//! Who plays a seat, and the seed of the draws.

use std::fmt;
use std::str::FromStr;

use players::Level;

/// Who plays a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Occupant {
    /// The person at the board.
    You,
    Computer(Level),
}

impl Occupant {
    /// Reads seats as links have them, a letter each.
    pub fn read_all(text: &str) -> Option<Vec<Self>> {
        text.chars().map(|letter| letter.to_string().parse().ok()).collect()
    }

    pub fn write_all(occupants: &[Self]) -> String {
        occupants.iter().map(ToString::to_string).collect()
    }
}

/// `y` for you, or the level.
impl fmt::Display for Occupant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::You => f.write_str("y"),
            Self::Computer(level) => level.number().fmt(f),
        }
    }
}

impl FromStr for Occupant {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        match text {
            "y" => Ok(Self::You),
            _ => text.parse().ok().and_then(Level::new).map(Self::Computer).ok_or(()),
        }
    }
}

/// What the draws of a practice follow from: up to 16 letters and digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Seed([u8; 16]);

impl Seed {
    /// A seed of eight letters and digits.
    pub fn of(random: [u8; 8]) -> Self {
        const LETTERS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
        let mut text = [0; 16];
        for (letter, byte) in text.iter_mut().zip(random) {
            *letter = LETTERS[usize::from(byte) % LETTERS.len()];
        }
        Self(text)
    }

    /// The seed of computer players.
    pub fn number(self) -> u64 {
        let mut number = [0; 8];
        number.copy_from_slice(&self.0[..8]);
        u64::from_le_bytes(number)
    }

    pub(super) fn bytes(self) -> [u8; 32] {
        let mut bytes = [0; 32];
        bytes[..self.0.len()].copy_from_slice(&self.0);
        bytes
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters = self.0.iter().take_while(|&&letter| letter != 0);
        letters.into_iter().try_for_each(|&letter| fmt::Write::write_char(f, letter.into()))
    }
}

impl FromStr for Seed {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let mut seed = [0; 16];
        let plain = text.bytes().all(|byte| byte.is_ascii_alphanumeric());
        let room = seed.get_mut(..text.len()).filter(|room| plain && !room.is_empty()).ok_or(())?;
        room.copy_from_slice(text.as_bytes());
        Ok(Self(seed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_and_seeds_are_read_as_they_are_written() {
        let occupants = Occupant::read_all("y18").unwrap();
        assert_eq!(
            (occupants.len(), occupants[0], Occupant::write_all(&occupants)),
            (3, Occupant::You, "y18".to_owned())
        );
        for wrong in ["y0", "9", "Y", "y 1"] {
            assert_eq!(Occupant::read_all(wrong), None, "{wrong}");
        }
        let seed = Seed::of([0, 31, 32, 255, 10, 11, 12, 13]);
        assert_eq!(seed.to_string(), "0z0zabcd");
        assert_eq!("0z0zabcd".parse(), Ok(seed));
        for wrong in ["", "a b", "é", "01234567890123456"] {
            assert_eq!(wrong.parse::<Seed>(), Err(()), "{wrong}");
        }
    }
}
