//! Followers as wooden pieces. Colours differ by hue, by a pattern in the wood, and by a letter.

use std::fmt::Write as _;

use crate::engine::{COLOUR_NAMES, Colour, FollowerKind, Header};

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
    /// Like a farmer, at this percentage of the usual size where a field is narrow.
    Lying(u8),
}

/// The shapes and patterns of followers.
pub(super) const SYMBOLS: &str = concat!(
    r##"<path id="a-s0" d="M0-18a5 5 0 0 1 4.3 7.6c3.5 1.2 9.2 3 9.2 6.2 0 2.6-3.6 3-6.6 2.8l4.6 8.4c.8 1.6-.1 3-1.8 3h-5.4c-1.2 0-1.9-.5-2.4-1.6L0 4.2l-1.9 4.2c-.5 1.1-1.2 1.6-2.4 1.6h-5.4c-1.7 0-2.6-1.4-1.8-3l4.6-8.4c-3 .2-6.6-.2-6.6-2.8 0-3.2 5.7-5 9.2-6.2A5 5 0 0 1 0-18z"/>"##,
    r##"<path id="a-s1" d="M-8 10L-6-4c-2.6-.4-4-1.6-4-3 0-1.2.8-1.7 2-1.5l3.6.4c-1-1.3-1.6-2.6-1.8-4.1H-9c0-1.6.8-2.2 2.4-2.3C-5.8-18-3.2-20 0-20s5.8 2 6.6 5.5c1.6.1 2.4.7 2.4 2.3H6.2C6-10.7 5.4-9.4 4.4-8.1L8-8.5l.5-5.5-2-.2.4-4.3 9 .8-.4 4.3-3.8-.3L11-6.5c-.2 1.7-2 2.3-5 2.5l2 14z"/>"##,
    r##"<path id="a-s2" d="M-15-3c0-5 5-8 11-8h6c2-2.5 5-3.5 7-3.5l-.5 3c2 .8 3.3 2.3 4 4.3l3 .7v4.5l-3.2.8C11.6.6 10 2.2 8 3.2V8H3.5V4.2h-9V8H-10V2.6c-2-1-3.6-2.6-4.3-4.6-1.7.2-2.7-.6-3-2.5l1-.2c.2.9.6 1.5 1.3 1.7z"/>"##,
    r##"<g id="a-f0"><use href="#a-s0" class="a-f1" x="3" y="3"/><use href="#a-s0" class="a-f2" x="1" y="1.4"/><use href="#a-s0" class="a-f3"/><use href="#a-s0" fill="url(#a-wood)"/></g>"##,
    r##"<g id="a-l0" transform="rotate(-90 0 -3)"><use href="#a-s0" class="a-f1" x="-3" y="3"/><use href="#a-s0" class="a-f2" x="-1.4" y="1"/><use href="#a-s0" class="a-f3"/><use href="#a-s0" fill="url(#a-wood)"/></g>"##,
    r##"<g id="a-f1"><use href="#a-s1" class="a-f1" x="3" y="3"/><use href="#a-s1" class="a-f2" x="1" y="1.4"/><use href="#a-s1" class="a-f3"/><use href="#a-s1" fill="url(#a-wood)"/></g>"##,
    r##"<g id="a-l1" transform="rotate(-90 0 -3)"><use href="#a-s1" class="a-f1" x="-3" y="3"/><use href="#a-s1" class="a-f2" x="-1.4" y="1"/><use href="#a-s1" class="a-f3"/><use href="#a-s1" fill="url(#a-wood)"/></g>"##,
    r##"<g id="a-f2"><use href="#a-s2" class="a-f1" x="3" y="3"/><use href="#a-s2" class="a-f2" x="1" y="1.4"/><use href="#a-s2" class="a-f3"/><use href="#a-s2" fill="url(#a-wood)"/></g>"##,
    r#"<path id="a-tR" d="M-2.4 4V-4H.6a2.2 2.2 0 0 1 0 4.4H-2.4M.2.4L2.8 4"/>"#,
    r#"<path id="a-tB" d="M-2.4 4V-4H.4a2 2 0 0 1 0 4H-2.4M.4 0H.8a2 2 0 0 1 0 4H-2.4"/>"#,
    r#"<path id="a-tY" d="M-3-4L0 0 3-4M0 0V4"/>"#,
    r#"<path id="a-tG" d="M2.8-2.6A3.5 4 0 1 0 3 1.4V.4H.6"/>"#,
    r#"<path id="a-tK" d="M-2.4-4V4M2.6-4L-2.4.6M-.6-1L2.8 4"/>"#,
    r#"<path id="a-tW" d="M-3.8-4L-2 4 0-2 2 4 3.8-4"/>"#,
    r##"<linearGradient id="a-wood" x2="1" y2="1"><stop stop-color="#fff" stop-opacity=".4"/><stop offset=".5" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-opacity=".3"/></linearGradient>"##,
    r##"<pattern id="a-blue" width="4" height="4" patternUnits="userSpaceOnUse"><path class="a-pt" d="M0 0H4V1.4H0z"/></pattern>"##,
    r##"<pattern id="a-yellow" width="4.6" height="4.6" patternUnits="userSpaceOnUse"><circle class="a-pd" cx="2" cy="2" r="1"/></pattern>"##,
    r##"<pattern id="a-green" width="5" height="5" patternUnits="userSpaceOnUse"><path class="a-pt" d="M0 3.6L3.6 0H5L0 5zM5 3.6V5H3.6z"/></pattern>"##,
    r##"<pattern id="a-black" width="4.6" height="4.6" patternUnits="userSpaceOnUse"><path class="a-pt" d="M0 0H4.6V.8H.8V4.6H0z"/></pattern>"##,
    r##"<pattern id="a-white" width="4" height="4" patternUnits="userSpaceOnUse"><path class="a-pd" d="M0 0H1.2V4H0z"/></pattern>"##,
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
    let (hundredths, place) = match pose {
        Pose::Upright => (100, place),
        // Centred on the place.
        Pose::Lying(hundredths) => {
            let part = f64::from(hundredths) / 100.0;
            (u16::from(hundredths), at(place.x + part, place.y + 3.0 * part))
        }
    };
    let hundredths = if kind == FollowerKind::Big { hundredths * 13 / 10 } else { hundredths };
    let size =
        if hundredths == 100 { String::new() } else { format!("scale({})", f64::from(hundredths) / 100.0) };
    let (x, y) = place.whole();
    let _ = write!(out, r#"<g class="a-f {class}" transform="translate({x} {y}){size}">"#);
    if let Some(label) = label {
        let _ = write!(out, "<title>{}</title>", super::text::Escaped(label));
    }
    let (pose, turn) =
        if pose == Pose::Upright { ("f", "") } else { ("l", r#" transform="rotate(-90 0 -3)""#) };
    let _ = write!(out, r##"<use href="#a-{pose}{shape}"/>"##);
    if hue != Hue::Red {
        let _ = write!(out, r##"<use href="#a-s{shape}" fill="url(#{class})"{turn}/>"##);
    }
    let _ = write!(
        out,
        r##"<use class="a-le" href="#a-t{}"{}/></g>"##,
        hue.letter(),
        if shape == 0 { r#" y="-2""# } else { "" }
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::art::STYLE;

    /// How each kind of colour blindness transforms red, green and blue light (Machado, Oliveira, Fernandes 2009).
    const SIGHTS: [(&str, [[f64; 3]; 3]); 4] = [
        ("usual", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
        (
            "protanopia",
            [
                [0.152_286, 1.052_583, -0.204_868],
                [0.114_503, 0.786_281, 0.099_216],
                [-0.003_882, -0.048_116, 1.051_998],
            ],
        ),
        (
            "deuteranopia",
            [
                [0.367_322, 0.860_646, -0.227_968],
                [0.280_085, 0.672_501, 0.047_413],
                [-0.011_820, 0.042_940, 0.968_881],
            ],
        ),
        (
            "tritanopia",
            [
                [1.255_528, -0.076_749, -0.178_779],
                [-0.078_411, 0.930_809, 0.147_602],
                [0.004_733, 0.691_367, 0.303_900],
            ],
        ),
    ];

    /// The style sheet's colour as linear light.
    fn light(hue: Hue) -> [f64; 3] {
        let (_, after) = STYLE.split_once(&format!(".{}{{color:#", hue.class())).expect("a colour");
        [0, 2, 4].map(|at| {
            let value = f64::from(u8::from_str_radix(&after[at..at + 2], 16).expect("hexadecimal")) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        })
    }

    /// CIE L*a*b* (D65).
    fn lab([red, green, blue]: [f64; 3]) -> [f64; 3] {
        let root = |part: f64| if part > 0.008_856 { part.cbrt() } else { 7.787 * part + 16.0 / 116.0 };
        let x = root((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.950_47);
        let y = root(0.2126 * red + 0.7152 * green + 0.0722 * blue);
        let z = root((0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.088_83);
        [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
    }

    #[test]
    fn hues_differ_for_the_colour_blind() {
        for (sight, matrix) in SIGHTS {
            let seen = Hue::ALL.map(|hue| {
                let light = light(hue);
                lab(matrix.map(|row| (0..3).map(|i| row[i] * light[i]).sum::<f64>().clamp(0.0, 1.0)))
            });
            for (first, a) in seen.iter().enumerate() {
                for (second, b) in seen.iter().enumerate().skip(first + 1) {
                    let distance = (0..3).map(|i| (a[i] - b[i]).powi(2)).sum::<f64>().sqrt();
                    assert!(
                        distance > 25.0,
                        "{sight}: {:?} and {:?}: {distance}",
                        Hue::ALL[first],
                        Hue::ALL[second]
                    );
                }
            }
        }
    }

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
