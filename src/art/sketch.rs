//! The drawing of a tile kind: the symbols of its ground and walls, what stands on it, and where followers stand. Made once
//! per kind, on first use.

use std::fmt::Write as _;
use std::sync::OnceLock;

use engine::{Rotation, SegmentKind, TileDef, TileKind};

use super::curve::{Curve, HALF, Point, at};
use super::detail;
use super::ground::{Cover, Ground};
use super::piece_set::PieceSet;
use super::plan::{Bridge, Gate, Plan, Pool};
use super::spots::{self, Spots};

/// The number of arrangements of small details for each kind and rotation.
pub(super) const VARIANTS: usize = 4;

pub(super) struct Sketch {
    /// The symbols: `a-KIND` for the ground and, if there are walls, `a-KIND-w`.
    pub symbols: String,
    pub walled: bool,
    /// The SVG of everything that stands on it, by rotation and variant.
    pub details: [[String; VARIANTS]; 4],
    /// The pieces that the details use.
    pub pieces: PieceSet,
    /// The place of a follower on each segment of the unrotated tile.
    pub anchors: Vec<Point>,
    /// City segments, each with the number of the line of its walls.
    walls: Vec<(usize, usize)>,
    plan: Plan,
    ground: Ground,
}

static SKETCHES: [OnceLock<Sketch>; TileKind::COUNT] = [const { OnceLock::new() }; TileKind::COUNT];

impl Sketch {
    pub fn of(kind: TileKind) -> &'static Self {
        SKETCHES[kind.index()].get_or_init(|| Self::draw(kind.def(), kind.name(), kind.index() as u64))
    }

    /// Draws a tile with `name` in the ids of its symbols; `seed` determines the small details.
    pub fn draw(def: &TileDef, name: &str, seed: u64) -> Self {
        let plan = Plan::of(def);
        let ground = Ground::of(def, &plan);
        let Spots { anchors, signs } = spots::spots(def, &plan, &ground);
        let mut pieces = PieceSet::default();
        let details = Rotation::ALL.map(|rotation| {
            std::array::from_fn(|variant| {
                let seed = seed * 64 + (rotation.quarters() * 8 + variant) as u64;
                let puts = detail::details(def, &plan, &ground, &signs, rotation, seed);
                for put in &puts {
                    pieces.insert(put.piece);
                }
                puts.iter().map(|put| put.piece.used(put.at.x, put.at.y)).collect()
            })
        });
        let walled = !plan.cities.iter().all(|city| city.walls.is_empty());
        let mut lines = Lines { name, count: 0, defined: String::new(), walls: Vec::new() };
        let symbols = symbols(&plan, &mut lines);
        Self { symbols, walled, details, pieces, anchors, walls: lines.walls, plan, ground }
    }
}

impl Sketch {
    /// The number of the line of a city's walls: the symbol `a-KIND-NUMBER`.
    pub fn wall(&self, city: usize) -> Option<usize> {
        self.walls.iter().find(|(segment, _)| *segment == city).map(|(_, line)| *line)
    }

    /// Where a city of the unrotated tile has towers: the corners at which its walls end.
    pub fn towers(&self, city: usize) -> impl Iterator<Item = Point> {
        let walls = self.plan.cities.iter().filter(move |one| one.segment == city).flat_map(|one| &one.walls);
        walls.flat_map(|wall| [wall.start(), wall.end()])
    }

    /// Whether a point of the unrotated tile lies in a segment of this kind, and at least this far from anything else.
    pub fn is_within(&self, def: &TileDef, point: Point, kind: SegmentKind, room: f64) -> bool {
        let Cover::Segment(segment) = self.ground.cover(point) else { return false };
        def.segments[segment].kind == kind && self.ground.clear(point) >= room
    }

    /// The area of a segment of the unrotated tile as path data, and whether it is a line to be stroked.
    pub fn area(&self, segment: usize) -> (String, bool) {
        if let Some(road) = self.plan.roads.iter().find(|road| road.segment == segment) {
            return (road.line.data(), true);
        }
        match self.plan.cities.iter().find(|city| city.segment == segment) {
            Some(city) => (city.rim.data() + "z", false),
            None => (self.ground.outline(segment), false),
        }
    }
}

fn symbols(plan: &Plan, lines: &mut Lines) -> String {
    let name = lines.name;
    let mut out = format!(r#"<g id="a-{name}">"#);
    cities(&mut out, plan);
    water(&mut out, plan);
    roads(&mut out, plan, lines);
    out.push_str("</g>");
    if plan.cities.iter().any(|city| !city.walls.is_empty()) {
        let _ = write!(out, r#"<g id="a-{name}-w">"#);
        walls(&mut out, plan, lines);
        out.push_str("</g>");
    }
    std::mem::take(&mut lines.defined) + &out
}

/// Lines that are drawn several times on top of each other, each defined once.
struct Lines<'a> {
    name: &'a str,
    count: usize,
    defined: String,
    /// City segments, each with the number of the line of its walls.
    walls: Vec<(usize, usize)>,
}

impl Lines<'_> {
    /// Draws a line once in each class.
    fn draw(&mut self, out: &mut String, classes: &[&str], data: &str) {
        let (name, number) = (self.name, self.count);
        self.count += 1;
        let _ = write!(self.defined, r#"<path id="a-{name}-{number}" d="{data}"/>"#);
        for class in classes {
            let _ = write!(out, r##"<use class="{class}" href="#a-{name}-{number}"/>"##);
        }
    }
}

fn path(out: &mut String, class: &str, data: &str) {
    let _ = write!(out, r#"<path class="{class}" d="{data}"/>"#);
}

fn cities(out: &mut String, plan: &Plan) {
    let shade: String = plan.cities.iter().flat_map(|city| &city.walls).map(Curve::data).collect();
    if !shade.is_empty() {
        path(out, "a-ws", &shade);
    }
    let rims: String = plan.cities.iter().map(|city| city.rim.data() + "z").collect();
    if !rims.is_empty() {
        path(out, "a-ci", &rims);
    }
}

fn water(out: &mut String, plan: &Plan) {
    let Some(river) = &plan.river else { return };
    let data = past_the_sides(river);
    let pool = |out: &mut String, class: &str| match plan.pool {
        Some(Pool::Lake) => drop(write!(out, r#"<ellipse rx="23" ry="21" class="{class}"/>"#)),
        Some(Pool::Spring) => drop(write!(out, r#"<ellipse rx="9" ry="8.5" class="{class}"/>"#)),
        None => {}
    };
    path(out, "a-rb", &data);
    pool(out, "a-pb");
    path(out, "a-rw", &data);
    path(out, "a-ro", &data);
    pool(out, "a-pw");
    match plan.pool {
        Some(Pool::Lake) => out.push_str(LAKE),
        Some(Pool::Spring) => out.push_str(SPRING),
        None => path(out, "a-rr", &river.data()),
    }
}

const LAKE: &str = r#"<ellipse class="a-po" rx="15" ry="13"/><path class="a-ri" d="M-13-7q3-2.4 6 0t6 0M-3 3q3-2.4 6 0t6 0M-15 9q2.5-2 5 0t5 0M4-12q2.5-2 5 0"/>"#;
const SPRING: &str = r#"<path class="a-w1" d="M-13 1l2-8 8-5 9 1 1 5-4 2-6-1-3 5 2 7-5 3z"/><path class="a-w4" d="M-12 0l2-6 5 1-2 5zM-8-8l6-3.4 3 2-4 4zM3-10.8l3 .6.6 4-4 1.6-2-2.6zM-11 2l4-.4 3 7-4 2z"/><path class="a-ri" d="M-4 0q2-2 4 0t4 0M-2 4q2-2 4 0"/>"#;

fn roads(out: &mut String, plan: &Plan, drawn: &mut Lines) {
    if let Some(middle) = plan.cloister {
        let Point { x, y } = middle;
        let _ = write!(
            out,
            r#"<circle class="a-ga" cx="{x}" cy="{y}" r="19"/><circle class="a-gb" cx="{x}" cy="{y}" r="14"/>"#
        );
    }
    let lines: String = plan.roads.iter().map(|road| past_the_sides(&road.line)).collect();
    if lines.is_empty() {
        return;
    }
    let crossing = plan.crossing.map(|Point { x, y }| format!("M{} {y}a9 9 0 1 0 0 .1z", x + 9.0));
    let around = lines.clone() + &crossing.unwrap_or_default();
    if around == lines {
        drawn.draw(out, &["a-rk1", "a-rk2", "a-rk3"], &lines);
    } else {
        drawn.draw(out, &["a-rk1", "a-rk2"], &around);
        path(out, "a-rk3", &lines);
    }
    if let Some(bridge) = plan.bridge {
        deck(out, bridge, plan.river.is_some());
    }
}

/// A bridge: the deck with two parapets, and the road on it.
fn deck(out: &mut String, bridge: Bridge, over_water: bool) {
    let long = if over_water { 11.0 } else { 12.0 };
    let along = |side: f64| {
        let (from, to) = (at(-long, side), at(long, side));
        let (from, to) = if bridge.upright { (from.turned(1), to.turned(1)) } else { (from, to) };
        let moved = |p: Point| at(p.x + bridge.at.x, p.y + bridge.at.y);
        Curve::from(moved(from)).line(moved(to)).data()
    };
    path(out, "a-bs", &along(0.0));
    path(out, "a-bd", &along(0.0));
    path(out, "a-bp", &(along(-6.5) + &along(6.5)));
}

/// Extends lines that end at a side a little beyond it, so that no hairline remains between tiles.
fn past_the_sides(line: &Curve) -> String {
    let beyond = |point: Point| {
        let outward = |v: f64| if v.abs() >= HALF { v * 1.012 } else { v };
        at(outward(point.x), outward(point.y))
    };
    Curve::from(beyond(line.start())).line(line.start()).then(line).line(beyond(line.end())).data()
}

fn walls(out: &mut String, plan: &Plan, drawn: &mut Lines) {
    for city in plan.cities.iter().rev() {
        if city.over {
            path(out, "a-cv", &(city.rim.data() + "z"));
        }
        if !city.walls.is_empty() {
            let data: String = city.walls.iter().map(Curve::data).collect();
            drawn.walls.push((city.segment, drawn.count));
            drawn.draw(out, &["a-wa1", "a-wa2", "a-wa3", "a-wa4"], &data);
        }
    }
    for gate in plan.roads.iter().filter_map(|road| road.gate) {
        let Gate { at: here, before } = gate;
        let angle = (here.x - before.x).atan2(before.y - here.y).to_degrees();
        let _ = write!(
            out,
            r##"<use href="#a-gate" transform="translate({:.1} {:.1})rotate({angle:.0})"/>"##,
            here.x, here.y
        );
    }
    let mut corners: Vec<Point> =
        plan.cities.iter().flat_map(|city| &city.walls).flat_map(|wall| [wall.start(), wall.end()]).collect();
    corners.sort_by(|a, b| (a.x, a.y).partial_cmp(&(b.x, b.y)).unwrap_or(std::cmp::Ordering::Equal));
    corners.dedup();
    for Point { x, y } in corners {
        let _ = write!(out, r##"<use href="#a-tower" x="{x}" y="{y}"/>"##);
    }
}
