//! Rendering speed of the final board of a base game, which dominates the final page.

use std::hint::black_box;

use bastide::art;
use bastide::cli::simulate::{RandomPlayer, fresh_game};
use bastide::engine::{Header, Ruleset, Seat};
use bastide::web::html::board::{board_view, players};
use bastide::web::html::wording::names::Names;
use bastide::web::locale::Locale;
use criterion::{Criterion, criterion_group, criterion_main};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

fn final_board(criterion: &mut Criterion) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    let header = Header::new(Ruleset::default(), vec!["ann".into(), "ben".into()], Seat(0));
    let (header, dealer) = fresh_game(&header, &mut rng);
    let (game, _) = RandomPlayer::default().play(&header, &dealer, &mut rng).expect("the header is valid");
    let names = Names::of(Locale::ENGLISH, &header, None);
    criterion.bench_function("final board of a base game with its symbols", |bencher| {
        bencher.iter(|| {
            let view = board_view::of(black_box(&game), &names);
            (art::symbols(view.kinds()), art::board(&view))
        });
    });
    criterion.bench_function("players of a game", |bencher| {
        bencher.iter(|| players::rows(black_box(&game), &names));
    });
}

criterion_group!(benches, final_board);
criterion_main!(benches);
