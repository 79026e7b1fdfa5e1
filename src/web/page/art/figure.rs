//! Followers: wooden figures. A hue is told by its colour, by a pattern in the wood and by a letter.

use std::fmt::Write as _;

use crate::engine::{COLOUR_NAMES, FollowerKind};

use super::curve::Point;

/// The paint of a colour's figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Hue {
    /// R, plain.
    Red,
    /// B, with stripes across.
    Blue,
    /// Y, with dots.
    Yellow,
    /// G, with slanting stripes.
    Green,
    /// K, with a grid.
    Black,
    /// W, with stripes from top to bottom.
    White,
}

impl Hue {
    /// All six, in the order of [`COLOUR_NAMES`].
    pub const ALL: [Self; 6] = [Self::Red, Self::Blue, Self::Yellow, Self::Green, Self::Black, Self::White];

    /// The paint that a colour's name says; for a name that says none, the one at `index`.
    pub fn named(name: &str, index: usize) -> Self {
        let known = COLOUR_NAMES.iter().position(|known| *known == name);
        Self::ALL[known.unwrap_or(index) % Self::ALL.len()]
    }

    /// Its class in the style sheet, which is also the id of its pattern.
    pub const fn class(self) -> &'static str {
        match self {
            Self::Red => "a-red",
            Self::Blue => "a-blue",
            Self::Yellow => "a-yellow",
            Self::Green => "a-green",
            Self::Black => "a-black",
            Self::White => "a-white",
        }
    }

    /// The letter on its figures.
    pub const fn letter(self) -> char {
        match self {
            Self::Red => 'R',
            Self::Blue => 'B',
            Self::Yellow => 'Y',
            Self::Green => 'G',
            Self::Black => 'K',
            Self::White => 'W',
        }
    }
}

/// How a figure stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pose {
    Upright,
    /// As farmers do.
    Lying,
}

/// The shapes and patterns that figures are made of.
pub(super) const SYMBOLS: &str = concat!(
    r##"<path id="a-s0" d="M0-18a5 5 0 0 1 4.3 7.6c3.5 1.2 9.2 3 9.2 6.2 0 2.6-3.6 3-6.6 2.8l4.6 8.4c.8 1.6-.1 3-1.8 3h-5.4c-1.2 0-1.9-.5-2.4-1.6L0 4.2l-1.9 4.2c-.5 1.1-1.2 1.6-2.4 1.6h-5.4c-1.7 0-2.6-1.4-1.8-3l4.6-8.4c-3 .2-6.6-.2-6.6-2.8 0-3.2 5.7-5 9.2-6.2A5 5 0 0 1 0-18z"/>"##,
    r##"<path id="a-s1" d="M-8 10L-6-4c-2.6-.4-4-1.6-4-3 0-1.2.8-1.7 2-1.5l3.6.4c-1-1.3-1.6-2.6-1.8-4.1H-9c0-1.6.8-2.2 2.4-2.3C-5.8-18-3.2-20 0-20s5.8 2 6.6 5.5c1.6.1 2.4.7 2.4 2.3H6.2C6-10.7 5.4-9.4 4.4-8.1L8-8.5l.5-5.5-2-.2.4-4.3 9 .8-.4 4.3-3.8-.3L11-6.5c-.2 1.7-2 2.3-5 2.5l2 14z"/>"##,
    r##"<path id="a-s2" d="M-15-3c0-5 5-8 11-8h6c2-2.5 5-3.5 7-3.5l-.5 3c2 .8 3.3 2.3 4 4.3l3 .7v4.5l-3.2.8C11.6.6 10 2.2 8 3.2V8H3.5V4.2h-9V8H-10V2.6c-2-1-3.6-2.6-4.3-4.6-1.7.2-2.7-.6-3-2.5l1-.2c.2.9.6 1.5 1.3 1.7z"/>"##,
    r##"<pattern id="a-blue" width="4" height="4" patternUnits="userSpaceOnUse"><path class="a-pt" d="M0 0H4V1.4H0z"/></pattern>"##,
    r##"<pattern id="a-yellow" width="4.6" height="4.6" patternUnits="userSpaceOnUse"><circle class="a-pd" cx="2" cy="2" r="1"/></pattern>"##,
    r##"<pattern id="a-green" width="5" height="5" patternUnits="userSpaceOnUse"><path class="a-pt" d="M0 3.6L3.6 0H5L0 5zM5 3.6V5H3.6z"/></pattern>"##,
    r##"<pattern id="a-black" width="4.6" height="4.6" patternUnits="userSpaceOnUse"><path class="a-pt" d="M0 0H4.6V.8H.8V4.6H0z"/></pattern>"##,
    r##"<pattern id="a-white" width="4" height="4" patternUnits="userSpaceOnUse"><path class="a-pd" d="M0 0H1.2V4H0z"/></pattern>"##,
);

const fn shape(kind: FollowerKind) -> &'static str {
    match kind {
        FollowerKind::Meeple | FollowerKind::Big => "a-s0",
        FollowerKind::Builder => "a-s1",
        FollowerKind::Pig => "a-s2",
    }
}

/// Draws a figure at a place.
pub(super) fn draw(
    out: &mut String,
    hue: Hue,
    kind: FollowerKind,
    pose: Pose,
    place: Point,
    label: Option<&str>,
) {
    let shape = shape(kind);
    let class = hue.class();
    let size = if kind == FollowerKind::Big { 1.4 } else { 1.0 };
    let _ = write!(out, r#"<g class="a-f {class}" transform="translate({:.0} {:.0})"#, place.x, place.y);
    if kind == FollowerKind::Big {
        let _ = write!(out, "scale({size})");
    }
    out.push_str("\">");
    if let Some(label) = label {
        let _ = write!(out, "<title>{}</title>", super::text::Escaped(label));
    }
    let (open, close) =
        if pose == Pose::Lying { (r#"<g transform="rotate(-90 0 -3)">"#, "</g>") } else { ("", "") };
    // The shadow and the wood's edge fall to the south-east, whichever way the figure lies.
    let (dx, dy) = if pose == Pose::Lying { (-1, 1) } else { (1, 1) };
    let _ = write!(
        out,
        r##"{open}<use href="#{shape}" class="a-f1" x="{}" y="{}"/><use href="#{shape}" class="a-f2" x="{dx}" y="{dy}"/><use href="#{shape}" class="a-f3"/>"##,
        3 * dx,
        3 * dy,
    );
    if hue != Hue::Red {
        let _ = write!(out, r##"<use href="#{shape}" fill="url(#{class})"/>"##);
    }
    let _ = write!(out, r#"{close}<text class="a-f4" y="2">{}</text></g>"#, hue.letter());
}
