//! The graph: vertices, edges, and checks before a tile is added.

use std::collections::{BTreeMap, HashMap};

use super::kind::{EdgeKind, VertexKind};
use super::point::Point;
use super::sketch::Sketch;
use engine::{Cell, Edge as TileEdge, HalfSide, PlacedTile, Rotation, SegmentKind, Side, TileKind};

pub(super) type VertexId = usize;
pub(super) type EdgeId = usize;

/// Half of a side, on the rim of the map.
pub(super) type RimPiece = (Cell, HalfSide);

/// Why a tile cannot be added.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotPlanar {
    /// One city of the tile crosses over another, which a planar drawing cannot show.
    #[error("a map with {0} is not planar: one of its cities passes over the other")]
    CitiesCross(TileKind),
    #[error("there is a tile at {0} already")]
    Occupied(Cell),
    /// Sides that would touch show different edges.
    #[error("{kind} does not match its neighbour across the {} side of {position}", .side.word())]
    SidesDiffer {
        /// The tile to be added.
        kind: TileKind,
        position: Cell,
        /// The side that does not match.
        side: Side,
    },
}

pub(super) struct MapTile {
    pub(super) kind: TileKind,
    pub(super) rotation: Rotation,
    /// Its walls, roads and rivers, which are never removed.
    pub(super) lines: Vec<EdgeId>,
}

impl MapTile {
    pub(super) fn edge(&self, side: Side) -> TileEdge {
        self.kind.def().edges[(side - self.rotation).index()]
    }
}

pub(super) struct Vertex {
    pub(super) kind: VertexKind,
    pub(super) at: Point,
    /// The edges that meet here; a loop occurs twice.
    pub(super) edges: Vec<EdgeId>,
    /// Whether several tiles meet here.
    pub(super) shared: bool,
}

pub(super) struct Edge {
    pub(super) kind: EdgeKind,
    pub(super) from: VertexId,
    pub(super) to: VertexId,
    pub(super) course: Course,
}

/// The line of an edge.
pub(super) enum Course {
    /// Inside a tile, through these bends; a road or a river reaches these sides of it.
    Inner { cell: Cell, bends: Vec<Point>, sides: Vec<Side> },
    /// Along the rim, with the tiles on its right.
    Rim(Vec<RimPiece>),
}

/// A map as a planar graph.
#[derive(Default)]
pub struct Graph {
    pub(super) cells: BTreeMap<Cell, MapTile>,
    pub(super) vertices: Vec<Option<Vertex>>,
    pub(super) edges: Vec<Option<Edge>>,
    pub(super) rim: HashMap<RimPiece, EdgeId>,
}

/// A vertex for drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VertexView {
    /// The number in this graph.
    pub id: usize,
    pub kind: VertexKind,
    pub at: Point,
    /// The number of edges that meet in it; a loop counts twice.
    pub degree: usize,
}

/// An edge for drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EdgeView {
    /// The number in this graph.
    pub id: usize,
    pub kind: EdgeKind,
    /// The number of its tail.
    pub from: usize,
    /// The number of its head.
    pub to: usize,
    /// The line from tail to head, both included.
    pub course: Vec<Point>,
}

impl Graph {
    /// An empty map.
    pub fn new() -> Self {
        Self::default()
    }

    /// The map of a board's tiles.
    pub fn of(tiles: &[PlacedTile]) -> Result<Self, NotPlanar> {
        let mut graph = Self::new();
        for tile in tiles {
            graph.add(tile.kind, tile.position, tile.rotation)?;
        }
        Ok(graph)
    }

    /// Fuses a tile with the map along every shared side. On an error the graph is unchanged.
    ///
    /// A tile that shares no side starts another map in the same plane.
    pub fn add(&mut self, kind: TileKind, position: Cell, rotation: Rotation) -> Result<(), NotPlanar> {
        self.check(kind, position, rotation)?;
        let sketch = Sketch::of(kind.def());
        self.lay(&sketch, kind, position, rotation);
        for side in Side::ALL {
            if self.cells.contains_key(&position.neighbour(side)) {
                self.fuse(position, side);
            }
        }
        self.tidy();
        Ok(())
    }

    fn check(&self, kind: TileKind, position: Cell, rotation: Rotation) -> Result<(), NotPlanar> {
        if cities_cross(kind) {
            return Err(NotPlanar::CitiesCross(kind));
        }
        if self.cells.contains_key(&position) {
            return Err(NotPlanar::Occupied(position));
        }
        let edges = kind.edges(rotation);
        let differs = |side: &Side| {
            let beyond = self.cells.get(&position.neighbour(*side));
            beyond.is_some_and(|cell| cell.edge(side.opposite()) != edges[side.index()])
        };
        match Side::ALL.into_iter().find(differs) {
            Some(side) => Err(NotPlanar::SidesDiffer { kind, position, side }),
            None => Ok(()),
        }
    }

    /// In the order of their numbers.
    pub fn vertices(&self) -> impl Iterator<Item = VertexView> {
        self.vertices.iter().enumerate().filter_map(|(id, vertex)| {
            let vertex = vertex.as_ref()?;
            Some(VertexView { id, kind: vertex.kind, at: vertex.at, degree: vertex.edges.len() })
        })
    }

    /// In the order of their numbers.
    pub fn edges(&self) -> impl Iterator<Item = EdgeView> {
        self.edges.iter().enumerate().filter_map(|(id, edge)| {
            let edge = edge.as_ref()?;
            Some(EdgeView {
                id,
                kind: edge.kind,
                from: edge.from,
                to: edge.to,
                course: self.course(edge).collect(),
            })
        })
    }

    pub(super) fn vertex(&self, id: VertexId) -> &Vertex {
        self.vertices[id].as_ref().expect("edges end at vertices that are there")
    }

    pub(super) fn edge(&self, id: EdgeId) -> &Edge {
        self.edges[id].as_ref().expect("vertices and the rim name edges that are there")
    }

    /// The line of an edge from its tail to its head.
    pub(super) fn course(&self, edge: &Edge) -> impl DoubleEndedIterator<Item = Point> {
        let (bends, pieces): (&[Point], &[RimPiece]) = match &edge.course {
            Course::Inner { bends, .. } => (bends, &[]),
            Course::Rim(pieces) => (&[], &pieces[1..]),
        };
        let inner = bends.iter().copied().chain(pieces.iter().map(|&piece| start(piece)));
        let [tail, head] = [edge.from, edge.to].map(|end| std::iter::once(self.vertex(end).at));
        tail.chain(inner).chain(head)
    }
}

/// Where a piece of the rim begins, clockwise around its tile.
pub(super) fn start((cell, half): RimPiece) -> Point {
    let side = half.side();
    let from = if half == side.halves()[0] { Point::corner(side) } else { Point::middle(side, 0) };
    from.placed(cell, Rotation::R0)
}

/// Whether one city connects top and bottom while another connects right and left.
fn cities_cross(kind: TileKind) -> bool {
    let joins = |one, other| {
        let cities =
            kind.def().segments.iter().enumerate().filter(|(_, segment)| segment.kind == SegmentKind::City);
        cities.filter(|(_, city)| city.reaches(one) && city.reaches(other)).map(|(index, _)| index).next()
    };
    match (joins(Side::Top, Side::Bottom), joins(Side::Right, Side::Left)) {
        (Some(one), Some(other)) => one != other,
        _ => false,
    }
}
