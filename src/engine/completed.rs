//! A record as a whole game: with every event, and over.

use chrono::{DateTime, Utc};

use super::event::{Event, Logged, not_taken_back};
use super::game::{Game, Missing};
use super::record::{Record, RecordError};

/// A game that is over, with all of its events. It promises nothing about its draws any more.
#[derive(Clone, Debug)]
pub struct Completed {
    pub record: Record,
    /// After the last event.
    pub game: Game,
    /// Whether the record stopped before the end, so that the game was scored as it stood.
    pub was_unfinished: bool,
}

impl Record {
    /// This record, which [`Record::read`] has checked, with what it leaves out.
    ///
    /// # Errors
    /// At the first event that needs something that doesn't follow, such as draws of several tiles.
    pub fn completed(mut self) -> Result<Completed, RecordError> {
        self.header.forget_origin();
        let implied = self.implied();
        let missing = Missing { draws: implied.draws, scores: implied.scores };
        let is_complete = !missing.draws && !missing.scores;
        let mut game = if is_complete {
            let replayed = Game::replay(&self.header, &self.events);
            replayed.map_err(|error| self.error_at(error.n, &error.why))?
        } else {
            Game::new(&self.header).map_err(|error| RecordError { line: 1, why: error.to_string() })?
        };
        let mut log = Log::default();
        if is_complete {
            log.events.clone_from(&self.events);
        } else {
            for entry in not_taken_back(&self.events) {
                let mut events = Vec::new();
                game.apply_completely(&entry.event, missing, &mut events)
                    .map_err(|why| self.error_at(entry.n, &why))?;
                log.add(events, entry.at);
            }
        }
        let (mut rest, last) = (Vec::new(), self.events.last());
        let was_unfinished = game
            .stop_if_unfinished(&mut rest)
            .map_err(|why| self.error_at(last.map_or(0, |last| last.n), &why))?;
        log.add(rest, last.and_then(|last| last.at));
        for entry in &mut log.events {
            match &mut entry.event {
                Event::End { secret, .. } => *secret = None,
                // In the words of another server's administrator, or of anybody.
                Event::Takeback { reason, .. } => *reason = None,
                _ => {}
            }
        }
        Ok(Completed { record: Self { header: self.header, events: log.events }, game, was_unfinished })
    }
}

#[derive(Default)]
struct Log {
    events: Vec<Logged>,
}

impl Log {
    fn add(&mut self, events: Vec<Event>, at: Option<DateTime<Utc>>) {
        for event in events {
            let n = self.events.last().map_or(1, |last| last.n + 1);
            self.events.push(Logged { n, event, at });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Command, DrawSecret, Header, Preset, Ruleset, Seat, TileSet, legal};

    /// A game that is played to its end, with all events.
    fn played(rules: Ruleset, secret: u8) -> Record {
        let header = Header::new(rules, vec!["ann".into(), "ben".into()], Seat(0));
        let dealer = header.dealer(&DrawSecret::new([secret; 32]));
        let mut game = Game::new(&header).unwrap();
        let (mut events, mut command) = (Vec::new(), Command::Start);
        loop {
            game.execute(&command, &dealer, &mut events).unwrap();
            let turns = legal::turns(&game);
            let Some(turn) = turns.get(turns.len() / 3) else { break };
            command = Command::Play(*turn);
        }
        let mut log = Log::default();
        log.add(events, None);
        Record { header, events: log.events }
    }

    /// The same with only those events, numbered again.
    fn only(record: &Record, keeps: impl Fn(&Event) -> bool) -> Record {
        let mut log = Log::default();
        log.add(
            record.events.iter().map(|entry| &entry.event).filter(|event| keeps(event)).cloned().collect(),
            None,
        );
        Record { header: record.header.clone(), events: log.events }
    }

    #[test]
    fn what_a_record_leaves_out_is_added_as_it_was() {
        let river = Ruleset { sets: vec![TileSet::Base, TileSet::River], ..Ruleset::default() };
        for (secret, rules) in (1..).zip([Ruleset::default(), Ruleset::of(Preset::Abbeys), river]) {
            let whole = played(rules, secret);
            let set_aside = |entry: &Logged| matches!(&entry.event, Event::Draw { discarded, .. } if !discarded.is_empty());
            let sets_aside = whole.events.iter().any(set_aside);
            let turns = only(&whole, |event| event.turn().is_some() || matches!(event, Event::Pass { .. }));
            let unscored = only(&whole, |event| !matches!(event, Event::Score { .. } | Event::End { .. }));
            for part in [whole.clone(), turns, unscored] {
                let (record, game) = Record::read(&part.write()).unwrap();
                let completed = record.completed().unwrap();
                assert_eq!(completed.game.scores(), game.as_if_ended().scores());
                if !sets_aside {
                    assert_eq!(completed.record.events, whole.events);
                }
                let (again, _) = Record::read(&completed.record.write()).unwrap();
                assert_eq!(again, completed.record);
            }
        }
    }

    #[test]
    fn a_game_whose_record_stops_early_is_scored_as_it_stands() {
        let mut record = played(Ruleset::default(), 5);
        record.events.truncate(60);
        while !matches!(record.events.last().unwrap().event, Event::Draw { .. }) {
            record.events.pop();
        }
        let (record, game) = Record::read(&record.write()).unwrap();
        let completed = record.completed().unwrap();
        assert!(completed.was_unfinished && completed.game.is_finished());
        assert_eq!(completed.game.scores(), game.as_if_ended().scores());
    }
}
