//! Player aids: the hints that a table's pages show during its game. A table setting like the time control: neither the
//! rules nor the game record know about it.

use serde::{Deserialize, Serialize};

/// A table's setting, ordered from fewest aids to most.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Aids {
    /// The board, the tile and its legal placements.
    None,
    /// Information that is already on the board, spelled out.
    Standard,
    #[default]
    All,
}

/// A player aid that a table can disable. Anything not listed here is always shown: last round, coordinates, tiles left
/// to draw, features in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Aid {
    /// Who owns a feature and with how many meeples; for fields, the cities that score.
    Owners,
    /// The immediate effects of a turn: what it completes and for whom, what it could claim.
    Consequences,
    Graph,
    /// Tile counting: remaining tiles by kind, which of them fit a cell and their odds, cells that no tile can fill.
    Counting,
    /// The score if the game ended now, or after a turn.
    Forecast,
}

impl Aid {
    pub const ALL: [Self; 5] =
        [Self::Owners, Self::Consequences, Self::Graph, Self::Counting, Self::Forecast];

    /// The lowest setting that includes this aid: the only place that decides who may see what.
    const fn least(self) -> Aids {
        match self {
            Self::Owners | Self::Consequences | Self::Graph => Aids::Standard,
            Self::Counting | Self::Forecast => Aids::All,
        }
    }
}

impl Aids {
    /// In the order in which forms offer them.
    pub const ALL: [Self; 3] = [Self::All, Self::Standard, Self::None];

    pub fn allow(self, aid: Aid) -> bool {
        self >= aid.least()
    }

    /// The word used in forms, the database and table events.
    pub const fn word(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Standard => "standard",
            Self::None => "none",
        }
    }

    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|aids| aids.word() == word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_setting_allows_all_that_lower_ones_allow_and_more() {
        let allowed = |aids: Aids| Aid::ALL.into_iter().filter(|&aid| aids.allow(aid)).collect::<Vec<_>>();
        assert_eq!(allowed(Aids::None), []);
        assert_eq!(allowed(Aids::Standard), [Aid::Owners, Aid::Consequences, Aid::Graph]);
        assert_eq!(allowed(Aids::All), Aid::ALL);
    }

    #[test]
    fn every_setting_survives_being_written_as_its_word() {
        for aids in Aids::ALL {
            assert_eq!(Aids::parse(aids.word()), Some(aids));
        }
        assert_eq!(Aids::parse("some"), None);
    }
}
