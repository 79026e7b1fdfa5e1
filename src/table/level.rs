//! How strong the computer player of a seat is: a level of the part `players`, or the player of the tables from before there were levels.

use serde::{Deserialize, Serialize};

use crate::{Lane, Player};

/// The weakest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ComputerLevel {
    /// The only player of tables from before there were levels. New tables don't offer it.
    Greedy,
    One,
    Two,
    Three,
    Four,
    Five,
    Six,
    Seven,
    Eight,
}

impl ComputerLevel {
    /// What new tables offer.
    pub const ALL: [Self; 8] =
        [Self::One, Self::Two, Self::Three, Self::Four, Self::Five, Self::Six, Self::Seven, Self::Eight];

    pub const EASY: Self = Self::Two;
    pub const MEDIUM: Self = Self::Four;
    pub const HARD: Self = Self::Six;

    /// The word used in the database and in table events.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Greedy => "greedy",
            Self::One => "one",
            Self::Two => "two",
            Self::Three => "three",
            Self::Four => "four",
            Self::Five => "five",
            Self::Six => "six",
            Self::Seven => "seven",
            Self::Eight => "eight",
        }
    }

    pub fn parse(word: &str) -> Option<Self> {
        std::iter::once(Self::Greedy).chain(Self::ALL).find(|level| level.word() == word)
    }

    /// From 1 to 8; `None` for a player from before there were levels.
    pub fn number(self) -> Option<u8> {
        (1..).zip(Self::ALL).find_map(|(number, level)| (level == self).then_some(number))
    }

    pub fn of_number(number: u8) -> Option<Self> {
        Self::ALL.get(usize::from(number).checked_sub(1)?).copied()
    }

    /// The fixed rating of a level, as pages show ratings. It follows from the matches of each level with the one below; level 3 has what
    /// people begin with.
    pub const fn points(self) -> Option<i64> {
        match self {
            Self::Greedy => None,
            Self::One => Some(470),
            Self::Two => Some(910),
            Self::Three => Some(1500),
            Self::Four => Some(1880),
            Self::Five => Some(2160),
            Self::Six => Some(2340),
            Self::Seven => Some(2470),
            Self::Eight => Some(2600),
        }
    }

    /// The computer player of this level.
    pub const fn player(self) -> &'static Player {
        match self {
            Self::Greedy => &Player::Computer(Self::Greedy),
            Self::One => &Player::Computer(Self::One),
            Self::Two => &Player::Computer(Self::Two),
            Self::Three => &Player::Computer(Self::Three),
            Self::Four => &Player::Computer(Self::Four),
            Self::Five => &Player::Computer(Self::Five),
            Self::Six => &Player::Computer(Self::Six),
            Self::Seven => &Player::Computer(Self::Seven),
            Self::Eight => &Player::Computer(Self::Eight),
        }
    }

    /// Where its turns are computed, also on boards that nobody stores. This is the only place that says which levels wait for
    /// nobody: those that do no more than 1,500 placements of work a turn. Level 5 searches, too, but not for long.
    pub const fn lane(self) -> Lane {
        match self {
            Self::Greedy | Self::One | Self::Two | Self::Three | Self::Four | Self::Five => Lane::Quick,
            Self::Six | Self::Seven | Self::Eight => Lane::Search,
        }
    }

    /// The name in game records.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Greedy => "Computer",
            Self::One => "Computer, level 1",
            Self::Two => "Computer, level 2",
            Self::Three => "Computer, level 3",
            Self::Four => "Computer, level 4",
            Self::Five => "Computer, level 5",
            Self::Six => "Computer, level 6",
            Self::Seven => "Computer, level 7",
            Self::Eight => "Computer, level 8",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_survives_being_written_as_its_word_and_number() {
        for (number, level) in (1..).zip(ComputerLevel::ALL) {
            assert_eq!(
                (ComputerLevel::parse(level.word()), ComputerLevel::of_number(number)),
                (Some(level), Some(level))
            );
            assert_eq!(level.number(), Some(number));
            assert!(level.name().ends_with(&number.to_string()));
            assert_eq!(serde_json::to_string(&level).unwrap(), format!("\"{}\"", level.word()));
        }
        assert_eq!(
            (ComputerLevel::of_number(0), ComputerLevel::of_number(9), ComputerLevel::parse("nine")),
            (None, None, None)
        );
    }

    #[test]
    fn the_player_from_before_there_were_levels_is_still_read() {
        assert_eq!(ComputerLevel::parse("greedy"), Some(ComputerLevel::Greedy));
        assert_eq!(serde_json::from_str::<ComputerLevel>("\"greedy\"").unwrap(), ComputerLevel::Greedy);
        assert_eq!((ComputerLevel::Greedy.number(), ComputerLevel::Greedy.name()), (None, "Computer"));
    }
}
