//! A second engine, which computes everything independently, follows random games: both must agree after every turn.

mod engine;

use std::collections::BTreeSet;

use bastide::cli::simulate::{RandomPlayer, fresh_game};
use bastide::engine::{
    BagRule, Colour, Command, Event, FieldRule, Game, HandRule, Header, Preset, Ruleset, Seat, SecondPart,
    SegmentKind, TileSet, Unplaceable, legal,
};
use engine::Engine;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

/// Asserts that legal moves, features and points are the same in both.
fn compare(game: &Game, second: &mut Engine) {
    let board = game.board();
    assert_eq!(second.tiles.len(), board.tiles().len());
    let features = second.features();
    assert_eq!(features.len(), board.features().len());
    for feature in &features {
        let &(tile, segment) = feature.nodes.first().unwrap();
        let id = board.feature(tile, segment);
        let info = board.feature_info(id);
        let nodes: BTreeSet<(usize, usize)> = board.segments(id).collect();
        assert_eq!(nodes, feature.nodes);
        assert_eq!(board.is_complete(id), second.is_complete(feature), "{feature:?}");
        assert_eq!(usize::from(info.followers), feature.followers);
        assert_eq!(
            info.majority().iter().map(|colour| u32::from(info.strength(colour))).max().unwrap_or(0),
            *feature.strength.iter().max().unwrap()
        );
        if matches!(info.kind, SegmentKind::City | SegmentKind::Road) {
            assert_eq!(usize::from(info.open), feature.open);
        }
        assert_eq!(i32::from(info.tiles), feature.tiles());
        assert_eq!(
            (i32::from(info.shields), info.cathedral, info.inn),
            (feature.shields, feature.cathedral, feature.inn)
        );
        assert_eq!(info.goods.map(u32::from), feature.goods);
    }
    assert_eq!(game.scores(), second.scores);
    if let Some(colour) = game.to_move() {
        second.begin_turn();
        for colour in game.colours() {
            assert_eq!(game.ahead(colour), second.ahead[colour.index()], "what colour {colour} has drawn");
        }
        assert_eq!(colour.index(), second.to_move);
        let mut hand = second.hand.clone();
        let mut known = game.hand().to_vec();
        hand.sort_unstable_by_key(|kind| kind.index());
        known.sort_unstable_by_key(|kind| kind.index());
        assert_eq!(known, hand);
        let mut moves: BTreeSet<String> = legal::turns(game).iter().map(ToString::to_string).collect();
        moves.extend(legal::may_pass(game).then(|| "pass".to_owned()));
        assert_eq!(moves, second.moves());
    }
}

/// Plays a random game with both, and returns the number of turns compared.
fn play(rules: Ruleset, seats: usize, seed: u64) -> u32 {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let names = (1..=seats).map(|seat| format!("player {seat}")).collect();
    let (header, dealer) = fresh_game(&Header::new(rules, names, Seat(0)), &mut rng);
    let mut game = Game::new(&header).unwrap();
    let mut second = Engine::new(&header);
    let mut player = RandomPlayer::default();
    let mut command = Command::Start;
    let resigns = rng.random_range(0..6) == 0;
    loop {
        let mut events: Vec<Event> = Vec::new();
        game.execute(&command, &dealer, &mut events).unwrap();
        for event in &events {
            second.apply(event);
        }
        compare(&game, &mut second);
        let Some(next) = player.command(&game, &mut rng) else { return game.turns() };
        let last_two = game.colours().count() == 2 && game.turns() > 40;
        let leaves = resigns && (last_two || game.rules().draw_ahead && rng.random_range(0..40) == 0);
        let misses = game.rules().draw_ahead && rng.random_range(0..12) == 0;
        command = if leaves {
            Command::Resign(Colour(rng.random_range(0..u8::try_from(game.colours().count()).unwrap())))
        } else if misses {
            Command::Miss { allowed: 2 }
        } else {
            next
        };
        if matches!(command, Command::Resign(colour) if game.is_out(colour)) {
            command = next;
        }
    }
}

#[test]
fn a_second_engine_agrees_at_every_turn_of_every_preset() {
    for (seed, preset) in (0..).zip(Preset::ALL) {
        assert!(play(Ruleset::of(preset), 2, seed) > 10);
        assert!(play(Ruleset::of(preset), 3, 100 + seed) > 10);
    }
}

#[test]
fn a_second_engine_agrees_with_all_expansions_and_other_mixes() {
    let all = Ruleset { sets: TileSet::ALL.to_vec(), ..Ruleset::default() };
    let large =
        Ruleset { sets: vec![TileSet::Base, TileSet::Inns, TileSet::Traders, TileSet::King], ..all.clone() };
    let mixes = [
        all.clone(),
        Ruleset {
            fields: FieldRule::PerCity,
            field_points: 4,
            follower_after_scoring: true,
            ..large.clone()
        },
        Ruleset { loops_complete: false, unplaceable: Unplaceable::PutBack, ..all.clone() },
        Ruleset { hand: HandRule::OneAColour, ..large.clone() },
        Ruleset { sets: large.sets, ..Ruleset::of(Preset::Mcguire) },
        Ruleset { bag: BagRule::Minutes(60), ..Ruleset::of(Preset::Mcguire) },
        Ruleset { bag: BagRule::Minutes(30), ..all },
    ];
    for (seed, rules) in (0..).zip(mixes) {
        assert!(play(rules, 2 + usize::try_from(seed % 3).unwrap(), seed) > 10);
    }
}

/// Rules of every preset, with all expansions, with and without a river, under which players draw ahead.
fn draw_ahead() -> impl Iterator<Item = Ruleset> {
    let presets = Preset::ALL.map(Ruleset::of);
    let all = Ruleset { sets: TileSet::ALL.to_vec(), ..Ruleset::default() };
    let river = Ruleset { sets: vec![TileSet::Base, TileSet::River], ..Ruleset::default() };
    let mixes = [
        Ruleset { unplaceable: Unplaceable::PutBack, ..all.clone() },
        Ruleset { unplaceable: Unplaceable::EndAsTie, ..all.clone() },
        Ruleset { builder_second_part: SecondPart::May, ..all.clone() },
        Ruleset { bag: BagRule::Minutes(20), ..all.clone() },
        all,
        river,
    ];
    let ahead = |rules| Ruleset { draw_ahead: true, hand: HandRule::Shared(1), ..rules };
    presets.into_iter().chain(mixes).map(ahead)
}

#[test]
fn a_second_engine_agrees_where_players_draw_ahead() {
    for (seed, rules) in (0..).zip(draw_ahead()) {
        for seats in 2..=rules.most_seats() {
            for more in [0, 1000] {
                play(rules.clone(), seats, seed + more);
            }
        }
    }
}
