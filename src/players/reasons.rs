//! Why one turn is better than another, as far as the evaluation can say: the parts of the value that differ most.

use super::{Term, each_part};
use engine::{Board, Command, FeatureId, FollowerKind, Position, Seat};
use insight::Feature;

/// How many reasons are given.
const MOST: usize = 3;
/// Smaller differences are no reason, in points.
const LEAST: f64 = 0.3;

/// A difference in favour of the better turn.
#[derive(Clone, Debug, PartialEq)]
pub struct Reason {
    pub what: What,
    /// Whose value differs.
    pub seat: Seat,
    /// What it is worth more to this seat after the better turn, in points. Negative for other seats than the mover's.
    pub points: f64,
}

#[derive(Clone, Debug, PartialEq)]
pub enum What {
    /// Points scored.
    Points,
    /// Followers in supply, and those that are likely to return.
    Followers,
    /// A feature after the better turn or, if it is nobody's then, after the other.
    Feature(Feature),
}

/// A part of the value after both turns.
struct Part {
    term: Kind,
    seat: Seat,
    better: f64,
    other: f64,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Points,
    Followers,
    /// Features that have a segment in common, before or after a turn.
    Features(usize),
}

/// Why `better` is better than `other` for the seat to move: the most important differences first.
pub fn reasons(position: &Position, better: Command, other: Command) -> Vec<Reason> {
    let Some(mover) = position.to_move().map(|colour| position.seat_of(colour)) else { return Vec::new() };
    let (better, other) = (after(position, better), after(position, other));
    let groups = Groups::of(position.board().tiles().len(), [better.board(), other.board()]);
    let mut parts: Vec<Part> = Vec::new();
    for (side, position) in [&better, &other].into_iter().enumerate() {
        each_part(position, |term, colour, points| {
            let (term, seat) = (groups.kind(side, term), position.seat_of(colour));
            let known = parts.iter().position(|part| (part.term, part.seat) == (term, seat));
            let place = known.unwrap_or_else(|| {
                parts.push(Part { term, seat, better: 0.0, other: 0.0 });
                parts.len() - 1
            });
            *(if side == 0 { &mut parts[place].better } else { &mut parts[place].other }) += points;
        });
    }
    let gain = |part: &Part| {
        let difference = part.better - part.other;
        if part.seat == mover { difference } else { -difference }
    };
    // A player without followers after either turn has none to place more freely.
    let has_followers = |seat| [&better, &other].into_iter().any(|after| followers_left(after, seat));
    parts.retain(|part| gain(part) >= LEAST && (part.term != Kind::Followers || has_followers(part.seat)));
    parts.sort_by(|one, other| gain(other).total_cmp(&gain(one)));
    let reason = |part: Part| {
        let what = match part.term {
            Kind::Points => What::Points,
            Kind::Followers => What::Followers,
            Kind::Features(group) => {
                let owned = if part.better.abs() > 0.0 { [0, 1] } else { [1, 0] };
                let feature = owned.into_iter().find_map(|side| {
                    let board = [&better, &other][side].board();
                    Some(Feature::of(board, groups.largest(side, board, group)?))
                });
                What::Feature(feature?)
            }
        };
        Some(Reason { what, seat: part.seat, points: part.better - part.other })
    };
    parts.into_iter().filter_map(reason).take(MOST).collect()
}

fn after(position: &Position, command: Command) -> Position {
    let mut after = position.clone();
    match command {
        Command::Play(turn) => after.play(&turn),
        _ => after.pass(),
    }
    after
}

fn followers_left(position: &Position, seat: Seat) -> bool {
    let colours = position.colours().filter(|&colour| position.seat_of(colour) == seat);
    colours
        .into_iter()
        .any(|colour| FollowerKind::ALL.into_iter().any(|kind| position.supply(colour, kind) > 0))
}

/// Features of two boards that differ in their last tile. Those that share a segment of an old tile are one group, since a turn may
/// join what was apart.
struct Groups {
    /// For each of the two boards: features with their groups.
    of: [Vec<(FeatureId, usize)>; 2],
}

impl Groups {
    fn of(old_tiles: usize, boards: [&Board; 2]) -> Self {
        // The segments of old tiles in each group; the place is its number.
        let mut groups: Vec<Vec<(usize, usize)>> = Vec::new();
        let mut of = [Vec::new(), Vec::new()];
        for (board, features) in boards.into_iter().zip(&mut of) {
            for feature in board.features() {
                let old: Vec<(usize, usize)> =
                    board.segments(feature).filter(|&(tile, _)| tile < old_tiles).collect();
                let shared = |group: &Vec<(usize, usize)>| group.iter().any(|segment| old.contains(segment));
                let group = groups.iter().position(shared).unwrap_or(groups.len());
                if group == groups.len() {
                    groups.push(Vec::new());
                }
                groups[group].extend(old);
                features.push((feature, group));
            }
        }
        Self { of }
    }

    fn kind(&self, side: usize, term: Term) -> Kind {
        match term {
            Term::Points => Kind::Points,
            Term::Followers => Kind::Followers,
            Term::Feature(feature) => {
                let known = self.of[side].iter().find(|(known, _)| *known == feature);
                Kind::Features(known.map_or(usize::MAX, |&(_, group)| group))
            }
        }
    }

    /// The largest feature of a group.
    fn largest(&self, side: usize, board: &Board, group: usize) -> Option<FeatureId> {
        let members = self.of[side].iter().filter(|&&(_, of)| of == group).map(|&(feature, _)| feature);
        members
            .max_by_key(|&feature| (board.feature_info(feature).followers, board.feature_info(feature).tiles))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ahead, each_command};
    use engine::SegmentKind;
    use samples::game_of;

    /// The best turn of the mover that fulfils a condition.
    fn best(position: &Position, wanted: impl Fn(&Command) -> bool) -> Command {
        let seat = position.seat_of(position.to_move().unwrap());
        let mut best: Option<(f64, Command)> = None;
        each_command(&mut position.clone(), |command, _, worth| {
            let value = ahead(worth, seat);
            if wanted(&command) && best.is_none_or(|(most, _)| value > most) {
                best = Some((value, command));
            }
        });
        best.unwrap().1
    }

    fn follower(command: &Command) -> bool {
        matches!(command, Command::Play(turn) if turn.follower.is_some())
    }

    #[test]
    fn completing_a_city_of_ones_own_is_better_for_the_points_or_the_city() {
        let position = game_of(&[], "CFFF").position().clone();
        let (with, without) = (best(&position, follower), best(&position, |command| !follower(command)));
        let found = reasons(&position, with, without);
        assert!(!found.is_empty() && found.len() <= MOST);
        assert!(
            found.iter().any(|reason| match &reason.what {
                What::Points => reason.points >= 4.0,
                What::Feature(feature) => feature.kind == SegmentKind::City,
                What::Followers => false,
            }),
            "{found:?}"
        );
        assert!(reasons(&position, with, with).is_empty());
    }

    #[test]
    fn keeping_the_follower_is_a_reason_against_placing_it_for_nothing() {
        let position = game_of(&[], "RFRF").position().clone();
        let (with, without) = (best(&position, follower), best(&position, |command| !follower(command)));
        let found = reasons(&position, without, with);
        assert!(
            found.iter().any(|reason| reason.what == What::Followers && reason.points > 0.0),
            "{found:?}"
        );
    }

    #[test]
    fn followers_are_left_to_those_who_have_some_in_supply() {
        let position = game_of(&[], "RFRF").position().clone();
        let seat = position.seat_of(position.to_move().unwrap());
        assert!(followers_left(&position, seat));
        assert!(!followers_left(&position, Seat(9)), "a seat that isn’t there has none");
    }
}
