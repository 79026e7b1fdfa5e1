//! A line chart of what each player has after each turn.

use std::fmt::Write as _;

use super::follower::Hue;
use super::text::Escaped;

/// Width and height of the picture, and the margins for numbers on the left and at the bottom.
const SIZE: (f64, f64) = (720.0, 260.0);
const ROOM: (f64, f64) = (40.0, 24.0);

#[derive(Clone, Debug)]
pub struct Line {
    /// The label at the line's end.
    pub name: String,
    pub hue: Hue,
    /// The points at each step. All lines of a chart have the same length.
    pub points: Vec<i32>,
}

/// A step that leads somewhere.
#[derive(Clone, Debug)]
pub struct Stop {
    /// Counted from 0.
    pub step: usize,
    pub href: String,
    /// What the link says.
    pub label: String,
    /// Stands out with this number.
    pub number: Option<usize>,
}

/// The lines as SVG, with `label` for screen readers. Lines also differ by their dashes, and are labelled at their ends.
/// Each of `stops` is a link as wide as its step and as high as the chart.
pub fn chart(label: &str, lines: &[Line], stops: &[Stop]) -> String {
    let chart = Chart {
        lines,
        steps: lines.iter().map(|line| line.points.len()).max().unwrap_or(0),
        top: lines.iter().flat_map(|line| &line.points).copied().max().unwrap_or(0).max(10),
        bottom: lines.iter().flat_map(|line| &line.points).copied().min().unwrap_or(0).min(0),
    };
    let (width, height) = SIZE;
    let mut svg = format!(
        r#"<svg class="graph" viewBox="0 0 {} {}" role="{}" aria-label="{}">"#,
        width + 110.0,
        height,
        if stops.is_empty() { "img" } else { "group" },
        Escaped(label)
    );
    chart.grid(&mut svg);
    chart.draw_lines(&mut svg);
    chart.names(&mut svg);
    for stop in stops {
        chart.link(&mut svg, stop);
    }
    svg.push_str("</svg>");
    svg
}

struct Chart<'a> {
    lines: &'a [Line],
    steps: usize,
    top: i32,
    /// Zero, or below.
    bottom: i32,
}

impl Chart<'_> {
    fn grid(&self, svg: &mut String) {
        let between = step(self.top - self.bottom);
        let above = (0..=self.top).step_by(between);
        let below = (0..=-self.bottom).step_by(between).skip(1).map(|line| -line);
        for line in above.chain(below) {
            let y = self.y(line);
            let _ = write!(
                svg,
                r#"<path class="grid" d="M{} {y:.1}H{}"/><text x="{}" y="{:.1}" text-anchor="end">{line}</text>"#,
                ROOM.0,
                SIZE.0,
                ROOM.0 - 6.0,
                y + 4.0
            );
        }
    }

    fn draw_lines(&self, svg: &mut String) {
        for (number, line) in self.lines.iter().enumerate() {
            let mut path = String::new();
            for (step, &points) in line.points.iter().enumerate() {
                let command = if step == 0 { 'M' } else { 'L' };
                let _ = write!(path, "{command}{:.1} {:.1}", self.x(step), self.y(points));
            }
            let class = line.hue.class();
            let _ = write!(
                svg,
                r#"<path class="under dash{number}" d="{path}"/><path class="line {class} dash{number}" d="{path}"/>"#
            );
        }
    }

    /// The labels at the ends of the lines, moved apart where they would overlap.
    fn names(&self, svg: &mut String) {
        let end = |line: &Line| line.points.last().copied().unwrap_or_default();
        let mut ends: Vec<(f64, &Line)> = self.lines.iter().map(|line| (self.y(end(line)), line)).collect();
        ends.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut free = 12.0_f64;
        for (y, line) in ends {
            let y = y.max(free);
            free = y + 16.0;
            let name: String = line.name.chars().take(14).collect();
            let _ = write!(
                svg,
                r#"<text x="{:.1}" y="{:.1}">{} {}</text>"#,
                SIZE.0 + 6.0,
                y + 4.0,
                Escaped(&name),
                end(line)
            );
        }
    }

    /// An upright strip around a step.
    fn link(&self, svg: &mut String, stop: &Stop) {
        let (x, wide, low) = (self.x(stop.step), self.x(1) - self.x(0), SIZE.1 - ROOM.1);
        let _ = write!(
            svg,
            r#"<a class="stop" href="{}"><title>{}</title><rect x="{:.1}" width="{wide:.1}" height="{}"/><path d="M{x:.1} 0V{low}"/>"#,
            Escaped(&stop.href),
            Escaped(&stop.label),
            x - wide / 2.0,
            SIZE.1,
        );
        if let Some(number) = stop.number {
            let _ = write!(
                svg,
                r#"<circle cx="{x:.1}" cy="{:.0}" r="9"/><text x="{x:.1}" y="{:.0}" text-anchor="middle">{number}</text>"#,
                low + 12.0,
                low + 16.0,
            );
        }
        svg.push_str("</a>");
    }

    #[expect(clippy::cast_precision_loss, reason = "a few hundred turns")]
    fn x(&self, step: usize) -> f64 {
        ROOM.0 + (SIZE.0 - ROOM.0) * step as f64 / (self.steps.max(2) - 1) as f64
    }

    fn y(&self, points: i32) -> f64 {
        let high = SIZE.1 - ROOM.1;
        high - (high - 12.0) * f64::from(points - self.bottom) / f64::from(self.top - self.bottom)
    }
}

/// The distance between grid lines, in points: yields about five lines.
fn step(top: i32) -> usize {
    let wanted = usize::try_from(top / 5).unwrap_or(1);
    [5, 10, 20, 50, 100, 200].into_iter().find(|&step| step >= wanted).unwrap_or(500)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_below_zero_are_drawn_below_the_line_of_zero() {
        let svg =
            chart("margin", &[Line { name: "ann".to_owned(), hue: Hue::Red, points: vec![0, -10, 10] }], &[]);
        assert!(svg.contains(r#"d="M40.0 124.0L380.0 236.0L720.0 12.0""#), "{svg}");
        assert!(svg.contains(">-10</text>") && svg.contains(">0</text>"), "{svg}");
    }

    #[test]
    fn names_are_escaped_and_lines_end_at_their_points() {
        let line =
            |name: &str, hue, points: &[i32]| Line { name: name.to_owned(), hue, points: points.to_vec() };
        let svg =
            chart("a & b", &[line("ann", Hue::Red, &[0, 4, 10]), line("<b>", Hue::Blue, &[0, 0, 0])], &[]);
        assert!(svg.contains("&lt;b&gt; 0") && !svg.contains("<b>") && svg.contains("a &amp; b"));
        assert!(svg.contains(r#"class="line a-red dash0" d="M40.0 236.0L380.0 146.4L720.0 12.0""#), "{svg}");
    }

    #[test]
    fn a_step_that_leads_somewhere_is_a_link_with_its_words_and_number() {
        let lines = [Line { name: "ann".to_owned(), hue: Hue::Red, points: vec![0, 4, 10] }];
        let stop = Stop { step: 1, href: "/1?a&b".to_owned(), label: "turn 1".to_owned(), number: Some(2) };
        let svg = chart("chances", &lines, &[stop]);
        assert!(svg.contains(r#"role="group""#), "a picture has no links: {svg}");
        assert!(
            svg.contains(r#"href="/1?a&amp;b"><title>turn 1</title><rect x="210.0" width="340.0""#),
            "{svg}"
        );
        assert!(svg.contains(">2</text></a>"), "{svg}");
    }
}
