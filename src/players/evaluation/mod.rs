//! What a position is worth: points scored, what the features on the board are likely to bring, and the followers in supply.
//!
//! The chance of a feature comes from its open cells: how many of the tiles still to be drawn fit there. All colours are
//! weighed alike.

mod fields;
mod odds;
mod weights;

pub use fields::{city_of_field, field_points};
pub use odds::{Need, Odds, OpenCells, collect_open_cells};
pub use weights::Weights;

use fields::Fields;

use arrayvec::ArrayVec;

use engine::{
    Board, Colour, FeatureData, FeatureId, FollowerKind, MAX_COLOURS, Position, Ruleset, Seat, SegmentKind,
};

/// Values by colour.
pub type Worth = [f64; MAX_COLOURS];

/// Points by seat: those scored, and the value of everything else. Only differences between seats mean something, since all seats
/// count followers that they can still place.
pub type SeatWorth = ArrayVec<f64, MAX_COLOURS>;

/// The value of a position for the seat of `colour`: points ahead of the others. `odds` must be those of this position, or of
/// one since which nothing was drawn.
pub fn evaluate(position: &Position, colour: Colour, odds: &Odds, weights: &Weights) -> f64 {
    ahead(&by_seat(position, &worth(position, odds, weights)), position.seat_of(colour))
}

/// How far a seat is ahead of the mean of the others: what computer players want most of. A lone seat is ahead by all that it has.
pub fn ahead(worth: &SeatWorth, seat: Seat) -> f64 {
    let own = worth[seat.index()];
    if worth.len() < 2 {
        return own;
    }
    let others = worth.iter().sum::<f64>() - own;
    #[expect(clippy::cast_precision_loss, reason = "at most five")]
    let count = (worth.len() - 1) as f64;
    own - others / count
}

/// The sums of each seat's colours.
pub fn by_seat(position: &Position, worth: &Worth) -> SeatWorth {
    let mut seats: SeatWorth = position.header().seats.iter().map(|_| 0.0).collect();
    for colour in position.colours() {
        seats[position.seat_of(colour).index()] += worth[colour.index()];
    }
    seats
}

/// What a part of the value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Term {
    /// Points scored so far.
    Points,
    /// Followers in supply, and those that are likely to return.
    Followers,
    /// What a feature is expected to bring.
    Feature(FeatureId),
}

/// Calls `found` with every part of the value and its colour. A colour's worth is the sum of its parts.
pub fn each_term(
    position: &Position,
    odds: &Odds,
    weights: &Weights,
    mut found: impl FnMut(Term, Colour, f64),
) {
    for colour in position.colours() {
        found(Term::Points, colour, f64::from(position.scores()[colour.index()]));
    }
    if position.is_finished() {
        return;
    }
    let mut returning = [0.0; MAX_COLOURS];
    let (board, mut fields) = (position.board(), Fields::default());
    board.each_occupied(|feature| {
        let info = board.feature_info(feature);
        let (value, chance) = match info.kind {
            SegmentKind::City => city(position.rules(), board, feature, odds, weights),
            SegmentKind::Road => road(position.rules(), board, feature, odds, weights),
            SegmentKind::Cloister => cloister(board, feature, odds, weights),
            SegmentKind::Field => (fields.value(position, feature, odds, weights), 0.0),
        };
        for colour in info.majority().iter() {
            found(Term::Feature(feature), colour, value);
        }
        for colour in position.colours() {
            returning[colour.index()] += chance * f64::from(info.strength(colour)) * weights.returning;
        }
    });
    for colour in position.colours() {
        let home: u8 = FollowerKind::ALL.iter().map(|&kind| position.supply(colour, kind)).sum();
        let expected = f64::from(home) + returning[colour.index()];
        found(Term::Followers, colour, supply(expected, weights) * odds.follower);
    }
}

/// The value of so many followers at the beginning of the game. The number need not be whole, since it may be an expectation.
fn supply(followers: f64, weights: &Weights) -> f64 {
    let mut left = followers;
    let mut sum = 0.0;
    for value in weights.followers {
        sum += value * left.clamp(0.0, 1.0);
        left -= 1.0;
    }
    sum
}

/// What a position is worth to each colour.
pub fn worth(position: &Position, odds: &Odds, weights: &Weights) -> Worth {
    let mut worth = [0.0; MAX_COLOURS];
    each_term(position, odds, weights, |_, colour, points| worth[colour.index()] += points);
    worth
}

/// The expected points of a feature and the chance that it is completed.
type Promise = (f64, f64);

fn city(rules: &Ruleset, board: &Board, city: FeatureId, odds: &Odds, weights: &Weights) -> Promise {
    let (chance, open) = odds.completed(board, city, Need::City);
    (city_points(rules, board.feature_info(city), (chance, open), odds.share_left, weights), chance)
}

/// The expected points of a city that is completed with this chance and has so many open cells.
pub fn city_points(
    rules: &Ruleset,
    info: &FeatureData,
    (chance, open): Promise,
    share_left: f64,
    weights: &Weights,
) -> f64 {
    let (tiles, shields) = (f64::from(info.tiles), f64::from(info.shields));
    let rate = f64::from(if info.cathedral { rules.cathedral_tile } else { rules.city_tile });
    let complete = (tiles + open * weights.city_growth + shields) * rate;
    let incomplete = if info.cathedral {
        0.0
    } else {
        let growth = open * weights.city_open * share_left;
        tiles * f64::from(rules.end_city_tile) + shields * f64::from(rules.end_city_shield) + growth
    };
    (chance * complete + (1.0 - chance) * incomplete) * weights.city * (1.0 - open * weights.city_join)
}

fn road(rules: &Ruleset, board: &Board, road: FeatureId, odds: &Odds, weights: &Weights) -> Promise {
    let (chance, open) = odds.completed(board, road, Need::Road);
    (road_points(rules, board.feature_info(road), (chance, open), weights), chance)
}

/// The expected points of a road that is completed with this chance and has so many open cells.
pub fn road_points(rules: &Ruleset, info: &FeatureData, (chance, open): Promise, weights: &Weights) -> f64 {
    let tiles = f64::from(info.tiles);
    let rate = f64::from(if info.inn { rules.inn_tile } else { rules.road_tile });
    let complete = (tiles + open * weights.road_growth) * rate;
    let incomplete = if info.inn { 0.0 } else { tiles * f64::from(rules.end_road_tile) };
    (chance * complete + (1.0 - chance) * incomplete) * weights.road * (1.0 - open * weights.road_join)
}

/// A cloister counts the tiles round it, whether or not it is completed.
pub fn cloister(board: &Board, cloister: FeatureId, odds: &Odds, weights: &Weights) -> Promise {
    let (mut value, mut chance) = (f64::from(board.cloister_tiles(cloister)), 1.0);
    let around = board.segments(cloister).flat_map(|(tile, _)| board.tiles()[tile].position.around());
    for cell in around.filter(|&cell| board.at(cell).is_none()) {
        let filled = odds.filled(board.wanted_code(cell), Need::Cloister);
        value += filled;
        chance *= filled;
    }
    (value * weights.cloister, chance)
}
