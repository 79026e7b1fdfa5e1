//! The 24 groups of tiles with the same edges, and the existing kinds in each.

use super::draft::Draft;
use super::rules::{Breach, check};
use super::shape::{Letter, Shape, shapes};
use engine::{TileKind, TileSet};

/// Kárná's names: eight patterns, then those after replacing roads by cities, cities by meadows and meadows by roads, once
/// and twice.
pub const GROUP_NAMES: [&str; 24] = [
    "RRRR", "RCCC", "RRCC", "RCRC", "RRRC", "RRCM", "RRMC", "RMRC", "CCCC", "CMMM", "CCMM", "CMCM", "CCCM",
    "CCMR", "CCRM", "CRCM", "MMMM", "MRRR", "MMRR", "MRMR", "MMMR", "MMRC", "MMCR", "MCMR",
];

/// Tiles with the same edges, up to rotation.
#[derive(Clone, Debug)]
pub struct Group {
    /// The edges, clockwise.
    pub name: &'static str,
    /// The number of its different rotations, out of the 81 ways to read a tile's edges from the top.
    pub readings: usize,
    /// The shapes that the rules allow.
    pub shapes: Vec<Place>,
}

/// A shape and the existing kinds that have it.
#[derive(Clone, Debug)]
pub struct Place {
    pub shape: Shape,
    /// Empty if no expansion has this shape.
    pub kinds: Vec<TileKind>,
    /// Kinds with the same elements, but with a wall that cuts a corner and so divides the meadow further: Kárná calls their
    /// cities extraordinary.
    pub extraordinary: Vec<TileKind>,
}

/// An existing kind that Kárná's description does not cover, and why.
#[derive(Clone, Debug)]
pub struct Outside {
    pub kind: TileKind,
    /// The rules that it breaks; empty if it is excluded only because of its water.
    pub breaches: Vec<Breach>,
}

pub(super) fn letters(name: &str) -> [Letter; 4] {
    let mut letters = [Letter::Meadow; 4];
    for (letter, name) in letters.iter_mut().zip(name.bytes()) {
        *letter = match name {
            b'R' => Letter::Road,
            b'C' => Letter::City,
            _ => Letter::Meadow,
        };
    }
    letters
}

/// All groups in Kárná's order.
pub fn groups() -> Vec<Group> {
    let shapes = shapes();
    let inside: Vec<(TileKind, Shape)> = TileKind::all()
        .filter(|&kind| is_inside(kind))
        .filter_map(|kind| Some((kind, Shape::of(kind)?)))
        .collect();
    let place = |shape: &Shape| {
        let here = inside.iter().filter(|(_, known)| known == shape).map(|&(kind, _)| kind);
        let (extraordinary, kinds) = here.partition(|kind| kind.def().cut_corner.is_some());
        Place { shape: shape.clone(), kinds, extraordinary }
    };
    GROUP_NAMES
        .into_iter()
        .map(|name| {
            let of_group = shapes.iter().filter(|shape| shape.sides == letters(name));
            Group { name, readings: readings(name).len(), shapes: of_group.map(place).collect() }
        })
        .collect()
}

/// The tiles that belong to no group: those with water, with bridges, or with crossing cities.
pub fn outside() -> Vec<Outside> {
    let kinds = TileKind::all().filter(|&kind| !is_inside(kind));
    kinds.map(|kind| Outside { kind, breaches: check(&Draft::of(kind)) }).collect()
}

fn is_inside(kind: TileKind) -> bool {
    kind.def().river().next().is_none() && check(&Draft::of(kind)).is_empty()
}

/// The different rotations of a group's edges.
fn readings(name: &str) -> Vec<[Letter; 4]> {
    let mut readings = Vec::new();
    let mut sides = letters(name);
    for _ in 0..4 {
        if !readings.contains(&sides) {
            readings.push(sides);
        }
        sides.rotate_right(1);
    }
    readings
}

impl Group {
    /// The number of tiles of a set in this group.
    pub fn tiles(&self, set: TileSet) -> u32 {
        self.shapes.iter().map(|place| place.tiles(set)).sum()
    }
}

impl Place {
    /// The number of tiles of a set with this shape, extraordinary ones included.
    pub fn tiles(&self, set: TileSet) -> u32 {
        let kinds = self.kinds.iter().chain(&self.extraordinary).map(|kind| kind.def());
        kinds.filter(|def| def.set == set).map(|def| u32::from(def.count)).sum()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::ShapeClass;

    fn names_of(class: ShapeClass) -> Vec<String> {
        let counted = shapes().into_iter().filter(|shape| shape.class() == class && shape.is_counted());
        let mut names: Vec<_> = counted.map(|shape| format!("{} {shape}", shape.group())).collect();
        names.sort();
        names
    }

    #[test]
    fn the_24_groups_are_all_81_readings_of_four_sides() {
        let all: Vec<_> = GROUP_NAMES.iter().flat_map(|name| readings(name)).collect();
        assert_eq!(all.len(), 81);
        assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), 81);
        let shift = |name: &str| name.replace('M', "r").replace('C', "M").replace('R', "C").to_uppercase();
        for (i, name) in GROUP_NAMES.iter().enumerate() {
            assert_eq!(shift(name), GROUP_NAMES[(i + 8) % 24]);
        }
    }

    #[test]
    fn there_are_seventeen_kinds_of_cities_and_meadow() {
        let expected = [
            "CCCC 1a + 1a + 1a + 1a",
            "CCCC 1a + 1a + 2a",
            "CCCC 1a + 2c + 1a",
            "CCCC 1a + 3a",
            "CCCC 2a + 2a",
            "CCCC 4a",
            "CCCM 1a + 1a + 1a",
            "CCCM 1a + 2a",
            "CCCM 2a + 1a",
            "CCCM 2c + 1a",
            "CCCM 3a",
            "CCMM 1a + 1a",
            "CCMM 2a",
            "CMCM 1a + 1a",
            "CMCM 2c",
            "CMMM 1a",
            "MMMM meadow",
        ];
        assert_eq!(names_of(ShapeClass::CityAndMeadow), expected);
    }

    #[test]
    fn there_are_ten_kinds_of_roads_and_meadow_and_two_more_that_are_not_counted() {
        let expected = [
            "MMMR I",
            "MMRR I + I",
            "MMRR IIb",
            "MRMR I + I",
            "MRMR IIa",
            "MRRR I + I + I",
            "MRRR I + IIb",
            "MRRR IIb + I",
            "RRRR I + I + I + I",
            "RRRR IIb + IIb",
        ];
        assert_eq!(names_of(ShapeClass::RoadAndMeadow), expected);
        let left_out: Vec<_> = shapes().into_iter().filter(|shape| !shape.is_counted()).collect();
        let left_out: Vec<_> = left_out.iter().map(|shape| format!("{} {shape}", shape.group())).collect();
        assert_eq!(left_out, ["RRRR I + I + IIb", "MRRR IIa + I"]);
    }

    #[test]
    fn cities_and_roads_together_make_thirty_one_kinds() {
        let names = names_of(ShapeClass::CityAndRoad);
        let in_group = |group: &str| names.iter().filter(|name| name.starts_with(group)).count();
        let mixed = [
            ("RCCC", 5), // every way to join three cities, and a road to a gate or a cloister
            ("RRCC", 4), // one city or two, one road or two
            ("RCRC", 3), // one city or two, one road or two, but not both one: they would cross
            ("RRRC", 4), // three roads' ends, or one end and two sides joined, three ways
            ("RRCM", 2),
            ("RRMC", 2),
            ("RMRC", 2),
            ("CCMR", 2),
            ("CCRM", 2),
            ("CRCM", 2),
            ("MMRC", 1),
            ("MMCR", 1),
            ("MCMR", 1),
        ];
        assert_eq!(mixed.map(|(group, _)| (group, in_group(group))), mixed);
        assert_eq!(names.len(), 31);
    }

    #[test]
    fn the_base_game_has_the_expected_tiles_in_each_group() {
        let expected = [
            ("RRRR", 1),
            ("RCCC", 3),
            ("RRCC", 5),
            ("RRRC", 3),
            ("RRCM", 3),
            ("RRMC", 3),
            ("RMRC", 4),
            ("CCCC", 1),
            ("CMMM", 5),
            ("CCMM", 7),
            ("CMCM", 6),
            ("CCCM", 4),
            ("MMMM", 4),
            ("MRRR", 4),
            ("MMRR", 9),
            ("MRMR", 8),
            ("MMMR", 2),
        ];
        let groups = groups();
        let held: Vec<_> = groups
            .iter()
            .map(|group| (group.name, group.tiles(TileSet::Base)))
            .filter(|&(_, tiles)| tiles > 0)
            .collect();
        assert_eq!(held, expected);
        let in_base = |class| {
            let places =
                groups.iter().flat_map(|group| &group.shapes).filter(|place| place.shape.class() == class);
            places.filter(|place| place.tiles(TileSet::Base) > 0).count()
        };
        assert_eq!(ShapeClass::ALL.map(in_base), [8, 5, 6]);
    }

    #[test]
    fn every_printed_tile_belongs_to_one_group_or_to_none() {
        let groups = groups();
        let places = || groups.iter().flat_map(|group| &group.shapes);
        let mut seen: Vec<TileKind> =
            places().flat_map(|place| place.kinds.iter().chain(&place.extraordinary)).copied().collect();
        seen.extend(outside().iter().map(|outside| outside.kind));
        seen.sort_by_key(|kind| kind.index());
        assert_eq!(seen, TileKind::all().collect::<Vec<_>>());
        let breaking: Vec<_> = outside()
            .iter()
            .filter(|outside| !outside.breaches.is_empty())
            .map(|outside| outside.kind.name())
            .collect();
        let expected = [
            "RV-bridge",
            "RV-city-road",
            "IC-through-city-2-roads",
            "TB-bridge",
            "TB-corner-2-gate-roads-cloth",
            "TB-corner-2-roads-wine",
            "TB-through-2-roads-wine",
            "KR-corner-2-gate-roads",
            "KR-crossing-cities",
        ];
        assert_eq!(breaking, expected);
        let extraordinary: usize = places().map(|place| place.extraordinary.len()).sum();
        assert_eq!(extraordinary, 3, "two more have two gates in one city");
        let named: Vec<String> = places()
            .flat_map(|place| &place.extraordinary)
            .map(|&kind| format!("{kind} {}", Shape::elements_of(kind).unwrap_or_default()))
            .collect();
        let expected =
            ["IC-wedge-city 1b", "TB-corner-road-s-split-grain 2b + I", "TB-corner-road-split-wine 2b + I"];
        assert_eq!(named, expected);
        assert!(places().any(|place| place.kinds.is_empty()), "some shapes were never printed");
    }
}
