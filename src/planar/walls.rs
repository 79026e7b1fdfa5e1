//! The walls inside one tile, with their gates.

use super::kind::{EdgeKind, VertexKind};
use super::point::{Point, TILE};
use super::sketch::{Line, Sketch};
use engine::{RoadEnd, SegmentKind, Side, TileDef};

/// How deep a city with one side reaches into the tile.
const CAP: i32 = TILE / 4;
/// How deep the meadow of one side reaches into a city around it: deeper, since it may contain a city with one side.
const NOTCH: i32 = 3 * TILE / 8;
/// How far a wall between opposite corners bends away from the meadow.
const LEAN: i32 = TILE / 8;

/// A wall between two corners of the tile, with the city on its right.
struct Wall {
    /// The index of its city's segment.
    city: usize,
    /// The first side beyond it: the wall begins where this side begins.
    first: Side,
    /// The number of sides beyond it, clockwise.
    span: usize,
    /// Whether it is part of a longer wall that touches a corner on its way.
    cut: bool,
}

/// A place where one or two roads meet the wall of a city, or where the walls of two cities touch.
struct Gate {
    roads: Vec<Side>,
    cities: Vec<usize>,
}

/// Adds the walls of `def` to the sketch; returns the gate vertex of the road at each side.
pub(super) fn build(def: &TileDef, sketch: &mut Sketch) -> [Option<usize>; 4] {
    let gates = gates(def);
    let mut reached = [None; 4];
    for wall in walls(def) {
        wall.draw(&gates, sketch, &mut reached);
    }
    reached
}

/// All walls of all cities, from the end of each run of sides to the beginning of the next.
fn walls(def: &TileDef) -> Vec<Wall> {
    let cut = def.cut_corner.map(|before| before.index() + 1);
    let mut walls = Vec::new();
    for (city, segment) in def.segments.iter().enumerate() {
        if segment.kind != SegmentKind::City {
            continue;
        }
        for side in segment.side_list() {
            let Some(span) = (0..4).find(|gap| segment.reaches(Side::from_index(side.index() + 1 + gap)))
            else {
                continue;
            };
            let start = side.index() + 1;
            let touch = cut.map(|corner| (corner + 8 - start) % 4).filter(|&at| 0 < at && at < span);
            let parts = touch.map_or(vec![(0, span)], |at| vec![(0, at), (at, span - at)]);
            for (offset, span) in parts.into_iter().filter(|&(_, span)| span > 0) {
                walls.push(Wall {
                    city,
                    first: Side::from_index(start + offset),
                    span,
                    cut: touch.is_some(),
                });
            }
        }
    }
    walls
}

impl Wall {
    /// The index of `side` among the sides beyond this wall.
    fn offset(&self, side: Side) -> Option<usize> {
        Some((side.index() + 4 - self.first.index()) % 4).filter(|&offset| offset < self.span)
    }

    /// Whether `gate` is in this wall.
    fn has(&self, gate: &Gate) -> bool {
        gate.cities.contains(&self.city) && gate.roads.iter().all(|&road| self.offset(road).is_some())
    }

    /// The point where the wall bends.
    fn turn(&self) -> Point {
        let last = Side::from_index(self.first.index() + 3);
        match (self.span, self.cut) {
            (1, false) => Point::middle(self.first, NOTCH),
            (1, true) => Point::middle(self.first, CAP),
            (2, false) => Point::toward_corner(Side::from_index(self.first.index() + 1), -LEAN),
            (2, true) => Point::CENTRE,
            _ => Point::middle(last, CAP),
        }
    }

    /// How far along the wall `gate` is, in quarters.
    fn quarter(&self, gate: &Gate) -> usize {
        let offset = gate.roads.first().and_then(|&road| self.offset(road)).unwrap_or(0);
        match (self.span, offset) {
            _ if gate.roads.len() > 1 || gate.cities.len() > 1 => 2,
            (2 | 3, 0) => 1,
            (2, 1) | (3, 2) => 3,
            _ => 2,
        }
    }

    fn draw(&self, gates: &[Gate], sketch: &mut Sketch, reached: &mut [Option<usize>; 4]) {
        let mine: Vec<&Gate> = gates.iter().filter(|gate| self.has(gate)).collect();
        let ends = [self.first.index(), (self.first.index() + self.span) % 4];
        let [from, to] = ends.map(|corner| Point::corner(Side::from_index(corner)));
        let touching = mine.iter().any(|gate| gate.cities.len() > 1);
        let turn = if touching { Point::CENTRE } else { self.turn() };
        let (mut last, mut bends) = (ends[0], Vec::new());
        for (quarter, at) in [(1, from.halfway(turn)), (2, turn), (3, turn.halfway(to))] {
            let mut here = mine.iter().filter(|gate| self.quarter(gate) == quarter).peekable();
            if here.peek().is_some() {
                let gate = sketch.vertex(VertexKind::Gate, at);
                sketch.lines.push(Line { kind: EdgeKind::City, from: last, to: gate, bends });
                (last, bends) = (gate, Vec::new());
                for road in here.flat_map(|gate| &gate.roads) {
                    reached[road.index()] = Some(gate);
                }
            } else if quarter == 2 {
                bends.push(at);
            }
        }
        sketch.lines.push(Line { kind: EdgeKind::City, from: last, to: ends[1], bends });
    }
}

/// The cities whose walls the road at `side` ends at, as indexes of segments: one, or two that touch there.
pub fn gate_cities(def: &TileDef, side: Side) -> Vec<usize> {
    gates(def).into_iter().find(|gate| gate.roads.contains(&side)).map_or_else(Vec::new, |gate| gate.cities)
}

/// The sides whose roads share a gate, for each gate.
pub fn gate_sides(def: &TileDef) -> Vec<Vec<Side>> {
    gates(def).into_iter().map(|gate| gate.roads).collect()
}

/// The gates, found from the cities that the fields next to each road touch.
fn gates(def: &TileDef) -> Vec<Gate> {
    let mut waiting = gate_roads(def);
    let mut gates = Vec::new();
    while !waiting.is_empty() {
        let road = waiting.remove(0);
        let partner = waiting.iter().copied().find_map(|other| {
            let pair = [(road, other), (other, road)].into_iter().find(|&(a, b)| share(def, a, b));
            pair.map(|(first, last)| vec![first, last])
        });
        let roads = partner.unwrap_or_else(|| vec![road]);
        waiting.retain(|other| !roads.contains(other));
        let mut before = touched(def, roads[0], 0);
        let mut after = touched(def, roads[roads.len() - 1], 1);
        if before | after == 0 {
            // No city on its own bank: the road goes straight across the river, to the one beyond.
            before = def.at_side(road.opposite()).map_or(0, |city| 1 << city);
            after = before;
        }
        let cities = if before & after == 0 { vec![before, after] } else { vec![before & after] };
        gates.push(Gate { roads, cities: cities.iter().map(|set| set.trailing_zeros() as usize).collect() });
    }
    gates
}

/// The sides of roads that end at a city, clockwise. A road that alone ends at a crossing shares another's gate.
fn gate_roads(def: &TileDef) -> Vec<Side> {
    let ending = |end| {
        let roads = def.segments.iter().filter(move |segment| segment.end == Some(end));
        roads.filter_map(|road| road.side_list().next()).collect::<Vec<Side>>()
    };
    let (mut gates, crossing) = (ending(RoadEnd::City), ending(RoadEnd::Crossing));
    if !gates.is_empty() && crossing.len() == 1 {
        gates.extend(crossing);
    }
    gates.sort_unstable();
    gates
}

/// Whether two roads, the second clockwise after the first, end at one gate: the field between them touches no wall there.
fn share(def: &TileDef, first: Side, last: Side) -> bool {
    let between = [def.at_half(first.halves()[1]), def.at_half(last.halves()[0])];
    let beyond = touched(def, first, 0) & touched(def, last, 1);
    between[0] == between[1] && beyond & !touched(def, first, 1) != 0
}

/// The cities that the field before (0) or after (1) the road at `side` touches.
fn touched(def: &TileDef, side: Side, half: usize) -> u16 {
    def.at_half(side.halves()[half]).map_or(0, |field| def.segments[field].touches)
}
