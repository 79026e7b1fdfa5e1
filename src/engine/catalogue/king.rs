//! King & Scout: 5 tiles.

use crate::geometry::HalfSide::{En, Es, Se, Sw, Wn, Ws};
use crate::geometry::Side::{Bottom, Left, Right, Top};
use crate::tile::Edge::{City as C, Field as F, Road as R};
use crate::tile::{Edge, RoadEnd, Segment, TileDef, TileSet, city, cloister, field, road, road_to};

const fn tile(
    name: &'static str,
    count: u8,
    edges: [Edge; 4],
    segments: &'static [Segment],
) -> TileDef<'static> {
    TileDef::new(TileSet::King, name, count, edges, segments)
}

/// The definitions, unrotated.
pub(crate) static KINDS: [TileDef; 5] = [
    tile(
        "KR-cap-road-bend",
        1,
        [C, R, R, R],
        &[
            city(&[Top]),
            road_to(RoadEnd::City, Left),
            road(Right, Bottom),
            field(&[En, Sw, Ws], &[0]),
            field(&[Es, Se], &[]),
            field(&[Wn], &[0]),
        ],
    ),
    tile(
        "KR-cap-side-road",
        1,
        [C, F, F, R],
        &[city(&[Top]), road_to(RoadEnd::City, Left), field(&[En, Es, Se, Sw, Ws], &[0]), field(&[Wn], &[0])],
    ),
    tile(
        "KR-cloister-cap",
        1,
        [C, F, F, F],
        &[city(&[Top]), cloister(), field(&[En, Es, Se, Sw, Ws, Wn], &[0])],
    ),
    tile(
        "KR-corner-2-gate-roads",
        1,
        [C, R, R, C],
        &[
            city(&[Top, Left]),
            road_to(RoadEnd::City, Bottom),
            road_to(RoadEnd::City, Right),
            field(&[En], &[0]),
            field(&[Es], &[0]),
            field(&[Se], &[0]),
            field(&[Sw], &[0]),
        ],
    )
    .cut_corner(Right),
    tile(
        "KR-crossing-cities",
        1,
        [C, C, C, C],
        &[city(&[Right, Left]), city(&[Top, Bottom]), field(&[], &[0, 1]), field(&[], &[0, 1])],
    ),
];
