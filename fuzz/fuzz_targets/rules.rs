//! Rules are read or refused; what is read survives being written, and can be played.
#![no_main]

use bastide::cli::simulate::{RandomPlayer, fresh_game};
use bastide::engine::{Header, Ruleset, Seat};
use libfuzzer_sys::fuzz_target;
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

fuzz_target!(|text: &str| {
    let Ok(rules) = serde_json::from_str::<Ruleset>(text) else { return };
    let written = serde_json::to_string(&rules).expect("rules are plain values");
    assert_eq!(serde_json::from_str::<Ruleset>(&written).expect("what was written is read"), rules);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(text.len() as u64);
    let names = (0..rules.most_seats().min(2 + text.len() % 5)).map(|seat| seat.to_string()).collect();
    let (header, dealer) = fresh_game(&Header::new(rules, names, Seat(0)), &mut rng);
    let (game, _) = RandomPlayer::default().play(&header, &dealer, &mut rng).expect("valid rules make a game");
    assert!(game.is_finished());
});
