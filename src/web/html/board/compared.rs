//! A board before a turn, with what was played and what is better.

use crate::html::wording::names::Names;
use art::{BoardView, Mark};
use engine::{Cell, Colour, FollowerKind, Turn};

/// A turn with the name that its cell gets on the board.
#[derive(Clone, Copy)]
pub(crate) struct NamedTurn<'a> {
    pub turn: Turn,
    /// Empty if it gets none.
    pub name: &'a str,
}

/// Lays the turn that was played on the board, tries the better one, and leads from one to the other. If both want the same
/// cell, it shows the better one.
pub(crate) fn show(
    view: &mut BoardView,
    names: &Names,
    colour: Colour,
    played: Option<NamedTurn<'_>>,
    better: Option<NamedTurn<'_>>,
) {
    view.last = None;
    let wanted = better.map(|better| better.turn.position);
    if let Some(played) = played.filter(|played| Some(played.turn.position) != wanted) {
        lay(view, names, colour, played);
        view.marks.extend(wanted.map(|to| Mark::Arrow(played.turn.position, to)));
    }
    if let Some(NamedTurn { turn, name }) = better {
        view.ghost = Some(ghost(names, colour, turn));
        name_cell(view, turn.position, name);
    }
}

/// A turn that is tried or planned.
pub(crate) fn ghost(names: &Names, colour: Colour, turn: Turn) -> art::Ghost {
    let tile = art::Tile { kind: turn.tile, position: turn.position, rotation: turn.rotation };
    art::Ghost { tile, follower: follower(names, colour, turn), spots: Vec::new() }
}

fn lay(view: &mut BoardView, names: &Names, colour: Colour, NamedTurn { turn, name }: NamedTurn<'_>) {
    if let Some((hue, kind, segment)) = follower(names, colour, turn) {
        let tile = view.tiles.len();
        view.followers.push(art::Follower { hue, kind, tile, segment, label: name.to_owned() });
    }
    view.tiles.push(art::Tile { kind: turn.tile, position: turn.position, rotation: turn.rotation });
    name_cell(view, turn.position, name);
}

fn name_cell(view: &mut BoardView, cell: Cell, name: &str) {
    if !name.is_empty() {
        view.marks.push(Mark::Named(cell, name.to_owned()));
    }
}

fn follower(names: &Names, colour: Colour, turn: Turn) -> Option<(art::Hue, FollowerKind, usize)> {
    let follower = turn.follower?;
    let segment = follower.on.segment(turn.tile, turn.rotation)?;
    Some((names.hue(colour), follower.kind, segment))
}
