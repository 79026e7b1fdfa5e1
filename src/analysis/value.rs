//! What a position is worth to each seat.

use arrayvec::ArrayVec;

use super::chance::{PLAYED_OUT, spread};
use engine::{MAX_COLOURS, Position, Seat};
use players::{SeatWorth, ahead, positive};

pub(super) type BySeat = ArrayVec<f64, MAX_COLOURS>;

/// By seat: how far it is ahead, in points, and its chance to win. Values can be averaged and subtracted.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Value {
    pub points: BySeat,
    pub win: BySeat,
}

impl Value {
    /// Of a position whose worth is known.
    pub fn of(position: &Position, worth: &SeatWorth) -> Self {
        let points = seats(worth.len()).map(|seat| ahead(worth, seat)).collect();
        let win = if position.is_finished() {
            shares(position, worth.len())
        } else {
            chances(worth, spread(position.tiles_to_come()))
        };
        Self { points, win }
    }

    /// Of a position with so many draws to come from which games have been played on: what they ended with on average, and the chances to
    /// win by the mean margins, which say more than how many of a few games were won.
    pub fn expected(ends: &[SeatWorth], draws: usize) -> Self {
        let count = ends.first().map_or(0, SeatWorth::len);
        let mut points: BySeat = (0..count).map(|_| 0.0).collect();
        let mut worth: SeatWorth = points.clone();
        #[expect(clippy::cast_precision_loss, reason = "hundreds")]
        let part = 1.0 / ends.len() as f64;
        for end in ends {
            points.iter_mut().zip(seats(count)).for_each(|(sum, seat)| *sum += part * ahead(end, seat));
            worth.iter_mut().zip(end).for_each(|(sum, own)| *sum += part * own);
        }
        Self { win: chances(&worth, PLAYED_OUT * spread(draws)), points }
    }

    /// Zero for every seat of a game.
    pub fn zero(seats: usize) -> Self {
        let zero: BySeat = (0..seats).map(|_| 0.0).collect();
        Self { points: zero.clone(), win: zero }
    }

    /// Adds a part of another value.
    pub fn add(&mut self, other: &Self, part: f64) {
        let add = |to: &mut BySeat, from: &BySeat| {
            to.iter_mut().zip(from).for_each(|(to, from)| *to += part * from);
        };
        add(&mut self.points, &other.points);
        add(&mut self.win, &other.win);
    }

    pub fn minus(&self, other: &Self) -> Self {
        let mut difference = self.clone();
        difference.add(other, -1.0);
        difference
    }
}

fn seats(count: usize) -> impl Iterator<Item = Seat> {
    (0..u8::try_from(count).unwrap_or(u8::MAX)).map(Seat)
}

/// After the end: those who tie share the win.
fn shares(position: &Position, count: usize) -> BySeat {
    let winners = position.winners();
    #[expect(clippy::cast_precision_loss, reason = "at most six")]
    let share = 1.0 / winners.len().max(1) as f64;
    seats(count).map(|seat| if winners.contains(&seat) { share } else { 0.0 }).collect()
}

/// By the margin over the best other seat; together 1.
fn chances(worth: &SeatWorth, spread: f64) -> BySeat {
    let best_other = |seat: usize| {
        let others = worth.iter().enumerate().filter(|&(other, _)| other != seat).map(|(_, &worth)| worth);
        others.fold(f64::NEG_INFINITY, f64::max)
    };
    let mut chances: BySeat =
        worth.iter().enumerate().map(|(seat, own)| positive(own - best_other(seat), spread)).collect();
    let all: f64 = chances.iter().sum();
    chances.iter_mut().for_each(|chance| *chance /= all);
    chances
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_chances_of_all_seats_add_up_to_one_and_the_best_has_most() {
        for worth in [vec![3.0], vec![10.0, 12.0], vec![40.0, 38.0, 41.0, 10.0, 0.0]] {
            let worth: SeatWorth = worth.into_iter().collect();
            let chances = chances(&worth, 12.0);
            assert!((chances.iter().sum::<f64>() - 1.0).abs() < 1e-12);
            for (one, chance) in worth.iter().zip(&chances) {
                assert!(worth.iter().zip(&chances).all(|(other, less)| other > one || less <= chance));
            }
        }
    }
}
