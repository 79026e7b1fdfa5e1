//! Drafts of tiles, which may break the rules.

use engine::{Edge, HalfSide, RoadEnd, SegmentKind, Side, TileKind};
use planar::{gate_cities, gate_sides};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Ground {
    #[default]
    Meadow,
    /// Halves with the same number belong to the same city.
    City(u8),
}

/// Where an end of a road is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RoadTo {
    /// The middle of a side.
    Side(Side),
    /// The wall of the city with this number.
    Gate(u8),
    Crossing,
    Cloister,
    /// The open meadow.
    Nowhere,
}

/// A road's two ends.
pub type RoadDraft = [RoadTo; 2];

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Draft {
    /// Clockwise from the west half of the top.
    pub halves: [Ground; 8],
    pub roads: Vec<RoadDraft>,
    /// Groups of sides whose roads share a gate; all other roads to a city have their own.
    pub shared_gates: Vec<Vec<Side>>,
    pub crossings: u8,
    pub cloisters: u8,
    /// The number of cities that reach no side.
    pub inner_cities: u8,
    /// The sides that a river crosses.
    pub river: Vec<Side>,
}

impl Draft {
    /// The draft of an existing kind.
    pub fn of(kind: TileKind) -> Self {
        let def = kind.def();
        let mut draft = Self { river: def.river().collect(), ..Self::default() };
        for half in HalfSide::ALL {
            if let Some(city) = def.at_side(half.side())
                && def.edges[half.side().index()] == Edge::City
            {
                draft.halves[half.index()] = city_number(city);
            }
        }
        draft.cloisters = u8::from(def.has_cloister());
        draft.shared_gates = gate_sides(def).into_iter().filter(|sides| sides.len() > 1).collect();
        for road in def.segments.iter().filter(|segment| segment.kind == SegmentKind::Road) {
            let sides: Vec<Side> = road.side_list().collect();
            draft.crossings |= u8::from(road.end == Some(RoadEnd::Crossing));
            let end = |side: Side| match road.end {
                Some(RoadEnd::Crossing) => RoadTo::Crossing,
                Some(RoadEnd::Cloister) => RoadTo::Cloister,
                Some(RoadEnd::City) => {
                    gate_cities(def, side).first().map_or(RoadTo::Nowhere, |&city| gate(city))
                }
                None => RoadTo::Nowhere,
            };
            match sides[..] {
                [from, to] => draft.roads.push([RoadTo::Side(from), RoadTo::Side(to)]),
                [from] => draft.roads.push([RoadTo::Side(from), end(from)]),
                _ => {}
            }
        }
        draft
    }

    /// The city at a half side.
    pub(super) const fn city(&self, half: HalfSide) -> Option<u8> {
        match self.halves[half.index()] {
            Ground::City(number) => Some(number),
            Ground::Meadow => None,
        }
    }
}

/// There are few segments, so their indexes serve as numbers of cities.
fn city_number(segment: usize) -> Ground {
    u8::try_from(segment).map_or(Ground::Meadow, Ground::City)
}

fn gate(segment: usize) -> RoadTo {
    u8::try_from(segment).map_or(RoadTo::Nowhere, RoadTo::Gate)
}
