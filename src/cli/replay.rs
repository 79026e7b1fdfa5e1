//! `bastide replay`: checks a record and shows where it leads.

use std::fmt::Write as _;
use std::path::PathBuf;

use serde::Serialize;

use crate::engine::{Board, FollowerKind, Game, Position, Scored, Side};

use crate::cli::{Failure, record};

/// Check a record and print the final board and the scores
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The record, or - for standard input
    file: PathBuf,
    /// Add the end-of-game scoring to a record that stops early
    #[arg(long)]
    as_if_ended: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// A game's result as one JSON object, one entry a colour in every list.
#[derive(Serialize)]
pub struct Summary {
    finished: bool,
    turns: u32,
    scores: Vec<i32>,
    by_feature: ByFeature,
    followers: Vec<u32>,
    to_move: Option<u8>,
}

#[derive(Serialize)]
struct ByFeature {
    road: Vec<i32>,
    city: Vec<i32>,
    cloister: Vec<i32>,
    field: Vec<i32>,
    goods: Vec<i32>,
}

impl Summary {
    /// The result of a game so far.
    pub fn of(game: &Game) -> Self {
        let points =
            |scored: Scored| game.colours().map(|colour| game.points(colour)[scored as usize]).collect();
        let at_home =
            |colour| FollowerKind::ALL.map(|kind| u32::from(game.supply(colour, kind))).iter().sum();
        Self {
            finished: game.is_finished(),
            turns: game.turns(),
            scores: game.scores().to_vec(),
            by_feature: ByFeature {
                road: points(Scored::Road),
                city: points(Scored::City),
                cloister: points(Scored::Cloister),
                field: points(Scored::Field),
                goods: points(Scored::Goods),
            },
            followers: game.colours().map(at_home).collect(),
            to_move: game.to_move().map(|colour| colour.0),
        }
    }
}

/// Runs the verb; what it gives is printed.
pub fn run(args: &Args) -> Result<String, Failure> {
    let (_, game) = record::read(&args.file)?;
    let game = if args.as_if_ended { game.as_if_ended() } else { game };
    if args.json {
        return Ok(super::json_line(&Summary::of(&game)));
    }
    Ok(format!("{}\n{}", draw_board(game.board()), score_table(&game)))
}

/// The board in letters: three rows a tile, its edges around what is in the middle.
fn draw_board(board: &Board) -> String {
    let positions = || board.tiles().iter().map(|tile| tile.position);
    let span = |axis: fn(Position) -> i16| {
        let values = || positions().map(axis);
        values().min().unwrap_or(0)..=values().max().unwrap_or(0)
    };
    let mut text = String::new();
    for y in span(|position| position.y) {
        let mut rows = [String::new(), String::new(), String::new()];
        for x in span(|position| position.x) {
            let cell = board.at(Position::new(x, y)).map(|index| draw_tile(board, index));
            let cell = cell.unwrap_or([[' '; 3]; 3]);
            for (row, letters) in rows.iter_mut().zip(cell) {
                row.extend(letters);
                row.push(' ');
            }
        }
        for row in rows {
            text.push_str(row.trim_end());
            text.push('\n');
        }
    }
    text
}

fn draw_tile(board: &Board, index: usize) -> [[char; 3]; 3] {
    let tile = board.tiles()[index];
    let edges = tile.kind.edges(tile.rotation);
    let edge = |side: Side| edges[side.index()].letter();
    let follower = board.followers().iter().find(|follower| follower.tile == index);
    let middle = match follower {
        Some(follower) => char::from(b'0' + follower.colour.0),
        None if tile.kind.def().has_cloister() => 'L',
        None => '+',
    };
    [
        ['.', edge(Side::Top), '.'],
        [edge(Side::Left), middle, edge(Side::Right)],
        ['.', edge(Side::Bottom), '.'],
    ]
}

fn score_table(game: &Game) -> String {
    let mut text = format!(
        "{:<12}{:>6}{:>6}{:>10}{:>7}{:>7}{:>8}\n",
        "", "road", "city", "cloister", "field", "goods", "points"
    );
    for colour in game.colours() {
        let definition = &game.header().colours[colour.index()];
        let player = &game.header().seats[definition.seat.index()];
        let [road, city, cloister, field, goods] = game.points(colour);
        let points = game.scores()[colour.index()];
        let name = format!("{colour} {} {player}", definition.name);
        // Writing to a string does not fail.
        let _ = writeln!(text, "{name:<12}{road:>6}{city:>6}{cloister:>10}{field:>7}{goods:>7}{points:>8}");
    }
    let state = match game.to_move() {
        Some(colour) => format!("After {} turns, colour {colour} is to move.", game.turns()),
        None => format!("Over after {} turns.", game.turns()),
    };
    let _ = writeln!(text, "{state}");
    text
}
