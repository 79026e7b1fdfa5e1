//! Points and curves in tile units: the centre of the tile is (0, 0), its sides are at ±50, y grows to the south.

use std::fmt::Write as _;

/// Half of a tile's side.
pub(super) const HALF: f64 = 50.0;

/// A point in tile units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Point {
    pub x: f64,
    pub y: f64,
}

pub(super) const fn at(x: f64, y: f64) -> Point {
    Point { x, y }
}

impl Point {
    /// Rotated around the centre of the tile by clockwise quarter turns.
    pub fn turned(self, quarters: usize) -> Self {
        match quarters % 4 {
            0 => self,
            1 => at(-self.y, self.x),
            2 => at(-self.x, -self.y),
            _ => at(self.y, -self.x),
        }
    }

    /// Rounded to whole units, in which small things are placed.
    #[expect(clippy::cast_possible_truncation, reason = "points lie on a board")]
    pub fn whole(self) -> (i32, i32) {
        (self.x.round() as i32, self.y.round() as i32)
    }

    pub fn distance(self, other: Self) -> f64 {
        (self.x - other.x).hypot(self.y - other.y)
    }

    /// Whether `other` is at most `radius` away.
    pub fn is_within(self, radius: f64, other: Self) -> bool {
        let (dx, dy) = (self.x - other.x, self.y - other.y);
        dx * dx + dy * dy <= radius * radius
    }

    /// The point at fraction `t` of the way to `other`.
    pub fn towards(self, other: Self, t: f64) -> Self {
        at(self.x + (other.x - self.x) * t, self.y + (other.y - self.y) * t)
    }
}

#[derive(Clone, Copy, Debug)]
enum Part {
    Line(Point),
    Cubic(Point, Point, Point),
}

/// A path of straight lines and cubic Bézier curves.
#[derive(Clone, Debug)]
pub(super) struct Curve {
    start: Point,
    parts: Vec<Part>,
}

impl Curve {
    /// A path with only a starting point.
    pub fn from(start: Point) -> Self {
        Self { start, parts: Vec::new() }
    }

    pub fn line(mut self, to: Point) -> Self {
        self.parts.push(Part::Line(to));
        self
    }

    pub fn cubic(mut self, first: Point, second: Point, to: Point) -> Self {
        self.parts.push(Part::Cubic(first, second, to));
        self
    }

    /// Appends `other`, which begins where this one ends.
    pub fn then(mut self, other: &Self) -> Self {
        self.parts.extend_from_slice(&other.parts);
        self
    }

    /// Rotated around the centre of the tile by clockwise quarter turns.
    pub fn turned(&self, quarters: usize) -> Self {
        let turn = |point: Point| point.turned(quarters);
        let parts = self.parts.iter().map(|part| match *part {
            Part::Line(to) => Part::Line(turn(to)),
            Part::Cubic(a, b, to) => Part::Cubic(turn(a), turn(b), turn(to)),
        });
        Self { start: turn(self.start), parts: parts.collect() }
    }

    pub const fn start(&self) -> Point {
        self.start
    }

    pub fn end(&self) -> Point {
        match self.parts.last() {
            Some(Part::Line(to) | Part::Cubic(_, _, to)) => *to,
            None => self.start,
        }
    }

    /// Points along the curve, dense enough to approximate it.
    pub fn points(&self) -> Vec<Point> {
        const STEPS: u8 = 20;
        let mut points = vec![self.start];
        let mut from = self.start;
        for part in &self.parts {
            for step in 1..=STEPS {
                let t = f64::from(step) / f64::from(STEPS);
                points.push(match *part {
                    Part::Line(to) => from.towards(to, t),
                    Part::Cubic(a, b, to) => {
                        let (first, second, third) = (from.towards(a, t), a.towards(b, t), b.towards(to, t));
                        first.towards(second, t).towards(second.towards(third, t), t)
                    }
                });
            }
            from = points[points.len() - 1];
        }
        points
    }

    /// Path data: `M…c…`.
    pub fn data(&self) -> String {
        let mut pen = Pen::default();
        pen.go('M', &[self.start]);
        for part in &self.parts {
            match *part {
                Part::Line(to) => pen.go('l', &[to]),
                Part::Cubic(a, b, to) => pen.go('c', &[a, b, to]),
            }
        }
        pen.text
    }
}

/// Writes path data with at most one decimal, relative to the pen's rounded position so that errors do not add up.
#[derive(Default)]
struct Pen {
    text: String,
    at: (i64, i64),
}

impl Pen {
    fn go(&mut self, command: char, points: &[Point]) {
        self.text.push(command);
        let origin = if command == 'M' { (0, 0) } else { self.at };
        for (nth, point) in points.iter().enumerate() {
            let here = (tenths(point.x), tenths(point.y));
            self.number(here.0 - origin.0, nth == 0);
            self.number(here.1 - origin.1, false);
            self.at = here;
        }
    }

    fn number(&mut self, tenths: i64, first: bool) {
        if !first && tenths >= 0 {
            self.text.push(' ');
        }
        let sign = if tenths < 0 { "-" } else { "" };
        let (whole, rest) = (tenths.abs() / 10, tenths.abs() % 10);
        let _ = match (whole, rest) {
            (_, 0) => write!(self.text, "{sign}{whole}"),
            (0, _) => write!(self.text, "{sign}.{rest}"),
            _ => write!(self.text, "{sign}{whole}.{rest}"),
        };
    }
}

#[expect(clippy::cast_possible_truncation, reason = "points lie within a few tiles of the centre")]
fn tenths(value: f64) -> i64 {
    (value * 10.0).round() as i64
}

/// Whether `point` is inside the closed polygon.
pub(super) fn within(polygon: &[Point], point: Point) -> bool {
    let mut inside = false;
    let mut before = polygon[polygon.len() - 1];
    for &corner in polygon {
        if (corner.y > point.y) != (before.y > point.y)
            && point.x < (before.x - corner.x) * (point.y - corner.y) / (before.y - corner.y) + corner.x
        {
            inside = !inside;
        }
        before = corner;
    }
    inside
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn path_data_is_compact_and_does_not_drift() {
        let curve = Curve::from(at(-50.0, 0.04)).line(at(-0.26, 0.0)).cubic(
            at(10.0, 0.5),
            at(20.0, -0.5),
            at(30.0, 7.0),
        );
        assert_eq!(curve.data(), "M-50 0l49.7 0c10.3 .5 20.3-.5 30.3 7");
    }

    #[test]
    fn a_quarter_turn_takes_the_top_to_the_right() {
        assert_eq!(at(0.0, -50.0).turned(1), at(50.0, 0.0));
        assert_eq!(at(3.0, 4.0).turned(1).turned(3), at(3.0, 4.0));
    }

    #[test]
    fn the_middle_of_a_square_is_within_it() {
        let square = [at(-1.0, -1.0), at(1.0, -1.0), at(1.0, 1.0), at(-1.0, 1.0)];
        assert!(within(&square, at(0.2, -0.3)));
        assert!(!within(&square, at(1.2, 0.0)));
    }
}
