//! How well the computer plays.

use std::time::{Duration, Instant};

use bastide::cli::simulate::{RandomPlayer, fresh_game, numbered};
use bastide::engine::{Colour, Command, Game, Header, Preset, Record, Ruleset, Seat, TileSet};
use bastide::players::{Level, Method, Player, choose};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use rayon::iter::{IntoParallelIterator, ParallelIterator};

/// Points of the computer and of a uniformly random player after a two-player game.
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
        let next = if computer {
            Player::new(Method::Greedy).choose(&game)
        } else {
            random.command(&game, &mut rng)
        };
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
fn it_has_no_move_when_the_game_is_over() {
    let header = Header::new(Ruleset::default(), vec!["ann".into(), "ben".into()], Seat(0));
    let (header, dealer) = fresh_game(&header, &mut Xoshiro256PlusPlus::seed_from_u64(1));
    let mut game = Game::new(&header).unwrap();
    game.execute(&Command::Start, &dealer, &mut Vec::new()).unwrap();
    game.execute(&Command::Resign(Colour(0)), &dealer, &mut Vec::new()).unwrap();
    assert_eq!(choose(&game), None);
    assert_eq!(Player::new(Method::Greedy).choose(&game), None);
}

/// Ann's builder brings a double turn; its second tile fits only where Ben's city grows, or where she can use it.
fn second_part(tile: &str) -> Game {
    let record = r#"{"record":1,"rules":{"preset":"modern","sets":["base","traders"],"builder_second_part":"may"},"start":["CRFR"],"colours":[{"seat":0,"name":"red"},{"seat":1,"name":"blue"}],"seats":["ann","ben"]}
{"n":1,"type":"draw","tiles":["RFRF"]}
{"n":2,"type":"turn","colour":0,"tile":"RFRF","x":1,"y":0,"rotation":1,"follower":{"kind":"meeple","on":"right:1"}}
{"n":3,"type":"draw","tiles":["CFFC"]}
{"n":4,"type":"turn","colour":1,"tile":"CFFC","x":0,"y":-1,"rotation":3,"follower":{"kind":"meeple","on":"left"}}
{"n":5,"type":"draw","tiles":["RFRF"]}
{"n":6,"type":"turn","colour":0,"tile":"RFRF","x":2,"y":0,"rotation":1,"follower":{"kind":"builder","on":"right:1"}}
{"n":7,"type":"draw","tiles":["FFFFL"]}
{"n":8,"type":"turn","colour":1,"tile":"FFFFL","x":0,"y":1,"rotation":0}
{"n":9,"type":"draw","tiles":["RFRF"]}
{"n":10,"type":"turn","colour":0,"tile":"RFRF","x":3,"y":0,"rotation":1}
{"n":11,"type":"draw","tiles":["SECOND"]}
"#;
    Record::read(&record.replace("SECOND", tile)).unwrap().1
}

#[test]
fn it_passes_where_its_second_tile_would_only_help_the_other() {
    let game = second_part("CCCCS");
    assert_eq!(game.to_move(), Some(Colour(0)));
    assert_eq!(Player::new(Method::Greedy).choose(&game), Some(Command::Pass));
    assert!(choose(&game).is_some(), "it could play");
}

#[test]
fn it_plays_its_second_tile_where_that_helps() {
    let game = second_part("FFFFL");
    assert!(matches!(Player::new(Method::Greedy).choose(&game), Some(Command::Play(_))));
}

/// The scores after the computer has played a whole game with itself. A faster engine must not change them; a better player may.
#[test]
fn it_plays_as_it_played_before_it_was_made_faster() {
    let games: [(Preset, u64, &[i32]); 8] = [
        (Preset::Modern, 0, &[87, 113]),
        (Preset::Modern, 1, &[75, 89]),
        (Preset::Modern, 2, &[104, 101]),
        (Preset::Chicago, 0, &[96, 75]),
        (Preset::Chicago, 1, &[59, 90]),
        (Preset::Abbeys, 0, &[51, 33]),
        (Preset::Abbeys, 1, &[74, 90]),
        (Preset::Mcguire, 0, &[125, 96, 112, 82]),
    ];
    for (preset, seed, scores) in games {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let header = Header::new(Ruleset::of(preset), vec!["ann".into(), "ben".into()], Seat(0));
        let (header, dealer) = fresh_game(&header, &mut rng);
        let mut game = Game::new(&header).unwrap();
        let mut command = Command::Start;
        loop {
            game.execute(&command, &dealer, &mut Vec::new()).unwrap();
            let Some(next) = Player::new(Method::Greedy).choose(&game) else { break };
            command = next;
        }
        assert_eq!(game.scores(), scores, "{preset:?}, seed {seed}");
    }
}

#[test]
fn levels_one_to_three_play_whole_games_in_which_players_draw_ahead() {
    let sets = vec![TileSet::Base, TileSet::River, TileSet::Inns, TileSet::Traders];
    for (seed, seats) in (0..).zip(2..=6) {
        let rules = Ruleset { draw_ahead: true, sets: sets.clone(), ..Ruleset::default() };
        let names = (0..seats).map(|seat| format!("level {}", 1 + seat % 3)).collect();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let (header, dealer) = fresh_game(&Header::new(rules, names, Seat(0)), &mut rng);
        let (mut game, mut events) = (Game::new(&header).unwrap(), Vec::new());
        let mut command = Command::Start;
        loop {
            game.execute(&command, &dealer, &mut events).unwrap();
            let Some(colour) = game.to_move() else { break };
            let level = Level::ALL[game.seat_of(colour).index() % 3];
            command = level.player().with_seed(seed).choose(&game).expect("the game goes on");
        }
        assert_eq!(game.turns() as usize + game.discarded().len(), 72 + 11 + 18 + 24, "every tile was drawn");
        let log = numbered(events);
        assert_eq!(Game::replay(&header, &log).as_ref(), Ok(&game));
    }
}

/// Every level in the same position of two games that have nothing else in common: other secrets, other commitments, other salts.
#[test]
fn a_choice_does_not_depend_on_the_draw_secret() {
    let header = Header::new(Ruleset::default(), vec!["ann".into(), "ben".into()], Seat(0));
    let (header, dealer) = fresh_game(&header, &mut Xoshiro256PlusPlus::seed_from_u64(3));
    let (other, _) = fresh_game(&header, &mut Xoshiro256PlusPlus::seed_from_u64(4));
    assert_ne!((&header.commitment, &header.salts), (&other.commitment, &other.salts));
    let mut game = Game::new(&header).unwrap();
    let mut same = Game::new(&other).unwrap();
    let mut command = Command::Start;
    let mut compared = 0;
    loop {
        let mut events = Vec::new();
        game.execute(&command, &dealer, &mut events).unwrap();
        if game.is_finished() {
            break;
        }
        for event in &events {
            same.apply(event).unwrap();
        }
        let of = |player: Player, game: &Game| player.think(game, &mut || 0.0);
        let quick = Level::ALL.into_iter().filter(|level| level.number() < 6).map(Level::player);
        let search = [Player::new(Method::Search { work: 5_000 })]
            .into_iter()
            .filter(|_| game.turns().is_multiple_of(12));
        for player in quick.chain(search) {
            assert_eq!(of(player, &game), of(player, &same), "{player}");
            compared += 1;
        }
        command = Player::new(Method::Greedy).choose(&game).unwrap();
    }
    assert!(compared > 300, "{compared} choices");
}

/// Every level with its slowest turn so far.
type Slowest = [Duration; Level::ALL.len()];

/// Plays game `number` of the soak: rule books and seats take turns, each seat has a level of its own, and the strong levels sit at
/// few tables, since they take long.
fn soak(number: usize, slowest: &mut Slowest) {
    let presets = Preset::ALL.len();
    let rules = Ruleset::of(Preset::ALL[number % presets]);
    let seats = 2 + number / presets % (rules.most_seats() - 1);
    let names = (0..seats).map(|seat| format!("Player {seat}")).collect();
    let level = |seat: Seat| match (seat.index(), number % 40) {
        (0, 12) => Level::ALL[7],
        (0, 1 | 14 | 27) => Level::ALL[6],
        (0, 3 | 9 | 10 | 20 | 35 | 38) => Level::ALL[5],
        (seat, _) => Level::ALL[(number + number / 5 + seat * 3) % 5],
    };
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(number as u64);
    let (header, dealer) = fresh_game(&Header::new(rules, names, Seat(0)), &mut rng);
    let mut game = Game::new(&header).unwrap();
    let mut command = Command::Start;
    loop {
        game.execute(&command, &dealer, &mut Vec::new()).unwrap_or_else(|error| {
            panic!("game {number}, turn {}: {command:?} is illegal: {error}", game.turns());
        });
        let Some(colour) = game.to_move() else { break };
        let level = level(game.seat_of(colour));
        let begun = Instant::now();
        let choice = level.player().with_seed(number as u64).choose(&game);
        let slowest = &mut slowest[usize::from(level.number()) - 1];
        *slowest = begun.elapsed().max(*slowest);
        command = choice.unwrap_or_else(|| panic!("game {number}: level {} has no turn", level.number()));
    }
    assert!(game.is_finished(), "game {number}");
}

/// `BASTIDE_GAMES=1000 cargo test --release --test rules soak -- --nocapture` plays a thousand games on all processors.
#[test]
fn in_a_soak_over_levels_rule_books_and_seats_every_turn_is_legal() {
    let games = support::setting("BASTIDE_GAMES").and_then(|games| games.parse().ok());
    // A game of each rule book, without levels above 5.
    let games = games.map_or(4..8, |games: usize| 0..games);
    let slowest: Slowest = games
        .into_par_iter()
        .map(|number| {
            let mut slowest = Slowest::default();
            soak(number, &mut slowest);
            slowest
        })
        .reduce(Slowest::default, |one, other| std::array::from_fn(|level| one[level].max(other[level])));
    for (level, slowest) in Level::ALL.iter().zip(slowest) {
        println!("level {}: slowest turn {:.1} ms", level.number(), slowest.as_secs_f64() * 1e3);
    }
}
