//! The planar graph of a board, in words and numbers beside its drawing.

use crate::art;
use crate::planar::{EdgeKind, Graph, NotPlanar, VertexKind};

/// What a page says of the graph of its board.
#[derive(Clone, Debug, Default)]
pub struct PlanePart {
    /// Why there is none, as a sentence.
    pub why_not: Option<String>,
    /// What its signs mean, if it is drawn.
    pub legend: Option<Legend>,
}

/// What the signs of the graph mean, and how many there are of each.
#[derive(Clone, Debug)]
pub struct Legend {
    /// The kinds of vertex that the map has.
    pub vertices: Vec<Key>,
    /// The kinds of edge that the map has.
    pub edges: Vec<Key>,
    /// The sums in Euler's formula.
    pub euler: String,
}

/// A kind of vertex or edge.
#[derive(Clone, Debug)]
pub struct Key {
    /// Its sign, drawn.
    pub sign: String,
    /// What it is called.
    pub word: &'static str,
    /// What it stands for.
    pub meaning: &'static str,
    /// How many the map has.
    pub count: usize,
}

impl Legend {
    /// The legend of a graph.
    pub fn of(graph: &Graph) -> Self {
        let vertex = |kind| Key {
            sign: art::vertex_key(kind),
            word: kind.word(),
            meaning: vertex_meaning(kind),
            count: graph.vertices().filter(|vertex| vertex.kind == kind).count(),
        };
        let edge = |kind| Key {
            sign: art::edge_key(kind),
            word: kind.word(),
            meaning: edge_meaning(kind),
            count: graph.edges().filter(|edge| edge.kind == kind).count(),
        };
        let euler = graph.euler();
        Self {
            vertices: VertexKind::ALL.into_iter().map(vertex).filter(|key| key.count > 0).collect(),
            edges: EdgeKind::ALL.into_iter().map(edge).filter(|key| key.count > 0).collect(),
            euler: format!(
                "{} vertices − {} edges + {} faces = 1 + {} connected {}",
                euler.vertices,
                euler.edges,
                euler.faces,
                euler.components,
                if euler.components == 1 { "part" } else { "parts" }
            ),
        }
    }
}

/// Why there is no graph, for players.
pub fn why_not(why: &NotPlanar) -> String {
    format!("This map has no planar graph: {why}.")
}

const fn vertex_meaning(kind: VertexKind) -> &'static str {
    match kind {
        VertexKind::City => "a wall meets a corner of a tile",
        VertexKind::CityCorner => "a corner of a tile inside a city, on the rim",
        VertexKind::RoadEnd => "a crossing or a cloister",
        VertexKind::ConnectingRoad => "a road meets a side of a tile",
        VertexKind::Gate => "a road meets a wall",
        VertexKind::Meadow => "a corner of a tile in a meadow, on the rim",
        VertexKind::Bridge => "a road goes over a road or over water",
        VertexKind::ConnectingRiver => "a river meets a side of a tile",
        VertexKind::RiverEnd => "a spring or a lake",
    }
}

const fn edge_meaning(kind: EdgeKind) -> &'static str {
    match kind {
        EdgeKind::City => "a piece of wall, the city on the right of the arrow",
        EdgeKind::CityBorder => "a side of city with no tile beyond",
        EdgeKind::Road => "a piece of road",
        EdgeKind::MeadowBorder => "a side of meadow with no tile beyond",
        EdgeKind::River => "a piece of river",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Position, Rotation};

    fn map(kind: &str) -> Result<Graph, NotPlanar> {
        let mut map = Graph::new();
        map.add(kind.parse().unwrap(), Position::ORIGIN, Rotation::R0)?;
        Ok(map)
    }

    #[test]
    fn the_legend_counts_what_the_map_has() {
        let legend = Legend::of(&map("CFFF").unwrap());
        let counts = |keys: &[Key]| keys.iter().map(|key| (key.word, key.count)).collect::<Vec<_>>();
        assert_eq!(counts(&legend.vertices), [("city", 2), ("meadow", 2)]);
        assert_eq!(counts(&legend.edges), [("city", 1), ("city border", 1), ("meadow border", 3)]);
        assert_eq!(legend.euler, "4 vertices − 5 edges + 3 faces = 1 + 1 connected part");
    }

    #[test]
    fn a_map_with_cities_across_is_said_not_to_be_planar() {
        assert_eq!(
            why_not(&map("KR-crossing-cities").map(drop).unwrap_err()),
            "This map has no planar graph: a map with KR-crossing-cities is not planar: one of its cities \
             passes over the other."
        );
    }
}
