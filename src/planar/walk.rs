//! Walks from edge to edge with one face always on the right.

use std::collections::BTreeMap;

use super::graph::{EdgeId, Graph, VertexId};
use super::point::Way;

/// An edge as seen from one of its ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Dart {
    pub(super) edge: EdgeId,
    pub(super) forward: bool,
}

impl Dart {
    pub(super) const fn twin(self) -> Self {
        Self { edge: self.edge, forward: !self.forward }
    }

    pub(super) const fn index(self) -> usize {
        2 * self.edge + self.forward as usize
    }
}

impl Graph {
    pub(super) fn tail(&self, dart: Dart) -> VertexId {
        let edge = self.edge(dart.edge);
        if dart.forward { edge.from } else { edge.to }
    }

    pub(super) fn head(&self, dart: Dart) -> VertexId {
        self.tail(dart.twin())
    }

    /// The darts that leave `vertex`, clockwise.
    pub(super) fn leaving(&self, vertex: VertexId) -> Vec<Dart> {
        let mut leaving = Vec::with_capacity(8);
        let edges = &self.vertex(vertex).edges;
        for (i, &edge) in edges.iter().enumerate() {
            if edges[..i].contains(&edge) {
                continue;
            }
            let both = [true, false].map(|forward| Dart { edge, forward });
            let mine = both.into_iter().filter(|&dart| self.tail(dart) == vertex);
            leaving.extend(mine.map(|dart| (self.way(dart), dart)));
        }
        leaving.sort_unstable_by(|(one, _), (other, _)| one.clockwise(*other));
        leaving.into_iter().map(|(_, dart)| dart).collect()
    }

    /// The direction in which a dart leaves.
    fn way(&self, dart: Dart) -> Way {
        let mut course = self.course(self.edge(dart.edge));
        let ends = if dart.forward {
            (course.next(), course.next())
        } else {
            (course.next_back(), course.next_back())
        };
        let (Some(from), Some(to)) = ends else { unreachable!("an edge has two ends") };
        from.way(to)
    }
}

/// All darts of a graph.
pub(super) fn darts(graph: &Graph) -> impl Iterator<Item = Dart> {
    let edges = (0..graph.edges.len()).filter(|&edge| graph.edges[edge].is_some());
    edges.flat_map(|edge| [true, false].map(|forward| Dart { edge, forward }))
}

/// Walk 0 is the far rim of the plane; an isolated vertex has a walk without darts.
pub(super) struct Walks {
    pub(super) count: usize,
    pub(super) of_dart: Vec<usize>,
    pub(super) of_lone: BTreeMap<VertexId, usize>,
}

impl Walks {
    pub(super) fn of(graph: &Graph) -> Self {
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
            // A walk with the face on its right leaves by the dart before the one that leads back.
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
