//! The River: 12 tiles, from the spring to the lake.

use crate::geometry::HalfSide::{En, Es, Ne, Nw, Se, Sw, Wn, Ws};
use crate::geometry::Side::{Bottom, Left, Right, Top};
use crate::tile::Edge::{City as C, Field as F, River as V, Road as R};
use crate::tile::{Edge, RoadEnd, Segment, TileDef, TileSet, city, cloister, field, road, road_to};

const fn tile(
    name: &'static str,
    count: u8,
    edges: [Edge; 4],
    segments: &'static [Segment],
) -> TileDef<'static> {
    TileDef::new(TileSet::River, name, count, edges, segments)
}

/// The definitions, unrotated.
pub(crate) static KINDS: [TileDef; 10] = [
    tile("RV-bend", 2, [F, F, V, V], &[field(&[Nw, Ne, En, Es, Se, Wn], &[]), field(&[Sw, Ws], &[])]),
    tile(
        "RV-bridge",
        1,
        [V, R, V, R],
        &[
            road(Right, Left),
            field(&[Nw, Wn], &[]),
            field(&[Ne, En], &[]),
            field(&[Es, Se], &[]),
            field(&[Sw, Ws], &[]),
        ],
    ),
    tile(
        "RV-city-road",
        1,
        [C, V, R, V],
        &[
            city(&[Top]),
            road_to(RoadEnd::City, Bottom),
            field(&[En], &[0]),
            field(&[Es, Se], &[]),
            field(&[Sw, Ws], &[]),
            field(&[Wn], &[0]),
        ],
    ),
    tile(
        "RV-cloister",
        1,
        [F, V, R, V],
        &[
            road_to(RoadEnd::Cloister, Bottom),
            cloister(),
            field(&[Nw, Ne, En, Wn], &[]),
            field(&[Es, Se], &[]),
            field(&[Sw, Ws], &[]),
        ],
    ),
    tile(
        "RV-corner-city",
        1,
        [C, V, V, C],
        &[city(&[Top, Left]), field(&[En, Sw], &[0]), field(&[Es, Se], &[])],
    ),
    tile(
        "RV-corner-road",
        1,
        [R, R, V, V],
        &[road(Top, Right), field(&[Nw, Es, Se, Wn], &[]), field(&[Ne, En], &[]), field(&[Sw, Ws], &[])],
    ),
    tile("RV-lake", 1, [F, F, F, V], &[field(&[Nw, Ne, En, Es, Se, Sw, Ws, Wn], &[])]),
    tile("RV-source", 1, [F, V, F, F], &[field(&[Nw, Ne, En, Es, Se, Sw, Ws, Wn], &[])]),
    tile("RV-straight", 2, [F, V, F, V], &[field(&[Nw, Ne, En, Wn], &[]), field(&[Es, Se, Sw, Ws], &[])]),
    tile(
        "RV-two-cities",
        1,
        [C, V, C, V],
        &[city(&[Top]), city(&[Bottom]), field(&[En, Wn], &[0]), field(&[Es, Ws], &[1])],
    ),
];
