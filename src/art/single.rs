//! Pictures of single things, and boards as standalone files.

use std::fmt::Write as _;

use engine::{Cell, FollowerKind, Good, Rotation, TileKind};

use super::board::{frame, pose, scene};
use super::curve::at;
use super::follower::{self, Hue, Pose};
use super::pieces::{Piece, body};
use super::sketch::Sketch;
use super::style::{STILL, STILL_DARK};
use super::symbols::definitions;
use super::text::Escaped;
use super::view::{BoardView, Tile};

/// A tile's SVG with a title for screen readers. It refers to [`super::symbols`] in the same page.
pub fn tile(kind: TileKind, rotation: Rotation, title: &str) -> String {
    let view =
        BoardView { tiles: vec![Tile { kind, position: Cell::ORIGIN, rotation }], ..BoardView::default() };
    let mut out = String::with_capacity(1024);
    let _ = write!(
        out,
        r#"<svg class="tile" viewBox="-50 -50 100 100" width="96" height="96" role="img"><title>{}</title>"#,
        Escaped(title)
    );
    scene(&mut out, &view);
    out.push_str("</svg>");
    out
}

/// [`tile`] for about 28 pixels, without houses and plants, which would be invisible at that size.
pub fn thumbnail(kind: TileKind, rotation: Rotation, title: &str) -> String {
    const SCENERY: [&str; 9] =
        ["#a-h", "#a-fir", "#a-tr", "#a-tuft", "#a-bush", "#a-flowers", "#a-market", "#a-keep", "#a-garden"];
    let is_scenery = |part: &&str| SCENERY.iter().any(|name| part.contains(name));
    let part = |part| {
        Some(part).filter(is_scenery).and_then(|part| part.rfind("<use")).map_or(part, |end| &part[..end])
    };
    tile(kind, rotation, title).split_inclusive("/>").map(part).collect()
}

/// A follower's SVG without a title, for use next to a text.
pub fn follower(hue: Hue, kind: FollowerKind) -> String {
    let mut out = String::from(
        r#"<svg class="figure" viewBox="-27 -29 54 54" width="28" height="28" aria-hidden="true" focusable="false">"#,
    );
    follower::draw(&mut out, hue, kind, Pose::Upright, at(0.0, 0.0), None);
    out.push_str("</svg>");
    out
}

/// The SVG of a collected good without a title. It refers to nothing in the page.
pub fn good(good: Good) -> String {
    let mut out = String::from(
        r#"<svg class="figure" viewBox="-10 -10 20 20" width="20" height="20" aria-hidden="true" focusable="false">"#,
    );
    out.push_str(body(Piece::of_good(good)));
    out.push_str("</svg>");
    out
}

/// A follower as placed on a segment of a tile, around its [`anchor`]: an SVG group, not a whole picture.
pub fn follower_on(hue: Hue, kind: FollowerKind, tile: TileKind, segment: usize) -> String {
    let mut out = String::new();
    follower::draw(&mut out, hue, kind, pose(tile, kind, segment), at(0.0, 0.0), None);
    out
}

/// A whole board as a standalone SVG document in the light theme, for link previews.
pub fn picture(view: &BoardView) -> String {
    document(view, "")
}

/// A whole board as a standalone SVG document that follows the viewer's theme.
pub fn picture_of_both_themes(view: &BoardView) -> String {
    document(view, &STILL_DARK)
}

fn document(view: &BoardView, dark: &str) -> String {
    let [left, top, width, height] = frame(view);
    let mut out = String::with_capacity(64 * 1024);
    let _ = write!(
        out,
        r#"<svg xmlns="http://www.w3.org/2000/svg" class="board" viewBox="{left} {top} {width} {height}" width="{width}" height="{height}" role="img"><title>{}</title><style>{}{dark}</style><defs>"#,
        Escaped(&view.label),
        *STILL
    );
    definitions(&mut out, view.kinds(), &[]);
    let _ = write!(
        out,
        r#"</defs><rect class="a-table" x="{left}" y="{top}" width="{width}" height="{height}"/>"#
    );
    still_scene(&mut out, view);
    out.push_str("</svg>");
    out
}

/// [`scene`] for programs that don't know selectors of attributes by their ends: plain walls get a class.
pub(super) fn still_scene(out: &mut String, view: &BoardView) {
    let mut drawn = String::with_capacity(64 * 1024);
    scene(&mut drawn, view);
    out.push_str(&drawn.replace("-w\" transform", "-w\" class=\"a-st\" transform"));
}

/// The place of a follower on a segment of the unrotated tile, in tile units: the centre is (0, 0), the sides are at ±50.
pub fn anchor(kind: TileKind, segment: usize) -> Option<(f64, f64)> {
    Sketch::of(kind).anchors.get(segment).map(|point| (point.x, point.y))
}
