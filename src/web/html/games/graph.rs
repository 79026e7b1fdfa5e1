//! The points after each turn, as a line chart and as a table.

use art::Hue;
use engine::{Colour, Game, Logged};

use crate::html::wording::names::Names;
use crate::locale::Locale;

pub struct Graph {
    locale: Locale,
    names: Vec<String>,
    hues: Vec<Hue>,
    /// By turn, then by colour; the first row is the start.
    rows: Vec<Vec<i32>>,
}

pub struct GraphRow {
    /// The number of turns played; `None` for the row after the final scoring.
    pub turn: Option<usize>,
    /// In the order of [`Graph::names`].
    pub points: Vec<i32>,
}

impl Graph {
    /// Replays the event log.
    pub fn of(game: &Game, log: &[Logged], names: &Names) -> Self {
        let colours: Vec<Colour> = game.colours().collect();
        Self {
            locale: names.locale(),
            names: colours.iter().map(|&colour| names.starting(colour)).collect(),
            hues: colours.iter().map(|&colour| names.hue(colour)).collect(),
            rows: insight::score_history(game, log),
        }
    }

    /// The players of the colours, in order.
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

    /// The chart as SVG.
    pub fn picture(&self) -> String {
        let points = |colour: usize| self.rows.iter().map(|row| row[colour]).collect();
        let line = |(colour, (name, &hue)): (usize, (&String, &Hue))| art::Line {
            name: name.clone(),
            hue,
            points: points(colour),
        };
        let lines: Vec<art::Line> = self.names.iter().zip(&self.hues).enumerate().map(line).collect();
        art::chart(self.locale.say("final-graph-label"), &lines, &[])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::{Command, DrawSecret, Header, Ruleset, Seat};
    use players::choose;

    #[test]
    fn the_lines_end_at_the_final_scores_and_start_at_the_handicaps() {
        let mut header = Header::new(Ruleset::default(), vec!["ann".to_owned(), "<b>".to_owned()], Seat(0));
        header.handicaps = vec![0, 7];
        let dealer = header.dealer(&DrawSecret::new([5; 32]));
        let mut game = Game::new(&header).unwrap();
        let mut events = Vec::new();
        game.execute(&Command::Start, &dealer, &mut events).unwrap();
        while let Some(turn) = choose(&game) {
            game.execute(&Command::Play(turn), &dealer, &mut events).unwrap();
        }
        let log: Vec<Logged> = (1..).zip(events).map(|(n, event)| Logged { n, event, at: None }).collect();
        let graph = Graph::of(&game, &log, &Names::of(Locale::default(), &header, None));
        assert_eq!(graph.rows[0], [0, 7]);
        assert_eq!(graph.rows.last().unwrap(), game.scores());
        assert_eq!(graph.rows.len(), game.turns() as usize + 1);
        let picture = graph.picture();
        assert!(picture.contains("&lt;b&gt;") && !picture.contains("<b>"), "names are escaped");
        assert_eq!(graph.table().last().unwrap().points, game.scores());
    }
}
