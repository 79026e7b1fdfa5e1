//! Followers as wooden pieces. Colours differ by hue, by a pattern in the wood, and by a letter.

use std::fmt::Write as _;

use engine::{COLOUR_NAMES, Colour, FollowerKind, Header};

use super::curve::{Point, at};

/// How the followers of a colour look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Hue {
    /// R, plain.
    Red,
    /// B, horizontal stripes.
    Blue,
    /// Y, dots.
    Yellow,
    /// G, slanting stripes.
    Green,
    /// K, a grid.
    Black,
    /// W, vertical stripes.
    White,
}

impl Hue {
    /// In the order of [`COLOUR_NAMES`].
    pub const ALL: [Self; 6] = [Self::Red, Self::Blue, Self::Yellow, Self::Green, Self::Black, Self::White];

    /// The hue of a game's colour.
    pub fn of(header: &Header, colour: Colour) -> Self {
        let name = header.colours.get(colour.index()).map_or("", |known| &known.name);
        Self::named(name, colour.index())
    }

    /// The hue with this name or, for any other name, the one at `index`.
    pub fn named(name: &str, index: usize) -> Self {
        let known = COLOUR_NAMES.iter().position(|known| *known == name);
        Self::ALL[known.unwrap_or(index) % Self::ALL.len()]
    }

    /// The class in the style sheet, which is also the id of the pattern.
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

    /// The letter on its followers.
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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pose {
    Upright,
    /// Like a farmer.
    Lying,
}

/// The shapes and patterns of followers, in tile units. A figure is its shadow, a light halo, a dark rim and a face, so that
/// it stands out on every ground.
pub(super) const SYMBOLS: &str = concat!(
    r##"<path id="a-s0" d="M0-24.8c4.2 0 7.3 3.1 7.3 6.9 0 1.6-.5 3-1.3 4.1 4.7.7 12.6 3.2 12.6 8 0 3.1-2.9 4.3-6.4 4.2-1.5 0-3.1-.3-4.4-.6.5 3.4 3.3 7.9 5.6 11.5 1.4 2.2.5 4.2-2 4.2H5.6c-1.5 0-2.4-.8-3-2.1L0 6.4-2.6 11.4c-.6 1.3-1.5 2.1-3 2.1h-5.8c-2.5 0-3.4-2-2-4.2 2.3-3.6 5.1-8.1 5.6-11.5-1.3.3-2.9.6-4.4.6-3.5.1-6.4-1.1-6.4-4.2 0-4.8 7.9-7.3 12.6-8-.8-1.1-1.3-2.5-1.3-4.1 0-3.8 3.1-6.9 7.3-6.9z"/>"##,
    r##"<path id="a-s1" d="M-9.9 12.4L-7.4-5c-3.2-.5-5-2-5-3.7 0-1.5 1-2.1 2.5-1.9l4.5.5c-1.2-1.6-2-3.2-2.2-5.1H-11.2c0-2 1-2.7 3-2.9C-7.2-22.3-4-24.8 0-24.8s7.2 2.5 8.2 6.8c2 .1 3 .9 3 2.9H7.7C7.4-13.3 6.7-11.7 5.5-10L9.9-10.5l.6-6.8-2.5-.2.5-5.3 11.2 1-.5 5.3-4.7-.4L13.6-8.1c-.2 2.1-2.5 2.9-6.2 3.1l2.5 17.4z"/>"##,
    r##"<path id="a-s2" d="M-18.3-3.7c0-6.1 6.1-9.8 13.4-9.8h7.3c2.4-3 6.1-4.3 8.5-4.3l-.6 3.7c2.4 1 4 2.8 4.9 5.2l3.7.9v5.5l-3.9 1C14.2.7 12.2 2.7 9.8 3.9V9.8H4.3V5.1h-11V9.8H-12.2V3.2c-2.4-1.2-4.4-3.2-5.2-5.6-2.1.2-3.3-.7-3.7-3l1.2-.2c.2 1.1.7 1.8 1.6 2.1z"/>"##,
    r##"<g id="a-f0"><ellipse class="a-fs" cx="2" cy="13.6" rx="15.5" ry="4"/><use href="#a-s0" class="a-f1" x=".7" y="1"/><use href="#a-s0" class="a-f2" x=".8" y="1.5"/><use href="#a-s0" class="a-f3"/><use href="#a-s0" class="a-f4" fill="url(#a-wood)"/></g>"##,
    r##"<g id="a-l0" transform="rotate(-90 0 -5)"><use href="#a-s0" class="a-fs" x="-4.2" y="2.2"/><use href="#a-s0" class="a-f1" x="-1" y=".7"/><use href="#a-s0" class="a-f2" x="-1.5" y=".8"/><use href="#a-s0" class="a-f3"/><use href="#a-s0" class="a-f4" fill="url(#a-wood)"/></g>"##,
    r##"<g id="a-f1"><ellipse class="a-fs" cx="2" cy="13.6" rx="13.5" ry="4"/><use href="#a-s1" class="a-f1" x=".7" y="1"/><use href="#a-s1" class="a-f2" x=".8" y="1.5"/><use href="#a-s1" class="a-f3"/><use href="#a-s1" class="a-f4" fill="url(#a-wood)"/></g>"##,
    r##"<g id="a-l1" transform="rotate(-90 0 -5)"><use href="#a-s1" class="a-fs" x="-4.2" y="2.2"/><use href="#a-s1" class="a-f1" x="-1" y=".7"/><use href="#a-s1" class="a-f2" x="-1.5" y=".8"/><use href="#a-s1" class="a-f3"/><use href="#a-s1" class="a-f4" fill="url(#a-wood)"/></g>"##,
    r##"<g id="a-f2"><ellipse class="a-fs" cx="1" cy="9.6" rx="17" ry="4"/><use href="#a-s2" class="a-f1" x=".7" y="1"/><use href="#a-s2" class="a-f2" x=".8" y="1.5"/><use href="#a-s2" class="a-f3"/><use href="#a-s2" class="a-f4" fill="url(#a-wood)"/></g>"##,
    r#"<path id="a-tR" d="M-3 5V-5H.8a2.8 2.8 0 0 1 0 5.5H-3M.2.5L3.5 5"/>"#,
    r#"<path id="a-tB" d="M-3 5V-5H.5a2.5 2.5 0 0 1 0 5H-3M.5 0H1a2.5 2.5 0 0 1 0 5H-3"/>"#,
    r#"<path id="a-tY" d="M-3.8-5L0 0 3.8-5M0 0V5"/>"#,
    r#"<path id="a-tG" d="M3.5-3.2A4.4 5 0 1 0 3.8 1.8V.5H.8"/>"#,
    r#"<path id="a-tK" d="M-3-5V5M3.2-5L-3 .8M-.8-1.2L3.5 5"/>"#,
    r#"<path id="a-tW" d="M-4.8-5L-2.5 5 0-2.5 2.5 5 4.8-5"/>"#,
    r##"<linearGradient id="a-wood" x2="1" y2="1"><stop stop-color="#fff" stop-opacity=".4"/><stop offset=".5" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-opacity=".3"/></linearGradient>"##,
    r##"<pattern id="a-blue" width="5" height="5" patternUnits="userSpaceOnUse"><path class="a-pt" d="M0 0H5V1.7H0z"/></pattern>"##,
    r##"<pattern id="a-yellow" width="5.6" height="5.6" patternUnits="userSpaceOnUse"><circle class="a-pd" cx="2.4" cy="2.4" r="1.2"/></pattern>"##,
    r##"<pattern id="a-green" width="6" height="6" patternUnits="userSpaceOnUse"><path class="a-pt" d="M0 4.3L4.3 0H6L0 6zM6 4.3V6H4.3z"/></pattern>"##,
    r##"<pattern id="a-black" width="5.6" height="5.6" patternUnits="userSpaceOnUse"><path class="a-pt" d="M0 0H5.6V1H1V5.6H0z"/></pattern>"##,
    r##"<pattern id="a-white" width="5" height="5" patternUnits="userSpaceOnUse"><path class="a-pd" d="M0 0H1.5V5H0z"/></pattern>"##,
);

/// The number of a kind's shape.
const fn shape(kind: FollowerKind) -> u8 {
    match kind {
        FollowerKind::Meeple | FollowerKind::Big => 0,
        FollowerKind::Builder => 1,
        FollowerKind::Pig => 2,
    }
}

/// Draws a follower at `at`.
pub(super) fn draw(
    out: &mut String,
    hue: Hue,
    kind: FollowerKind,
    pose: Pose,
    place: Point,
    label: Option<&str>,
) {
    let (shape, class) = (shape(kind), hue.class());
    let (x, y) = at(place.x, place.y + if pose == Pose::Upright { 4.0 } else { 5.0 }).whole();
    let size = if kind == FollowerKind::Big { "scale(1.25)" } else { "" };
    let _ = write!(out, r#"<g class="a-f {class}" transform="translate({x} {y}){size}">"#);
    if let Some(label) = label {
        let _ = write!(out, "<title>{}</title>", super::text::Escaped(label));
    }
    let (pose, turn) =
        if pose == Pose::Upright { ("f", "") } else { ("l", r#" transform="rotate(-90 0 -5)""#) };
    let _ = write!(out, r##"<use href="#a-{pose}{shape}"/>"##);
    if hue != Hue::Red {
        let _ = write!(out, r##"<use class="a-f4" href="#a-s{shape}" fill="url(#{class})"{turn}/>"##);
    }
    let _ = write!(
        out,
        r##"<use class="a-le" href="#a-t{}"{}/></g>"##,
        hue.letter(),
        if shape == 0 { r#" y="-3""# } else { "" }
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hues_have_letters_and_patterns_of_their_own() {
        for hue in Hue::ALL {
            assert_eq!(Hue::ALL.iter().filter(|other| other.letter() == hue.letter()).count(), 1);
            let pattern = SYMBOLS.contains(&format!("<pattern id=\"{}\"", hue.class()));
            assert_eq!(pattern, hue != Hue::Red, "{hue:?}");
        }
        assert_eq!(Hue::named("black", 0), Hue::Black);
        assert_eq!(Hue::named("mauve", 7), Hue::Blue);
    }
}
