//! A board as one picture, painted from the ground up.

use std::fmt::Write as _;

use engine::{Cell, FollowerKind, SegmentKind, Side, TileKind};

use super::changes::{self, marked};
use super::curve::{Point, at};
use super::detail::Chance;
use super::edges;
use super::finished::{self, TileCities};
use super::follower::{self, Pose};
use super::marks;
use super::sketch::{Sketch, VARIANTS};
use super::text::Escaped;
use super::view::{BoardView, CellLink, Follower, Ghost, Planned, Tile};

/// The board's SVG, which refers to [`super::symbols`] in the same page.
pub fn board(view: &BoardView) -> String {
    let mut out = String::with_capacity(512 * (view.tiles.len() + 8));
    let [left, top, width, height] = frame(view);
    let is_plain = view.cells.is_empty() && view.ghost.is_none() && view.planned.is_empty();
    let role = if is_plain { "img" } else { "group" };
    let _ = write!(
        out,
        r#"<svg class="board" viewBox="{left} {top} {width} {height}" width="{}" height="{}" role="{role}" aria-label="{}">"#,
        width * 7 / 10,
        height * 7 / 10,
        Escaped(&view.label),
    );
    scene(&mut out, view);
    out.push_str("</svg>");
    out
}

/// The picture's frame in board units, 100 per tile: left, top, width, height.
pub(super) fn frame(view: &BoardView) -> [i32; 4] {
    let margin = if view.coordinates { 60 } else { 20 };
    if let Some([west, east, north, south]) = view.window.map(|window| window.map(i32::from)) {
        return [west * 100 - 50, north * 100 - 50, (east - west + 1) * 100, (south - north + 1) * 100];
    }
    let [west, east, north, south] = view.bounds().map(i32::from);
    let (left, top) = (west * 100 - 50 - margin, north * 100 - 50 - margin);
    [left, top, (east - west + 1) * 100 + 2 * margin, (south - north + 1) * 100 + 2 * margin]
}

/// Everything on the board, in painting order.
pub(super) fn scene(out: &mut String, view: &BoardView) {
    let cities = TileCities::of(view);
    meadow(out, view);
    marks::below(out, view);
    for (index, tile) in view.tiles.iter().enumerate() {
        lying(out, *tile, &cities[index], view.event_of(index));
    }
    marks::on_the_ground(out, view);
    edges::gardens(out, view);
    let mut rows: Vec<(usize, &Tile)> = view.tiles.iter().enumerate().collect();
    rows.sort_by_key(|(_, tile)| (tile.position.y, tile.position.x));
    for (index, tile) in rows {
        standing(out, *tile, &cities[index], view.event_of(index));
    }
    grid(out, view);
    edges::hedges(out, view);
    finished::flags(out, view);
    changes::scored(out, view);
    for cell in &view.cells {
        link(out, cell);
    }
    if let Some(position) = view.last {
        frame_of(out, "a-last", position);
    }
    out.push_str(&view.graph);
    changes::returned(out, view);
    followers(out, view);
    marks::above(out, view);
    changes::numbers(out, view);
    out.push_str(&view.outlines);
    for turn in &view.planned {
        planned(out, turn);
    }
    if let Some(tried) = &view.ghost {
        ghost(out, tried);
    }
    marks::on_top(out, view);
    if view.coordinates {
        coordinates(out, view);
    }
}

/// The centre of a cell, in board units.
pub(super) fn middle(position: Cell) -> (i32, i32) {
    (i32::from(position.x) * 100, i32::from(position.y) * 100)
}

/// The place of a follower on a segment of a placed tile.
pub(super) fn spot(tile: Tile, segment: usize) -> Point {
    let (x, y) = middle(tile.position);
    let own = Sketch::of(tile.kind).anchors.get(segment).copied().unwrap_or(at(0.0, 0.0));
    let own = own.turned(tile.rotation.quarters());
    // In front of the building, whatever the tile's rotation.
    let front = match tile.kind.def().segments.get(segment).map(|segment| segment.kind) {
        Some(SegmentKind::Cloister) => at(-11.0, 13.0),
        _ => at(0.0, 0.0),
    };
    at(f64::from(x) + own.x + front.x, f64::from(y) + own.y + front.y)
}

/// The old tiles, and the new ones with their events.
fn by_age(view: &BoardView) -> (&[Tile], impl Iterator<Item = (&Tile, u32)> + Clone) {
    let (old, new) = view.tiles.split_at(view.tiles.len() - view.changes.tiles.len().min(view.tiles.len()));
    (old, new.iter().zip(view.changes.tiles.iter().copied()))
}

/// New tiles bring their own grass, which covers the parts of old tiles that reach across the side.
fn meadow(out: &mut String, view: &BoardView) {
    let (old, new) = by_age(view);
    shadow(out, old, None);
    for (tile, event) in new.clone() {
        shadow(out, &[*tile], Some(event));
        let _ = write!(out, r#"<path class="a-rim" data-n="{event}" d="{}"/>"#, cells(&[*tile], [0, 0]));
    }
    if !old.is_empty() {
        grass(out, "a-rim", &cells(old, [0, 0]));
    }
    for (tile, event) in new {
        let _ = write!(out, r#"<g data-n="{event}">"#);
        grass(out, "a-sod", &cells(&[*tile], [0, 0]));
        out.push_str("</g>");
    }
}

/// The soft shadow of tiles on the table: a stroke, which costs less than a blur whenever the camera moves.
fn shadow(out: &mut String, tiles: &[Tile], event: Option<u32>) {
    if !tiles.is_empty() {
        out.push_str(r#"<path class="a-cast""#);
        marked(out, event);
        let _ = write!(out, r#" d="{}"/>"#, cells(tiles, [1, 4]));
    }
}

fn grass(out: &mut String, class: &str, cells: &str) {
    let _ = write!(out, r#"<path class="{class}" d="{cells}"/><path fill="url(#a-grass)" d="{cells}"/>"#);
}

/// The squares of these tiles, moved by some units, as path data.
fn cells(tiles: &[Tile], [right, down]: [i32; 2]) -> String {
    let mut cells = String::with_capacity(16 * tiles.len());
    for (first, count) in runs(tiles) {
        let (x, y) = middle(first);
        let _ = write!(cells, "M{} {}h{}v100h-{}z", x - 50 + right, y - 50 + down, 100 * count, 100 * count);
    }
    cells
}

/// Runs of adjacent tiles: the first cell and the length.
fn runs(tiles: &[Tile]) -> Vec<(Cell, usize)> {
    let mut cells: Vec<Cell> = tiles.iter().map(|tile| tile.position).collect();
    cells.sort_unstable_by_key(|cell| (cell.y, cell.x));
    let together = cells.chunk_by(|left, right| *right == left.neighbour(Side::Right));
    together.map(|run| (run[0], run.len())).collect()
}

/// Writes the `transform` of a tile's symbols.
pub(super) fn transform(out: &mut String, tile: Tile) {
    let (x, y) = middle(tile.position);
    let _ = write!(out, r#" transform="translate({x} {y})"#);
    out.push_str(["\"", "rotate(90)\"", "rotate(180)\"", "rotate(270)\""][tile.rotation.quarters()]);
}

fn lying(out: &mut String, tile: Tile, cities: &TileCities, event: Option<u32>) {
    used(out, tile, "", if cities.all_old(tile) { r#" class="a-fi""# } else { "" }, event);
    cities.ground(out, tile);
}

/// One of the two symbols of a tile.
fn used(out: &mut String, tile: Tile, which: &str, class: &str, event: Option<u32>) {
    out.push_str("<use href=\"#a-");
    out.push_str(tile.kind.name());
    out.push_str(which);
    out.push('"');
    out.push_str(class);
    transform(out, tile);
    marked(out, event);
    out.push_str("/>");
}

fn standing(out: &mut String, tile: Tile, cities: &TileCities, event: Option<u32>) {
    let sketch = Sketch::of(tile.kind);
    if sketch.walled {
        used(out, tile, "-w", if cities.all_old(tile) { r#" class="a-fw""# } else { "" }, event);
        cities.walls(out, tile);
    }
    let details = &sketch.details[tile.rotation.quarters()][variant(tile.position)];
    if !details.is_empty() {
        let (x, y) = middle(tile.position);
        let lit = if cities.all(tile) { r#" class="a-lit""# } else { "" };
        let _ = write!(out, r#"<g{lit} transform="translate({x} {y})""#);
        marked(out, event);
        let _ = write!(out, ">{details}</g>");
    }
}

/// Which of its arrangements a tile shows: always the same for a cell.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "any bits do")]
fn variant(position: Cell) -> usize {
    let seed = u64::from(position.x as u16) << 16 | u64::from(position.y as u16);
    Chance(seed).below(VARIANTS as u64) as usize
}

/// Faint joints between the tiles.
fn grid(out: &mut String, view: &BoardView) {
    let joint = |tile: &Tile| {
        let (x, y) = middle(tile.position);
        format!("M{} {}h100v100", x - 50, y - 50)
    };
    let (old, new) = by_age(view);
    let _ = write!(out, r#"<path class="a-grid" d="{}"/>"#, old.iter().map(joint).collect::<String>());
    for (tile, event) in new {
        let _ = write!(out, r#"<path class="a-grid" data-n="{event}" d="{}"/>"#, joint(tile));
    }
}

fn link(out: &mut String, cell: &CellLink) {
    let (x, y) = middle(cell.position);
    let _ = write!(
        out,
        r#"<a class="a-cell{}" href="{}" aria-label="{}"><rect x="{}" y="{}" width="92" height="92" rx="9"/>"#,
        if cell.asks { " a-ask" } else { "" },
        Escaped(&cell.href),
        Escaped(&cell.label),
        x - 46,
        y - 46,
    );
    let _ = if cell.asks {
        write!(out, r#"<text x="{x}" y="{}">?</text></a>"#, y + 11)
    } else {
        write!(out, r#"<path d="M{} {y}h20M{x} {}v20"/></a>"#, x - 10, y - 10)
    };
}

/// A frame around a cell.
pub(super) fn frame_of(out: &mut String, class: &str, position: Cell) {
    let (x, y) = middle(position);
    for class in ["a-fr", class] {
        let _ = write!(
            out,
            r#"<rect class="{class}" x="{}" y="{}" width="98" height="98" rx="3"/>"#,
            x - 49,
            y - 49
        );
    }
}

fn followers(out: &mut String, view: &BoardView) {
    let mut followers: Vec<(Point, &Follower, Pose)> = Vec::with_capacity(view.followers.len());
    for (nth, follower) in view.followers.iter().enumerate() {
        let Some(tile) = view.tiles.get(follower.tile) else { continue };
        let here = |other: &&Follower| (other.tile, other.segment) == (follower.tile, follower.segment);
        let before = view.followers[..nth].iter().filter(here).count();
        let beside = f64::from(u8::try_from(before).unwrap_or(u8::MAX)) * 19.0;
        let spot = spot(*tile, follower.segment);
        let pose = pose(tile.kind, follower.kind, follower.segment);
        followers.push((at(spot.x + beside, spot.y), follower, pose));
    }
    followers.sort_by(|a, b| a.0.y.total_cmp(&b.0.y));
    for (place, follower, pose) in followers {
        let label = (!follower.label.is_empty()).then_some(follower.label.as_str());
        let event = view.event_of(follower.tile);
        if let Some(event) = event {
            let _ = write!(out, r#"<g data-n="{event}">"#);
        }
        follower::draw(out, follower.hue, follower.kind, pose, place, label);
        if event.is_some() {
            out.push_str("</g>");
        }
    }
}

/// Followers on fields lie down; pigs always stand.
pub(super) fn pose(tile: TileKind, kind: FollowerKind, segment: usize) -> Pose {
    let field = tile.def().segments.get(segment).is_some_and(|segment| segment.kind == SegmentKind::Field);
    if field && kind != FollowerKind::Pig { Pose::Lying } else { Pose::Upright }
}

fn ghost(out: &mut String, ghost: &Ghost) {
    out.push_str(r#"<g class="a-ghost">"#);
    grass(out, "a-rim", &cells(&[ghost.tile], [0, 0]));
    lying(out, ghost.tile, &TileCities::default(), None);
    standing(out, ghost.tile, &TileCities::default(), None);
    out.push_str("</g>");
    frame_of(out, "a-try", ghost.tile.position);
    for link in &ghost.spots {
        let Point { x, y } = spot(ghost.tile, link.segment);
        let _ = write!(
            out,
            r#"<a class="a-spot" href="{}" aria-label="{}"><circle class="a-hit" cx="{x:.0}" cy="{y:.0}" r="20"/><circle cx="{x:.0}" cy="{y:.0}" r="12"/><text x="{x:.0}" y="{:.0}">{}</text></a>"#,
            Escaped(&link.href),
            Escaped(&link.label),
            y + 4.0,
            Escaped(&link.letter),
        );
    }
    if let Some((hue, kind, segment)) = ghost.follower {
        follower::draw(out, hue, kind, pose(ghost.tile.kind, kind, segment), spot(ghost.tile, segment), None);
    }
}

/// Clicks reach the cell below.
fn planned(out: &mut String, planned: &Planned) {
    let label = Escaped(&planned.label);
    let _ = write!(out, r#"<g class="a-planned" role="img" aria-label="{label}" pointer-events="none">"#);
    ghost(out, &planned.tile);
    if let Some(number) = planned.number {
        marks::badge(out, planned.tile.tile.position, number);
    }
    out.push_str("</g>");
}

fn coordinates(out: &mut String, view: &BoardView) {
    let [west, east, north, south] = view.bounds().map(i32::from);
    out.push_str(r#"<g class="a-co" aria-hidden="true">"#);
    for x in west..=east {
        for y in [north * 100 - 72, south * 100 + 88] {
            let _ = write!(out, r#"<text x="{}" y="{y}">{x}</text>"#, x * 100);
        }
    }
    for y in north..=south {
        for x in [west * 100 - 80, east * 100 + 80] {
            let _ = write!(out, r#"<text x="{x}" y="{}">{y}</text>"#, y * 100 + 8);
        }
    }
    out.push_str("</g>");
}
