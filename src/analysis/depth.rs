//! How much work an analysis does, and from which loss on a turn has a name.

use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Depth {
    /// The evaluation alone.
    Quick,
    /// Plays on before draws, after them and after turns.
    Standard,
    /// Like [`Depth::Standard`], with six times the work for turns, and four times the games before and after draws.
    Deep,
}

/// Losses in points above which a turn has a name.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Borders {
    pub inaccuracy: f64,
    pub mistake: f64,
    pub blunder: f64,
}

/// A turn that gave away more than the analysis can be wrong about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    Inaccuracy,
    Mistake,
    Blunder,
}

impl Depth {
    pub const ALL: [Self; 3] = [Self::Quick, Self::Standard, Self::Deep];

    /// The word in commands, addresses and the database.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Quick => "quick",
            Self::Standard => "standard",
            Self::Deep => "deep",
        }
    }

    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|depth| depth.word() == word)
    }

    /// How many placements are valued in games after the turns that are possible, at most.
    pub(super) const fn work(self) -> Option<u64> {
        match self {
            Self::Quick => None,
            Self::Standard => Some(500_000),
            Self::Deep => Some(3_000_000),
        }
    }

    /// How many games are played to their end before a draw, for what is to be expected then.
    pub(super) const fn whole_games(self) -> Option<u64> {
        match self {
            Self::Quick => None,
            Self::Standard => Some(100),
            Self::Deep => Some(400),
        }
    }

    /// How many games are played on after a draw and after what might have come, and for how many turns.
    pub(super) const fn luck_games(self) -> Option<(u64, u64)> {
        match self {
            Self::Quick => None,
            Self::Standard => Some((60, 12)),
            Self::Deep => Some((240, 16)),
        }
    }
}

/// Where playouts are involved, the first border is more than what two runs with other seeds differ by in 99 of 100 turns.
pub const BORDERS: Borders = Borders { inaccuracy: 1.0, mistake: 2.0, blunder: 4.0 };

impl Borders {
    /// `None` for a turn that is as good as any, as far as the analysis can tell.
    pub fn verdict(&self, loss: f64) -> Option<Verdict> {
        if loss > self.blunder {
            Some(Verdict::Blunder)
        } else if loss > self.mistake {
            Some(Verdict::Mistake)
        } else if loss > self.inaccuracy {
            Some(Verdict::Inaccuracy)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn borders_rise_and_a_loss_at_a_border_is_still_on_the_mild_side() {
        const { assert!(BORDERS.inaccuracy < BORDERS.mistake && BORDERS.mistake < BORDERS.blunder) };
        assert_eq!(BORDERS.verdict(BORDERS.inaccuracy), None);
        assert_eq!(BORDERS.verdict(BORDERS.mistake), Some(Verdict::Inaccuracy));
        assert_eq!(BORDERS.verdict(BORDERS.blunder + 0.01), Some(Verdict::Blunder));
    }

    #[test]
    fn each_depth_has_a_word() {
        assert!(Depth::ALL.into_iter().all(|depth| Depth::parse(depth.word()) == Some(depth)));
    }
}
