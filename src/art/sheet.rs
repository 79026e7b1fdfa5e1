//! The sheet of all kinds in every rotation, with neighbours that fit.

use std::fmt::Write as _;

use engine::{Cell, Edge, Rotation, Side, TileKind, TileSet};

use super::board::board;
use super::symbols::symbols;
use super::text::Escaped;
use super::view::{BoardView, Tile};

/// The content of a page: for each set a heading from `name`, and for each kind four boards of five tiles, described by
/// `words`. Includes its own symbols.
pub fn sheet(
    sets: &[TileSet],
    name: impl Fn(TileSet) -> String,
    words: impl Fn(TileKind, Rotation) -> String,
) -> String {
    let of_set = |set| TileKind::all().filter(move |kind| kind.def().set == set);
    let boards = |kind| Rotation::ALL.map(|rotation| among_neighbours(kind, rotation, words(kind, rotation)));
    let shown = sets.iter().copied().flat_map(of_set).flat_map(boards);
    let mut out = symbols(shown.flat_map(|board| board.tiles.into_iter().map(|tile| tile.kind)));
    for &set in sets {
        let _ = write!(out, "<section><h2>{}</h2>", Escaped(&name(set)));
        for kind in of_set(set) {
            let _ = write!(
                out,
                r#"<figure class="a-kind"><figcaption><strong>{kind}</strong> {}</figcaption><div class="a-turns">"#,
                Escaped(&words(kind, Rotation::R0))
            );
            for view in boards(kind) {
                out.push_str(&board(&view));
            }
            out.push_str("</div></figure>");
        }
        out.push_str("</section>");
    }
    out
}

/// A tile with a matching neighbour on each side.
fn among_neighbours(kind: TileKind, rotation: Rotation, label: String) -> BoardView {
    let middle = Tile { kind, position: Cell::ORIGIN, rotation };
    let edges = kind.edges(rotation);
    let beside = Side::ALL.into_iter().filter_map(|side| neighbour(side, edges[side.index()], kind.index()));
    BoardView { label, tiles: std::iter::once(middle).chain(beside).collect(), ..BoardView::default() }
}

/// A tile that shows `edge` to the tile at its `side`; `vary` selects which.
fn neighbour(side: Side, edge: Edge, vary: usize) -> Option<Tile> {
    let wanted =
        |kind: &TileKind| kind.def().set == if edge == Edge::River { TileSet::River } else { TileSet::Base };
    let fits =
        |&(kind, rotation): &(TileKind, Rotation)| kind.edges(rotation)[side.opposite().index()] == edge;
    let fitting: Vec<_> = TileKind::all()
        .filter(wanted)
        .flat_map(|kind| Rotation::ALL.map(|rotation| (kind, rotation)))
        .filter(fits)
        .collect();
    let nth = (vary * 7 + side.index() * 5) % fitting.len().max(1);
    let &(kind, rotation) = fitting.get(nth)?;
    Some(Tile { kind, position: Cell::ORIGIN.neighbour(side), rotation })
}
