//! A game that an offer welcomes.

use std::fmt::Write;

use sha2::{Digest, Sha256};

use crate::OpenTable;
use rating::Pool;

/// A table as it would be opened.
#[derive(Clone, Debug)]
pub struct OfferedGame(pub OpenTable);

/// Equal for games with the same settings and seats, so that offers that have one in common are found by an index. Versions of the
/// server can differ in it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct GameKey(String);

impl OfferedGame {
    /// The pool in which the game is rated, or would be.
    pub fn pool(&self) -> Pool {
        self.0.settings.pool(self.0.seats.into())
    }

    pub fn key(&self) -> GameKey {
        let OpenTable { settings, seats, .. } = &self.0;
        let text = format!("{seats} {} {}", settings.rules.to_stored_json(), settings.to_stored_json());
        let digest = Sha256::digest(text);
        let hex = digest.iter().take(16).fold(String::with_capacity(32), |mut hex, byte| {
            // A string takes whatever is written.
            let _ = write!(hex, "{byte:02x}");
            hex
        });
        GameKey(hex)
    }
}

impl GameKey {
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::terms::tests::terms;
    use crate::{ClockPreset, OfferedGame, RatedChoice};
    use engine::Preset;

    #[test]
    fn offers_have_those_games_in_common_that_both_name() {
        let keys = |presets: &[Preset], seats: &[u8], clocks: &[ClockPreset], rated| {
            let games = terms(presets, seats, clocks, rated).games();
            games.iter().map(OfferedGame::key).collect::<BTreeSet<_>>()
        };
        let one = keys(
            &[Preset::Modern, Preset::Chicago],
            &[2, 3],
            &[ClockPreset::Daily, ClockPreset::Slow],
            RatedChoice::Either,
        );
        assert_eq!(one.len(), 16, "each game has its own key");
        let other = keys(&[Preset::Chicago], &[3, 4], &[ClockPreset::Slow], RatedChoice::Unrated);
        assert_eq!(one.intersection(&other).count(), 1);
        let none = keys(&[Preset::Abbeys], &[2], &[ClockPreset::Daily], RatedChoice::Either);
        assert!(one.is_disjoint(&none));
    }
}
