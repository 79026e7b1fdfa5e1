//! Small upright things on tiles: houses, trees, buildings, signs. Light comes from the north-west.
//!
//! They are not rotated with their tile, so that shields and letters stay readable and all shadows fall the same way.

use std::fmt::Write as _;

/// A thing that stands on a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Piece {
    /// A shape and a colour of the roof.
    House(u8, u8),
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

/// A shape without the roof's colour: shadow and walls, roof, shade and door.
const HOUSES: [[&str; 4]; SHAPES as usize] = [
    [
        "M5-1l3-1.5V1.5L5 4.5z",
        "M-5-1H5V4.5H-5z",
        "M-6.2.6l2-6.4H4.2l2 6.4z",
        "M-5.6-1.4H5.6l.6 2H-6.2zM-1 4.5V1.9H1V4.5z",
    ],
    [
        "M4-1l3-2V2L4 4.5z",
        "M-4 4.5V-.6L0-4.8 4-.6V4.5z",
        "M0-5.2L-5 .4V-4L0-9 5-4V.4z",
        "M0-9L5-4V.4L0-5.2zM-1 4.5V2H1V4.5z",
    ],
    ["M3-2l3-2V2L3 5z", "M-3-2H3V5H-3z", "M-4.2-1L0-9 4.2-1z", "M0-9L4.2-1H1zM-.8 5V2.4H.8V5z"],
];

impl Piece {
    pub fn all() -> impl Iterator<Item = Self> {
        let houses = (0..SHAPES).flat_map(|shape| (0..ROOFS).map(move |roof| Self::House(shape, roof)));
        let others = [
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
        houses.chain(others)
    }

    /// The index in [`Piece::all`].
    pub fn index(self) -> usize {
        Self::all().position(|piece| piece == self).unwrap_or_default()
    }

    /// The id of the symbol.
    pub fn id(self) -> String {
        match self {
            Self::House(shape, roof) => format!("a-h{}", shape * ROOFS + roof),
            other => format!("a-{other:?}").to_lowercase(),
        }
    }

    /// Writes the symbol.
    pub fn write(self, out: &mut String) {
        let large = if matches!(self, Self::House(..)) { r#" transform="scale(1.25)""# } else { "" };
        let _ = write!(out, r#"<g id="{}"{large}>"#, self.id());
        match self {
            Self::House(shape, roof) => {
                let [shadow, walls, slopes, dark] = HOUSES[usize::from(shape)];
                let _ = write!(
                    out,
                    r#"<path class="a-sd" d="{shadow}"/><path class="a-hw" d="{walls}"/><path class="a-r{roof}" d="{slopes}"/><path class="a-sh" d="{dark}"/>"#
                );
            }
            other => out.push_str(body(other)),
        }
        out.push_str("</g>");
    }
}

const fn body(piece: Piece) -> &'static str {
    match piece {
        Piece::House(..) => "",
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
            r#"<path class="a-tu" d="M-2 2V0M1 2.4V0"/><circle class="a-fw" cx="-2" cy="-.4" r=".9"/><circle class="a-fw" cx="1" cy="-.6" r=".9"/><circle class="a-fw" cx="3" cy="1.4" r=".8"/>"#
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
