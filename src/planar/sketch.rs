//! The graph inside one tile, derived from its definition.

use super::kind::{EdgeKind, VertexKind};
use super::point::{Point, TILE};
use super::walls;
use engine::{Edge, Segment, SegmentKind, Side, TileDef};

/// The distance of a bend from the centre of the tile, so that a tile can have two bends.
const BEND: i32 = TILE / 8;
/// How far beyond the river a road that crosses it ends.
const BEYOND: i32 = TILE / 4;

/// An unrotated tile as a graph, without its rim.
pub(super) struct Sketch {
    /// The first four are the corners, clockwise from the north-west.
    pub(super) vertices: Vec<(VertexKind, Point)>,
    /// The vertices where a road or a river meets each side.
    pub(super) mouths: [Option<usize>; 4],
    pub(super) lines: Vec<Line>,
}

/// An edge inside a tile.
pub(super) struct Line {
    pub(super) kind: EdgeKind,
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) bends: Vec<Point>,
}

impl Sketch {
    /// The graph of a tile whose cities do not cross.
    pub(super) fn of(def: &TileDef) -> Self {
        let mut sketch = Self {
            vertices: Side::ALL.map(|side| (corner_kind(def, side), Point::corner(side))).to_vec(),
            mouths: [None; 4],
            lines: Vec::new(),
        };
        let gates = walls::build(def, &mut sketch);
        for side in Side::ALL {
            sketch.mouths[side.index()] = match def.edges[side.index()] {
                Edge::Road => Some(sketch.vertex(VertexKind::ConnectingRoad, Point::middle(side, 0))),
                Edge::River => Some(sketch.vertex(VertexKind::ConnectingRiver, Point::middle(side, 0))),
                Edge::City | Edge::Field => None,
            };
        }
        sketch.water(def);
        sketch.roads(def, gates);
        sketch.bridge();
        sketch
    }

    /// The vertex at `at`, which is added if it does not exist.
    pub(super) fn vertex(&mut self, kind: VertexKind, at: Point) -> usize {
        if let Some(known) = self.vertices.iter().position(|&(_, place)| place == at) {
            return known;
        }
        self.vertices.push((kind, at));
        self.vertices.len() - 1
    }

    /// The sides that `line` reaches as a road or a river.
    pub(super) fn sides(&self, line: &Line) -> impl Iterator<Item = Side> {
        let ends = [Some(line.from), Some(line.to)];
        let mouths = self.mouths;
        Side::ALL
            .into_iter()
            .filter(move |side| ends.contains(&mouths[side.index()]) && mouths[side.index()].is_some())
    }

    fn water(&mut self, def: &TileDef) {
        let sides: Vec<Side> = def.river().collect();
        match sides[..] {
            [from, to] => self.through(EdgeKind::River, from, to),
            [from] => {
                let end = self.vertex(VertexKind::RiverEnd, Point::CENTRE);
                self.line(EdgeKind::River, from, end);
            }
            _ => {}
        }
    }

    fn roads(&mut self, def: &TileDef, gates: [Option<usize>; 4]) {
        let spot = inner_spot(def);
        if def.has_cloister() {
            self.vertex(VertexKind::RoadEnd, spot);
        }
        for road in def.segments.iter().filter(|segment| segment.kind == SegmentKind::Road) {
            let sides: Vec<Side> = road.side_list().collect();
            match sides[..] {
                [from, to] => self.through(EdgeKind::Road, from, to),
                [from] => {
                    let gate = gates[from.index()];
                    let end = gate.unwrap_or_else(|| self.vertex(VertexKind::RoadEnd, spot));
                    self.line(EdgeKind::Road, from, end);
                }
                _ => {}
            }
        }
    }

    fn through(&mut self, kind: EdgeKind, from: Side, to: Side) {
        let bends = if from.opposite() == to {
            Vec::new()
        } else {
            let later = if (from.index() + 1) % 4 == to.index() { to } else { from };
            vec![Point::toward_corner(later, BEND)]
        };
        if let (Some(from), Some(to)) = (self.mouths[from.index()], self.mouths[to.index()]) {
            self.lines.push(Line { kind, from, to, bends });
        }
    }

    fn line(&mut self, kind: EdgeKind, from: Side, to: usize) {
        if let Some(from) = self.mouths[from.index()] {
            self.lines.push(Line { kind, from, to, bends: Vec::new() });
        }
    }

    /// Two lines through the centre of the tile cross there: a bridge splits both.
    fn bridge(&mut self) {
        let crossing: Vec<usize> = (0..self.lines.len()).filter(|&line| self.passes_centre(line)).collect();
        if crossing.len() < 2 {
            return;
        }
        let bridge = self.vertex(VertexKind::Bridge, Point::CENTRE);
        for line in crossing {
            let Line { kind, to, .. } = self.lines[line];
            self.lines[line].to = bridge;
            self.lines.push(Line { kind, from: bridge, to, bends: Vec::new() });
        }
    }

    /// Whether a straight road or river has the centre of the tile strictly between its ends.
    fn passes_centre(&self, line: usize) -> bool {
        let line = &self.lines[line];
        let (from, to, centre) = (self.vertices[line.from].1, self.vertices[line.to].1, Point::CENTRE);
        let between = |a: i32, b: i32, c: i32| a == c && c == b || a.min(b) < c && c < a.max(b);
        matches!(line.kind, EdgeKind::Road | EdgeKind::River)
            && line.bends.is_empty()
            && (from.x == to.x || from.y == to.y)
            && between(from.x, to.x, centre.x)
            && between(from.y, to.y, centre.y)
    }
}

/// The corner at which `side` begins. A wall reaches it unless both sides there belong to one city or are meadow.
fn corner_kind(def: &TileDef, side: Side) -> VertexKind {
    let before = Side::from_index(side.index() + 3);
    let city = |side: Side| (def.edges[side.index()] == Edge::City).then(|| def.at_side(side));
    match (city(before), city(side)) {
        (None, None) if def.cut_corner == Some(before) => VertexKind::City,
        (None, None) => VertexKind::Meadow,
        (one, other) if one == other => VertexKind::CityCorner,
        _ => VertexKind::City,
    }
}

/// The place of a crossing or a cloister: the centre, or beyond a river that runs there.
fn inner_spot(def: &TileDef) -> Point {
    let river: Vec<Side> = def.river().collect();
    let [first, second] = river[..] else { return Point::CENTRE };
    if first.opposite() != second {
        return Point::CENTRE;
    }
    let ends_here = |segment: &&Segment| segment.kind == SegmentKind::Road && segment.end.is_some();
    let road = def.segments.iter().find(ends_here).and_then(|road| road.side_list().next());
    let beyond = road.map_or(Side::from_index(first.index() + 1), Side::opposite);
    Point::middle(beyond, BEYOND)
}
