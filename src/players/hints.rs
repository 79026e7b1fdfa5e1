//! The best turns in a position, with reasons.

use crate::engine::{Command, Position, SegmentKind};

use super::{Level, Term, appraise};

/// How many turns are shown.
const TURNS: usize = 3;
/// How many reasons a turn has.
const REASONS: usize = 3;
/// Smaller differences are no reason, in points.
const LEAST: f64 = 0.4;

/// A turn that is worth considering.
#[derive(Clone, Debug, PartialEq)]
pub struct Hint {
    pub command: Command,
    /// How much better the best one is, in points; 0 for the best.
    pub behind: f64,
    /// What the turn changes most, the largest change first.
    pub reasons: Vec<Reason>,
}

/// What a turn changes in the value of the position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reason {
    pub what: What,
    /// For the seat to move, or else for the others together.
    pub own: bool,
    /// In points.
    pub change: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// Points scored at once.
    Points,
    /// Followers in supply, and those that are likely to return.
    Followers,
    /// What features of this kind are expected to bring.
    Features(SegmentKind),
}

/// What [`hints`] think with.
const LEVEL: u8 = 5;

/// The best first; empty if no one can move.
pub fn hints(position: &Position) -> Vec<Hint> {
    let Some(level) = Level::new(LEVEL) else { return Vec::new() };
    let mut candidates = level.player().think(position, &mut || 0.0).candidates;
    // A search gives up some turns early, in an order of its own.
    if let Some((_, others)) = candidates.split_first_mut() {
        others.sort_by(|one, other| other.value.total_cmp(&one.value));
    }
    let best = candidates.first().map_or(0.0, |best| best.value);
    let hint = |candidate: &super::Candidate| Hint {
        command: candidate.command,
        behind: (best - candidate.value).max(0.0),
        reasons: reasons(position, candidate.command),
    };
    candidates.iter().take(TURNS).map(hint).collect()
}

fn reasons(position: &Position, command: Command) -> Vec<Reason> {
    let Some(mover) = position.to_move().map(|colour| position.seat_of(colour)) else { return Vec::new() };
    let mut after = position.clone();
    match command {
        Command::Play(turn) => after.play(&turn),
        _ => after.pass(),
    }
    let mut reasons: Vec<Reason> = Vec::new();
    for (position, sign) in [(&after, 1.0), (position, -1.0)] {
        appraise(position, |term, colour, points| {
            let what = match term {
                Term::Points => What::Points,
                Term::Followers => What::Followers,
                Term::Feature(feature) => What::Features(position.board().feature_info(feature).kind),
            };
            let own = position.seat_of(colour) == mover;
            let change = sign * points;
            match reasons.iter_mut().find(|known| (known.what, known.own) == (what, own)) {
                Some(known) => known.change += change,
                None => reasons.push(Reason { what, own, change }),
            }
        });
    }
    reasons.retain(|reason| reason.change.abs() >= LEAST);
    reasons.sort_by(|one, other| other.change.abs().total_cmp(&one.change.abs()));
    reasons.truncate(REASONS);
    reasons
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::insight::testing::game_of;

    #[test]
    fn the_best_turn_comes_first_and_the_others_are_no_better() {
        let game = game_of(&[], "CFFF");
        let found = hints(&game);
        assert_eq!(found.len(), TURNS);
        assert!(found[0].behind.abs() < 1e-9 && found.is_sorted_by_key(|hint| hint.behind), "{found:?}");
        assert_eq!(Some(found[0].command), Level::new(5).unwrap().player().choose(&game));
        for hint in &found {
            assert!(
                hint.reasons.len() <= REASONS && hint.reasons.iter().all(|one| one.change.abs() >= LEAST)
            );
        }
    }

    #[test]
    fn points_that_a_turn_scores_are_a_reason() {
        let game = game_of(&[], "CFFF");
        let scores = |hint: &Hint| {
            hint.reasons.iter().any(|one| one.own && one.what == What::Points && one.change >= 4.0)
        };
        assert!(hints(&game).iter().any(scores), "a city of two tiles can be completed: {:?}", hints(&game));
    }

    #[test]
    fn a_finished_game_has_no_hints() {
        let mut game = game_of(&[], "CFFF");
        let dealer = game.header().dealer(&crate::engine::DrawSecret::new([7; 32]));
        for colour in game.colours().collect::<Vec<_>>() {
            let _ = game.execute(&Command::Resign(colour), &dealer, &mut Vec::new());
        }
        assert_eq!(hints(&game), []);
    }
}
