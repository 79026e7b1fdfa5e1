//! Faces: each is bounded by walks, and half sides belong to them.

use std::collections::BTreeMap;

use super::graph::Graph;
use super::kind::Terrain;
use super::sweep::{Sets, sweep};
use super::walk::{Dart, Walks, darts};
use engine::{Cell, HalfSide};

/// The terms of Euler's formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Euler {
    /// V
    pub vertices: usize,
    /// E
    pub edges: usize,
    /// F, the outer face included.
    pub faces: usize,
    /// The number of connected parts.
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
    /// The face of each half side of each tile.
    of_half: BTreeMap<(Cell, HalfSide), usize>,
    pub(super) components: usize,
}

impl Faces {
    pub(super) fn of(graph: &Graph) -> Self {
        let walks = Walks::of(graph);
        let (mut same, halves) = sweep(graph, &walks);
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

    /// The half sides with their faces.
    pub(super) fn halves(&self) -> impl Iterator<Item = (Cell, HalfSide, usize)> {
        self.of_half.iter().map(|(&(cell, half), &face)| (cell, half, face))
    }

    /// The terrain of a face, from the edges of its boundary.
    pub(super) fn terrain(&self, graph: &Graph, face: usize) -> Terrain {
        let first = self.all[face].darts.first();
        first.map_or(Terrain::Nothing, |dart| graph.edge(dart.edge).kind.right(dart.forward))
    }
}

impl Graph {
    pub fn euler(&self) -> Euler {
        let faces = Faces::of(self);
        Euler {
            vertices: self.vertices().count(),
            edges: self.edges.iter().flatten().count(),
            faces: faces.all.len(),
            components: faces.components,
        }
    }
}

fn components(graph: &Graph) -> usize {
    let mut sets = Sets::new(graph.vertices.len());
    for edge in graph.edges.iter().flatten() {
        sets.join(edge.from, edge.to);
    }
    (0..graph.vertices.len()).filter(|&id| graph.vertices[id].is_some() && sets.root(id) == id).count()
}
