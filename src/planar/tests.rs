//! Properties of the graph on single tiles and small maps.

use std::collections::BTreeSet;

use super::face::Faces;
use super::*;
use engine::{Cell, Edge, HalfSide, Rotation, SegmentKind, Side, TileKind};

fn kind(name: &str) -> TileKind {
    name.parse().unwrap()
}

/// A map of tiles given as kind, x, y, quarter turns.
fn map(tiles: &[(&str, i16, i16, usize)]) -> Graph {
    let mut graph = Graph::new();
    for &(name, x, y, quarters) in tiles {
        graph.add(kind(name), Cell::new(x, y), Rotation::from_quarters(quarters)).unwrap();
    }
    graph
}

fn planar() -> impl Iterator<Item = TileKind> {
    TileKind::all().filter(|kind| kind.name() != "KR-crossing-cities")
}

/// Asserts what must hold for every map.
fn check(graph: &Graph) {
    assert!(graph.euler().holds(), "{:?}", graph.euler());
    let faces = Faces::of(graph);
    for face in 0..faces.all.len() {
        let terrain = faces.terrain(graph, face);
        for dart in &faces.all[face].darts {
            assert_eq!(graph.edge(dart.edge).kind.right(dart.forward), terrain, "one face is of one terrain");
        }
    }
    for vertex in graph.vertices() {
        let allowed = match vertex.kind {
            VertexKind::City => 2..=8,
            VertexKind::CityCorner | VertexKind::Meadow => 2..=2,
            VertexKind::RoadEnd => 0..=4,
            VertexKind::ConnectingRoad | VertexKind::ConnectingRiver => 2..=3,
            // Six where two cities touch in one point and a road leads there from both sides.
            VertexKind::Gate => 3..=6,
            VertexKind::Bridge => 4..=4,
            VertexKind::RiverEnd => 1..=1,
        };
        assert!(allowed.contains(&vertex.degree), "{vertex:?}");
    }
}

#[test]
fn the_faces_of_every_lone_tile_are_the_cities_and_fields_of_its_definition() {
    for kind in planar() {
        for rotation in Rotation::ALL {
            let mut graph = Graph::new();
            graph.add(kind, Cell::ORIGIN, rotation).unwrap();
            check(&graph);
            let (features, def) = (graph.features(), kind.def());
            let of =
                |wanted| def.segments.iter().enumerate().filter(move |(_, segment)| segment.kind == wanted);
            let sides = |segment: usize| -> BTreeSet<(Cell, Side)> {
                def.segments[segment].side_list().map(|side| (Cell::ORIGIN, side + rotation)).collect()
            };

            let roads: BTreeSet<_> = of(SegmentKind::Road).map(|(road, _)| sides(road)).collect();
            assert_eq!(
                features.roads.iter().map(|road| road.sides.clone()).collect::<BTreeSet<_>>(),
                roads,
                "{kind}"
            );
            assert!(features.roads.iter().all(|road| !road.complete));

            let cities: BTreeSet<_> = of(SegmentKind::City).map(|(city, _)| sides(city)).collect();
            assert_eq!(
                features.cities.iter().map(|city| city.sides.clone()).collect::<BTreeSet<_>>(),
                cities,
                "{kind}"
            );
            assert!(features.cities.iter().all(|city| !city.complete));

            let fields: Vec<_> = of(SegmentKind::Field)
                .map(|(_, field)| {
                    let halves: BTreeSet<_> = HalfSide::ALL
                        .into_iter()
                        .filter(|&half| field.owns(half))
                        .map(|half| (Cell::ORIGIN, half + rotation))
                        .collect();
                    let touched: BTreeSet<_> = of(SegmentKind::City)
                        .filter(|(city, _)| field.touches & (1 << city) != 0)
                        .map(|(city, _)| sides(city))
                        .collect();
                    (halves, touched)
                })
                .collect();
            let farms: Vec<_> = features
                .farms
                .iter()
                .map(|farm| {
                    (
                        farm.halves.clone(),
                        farm.cities
                            .iter()
                            .map(|&city| features.cities[city].sides.clone())
                            .collect::<BTreeSet<_>>(),
                    )
                })
                .collect();
            assert_eq!(farms.len(), fields.len(), "{kind}");
            assert!(fields.iter().all(|field| farms.contains(field)), "{kind}: {farms:?} {fields:?}");
        }
    }
}

#[test]
fn cities_that_pass_over_each_other_are_refused() {
    let refused = Graph::new().add(kind("KR-crossing-cities"), Cell::ORIGIN, Rotation::R0);
    assert_eq!(refused, Err(NotPlanar::CitiesCross(kind("KR-crossing-cities"))));
}

#[test]
fn a_tile_that_does_not_fit_leaves_the_graph_as_it_was() {
    let mut graph = map(&[("CRFR", 0, 0, 0)]);
    let before = graph.export(Format::Json);
    assert_eq!(graph.add(kind("CFFF"), Cell::ORIGIN, Rotation::R0), Err(NotPlanar::Occupied(Cell::ORIGIN)));
    let refused = graph.add(kind("CFFF"), Cell::new(1, 0), Rotation::R0);
    let right = NotPlanar::SidesDiffer { kind: kind("CFFF"), position: Cell::new(1, 0), side: Side::Left };
    assert_eq!(refused, Err(right));
    assert_eq!(graph.export(Format::Json), before);
}

#[test]
fn a_road_ring_is_complete_and_the_grass_inside_is_a_farm_of_its_own() {
    let graph = map(&[("FFRR", 1, 0, 0), ("FFRR", 0, 0, 3), ("FFRR", 0, 1, 2), ("FFRR", 1, 1, 1)]);
    check(&graph);
    let features = graph.features();
    assert_eq!(features.roads.len(), 1);
    assert!(features.roads[0].complete);
    assert_eq!(features.roads[0].tiles.len(), 4);
    assert_eq!(
        features.farms.iter().map(|farm| (farm.halves.len(), farm.closed)).collect::<BTreeSet<_>>(),
        BTreeSet::from([(8, true), (24, false)])
    );
    let euler = graph.euler();
    assert_eq!(euler.components, 2, "the ring and the rim");
}

#[test]
fn a_city_ring_round_an_empty_cell_is_complete_and_the_gap_is_no_feature() {
    let ring = [
        ("CFFC", 1, 1, 0),
        ("FCFC", 0, 1, 0),
        ("CFFC", -1, 1, 1),
        ("FCFC", -1, 0, 1),
        ("CFFC", -1, -1, 2),
        ("FCFC", 0, -1, 0),
        ("CFFC", 1, -1, 3),
        ("FCFC", 1, 0, 1),
    ];
    let mut graph = map(&ring);
    check(&graph);
    let features = graph.features();
    assert_eq!(features.cities.len(), 1);
    assert!(features.cities[0].complete);
    assert_eq!(features.cities[0].tiles.len(), 8);
    assert_eq!(
        features.farms.len(),
        12,
        "each tile of the ring has a meadow outside, and four have one inside"
    );
    graph.add(kind("FFFFL"), Cell::ORIGIN, Rotation::R0).unwrap();
    check(&graph);
    assert_eq!(graph.features().farms.iter().filter(|farm| farm.closed).count(), 1);
    assert_eq!(graph.features().farms.len(), 9);
}

#[test]
fn a_gap_in_a_meadow_keeps_one_vertex_on_its_rim_until_it_is_filled() {
    let around = Cell::ORIGIN.around();
    let mut graph = Graph::new();
    for cell in around {
        graph.add(kind("FFFFL"), cell, Rotation::R0).unwrap();
        check(&graph);
    }
    let euler = graph.euler();
    assert_eq!((euler.faces, euler.components), (3, 10), "outer, farm, gap; two rims and eight cloisters");
    assert_eq!(graph.vertices().filter(|vertex| vertex.kind == VertexKind::Meadow).count(), 5);
    graph.add(kind("FFFFL"), Cell::ORIGIN, Rotation::R0).unwrap();
    check(&graph);
    assert_eq!(graph.vertices().filter(|vertex| vertex.kind == VertexKind::Meadow).count(), 4);
    assert_eq!(graph.features().farms[0].tiles.len(), 9);
}

#[test]
fn a_tile_all_city_counts_though_it_leaves_no_line_in_the_graph() {
    let graph = map(&[
        ("CCCCS", 0, 0, 0),
        ("CFFF", 0, -1, 2),
        ("CFFF", 1, 0, 3),
        ("CFFF", 0, 1, 0),
        ("CFFF", -1, 0, 1),
    ]);
    check(&graph);
    let features = graph.features();
    assert_eq!((features.cities.len(), features.cities[0].tiles.len()), (1, 5));
    assert!(features.cities[0].complete);
    assert_eq!(features.farms.len(), 4, "meadows that meet in a corner only are not joined");
}

#[test]
fn a_road_over_the_river_is_one_road_and_parts_four_farms() {
    let graph = map(&[("RV-bridge", 0, 0, 0), ("FFRFL", 1, 0, 1), ("FFRFL", -1, 0, 3)]);
    check(&graph);
    let features = graph.features();
    assert_eq!(features.roads.len(), 1);
    assert!(features.roads[0].complete);
    assert_eq!(features.roads[0].tiles.len(), 3);
    assert_eq!(features.farms.len(), 2, "the ends of the road join two and two");
}

#[test]
fn exports_are_well_formed_and_name_every_vertex_and_edge() {
    let graph = map(&[("CRFR", 0, 0, 0), ("CFFF", 0, -1, 2), ("CRRR", 1, 0, 0)]);
    let (vertices, edges) = (graph.vertices().count(), graph.edges().count());
    let json: serde_json::Value = serde_json::from_str(&graph.export(Format::Json)).unwrap();
    assert_eq!(json["nodes"].as_array().unwrap().len(), vertices);
    assert_eq!(json["links"].as_array().unwrap().len(), edges);
    let said = |list: &str, words: Vec<&str>| {
        json[list].as_array().unwrap().iter().all(|one| words.contains(&one["kind"].as_str().unwrap()))
    };
    assert!(said("nodes", VertexKind::ALL.iter().map(|kind| kind.word()).collect()), "as DOT and GraphML do");
    assert!(said("links", EdgeKind::ALL.iter().map(|kind| kind.word()).collect()), "as DOT and GraphML do");
    let graphml = graph.export(Format::GraphMl);
    assert_eq!(graphml.matches("<node ").count(), vertices);
    assert_eq!(graphml.matches("<edge ").count(), edges);
    let dot = graph.export(Format::Dot);
    assert_eq!(dot.matches("pos=").count(), vertices);
    assert_eq!(dot.matches(" -> ").count(), edges);
    for format in Format::ALL {
        assert_eq!(format.word().parse(), Ok(format));
    }
}

/// A small deterministic random number generator.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % limit
    }
}

#[test]
fn random_maps_of_all_planar_kinds_keep_the_laws_whatever_order_they_are_laid_in() {
    let kinds: Vec<TileKind> =
        planar().filter(|kind| kind.def().edges.iter().all(|edge| *edge != Edge::River)).collect();
    for seed in 0..20 {
        let mut numbers = Numbers(seed);
        let mut laid = Vec::new();
        let mut graph = Graph::new();
        for _ in 0..2_000 {
            let cell =
                Cell::new(i16::try_from(numbers.below(9)).unwrap(), i16::try_from(numbers.below(9)).unwrap());
            let tile = (kinds[numbers.below(kinds.len())], cell, Rotation::from_quarters(numbers.below(4)));
            if graph.add(tile.0, tile.1, tile.2).is_ok() {
                laid.push(tile);
                check(&graph);
            }
        }
        let mut back = Graph::new();
        for &(kind, cell, rotation) in laid.iter().rev() {
            back.add(kind, cell, rotation).unwrap();
        }
        let sorted = |graph: &Graph| {
            let Features { mut roads, mut cities, farms } = graph.features();
            let mut farms: Vec<_> =
                farms.into_iter().map(|farm| (farm.halves, farm.tiles, farm.cities.len())).collect();
            roads.sort();
            cities.sort();
            farms.sort();
            (roads, cities, farms)
        };
        assert_eq!(sorted(&graph), sorted(&back));
        assert_eq!(graph.euler(), back.euler());
    }
}
