//! The kinds of tile that the rules allow, found by enumeration.

use std::fmt;

use super::draft::{Draft, Ground, RoadTo};
use super::group::{GROUP_NAMES, letters};
use super::rules::check;
use engine::{Edge, HalfSide, SegmentKind, Side, TileDef, TileKind};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Letter {
    /// R: a road, with meadow on both sides.
    Road,
    /// C
    City,
    /// M
    Meadow,
}

impl Letter {
    pub const fn letter(self) -> char {
        match self {
            Self::Road => 'R',
            Self::City => 'C',
            Self::Meadow => 'M',
        }
    }

    /// The letter of an edge; `None` for water.
    pub(super) const fn of(edge: Edge) -> Option<Self> {
        match edge {
            Edge::City => Some(Self::City),
            Edge::Road => Some(Self::Road),
            Edge::Field => Some(Self::Meadow),
            Edge::River => None,
        }
    }
}

/// A set of sides, one bit each ([`Side::index`]).
type Sides = u8;

/// What connects the sides of a tile: its elements, compared up to rotation but not reflection. Shields and what is in the
/// middle are ignored.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Shape {
    /// The edges, clockwise from the top, rotated to match the group's name.
    pub sides: [Letter; 4],
    cities: Vec<Sides>,
    roads: Vec<Sides>,
}

/// Which elements a shape has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ShapeClass {
    /// Cities and meadow, or only meadow.
    CityAndMeadow,
    /// Roads and meadow.
    RoadAndMeadow,
    /// Cities and roads.
    CityAndRoad,
}

impl ShapeClass {
    pub const ALL: [Self; 3] = [Self::CityAndMeadow, Self::RoadAndMeadow, Self::CityAndRoad];
}

/// All shapes that some tile can have without breaking a rule, by group.
pub fn shapes() -> Vec<Shape> {
    let mut shapes = Vec::new();
    for name in GROUP_NAMES {
        let sides = letters(name);
        let of = |letter| {
            (0..4).filter(|&side| sides[side] == letter).map(|side| 1 << side).collect::<Vec<Sides>>()
        };
        for cities in partitions(&of(Letter::City)) {
            for roads in partitions(&of(Letter::Road)) {
                let shape = Shape::new(sides, &cities, &roads);
                if !shapes.contains(&shape) && shape.draft().is_some() {
                    shapes.push(shape);
                }
            }
        }
    }
    shapes
}

/// All ways to partition sides into sets.
fn partitions(sides: &[Sides]) -> Vec<Vec<Sides>> {
    let Some((&first, rest)) = sides.split_first() else { return vec![Vec::new()] };
    let mut all = Vec::new();
    for partition in partitions(rest) {
        for joined in 0..partition.len() {
            let mut with = partition.clone();
            with[joined] |= first;
            all.push(with);
        }
        all.push([&[first], &partition[..]].concat());
    }
    all
}

fn list(sides: Sides) -> Vec<Side> {
    Side::ALL.into_iter().filter(|side| sides & (1 << side.index()) != 0).collect()
}

impl Shape {
    /// Rotates the shape to match its group's name.
    fn new(sides: [Letter; 4], cities: &[Sides], roads: &[Sides]) -> Self {
        let turned = |by: usize| {
            let turn = |set: &Sides| (set << by | set >> (4 - by)) & 15;
            let elements = |sets: &[Sides]| {
                let mut sets: Vec<Sides> = sets.iter().map(turn).collect();
                sets.sort_unstable_by_key(|set| (set.trailing_zeros(), *set));
                sets
            };
            let mut turned = sides;
            turned.rotate_right(by);
            Self { sides: turned, cities: elements(cities), roads: elements(roads) }
        };
        let named =
            (0..4).map(turned).filter(|shape| GROUP_NAMES.iter().any(|name| letters(name) == shape.sides));
        named.min().unwrap_or_else(|| turned(0))
    }

    /// The shape of an existing tile; `None` if it has water. A corner cut by a wall makes no difference.
    pub fn of(kind: TileKind) -> Option<Self> {
        Self::of_tile(kind.def())
    }

    /// [`Shape::of`] for any tile.
    pub fn of_tile(def: &TileDef) -> Option<Self> {
        let mut sides = [Letter::Meadow; 4];
        for (side, edge) in sides.iter_mut().zip(def.edges) {
            *side = Letter::of(edge)?;
        }
        let sets = |wanted| -> Vec<Sides> {
            def.segments
                .iter()
                .filter(|segment| segment.kind == wanted)
                .map(|segment| segment.sides)
                .collect()
        };
        Some(Self::new(sides, &sets(SegmentKind::City), &sets(SegmentKind::Road)))
    }

    /// The elements of an existing kind, with the names of those whose wall touches another corner. For a city with one side these are
    /// 1b for the first of the two corners, clockwise, 1c for the second, and 1d for both; with two adjacent sides it is 2b.
    /// Kárná calls 1b and 1c extraordinary and excludes 1d and 2b because no set has them, but some expansions have 2b.
    pub fn elements_of(kind: TileKind) -> Option<String> {
        let elements = Self::of(kind)?.to_string();
        let def = kind.def();
        let Some(before) = def.cut_corner else { return Some(elements) };
        let cities = def.segments.iter().filter(|segment| segment.kind == SegmentKind::City);
        let named = cities.filter_map(|city| {
            let last = Side::ALL.into_iter().find(|&side| {
                let next = Side::from_index(side.index() + 1);
                city.sides & (1 << side.index()) != 0 && city.sides & (1 << next.index()) == 0
            })?;
            // The number of sides from the end of the city to the corner.
            match (city.sides.count_ones(), (before.index() + 4 - last.index()) % 4) {
                (1, 1) => Some(("1a", "1b")),
                (1, 2) => Some(("1a", "1c")),
                (2, 1) => Some(("2a", "2b")),
                _ => None,
            }
        });
        Some(named.into_iter().fold(elements, |text, (plain, name)| text.replacen(plain, name, 1)))
    }

    /// The name of its group.
    pub fn group(&self) -> &'static str {
        GROUP_NAMES.into_iter().find(|name| letters(name) == self.sides).unwrap_or_default()
    }

    pub const fn class(&self) -> ShapeClass {
        match (self.cities.is_empty(), self.roads.is_empty()) {
            (_, true) => ShapeClass::CityAndMeadow,
            (true, false) => ShapeClass::RoadAndMeadow,
            (false, false) => ShapeClass::CityAndRoad,
        }
    }

    /// The sides of each city.
    pub fn cities(&self) -> Vec<Vec<Side>> {
        self.cities.iter().copied().map(list).collect()
    }

    /// The sides of each road; a road with one side ends inside.
    pub fn roads(&self) -> Vec<Vec<Side>> {
        self.roads.iter().copied().map(list).collect()
    }

    /// Whether Kárná counts it. The rules allow twelve kinds of roads and meadow, and Kárná counts ten: next to a passing road,
    /// only a single road may end, and only if the passing road bends. That leaves out one road's end next to a straight road,
    /// and two next to a bend.
    pub fn is_counted(&self) -> bool {
        let ends = self.roads.iter().filter(|road| road.is_power_of_two()).count();
        let straight = self.roads.iter().any(|&road| is_opposite(road));
        let passes = ends < self.roads.len();
        self.class() != ShapeClass::RoadAndMeadow || !passes || ends == 0 || (ends == 1 && !straight)
    }

    /// A legal tile of this shape with as few gates as possible; `None` if there is none.
    pub fn draft(&self) -> Option<Draft> {
        let mut draft = Draft::default();
        for (number, &city) in (0..).zip(&self.cities) {
            for half in HalfSide::ALL {
                if city & (1 << half.side().index()) != 0 {
                    draft.halves[half.index()] = Ground::City(number);
                }
            }
        }
        let mut ending = Vec::new();
        for road in self.roads() {
            match road[..] {
                [from, to] => draft.roads.push([RoadTo::Side(from), RoadTo::Side(to)]),
                [from] => ending.push(from),
                _ => return None,
            }
        }
        let roads_meet = if ending.len() > 1 { RoadTo::Crossing } else { RoadTo::Cloister };
        let gates = (0..).zip(&self.cities).map(|(number, _)| RoadTo::Gate(number));
        let ends: Vec<RoadTo> = std::iter::once(roads_meet).chain(gates).collect();
        draft.crossings = u8::from(roads_meet == RoadTo::Crossing);
        draft.cloisters = u8::from(roads_meet == RoadTo::Cloister && !ending.is_empty());
        finish(&draft, &ending, &ends)
    }
}

/// Ends the roads in some way that breaks no rule.
fn finish(draft: &Draft, ending: &[Side], ends: &[RoadTo]) -> Option<Draft> {
    let Some((&road, rest)) = ending.split_first() else {
        return check(draft).is_empty().then(|| draft.clone());
    };
    ends.iter().find_map(|&end| {
        let mut with = draft.clone();
        with.roads.push([RoadTo::Side(road), end]);
        finish(&with, rest, ends)
    })
}

const fn is_opposite(sides: Sides) -> bool {
    matches!(sides, 0b0101 | 0b1010)
}

/// The elements, cities first: `1a + IIb`.
impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let city = |&sides: &Sides| match sides.count_ones() {
            1 => "1a",
            2 if is_opposite(sides) => "2c",
            2 => "2a",
            3 => "3a",
            _ => "4a",
        };
        let road = |&sides: &Sides| match sides.count_ones() {
            1 => "I",
            _ if is_opposite(sides) => "IIa",
            _ => "IIb",
        };
        let elements: Vec<&str> = self.cities.iter().map(city).chain(self.roads.iter().map(road)).collect();
        f.write_str(if elements.is_empty() { "meadow" } else { "" })?;
        f.write_str(&elements.join(" + "))
    }
}
