//! Inns & Cathedrals: 18 tiles.

use crate::geometry::HalfSide::{En, Es, Ne, Nw, Se, Sw, Wn, Ws};
use crate::geometry::Side::{Bottom, Left, Right, Top};
use crate::tile::Edge::{City as C, Field as F, Road as R};
use crate::tile::{Edge, RoadEnd, Segment, TileDef, TileSet, city, cloister, field, road, road_to};

const fn tile(
    name: &'static str,
    count: u8,
    edges: [Edge; 4],
    segments: &'static [Segment],
) -> TileDef<'static> {
    TileDef::new(TileSet::Inns, name, count, edges, segments)
}

/// The definitions, unrotated.
pub(crate) static KINDS: [TileDef; 17] = [
    tile(
        "IC-2-cities-2-roads",
        1,
        [C, R, C, R],
        &[
            city(&[Top]),
            city(&[Bottom]),
            road_to(RoadEnd::City, Left),
            road_to(RoadEnd::City, Right),
            field(&[En], &[0]),
            field(&[Es], &[1]),
            field(&[Ws], &[1]),
            field(&[Wn], &[0]),
        ],
    ),
    tile(
        "IC-3-cities",
        1,
        [C, C, F, C],
        &[city(&[Top]), city(&[Left]), city(&[Right]), field(&[Se, Sw], &[0, 1, 2])],
    ),
    tile(
        "IC-4-cities",
        1,
        [C, C, C, C],
        &[city(&[Top]), city(&[Left]), city(&[Right]), city(&[Bottom]), field(&[], &[0, 1, 2, 3])],
    ),
    tile(
        "IC-bend-inn",
        1,
        [F, F, R, R],
        &[road(Bottom, Left).inn(), field(&[Nw, Ne, En, Es, Se, Wn], &[]), field(&[Sw, Ws], &[])],
    ),
    tile(
        "IC-cap-bend-inn",
        1,
        [C, F, R, R],
        &[city(&[Top]), road(Bottom, Left).inn(), field(&[En, Es, Se, Wn], &[0]), field(&[Sw, Ws], &[])],
    ),
    tile(
        "IC-cap-gate-road",
        1,
        [C, F, R, F],
        &[
            city(&[Top]),
            road_to(RoadEnd::City, Bottom),
            field(&[En, Es, Se], &[0]),
            field(&[Sw, Ws, Wn], &[0]),
        ],
    ),
    tile("IC-cathedral", 2, [C, C, C, C], &[city(&[Top, Right, Bottom, Left]).cathedral()]),
    tile(
        "IC-cloister-2roads",
        1,
        [F, R, F, R],
        &[
            road_to(RoadEnd::Cloister, Left),
            road_to(RoadEnd::Cloister, Right),
            cloister(),
            field(&[Nw, Ne, En, Wn], &[]),
            field(&[Es, Se, Sw, Ws], &[]),
        ],
    ),
    tile(
        "IC-corner-bend-inn",
        1,
        [C, R, R, C],
        &[
            city(&[Top, Left]).shield(),
            road(Right, Bottom).inn(),
            field(&[En, Sw], &[0]),
            field(&[Es, Se], &[]),
        ],
    ),
    tile(
        "IC-corner-city-cap",
        1,
        [C, F, C, C],
        &[city(&[Top, Left]).shield(), city(&[Bottom]), field(&[En, Es], &[0, 1])],
    ),
    tile(
        "IC-corner-gate-inn-s",
        1,
        [C, F, R, C],
        &[
            city(&[Top, Left]),
            road_to(RoadEnd::City, Bottom).inn(),
            field(&[En, Es, Se], &[0]),
            field(&[Sw], &[0]),
        ],
    ),
    tile(
        "IC-corner-gate-road-e",
        1,
        [C, R, F, C],
        &[city(&[Top, Left]), road_to(RoadEnd::City, Right), field(&[En], &[0]), field(&[Es, Se, Sw], &[0])],
    ),
    tile(
        "IC-straight-inn",
        1,
        [F, R, F, R],
        &[road(Right, Left).inn(), field(&[Nw, Ne, En, Wn], &[]), field(&[Es, Se, Sw, Ws], &[])],
    ),
    tile(
        "IC-t-inn",
        1,
        [F, R, R, R],
        &[
            road_to(RoadEnd::Crossing, Right).inn(),
            road_to(RoadEnd::Crossing, Left),
            road_to(RoadEnd::Crossing, Bottom),
            field(&[Nw, Ne, En, Wn], &[]),
            field(&[Es, Se], &[]),
            field(&[Sw, Ws], &[]),
        ],
    ),
    tile(
        "IC-through-city-2-roads",
        1,
        [R, C, R, C],
        &[
            city(&[Right, Left]).shield(),
            road_to(RoadEnd::City, Top),
            road_to(RoadEnd::City, Bottom),
            field(&[Nw], &[0]),
            field(&[Ne], &[0]),
            field(&[Se], &[0]),
            field(&[Sw], &[0]),
        ],
    ),
    tile(
        "IC-two-bends",
        1,
        [R, R, R, R],
        &[
            road(Top, Left),
            road(Right, Bottom),
            field(&[Nw, Wn], &[]),
            field(&[Ne, En, Sw, Ws], &[]),
            field(&[Es, Se], &[]),
        ],
    ),
    tile(
        "IC-wedge-city",
        1,
        [C, F, F, F],
        &[city(&[Top]), field(&[En, Es], &[0]), field(&[Se, Sw, Ws, Wn], &[0])],
    )
    .cut_corner(Right),
];
