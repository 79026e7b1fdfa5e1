//! The planar graph and the board are independent views of one map: they agree after every placement.

use std::collections::BTreeSet;

use bastide::cli::simulate::{RandomPlayer, fresh_game};
use bastide::engine::{
    Board, Cell, Command, Game, HalfSide, Header, Record, Ruleset, Seat, SegmentKind, Side, Turn, legal,
};
use bastide::planar::{Euler, Format, Graph};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, RngExt, SeedableRng};

/// The expansions whose games are checked, alone and together.
const RULES: [&str; 5] = [
    r#"{"sets":["base"]}"#,
    r#"{"sets":["base","river"]}"#,
    r#"{"sets":["base","inns"]}"#,
    r#"{"sets":["base","river","inns"]}"#,
    r#"{"sets":["base","river","inns","traders"]}"#,
];

type Sides = BTreeSet<(Cell, Side)>;
/// A road or city: its sides, its tiles, and whether it is complete.
type Way = (Sides, usize, bool);
type Halves = BTreeSet<(Cell, HalfSide)>;
/// A field: its half sides, its tiles, and the completed cities that it touches.
type Grass = (Halves, usize, usize);

/// What both must agree on: roads and cities with their sides, tiles and completeness; fields with their half sides, tiles and
/// the completed cities that they touch. Enclosed fields have no half sides, so equal ones are counted.
#[derive(Debug, PartialEq, Eq)]
struct Opinion {
    roads: BTreeSet<Way>,
    cities: BTreeSet<Way>,
    fields: Vec<Grass>,
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

/// A turn that places the tile next to as many neighbours as possible, so that the map is dense and farms contain cities and rings.
fn dense(game: &Game, rng: &mut impl Rng) -> Option<Turn> {
    game.to_move()?;
    let neighbours = |position: Cell| {
        position.around().into_iter().filter(|&cell| game.board().at(cell).is_some()).count()
    };
    let legal = game.hand().iter().flat_map(|&tile| {
        legal::placements(game, tile).into_iter().map(move |(position, rotation)| (tile, position, rotation))
    });
    let legal: Vec<_> = legal.collect();
    let most = legal.iter().map(|&(_, position, _)| neighbours(position)).max()?;
    let best: Vec<_> = legal.into_iter().filter(|&(_, position, _)| neighbours(position) == most).collect();
    let (tile, position, rotation) = best[rng.random_range(0..best.len())];
    Some(Turn { tile, position, rotation, follower: None })
}

/// Plays random games, half of them dense, under each of the rules in turn, and compares after every placement. Returns the
/// number of placements compared, and the number of their maps with a component inside another's face.
fn compare(games: usize, seed: u64) -> (usize, usize) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut player = RandomPlayer::default();
    let (mut compared, mut nested) = (0, 0);
    for number in 0..games {
        let rules: Ruleset = serde_json::from_str(RULES[number / 2 % RULES.len()]).unwrap();
        let header = Header::new(rules, vec!["ann".into(), "ben".into()], Seat(0));
        let (header, dealer) = fresh_game(&header, &mut rng);
        let mut game = Game::new(&header).unwrap();
        let mut graph = Graph::of(game.board().tiles()).unwrap();
        game.execute(&Command::Start, &dealer, &mut Vec::new()).unwrap();
        loop {
            let turn = if number % 2 == 0 { player.choose(&game, &mut rng) } else { dense(&game, &mut rng) };
            let Some(turn) = turn else { break };
            game.execute(&Command::Play(turn), &dealer, &mut Vec::new()).unwrap();
            graph.add(turn.tile, turn.position, turn.rotation).unwrap();
            assert_eq!(of_graph(&graph), of_board(game.board()), "game {number}, {turn}");
            let euler = graph.euler();
            assert!(euler.holds(), "game {number}, {turn}: {euler:?}");
            compared += 1;
            nested += usize::from(euler.components > 1);
        }
    }
    (compared, nested)
}

#[test]
fn graph_and_board_agree_after_every_placement() {
    let (compared, nested) = compare(10, 1);
    assert!(compared > 10 * 70);
    assert!(nested > 5 * 70);
}

#[test]
#[ignore = "2,000 games: cargo test --release --test rules plane -- --ignored"]
fn graph_and_board_agree_after_every_placement_of_two_thousand_games() {
    let (compared, _) = compare(2_000, 2);
    assert!(compared > 2_000 * 70);
}

/// The code block of `docs/plane.md` that is fenced as `language`.
fn shown(language: &str) -> &'static str {
    let page = include_str!("../../docs/plane.md");
    page.split(&format!("```{language}\n")).nth(1).and_then(|rest| rest.split("```").next()).unwrap()
}

#[test]
fn the_example_that_is_shown_has_the_graph_that_is_shown() {
    let (_, game) = Record::read(shown("jsonl")).unwrap();
    let tiles = game.board().tiles();
    for laid in 1..=tiles.len() {
        let Euler { vertices, edges, faces, components } = Graph::of(&tiles[..laid]).unwrap().euler();
        let row = format!(" | {vertices} | {edges} | {faces} | {components} | ");
        assert_eq!(include_str!("../../docs/plane.md").matches(&row).count(), 1, "{row}");
    }
    assert_eq!(Graph::of(tiles).unwrap().export(Format::Dot), shown("dot"));
}
