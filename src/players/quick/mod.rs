//! Chooses turns by what they change, without playing them: the evaluation of the counting player, but for what is far from the
//! tile. For playouts, in which ten times as many turns are worth more than the last half point of each.

mod outlook;
mod placed;
mod prospect;

use super::evaluation::{Odds, SeatWorth, Weights, ahead, by_seat, worth};
use engine::{Cell, Colour, FollowerKind, MAX_COLOURS, Position, Turn};
use outlook::{Outlooks, Setting};
use placed::Placed;

/// What is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    /// What changes for the other seats.
    pub others: bool,
    pub fields: bool,
    /// The whole board, instead of the cells near the last tile.
    pub far: bool,
}

impl View {
    pub const ALL: Self = Self { others: true, fields: true, far: true };
}

/// How far the cells near the last tile are, in columns and rows.
const NEAR: u16 = 3;

/// Chooses turns. Keeps its memory from turn to turn.
pub struct Quick {
    view: View,
    odds: Odds,
    weights: Weights,
    outlooks: Outlooks,
    valued: u64,
}

/// Followers in supply, by colour.
struct Supplies {
    home: [usize; MAX_COLOURS],
    /// The value of one more.
    next: [f64; MAX_COLOURS],
}

impl Quick {
    pub fn new(position: &Position, weights: &Weights) -> Self {
        let (odds, outlooks) = (Odds::of(position, weights), Outlooks::new(position.board()));
        Self { view: View::ALL, odds, weights: weights.clone(), outlooks, valued: 0 }
    }

    /// How many placements were valued so far.
    pub const fn valued(&self) -> u64 {
        self.valued
    }

    pub(super) fn with_view(self, view: View) -> Self {
        Self { view, ..self }
    }

    /// The turn that seems best; `None` if no one can move.
    pub fn best(&mut self, position: &Position) -> Option<Turn> {
        let mut best: Option<(f64, Turn)> = None;
        self.each(position, |value, turn| {
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, turn()));
            }
        });
        best.map(|(_, turn)| turn)
    }

    /// What a position is worth by other weights, which have the same chances.
    pub fn worth(&mut self, position: &Position, weights: &Weights) -> SeatWorth {
        self.odds.refresh(position);
        by_seat(position, &worth(position, &self.odds, weights))
    }

    /// Calls `found` with the best turn of every placement, and what it seems to change for the seat to move, in points.
    pub fn each(&mut self, position: &Position, mut found: impl FnMut(f64, &dyn Fn() -> Turn)) {
        let Some(colour) = position.to_move() else { return };
        let seat = position.seat_of(colour);
        self.odds.refresh(position);
        self.outlooks.reset(position.board());
        let supplies = Supplies::of(position, &self.weights, self.odds.follower);
        let base = base(position);
        // With a colour a seat, the points of two seats need not be known to compare what changes.
        let duel = position.header().colours.len() == 2;
        let last = position.board().tiles().last().map(|tile| tile.position).filter(|_| !self.view.far);
        let is_near = |cell: Cell| last.is_none_or(|last| cell.is_near(last, NEAR));
        let mut any_near = false;
        if last.is_some() {
            position.each_distinct_placement(|place| any_near |= is_near(place.cell()));
        }
        position.each_distinct_placement(|place| {
            if any_near && !is_near(place.cell()) {
                return;
            }
            self.valued += 1;
            let setting = Setting { position, odds: &self.odds, weights: &self.weights };
            let mut placed = Placed::new(place, colour, &supplies, setting, &mut self.outlooks);
            let changes = placed.changes();
            let (gain, follower) = placed.best_follower(self.view.fields);
            let value = if !self.view.others {
                changes[colour.index()]
            } else if duel {
                changes[colour.index()] - changes[1 - colour.index()]
            } else {
                let after = std::array::from_fn(|other| base[other] + changes[other]);
                ahead(&by_seat(position, &after), seat)
            };
            found(value + gain, &|| {
                let named = follower.and_then(|(kind, segment)| place.follower(kind, segment));
                place.turn(named)
            });
        });
    }
}

impl Supplies {
    fn of(position: &Position, weights: &Weights, follower: f64) -> Self {
        let (mut home, mut next) = ([0; MAX_COLOURS], [0.0; MAX_COLOURS]);
        for colour in position.colours() {
            let count =
                FollowerKind::ALL.iter().map(|&kind| usize::from(position.supply(colour, kind))).sum();
            home[colour.index()] = count;
            next[colour.index()] = weights.followers[count.min(weights.followers.len() - 1)] * follower;
        }
        Self { home, next }
    }

    /// The value of so many followers that return.
    fn returned(&self, colour: Colour, count: u8, weights: &Weights, follower: f64) -> f64 {
        let home = self.home[colour.index()].min(weights.followers.len());
        let gained = weights.followers[home..].iter().take(count.into());
        gained.sum::<f64>() * follower
    }
}

/// With more than two seats, who is ahead matters.
fn base(position: &Position) -> [f64; MAX_COLOURS] {
    let mut base = [0.0; MAX_COLOURS];
    for (base, &score) in base.iter_mut().zip(position.scores()) {
        *base = f64::from(score);
    }
    base
}

#[cfg(test)]
mod tests {
    use super::super::testing::{every_rule_book, play};
    use super::super::{Method, Player, Sample, counting};
    use super::*;
    use engine::{Command, FieldRule, SegmentKind, legal};

    #[test]
    fn whole_games_of_all_rule_books_sets_and_seats_are_played_legally() {
        for (seats, rules) in every_rule_book() {
            play(rules, seats, |game| {
                let turn = Quick::new(game, Weights::of(game)).best(game);
                assert!(turn.is_none_or(|turn| legal::check(game, &turn).is_ok()), "{turn:?}");
                if game.turns().is_multiple_of(4) { turn.map(Command::Play) } else { None }
            });
        }
    }

    #[test]
    fn values_differ_little_from_those_of_the_evaluation() {
        let mut differences = Sample::default();
        play(engine::Ruleset::default(), 2, |game| {
            let mut full = Vec::new();
            counting::each(&mut game.clone(), Weights::of(game), |&turn, value| full.push((turn, value)));
            let mut both = Vec::new();
            Quick::new(game, Weights::of(game)).each(game, |value, turn| {
                let turn = turn();
                both.extend(full.iter().find(|(known, _)| *known == turn).map(|(_, full)| value - full));
            });
            // Only differences between turns matter.
            let mean = both.iter().copied().collect::<Sample>().mean();
            for value in both {
                differences.add((value - mean) * (value - mean));
            }
            Player::new(Method::Greedy).choose(game)
        });
        assert!(differences.count() > 500);
        assert!(differences.mean().sqrt() < 0.5, "{}", differences.mean().sqrt());
    }

    #[test]
    fn no_field_is_worth_more_than_the_most_that_rules_it_out() {
        for (seats, rules) in every_rule_book() {
            let no_fields = rules.fields == FieldRule::None;
            let (mut fields, mut close) = (0, 0);
            play(rules, seats, |game| {
                let colour = game.to_move()?;
                let Quick { odds, weights, mut outlooks, .. } = Quick::new(game, Weights::of(game));
                let supplies = Supplies::of(game, &weights, odds.follower);
                game.each_distinct_placement(|place| {
                    let setting = Setting { position: game, odds: &odds, weights: &weights };
                    let mut placed = Placed::new(place, colour, &supplies, setting, &mut outlooks);
                    let is_field = |&segment: &usize| place.prospect(segment).kind == SegmentKind::Field;
                    for segment in place.leaders().filter(is_field) {
                        let (most, points) = (placed.most_of_field(segment), placed.prospect(segment).points);
                        assert!(points <= most, "{points} of {most}");
                        fields += 1;
                        close += i32::from(most - points < 1.0);
                    }
                });
                Player::new(Method::Quick).choose(game)
            });
            assert!(no_fields || fields > 1_000 && close > fields / 10, "{close} of {fields}");
        }
    }
}
