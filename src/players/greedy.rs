//! Looks one turn ahead: points gained and conceded, expected points of open features, followers in supply, fields.

use super::{Candidate, Choice};
use crate::engine::{
    Board, Colour, Command, FeatureId, FieldRule, FollowerKind, Game, MAX_COLOURS, SegmentKind, Turn, legal,
};

/// The chance that a feature with this many open sides will be completed while plenty of tiles are left.
const CITY_CHANCE: [f64; 5] = [1.0, 0.75, 0.5, 0.25, 0.1];
const ROAD_CHANCE: [f64; 5] = [1.0, 0.8, 0.55, 0.3, 0.15];

/// The value in points of the first, second, … follower in supply early in the game.
const SUPPLY_VALUE: [f64; 8] = [5.0, 3.5, 2.6, 2.0, 1.5, 1.2, 1.0, 0.8];

pub(super) fn choose(game: &Game) -> Option<Turn> {
    best(game).map(|(_, turn)| turn)
}

pub(super) fn choose_command(game: &Game) -> Option<Command> {
    let best = best(game);
    let passed = if legal::may_pass(game) { game.after_pass().ok() } else { None };
    match (best, passed, game.to_move()) {
        (Some((value, _)), Some(passed), Some(colour)) if evaluate(&passed, colour) > value => {
            Some(Command::Pass)
        }
        (Some((_, turn)), _, _) => Some(Command::Play(turn)),
        (None, passed, _) => passed.map(|_| Command::Pass),
    }
}

/// The same choice, with the values of all turns.
pub(super) fn think(game: &Game) -> Choice {
    let turns = evaluated(game).map(|(value, turn)| (value, Command::Play(turn)));
    let passed = if legal::may_pass(game) { game.after_pass().ok() } else { None };
    let pass = passed.zip(game.to_move()).map(|(after, colour)| (evaluate(&after, colour), Command::Pass));
    let mut candidates: Vec<Candidate> = turns
        .chain(pass)
        .map(|(value, command)| Candidate { command, value, error: None, work: 1 })
        .collect();
    // Stable: of equal turns the first is played, and a pass only if it is better.
    candidates.sort_by(|one, other| other.value.total_cmp(&one.value));
    let best = candidates.first().map(|candidate| candidate.command);
    Choice { best, work: candidates.len() as u64, candidates }
}

/// The best turn and its value.
fn best(game: &Game) -> Option<(f64, Turn)> {
    let mut best: Option<(f64, Turn)> = None;
    for (value, turn) in evaluated(game) {
        if best.is_none_or(|(most, _)| value > most) {
            best = Some((value, turn));
        }
    }
    best
}

/// Every turn and its value for the seat to move.
fn evaluated(game: &Game) -> impl Iterator<Item = (f64, Turn)> {
    game.to_move().into_iter().flat_map(move |colour| {
        legal::turns(game).into_iter().map(move |turn| {
            let after = game.look_ahead(&turn);
            (after.map_or(f64::NEG_INFINITY, |after| evaluate(&after, colour)), turn)
        })
    })
}

/// A colour's value for its seat, relative to the best opponent.
fn evaluate(game: &Game, colour: Colour) -> f64 {
    let worth = worths(game);
    let seat = game.seat_of(colour);
    let mut mine = 0.0;
    let mut others = [0.0; MAX_COLOURS];
    for other in game.colours() {
        if game.seat_of(other) == seat {
            mine += worth[other.index()];
        } else {
            others[game.seat_of(other).index()] += worth[other.index()];
        }
    }
    let opponents = game.header().seats.len().saturating_sub(1);
    if opponents == 0 {
        return mine;
    }
    let best = others.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    #[allow(clippy::cast_precision_loss, reason = "at most five")]
    let mean = others.iter().sum::<f64>() / opponents as f64;
    mine - 0.6 * best - 0.4 * mean
}

/// Each colour's points, expected points and the value of its followers in supply.
fn worths(game: &Game) -> [f64; MAX_COLOURS] {
    let board = game.board();
    let left = share_left(game);
    let mut worth = [0.0; MAX_COLOURS];
    for (value, &score) in worth.iter_mut().zip(game.scores()) {
        *value = f64::from(score);
    }
    if game.is_finished() || game.tiles_left() == 0 && game.hand().is_empty() {
        return worth;
    }
    for colour in game.colours() {
        let home: u8 = FollowerKind::ALL.iter().map(|&kind| game.supply(colour, kind)).sum();
        worth[colour.index()] += SUPPLY_VALUE.iter().take(home.into()).sum::<f64>() * left;
    }
    let mut seen: Vec<FeatureId> = Vec::with_capacity(board.followers().len());
    for figure in board.followers() {
        let feature = board.feature(figure.tile, figure.segment);
        if seen.contains(&feature) {
            continue;
        }
        seen.push(feature);
        let value = promise(game, board, feature, left);
        for colour in board.feature_info(feature).majority().iter() {
            worth[colour.index()] += value;
        }
    }
    worth
}

/// The remaining share of the game, from 1 to 0.
#[allow(clippy::cast_precision_loss, reason = "a few hundred tiles")]
fn share_left(game: &Game) -> f64 {
    let (left, placed) = (game.tiles_left() as f64, f64::from(game.turns()));
    (left / (left + placed).max(1.0)).clamp(0.0, 1.0)
}

/// The expected score of an open feature.
fn promise(game: &Game, board: &Board, feature: FeatureId, left: f64) -> f64 {
    let info = board.feature_info(feature);
    let rules = game.rules();
    let (tiles, shields) = (f64::from(info.tiles), f64::from(info.shields));
    // Late in the game, features that need many tiles can't be completed.
    let time = (left * 3.0).min(1.0);
    let chance = |table: &[f64; 5]| table[usize::from(info.open).min(4)] * time;
    match info.kind {
        SegmentKind::City => {
            let rate = if info.cathedral { rules.cathedral_tile } else { rules.city_tile };
            let complete = (tiles + f64::from(info.open) * 0.5 + shields) * f64::from(rate);
            let incomplete = if info.cathedral {
                0.0
            } else {
                tiles * f64::from(rules.end_city_tile) + shields * f64::from(rules.end_city_shield)
            };
            let chance = chance(&CITY_CHANCE);
            chance * complete + (1.0 - chance) * incomplete
        }
        SegmentKind::Road => {
            let rate = if info.inn { rules.inn_tile } else { rules.road_tile };
            let complete = (tiles + f64::from(info.open) * 0.7) * f64::from(rate);
            let incomplete = if info.inn { 0.0 } else { tiles * f64::from(rules.end_road_tile) };
            let chance = chance(&ROAD_CHANCE);
            chance * complete + (1.0 - chance) * incomplete
        }
        SegmentKind::Cloister => {
            let placed = f64::from(board.cloister_tiles(feature));
            placed + (9.0 - placed) * 0.7 * time
        }
        SegmentKind::Field => {
            let finished = u16::try_from(board.cities_of(feature).len()).unwrap_or(u16::MAX);
            let paid = f64::from(rules.field_points);
            // Each finished city makes further ones more likely.
            let growth = if rules.fields == FieldRule::PerCity { 0.5 } else { 0.8 };
            paid * f64::from(finished) * (1.0 + growth * 0.5 * left) + tiles.min(12.0) * 0.12 * left
        }
    }
}
