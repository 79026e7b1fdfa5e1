//! Chances and margins over the turns, as line charts and as a table.

use crate::html::games::analysis::words;
use crate::html::wording::names::Names;
use crate::locale::{Locale, key};
use analysis::{Analysis, Expected, TurnReport};
use art::{Hue, Stop};
use engine::Seat;

pub struct Charts {
    locale: Locale,
    seats: Vec<(String, Hue)>,
    /// The turns as links.
    stops: Vec<Stop>,
    /// The start, then after every turn.
    moments: Vec<Expected>,
}

pub struct ChartRow {
    /// 0 for the start.
    pub turn: usize,
    /// By seat: the chance to win, and how far ahead.
    pub values: Vec<(String, String)>,
}

impl Charts {
    pub fn of(
        analysis: &Analysis,
        names: &Names,
        seats: Vec<(String, Hue)>,
        page: impl Fn(u32) -> String,
    ) -> Self {
        let mut moments: Vec<Expected> = std::iter::once(&analysis.start)
            .chain(analysis.turns.iter().map(|turn| &turn.after))
            .cloned()
            .collect();
        // The last turn leads to the result.
        if let Some(last) = moments.last_mut().filter(|_| !analysis.turns.is_empty()) {
            last.clone_from(&analysis.end);
        }
        let stop = |(number, turn): (usize, &TurnReport)| Stop {
            step: number,
            href: page(turn.n),
            label: stop_label(names, number, turn),
            number: analysis.turning_points.iter().position(|&n| n == turn.n).map(|place| place + 1),
        };
        let stops = (1..).zip(&analysis.turns).map(stop).collect();
        Self { locale: names.locale(), seats, stops, moments }
    }

    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.seats.iter().map(|(name, _)| name.as_str())
    }

    pub fn rows(&self) -> impl Iterator<Item = ChartRow> {
        self.moments.iter().enumerate().map(|(turn, moment)| ChartRow {
            turn,
            values: moment
                .win
                .iter()
                .zip(&moment.points)
                .map(|(&win, &points)| (self.locale.percent(win), self.locale.signed(points)))
                .collect(),
        })
    }

    /// The chances as SVG.
    pub fn win(&self) -> String {
        self.chart(key("analysis-win-label"), |moment, seat| 100.0 * moment.win[seat.index()])
    }

    /// The margins as SVG. One line says everything about two seats.
    pub fn margin(&self) -> String {
        self.chart(key("analysis-margin-label"), |moment, seat| moment.points[seat.index()])
    }

    fn chart(&self, label: &'static str, value: impl Fn(&Expected, Seat) -> f64) -> String {
        let line = |(seat, (name, hue)): (Seat, &(String, Hue))| art::Line {
            name: name.clone(),
            hue: *hue,
            #[expect(clippy::cast_possible_truncation, reason = "a few hundred")]
            points: self.moments.iter().map(|moment| value(moment, seat).round() as i32).collect(),
        };
        let lines: Vec<art::Line> = (0..).map(Seat).zip(&self.seats).map(line).collect();
        art::chart(self.locale.say(label), &lines, &self.stops)
    }
}

/// "Turn 21 of Blue: chance to win 54 % → 31 %".
fn stop_label(names: &Names, number: usize, turn: &TurnReport) -> String {
    let locale = names.locale();
    let win = |moment: &Expected| locale.percent(moment.win[turn.seat.index()]);
    let text = locale.text("analysis-stop").with("turn", words::heading(names, number, turn));
    text.with("before", win(&turn.before)).with("after", win(&turn.after)).to_string()
}
