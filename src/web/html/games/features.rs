//! The board as a list of features: for ears, and for whoever would rather read.

use crate::aids::{Aid, Aids};
use crate::engine::{Board, FeatureId, Game, Position, SegmentKind, Side};

use crate::web::html::games::names::{Names, capital, count, listed};
use crate::web::html::rulebook::words as book;

/// Features of a kind.
#[derive(Clone, Debug)]
pub struct FeatureGroup {
    /// "Open cities" and the like.
    pub title: String,
    /// A sentence each.
    pub features: Vec<String>,
}

/// What can still change or pay at the end. Without the help that says who owns what, figures are told one by one.
pub fn groups(game: &Game, names: &Names, aids: Aids) -> Vec<FeatureGroup> {
    let board = game.board();
    let features = board.features();
    let words = names.words();
    let of_kind = |title, kind| {
        let told = features.iter().copied().filter(|&id| board.feature_info(id).kind == kind);
        let told = told.filter_map(|id| sentence(game, names, aids, id));
        FeatureGroup { title, features: told.collect() }
    };
    let groups = [
        of_kind(format!("Open {}", words.cities), SegmentKind::City),
        of_kind("Open roads".to_owned(), SegmentKind::Road),
        of_kind(book::capital(words.cloisters), SegmentKind::Cloister),
        of_kind("Fields with farmers".to_owned(), SegmentKind::Field),
    ];
    groups.into_iter().filter(|group| !group.features.is_empty()).collect()
}

fn sentence(game: &Game, names: &Names, aids: Aids, id: FeatureId) -> Option<String> {
    let board = game.board();
    let info = board.feature_info(id);
    let told = match info.kind {
        _ if board.is_complete(id) => return None,
        SegmentKind::Field if info.figures == 0 => return None,
        SegmentKind::Field => {
            let cities = i64::try_from(board.cities_of(id).len()).unwrap_or(i64::MAX);
            format!(
                "touches {cities} finished {}",
                if cities == 1 { names.words().city } else { names.words().cities }
            )
        }
        SegmentKind::Cloister => {
            format!("{} still missing", count(9 - board.cloister_tiles(id), "neighbour"))
        }
        SegmentKind::City | SegmentKind::Road => {
            let shields =
                if info.shields > 0 { format!(", {}", count(info.shields, "shield")) } else { String::new() };
            format!("{}{shields}, open at {}", count(info.tiles, "tile"), cells(&gaps(board, id)))
        }
    };
    let on_it = if aids.allow(Aid::Owners) { holders(game, names, id) } else { figures(board, names, id) };
    Some(format!("{}: {told}; {on_it}.", at(board, id)))
}

/// Where it is: its tiles' cells.
pub(in crate::web) fn at(board: &Board, id: FeatureId) -> String {
    let mut tiles: Vec<usize> = board.segments(id).map(|(tile, _)| tile).collect();
    tiles.sort_unstable();
    tiles.dedup();
    let all: Vec<Position> = tiles.into_iter().map(|tile| board.tiles()[tile].position).collect();
    cells(&all)
}

fn cells(cells: &[Position]) -> String {
    /// More are counted rather than listed.
    const LISTED: usize = 6;
    let mut told: Vec<String> = cells.iter().take(LISTED).map(ToString::to_string).collect();
    if cells.len() > LISTED {
        told.push(format!("{} more", cells.len() - LISTED));
    }
    listed(&told)
}

/// The empty cells that the feature runs into.
fn gaps(board: &Board, id: FeatureId) -> Vec<Position> {
    let mut gaps: Vec<Position> = board
        .segments(id)
        .flat_map(|(tile, segment)| {
            let placed = board.tiles()[tile];
            let sides: Vec<Side> =
                placed.kind.def().segments[segment].side_list().map(|side| side + placed.rotation).collect();
            sides.into_iter().map(move |side| placed.position.neighbour(side))
        })
        .filter(|&cell| board.at(cell).is_none())
        .collect();
    gaps.sort_unstable();
    gaps.dedup();
    gaps
}

/// The figures that stand on it, each by the cell of its tile: whose it is, everybody counts for themselves.
fn figures(board: &Board, names: &Names, id: FeatureId) -> String {
    let on_it = board.followers().iter().filter(|placed| board.feature(placed.tile, placed.segment) == id);
    let told: Vec<String> = on_it
        .map(|placed| {
            let figure = names.words().figure(placed.kind);
            format!("{} with a {figure} at {}", names.who(placed.colour), board.tiles()[placed.tile].position)
        })
        .collect();
    if told.is_empty() { "nobody stands on it".to_owned() } else { capital(&listed(&told)) }
}

fn holders(game: &Game, names: &Names, id: FeatureId) -> String {
    let board = game.board();
    let mut told: Vec<String> = Vec::new();
    for colour in game.colours() {
        for kind in crate::engine::FollowerKind::ALL {
            let there = board
                .followers()
                .iter()
                .filter(|placed| placed.colour == colour && placed.kind == kind)
                .filter(|placed| board.feature(placed.tile, placed.segment) == id)
                .count();
            if there > 0 {
                let there = i64::try_from(there).unwrap_or(i64::MAX);
                told.push(format!("{} with {}", names.who(colour), count(there, names.words().figure(kind))));
            }
        }
    }
    if told.is_empty() { "nobody’s".to_owned() } else { capital(&listed(&told)) }
}
