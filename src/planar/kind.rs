//! What vertices and edges there are.

use serde::Serialize;

/// What a vertex is. The first six are R4's; the last three let roads cross roads and water, and separate water from grass.
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
    /// A road goes over a road or over water: each edge goes on in the one across.
    Bridge,
    /// A river meets a side of a tile.
    ConnectingRiver,
    /// A spring or a lake.
    RiverEnd,
}

impl VertexKind {
    /// All nine.
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

    /// The word in exports and legends.
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

    /// Whether it goes away as soon as tiles lie all around it, or along both sides of it.
    pub const fn temporary(self) -> bool {
        matches!(self, Self::CityCorner | Self::Meadow)
    }
}

/// What an edge is. The first four are R4's; water is ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum EdgeKind {
    /// A piece of wall, directed: city on its right, meadow on its left.
    City,
    /// A side of city with no tile beyond, directed: city on its right.
    CityBorder,
    /// A piece of road.
    Road,
    /// A side, or half of one, of meadow with no tile beyond.
    MeadowBorder,
    /// A piece of river.
    River,
}

impl EdgeKind {
    /// All five.
    pub const ALL: [Self; 5] = [Self::City, Self::CityBorder, Self::Road, Self::MeadowBorder, Self::River];

    /// The word in exports and legends.
    pub const fn word(self) -> &'static str {
        match self {
            Self::City => "city",
            Self::CityBorder => "city border",
            Self::Road => "road",
            Self::MeadowBorder => "meadow border",
            Self::River => "river",
        }
    }

    /// Whether its direction means something.
    pub const fn directed(self) -> bool {
        matches!(self, Self::City | Self::CityBorder)
    }

    /// What lies on the right of the edge, seen from its tail and from its head.
    ///
    /// A meadow border is kept with its tile on the right too, though R4 gives it no direction.
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

/// What a face is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Terrain {
    /// A city.
    City,
    /// A farm.
    Meadow,
    /// No tile: the outer face, or a gap in the map.
    Nothing,
}
