//! Fusing a tile's graph with the map's.

use super::graph::{Course, Edge, EdgeId, Graph, MapTile, RimPiece, Vertex, VertexId, start};
use super::kind::{EdgeKind, VertexKind};
use super::point::Point;
use super::sketch::Sketch;
use engine::{Cell, Edge as TileEdge, Rotation, Side, TileKind};

impl Graph {
    /// Adds the graph of a single tile next to the map's.
    pub(super) fn lay(&mut self, sketch: &Sketch, kind: TileKind, cell: Cell, rotation: Rotation) {
        let vertices: Vec<VertexId> = sketch
            .vertices
            .iter()
            .map(|&(kind, at)| self.new_vertex(kind, at.placed(cell, rotation)))
            .collect();
        let mut lines = Vec::new();
        for line in &sketch.lines {
            let bends = line.bends.iter().map(|bend| bend.placed(cell, rotation)).collect();
            let sides = sketch.sides(line).map(|side| side + rotation).collect();
            let course = Course::Inner { cell, bends, sides };
            lines.push(self.new_edge(line.kind, vertices[line.from], vertices[line.to], course));
        }
        for side in Side::ALL {
            let own = side - rotation;
            let ends = [own.index(), (own.index() + 1) % 4].map(|corner| vertices[corner]);
            let [first, last] = side.halves().map(|half| (cell, half));
            let kind = match kind.def().edges[own.index()] {
                TileEdge::City => EdgeKind::CityBorder,
                TileEdge::Road | TileEdge::Field | TileEdge::River => EdgeKind::MeadowBorder,
            };
            match sketch.mouths[own.index()] {
                None => drop(self.new_edge(kind, ends[0], ends[1], Course::Rim(vec![first, last]))),
                Some(mouth) => {
                    self.new_edge(kind, ends[0], vertices[mouth], Course::Rim(vec![first]));
                    self.new_edge(kind, vertices[mouth], ends[1], Course::Rim(vec![last]));
                }
            }
        }
        self.cells.insert(cell, MapTile { kind, rotation, lines });
    }

    /// Joins the tiles on both sides of `side` of `cell`: border edges disappear, the vertices of one side merge with those of
    /// the other (head with tail), and so do the mouths of a road or a river.
    pub(super) fn fuse(&mut self, cell: Cell, side: Side) {
        let here = self.isolate(cell, side);
        let there = self.isolate(cell.neighbour(side), side.opposite());
        for edge in here.edges.into_iter().chain(there.edges) {
            self.remove_edge(edge);
        }
        let count = here.ends.len();
        for (i, &vertex) in here.ends.iter().enumerate() {
            self.merge(vertex, there.ends[count - 1 - i]);
        }
    }

    /// Separates the border edges of a side from those of the adjacent sides.
    fn isolate(&mut self, cell: Cell, side: Side) -> Border {
        let [first, last] = side.halves().map(|half| (cell, half));
        self.cut(first, 0);
        self.cut(last, 1);
        let mut edges = vec![self.rim[&first], self.rim[&last]];
        edges.dedup();
        let mut ends = vec![self.edge(edges[0]).from];
        ends.extend(edges.iter().map(|&edge| self.edge(edge).to));
        Border { edges, ends }
    }

    /// Splits a border edge before a piece (0) or after it (1), unless it begins or ends there. The new vertex is one that
    /// disappeared when the adjacent sides became one edge.
    fn cut(&mut self, piece: RimPiece, after: usize) {
        let id = self.rim[&piece];
        let edge = self.edge(id);
        let (kind, to) = (edge.kind, edge.to);
        let Course::Rim(pieces) = &edge.course else { return };
        let at = pieces.iter().position(|&known| known == piece).map_or(0, |at| at + after);
        if at == 0 || at == pieces.len() {
            return;
        }
        let rest = pieces[at..].to_vec();
        let corner = if kind == EdgeKind::CityBorder { VertexKind::CityCorner } else { VertexKind::Meadow };
        let vertex = self.new_vertex(corner, start(rest[0]));
        self.detach(id, to);
        self.vertex_mut(vertex).edges.push(id);
        let edge = self.edge_mut(id);
        edge.to = vertex;
        if let Course::Rim(pieces) = &mut edge.course {
            pieces.truncate(at);
        }
        self.new_edge(kind, vertex, to, Course::Rim(rest));
    }

    /// Merges two vertices: a wall that reaches either remains for both.
    fn merge(&mut self, kept: VertexId, gone: VertexId) {
        if kept == gone {
            return;
        }
        let Some(Vertex { kind, edges, .. }) = self.vertices[gone].take() else { return };
        for &id in &edges {
            let edge = self.edge_mut(id);
            for end in [&mut edge.from, &mut edge.to] {
                if *end == gone {
                    *end = kept;
                }
            }
        }
        let vertex = self.vertex_mut(kept);
        vertex.edges.extend(edges);
        vertex.shared = true;
        if kind == VertexKind::City {
            vertex.kind = kind;
        }
    }

    /// Removes the temporary vertices where several tiles meet: those inside the map without a trace, those on the rim by joining
    /// their two edges. The last vertex of a rim stays, because an edge must begin and end somewhere.
    pub(super) fn tidy(&mut self) {
        for id in 0..self.vertices.len() {
            let Some(vertex) = &self.vertices[id] else { continue };
            if !vertex.kind.temporary() || !vertex.shared {
                continue;
            }
            match vertex.edges[..] {
                [] => self.vertices[id] = None,
                [one, other] if one != other => self.straighten(id, one, other),
                _ => {}
            }
        }
    }

    /// Joins the two border edges that meet at `vertex`.
    fn straighten(&mut self, vertex: VertexId, one: EdgeId, other: EdgeId) {
        let (first, second) = if self.edge(one).to == vertex { (one, other) } else { (other, one) };
        let (kind, from) = (self.edge(first).kind, self.edge(first).from);
        let to = self.edge(second).to;
        let mut whole = self.remove_edge(first);
        whole.extend(self.remove_edge(second));
        self.vertices[vertex] = None;
        self.new_edge(kind, from, to, Course::Rim(whole));
    }

    fn new_vertex(&mut self, kind: VertexKind, at: Point) -> VertexId {
        self.vertices.push(Some(Vertex { kind, at, edges: Vec::new(), shared: false }));
        self.vertices.len() - 1
    }

    fn new_edge(&mut self, kind: EdgeKind, from: VertexId, to: VertexId, course: Course) -> EdgeId {
        let id = self.edges.len();
        if let Course::Rim(pieces) = &course {
            self.rim.extend(pieces.iter().map(|&piece| (piece, id)));
        }
        self.edges.push(Some(Edge { kind, from, to, course }));
        self.vertex_mut(from).edges.push(id);
        self.vertex_mut(to).edges.push(id);
        id
    }

    /// Removes an edge and returns the pieces of the rim that it ran along.
    fn remove_edge(&mut self, id: EdgeId) -> Vec<RimPiece> {
        let Some(edge) = self.edges[id].take() else { return Vec::new() };
        for end in [edge.from, edge.to] {
            self.detach(id, end);
        }
        let Course::Rim(pieces) = edge.course else { return Vec::new() };
        for piece in &pieces {
            self.rim.remove(piece);
        }
        pieces
    }

    /// Detaches one end of `edge` from `vertex`.
    fn detach(&mut self, edge: EdgeId, vertex: VertexId) {
        let edges = &mut self.vertex_mut(vertex).edges;
        if let Some(place) = edges.iter().position(|&known| known == edge) {
            edges.remove(place);
        }
    }

    fn vertex_mut(&mut self, id: VertexId) -> &mut Vertex {
        self.vertices[id].as_mut().expect("edges end at vertices that are there")
    }

    fn edge_mut(&mut self, id: EdgeId) -> &mut Edge {
        self.edges[id].as_mut().expect("vertices and the rim name edges that are there")
    }
}

/// The border edges of one side, and the vertices along it: two, or three with a mouth in the middle.
struct Border {
    edges: Vec<EdgeId>,
    ends: Vec<VertexId>,
}
