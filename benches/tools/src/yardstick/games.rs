//! The games of the yardstick: who plays which rules, and how they went.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use super::style::{Mover, Style};
use cli::simulate::{fresh_game, numbered};
use engine::{Command, Event, Game, Header, Preset, Record, Ruleset, Seat, TileSet};

/// Those that the games of the yardstick are between.
pub const STYLES: [&str; 9] =
    ["level:3", "level:5", "level:7", "greedy", "uct:200", "joiner", "fields", "hoarder", "roads"];

/// Games with each number of seats from three to six.
const OF_MANY: usize = 10;
/// Games of two seats under each preset but the first.
const OF_PRESET: usize = 6;

/// A game that is to be played.
#[derive(Clone, Debug)]
pub struct Pairing {
    pub rules: Ruleset,
    pub styles: Vec<Style>,
}

impl Pairing {
    /// The name of its file, without the number.
    pub fn name(&self) -> String {
        let styles: Vec<String> =
            self.styles.iter().map(|style| style.to_string().replace(':', "")).collect();
        styles.join("-")
    }
}

pub fn styles() -> Vec<Style> {
    STYLES.iter().map(|name| name.parse().expect("a style")).collect()
}

/// All games of the yardstick, in order: each pair of styles, then three to six seats, then the other rule books.
pub fn pairings() -> Vec<Pairing> {
    let styles = styles();
    let modern = || Ruleset::of(Preset::Modern);
    let mut all = Vec::new();
    for (number, &one) in styles.iter().enumerate() {
        all.extend(
            styles[number..].iter().map(|&other| Pairing { rules: modern(), styles: vec![one, other] }),
        );
    }
    // Steps that have no divisor in common with the number of styles: everybody meets everybody.
    let table = |number: usize, seats: usize| -> Vec<Style> {
        (0..seats).map(|seat| styles[(number + seat * [1, 2, 4, 5][number % 4]) % styles.len()]).collect()
    };
    for seats in 3..=6 {
        for number in 0..OF_MANY {
            let rules = match number % 5 {
                3 => Ruleset { sets: TileSet::ALL.to_vec(), ..modern() },
                4 => Ruleset::of(Preset::Mcguire),
                _ if seats == 6 => Ruleset { sets: vec![TileSet::Base, TileSet::Inns], ..modern() },
                _ => modern(),
            };
            all.push(Pairing { rules, styles: table(number, seats) });
        }
    }
    for preset in Preset::ALL.into_iter().filter(|&preset| preset != Preset::Modern) {
        all.extend(
            (0..OF_PRESET).map(|number| Pairing { rules: Ruleset::of(preset), styles: table(number, 2) }),
        );
    }
    all
}

/// Plays a game. The same seed gives the same game.
///
/// # Panics
/// If the rules are invalid for so many seats.
pub fn play(pairing: &Pairing, seed: u64) -> (Record, Game) {
    let names = pairing.styles.iter().map(ToString::to_string).collect();
    let mut chance = Xoshiro256PlusPlus::seed_from_u64(seed);
    let (header, dealer) = fresh_game(&Header::new(pairing.rules.clone(), names, Seat(0)), &mut chance);
    let mut game = Game::new(&header).expect("the rules fit");
    let mut movers: Vec<Mover> =
        pairing.styles.iter().map(|&style| Mover::new(style, game.position(), chance.random())).collect();
    let (mut events, mut command) = (Vec::<Event>::new(), Command::Start);
    loop {
        game.execute(&command, &dealer, &mut events).expect("players choose what is legal");
        let Some(colour) = game.to_move() else { break };
        let seat = game.seat_of(colour).index();
        command = movers[seat].choose(game.position()).expect("somebody can move");
    }
    (Record { header, events: numbered(events) }, game)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_style_meets_every_other_and_every_number_of_seats_is_played() {
        let all = pairings();
        assert_eq!(all.len(), 45 + 4 * OF_MANY + 3 * OF_PRESET);
        for seats in 2..=6 {
            assert!(all.iter().filter(|one| one.styles.len() == seats).count() >= OF_MANY);
        }
        for style in styles() {
            assert!(all.iter().filter(|one| one.styles.len() > 2 && one.styles.contains(&style)).count() > 5);
        }
    }

    #[test]
    fn a_game_of_tastes_can_be_read_back_and_is_the_same_again() {
        let styles = ["joiner", "hoarder", "roads"].map(|name| name.parse().unwrap()).to_vec();
        let pairing = Pairing { rules: Ruleset::of(Preset::Modern), styles };
        let (record, game) = play(&pairing, 7);
        assert!(game.is_finished());
        let (read, again) = Record::read(&record.write()).unwrap();
        assert_eq!((read, again.scores()), (record.clone(), game.scores()));
        assert_eq!(play(&pairing, 7).0, record);
    }
}
