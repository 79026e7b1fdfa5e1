//! What a finished game says about its players.

use chrono::TimeDelta;

use super::answers::AnswerTimes;
use super::kind::GameKind;
use super::sums::{AnalysedSums, ProfileSums};
use crate::rated::{left, places};
use crate::{Company, GameResult, Left, Replay, SpanEnd, Table};
use account::UserId;
use engine::{EndReason, Phase, Scored, Seat};

/// What a finished game says about one of its players. It follows from the logs and the analyses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedSeat {
    pub user: UserId,
    pub kind: GameKind,
    /// Whether everybody may see the game.
    pub public: bool,
    /// From 1; players who share a place have the same. Those who left share the last one.
    pub place: u8,
    pub sums: ProfileSums,
}

impl Table {
    /// What the game says about those who began it, by seat; `analysed` is what an analysis says, by seat. Nothing unless it is finished, was
    /// played here among people alone, and was neither ended by agreement nor called off.
    pub fn played_seats(&self, replay: &Replay, analysed: &[AnalysedSums]) -> Vec<PlayedSeat> {
        let Phase::Finished { reason } = replay.game.phase() else { return Vec::new() };
        let players = self.seats();
        let counts = !self.is_imported()
            && Company::of(&players) == Company::People
            && !matches!(reason, EndReason::Agreed | EndReason::CalledOff);
        if !counts {
            return Vec::new();
        }
        let (kind, winners) = (GameKind::of(&self.settings, players.len()), replay.game.winners());
        let seats: Vec<Seat> = (0..).map(Seat).take(players.len()).collect();
        // Whose seat somebody else has taken over has left.
        let left: Vec<Option<Left>> = seats
            .iter()
            .map(|&seat| {
                let is_another = self.user_before(seat, 1) != self.player(seat)?.user();
                left(replay, seat).or(is_another.then_some(Left::Time))
            })
            .collect();
        let places = places(replay, reason, &left);
        let seat = |(seat, place): (&Seat, u8)| {
            let user = self.user_before(*seat, 1)?.clone();
            let mut sums =
                ProfileSums { answers: self.answers(replay, *seat, &user), ..ProfileSums::default() };
            if left[seat.index()].is_some() {
                sums.count(GameResult::Lost);
            } else {
                sums.count(GameResult::of(*seat, &winners)?);
                add_points(&mut sums, replay, *seat);
                sums.analysed = analysed.get(seat.index()).copied();
            }
            Some(PlayedSeat { user, kind, public: self.is_public(), place, sums })
        };
        seats.iter().zip(places).filter_map(seat).collect()
    }

    /// How long the user took for each turn at a seat, planned and taken back ones left out. The parts of a double turn are one.
    fn answers(&self, replay: &Replay, seat: Seat, user: &UserId) -> AnswerTimes {
        let mut turns: Vec<(u32, TimeDelta)> = Vec::new();
        let (mut took, mut is_planned) = (TimeDelta::zero(), false);
        let next = replay.spans.iter().skip(1).map(|span| Some(span.seat)).chain([replay.seat_to_move()]);
        for (span, next) in replay.spans.iter().zip(next) {
            if let SpanEnd::TakenBack { to } | SpanEnd::TimeOutTakenBack { to } = span.end {
                turns.retain(|&(n, _)| n <= to);
            }
            if span.seat != seat {
                continue;
            }
            took += span.until - span.from;
            is_planned |= span.end == SpanEnd::Planned;
            let is_over = next != Some(seat);
            let is_own = self.user_before(seat, span.n) == Some(user);
            if is_over && !is_planned && is_own && span.end == SpanEnd::Played {
                turns.push((span.n, took));
            }
            if is_over {
                (took, is_planned) = (TimeDelta::zero(), false);
            }
        }
        AnswerTimes::of(turns.into_iter().map(|(_, took)| took))
    }
}

fn add_points(sums: &mut ProfileSums, replay: &Replay, seat: Seat) {
    let game = &replay.game;
    sums.stayed = 1;
    sums.points = i64::from(game.seat_score(seat));
    for colour in game.colours().filter(|&colour| game.seat_of(colour) == seat) {
        let points = game.points(colour);
        for scored in Scored::ALL {
            let points = i64::from(points[scored as usize]);
            if points != 0 {
                *sums.scored.entry(scored.word().to_owned()).or_default() += points;
            }
        }
    }
}
