//! What positions are worth: by playing on from them many times, with the players' own styles and with others.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use serde::{Deserialize, Serialize};

use super::games::styles;
use super::style::{Mover, Style};
use engine::{Command, Position, Seat};
use players::{Sample, SeatWorth, ahead};

/// A position of a game of the yardstick.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Valued {
    /// The name of the game's file.
    pub game: String,
    /// The event number of the decision before which the position is: before its tile was drawn, if one was.
    pub n: u32,
    /// If everybody goes on in their own style.
    pub own: Vec<SeatValue>,
    /// If everybody goes on in a style that is drawn for every playout.
    pub mixed: Vec<SeatValue>,
}

/// What a position is worth to a seat.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SeatValue {
    /// The mean of how far the seat is ahead in the end.
    pub ahead: f64,
    /// The standard error of `ahead`.
    pub error: f64,
    /// The share of games won; who ties shares.
    pub wins: f64,
}

/// The values of a position if the game goes on so many times.
pub fn value(position: &Position, own: &[Style], playouts: u64, seed: u64) -> [Vec<SeatValue>; 2] {
    let every = styles();
    let mut mixed = Vec::new();
    let drawn = |chance: &mut Xoshiro256PlusPlus| -> Vec<Style> {
        own.iter().map(|_| every[chance.random_range(0..every.len())]).collect()
    };
    for order in 0..playouts {
        let mut chance = Xoshiro256PlusPlus::seed_from_u64(seed.wrapping_add(order) ^ 0x5eed);
        mixed.push(drawn(&mut chance));
    }
    let own: Vec<Vec<Style>> = (0..playouts).map(|_| own.to_vec()).collect();
    [own, mixed].map(|styles| {
        let ends = (seed..).zip(&styles).map(|(order, styles)| play_on(position, None, styles, order));
        summary(&ends.collect::<Vec<_>>())
    })
}

/// How a game ends: what each seat is ahead, and its share of the win.
type End = Vec<(f64, f64)>;

/// Plays a game to its end, after this command if there is one. The order of draws is the same for the same number.
pub fn play_on(position: &Position, first: Option<Command>, styles: &[Style], order: u64) -> End {
    let mut position = position.clone();
    let mut draws = Xoshiro256PlusPlus::seed_from_u64(order);
    let mut movers: Vec<Mover> = styles.iter().map(|&style| Mover::for_playouts(style, &position)).collect();
    let mut next = first;
    loop {
        if position.needs_draw() {
            position.deal(|choices| draws.random_range(0..choices));
        }
        let Some(colour) = position.to_move() else { break };
        let seat = position.seat_of(colour).index();
        match next.take().or_else(|| movers[seat].choose(&position)) {
            Some(Command::Play(turn)) => position.play(&turn),
            Some(_) => position.pass(),
            None => break,
        }
        position.forget();
    }
    let winners = position.winners();
    let seats = || (0..u8::try_from(styles.len()).unwrap_or(u8::MAX)).map(Seat);
    let points: SeatWorth = seats().map(|seat| f64::from(position.seat_score(seat))).collect();
    #[expect(clippy::cast_precision_loss, reason = "at most six")]
    let share = 1.0 / winners.len().max(1) as f64;
    seats().map(|seat| (ahead(&points, seat), if winners.contains(&seat) { share } else { 0.0 })).collect()
}

fn summary(ends: &[End]) -> Vec<SeatValue> {
    let seats = ends.first().map_or(0, Vec::len);
    (0..seats)
        .map(|seat| {
            let ahead: Sample = ends.iter().map(|end| end[seat].0).collect();
            let wins: Sample = ends.iter().map(|end| end[seat].1).collect();
            SeatValue {
                ahead: rounded(ahead.mean()),
                error: rounded(ahead.error().unwrap_or_default()),
                wins: rounded(wins.mean()),
            }
        })
        .collect()
}

fn rounded(value: f64) -> f64 {
    (value * 1000.0).round() / 1000.0
}

#[cfg(test)]
mod tests {
    use super::super::games::{Pairing, play};
    use super::*;
    use analysis::moments;
    use engine::{Preset, Ruleset};

    #[test]
    fn a_position_near_the_end_is_worth_about_what_the_game_ended_with() {
        let styles: Vec<Style> = ["fields", "level:3"].map(|name| name.parse().unwrap()).to_vec();
        for preset in Preset::ALL {
            let pairing = Pairing { rules: Ruleset::of(preset), styles: styles.clone() };
            let (record, game) = play(&pairing, 3);
            let moments = moments(&record.header, &record.events).unwrap();
            let last = moments.last().unwrap();
            let points: SeatWorth =
                [0, 1].map(|seat| f64::from(game.seat_score(Seat(seat)))).into_iter().collect();
            let end = play_on(&last.position, last.played, &styles, 0);
            assert!((end[0].0 - ahead(&points, Seat(0))).abs() < 1e-9, "{preset:?}: {end:?}");
            let [own, mixed] = value(last.before(), &styles, 8, 1);
            for value in own.iter().chain(&mixed) {
                assert!((0.0..=1.0).contains(&value.wins) && value.ahead.is_finite(), "{value:?}");
            }
            assert!((own[0].ahead + own[1].ahead).abs() < 1e-9, "two seats are opposed");
        }
    }
}
