//! Export of graphs to files for other programs.

use std::fmt::{self, Write};
use std::str::FromStr;

use serde_json::{Value, json};

use super::graph::Graph;
use super::point::{Point, TILE};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// XML for yEd, Gephi, igraph and `NetworkX`. They refuse graphs with both directed and undirected edges, so all are
    /// directed, and an attribute says whether the direction has a meaning.
    GraphMl,
    /// The language of Graphviz, with positions fixed for `neato -n`.
    Dot,
    /// The node-link format of D3 and `NetworkX`.
    Json,
}

impl Format {
    pub const ALL: [Self; 3] = [Self::GraphMl, Self::Dot, Self::Json];

    /// The name in URLs and commands, and the suffix of files.
    pub const fn word(self) -> &'static str {
        match self {
            Self::GraphMl => "graphml",
            Self::Dot => "dot",
            Self::Json => "json",
        }
    }

    /// The usual name of the format.
    pub const fn title(self) -> &'static str {
        match self {
            Self::GraphMl => "GraphML",
            Self::Dot => "DOT",
            Self::Json => "JSON",
        }
    }

    /// The MIME type.
    pub const fn media_type(self) -> &'static str {
        match self {
            Self::GraphMl => "application/graphml+xml",
            Self::Dot => "text/vnd.graphviz",
            Self::Json => "application/json",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl FromStr for Format {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::ALL.into_iter().find(|format| format.word() == text).ok_or_else(|| {
            let shown: String = text.chars().take(40).collect();
            format!("{shown:?} is no graph format: there are graphml, dot and json")
        })
    }
}

/// Converts to tiles.
fn tiles(units: i32) -> f64 {
    f64::from(units) / f64::from(TILE)
}

/// A line as pairs of coordinates in tiles.
fn course(points: &[Point]) -> String {
    let pairs: Vec<String> =
        points.iter().map(|point| format!("{},{}", tiles(point.x), tiles(point.y))).collect();
    pairs.join(" ")
}

impl Graph {
    /// The graph in `format`. Coordinates are in tiles, x to the east and y to the south.
    pub fn export(&self, format: Format) -> String {
        let mut text = String::new();
        let written = match format {
            Format::GraphMl => self.graphml(&mut text),
            Format::Dot => self.dot(&mut text),
            Format::Json => writeln!(text, "{:#}", self.node_link()),
        };
        written.map_or_else(|_| String::new(), |()| text)
    }

    fn graphml(&self, out: &mut String) -> fmt::Result {
        out.write_str(GRAPHML_HEAD)?;
        for vertex in self.vertices() {
            let (kind, x, y) = (vertex.kind.word(), tiles(vertex.at.x), tiles(vertex.at.y));
            write!(out, "    <node id=\"v{}\"><data key=\"kind\">{kind}</data>", vertex.id)?;
            writeln!(out, "<data key=\"x\">{x}</data><data key=\"y\">{y}</data></node>")?;
        }
        for edge in self.edges() {
            let (kind, course) = (edge.kind.word(), course(&edge.course));
            let (id, from, to, directed) = (edge.id, edge.from, edge.to, edge.kind.directed());
            write!(out, "    <edge id=\"e{id}\" source=\"v{from}\" target=\"v{to}\">")?;
            write!(out, "<data key=\"edge\">{kind}</data><data key=\"directed\">{directed}</data>")?;
            writeln!(out, "<data key=\"course\">{course}</data></edge>")?;
        }
        out.write_str("  </graph>\n</graphml>\n")
    }

    fn dot(&self, out: &mut String) -> fmt::Result {
        out.write_str("digraph map {\n  node [shape=point];\n")?;
        for vertex in self.vertices() {
            // In Graphviz y grows upwards, and the unit is a point: 72 per tile.
            let (x, y) = (72.0 * tiles(vertex.at.x), 72.0 * tiles(-vertex.at.y));
            writeln!(out, "  v{} [kind=\"{}\", pos=\"{x},{y}!\"];", vertex.id, vertex.kind.word())?;
        }
        for edge in self.edges() {
            let head = if edge.kind.directed() { "" } else { ", dir=none" };
            writeln!(out, "  v{} -> v{} [kind=\"{}\"{head}];", edge.from, edge.to, edge.kind.word())?;
        }
        out.write_str("}\n")
    }

    fn node_link(&self) -> Value {
        let nodes: Vec<Value> = self
            .vertices()
            .map(|vertex| {
                json!({ "id": vertex.id, "kind": vertex.kind.word(), "x": tiles(vertex.at.x), "y": tiles(vertex.at.y) })
            })
            .collect();
        let links: Vec<Value> = self
            .edges()
            .map(|edge| {
                let course: Vec<[f64; 2]> =
                    edge.course.iter().map(|point| [tiles(point.x), tiles(point.y)]).collect();
                json!({
                    "key": edge.id, "source": edge.from, "target": edge.to, "kind": edge.kind.word(),
                    "directed": edge.kind.directed(), "course": course,
                })
            })
            .collect();
        json!({ "directed": true, "multigraph": true, "graph": {}, "nodes": nodes, "links": links })
    }
}

const GRAPHML_HEAD: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
  <key id="kind" for="node" attr.name="kind" attr.type="string"/>
  <key id="x" for="node" attr.name="x" attr.type="double"/>
  <key id="y" for="node" attr.name="y" attr.type="double"/>
  <key id="edge" for="edge" attr.name="kind" attr.type="string"/>
  <key id="directed" for="edge" attr.name="directed" attr.type="boolean"/>
  <key id="course" for="edge" attr.name="course" attr.type="string"/>
  <graph id="map" edgedefault="directed">
"#;
