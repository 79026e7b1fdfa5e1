//! Small upright things on tiles: houses, trees, buildings, signs. Light comes from the north-west.
//!
//! They are not rotated with their tile, so that shields and letters stay readable and all shadows fall the same way.

use std::fmt::Write as _;

use engine::Good;

/// A thing that stands on a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Piece {
    /// A shape and a colour of the roof.
    House(u8, u8),
    /// Two houses side by side.
    Pair(u8),
    /// Three houses side by side.
    Row(u8),
    /// Trees close together.
    Grove(u8),
    Market,
    Hall,
    Keep,
    Garden,
    Tree,
    Fir,
    Bush,
    Tuft,
    Flowers,
    Stone,
    Cloister,
    Cathedral,
    Shield,
    Inn,
    Wine,
    Grain,
    Cloth,
    Well,
}

/// The number of shapes of houses.
pub(super) const SHAPES: u8 = 3;
/// The number of colours of roofs.
pub(super) const ROOFS: u8 = 4;

/// A shape without the roof's colour: shadow and walls, roof, shade and door, windows.
const HOUSES: [[&str; 5]; SHAPES as usize] = [
    [
        "M5-1l3-1.5V1.5L5 4.5z",
        "M-5-1H5V4.5H-5z",
        "M-6.2.6l2-6.4H4.2l2 6.4z",
        "M-5.6-1.4H5.6l.6 2H-6.2zM-1 4.5V1.9H1V4.5z",
        "M-4 1.3h2v2h-2zM2 1.3h2v2H2z",
    ],
    [
        "M4-1l3-2V2L4 4.5z",
        "M-4 4.5V-.6L0-4.8 4-.6V4.5z",
        "M0-5.2L-5 .4V-4L0-9 5-4V.4z",
        "M0-9L5-4V.4L0-5.2zM-1 4.5V2H1V4.5z",
        "M-1-3h2v2.4h-2zM-3.2 1h1.6v2h-1.6zM1.6 1h1.6v2H1.6z",
    ],
    [
        "M3-2l3-2V2L3 5z",
        "M-3-2H3V5H-3z",
        "M-4.2-1L0-9 4.2-1z",
        "M0-9L4.2-1H1zM-.8 5V2.4H.8V5z",
        "M-2.2-.4h1.6v2h-1.6zM.7-.4h1.6v2H.7z",
    ],
];

/// The houses of rows, whose first two are the pairs: roofs of a row are alike, so that a city looks calm.
const TERRACES: [[(u8, u8); 3]; TERRACE_KINDS as usize] = [
    [(0, 0), (1, 1), (0, 0)],
    [(1, 2), (0, 2), (2, 3)],
    [(0, 1), (2, 0), (1, 0)],
    [(0, 3), (1, 0), (0, 1)],
    [(2, 1), (0, 2), (1, 3)],
];
/// The number of kinds of pairs, and of rows.
pub(super) const TERRACE_KINDS: u8 = 5;

const GROVES: [&[(Piece, i8, i8)]; GROVE_KINDS as usize] = [
    &[(Piece::Tree, -5, 0), (Piece::Tree, 5, -1), (Piece::Tree, 1, 5)],
    &[(Piece::Tree, 4, -2), (Piece::Tree, -4, 2), (Piece::Bush, 7, 5)],
    &[(Piece::Fir, -1, -3), (Piece::Fir, 6, 1), (Piece::Fir, -5, 3)],
];
/// The number of kinds of groves.
pub(super) const GROVE_KINDS: u8 = 3;

impl Piece {
    pub const fn of_good(good: Good) -> Self {
        match good {
            Good::Wine => Self::Wine,
            Good::Grain => Self::Grain,
            Good::Cloth => Self::Cloth,
        }
    }

    pub fn all() -> impl Iterator<Item = Self> {
        let houses = (0..SHAPES).flat_map(|shape| (0..ROOFS).map(move |roof| Self::House(shape, roof)));
        let terraces = (0..TERRACE_KINDS).flat_map(|kind| [Self::Pair(kind), Self::Row(kind)]);
        let groves = (0..GROVE_KINDS).map(Self::Grove);
        let others = [
            Self::Market,
            Self::Hall,
            Self::Keep,
            Self::Garden,
            Self::Tree,
            Self::Fir,
            Self::Bush,
            Self::Tuft,
            Self::Flowers,
            Self::Stone,
            Self::Cloister,
            Self::Cathedral,
            Self::Shield,
            Self::Inn,
            Self::Wine,
            Self::Grain,
            Self::Cloth,
            Self::Well,
        ];
        houses.chain(terraces).chain(groves).chain(others)
    }

    /// The index in [`Piece::all`].
    pub fn index(self) -> usize {
        Self::all().position(|piece| piece == self).unwrap_or_default()
    }

    /// The id of the symbol.
    pub fn id(self) -> String {
        match self {
            Self::House(shape, roof) => format!("a-h{}", shape * ROOFS + roof),
            Self::Pair(kind) => format!("a-hp{kind}"),
            Self::Row(kind) => format!("a-hr{kind}"),
            Self::Grove(kind) => format!("a-tr{kind}"),
            other => format!("a-{other:?}").to_lowercase(),
        }
    }

    /// The pieces that it consists of, with their places.
    pub fn parts(self) -> Vec<(Self, i8, i8)> {
        let house = |(shape, roof): (u8, u8)| Self::House(shape, roof);
        match self {
            Self::Pair(kind) => {
                let [left, right, _] = TERRACES[usize::from(kind)].map(house);
                vec![(left, -7, 0), (right, 8, 1)]
            }
            Self::Row(kind) => {
                let [left, middle, right] = TERRACES[usize::from(kind)].map(house);
                vec![(left, -15, 1), (middle, 0, 0), (right, 15, 1)]
            }
            Self::Grove(kind) => GROVES[usize::from(kind)].to_vec(),
            Self::Garden => vec![(Self::Tree, -5, -2), (Self::Tree, 6, 1), (Self::Flowers, -3, 5)],
            _ => Vec::new(),
        }
    }

    /// A reference to the symbol.
    pub fn used(self, x: f64, y: f64) -> String {
        let mut out = format!(r##"<use href="#{}""##, self.id());
        for (name, value) in [("x", x), ("y", y)] {
            // Numbers without a point are written several times faster.
            #[expect(clippy::cast_possible_truncation, reason = "tiles are small")]
            let value = value.round_ties_even() as i32;
            if value != 0 {
                let _ = write!(out, r#" {name}="{value}""#);
            }
        }
        out.push_str("/>");
        out
    }

    /// Writes the symbol.
    pub fn write(self, out: &mut String) {
        let large = if matches!(self, Self::House(..)) { r#" transform="scale(1.25)""# } else { "" };
        let _ = write!(out, r#"<g id="{}"{large}>"#, self.id());
        match self {
            Self::House(shape, roof) => {
                let [shadow, walls, slopes, dark, windows] = HOUSES[usize::from(shape)];
                let _ = write!(
                    out,
                    r#"<path class="a-sd" d="{shadow}"/><path class="a-hw" d="{walls}"/><path class="a-r{roof}" d="{slopes}"/><path class="a-sh" d="{dark}"/><path class="a-li" d="{windows}"/>"#
                );
            }
            other => out.push_str(body(other)),
        }
        for (part, x, y) in self.parts() {
            out.push_str(&part.used(f64::from(x), f64::from(y)));
        }
        out.push_str("</g>");
    }
}

/// The shapes of a piece that is not made of others.
pub(super) const fn body(piece: Piece) -> &'static str {
    match piece {
        Piece::House(..) | Piece::Pair(_) | Piece::Row(_) | Piece::Grove(_) => "",
        Piece::Market => {
            r#"<ellipse class="a-sq" rx="17" ry="12.5" cy="1"/><path class="a-sd" d="M-14-1H-2L1 2H-11zM3 7H15L18 10H6z"/><path class="a-dr" d="M-13-4H-3V0H-13zM4 4H14V8H4z"/><path class="a-gc" d="M-15-4L-13-10H-3L-1-4z"/><path class="a-s2" d="M2 4L4-2H14L16 4z"/><path class="a-hw" d="M-11-10h2.5l-.3 6h-3zM-6-10h2l1 6h-3zM6-2h2.5L8.2 4h-3zM11-2h2l1 6h-3z"/><circle class="a-w1" cx="-7" cy="7" r="3.6"/><circle class="a-wa" cx="-7" cy="7" r="2.2"/>"#
        }
        Piece::Hall => {
            r#"<path class="a-sd" d="M14-2l7 4v6l-7 3z"/><path class="a-hw" d="M-14-1H14V10H-14z"/><path class="a-rk" d="M-17 2L-12-12H12L17 2z"/><path class="a-sh" d="M-16.5-1H16.500L17 2H-17zM12-12L17 2H11L8-12z"/><path class="a-dr" d="M-2.5 10V6a2.5 2.5 0 0 1 5 0V10z"/><path class="a-li" d="M-11 4h3v3.500h-3zM-6.5 4h2.500v3.500h-2.500zM4 4h2.500v3.500H4zM8 4h3v3.500H8z"/><path class="a-hw" d="M-3-18H3V-10H-3z"/><path class="a-rc" d="M-4.5-17L0-24 4.5-17z"/>"#
        }
        Piece::Keep => {
            r#"<path class="a-sd" d="M6-2l6 4v5L6 9z"/><path class="a-w4" d="M-7-14H7V7q-7 3-14 0z"/><path class="a-sh" d="M2-14H7V7q-2 1-5 1.500z"/><path class="a-rk" d="M-9-13L0-29 9-13q-9 3-18 0z"/><path class="a-sh" d="M0-29L9-13q-3 1-6 1.500z"/><path class="a-li" d="M-4-8h2.500v4h-2.500zM1-3h2.500v4H1z"/><path class="a-dr" d="M-2.5 8V4.500a2.5 2.5 0 0 1 5 0V8z"/>"#
        }
        Piece::Garden => {
            r#"<ellipse class="a-ga" rx="13" ry="10"/><path class="a-sq" d="M-12-1.500H12V1H-12z"/>"#
        }
        Piece::Tree => {
            r#"<ellipse class="a-sd" cx="2" cy="3.6" rx="5" ry="2"/><path class="a-dr" d="M-.7 0H.7V4H-.7z"/><circle class="a-l1" cy="-2.4" r="4.8"/><circle class="a-l2" cx="-1.2" cy="-3.6" r="2.9"/>"#
        }
        Piece::Fir => {
            r#"<ellipse class="a-sd" cx="1.6" cy="3.6" rx="4" ry="1.5"/><path class="a-l1" d="M0-9L2.6-3.6H1.6L4.2 3H-4.2L-1.6-3.6H-2.6z"/><path class="a-l2" d="M0-9V3H-4.2L-1.6-3.6H-2.6z"/>"#
        }
        Piece::Bush => {
            r#"<ellipse class="a-sd" cx="1" cy="1.4" rx="3.6" ry="1.3"/><circle class="a-l1" cx="-1" r="2.2"/><circle class="a-l1" cx="1.6" cy=".4" r="1.8"/><circle class="a-l2" cx="-1.5" cy="-.6" r="1.2"/>"#
        }
        Piece::Tuft => r#"<path class="a-tu" d="M-2 1L-2.8-1.6M-.6 1V-2.4M.8 1L1.8-1.4"/>"#,
        Piece::Flowers => {
            r#"<path class="a-tu" d="M-2 2V0M1 2.4V0"/><circle class="a-fb" cx="-2" cy="-.4" r=".9"/><circle class="a-fb" cx="1" cy="-.6" r=".9"/><circle class="a-fb" cx="3" cy="1.4" r=".8"/>"#
        }
        Piece::Stone => {
            r#"<path class="a-sd" d="M-2 1.6H4L2.6-.4z"/><path class="a-w4" d="M-2.6 1.4L-1.6-1 .8-1.5 2.6 1.4z"/>"#
        }
        Piece::Cloister => {
            r#"<path class="a-sd" d="M13-8l8 5V6l-8 5z"/><path class="a-hw" d="M-15 1H8V11H-15z"/><path class="a-rc" d="M-17 3L-13-8.5H5L9 3z"/><path class="a-sh" d="M-16-.2H8L9 3H-17z"/><path class="a-wi" d="M-12.5 9V6.2a1.2 1.2 0 0 1 2.4 0V9zM-8 9V6.2a1.2 1.2 0 0 1 2.4 0V9zM-3.5 9V6.2a1.2 1.2 0 0 1 2.4 0V9z"/><path class="a-hw" d="M4-9H14V11H4z"/><path class="a-sh" d="M10.5-9H14V11H10.5z"/><path class="a-rc" d="M2.8-8L9-20 15.2-8z"/><path class="a-sh" d="M9-20L15.2-8H11z"/><path class="a-dr" d="M7 11V6.5a2 2 0 0 1 4 0V11z"/><path class="a-wi" d="M8-1V-4a1 1 0 0 1 2 0V-1z"/><path class="a-cr" d="M9-25V-19M6.8-23H11.2"/>"#
        }
        Piece::Cathedral => {
            r#"<path class="a-sd" d="M18-12l8 7V12l-8 5z"/><path class="a-rk" d="M-14 0L-10-18H10L14 0z"/><path class="a-hw" d="M-10 17V-4L0-14 10-4V17z"/><path class="a-rk" d="M0-18L-12.5-3.5-10-2 0-12.5 10-2 12.5-3.5z"/><circle class="a-wi" cy="-3" r="4"/><path class="a-cr" d="M0-7V1M-4-3H4M-2.8-5.8L2.8-.2M2.8-5.8L-2.8-.2"/><path class="a-dr" d="M-3.5 17V9.5a3.5 3.5 0 0 1 7 0V17z"/><path class="a-hw" d="M-19-8H-9V17H-19zM9-8H19V17H9z"/><path class="a-sh" d="M-12-8H-9V17H-12zM15.5-8H19V17H15.5z"/><path class="a-rk" d="M-20.5-7L-14-26-7.5-7zM7.5-7L14-26 20.5-7z"/><path class="a-sh" d="M-14-26L-7.5-7H-12zM14-26L20.5-7H16z"/><path class="a-wi" d="M-15.2 1V-3a1.2 1.2 0 0 1 2.4 0V1zM12.8 1V-3a1.2 1.2 0 0 1 2.4 0V1zM-15.2 11V7a1.2 1.2 0 0 1 2.4 0V11zM12.8 11V7a1.2 1.2 0 0 1 2.4 0V11z"/><path class="a-cr" d="M-14-31V-25M-16-29H-12M14-31V-25M12-29H16"/>"#
        }
        Piece::Shield => {
            r#"<path class="a-sd" d="M-7-8H10V1c0 6-4 9.5-7.5 11z"/><path class="a-s1" d="M-8.5-10H8.5V-1c0 7-5 10.5-8.5 12-3.5-1.5-8.5-5-8.5-12z"/><path class="a-s2" d="M-6.7-8.2H6.7V-1c0 5.6-3.8 8.5-6.7 9.9-2.9-1.4-6.7-4.3-6.7-9.9z"/><path class="a-s1" d="M-1.5-8.2H1.5V-2.5H6.7V.5H1.5V8L0 8.9-1.5 8V.5H-6.7V-2.5H-1.5z"/>"#
        }
        Piece::Inn => {
            r#"<ellipse class="a-bk" cx="-2" cy="5" rx="13" ry="8.5"/><ellipse class="a-wa" cx="-2" cy="5" rx="11.4" ry="7"/><path class="a-ri" d="M-11 4.5q1.8-1.5 3.6 0t3.6 0M-7 8.5q1.8-1.5 3.6 0t3.6 0"/><path class="a-sd" d="M12-4l5-3V3l-5 4z"/><path class="a-hw" d="M0-5H12V7H0z"/><path class="a-r1" d="M-2-3L1.5-13H10.5L14-3z"/><path class="a-sh" d="M-1-6H13L14-3H-2z"/><path class="a-dr" d="M5 7V2a1.5 1.5 0 0 1 3 0V7z"/><path class="a-wi" d="M1.6 2V-.8H3.8V2zM9.3 2V-.8H11.5V2z"/>"#
        }
        Piece::Wine => {
            r#"<circle class="a-pl" r="9.5"/><path class="a-dr" d="M-4.5-5.5H4.5Q7.5 0 4.5 5.5H-4.5Q-7.5 0-4.5-5.5z"/><path class="a-gw" d="M-3.8-4.5H3.8Q6 0 3.8 4.5H-3.8Q-6 0-3.8-4.5z"/><path class="a-ho" d="M-5.6-2.5H5.6M-5.6 2.5H5.6"/>"#
        }
        Piece::Grain => {
            r#"<circle class="a-pl" r="9.5"/><path class="a-gg" d="M0 6.5V-6M-1 6.5L-4.5-5M1 6.5L4.5-5"/><path class="a-ge" d="M0-7.5l1.8 3L0-1-1.8-4.5zM-5-6.5l2.7 2.2-.5 3.8-2.7-2.5zM5-6.5L2.3-4.3l.5 3.8L5.5-3z"/><path class="a-dr" d="M-2.6 2H2.6V3.8H-2.6z"/>"#
        }
        Piece::Cloth => {
            r#"<circle class="a-pl" r="9.5"/><path class="a-gc" d="M-6-4H4.5V5.5H-6z"/><path class="a-sh" d="M-6 1.5H4.5V5.5H-6z"/><ellipse class="a-gd" cx="4.5" cy=".7" rx="2.2" ry="4.8"/><ellipse class="a-gc" cx="4.5" cy=".7" rx="1" ry="2.4"/><path class="a-gd" d="M-6 5.5H-1L-2 7.5H-7z"/>"#
        }
        Piece::Well => {
            r#"<ellipse class="a-sd" cx="1.5" cy="1.5" rx="5" ry="3.6"/><circle class="a-w1" r="4.2"/><circle class="a-w4" r="3.4"/><circle class="a-wa" r="2.1"/>"#
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_piece_has_an_id_of_its_own() {
        let mut ids: Vec<_> = Piece::all().map(Piece::id).collect();
        let count = ids.len();
        ids.sort();
        ids.dedup();
        assert_eq!(ids.len(), count);
    }
}
