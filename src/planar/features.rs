//! Roads, cities and farms, derived from paths and faces.

use std::collections::BTreeSet;

use super::face::Faces;
use super::graph::{Course, Edge, Graph};
use super::kind::{EdgeKind, Terrain, VertexKind};
use super::walk::Dart;
use engine::{Cell, HalfSide, Side};

/// A maximal path of road edges through connecting roads and bridges.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Road {
    pub sides: BTreeSet<(Cell, Side)>,
    pub tiles: BTreeSet<Cell>,
    /// Whether both ends are road ends or gates, or it is a cycle.
    pub complete: bool,
}

/// A face that is on the right of all walls and borders around it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct City {
    pub sides: BTreeSet<(Cell, Side)>,
    pub tiles: BTreeSet<Cell>,
    /// Whether its boundary has no city border edge.
    pub complete: bool,
}

/// Any other inner face with a tile under it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Farm {
    /// Empty for a meadow enclosed in its tile.
    pub halves: BTreeSet<(Cell, HalfSide)>,
    pub tiles: BTreeSet<Cell>,
    /// Whether its boundary has no meadow border edge, so that it cannot grow.
    pub closed: bool,
    /// The cities across its walls, as indexes into [`Features::cities`].
    pub cities: BTreeSet<usize>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Features {
    pub roads: Vec<Road>,
    pub cities: Vec<City>,
    pub farms: Vec<Farm>,
}

impl Graph {
    /// All features, found by tracing the current graph.
    pub fn features(&self) -> Features {
        let faces = Faces::of(self);
        let mut regions: Vec<Region> = faces.all.iter().map(|_| Region::default()).collect();
        for (cell, half, face) in faces.halves() {
            regions[face].halves.insert((cell, half));
            regions[face].tiles.insert(cell);
        }
        for (region, face) in regions.iter_mut().zip(&faces.all) {
            for dart in &face.darts {
                let edge = self.edge(dart.edge);
                region.open |= matches!(edge.kind, EdgeKind::CityBorder | EdgeKind::MeadowBorder);
                if let Course::Inner { cell, .. } = edge.course {
                    region.tiles.insert(cell);
                }
            }
        }
        let terrain: Vec<Terrain> = (0..faces.all.len()).map(|face| faces.terrain(self, face)).collect();
        let mut index_of_city = vec![None; regions.len()];
        let mut features = Features { roads: self.roads(), ..Features::default() };
        for (face, region) in regions.iter().enumerate().filter(|&(face, _)| terrain[face] == Terrain::City) {
            index_of_city[face] = Some(features.cities.len());
            let sides = region.halves.iter().map(|&(cell, half)| (cell, half.side())).collect();
            features.cities.push(City { sides, tiles: region.tiles.clone(), complete: !region.open });
        }
        for (face, region) in
            regions.into_iter().enumerate().filter(|&(face, _)| terrain[face] == Terrain::Meadow)
        {
            let walls =
                faces.all[face].darts.iter().filter(|dart| self.edge(dart.edge).kind == EdgeKind::City);
            let cities = walls.filter_map(|wall| index_of_city[faces.right(wall.twin())]).collect();
            features.farms.push(Farm {
                halves: region.halves,
                tiles: region.tiles,
                closed: !region.open,
                cities,
            });
        }
        features
    }

    /// Follows every road from one of its edges in both directions.
    fn roads(&self) -> Vec<Road> {
        let mut seen = vec![false; self.edges.len()];
        let mut roads = Vec::new();
        for (id, edge) in self.edges.iter().enumerate() {
            if edge.as_ref().is_none_or(|edge| edge.kind != EdgeKind::Road) || seen[id] {
                continue;
            }
            let mut road = Road { sides: BTreeSet::new(), tiles: BTreeSet::new(), complete: false };
            let ends =
                [true, false].map(|forward| self.follow(Dart { edge: id, forward }, &mut seen, &mut road));
            road.complete = ends.iter().all(End::complete);
            roads.push(road);
        }
        roads
    }

    /// Follows a road in the direction of `dart` to its end.
    fn follow(&self, start: Dart, seen: &mut [bool], road: &mut Road) -> End {
        let mut dart = start;
        loop {
            seen[dart.edge] = true;
            road.add_edge(self.edge(dart.edge));
            let Some(next) = self.onward(dart) else { return End::At(self.vertex(self.head(dart)).kind) };
            if next == start {
                return End::Cycle;
            }
            dart = next;
        }
    }

    /// The dart that continues the road after the head of `dart`.
    fn onward(&self, dart: Dart) -> Option<Dart> {
        let vertex = self.head(dart);
        let leaving = self.leaving(vertex);
        match self.vertex(vertex).kind {
            VertexKind::ConnectingRoad => leaving
                .into_iter()
                .find(|&next| next != dart.twin() && self.edge(next.edge).kind == EdgeKind::Road),
            VertexKind::Bridge => {
                let back = leaving.iter().position(|&next| next == dart.twin())?;
                Some(leaving[(back + leaving.len() / 2) % leaving.len()])
            }
            _ => None,
        }
    }
}

/// What a face's boundary yields.
#[derive(Default)]
struct Region {
    halves: BTreeSet<(Cell, HalfSide)>,
    tiles: BTreeSet<Cell>,
    open: bool,
}

/// How a road ends in one direction.
enum End {
    Cycle,
    At(VertexKind),
}

impl End {
    const fn complete(&self) -> bool {
        matches!(self, Self::Cycle | Self::At(VertexKind::RoadEnd | VertexKind::Gate))
    }
}

impl Road {
    fn add_edge(&mut self, edge: &Edge) {
        if let Course::Inner { cell, sides, .. } = &edge.course {
            self.tiles.insert(*cell);
            self.sides.extend(sides.iter().map(|&side| (*cell, side)));
        }
    }
}
