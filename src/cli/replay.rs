//! `bastide replay`: checks a record and shows its result.

use std::fmt::Write as _;
use std::path::PathBuf;

use serde::Serialize;

use engine::{Board, Cell, EndReason, FollowerKind, Game, Phase, Scored, Seat, Side};

use crate::{Failure, record};

/// Check a record and print the final board and the scores
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The record, or - for standard input
    file: PathBuf,
    /// Add the final scoring to a record that stops early
    #[arg(long)]
    as_if_ended: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// A game's result as one JSON object. Lists of points and followers have one entry per colour.
#[derive(Serialize)]
pub struct Summary {
    finished: bool,
    turns: u32,
    scores: Vec<i32>,
    by_feature: ByFeature,
    followers: Vec<u32>,
    to_move: Option<u8>,
    /// Why the game ended; absent for a game in progress, even with the final scoring added.
    reason: Option<EndReason>,
    /// Several seats if they share the win.
    winners: Vec<Seat>,
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
            reason: match game.phase() {
                Phase::Finished { reason } => Some(reason),
                Phase::Playing { .. } => None,
            },
            winners: game.winners(),
        }
    }
}

/// Returns the text to print.
pub fn run(args: &Args) -> Result<String, Failure> {
    let (_, game) = record::read(&args.file)?;
    let stops_early = args.as_if_ended && !game.is_finished();
    let game = if args.as_if_ended { game.as_if_ended() } else { game };
    if args.json {
        let summary = Summary::of(&game);
        let reason = summary.reason.filter(|_| !stops_early);
        return Ok(super::json_line(&Summary { reason, ..summary }));
    }
    Ok(format!("{}\n{}", draw_board(game.board()), score_table(&game, stops_early)))
}

/// Draws the board in letters: three rows per tile, its edges around its centre.
fn draw_board(board: &Board) -> String {
    let positions = || board.tiles().iter().map(|tile| tile.position);
    let span = |axis: fn(Cell) -> i16| {
        let values = || positions().map(axis);
        values().min().unwrap_or(0)..=values().max().unwrap_or(0)
    };
    let mut text = String::new();
    for y in span(|position| position.y) {
        let mut rows = [String::new(), String::new(), String::new()];
        for x in span(|position| position.x) {
            let cell = board.at(Cell::new(x, y)).map(|index| draw_tile(board, index));
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

/// The points of each colour by source, then the state of the game. Ignores the results of `writeln!`, since writing to
/// a string cannot fail.
fn score_table(game: &Game, stops_early: bool) -> String {
    let handicaps = &game.header().handicaps;
    let handicapped = |text: &str| if handicaps.is_empty() { String::new() } else { format!("{text:>10}") };
    let mut text = format!(
        "{:<12}{:>6}{:>6}{:>10}{:>7}{:>7}{}{:>8}\n",
        "",
        "road",
        "city",
        "cloister",
        "field",
        "goods",
        handicapped("handicap"),
        "points"
    );
    for colour in game.colours() {
        let definition = &game.header().colours[colour.index()];
        let player = &game.header().seats[definition.seat.index()];
        let [road, city, cloister, field, goods] = game.points(colour);
        let points = game.scores()[colour.index()];
        let handicap = handicapped(&(points - game.points(colour).iter().sum::<i32>()).to_string());
        let name = format!("{colour} {} {player}", definition.name);
        let _ = writeln!(
            text,
            "{name:<12}{road:>6}{city:>6}{cloister:>10}{field:>7}{goods:>7}{handicap}{points:>8}"
        );
    }
    let seats = &game.header().seats;
    if game.colours().count() > seats.len() {
        for (seat, player) in (0..).map(Seat).zip(seats) {
            let _ = writeln!(text, "{player} has {} points in all.", game.seat_score(seat));
        }
    }
    let turns = match game.turns() {
        1 => "1 turn".to_owned(),
        turns => format!("{turns} turns"),
    };
    let _ = match (game.to_move(), game.phase()) {
        (Some(colour), _) => writeln!(text, "After {turns}, colour {colour} is to move."),
        _ if stops_early => writeln!(text, "As if the game had ended after {turns}. {}", winners(game)),
        (_, Phase::Finished { reason }) => {
            writeln!(text, "Over after {turns}: {}. {}", why(reason), winners(game))
        }
        _ => Ok(()),
    };
    text
}

const fn why(reason: EndReason) -> &'static str {
    match reason {
        EndReason::BagEmpty => "no tile is left that can be placed",
        EndReason::HandUnplayable => "no tile of the hand can be placed, which is a tie",
        EndReason::Resigned => "at most one player is left",
        EndReason::Agreed => "the players agreed to end it",
        EndReason::CalledOff => "it was called off",
    }
}

fn winners(game: &Game) -> String {
    let names: Vec<&str> =
        game.winners().into_iter().map(|seat| game.header().seats[seat.index()].as_str()).collect();
    match names.split_last() {
        None => "Nobody wins.".to_owned(),
        Some((winner, [])) => format!("{winner} wins."),
        Some((last, others)) => format!("{} and {last} share the win.", others.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::Record;

    fn table(record: &str) -> String {
        let (_, game) = Record::read(record).unwrap();
        score_table(&game, false)
    }

    const TWO: &str = r#""colours":[{"seat":0,"name":"red"},{"seat":1,"name":"blue"}],"seats":["ann","ben"]"#;

    #[test]
    fn the_text_says_why_it_is_over_who_won_and_what_the_handicaps_were() {
        let resigned = format!(
            "{{\"record\":1,\"rules\":{{\"preset\":\"modern\"}},\"start\":[\"CRFR\"],{TWO},\"handicaps\":[3,0]}}\n{}\n",
            r#"{"n":1,"type":"resign","colour":1}"#
        );
        let text = table(&resigned);
        assert!(
            text.starts_with("              road  city  cloister  field  goods  handicap  points\n"),
            "{text}"
        );
        assert!(
            text.contains("0 red ann        0     0         0      0      0         3       3\n"),
            "{text}"
        );
        assert!(text.ends_with("Over after 0 turns: at most one player is left. ann wins.\n"), "{text}");
    }

    #[test]
    fn the_text_adds_up_a_seat_s_colours_and_names_those_who_tie() {
        let header = r#"{"record":1,"rules":{"preset":"mcguire"},"start":["CRFR"],"colours":[{"seat":0,"name":"red"},{"seat":1,"name":"blue"},{"seat":0,"name":"yellow"},{"seat":1,"name":"green"}],"seats":["ann","ben"],"handicaps":[5,0]}"#;
        let (_, game) = Record::read(&format!("{header}\n")).unwrap();
        let text = score_table(&game.as_if_ended(), true);
        assert!(text.contains("ann has 5 points in all.\nben has 0 points in all.\n"), "{text}");
        assert!(text.ends_with("As if the game had ended after 0 turns. ann wins.\n"), "{text}");
        let level = header.replace("[5,0]", "[5,5]");
        let (_, game) = Record::read(&format!("{level}\n")).unwrap();
        let text = score_table(&game.as_if_ended(), true);
        assert!(text.ends_with("ann and ben share the win.\n"), "{text}");
    }
}
