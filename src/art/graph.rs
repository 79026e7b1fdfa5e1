//! The planar graph of the map, drawn over the board, and the symbols of its legend.

use std::fmt::Write as _;

use planar::{EdgeKind, Graph, Point, TILE, VertexKind};

/// The SVG of a graph, for [`super::BoardView::graph`].
pub fn graph(graph: &Graph) -> String {
    let mut out = String::from(r#"<g class="a-graph">"#);
    for edge in graph.edges() {
        let mut data = String::new();
        for (nth, point) in edge.course.iter().enumerate() {
            let (x, y) = on_board(*point);
            let _ = write!(data, "{}{x} {y}", if nth == 0 { 'M' } else { 'L' });
        }
        line(&mut out, edge.kind, &data);
        if edge.kind.directed() {
            arrow(&mut out, edge.kind, &edge.course);
        }
    }
    for vertex in graph.vertices() {
        let (x, y) = on_board(vertex.at);
        dot(&mut out, vertex.kind, x, y);
    }
    out.push_str("</g>");
    out
}

/// The symbol of a kind of vertex.
pub fn vertex_key(kind: VertexKind) -> String {
    let mut out = String::from(KEY);
    dot(&mut out, kind, 0, 0);
    out + "</svg>"
}

/// The symbol of a kind of edge.
pub fn edge_key(kind: EdgeKind) -> String {
    let mut out = String::from(KEY);
    line(&mut out, kind, "M-20 0H20");
    if kind.directed() {
        head(&mut out, kind, (0, 0), 0.0);
    }
    out + "</svg>"
}

const KEY: &str = r#"<svg class="a-graph a-key" viewBox="-22 -11 44 22" width="66" height="33" aria-hidden="true" focusable="false">"#;

/// From the graph's units to the board's.
const fn on_board(point: Point) -> (i32, i32) {
    (point.x * 100 / TILE - 50, point.y * 100 / TILE - 50)
}

const fn class(kind: EdgeKind) -> &'static str {
    match kind {
        EdgeKind::City => "a-e0",
        EdgeKind::CityBorder => "a-e1",
        EdgeKind::Road => "a-e2",
        EdgeKind::MeadowBorder => "a-e3",
        EdgeKind::River => "a-e4",
    }
}

fn line(out: &mut String, kind: EdgeKind, data: &str) {
    let _ = write!(out, r#"<path class="a-eh" d="{data}"/><path class="{}" d="{data}"/>"#, class(kind));
}

/// An arrow head halfway along a line.
fn arrow(out: &mut String, kind: EdgeKind, course: &[Point]) {
    let corners: Vec<(f64, f64)> =
        course.iter().map(|point| on_board(*point)).map(|(x, y)| (f64::from(x), f64::from(y))).collect();
    let length = |pair: &[(f64, f64)]| (pair[1].0 - pair[0].0).hypot(pair[1].1 - pair[0].1);
    let mut left = corners.windows(2).map(length).sum::<f64>() / 2.0;
    for pair in corners.windows(2) {
        let step = length(pair);
        if left <= step && step > 0.0 {
            let part = left / step;
            let (dx, dy) = (pair[1].0 - pair[0].0, pair[1].1 - pair[0].1);
            let at = (whole(pair[0].0 + dx * part), whole(pair[0].1 + dy * part));
            return head(out, kind, at, dy.atan2(dx).to_degrees());
        }
        left -= step;
    }
}

#[expect(clippy::cast_possible_truncation, reason = "a coordinate of the board")]
fn whole(value: f64) -> i32 {
    value.round() as i32
}

fn head(out: &mut String, kind: EdgeKind, (x, y): (i32, i32), degrees: f64) {
    let _ = write!(
        out,
        r#"<path class="a-ea {}" transform="translate({x} {y})rotate({degrees:.0})" d="M-4-5L6 0-4 5z"/>"#,
        class(kind)
    );
}

/// Each kind of vertex has its own shape.
fn dot(out: &mut String, kind: VertexKind, x: i32, y: i32) {
    let shape = match kind {
        VertexKind::City => "M-5-5H5V5H-5z",
        VertexKind::CityCorner => "M-4-4H4V4H-4zM-1.5-1.5V1.5H1.5V-1.5z",
        VertexKind::RoadEnd => "M6 0a6 6 0 1 0 0 .1z",
        VertexKind::ConnectingRoad => "M3.5 0a3.5 3.5 0 1 0 0 .1z",
        VertexKind::Gate => "M0-7L7 0 0 7-7 0z",
        VertexKind::Meadow => "M0-5L5 4H-5z",
        VertexKind::Bridge => "M-6-2H-2V-6H2V-2H6V2H2V6H-2V2H-6z",
        VertexKind::ConnectingRiver => "M-6-3.5H6L3 3.5H-3z",
        VertexKind::RiverEnd => "M0-8C6-1 5 6 0 6S-6-1 0-8z",
    };
    let class = match kind {
        VertexKind::City | VertexKind::CityCorner | VertexKind::Gate => "a-v0",
        VertexKind::RoadEnd | VertexKind::ConnectingRoad | VertexKind::Bridge => "a-v1",
        VertexKind::Meadow => "a-v2",
        VertexKind::ConnectingRiver | VertexKind::RiverEnd => "a-v3",
    };
    let _ = write!(out, r#"<path class="{class}" transform="translate({x} {y})" d="{shape}"/>"#);
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use engine::{Cell, Rotation};

    #[test]
    fn a_tile_on_the_board_has_its_graph_upon_it() {
        let mut map = Graph::new();
        map.add("CFFF".parse().unwrap(), Cell::new(1, -2), Rotation::R0).unwrap();
        let drawn = graph(&map);
        // The wall runs from the tile's north-east corner to its north-west corner.
        assert!(drawn.contains(r#"class="a-e0" d="M150 -250"#), "{drawn}");
        assert!(drawn.contains("50 -250\"/>"), "{drawn}");
        assert_eq!(drawn.matches(r#"class="a-v"#).count(), map.vertices().count());
        assert_eq!(drawn.matches("a-eh").count(), map.edges().count());
    }

    #[test]
    fn every_kind_looks_different_in_shape_or_dash() {
        let vertices: HashSet<String> = VertexKind::ALL.into_iter().map(vertex_key).collect();
        assert_eq!(vertices.len(), VertexKind::ALL.len());
        let edges: HashSet<String> = EdgeKind::ALL.into_iter().map(edge_key).collect();
        assert_eq!(edges.len(), EdgeKind::ALL.len());
    }
}
