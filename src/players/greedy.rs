//! Looks one turn ahead: points gained and conceded, expected points of open features, followers in supply, fields.

use super::evaluation::{Worth, ahead, by_seat};
use super::{Candidate, Choice};
use engine::{
    Board, Colour, Command, FeatureId, FieldRule, FollowerKind, MAX_COLOURS, Position, SegmentKind, Turn,
    legal,
};

/// The chance that a feature with this many open sides will be completed while plenty of tiles are left.
const CITY_CHANCE: [f64; 5] = [1.0, 0.75, 0.5, 0.25, 0.1];
const ROAD_CHANCE: [f64; 5] = [1.0, 0.8, 0.55, 0.3, 0.15];

/// The value in points of the first, second, … follower in supply early in the game.
const SUPPLY_VALUE: [f64; 8] = [5.0, 3.5, 2.6, 2.0, 1.5, 1.2, 1.0, 0.8];

/// The value of that many followers in supply.
static SUPPLY: [f64; SUPPLY_VALUE.len() + 1] = {
    let (mut sums, mut i) = ([0.0; SUPPLY_VALUE.len() + 1], 0);
    while i < SUPPLY_VALUE.len() {
        sums[i + 1] = sums[i] + SUPPLY_VALUE[i];
        i += 1;
    }
    sums
};

pub(super) fn choose(position: &Position) -> Option<Turn> {
    best(position).map(|(_, turn)| turn)
}

pub(super) fn choose_command(position: &Position) -> Option<Command> {
    let best = best(position);
    match (best, value_of_pass(position)) {
        (Some((value, _)), Some(passed)) if passed > value => Some(Command::Pass),
        (Some((_, turn)), _) => Some(Command::Play(turn)),
        (None, passed) => passed.map(|_| Command::Pass),
    }
}

/// The same choice, with the values of all turns that look different.
pub(super) fn think(position: &Position) -> Choice {
    let turns = evaluated(position).into_iter().map(|(value, turn)| (value, Command::Play(turn)));
    let pass = value_of_pass(position).map(|value| (value, Command::Pass));
    let candidate = |(value, command)| Candidate { command, value, error: None, work: 1 };
    // The pass is the last, so that it is taken only if it is better.
    Choice::ranked(turns.chain(pass).map(candidate).collect())
}

/// `None` where passing is not allowed.
fn value_of_pass(position: &Position) -> Option<f64> {
    let colour = position.to_move().filter(|_| legal::may_pass(position))?;
    let mut after = position.clone();
    after.pass();
    Some(evaluate(&after, colour))
}

/// The best turn and its value.
fn best(position: &Position) -> Option<(f64, Turn)> {
    let mut best: Option<(f64, Turn)> = None;
    for (value, turn) in evaluated(position) {
        if best.is_none_or(|(most, _)| value > most) {
            best = Some((value, turn));
        }
    }
    best
}

/// Every turn that looks different, and its value for the seat to move.
fn evaluated(position: &Position) -> Vec<(f64, Turn)> {
    let Some(colour) = position.to_move() else { return Vec::new() };
    let mut after = position.clone();
    let mut turns = Vec::with_capacity(128);
    position.distinct_turns(&mut turns);
    // A placement comes without a follower first: its tile stays for the turns with one.
    let value = |turn: Turn| {
        if turn.follower.is_none() {
            after.take_back();
            after.play(&turn);
            return (evaluate(&after, colour), turn);
        }
        if !after.add_follower(&turn) {
            after.take_back();
            after.play(&turn);
            let value = evaluate(&after, colour);
            after.take_back();
            after.play(&Turn { follower: None, ..turn });
            return (value, turn);
        }
        let value = evaluate(&after, colour);
        after.take_back();
        (value, turn)
    };
    turns.into_iter().map(value).collect()
}

/// The value of a position for the seat of a colour.
fn evaluate(position: &Position, colour: Colour) -> f64 {
    ahead(&by_seat(position, &worths(position)), position.seat_of(colour))
}

/// Each colour's points, expected points and the value of its followers in supply.
fn worths(position: &Position) -> Worth {
    let board = position.board();
    let left = share_left(position);
    let mut worth = [0.0; MAX_COLOURS];
    for (value, &score) in worth.iter_mut().zip(position.scores()) {
        *value = f64::from(score);
    }
    if position.is_finished() {
        return worth;
    }
    for colour in position.colours() {
        let home: u8 = FollowerKind::ALL.iter().map(|&kind| position.supply(colour, kind)).sum();
        worth[colour.index()] += SUPPLY[usize::from(home).min(SUPPLY_VALUE.len())] * left;
    }
    board.each_occupied(|feature| {
        let value = promise(position, board, feature, left);
        for colour in board.feature_info(feature).majority().iter() {
            worth[colour.index()] += value;
        }
    });
    worth
}

/// The remaining share of the game, from 1 to 0.
#[expect(clippy::cast_precision_loss, reason = "a few hundred tiles")]
fn share_left(position: &Position) -> f64 {
    let (left, placed) = (position.tiles_to_come() as f64, f64::from(position.turns()));
    (left / (left + placed).max(1.0)).clamp(0.0, 1.0)
}

/// The expected score of an open feature.
fn promise(position: &Position, board: &Board, feature: FeatureId, left: f64) -> f64 {
    let info = board.feature_info(feature);
    let rules = position.rules();
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
            let paid = f64::from(rules.field_points);
            // Each finished city makes further ones more likely.
            let growth = if rules.fields == FieldRule::PerCity { 0.5 } else { 0.8 };
            paid * f64::from(info.cities) * (1.0 + growth * 0.5 * left) + tiles.min(12.0) * 0.12 * left
        }
    }
}
