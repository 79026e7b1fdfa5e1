//! The steps of a game's history: its start, every turn, and its end.

use engine::{Colour, Event, Logged};
use insight::LogEntry;

use crate::html::board::turn_rows::{self, Gain};
use crate::html::wording::names::Names;
use crate::locale::Locale;

pub struct Steps {
    /// The event after which each step is shown.
    stops: Vec<u32>,
    /// The entry of each step; `None` for the start.
    entries: Vec<Option<LogEntry>>,
}

impl Steps {
    /// `entries` are those of the whole `log`.
    pub fn of(log: &[Logged], entries: Vec<LogEntry>) -> Self {
        // Discarding a tile changes nothing on the board.
        let entries = entries.into_iter().filter(|entry| !matches!(entry.event, Event::Draw { .. }));
        // Several where each player draws ahead.
        let first_draws = log.iter().take_while(|logged| matches!(logged.event, Event::Draw { .. }));
        let start = first_draws.last().map(|last| (last.n, None));
        let all = start.into_iter().chain(entries.map(|entry| (entry.last, Some(entry))));
        let (stops, entries) = all.unzip();
        Self { stops, entries }
    }

    /// The step that event `n` belongs to. The draw after the last turn belongs to that turn, any other to the next one.
    pub fn place(&self, n: u32) -> usize {
        self.stops.partition_point(|&stop| stop < n).min(self.last())
    }

    /// The number of the last step, counting the start as 0.
    pub fn last(&self) -> usize {
        self.stops.len().saturating_sub(1)
    }

    /// The event after which a step is shown.
    pub fn stop(&self, place: usize) -> Option<u32> {
        self.stops.get(place).copied()
    }

    pub fn stops(&self) -> &[u32] {
        &self.stops
    }

    /// The entry of the step of event `n`; `None` at the start and before the last event of a turn.
    pub fn entry_after(&self, n: u32) -> Option<&LogEntry> {
        let place = self.place(n);
        self.entries.get(place)?.as_ref().filter(|_| self.stops[place] <= n)
    }

    pub fn previous(&self, n: u32) -> Option<u32> {
        self.stop(self.place(n).checked_sub(1)?)
    }

    pub fn next(&self, n: u32) -> Option<u32> {
        let place = self.place(n);
        self.stop(if self.stops.get(place)? > &n { place } else { place + 1 })
    }

    /// "Turn 12 of 71".
    pub fn heading(&self, locale: Locale, place: usize) -> String {
        let turns = |entries: &[Option<LogEntry>]| {
            entries.iter().flatten().filter(|entry| is_turn(&entry.event)).count()
        };
        let n = turns(self.entries.get(..=place).unwrap_or_default());
        match self.entries.get(place).and_then(Option::as_ref).map(|entry| &entry.event) {
            None => locale.say("history-start").to_owned(),
            Some(Event::End { .. }) => locale.say("history-end").to_owned(),
            Some(event) if is_turn(event) => {
                let last = turns(&self.entries);
                locale.text("history-turn").with("n", n).with("last", last).to_string()
            }
            Some(_) => locale.text("history-after-turn").with("n", n).to_string(),
        }
    }

    /// The steps that scored, in words.
    pub fn scored(&self, names: &Names) -> Vec<ScoredStep> {
        let scored = |(place, entry): (usize, &Option<LogEntry>)| {
            let entry = entry.as_ref().filter(|entry| !entry.gained.is_empty())?;
            let heading = self.heading(names.locale(), place);
            Some(ScoredStep { n: entry.last, heading, gains: turn_rows::gains(names, entry) })
        };
        self.entries.iter().enumerate().filter_map(scored).collect()
    }

    /// The steps that scored, as bars over the slider.
    pub fn marks(&self, names: &Names) -> Vec<Mark> {
        let gains = |(place, entry): (usize, &Option<LogEntry>)| {
            let gained = entry.as_ref().map_or(&[][..], |entry| &entry.gained);
            let count = gained.len();
            let mark = |(nth, &(colour, points)): (usize, &_)| {
                Mark::of(names, place, (nth, count), (colour, points))
            };
            gained.iter().enumerate().map(mark).collect::<Vec<_>>()
        };
        self.entries.iter().enumerate().flat_map(gains).collect()
    }
}

/// A step that scored, in words.
pub struct ScoredStep {
    /// The event after which it is shown.
    pub n: u32,
    /// For example "Turn 12 of 71".
    pub heading: String,
    pub gains: Vec<Gain>,
}

const fn is_turn(event: &Event) -> bool {
    matches!(event, Event::Turn { .. } | Event::Pass { .. } | Event::Skip {})
}

/// A bar over the slider: points that a colour scored in a step.
pub struct Mark {
    /// The class of the colour.
    pub class: &'static str,
    /// In tenths of a step.
    pub x: usize,
    pub width: usize,
    /// Of [`Mark::HIGHEST`].
    pub height: i32,
}

impl Mark {
    pub const HIGHEST: i32 = 40;
    /// Tenths of a step that all bars of a step cover together.
    const COVERED: usize = 8;

    /// The bar of the `nth` of `count` colours that scored in the step.
    fn of(
        names: &Names,
        place: usize,
        (nth, count): (usize, usize),
        (colour, points): (Colour, i32),
    ) -> Self {
        let width = (Self::COVERED / count).max(1);
        Self {
            class: names.hue(colour).class(),
            x: (10 * place + width * nth).saturating_sub(Self::COVERED / 2),
            width,
            height: (8 + 2 * points).clamp(8, Self::HIGHEST),
        }
    }

    pub const fn y(&self) -> i32 {
        Self::HIGHEST - self.height
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use samples::skipped_game;

    fn skipped() -> (Names, Vec<Logged>, Steps) {
        let (game, log) = skipped_game();
        let steps = Steps::of(&log, insight::log_entries(&game, &log));
        (Names::of(Locale::default(), game.header(), None), log, steps)
    }

    #[test]
    fn previous_and_next_lead_from_turn_to_turn_whichever_event_is_shown() {
        let (_, log, steps) = skipped();
        assert_eq!(log.len(), 5);
        assert_eq!(steps.stops(), [1, 2, 4]);
        let around: Vec<_> = (1..=5).map(|n| (steps.place(n), steps.previous(n), steps.next(n))).collect();
        assert_eq!(
            around,
            [
                (0, None, Some(2)),
                (1, Some(1), Some(4)),
                (2, Some(2), Some(4)),
                (2, Some(2), None),
                (2, Some(2), None)
            ]
        );
        let shown: Vec<bool> = (1..=5).map(|n| steps.entry_after(n).is_some()).collect();
        assert_eq!(shown, [false, true, false, true, true]);
        let headings: Vec<String> = (0..3).map(|place| steps.heading(Locale::default(), place)).collect();
        assert_eq!(headings, ["The start", "Turn 1 of 2", "Turn 2 of 2"]);
    }

    #[test]
    fn colours_that_score_together_share_the_width_of_a_step() {
        let (names, ..) = skipped();
        let bars =
            [(0, Colour(0)), (1, Colour(1))].map(|(nth, colour)| Mark::of(&names, 3, (nth, 2), (colour, 4)));
        assert_eq!(
            bars.map(|bar| (bar.class, bar.x, bar.width, bar.height)),
            [("a-red", 26, 4, 16), ("a-blue", 30, 4, 16)]
        );
        assert_eq!(Mark::of(&names, 1, (0, 1), (Colour(0), 70)).y(), 0);
    }
}
