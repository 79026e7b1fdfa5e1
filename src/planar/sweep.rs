//! Finds which walks bound the same face, and the face of every half side.

use std::collections::BTreeMap;

use super::graph::{Graph, VertexId};
use super::kind::VertexKind;
use super::point::{Point, TILE};
use super::walk::{Dart, Walks};
use engine::{Cell, HalfSide, Rotation, Side};

/// The heights within a tile of the lines that are swept over the map: those of the eight half sides, and one just below the
/// centre, where crossings, cloisters and springs are. All are odd, so that no vertex is on them.
const HEIGHTS: [i32; 5] = [1, 7, 17, 25, 31];

/// A point on each half side's terrain, just inside an unrotated tile.
fn sample(half: HalfSide) -> Point {
    let along = if half.index().is_multiple_of(2) { 7 } else { 25 };
    let side = half.side();
    Point::new(along, 1).placed(Cell::ORIGIN, Rotation::from_quarters(side.index()))
}

/// The sets of walks around the same face, and for each half side a walk around its face.
pub(super) fn sweep(graph: &Graph, walks: &Walks) -> (Sets, BTreeMap<(Cell, HalfSide), usize>) {
    let mut sweep = Sweep { graph, walks, same: Sets::new(walks.count), halves: BTreeMap::new() };
    sweep.run();
    (sweep.same, sweep.halves)
}

/// Lines swept from west to east over the map. What lies between two successive edges on a line is one face, so the walks on
/// both sides of it bound the same face, however the graph's components are nested.
struct Sweep<'a> {
    graph: &'a Graph,
    walks: &'a Walks,
    same: Sets,
    halves: BTreeMap<(Cell, HalfSide), usize>,
}

/// An edge that the line meets, `top / bottom` units east of the origin.
struct Crossing {
    top: i64,
    bottom: i64,
    /// The dart with the west on its right.
    west: Dart,
}

impl Sweep<'_> {
    fn run(&mut self) {
        let mut by_row: BTreeMap<i32, Vec<Cell>> = BTreeMap::new();
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

    /// The only walk at the end of a road or a river, which at most one edge reaches.
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

    /// Sweeps one line over the cells of its row; `ends` are points with a walk that is known to bound their face.
    fn line(&mut self, y: i32, cells: &[Cell], ends: &[(i32, usize)]) {
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
    fn crossings(&self, cell: Cell, y: i32, found: &mut Vec<Crossing>) {
        for &line in &self.graph.cells[&cell].lines {
            let edge = self.graph.edge(line);
            let mut from = self.graph.vertex(edge.from).at;
            for to in self.graph.course(edge).skip(1) {
                if (from.y < y) != (to.y < y) {
                    let rise = i64::from(to.y - from.y);
                    let top = i64::from(from.x) * rise + i64::from(y - from.y) * i64::from(to.x - from.x);
                    let west = Dart { edge: line, forward: rise > 0 };
                    found.push(Crossing { top: top * rise.signum(), bottom: rise.abs(), west });
                }
                from = to;
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

/// Disjoint sets of numbers (union–find).
pub(super) struct Sets(Vec<usize>);

impl Sets {
    pub(super) fn new(count: usize) -> Self {
        Self((0..count).collect())
    }

    pub(super) fn root(&mut self, mut one: usize) -> usize {
        while self.0[one] != one {
            self.0[one] = self.0[self.0[one]];
            one = self.0[one];
        }
        one
    }

    pub(super) fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.root(one), self.root(other));
        self.0[one] = other;
    }
}
