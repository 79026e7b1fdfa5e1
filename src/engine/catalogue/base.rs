//! The 24 base kinds: 72 tiles.

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
    TileDef::new(TileSet::Base, name, count, edges, segments)
}

/// The definitions, unrotated.
pub(crate) static KINDS: [TileDef; 24] = [
    tile(
        "FFRFL",
        2,
        [F, F, R, F],
        &[road_to(RoadEnd::Cloister, Bottom), cloister(), field(&[Nw, Ne, En, Es, Se, Sw, Ws, Wn], &[])],
    ),
    tile("FFFFL", 4, [F, F, F, F], &[cloister(), field(&[Nw, Ne, En, Es, Se, Sw, Ws, Wn], &[])]),
    tile("CCCCS", 1, [C, C, C, C], &[city(&[Top, Right, Bottom, Left]).shield()]),
    tile(
        "CRFR",
        4,
        [C, R, F, R],
        &[city(&[Top]), road(Right, Left), field(&[En, Wn], &[0]), field(&[Es, Se, Sw, Ws], &[])],
    ),
    tile("CFFF", 5, [C, F, F, F], &[city(&[Top]), field(&[En, Es, Se, Sw, Ws, Wn], &[0])]),
    tile(
        "FCFCS",
        2,
        [F, C, F, C],
        &[city(&[Right, Left]).shield(), field(&[Nw, Ne], &[0]), field(&[Se, Sw], &[0])],
    ),
    tile("FCFC", 1, [F, C, F, C], &[city(&[Right, Left]), field(&[Nw, Ne], &[0]), field(&[Se, Sw], &[0])]),
    tile("CFCF", 3, [C, F, C, F], &[city(&[Top]), city(&[Bottom]), field(&[En, Es, Ws, Wn], &[0, 1])]),
    tile("CCFF", 2, [C, C, F, F], &[city(&[Right]), city(&[Top]), field(&[Se, Sw, Ws, Wn], &[0, 1])]),
    tile(
        "CRRF",
        3,
        [C, R, R, F],
        &[city(&[Top]), road(Right, Bottom), field(&[En, Sw, Ws, Wn], &[0]), field(&[Es, Se], &[])],
    ),
    tile(
        "CFRR",
        3,
        [C, F, R, R],
        &[city(&[Top]), road(Bottom, Left), field(&[En, Es, Se, Wn], &[0]), field(&[Sw, Ws], &[])],
    ),
    tile(
        "CRRR",
        3,
        [C, R, R, R],
        &[
            city(&[Top]),
            road_to(RoadEnd::Crossing, Right),
            road_to(RoadEnd::Crossing, Bottom),
            road_to(RoadEnd::Crossing, Left),
            field(&[En, Wn], &[0]),
            field(&[Es, Se], &[]),
            field(&[Sw, Ws], &[]),
        ],
    ),
    tile("CFFCS", 2, [C, F, F, C], &[city(&[Top, Left]).shield(), field(&[En, Es, Se, Sw], &[0])]),
    tile("CFFC", 3, [C, F, F, C], &[city(&[Top, Left]), field(&[En, Es, Se, Sw], &[0])]),
    tile(
        "CRRCS",
        2,
        [C, R, R, C],
        &[city(&[Top, Left]).shield(), road(Right, Bottom), field(&[En, Sw], &[0]), field(&[Es, Se], &[])],
    ),
    tile(
        "CRRC",
        3,
        [C, R, R, C],
        &[city(&[Top, Left]), road(Right, Bottom), field(&[En, Sw], &[0]), field(&[Es, Se], &[])],
    ),
    tile("CCFCS", 1, [C, C, F, C], &[city(&[Top, Right, Left]).shield(), field(&[Se, Sw], &[0])]),
    tile("CCFC", 3, [C, C, F, C], &[city(&[Top, Right, Left]), field(&[Se, Sw], &[0])]),
    tile(
        "CCRCS",
        2,
        [C, C, R, C],
        &[
            city(&[Top, Right, Left]).shield(),
            road_to(RoadEnd::City, Bottom),
            field(&[Se], &[0]),
            field(&[Sw], &[0]),
        ],
    ),
    tile(
        "CCRC",
        1,
        [C, C, R, C],
        &[city(&[Top, Right, Left]), road_to(RoadEnd::City, Bottom), field(&[Se], &[0]), field(&[Sw], &[0])],
    ),
    tile(
        "RFRF",
        8,
        [R, F, R, F],
        &[road(Top, Bottom), field(&[Ne, En, Es, Se], &[]), field(&[Nw, Sw, Ws, Wn], &[])],
    ),
    tile(
        "FFRR",
        9,
        [F, F, R, R],
        &[road(Bottom, Left), field(&[Nw, Ne, En, Es, Se, Wn], &[]), field(&[Sw, Ws], &[])],
    ),
    tile(
        "FRRR",
        4,
        [F, R, R, R],
        &[
            road_to(RoadEnd::Crossing, Right),
            road_to(RoadEnd::Crossing, Bottom),
            road_to(RoadEnd::Crossing, Left),
            field(&[Nw, Ne, En, Wn], &[]),
            field(&[Es, Se], &[]),
            field(&[Sw, Ws], &[]),
        ],
    ),
    tile(
        "RRRR",
        1,
        [R, R, R, R],
        &[
            road_to(RoadEnd::Crossing, Top),
            road_to(RoadEnd::Crossing, Right),
            road_to(RoadEnd::Crossing, Bottom),
            road_to(RoadEnd::Crossing, Left),
            field(&[Nw, Wn], &[]),
            field(&[Ne, En], &[]),
            field(&[Es, Se], &[]),
            field(&[Sw, Ws], &[]),
        ],
    ),
];
