//! The seven rules for tiles.

use std::collections::BTreeMap;
use std::fmt;

use super::draft::{Draft, RoadTo};
use engine::{HalfSide, Side};

/// A way to break a rule. If two parts cross in several ways, the first of these applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Breach {
    /// A wall meets a side in its middle.
    WallInMiddle(Side),
    /// A river crosses a wall.
    RiverThroughWall,
    /// A road crosses the walls of a city.
    RoadThroughWalls,
    /// Two cities cross.
    CitiesAcross,
    /// The number of cities that reach no side.
    InnerCities(u8),
    /// The number of crossings and cloisters.
    Middles(u16),
    /// The number of gates in a connected part of a city.
    Gates(usize),
    /// The number of roads that end at a side.
    RoadEnds(Side, usize),
    /// A road at a side without meadow on both sides.
    NoMeadow(Side),
    /// A road and a river at the same side.
    RoadAndRiver(Side),
    /// A road ends at a missing crossing.
    NoCrossing,
    /// A road ends at a missing cloister.
    NoCloister,
    /// A road ends at the gate of a missing city.
    NoCity,
    /// A road ends in the open meadow.
    NoEnd,
    RoadsCross,
    /// A road crosses a river.
    RoadOverRiver,
    /// A road between these reaches no side.
    NoSide(RoadTo, RoadTo),
}

impl Breach {
    /// The number of the broken rule, 1 to 7.
    pub const fn rule(self) -> u8 {
        match self {
            Self::WallInMiddle(_) => 1,
            Self::RiverThroughWall | Self::RoadThroughWalls | Self::CitiesAcross => 2,
            Self::InnerCities(_) => 3,
            Self::Middles(_) | Self::Gates(_) => 4,
            Self::RoadEnds(..)
            | Self::NoMeadow(_)
            | Self::RoadAndRiver(_)
            | Self::NoCrossing
            | Self::NoCloister
            | Self::NoCity
            | Self::NoEnd => 5,
            Self::RoadsCross | Self::RoadOverRiver => 6,
            Self::NoSide(..) => 7,
        }
    }
}

/// In English, for commands; pages translate it.
impl fmt::Display for Breach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Rule {}: ", self.rule())?;
        match self {
            Self::WallInMiddle(side) => {
                write!(f, "a wall meets the {} side in its middle, not in a corner.", side.word())
            }
            Self::RiverThroughWall => f.write_str("a river runs through a wall."),
            Self::RoadThroughWalls => f.write_str("a road crosses the walls of a city."),
            Self::CitiesAcross => f.write_str("one city lies across another, so their walls cross."),
            Self::InnerCities(1) => f.write_str("a city lies inside the tile and reaches no side."),
            Self::InnerCities(n) => write!(f, "{n} cities lie inside the tile and reach no side."),
            Self::Middles(n) => write!(f, "there are {n} crossings and cloisters, and one is the most."),
            Self::Gates(n) => {
                write!(f, "{n} gates are in one connected part of a city, and each should be in another.")
            }
            Self::RoadEnds(side, n) => {
                write!(f, "{n} road ends are at the {} side, and one is the most.", side.word())
            }
            Self::NoMeadow(side) => {
                write!(f, "at the {} side there is no meadow on both sides of the road.", side.word())
            }
            Self::RoadAndRiver(side) => write!(f, "a road and a river reach the {} side.", side.word()),
            Self::NoCrossing => f.write_str("a road ends at a crossing, and there is none."),
            Self::NoCloister => f.write_str("a road ends at a cloister, and there is none."),
            Self::NoCity => f.write_str("a road ends at the gate of a city that is not there."),
            Self::NoEnd => f.write_str("a road ends in the open meadow."),
            Self::RoadsCross => f.write_str("a road crosses another road."),
            Self::RoadOverRiver => f.write_str("a road goes over the river."),
            Self::NoSide(from, to) => {
                write!(f, "a road from {} to {} reaches no side.", name(*from), name(*to))
            }
        }
    }
}

/// The rules that a draft breaks, in order; empty for a possible tile. The rules do not cover water: it counts as meadow, but
/// a road over it crosses it.
pub fn check(draft: &Draft) -> Vec<Breach> {
    let mut breaches = Vec::new();
    for side in Side::ALL {
        let [first, last] = side.halves();
        if draft.city(first) != draft.city(last) {
            breaches.push(Breach::WallInMiddle(side));
        }
    }
    breaches.extend(crossings(draft));
    if draft.inner_cities > 0 {
        breaches.push(Breach::InnerCities(draft.inner_cities));
    }
    let middles = u16::from(draft.crossings) + u16::from(draft.cloisters);
    if middles > 1 {
        breaches.push(Breach::Middles(middles));
    }
    breaches.extend(gates_of_one_city(draft).into_iter().map(Breach::Gates));
    breaches.extend(bad_roads(draft));
    for &[from, to] in &draft.roads {
        if ![from, to].iter().any(|end| matches!(end, RoadTo::Side(_))) {
            breaches.push(Breach::NoSide(from, to));
        }
    }
    breaches.sort_by_key(|breach| breach.rule());
    breaches
}

/// The number of gates of each city that has several.
fn gates_of_one_city(draft: &Draft) -> Vec<usize> {
    let mut gates: BTreeMap<u8, Vec<RoadTo>> = BTreeMap::new();
    for road in &draft.roads {
        let ([RoadTo::Gate(city), from] | [from, RoadTo::Gate(city)]) = *road else { continue };
        // Of roads that share a gate, the first one counts.
        let first = match from {
            RoadTo::Side(side) => {
                let shared = draft.shared_gates.iter().find(|sides| sides.contains(&side));
                RoadTo::Side(shared.and_then(|sides| sides.first()).copied().unwrap_or(side))
            }
            other => other,
        };
        let gates = gates.entry(city).or_default();
        if !gates.contains(&first) {
            gates.push(first);
        }
    }
    gates.into_values().map(|gates| gates.len()).filter(|&gates| gates > 1).collect()
}

/// The errors of roads' ends.
fn bad_roads(draft: &Draft) -> Vec<Breach> {
    let mut wrong = Vec::new();
    let ends = || draft.roads.iter().flatten();
    for side in Side::ALL {
        let here = ends().filter(|&&end| end == RoadTo::Side(side)).count();
        if here > 1 {
            wrong.push(Breach::RoadEnds(side, here));
        }
        if here > 0 && side.halves().iter().any(|&half| draft.city(half).is_some()) {
            wrong.push(Breach::NoMeadow(side));
        }
        if here > 0 && draft.river.contains(&side) {
            wrong.push(Breach::RoadAndRiver(side));
        }
    }
    for end in ends() {
        match *end {
            RoadTo::Crossing if draft.crossings == 0 => wrong.push(Breach::NoCrossing),
            RoadTo::Cloister if draft.cloisters == 0 => wrong.push(Breach::NoCloister),
            RoadTo::Gate(city) if HalfSide::ALL.into_iter().all(|half| draft.city(half) != Some(city)) => {
                wrong.push(Breach::NoCity);
            }
            RoadTo::Nowhere => wrong.push(Breach::NoEnd),
            _ => {}
        }
    }
    wrong
}

/// How a connected part of the tile reaches the rim.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Reach {
    City,
    Road,
    River,
}

/// A connected part: a city with the roads to its gates, a crossing or a cloister with its roads, a road, a river. The places
/// on the rim are numbered clockwise.
pub(super) type Part = Vec<(usize, Reach)>;

/// Connected parts of a disc can be drawn without crossing exactly if no two of their places on the rim alternate.
fn crossings(draft: &Draft) -> Vec<Breach> {
    let parts = parts(draft);
    let mut found = Vec::new();
    for (i, one) in parts.iter().enumerate() {
        for other in &parts[i + 1..] {
            let best = alternating(one, other).into_iter().map(judge).min();
            found.extend(best);
        }
    }
    found
}

/// The connected parts of a draft.
pub(super) fn parts(draft: &Draft) -> Vec<Part> {
    let mut cities: BTreeMap<u8, Part> = BTreeMap::new();
    for half in HalfSide::ALL {
        if let Some(city) = draft.city(half) {
            cities.entry(city).or_default().push((2 * half.index(), Reach::City));
        }
    }
    let (mut crossing, mut cloister, mut others) = (Part::new(), Part::new(), Vec::new());
    for road in &draft.roads {
        let mouths = road.iter().filter_map(|&end| mouth(end));
        match road.iter().find(|end| mouth(**end).is_none()) {
            Some(RoadTo::Gate(city)) => cities.entry(*city).or_default().extend(mouths),
            Some(RoadTo::Crossing) => crossing.extend(mouths),
            Some(RoadTo::Cloister) => cloister.extend(mouths),
            _ => others.push(mouths.collect()),
        }
    }
    others.extend([crossing, cloister]);
    others.push(draft.river.iter().map(|side| (4 * side.index() + 1, Reach::River)).collect());
    cities.into_values().chain(others).collect()
}

fn mouth(end: RoadTo) -> Option<(usize, Reach)> {
    match end {
        RoadTo::Side(side) => Some((4 * side.index() + 1, Reach::Road)),
        RoadTo::Gate(_) | RoadTo::Crossing | RoadTo::Cloister | RoadTo::Nowhere => None,
    }
}

/// Two places of one part and two of another, which alternate around the rim.
type Quad = [[Reach; 2]; 2];

fn alternating(one: &Part, other: &Part) -> Vec<Quad> {
    let mut quads = Vec::new();
    for (i, a) in one.iter().enumerate() {
        for b in &one[i + 1..] {
            let between = |place: usize| a.0.min(b.0) < place && place < a.0.max(b.0);
            let apart = |place: usize| place < a.0.min(b.0) || place > a.0.max(b.0);
            for c in other.iter().filter(|c| between(c.0)) {
                for d in other.iter().filter(|d| apart(d.0)) {
                    quads.push([[a.1, b.1], [c.1, d.1]]);
                }
            }
        }
    }
    quads
}

/// The rule that these crossing parts break.
fn judge([one, other]: Quad) -> Breach {
    let walls = |pair: [Reach; 2]| pair == [Reach::City; 2];
    let water = |pair: [Reach; 2]| pair == [Reach::River; 2];
    match (walls(one), walls(other)) {
        (true, true) => Breach::CitiesAcross,
        _ if water(one) || water(other) => {
            if walls(one) || walls(other) {
                Breach::RiverThroughWall
            } else {
                Breach::RoadOverRiver
            }
        }
        (true, false) | (false, true) => Breach::RoadThroughWalls,
        (false, false) => Breach::RoadsCross,
    }
}

fn name(end: RoadTo) -> String {
    match end {
        RoadTo::Side(side) => format!("the {} side", side.word()),
        RoadTo::Gate(_) => "a gate".to_owned(),
        RoadTo::Crossing => "the crossing".to_owned(),
        RoadTo::Cloister => "the cloister".to_owned(),
        RoadTo::Nowhere => "the open meadow".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Ground, RoadDraft};
    use engine::TileKind;

    #[test]
    fn every_printed_tile_follows_the_rules_except_those_with_bridges_gates_of_one_city_or_crossing_cities() {
        for kind in TileKind::all() {
            let broken: Vec<u8> = check(&Draft::of(kind)).iter().map(|breach| breach.rule()).collect();
            let expected: &[u8] = match kind.name() {
                "TB-bridge" | "RV-bridge" | "RV-city-road" => &[6],
                "KR-crossing-cities" => &[2],
                "IC-through-city-2-roads"
                | "TB-corner-2-gate-roads-cloth"
                | "TB-corner-2-roads-wine"
                | "TB-through-2-roads-wine"
                | "KR-corner-2-gate-roads" => &[4],
                _ => &[],
            };
            assert_eq!(broken, expected, "{kind}");
        }
    }

    fn draft(edges: [Option<u8>; 4], roads: &[RoadDraft]) -> Draft {
        let mut draft = Draft { roads: roads.to_vec(), ..Draft::default() };
        for side in Side::ALL {
            for half in side.halves() {
                draft.halves[half.index()] = edges[side.index()].map_or(Ground::Meadow, Ground::City);
            }
        }
        draft
    }

    use RoadTo::{Cloister, Crossing, Gate, Nowhere, Side as At};
    use Side::{Bottom, Left, Right, Top};

    fn broken(draft: &Draft) -> Vec<u8> {
        check(draft).iter().map(|breach| breach.rule()).collect()
    }

    #[test]
    fn each_rule_can_be_broken_by_itself() {
        let mut half = draft([Some(0), None, None, None], &[]);
        half.halves[1] = Ground::Meadow;
        assert_eq!(broken(&half), [1]);
        assert_eq!(broken(&draft([Some(0), Some(1), Some(0), Some(1)], &[])), [2]);
        assert_eq!(broken(&draft([Some(0), None, Some(0), None], &[[At(Left), At(Right)]])), [2]);
        assert_eq!(broken(&draft([Some(0), Some(1), Some(0), None], &[[At(Left), Gate(1)]])), [2]);
        assert_eq!(broken(&Draft { inner_cities: 1, ..Draft::default() }), [3]);
        assert_eq!(broken(&Draft { crossings: 1, cloisters: 1, ..Draft::default() }), [4]);
        assert_eq!(broken(&draft([None; 4], &[[At(Top), Nowhere]])), [5]);
        assert_eq!(broken(&draft([None; 4], &[[At(Top), Crossing]])), [5]);
        assert_eq!(broken(&draft([None; 4], &[[At(Top), Cloister]])), [5]);
        assert_eq!(broken(&draft([None; 4], &[[At(Top), Gate(3)]])), [5]);
        assert_eq!(broken(&draft([None; 4], &[[At(Top), At(Top)]])), [5]);
        let from_a_city = draft([Some(0), None, None, None], &[[At(Top), At(Left)]]);
        assert_eq!(broken(&from_a_city), [2, 5], "without meadow beside it, a road starts inside the walls");
        assert_eq!(broken(&draft([None; 4], &[[At(Top), At(Bottom)], [At(Left), At(Right)]])), [6]);
        let gates = draft([Some(0), None, None, None], &[[At(Right), Gate(0)], [At(Left), Gate(0)]]);
        assert_eq!(broken(&gates), [4]);
        let shared = Draft { shared_gates: vec![vec![Right, Left]], ..gates };
        assert_eq!(broken(&shared), [0; 0]);
        let apart = draft([Some(0), None, Some(1), None], &[[At(Right), Gate(0)], [At(Left), Gate(1)]]);
        assert_eq!(broken(&apart), [0; 0]);
        let two = draft([Some(0), None, Some(1), None], &[[Gate(0), Gate(1)]]);
        assert_eq!(broken(&two), [7]);
    }

    #[test]
    fn a_possible_tile_breaks_no_rule() {
        assert_eq!(
            check(&draft([Some(0), None, None, None], &[[At(Right), Gate(0)], [At(Bottom), At(Left)]])),
            []
        );
        let star = [[At(Top), Crossing], [At(Right), Crossing], [At(Bottom), Crossing], [At(Left), Crossing]];
        assert_eq!(check(&Draft { crossings: 1, ..draft([None; 4], &star) }), []);
    }

    #[test]
    fn a_broken_rule_is_described_in_a_sentence() {
        let broken = check(&Draft { inner_cities: 2, ..Draft::default() });
        assert_eq!(broken[0].to_string(), "Rule 3: 2 cities lie inside the tile and reach no side.");
    }
}
