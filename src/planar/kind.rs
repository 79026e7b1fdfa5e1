//! The kinds of vertices, edges and faces.

use serde::Serialize;

/// The first six kinds are Kárná's; with the last three, roads can cross roads and water, and water separates grass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum VertexKind {
    /// A wall meets a corner of a tile.
    City,
    /// A corner of a tile inside a city, on the rim of the map.
    CityCorner,
    /// A crossing or a cloister.
    RoadEnd,
    /// A road meets a side of a tile.
    ConnectingRoad,
    /// A road meets a wall.
    Gate,
    /// A corner of a tile in a meadow, on the rim of the map.
    Meadow,
    /// A road crosses a road or water: each edge continues in the opposite one.
    Bridge,
    /// A river meets a side of a tile.
    ConnectingRiver,
    /// A spring or a lake.
    RiverEnd,
}

impl VertexKind {
    pub const ALL: [Self; 9] = [
        Self::City,
        Self::CityCorner,
        Self::RoadEnd,
        Self::ConnectingRoad,
        Self::Gate,
        Self::Meadow,
        Self::Bridge,
        Self::ConnectingRiver,
        Self::RiverEnd,
    ];

    /// The name in exports and legends.
    pub const fn word(self) -> &'static str {
        match self {
            Self::City => "city",
            Self::CityCorner => "city corner",
            Self::RoadEnd => "road end",
            Self::ConnectingRoad => "connecting road",
            Self::Gate => "gate",
            Self::Meadow => "meadow",
            Self::Bridge => "bridge",
            Self::ConnectingRiver => "connecting river",
            Self::RiverEnd => "river end",
        }
    }

    /// Whether it disappears when it is surrounded by tiles, or has tiles on both sides.
    pub const fn temporary(self) -> bool {
        matches!(self, Self::CityCorner | Self::Meadow)
    }
}

/// The first four kinds are Kárná's; water is our addition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum EdgeKind {
    /// A piece of wall, directed: city on its right, meadow on its left.
    City,
    /// A side of a city without a neighbouring tile, directed: city on its right.
    CityBorder,
    /// A part of a road.
    Road,
    /// A side of meadow, or half of one, without a neighbouring tile.
    MeadowBorder,
    /// A part of a river.
    River,
}

impl EdgeKind {
    pub const ALL: [Self; 5] = [Self::City, Self::CityBorder, Self::Road, Self::MeadowBorder, Self::River];

    /// The name in exports and legends.
    pub const fn word(self) -> &'static str {
        match self {
            Self::City => "city",
            Self::CityBorder => "city border",
            Self::Road => "road",
            Self::MeadowBorder => "meadow border",
            Self::River => "river",
        }
    }

    /// Whether its direction has a meaning.
    pub const fn directed(self) -> bool {
        matches!(self, Self::City | Self::CityBorder)
    }

    /// The terrain on the right of the edge, seen from its tail and from its head.
    ///
    /// A meadow border also has its tile on the right, though Kárná gives it no direction.
    pub(super) const fn right(self, forward: bool) -> Terrain {
        match (self, forward) {
            (Self::City | Self::CityBorder, true) => Terrain::City,
            (Self::City, false) | (Self::MeadowBorder, true) | (Self::Road | Self::River, _) => {
                Terrain::Meadow
            }
            (Self::CityBorder | Self::MeadowBorder, false) => Terrain::Nothing,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Terrain {
    City,
    /// A farm.
    Meadow,
    /// No tile: the outer face, or a gap in the map.
    Nothing,
}
