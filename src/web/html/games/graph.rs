//! How the points grew over the turns: a line a colour, and the same as a table.

use std::fmt::Write as _;

use crate::engine::{Colour, Game, Logged};
use crate::insight;

use crate::web::html::games::names::Names;

/// Width and height of the picture, and the room for numbers at its left and bottom.
const SIZE: (f64, f64) = (720.0, 260.0);
const ROOM: (f64, f64) = (40.0, 24.0);

/// The points of each colour after each turn.
pub struct Graph {
    names: Vec<String>,
    paints: Vec<String>,
    /// Points by turn, then by colour; the first row is the start.
    rows: Vec<Vec<i32>>,
}

/// A row of the table.
pub struct GraphRow {
    /// Turns played; `None` after the end has been paid.
    pub turn: Option<usize>,
    /// Points of each colour.
    pub points: Vec<i32>,
}

impl Graph {
    /// The points of a game with this event log.
    pub fn of(game: &Game, log: &[Logged], names: &Names) -> Self {
        let colours: Vec<Colour> = game.colours().collect();
        Self {
            names: colours.iter().map(|&colour| names.starting(colour)).collect(),
            paints: colours.iter().map(|&colour| names.paint(colour).to_owned()).collect(),
            rows: insight::score_history(game, log),
        }
    }

    /// Who plays the colours, in order.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Every tenth turn, and the end.
    pub fn table(&self) -> Vec<GraphRow> {
        let last = self.rows.len() - 1;
        let tens = self.rows.iter().enumerate().take(last).step_by(10);
        let tens = tens.map(|(turn, points)| GraphRow { turn: Some(turn), points: points.clone() });
        tens.chain([GraphRow { turn: None, points: self.rows[last].clone() }]).collect()
    }

    /// The lines as SVG. Colours are told apart by their dashes too, and named at the end of their lines.
    pub fn picture(&self) -> String {
        let (width, height) = SIZE;
        let mut svg = format!(
            r#"<svg class="graph" viewBox="0 0 {} {}" role="img" aria-label="Points over the turns">"#,
            width + 110.0,
            height
        );
        let top = self.rows.iter().flatten().copied().max().unwrap_or(0).max(10);
        for line in (0..=top).step_by(step(top)) {
            let y = self.y(line, top);
            let _ = write!(
                svg,
                r#"<path class="grid" d="M{} {y:.1}H{width}"/><text x="{}" y="{:.1}" text-anchor="end">{line}</text>"#,
                ROOM.0,
                ROOM.0 - 6.0,
                y + 4.0
            );
        }
        for (colour, paint) in self.paints.iter().enumerate() {
            let mut path = String::new();
            for (turn, points) in self.rows.iter().enumerate() {
                let command = if turn == 0 { 'M' } else { 'L' };
                let _ = write!(path, "{command}{:.1} {:.1}", self.x(turn), self.y(points[colour], top));
            }
            let _ = write!(
                svg,
                r#"<path class="under dash{colour}" d="{path}"/><path class="line a-{paint} dash{colour}" d="{path}"/>"#
            );
        }
        self.labels(&mut svg, top);
        svg.push_str("</svg>");
        svg
    }

    /// Names at the ends of the lines, moved apart where they would lie on each other.
    fn labels(&self, svg: &mut String, top: i32) {
        let Some(last) = self.rows.last() else { return };
        let mut ends: Vec<(f64, usize)> =
            last.iter().enumerate().map(|(colour, &points)| (self.y(points, top), colour)).collect();
        ends.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut free = 12.0_f64;
        for (y, colour) in ends {
            let y = y.max(free);
            free = y + 16.0;
            let name: String = self.names[colour].chars().take(14).collect();
            let name = askama::filters::escape(name, askama::filters::Html);
            let name = name.map(|name| name.to_string()).unwrap_or_default();
            let _ = write!(
                svg,
                r#"<text x="{:.1}" y="{:.1}">{name} {}</text>"#,
                SIZE.0 + 6.0,
                y + 4.0,
                last[colour]
            );
        }
    }

    #[allow(clippy::cast_precision_loss, reason = "a few hundred turns")]
    fn x(&self, turn: usize) -> f64 {
        ROOM.0 + (SIZE.0 - ROOM.0) * turn as f64 / (self.rows.len().max(2) - 1) as f64
    }

    #[allow(clippy::unused_self, reason = "goes with x")]
    fn y(&self, points: i32, top: i32) -> f64 {
        let high = SIZE.1 - ROOM.1;
        high - (high - 12.0) * f64::from(points) / f64::from(top)
    }
}

/// Points between two lines of the grid: about five lines.
fn step(top: i32) -> usize {
    let wanted = usize::try_from(top / 5).unwrap_or(1);
    [5, 10, 20, 50, 100, 200].into_iter().find(|&step| step >= wanted).unwrap_or(500)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Command, DrawSecret, Header, Ruleset, Seat};
    use crate::players::{Level, choose};

    #[test]
    fn the_lines_end_at_the_final_scores_and_start_at_the_handicaps() {
        let mut header = Header::new(Ruleset::default(), vec!["ann".to_owned(), "<b>".to_owned()], Seat(0));
        header.handicaps = vec![0, 7];
        let dealer = DrawSecret::new([5; 32]).dealer(&header.salts);
        let mut game = Game::new(&header).unwrap();
        let mut events = Vec::new();
        game.execute(&Command::Start, &dealer, &mut events).unwrap();
        while let Some(turn) = choose(&game, Level::Greedy) {
            game.execute(&Command::Play(turn), &dealer, &mut events).unwrap();
        }
        let log: Vec<Logged> = (1..).zip(events).map(|(n, event)| Logged { n, event, at: None }).collect();
        let graph = Graph::of(&game, &log, &Names::of(&header, None));
        assert_eq!(graph.rows[0], [0, 7]);
        assert_eq!(graph.rows.last().unwrap(), game.scores());
        assert_eq!(graph.rows.len(), game.turns() as usize + 1);
        let picture = graph.picture();
        assert!(picture.contains("&#60;b&#62;") && !picture.contains("<b>"), "names are escaped");
        assert_eq!(graph.table().last().unwrap().points, game.scores());
    }
}
