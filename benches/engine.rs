//! Speed of the engine: whole random games, replays, legal turns, a computer player's turn, the planar graph.

use std::hint::black_box;
use std::time::Duration;

use bastide::cli::simulate::{RandomPlayer, fresh_game, numbered};
use bastide::engine::{Event, Game, Header, Preset, Ruleset, Seat, TileSet, legal};
use bastide::planar::Graph;
use bastide::players::{self, Level};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

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
    }
    group.finish();
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
    criterion.bench_function("a turn of the computer in mid-game", |bencher| {
        bencher.iter(|| players::choose(black_box(&game), Level::Greedy));
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

criterion_group!(benches, random_games, one_game, planar_graph);
criterion_main!(benches);
