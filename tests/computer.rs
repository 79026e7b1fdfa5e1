//! How well the computer plays.

use bastide::cli::simulate::{RandomPlayer, fresh_game};
use bastide::engine::{Colour, Command, Game, Header, Preset, Ruleset, Seat};
use bastide::players::{Level, choose, choose_command};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

/// Points of the computer and of a uniformly random player after a game on two seats.
fn against_random(preset: Preset, seed: u64) -> (i32, i32) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let first = Seat(u8::from(seed % 2 == 1));
    let header = Header::new(Ruleset::of(preset), vec!["Computer".into(), "random".into()], first);
    let (header, dealer) = fresh_game(&header, &mut rng);
    let mut game = Game::new(&header).unwrap();
    let mut random = RandomPlayer::default();
    let mut command = Command::Start;
    loop {
        game.execute(&command, &dealer, &mut Vec::new()).unwrap();
        let Some(colour) = game.to_move() else { break };
        let computer = game.seat_of(colour) == Seat(0);
        let next =
            if computer { choose_command(&game, Level::Greedy) } else { random.command(&game, &mut rng) };
        command = next.unwrap();
    }
    (game.seat_score(Seat(0)), game.seat_score(Seat(1)))
}

#[test]
fn the_computer_beats_a_random_player_by_sixty_points_in_99_of_100_games() {
    let games: Vec<(i32, i32)> = (0..100).map(|seed| against_random(Preset::Modern, seed)).collect();
    let won = games.iter().filter(|(computer, random)| computer > random).count();
    let lead: i32 = games.iter().map(|(computer, random)| computer - random).sum();
    assert!(won >= 99, "won {won} of 100");
    assert!(lead >= 6000, "ahead by {lead} in 100 games");
}

#[test]
fn it_plays_every_rule_book_and_wins() {
    for preset in Preset::ALL {
        let (computer, random) = against_random(preset, 5);
        assert!(computer > random, "{preset:?}: {computer} to {random}");
    }
}

#[test]
fn it_has_nothing_to_say_when_the_game_is_over() {
    let header = Header::new(Ruleset::default(), vec!["ann".into(), "ben".into()], Seat(0));
    let (header, dealer) = fresh_game(&header, &mut Xoshiro256PlusPlus::seed_from_u64(1));
    let mut game = Game::new(&header).unwrap();
    game.execute(&Command::Start, &dealer, &mut Vec::new()).unwrap();
    game.execute(&Command::Resign(Colour(0)), &dealer, &mut Vec::new()).unwrap();
    assert_eq!(choose(&game, Level::Greedy), None);
    assert_eq!(choose_command(&game, Level::Greedy), None);
}
