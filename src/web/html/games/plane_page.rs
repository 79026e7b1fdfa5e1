//! The board's planar graph in words and numbers, next to its drawing.
use crate::locale::{Message, key};
use planar::{EdgeKind, Graph, NotPlanar, VertexKind};

#[derive(Clone, Debug, Default)]
pub struct PlanePart {
    /// Why the map has no planar graph.
    pub why_not: Option<Message>,
    /// Only if the graph is drawn.
    pub legend: Option<Legend>,
}

/// The meaning of the graph's symbols, and how often each occurs.
#[derive(Clone, Debug)]
pub struct Legend {
    /// Only the kinds that occur.
    pub vertices: Vec<Key>,
    /// Only the kinds that occur.
    pub edges: Vec<Key>,
    /// Euler's formula with the numbers filled in.
    pub euler: Message,
}

/// A kind of vertex or edge.
#[derive(Clone, Debug)]
pub struct Key {
    /// The symbol's SVG.
    pub sign: String,
    /// The key of the name.
    pub name: &'static str,
    /// The key of the explanation.
    pub meaning: &'static str,
    /// How many the map has.
    pub count: usize,
}

impl Legend {
    pub fn of(graph: &Graph) -> Self {
        let vertex_key = |kind| Key {
            sign: art::vertex_key(kind),
            name: vertex(kind).0,
            meaning: vertex(kind).1,
            count: graph.vertices().filter(|vertex| vertex.kind == kind).count(),
        };
        let edge_key = |kind| Key {
            sign: art::edge_key(kind),
            name: edge(kind).0,
            meaning: edge(kind).1,
            count: graph.edges().filter(|edge| edge.kind == kind).count(),
        };
        let euler = graph.euler();
        Self {
            vertices: VertexKind::ALL.into_iter().map(vertex_key).filter(|key| key.count > 0).collect(),
            edges: EdgeKind::ALL.into_iter().map(edge_key).filter(|key| key.count > 0).collect(),
            euler: Message::new("graph-euler")
                .with("vertices", euler.vertices)
                .with("edges", euler.edges)
                .with("faces", euler.faces)
                .with("components", euler.components),
        }
    }
}

pub fn why_not(why: &NotPlanar) -> Message {
    match why {
        NotPlanar::CitiesCross(_) => Message::new("graph-cities-cross"),
        NotPlanar::Occupied(cell) | NotPlanar::SidesDiffer { position: cell, .. } => {
            Message::new("graph-broken").with("cell", cell)
        }
    }
}

/// The keys of a vertex's name and explanation.
const fn vertex(kind: VertexKind) -> (&'static str, &'static str) {
    match kind {
        VertexKind::City => (key("graph-vertex-city"), key("graph-vertex-city-text")),
        VertexKind::CityCorner => (key("graph-vertex-city-corner"), key("graph-vertex-city-corner-text")),
        VertexKind::RoadEnd => (key("graph-vertex-road-end"), key("graph-vertex-road-end-text")),
        VertexKind::ConnectingRoad => {
            (key("graph-vertex-connecting-road"), key("graph-vertex-connecting-road-text"))
        }
        VertexKind::Gate => (key("graph-vertex-gate"), key("graph-vertex-gate-text")),
        VertexKind::Meadow => (key("graph-vertex-meadow"), key("graph-vertex-meadow-text")),
        VertexKind::Bridge => (key("graph-vertex-bridge"), key("graph-vertex-bridge-text")),
        VertexKind::ConnectingRiver => {
            (key("graph-vertex-connecting-river"), key("graph-vertex-connecting-river-text"))
        }
        VertexKind::RiverEnd => (key("graph-vertex-river-end"), key("graph-vertex-river-end-text")),
    }
}

/// The keys of an edge's name and explanation.
const fn edge(kind: EdgeKind) -> (&'static str, &'static str) {
    match kind {
        EdgeKind::City => (key("graph-edge-city"), key("graph-edge-city-text")),
        EdgeKind::CityBorder => (key("graph-edge-city-border"), key("graph-edge-city-border-text")),
        EdgeKind::Road => (key("graph-edge-road"), key("graph-edge-road-text")),
        EdgeKind::MeadowBorder => (key("graph-edge-meadow-border"), key("graph-edge-meadow-border-text")),
        EdgeKind::River => (key("graph-edge-river"), key("graph-edge-river-text")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::locale::Locale;
    use engine::{Cell, Rotation};

    fn map(kind: &str) -> Result<Graph, NotPlanar> {
        let mut map = Graph::new();
        map.add(kind.parse().unwrap(), Cell::ORIGIN, Rotation::R0)?;
        Ok(map)
    }

    #[test]
    fn the_legend_counts_what_the_map_has() {
        let legend = Legend::of(&map("CFFF").unwrap());
        let counts = |keys: &[Key]| keys.iter().map(|key| (key.name, key.count)).collect::<Vec<_>>();
        assert_eq!(counts(&legend.vertices), [("graph-vertex-city", 2), ("graph-vertex-meadow", 2)]);
        assert_eq!(
            counts(&legend.edges),
            [("graph-edge-city", 1), ("graph-edge-city-border", 1), ("graph-edge-meadow-border", 3)]
        );
        let euler = Locale::default().format(&legend.euler);
        assert_eq!(euler, "4 vertices − 5 edges + 3 faces = 1 + 1 connected part.");
    }

    #[test]
    fn a_map_with_crossing_cities_has_no_planar_graph() {
        assert_eq!(
            Locale::default().format(&why_not(&map("KR-crossing-cities").map(drop).unwrap_err())),
            "This board has no planar graph: on one of its tiles, a city passes over another."
        );
    }
}
