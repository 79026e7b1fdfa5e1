//! Reference pictures in `tests/pictures`: the drawing as it was last reviewed.
//!
//! After an intended change run `cargo test -p bastide-art renew_the_reference_pictures -- --ignored`, and review before committing.

use resvg::tiny_skia::Pixmap;

use super::raster::pixels;
use super::{BoardView, CellLink, Follower, Ghost, Hue, Mark, Spot, Tile, picture};
use engine::{Cell, FollowerKind, Rotation, Side, TileKind, TileSet};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/pictures");

/// Every kind in every rotation, without neighbours.
fn catalogue() -> BoardView {
    let mut view = BoardView::default();
    for kind in TileKind::all() {
        for rotation in Rotation::ALL {
            let place = i16::try_from(kind.index() * 4 + rotation.quarters()).unwrap();
            // Two cells apart, so that no tile has a neighbour.
            let position = Cell::new(place % 20 * 2, place / 20 * 2);
            view.tiles.push(Tile { kind, position, rotation });
        }
    }
    view
}

/// A dense square of matching tiles from these sets; cells that no tile fits stay empty.
fn patchwork(sets: &[TileSet], side: i16) -> BoardView {
    let mut view = BoardView::default();
    let kinds: Vec<TileKind> = TileKind::all().filter(|kind| sets.contains(&kind.def().set)).collect();
    for cell in 0..side * side {
        let position = Cell::new(cell % side, cell / side);
        let start = usize::try_from(cell).unwrap() * 31;
        let fitting =
            (0..kinds.len() * 4).map(|turn| (start + turn * 7) % (kinds.len() * 4)).find_map(|choice| {
                let tile =
                    Tile { kind: kinds[choice / 4], position, rotation: Rotation::from_quarters(choice) };
                fits(&view.tiles, tile).then_some(tile)
            });
        view.tiles.extend(fitting);
    }
    view
}

fn fits(tiles: &[Tile], tile: Tile) -> bool {
    Side::ALL.into_iter().all(|side| {
        let there = tile.position.neighbour(side);
        let beside = tiles.iter().find(|other| other.position == there);
        beside.is_none_or(|other| {
            other.kind.edges(other.rotation)[side.opposite().index()]
                == tile.kind.edges(tile.rotation)[side.index()]
        })
    })
}

/// A follower of each hue and kind in turn, on every segment of a board.
fn crowd(view: &mut BoardView) {
    let mut nth = 0;
    for (tile, placed) in view.tiles.iter().enumerate() {
        for segment in 0..placed.kind.def().segments.len() {
            let hue = Hue::ALL[nth % Hue::ALL.len()];
            let kind = FollowerKind::ALL[nth / Hue::ALL.len() % FollowerKind::ALL.len()];
            view.followers.push(Follower { hue, kind, tile, segment, label: String::new() });
            nth += 1;
        }
    }
}

/// Links, a ghost with its spots, areas, numbers and frames.
fn overlays() -> BoardView {
    let mut view = patchwork(&[TileSet::Base], 4);
    let cell = |x, y| Cell::new(x, y);
    let link = |position| CellLink { position, href: "/".into(), label: "here".into(), asks: false };
    view.cells = vec![link(cell(-1, 0)), link(cell(-1, 1))];
    view.last = Some(cell(3, 3));
    let ghost = Tile { position: cell(4, 0), ..view.tiles[0] };
    let spot = Spot { segment: 0, href: "/".into(), label: "here".into(), letter: String::new() };
    view.ghost =
        Some(Ghost { tile: ghost, follower: Some((Hue::Blue, FollowerKind::Meeple, 1)), spots: vec![spot] });
    for (tile, hue) in Hue::ALL.into_iter().enumerate() {
        view.marks.push(Mark::Area { segments: vec![(tile + 5, 0)], hue: Some(hue) });
        view.marks.push(Mark::Owner { tile: tile + 5, segment: 0, hue });
    }
    view.marks.push(Mark::Area { segments: (0..9).map(|segment| (0, segment)).collect(), hue: None });
    view.marks.push(Mark::Dead(cell(4, 2)));
    view
}

fn references() -> [(&'static str, BoardView, u32); 4] {
    let mut crowded = patchwork(&TileSet::ALL, 5);
    crowd(&mut crowded);
    [
        ("catalogue", catalogue(), 1000),
        ("patchwork", patchwork(&TileSet::ALL, 9), 560),
        ("followers", crowded, 400),
        ("overlays", overlays(), 400),
    ]
}

#[test]
fn the_drawing_looks_as_it_did_when_it_was_last_looked_at() {
    for (name, view, size) in references() {
        let now = pixels(&picture(&view), size).unwrap();
        let file = std::fs::read(format!("{FOLDER}/{name}.png")).expect("a reference picture");
        let then = Pixmap::decode_png(&file).expect("a PNG");
        assert_eq!((now.width(), now.height()), (then.width(), then.height()), "{name}: the size");
        let changed = now
            .data()
            .chunks_exact(4)
            .zip(then.data().chunks_exact(4))
            .filter(|(a, b)| a.iter().zip(*b).any(|(a, b)| a.abs_diff(*b) > 40))
            .count();
        let all = now.data().len() / 4;
        assert!(changed * 500 <= all, "{name}: {changed} of {all} pixels differ");
    }
}

#[test]
#[ignore = "writes new reference pictures"]
fn renew_the_reference_pictures() {
    std::fs::create_dir_all(FOLDER).unwrap();
    for (name, view, size) in references() {
        let png = super::png(&view, size).unwrap();
        println!("{name}: {} bytes", png.len());
        std::fs::write(format!("{FOLDER}/{name}.png"), png).unwrap();
    }
}
