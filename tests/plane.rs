//! The plane graph and the board are two opinions on one map: they agree after every placement.

use std::collections::BTreeSet;

use bastide::cli::simulate::{RandomPlayer, fresh_game};
use bastide::engine::plane::Graph;
use bastide::engine::{Board, Game, HalfSide, Header, Position, Ruleset, Seat, SegmentKind, Side};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

/// All boxes whose games are checked, alone and together.
const RULES: [&str; 4] = [
    r#"{"sets":["base"]}"#,
    r#"{"sets":["base","river"]}"#,
    r#"{"sets":["base","inns"]}"#,
    r#"{"sets":["base","river","inns"]}"#,
];

/// What both must say of a map: roads and cities with their sides, tiles and completeness; fields with their halves, tiles
/// and the completed cities that they touch. An enclosed field has no half, so equal ones are counted.
#[derive(Debug, PartialEq, Eq)]
struct Opinion {
    roads: BTreeSet<(BTreeSet<(Position, Side)>, usize, bool)>,
    cities: BTreeSet<(BTreeSet<(Position, Side)>, usize, bool)>,
    fields: Vec<(BTreeSet<(Position, HalfSide)>, usize, usize)>,
}

fn of_board(board: &Board) -> Opinion {
    let mut opinion = Opinion { roads: BTreeSet::new(), cities: BTreeSet::new(), fields: Vec::new() };
    for feature in board.features() {
        let info = board.feature_info(feature);
        let tiles = usize::from(info.tiles);
        let (mut sides, mut halves) = (BTreeSet::new(), BTreeSet::new());
        for (tile, segment) in board.segments(feature) {
            let tile = board.tiles()[tile];
            let segment = tile.kind.def().segments[segment];
            sides.extend(segment.side_list().map(|side| (tile.position, side + tile.rotation)));
            let owned = HalfSide::ALL.into_iter().filter(|&half| segment.owns(half));
            halves.extend(owned.map(|half| (tile.position, half + tile.rotation)));
        }
        match info.kind {
            SegmentKind::Road => drop(opinion.roads.insert((sides, tiles, board.is_complete(feature)))),
            SegmentKind::City => drop(opinion.cities.insert((sides, tiles, board.is_complete(feature)))),
            SegmentKind::Field => opinion.fields.push((halves, tiles, board.cities_of(feature).len())),
            SegmentKind::Cloister => {}
        }
    }
    opinion.fields.sort();
    opinion
}

fn of_graph(graph: &Graph) -> Opinion {
    let features = graph.features();
    let complete = |city: &&usize| features.cities[**city].complete;
    let mut fields: Vec<_> = features
        .farms
        .iter()
        .map(|farm| (farm.halves.clone(), farm.tiles.len(), farm.cities.iter().filter(complete).count()))
        .collect();
    fields.sort();
    let roads =
        features.roads.into_iter().map(|road| (road.sides, road.tiles.len(), road.complete)).collect();
    let cities =
        features.cities.into_iter().map(|city| (city.sides, city.tiles.len(), city.complete)).collect();
    Opinion { roads, cities, fields }
}

/// Plays random games in turn by each of the rules and compares after every placement; returns the placements compared.
fn compare(games: usize, seed: u64) -> usize {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut player = RandomPlayer::default();
    let mut compared = 0;
    for number in 0..games {
        let rules: Ruleset = serde_json::from_str(RULES[number % RULES.len()]).unwrap();
        let header = Header::new(rules, vec!["ann".into(), "ben".into()], Seat(0));
        let (header, dealer) = fresh_game(&header, &mut rng);
        let (_, events) = player.play(&header, &dealer, &mut rng).unwrap();
        let mut game = Game::new(&header).unwrap();
        let mut graph = Graph::of(game.board().tiles()).unwrap();
        for event in &events {
            game.apply(event).unwrap();
            let Some((_, turn)) = event.turn() else { continue };
            graph.add(turn.tile, turn.position, turn.rotation).unwrap();
            assert_eq!(of_graph(&graph), of_board(game.board()), "game {number}, {turn}");
            assert!(graph.euler().holds(), "game {number}, {turn}: {:?}", graph.euler());
            compared += 1;
        }
    }
    compared
}

#[test]
fn graph_and_board_agree_after_every_placement() {
    assert!(compare(8, 1) > 8 * 70);
}

#[test]
#[ignore = "2,000 games: cargo test --release --test plane -- --ignored"]
fn graph_and_board_agree_after_every_placement_of_two_thousand_games() {
    assert!(compare(2_000, 2) > 2_000 * 70);
}
