//! Overlays: what can be drawn over a board on request.

use std::fmt::Write as _;

use engine::{Cell, SegmentKind};

use super::board::{frame_of, middle, spot, transform};
use super::curve::{Point, at};
use super::follower::Hue;
use super::sketch::Sketch;
use super::text::Escaped;
use super::view::BoardView;

#[derive(Clone, Debug)]
pub enum Mark {
    /// An outlined tile with a number: the moves of the last round.
    Number(Cell, u32),
    /// A short text on a cell.
    Text(Cell, String),
    /// An outlined cell with a short text above its lower edge.
    Named(Cell, String),
    /// An arrow from one cell to another.
    Arrow(Cell, Cell),
    /// An empty cell that no tile can fill.
    Dead(Cell),
    /// A disc with the owner's letter on a segment.
    Owner {
        /// The index of the tile on the board.
        tile: usize,
        /// The index of the segment in the definition.
        segment: usize,
        hue: Hue,
    },
    /// A short text on a segment.
    Tag {
        /// The index of the tile on the board.
        tile: usize,
        /// The index of the segment in the definition.
        segment: usize,
        text: String,
    },
    /// A feature's area, tinted and hatched.
    Area {
        /// Indexes of tiles and segments.
        segments: Vec<(usize, usize)>,
        /// The owner's; `None` if unowned.
        hue: Option<Hue>,
    },
}

impl Mark {
    /// The cell that the picture must include to show this mark.
    pub(super) fn cell(&self) -> Option<Cell> {
        match self {
            Self::Number(position, _)
            | Self::Text(position, _)
            | Self::Named(position, _)
            | Self::Dead(position) => Some(*position),
            Self::Arrow(..) | Self::Owner { .. } | Self::Tag { .. } | Self::Area { .. } => None,
        }
    }
}

/// Tinted fields, below roads and walls.
pub(super) fn below(out: &mut String, view: &BoardView) {
    areas(out, view, |kind| kind == SegmentKind::Field);
}

/// Tinted cities and roads, below walls and houses.
pub(super) fn on_the_ground(out: &mut String, view: &BoardView) {
    areas(out, view, |kind| kind != SegmentKind::Field);
}

fn areas(out: &mut String, view: &BoardView, wanted: impl Fn(SegmentKind) -> bool) {
    for mark in &view.marks {
        let Mark::Area { segments, hue } = mark else { continue };
        for &(tile, segment) in segments {
            let Some(tile) = view.tiles.get(tile) else { continue };
            if !tile.kind.def().segments.get(segment).is_some_and(|segment| wanted(segment.kind)) {
                continue;
            }
            let class = hue.map_or("a-none", Hue::class);
            let (data, line) = Sketch::of(tile.kind).area(segment);
            let line = if line { " a-line" } else { "" };
            let mut shape = |class: &str| {
                let _ = write!(out, r#"<path {class} d="{data}""#);
                transform(out, *tile);
                out.push_str("/>");
            };
            shape(&format!(r#"class="a-area {class}{line}""#));
            if line.is_empty() && hue.is_some_and(|hue| hue != Hue::Red) {
                shape(&format!(r#"fill="url(#{class})""#));
            }
        }
    }
}

/// Numbers, letters and outlines, above everything.
pub(super) fn above(out: &mut String, view: &BoardView) {
    for mark in &view.marks {
        match mark {
            Mark::Number(position, number) => {
                frame_of(out, "a-new", *position);
                badge(out, *position, *number);
            }
            Mark::Text(position, text) => {
                let (x, y) = middle(*position);
                let _ = write!(out, r#"<text class="a-note" x="{x}" y="{}">{}</text>"#, y + 8, Escaped(text));
            }
            Mark::Named(position, _) => frame_of(out, "a-last", *position),
            Mark::Dead(position) => dead(out, *position),
            Mark::Owner { tile, segment, hue } => {
                if let Some(tile) = view.tiles.get(*tile) {
                    owner(out, spot(*tile, *segment), *hue);
                }
            }
            Mark::Tag { tile, segment, text } => {
                if let Some(placed) = view.tiles.get(*tile) {
                    let taken = view.followers.iter().any(|one| (one.tile, one.segment) == (*tile, *segment));
                    let Point { x, y } = spot(*placed, *segment);
                    tag(out, Point { x, y: if taken { y - 28.0 } else { y } }, text);
                }
            }
            Mark::Area { .. } | Mark::Arrow(..) => {}
        }
    }
}

/// What stays above a tile that is tried: arrows, names and the number of its cell.
pub(super) fn on_top(out: &mut String, view: &BoardView) {
    for mark in &view.marks {
        if let Mark::Arrow(from, to) = mark {
            arrow(out, *from, *to);
        }
    }
    for mark in &view.marks {
        match mark {
            Mark::Named(cell, text) => {
                let (x, y) = middle(*cell);
                tag(out, at(f64::from(x), f64::from(y) + 34.0), text);
            }
            Mark::Number(cell, number)
                if view.ghost.as_ref().is_some_and(|ghost| ghost.tile.position == *cell) =>
            {
                badge(out, *cell, *number);
            }
            _ => {}
        }
    }
}

/// From near the middle of one cell to near the middle of the other.
fn arrow(out: &mut String, from: Cell, to: Cell) {
    let middle_of = |cell| {
        let (x, y) = middle(cell);
        at(f64::from(x), f64::from(y))
    };
    let (start, end) = (middle_of(from), middle_of(to));
    let length = start.distance(end);
    if length < 1.0 {
        return;
    }
    let (tail, neck, tip) = (
        start.towards(end, 30.0 / length),
        end.towards(start, 34.0 / length),
        end.towards(start, 16.0 / length),
    );
    // A step to the side of the arrow.
    let aside = at((start.y - end.y) / length * 14.0, (end.x - start.x) / length * 14.0);
    let _ = write!(
        out,
        r#"<path class="a-arrow" d="M{:.0} {:.0}L{:.0} {:.0}M{:.0} {:.0}L{:.0} {:.0}L{:.0} {:.0}z"/>"#,
        tail.x,
        tail.y,
        neck.x,
        neck.y,
        tip.x,
        tip.y,
        neck.x + aside.x,
        neck.y + aside.y,
        neck.x - aside.x,
        neck.y - aside.y,
    );
}

pub(super) fn badge(out: &mut String, position: Cell, number: u32) {
    let (x, y) = middle(position);
    let _ = write!(
        out,
        r#"<g class="a-badge"><circle cx="{}" cy="{}" r="14"/><text x="{}" y="{}">{number}</text></g>"#,
        x - 34,
        y - 34,
        x - 34,
        y - 28,
    );
}

fn tag(out: &mut String, at: Point, text: &str) {
    let (x, y) = at.whole();
    let half = 6 + 5 * i32::try_from(text.chars().count()).unwrap_or(3);
    let _ = write!(
        out,
        r#"<g class="a-tag"><rect x="{}" y="{}" width="{}" height="24" rx="12"/><text x="{x}" y="{}">{}</text></g>"#,
        x - half,
        y - 12,
        2 * half,
        y + 6,
        Escaped(text)
    );
}

fn dead(out: &mut String, position: Cell) {
    let (x, y) = middle(position);
    let _ = write!(out, r#"<path class="a-dead" d="M{} {}l56 56m0-56l-56 56"/>"#, x - 28, y - 28);
}

fn owner(out: &mut String, Point { x, y }: Point, hue: Hue) {
    let class = hue.class();
    let _ = write!(out, r#"<g class="a-own {class}" transform="translate({x:.0} {y:.0})"><circle r="11"/>"#);
    if hue != Hue::Red {
        let _ = write!(out, r#"<circle r="11" fill="url(#{class})"/>"#);
    }
    let _ = write!(out, r##"<use class="a-le" href="#a-t{}"/></g>"##, hue.letter());
}
