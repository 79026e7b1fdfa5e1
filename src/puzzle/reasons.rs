//! Why one turn is better than another.

use crate::engine::{Position, SegmentKind, Turn};
use crate::players::{Term, appraise};

/// What a difference comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// Points scored at once.
    Points,
    /// Followers in supply, and those that are likely to return.
    Followers,
    /// What the features of this kind are expected to bring.
    Features(SegmentKind),
}

impl Subject {
    /// The message selector.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Points => "points",
            Self::Followers => "followers",
            Self::Features(SegmentKind::City) => "city",
            Self::Features(SegmentKind::Road) => "road",
            Self::Features(SegmentKind::Cloister) => "cloister",
            Self::Features(SegmentKind::Field) => "field",
        }
    }
}

/// A part of the difference of two turns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reason {
    pub subject: Subject,
    /// How many points the first turn is better, for the player compared with the mean of the others.
    pub points: f64,
}

/// Smaller differences are not worth a word.
const LEAST: f64 = 0.3;

/// Where the evaluation finds `one` better than `other` or worse; the largest difference first. Both must be legal.
pub fn reasons(position: &Position, one: &Turn, other: &Turn) -> Vec<Reason> {
    let (one, other) = (shares(position, one), shares(position, other));
    let subjects = one.iter().chain(&other).map(|(subject, _)| *subject);
    let mut reasons: Vec<Reason> = Vec::new();
    for subject in subjects {
        if reasons.iter().all(|reason| reason.subject != subject) {
            reasons.push(Reason { subject, points: of(&one, subject) - of(&other, subject) });
        }
    }
    reasons.retain(|reason| reason.points.abs() >= LEAST);
    reasons.sort_by(|one, other| other.points.abs().total_cmp(&one.points.abs()));
    reasons
}

type Shares = Vec<(Subject, f64)>;

fn of(shares: &Shares, subject: Subject) -> f64 {
    shares.iter().filter(|(known, _)| *known == subject).map(|(_, points)| points).sum()
}

/// What each subject is worth to the mover after a turn, less the mean of the others.
fn shares(position: &Position, turn: &Turn) -> Shares {
    let Some(mover) = position.to_move() else { return Vec::new() };
    let seat = position.seat_of(mover);
    let others = u32::try_from(position.header().seats.len().saturating_sub(1)).unwrap_or(u32::MAX).max(1);
    let mut after = position.clone();
    after.play(turn);
    let mut shares = Shares::new();
    appraise(&after, |term, colour, points| {
        let subject = match term {
            Term::Points => Subject::Points,
            Term::Followers => Subject::Followers,
            Term::Feature(feature) => Subject::Features(after.board().feature_info(feature).kind),
        };
        let weight = if after.seat_of(colour) == seat { 1.0 } else { -1.0 / f64::from(others) };
        shares.push((subject, weight * points));
    });
    shares
}
