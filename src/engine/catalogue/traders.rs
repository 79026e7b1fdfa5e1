//! Traders & Builders: 24 tiles.

use crate::geometry::HalfSide::{En, Es, Ne, Nw, Se, Sw, Wn, Ws};
use crate::geometry::Side::{Bottom, Left, Right, Top};
use crate::tile::Edge::{self, City as C, Field as F, Road as R};
use crate::tile::{Good, RoadEnd, Segment, TileDef, TileSet, city, cloister, field, road, road_to};

const fn tile(
    name: &'static str,
    count: u8,
    edges: [Edge; 4],
    segments: &'static [Segment],
) -> TileDef<'static> {
    TileDef::new(TileSet::Traders, name, count, edges, segments)
}

/// The definitions, unrotated.
pub(crate) static KINDS: [TileDef; 24] = [
    tile(
        "TB-3-edge-grain",
        1,
        [C, C, F, C],
        &[city(&[Top, Right, Left]).goods(Good::Grain), field(&[Se, Sw], &[0])],
    ),
    tile(
        "TB-3-edge-road-wine",
        1,
        [C, C, R, C],
        &[
            city(&[Top, Right, Left]).goods(Good::Wine),
            road_to(RoadEnd::City, Bottom),
            field(&[Se], &[0]),
            field(&[Sw], &[0]),
        ],
    ),
    tile(
        "TB-bridge",
        1,
        [R, R, R, R],
        &[
            road(Top, Bottom),
            road(Right, Left),
            field(&[Nw, Wn], &[]),
            field(&[Ne, En], &[]),
            field(&[Es, Se], &[]),
            field(&[Sw, Ws], &[]),
        ],
    ),
    tile(
        "TB-cap-2-roads",
        1,
        [C, F, R, R],
        &[
            city(&[Top]),
            road_to(RoadEnd::Crossing, Left),
            road_to(RoadEnd::City, Bottom),
            field(&[En, Es, Se], &[0]),
            field(&[Sw, Ws], &[]),
            field(&[Wn], &[0]),
        ],
    ),
    tile(
        "TB-cap-side-road",
        1,
        [C, R, F, F],
        &[
            city(&[Top]),
            road_to(RoadEnd::City, Right),
            field(&[En], &[0]),
            field(&[Es, Se, Sw, Ws, Wn], &[0]),
        ],
    ),
    tile(
        "TB-cloister-3-roads",
        1,
        [F, R, R, R],
        &[
            road_to(RoadEnd::Cloister, Right),
            road_to(RoadEnd::Cloister, Bottom),
            road_to(RoadEnd::Cloister, Left),
            cloister(),
            field(&[Nw, Ne, En, Wn], &[]),
            field(&[Es, Se], &[]),
            field(&[Sw, Ws], &[]),
        ],
    ),
    tile(
        "TB-corner-2-caps-cloth",
        1,
        [C, C, C, C],
        &[city(&[Top, Left]).goods(Good::Cloth), city(&[Bottom]), city(&[Right]), field(&[], &[0, 1, 2])],
    ),
    tile(
        "TB-corner-2-gate-roads-cloth",
        1,
        [C, R, R, C],
        &[
            city(&[Top, Left]).goods(Good::Cloth),
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
        "TB-corner-2-roads-wine",
        1,
        [C, R, R, C],
        &[
            city(&[Top, Left]).goods(Good::Wine),
            road_to(RoadEnd::City, Bottom),
            road_to(RoadEnd::City, Right),
            field(&[En], &[0]),
            field(&[Es, Se], &[0]),
            field(&[Sw], &[0]),
        ],
    ),
    tile(
        "TB-corner-cap-road-cloth",
        1,
        [C, R, C, C],
        &[
            city(&[Top, Left]).goods(Good::Cloth),
            city(&[Bottom]),
            road_to(RoadEnd::City, Right),
            field(&[En], &[0]),
            field(&[Es], &[0, 1]),
        ],
    ),
    tile(
        "TB-corner-cap-road-grain",
        1,
        [C, R, C, C],
        &[
            city(&[Top, Left]).goods(Good::Grain),
            city(&[Bottom]),
            road_to(RoadEnd::City, Right),
            field(&[En], &[0]),
            field(&[Es], &[0, 1]),
        ],
    ),
    tile(
        "TB-corner-grain",
        1,
        [C, F, F, C],
        &[city(&[Top, Left]).goods(Good::Grain), field(&[En, Es, Se, Sw], &[0])],
    ),
    tile(
        "TB-corner-road-cloth",
        1,
        [C, R, F, C],
        &[
            city(&[Top, Left]).goods(Good::Cloth),
            road_to(RoadEnd::City, Right),
            field(&[En], &[0]),
            field(&[Es, Se, Sw], &[0]),
        ],
    ),
    tile(
        "TB-corner-road-s-grain",
        1,
        [C, F, R, C],
        &[
            city(&[Top, Left]).goods(Good::Grain),
            road_to(RoadEnd::City, Bottom),
            field(&[En, Es, Se], &[0]),
            field(&[Sw], &[0]),
        ],
    ),
    tile(
        "TB-corner-road-s-split-grain",
        1,
        [C, F, R, C],
        &[
            city(&[Top, Left]).goods(Good::Grain),
            road_to(RoadEnd::City, Bottom),
            field(&[En, Es], &[0]),
            field(&[Se], &[0]),
            field(&[Sw], &[0]),
        ],
    )
    .cut_corner(Right),
    tile(
        "TB-corner-road-split-wine",
        1,
        [C, R, F, C],
        &[
            city(&[Top, Left]).goods(Good::Wine),
            road_to(RoadEnd::City, Right),
            field(&[En], &[0]),
            field(&[Es], &[0]),
            field(&[Se, Sw], &[0]),
        ],
    )
    .cut_corner(Right),
    tile(
        "TB-corner-wine",
        1,
        [C, F, F, C],
        &[city(&[Top, Left]).goods(Good::Wine), field(&[En, Es, Se, Sw], &[0])],
    ),
    tile(
        "TB-through-2-roads-wine",
        1,
        [R, C, R, C],
        &[
            city(&[Right, Left]).goods(Good::Wine),
            road_to(RoadEnd::City, Top),
            road_to(RoadEnd::City, Bottom),
            field(&[Nw], &[0]),
            field(&[Ne], &[0]),
            field(&[Se], &[0]),
            field(&[Sw], &[0]),
        ],
    ),
    tile(
        "TB-through-cap-cloth",
        1,
        [F, C, C, C],
        &[
            city(&[Right, Left]).goods(Good::Cloth),
            city(&[Bottom]),
            field(&[Nw, Ne], &[0]),
            field(&[], &[0, 1]),
        ],
    ),
    tile(
        "TB-through-cap-wine",
        1,
        [F, C, C, C],
        &[
            city(&[Right, Left]).goods(Good::Wine),
            city(&[Bottom]),
            field(&[Nw, Ne], &[0]),
            field(&[], &[0, 1]),
        ],
    ),
    tile(
        "TB-through-road-grain",
        1,
        [F, C, R, C],
        &[
            city(&[Right, Left]).goods(Good::Grain),
            road_to(RoadEnd::City, Bottom),
            field(&[Nw, Ne], &[0]),
            field(&[Se], &[0]),
            field(&[Sw], &[0]),
        ],
    ),
    tile(
        "TB-through-road-wine",
        1,
        [F, C, R, C],
        &[
            city(&[Right, Left]).goods(Good::Wine),
            road_to(RoadEnd::City, Bottom),
            field(&[Nw, Ne], &[0]),
            field(&[Se], &[0]),
            field(&[Sw], &[0]),
        ],
    ),
    tile(
        "TB-through-wine",
        1,
        [F, C, F, C],
        &[city(&[Right, Left]).goods(Good::Wine), field(&[Nw, Ne], &[0]), field(&[Se, Sw], &[0])],
    ),
    tile(
        "TB-two-corners-wine",
        1,
        [C, C, C, C],
        &[city(&[Top, Left]).goods(Good::Wine), city(&[Right, Bottom]), field(&[], &[0, 1])],
    ),
];
