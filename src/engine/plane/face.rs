//! Faces: walks round them, and which walks go round the same one.

use std::collections::BTreeMap;

use super::graph::{EdgeId, Graph, VertexId};
use super::kind::{Terrain, VertexKind};
use super::point::{Point, TILE};
use crate::engine::geometry::{HalfSide, Position, Rotation, Side};

/// An edge, seen from one of its ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Dart {
    pub(super) edge: EdgeId,
    pub(super) forward: bool,
}

impl Dart {
    pub(super) const fn twin(self) -> Self {
        Self { edge: self.edge, forward: !self.forward }
    }

    const fn index(self) -> usize {
        2 * self.edge + self.forward as usize
    }
}

/// The terms of Euler's formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Euler {
    /// V
    pub vertices: usize,
    /// E
    pub edges: usize,
    /// F, the outer face included.
    pub faces: usize,
    /// The connected parts.
    pub components: usize,
}

impl Euler {
    /// Whether V − E + F = 1 + components.
    pub const fn holds(self) -> bool {
        self.vertices + self.faces == 1 + self.components + self.edges
    }
}

/// A face: all walks along its boundary, each with the face on the right.
#[derive(Default)]
pub(super) struct Face {
    pub(super) darts: Vec<Dart>,
}

/// The faces of a graph.
pub(super) struct Faces {
    /// Face 0 is the outer one.
    pub(super) all: Vec<Face>,
    /// The face on the right of each dart.
    of_dart: Vec<usize>,
    /// The face in which each half side lies, seen from its tile.
    of_half: BTreeMap<(Position, HalfSide), usize>,
    pub(super) components: usize,
}

/// Heights in a tile at which a line is swept over the map: those of the eight half sides, and one just below the middle,
/// where crossings, cloisters and springs are. All are odd, so no vertex lies on them.
const HEIGHTS: [i32; 5] = [1, 7, 17, 25, 31];

/// A point on each half side's terrain, just inside an unrotated tile.
fn sample(half: HalfSide) -> Point {
    let along = if half.index().is_multiple_of(2) { 7 } else { 25 };
    let side = half.side();
    Point::new(along, 1).placed(Position::ORIGIN, Rotation::from_quarters(side.index()))
}

impl Faces {
    pub(super) fn of(graph: &Graph) -> Self {
        let walks = Walks::of(graph);
        let mut sweep = Sweep { graph, walks: &walks, same: Sets::new(walks.count), halves: BTreeMap::new() };
        sweep.run();
        let Sweep { mut same, halves, .. } = sweep;
        let mut number = vec![usize::MAX; walks.count];
        let mut all = vec![Face::default()];
        number[same.root(0)] = 0;
        for walk in 0..walks.count {
            let root = same.root(walk);
            if number[root] == usize::MAX {
                number[root] = all.len();
                all.push(Face::default());
            }
            number[walk] = number[root];
        }
        for dart in darts(graph) {
            all[number[walks.of_dart[dart.index()]]].darts.push(dart);
        }
        let of_dart = walks.of_dart.iter().map(|&walk| number.get(walk).copied().unwrap_or(0)).collect();
        let of_half = halves.into_iter().map(|(half, walk)| (half, number[walk])).collect();
        Self { all, of_dart, of_half, components: components(graph) }
    }

    /// The face on the right of `dart`.
    pub(super) fn right(&self, dart: Dart) -> usize {
        self.of_dart[dart.index()]
    }

    /// The half sides and the faces in which they lie.
    pub(super) fn halves(&self) -> impl Iterator<Item = (Position, HalfSide, usize)> {
        self.of_half.iter().map(|(&(cell, half), &face)| (cell, half, face))
    }

    /// What a face is: the edges of its boundary tell.
    pub(super) fn terrain(&self, graph: &Graph, face: usize) -> Terrain {
        let first = self.all[face].darts.first();
        first.map_or(Terrain::Nothing, |dart| graph.edge(dart.edge).kind.right(dart.forward))
    }
}

impl Graph {
    /// The terms of Euler's formula for this graph.
    pub fn euler(&self) -> Euler {
        let faces = Faces::of(self);
        Euler {
            vertices: self.vertices().count(),
            edges: self.edges.iter().flatten().count(),
            faces: faces.all.len(),
            components: faces.components,
        }
    }

    pub(super) fn tail(&self, dart: Dart) -> VertexId {
        let edge = self.edge(dart.edge);
        if dart.forward { edge.from } else { edge.to }
    }

    pub(super) fn head(&self, dart: Dart) -> VertexId {
        self.tail(dart.twin())
    }

    /// The darts that leave `vertex`, clockwise.
    pub(super) fn leaving(&self, vertex: VertexId) -> Vec<Dart> {
        let mut edges = self.vertex(vertex).edges.clone();
        edges.sort_unstable();
        edges.dedup();
        let both = edges.into_iter().flat_map(|edge| [true, false].map(|forward| Dart { edge, forward }));
        let mut leaving: Vec<_> = both
            .filter(|&dart| self.tail(dart) == vertex)
            .map(|dart| {
                let course = self.course(self.edge(dart.edge));
                let last = course.len() - 1;
                let way =
                    if dart.forward { course[0].way(course[1]) } else { course[last].way(course[last - 1]) };
                (way, dart)
            })
            .collect();
        leaving.sort_by(|(one, _), (other, _)| one.clockwise(*other));
        leaving.into_iter().map(|(_, dart)| dart).collect()
    }
}

fn darts(graph: &Graph) -> impl Iterator<Item = Dart> {
    let edges = (0..graph.edges.len()).filter(|&edge| graph.edges[edge].is_some());
    edges.flat_map(|edge| [true, false].map(|forward| Dart { edge, forward }))
}

fn components(graph: &Graph) -> usize {
    let mut sets = Sets::new(graph.vertices.len());
    for edge in graph.edges.iter().flatten() {
        sets.join(edge.from, edge.to);
    }
    (0..graph.vertices.len()).filter(|&id| graph.vertices[id].is_some() && sets.root(id) == id).count()
}

/// Walk 0 is the rim of the whole plane, far away; a lone vertex has a walk without a dart.
struct Walks {
    count: usize,
    of_dart: Vec<usize>,
    of_lone: BTreeMap<VertexId, usize>,
}

impl Walks {
    fn of(graph: &Graph) -> Self {
        let mut next = vec![None; 2 * graph.edges.len()];
        let mut of_lone = BTreeMap::new();
        let mut count = 1;
        for (id, vertex) in graph.vertices.iter().enumerate() {
            if vertex.is_none() {
                continue;
            }
            let leaving = graph.leaving(id);
            if leaving.is_empty() {
                of_lone.insert(id, count);
                count += 1;
            }
            // Whoever arrives and keeps the face on the right leaves by the dart before the one that leads back.
            for (i, dart) in leaving.iter().enumerate() {
                next[dart.twin().index()] = Some(leaving[(i + leaving.len() - 1) % leaving.len()]);
            }
        }
        let mut of_dart = vec![usize::MAX; next.len()];
        for start in darts(graph) {
            let mut dart = start;
            if of_dart[dart.index()] != usize::MAX {
                continue;
            }
            while of_dart[dart.index()] == usize::MAX {
                of_dart[dart.index()] = count;
                let Some(following) = next[dart.index()] else { break };
                dart = following;
            }
            count += 1;
        }
        Self { count, of_dart, of_lone }
    }
}

/// Lines swept from west to east over the map: what lies between two edges that follow each other on a line is one face,
/// so the walks on both sides of it are walks round the same face, however the graph's parts lie in each other.
struct Sweep<'a> {
    graph: &'a Graph,
    walks: &'a Walks,
    same: Sets,
    halves: BTreeMap<(Position, HalfSide), usize>,
}

/// An edge that a swept line meets, `top / bottom` units east of the origin.
struct Crossing {
    top: i64,
    bottom: i64,
    /// The dart with the west on its right.
    west: Dart,
}

impl Sweep<'_> {
    fn run(&mut self) {
        let mut by_row: BTreeMap<i32, Vec<Position>> = BTreeMap::new();
        for cell in self.graph.cells.keys() {
            by_row.entry(i32::from(cell.y)).or_default().push(*cell);
        }
        let mut ends: BTreeMap<i32, Vec<(i32, usize)>> = BTreeMap::new();
        for (id, vertex) in self.graph.vertices.iter().enumerate() {
            if let Some((at, walk)) =
                vertex.as_ref().and_then(|vertex| Some((vertex.at, self.walk_at(id, vertex.kind)?)))
            {
                ends.entry(at.y + 1).or_default().push((at.x - 1, walk));
            }
        }
        for (row, cells) in by_row {
            for height in HEIGHTS {
                let y = row * TILE + height;
                let ends = ends.remove(&y).unwrap_or_default();
                self.line(y, &cells, &ends);
            }
        }
    }

    /// The one walk at a road's or a river's end that at most one edge reaches.
    fn walk_at(&self, id: VertexId, kind: VertexKind) -> Option<usize> {
        if !matches!(kind, VertexKind::RoadEnd | VertexKind::RiverEnd) {
            return None;
        }
        match self.graph.leaving(id)[..] {
            [] => self.walks.of_lone.get(&id).copied(),
            [dart] => Some(self.walks.of_dart[dart.index()]),
            _ => None,
        }
    }

    /// Sweeps one line over the cells of its row; `ends` are walks known to go round the face at a point.
    fn line(&mut self, y: i32, cells: &[Position], ends: &[(i32, usize)]) {
        let mut crossings = Vec::new();
        let mut halves = Vec::new();
        for &cell in cells {
            self.crossings(cell, y, &mut crossings);
            for half in HalfSide::ALL {
                let at = sample(half);
                if at.y + TILE * i32::from(cell.y) == y {
                    halves.push((at.x + TILE * i32::from(cell.x), (cell, half)));
                }
            }
        }
        crossings.sort_by(|a, b| (a.top * b.bottom).cmp(&(b.top * a.bottom)));
        let mut walk = 0;
        let mut bounds = vec![];
        for crossing in &crossings {
            self.same.join(walk, self.walks.of_dart[crossing.west.index()]);
            walk = self.walks.of_dart[crossing.west.twin().index()];
            bounds.push((crossing, walk));
        }
        self.same.join(walk, 0);
        let at = |x: i32| {
            let before =
                bounds.partition_point(|(crossing, _)| crossing.top < i64::from(x) * crossing.bottom);
            before.checked_sub(1).map_or(0, |last| bounds[last].1)
        };
        for (x, half) in halves {
            self.halves.insert(half, at(x));
        }
        for &(x, walk) in ends {
            self.same.join(walk, at(x));
        }
    }

    /// The edges of one cell that the line at `y` meets: those inside it, and the rim to the west and to the east.
    fn crossings(&self, cell: Position, y: i32, found: &mut Vec<Crossing>) {
        for &line in &self.graph.cells[&cell].lines {
            let course = self.graph.course(self.graph.edge(line));
            for pair in course.windows(2) {
                let (from, to) = (pair[0], pair[1]);
                if (from.y < y) != (to.y < y) {
                    let rise = i64::from(to.y - from.y);
                    let top = i64::from(from.x) * rise + i64::from(y - from.y) * i64::from(to.x - from.x);
                    let west = Dart { edge: line, forward: rise > 0 };
                    found.push(Crossing { top: top * rise.signum(), bottom: rise.abs(), west });
                }
            }
        }
        let upper = y.rem_euclid(TILE) < TILE / 2;
        for (side, half, x) in [(Side::Left, usize::from(upper), 0), (Side::Right, usize::from(!upper), TILE)]
        {
            if let Some(&edge) = self.graph.rim.get(&(cell, side.halves()[half])) {
                let top = i64::from(x + TILE * i32::from(cell.x));
                found.push(Crossing { top, bottom: 1, west: Dart { edge, forward: side == Side::Right } });
            }
        }
    }
}

/// Sets of numbers that turned out to be the same.
struct Sets(Vec<usize>);

impl Sets {
    fn new(count: usize) -> Self {
        Self((0..count).collect())
    }

    fn root(&mut self, mut one: usize) -> usize {
        while self.0[one] != one {
            self.0[one] = self.0[self.0[one]];
            one = self.0[one];
        }
        one
    }

    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.root(one), self.root(other));
        self.0[one] = other;
    }
}
