//! What help the pages of a table give while its game is on. It belongs to a table like its clock does: the rules and the
//! record of a game know nothing of it.

use serde::{Deserialize, Serialize};

/// A table's choice, from the least help to the most.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Aids {
    /// The board, the tile and where it may go.
    None,
    /// What lies on the table, made plain.
    Standard,
    /// Everything that the pages can tell.
    #[default]
    All,
}

/// A help that some tables play without. What is not named here every table has: last round, coordinates, the draws left,
/// the features in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Aid {
    /// Whose a feature is and how many stand in it; fields with what pays them.
    Owners,
    /// What a turn brings at once: what it completes and for whom, what it could claim.
    Consequences,
    /// The map as a planar graph.
    Graph,
    /// Tiles counted: those left by kind, what may come to a cell and how likely it is, cells that nothing can fill.
    Counting,
    /// Points if the game ended now, or after a turn.
    Forecast,
}

impl Aid {
    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::Owners, Self::Consequences, Self::Graph, Self::Counting, Self::Forecast];

    /// The least choice that has it: the one table of who may see what.
    const fn least(self) -> Aids {
        match self {
            Self::Owners | Self::Consequences | Self::Graph => Aids::Standard,
            Self::Counting | Self::Forecast => Aids::All,
        }
    }
}

impl Aids {
    /// All three, as a form offers them.
    pub const ALL: [Self; 3] = [Self::All, Self::Standard, Self::None];

    /// Whether a help is among them.
    pub fn allow(self, aid: Aid) -> bool {
        self >= aid.least()
    }

    /// The word of forms, of the database and of table events.
    pub const fn word(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Standard => "standard",
            Self::None => "none",
        }
    }

    /// The choice of that word.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|aids| aids.word() == word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_choice_allows_what_the_lesser_ones_allow_and_more() {
        let allowed = |aids: Aids| Aid::ALL.into_iter().filter(|&aid| aids.allow(aid)).collect::<Vec<_>>();
        assert_eq!(allowed(Aids::None), []);
        assert_eq!(allowed(Aids::Standard), [Aid::Owners, Aid::Consequences, Aid::Graph]);
        assert_eq!(allowed(Aids::All), Aid::ALL);
    }

    #[test]
    fn words_name_choices_and_nothing_else_does() {
        for aids in Aids::ALL {
            assert_eq!(Aids::parse(aids.word()), Some(aids));
        }
        assert_eq!(Aids::parse("some"), None);
    }
}
