//! The best turns in a position, with reasons.

use super::{Candidate, Level, Reason, reasons};
use engine::{Command, Position};

/// How many turns are shown.
const TURNS: usize = 3;

/// A turn that is worth considering.
#[derive(Clone, Debug, PartialEq)]
pub struct Hint {
    pub command: Command,
    /// How much better the best one is, in points; 0 for the best.
    pub behind: f64,
    /// Why the best turn is better than this one; for the best itself, why it is better than the next.
    pub reasons: Vec<Reason>,
}

/// The number of the level that [`hints`] come from.
pub const HINTS_LEVEL: u8 = 6;

/// The best first; empty if no one can move.
pub fn hints(position: &Position) -> Vec<Hint> {
    let Some(level) = Level::new(HINTS_LEVEL) else { return Vec::new() };
    let candidates = level.player().think(position, &mut || 0.0).candidates;
    let Some(best) = candidates.first() else { return Vec::new() };
    let hint = |(place, candidate): (usize, &Candidate)| Hint {
        command: candidate.command,
        behind: (best.value - candidate.value).max(0.0),
        reasons: match if place == 0 { candidates.get(1) } else { Some(candidate) } {
            Some(other) => reasons(position, best.command, other.command),
            None => Vec::new(),
        },
    };
    candidates.iter().enumerate().take(TURNS).map(hint).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use samples::game_of;

    #[test]
    fn the_best_turn_comes_first_and_the_others_are_no_better() {
        let game = game_of(&[], "CFFF");
        let found = hints(&game);
        assert_eq!(found.len(), TURNS);
        assert!(found[0].behind.abs() < 1e-9 && found.is_sorted_by_key(|hint| hint.behind), "{found:?}");
        assert_eq!(Some(found[0].command), Level::new(HINTS_LEVEL).unwrap().player().choose(&game));
        assert_eq!(found[0].reasons, found[1].reasons);
        assert_eq!(found[2].reasons, reasons(&game, found[0].command, found[2].command));
    }

    #[test]
    fn a_finished_game_has_no_hints() {
        let mut game = game_of(&[], "CFFF");
        let dealer = game.header().dealer(&engine::DrawSecret::new([7; 32]));
        for colour in game.colours().collect::<Vec<_>>() {
            let _ = game.execute(&Command::Resign(colour), &dealer, &mut Vec::new());
        }
        assert_eq!(hints(&game), []);
    }
}
