//! The form of a turn is read or refused; what is read is played or refused, and never both.
#![no_main]

use std::sync::LazyLock;

use bastide::cli::simulate::{RandomPlayer, fresh_game};
use bastide::engine::{Command, Dealer, Game, Header, Ruleset, Seat, TileSet, legal};
use libfuzzer_sys::fuzz_target;
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

/// A game of all boxes after twenty turns.
static GAME: LazyLock<(Game, Dealer)> = LazyLock::new(|| {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let sets = TileSet::ALL.into_iter().filter(|set| *set != TileSet::River).collect();
    let rules = Ruleset { sets, ..Ruleset::default() };
    let header = Header::new(rules, vec!["ann".into(), "ben".into()], Seat(0));
    let (header, dealer) = fresh_game(&header, &mut rng);
    let mut game = Game::new(&header).expect("the header makes a game");
    let mut player = RandomPlayer::default();
    let mut command = Command::Start;
    for _ in 0..20 {
        game.execute(&command, &dealer, &mut Vec::new()).expect("a legal command");
        command = Command::Play(player.choose(&game, &mut rng).expect("the game goes on"));
    }
    (game, dealer)
});

fuzz_target!(|form: &[u8]| {
    let Some(turn) = bastide::web::fuzzing::turn_form(form) else { return };
    let (game, dealer) = &*GAME;
    let allowed = legal::check(game, &turn).is_ok();
    assert_eq!(game.decide(&Command::Play(turn), dealer).is_ok(), allowed);
});
