//! Speed of the engine: whole random games, replays, legal turns, candidate turns, a computer player's turn, the planar graph.
//! Where a position does what a game did before by copying itself, both are measured.

use std::hint::black_box;
use std::time::Duration;

use bastide::analysis::{Depth, Study};
use bastide::cli::simulate::{RandomPlayer, fresh_game, numbered};
use bastide::engine::{Command, Event, Game, Header, Position, Preset, Ruleset, Seat, TileSet, legal};
use bastide::planar::Graph;
use bastide::players::{Method, Player, PlayoutStart, Playouts, Weights};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

fn header(rules: Ruleset, seats: usize) -> Header {
    Header::new(rules, (1..=seats).map(|seat| format!("player {seat}")).collect(), Seat(0))
}

fn random_games(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("random games");
    group.throughput(Throughput::Elements(1)).measurement_time(Duration::from_secs(5));
    let all = Ruleset { sets: TileSet::ALL.to_vec(), ..Ruleset::default() };
    let cases = [
        ("base, 2 seats", header(Ruleset::default(), 2)),
        ("base, 4 seats", header(Ruleset::default(), 4)),
        ("all sets, 4 seats", header(all, 4)),
        ("mcguire, 2 seats", header(Ruleset::of(Preset::Mcguire), 2)),
    ];
    for (name, header) in cases {
        group.bench_function(name, |bencher| {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
            let mut player = RandomPlayer::default();
            bencher.iter(|| {
                let (header, dealer) = fresh_game(&header, &mut rng);
                player.play(&header, &dealer, &mut rng).expect("the header is valid")
            });
        });
        let begun = Game::new(&header).expect("the header is valid").position().clone();
        group.bench_function(format!("{name}, on a position"), |bencher| {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
            let mut player = RandomPlayer::default();
            let mut position = begun.clone();
            bencher.iter(|| {
                position.clone_from(&begun);
                play_out(&mut position, &mut rng, |position, rng| player.command(position, rng));
                position.scores()[0]
            });
        });
    }
    group.finish();
}

/// Plays to the end, with draws of a plain generator.
fn play_out(
    position: &mut Position,
    rng: &mut Xoshiro256PlusPlus,
    mut choose: impl FnMut(&Position, &mut Xoshiro256PlusPlus) -> Option<Command>,
) {
    loop {
        if position.needs_draw() {
            position.deal(|choices| rng.random_range(0..choices));
        }
        match choose(position, rng) {
            Some(Command::Play(turn)) => position.play(&turn),
            Some(_) => position.pass(),
            None => return,
        }
        position.forget();
    }
}

/// A game between two computers after 35 turns.
fn mid_game() -> Game {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    let (header, dealer) = fresh_game(&header(Ruleset::default(), 2), &mut rng);
    let mut game = Game::new(&header).expect("the header is valid");
    let mut command = Some(Command::Start);
    while let Some(next) = command.filter(|_| game.turns() < 35) {
        game.execute(&next, &dealer, &mut Vec::new()).expect("the computer plays by the rules");
        command = Player::new(Method::Greedy).choose(&game);
    }
    game
}

fn search(criterion: &mut Criterion) {
    let game = mid_game();
    let turns = legal::turns(&game);
    let mut group = criterion.benchmark_group("candidate turns in mid-game");
    group.throughput(Throughput::Elements(turns.len() as u64));
    group.bench_function("on copies of the game: apply, score the end", |bencher| {
        let colour = game.to_move().expect("the game goes on");
        bencher.iter(|| {
            for &turn in &turns {
                let mut after = game.clone();
                after.apply(&Event::of_turn(colour, turn)).expect("it is legal");
                black_box(after.as_if_ended());
            }
        });
    });
    group.bench_function("on a position: play, score the end, take back", |bencher| {
        let mut position = game.position().clone();
        bencher.iter(|| {
            for turn in &turns {
                position.play(turn);
                black_box(position.final_scores());
                position.take_back();
            }
        });
    });
    group.bench_function("on a position: play, take back", |bencher| {
        let mut position = game.position().clone();
        bencher.iter(|| {
            for turn in &turns {
                position.play(turn);
                black_box(&position);
                position.take_back();
            }
        });
    });
    for method in [Method::Greedy, Method::Counting, Method::Quick] {
        let player = Player::new(method);
        group.bench_function(format!("a turn of {player}"), |bencher| {
            bencher.iter(|| player.choose(black_box(&game)));
        });
    }
    group.finish();
    criterion
        .bench_function("copy of a game in mid-game", |bencher| bencher.iter(|| black_box(&game).clone()));
    criterion.bench_function("playout of greedy from mid-game", |bencher| {
        let player = Player::new(Method::Greedy);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
        let mut position = game.position().clone();
        bencher.iter(|| {
            position.clone_from(game.position());
            play_out(&mut position, &mut rng, |position, _| player.choose(position));
            position.scores()[0]
        });
    });
    criterion.bench_function(
        "playout of quick from mid-game to the end, as the search plays it",
        |bencher| {
            let first = Player::new(Method::Quick).choose(&game).expect("the game goes on");
            let mut playouts = Playouts::new(game.position(), Weights::of(&game), u64::MAX, 5);
            let mut order = 0;
            bencher.iter(|| {
                order += 1;
                playouts.play(PlayoutStart::Command(first), order, |position, _| position.scores()[0])
            });
        },
    );
}

fn one_game(criterion: &mut Criterion) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    let (header, dealer) = fresh_game(&header(Ruleset::default(), 2), &mut rng);
    let (_, events) = RandomPlayer::default().play(&header, &dealer, &mut rng).expect("the header is valid");
    let log = numbered(events);
    criterion.bench_function("replay of a full base log", |bencher| {
        bencher.iter(|| Game::replay(black_box(&header), black_box(&log)));
    });
    let half = log.iter().rposition(|entry| entry.n < 110 && matches!(entry.event, Event::Draw { .. }));
    let game = Game::replay(&header, &log[..=half.unwrap_or(0)]).expect("a prefix of a log is valid");
    criterion.bench_function("legal turns in mid-game", |bencher| {
        bencher.iter(|| legal::turns(black_box(&game)));
    });
}

fn planar_graph(criterion: &mut Criterion) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
    let (header, dealer) = fresh_game(&header(Ruleset::default(), 2), &mut rng);
    let (game, _) = RandomPlayer::default().play(&header, &dealer, &mut rng).expect("the header is valid");
    let tiles = game.board().tiles();
    criterion.bench_function("planar graph of a full base game", |bencher| {
        bencher.iter(|| Graph::of(black_box(tiles)));
    });
    let graph = Graph::of(tiles).expect("base tiles have a planar graph");
    criterion
        .bench_function("features of that graph", |bencher| bencher.iter(|| black_box(&graph).features()));
}

/// A base game between two counting players.
fn analysis(criterion: &mut Criterion) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(6);
    let (header, dealer) = fresh_game(&header(Ruleset::default(), 2), &mut rng);
    let mut game = Game::new(&header).expect("the header is valid");
    let (mut command, mut events) = (Some(Command::Start), Vec::new());
    while let Some(next) = command {
        game.execute(&next, &dealer, &mut events).expect("the computer plays by the rules");
        command = Player::new(Method::Counting).choose(&game);
    }
    let log = numbered(events);
    criterion.bench_function("quick analysis of a base game", |bencher| {
        bencher.iter(|| Study::new(&game, &log, Depth::Quick, 0).expect("it is finished").run());
    });
}

criterion_group!(benches, random_games, one_game, search, planar_graph, analysis);
criterion_main!(benches);
