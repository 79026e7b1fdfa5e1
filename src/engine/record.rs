//! The game record: JSON Lines, with a header and then a line for each event. Described in `docs/record.md`.

use std::fmt::Write as _;
use std::sync::Arc;

use serde_json::{Map, Value};

use super::draw::{Commitment, Dealer, DrawSecret};
use super::event::{Event, Logged, not_taken_back};
use super::game::{Game, ImpliedEvents, Mismatch};
use super::header::{Header, RECORD_VERSIONS};

/// Far more than the longest game has, and few enough to check at once.
const MOST_LINES: usize = 20_000;

/// A parsed record, which has been replayed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    pub header: Header,
    pub events: Vec<Logged>,
}

/// Why a record is invalid, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{line}: {why}")]
pub struct RecordError {
    /// The line number, from 1.
    pub line: usize,
    pub why: String,
}

impl Record {
    /// Parses a record and replays it: every event is checked, and every draw too if the secret is revealed.
    ///
    /// ```
    /// use bastide_engine::Record;
    /// let text = r#"{"record":1,"rules":{"preset":"modern"},"start":["CRFR"],"colours":[{"seat":0,"name":"red"}],"seats":["ann"]}
    /// {"n":1,"type":"turn","colour":0,"tile":"RFRF","x":1,"y":0,"rotation":1,"follower":{"kind":"meeple","on":"left:1"}}
    /// "#;
    /// let (record, game) = Record::read(text).unwrap();
    /// assert_eq!((record.events.len(), game.turns()), (1, 1));
    /// assert_eq!(record.write(), text);
    /// ```
    ///
    /// # Errors
    /// At the first invalid line.
    pub fn read(text: &str) -> Result<(Self, Game), RecordError> {
        let record = Self::parse(text)?;
        match record.replay() {
            Ok(game) => Ok((record, game)),
            Err(error) => record.of_an_earlier_game().ok_or(error),
        }
    }

    /// Records do not say which rule for river tiles they follow, unless they were written after there were two.
    fn of_an_earlier_game(mut self) -> Option<(Self, Game)> {
        let rules = &mut self.header.rules;
        if rules.earlier_river || !rules.river_rule_matters() {
            return None;
        }
        rules.earlier_river = true;
        let game = self.replay().ok()?;
        Some((self, game))
    }

    fn parse(text: &str) -> Result<Self, RecordError> {
        let mut lines = text.lines().enumerate().map(|(i, line)| (i + 1, line));
        let first = lines.next().map_or("", |(_, line)| line);
        let header = parse_header(first).map_err(|why| RecordError { line: 1, why })?;
        let mut events = Vec::new();
        for (line, text) in lines {
            if line > MOST_LINES {
                return Err(RecordError { line, why: format!("a record has at most {MOST_LINES} lines") });
            }
            events.push(parse_event(text).map_err(|why| RecordError { line, why })?);
        }
        Ok(Self { header, events })
    }

    /// The game after event `n`, where 0 is before the first event; `None` if the record has no such event.
    pub fn at(&self, n: u32) -> Option<Game> {
        let place = |n| self.events.iter().position(|entry| entry.n == n);
        let count = if n == 0 { 0 } else { place(n)? + 1 };
        self.begin().ok()?.after(&self.events[..count]).ok()
    }

    fn replay(&self) -> Result<Game, RecordError> {
        let begun = self.begin()?;
        let game = begun.clone().after(&self.events).map_err(|error| self.error_at(error.n, &error.why))?;
        self.check_draws(begun)?;
        Ok(game)
    }

    /// Replays the record and checks every draw against the secret, which the record need not reveal yet.
    pub fn verify(&self, secret: &DrawSecret) -> Result<(), RecordError> {
        if !self.promised(secret) {
            return Err(RecordError { line: 1, why: Mismatch::Secret.to_string() });
        }
        self.check_draws_of(secret, self.begin()?)
    }

    /// The game before its first event.
    fn begin(&self) -> Result<Game, RecordError> {
        self.begin_with(self.implied())
    }

    /// A record may leave out all draws, all scores, or the end.
    pub(super) fn implied(&self) -> ImpliedEvents {
        let has = |wanted: fn(&Event) -> bool| self.events.iter().any(|entry| wanted(&entry.event));
        let implied = ImpliedEvents {
            draws: !has(|event| matches!(event, Event::Draw { .. })) && has(|event| event.turn().is_some()),
            scores: !has(|event| matches!(event, Event::Score { .. })),
            end: !has(|event| matches!(event, Event::End { .. })),
        };
        // If any scores are recorded, all must be, so the end is computed only where scores are.
        ImpliedEvents { end: implied.end && implied.scores, ..implied }
    }

    fn begin_with(&self, implied: ImpliedEvents) -> Result<Game, RecordError> {
        if implied.draws && self.header.rules.draw_ahead {
            let why =
                "under draw_ahead a record must have its draws: the turns don't say who drew which tile";
            return Err(RecordError { line: 1, why: why.to_owned() });
        }
        let header = Arc::new(self.header.clone());
        Game::begin(header, implied).map_err(|error| RecordError { line: 1, why: error.to_string() })
    }

    pub(super) fn error_at(&self, n: u32, why: &impl ToString) -> RecordError {
        let line = self.events.iter().position(|entry| entry.n == n).map_or(1, |index| index + 2);
        RecordError { line, why: why.to_string() }
    }

    /// If the secret is revealed, every draw must match it.
    fn check_draws(&self, game: Game) -> Result<(), RecordError> {
        let revealed = self.events.iter().find_map(|entry| match &entry.event {
            Event::End { secret: Some(secret), .. } => Some((entry.n, secret)),
            _ => None,
        });
        let Some((n, secret)) = revealed else { return Ok(()) };
        let secret = DrawSecret::from_hex(secret).filter(|secret| self.promised(secret));
        let secret = secret.ok_or_else(|| self.error_at(n, &Mismatch::Secret))?;
        self.check_draws_of(&secret, game)
    }

    /// Whether the secret is that of the commitment, if there is one.
    fn promised(&self, secret: &DrawSecret) -> bool {
        let promised = self.header.commitment.as_deref().and_then(Commitment::from_hex);
        promised.is_none_or(|commitment| commitment == secret.commitment())
    }

    fn check_draws_of(&self, secret: &DrawSecret, mut game: Game) -> Result<(), RecordError> {
        let dealer = self.header.dealer(secret);
        if game.leaves_out_draws() {
            return self.check_turns(&dealer);
        }
        let begun = game.clone();
        for (i, entry) in self.events.iter().enumerate() {
            if let Event::Draw { tiles, discarded, .. } = &entry.event
                && let Some(Event::Draw { tiles: fair, discarded: aside, .. }) =
                    game.fair_draw(&dealer).map_err(|why| self.error_at(entry.n, &why))?
                && (tiles, discarded) != (&fair, &aside)
            {
                return Err(self.error_at(entry.n, &Mismatch::Forged { tiles: fair, discarded: aside }));
            }
            let applied = match entry.event {
                Event::Takeback { .. } => begun
                    .clone()
                    .after(&self.events[..=i])
                    .map(|after| game = after)
                    .map_err(|error| error.why),
                ref event => game.apply(event),
            };
            applied.map_err(|why| self.error_at(entry.n, &why))?;
        }
        Ok(())
    }

    /// Checks that the turns of a record without draws only use tiles that the secret yields.
    fn check_turns(&self, dealer: &Dealer) -> Result<(), RecordError> {
        let mut game = self.begin_with(ImpliedEvents { draws: false, ..self.implied() })?;
        for entry in not_taken_back(&self.events) {
            let fair = game.draw_fairly(dealer).and_then(|()| game.apply(&entry.event));
            fair.map_err(|why| self.error_at(entry.n, &why))?;
        }
        Ok(())
    }

    /// The record as text. [`Record::read`] and this function round-trip canonical records byte for byte.
    pub fn write(&self) -> String {
        let mut text = to_json(&self.header);
        text.push('\n');
        for entry in &self.events {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{}", to_json(entry));
        }
        text
    }
}

fn to_json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value)
        .unwrap_or_else(|error| unreachable!("headers and events are plain values: {error}"))
}

fn parse_object(text: &str) -> Result<Map<String, Value>, String> {
    if text.trim().is_empty() {
        return Err("an empty line where a JSON object should be".to_owned());
    }
    match serde_json::from_str(text) {
        Ok(Value::Object(object)) => Ok(object),
        Ok(_) => Err("not a JSON object".to_owned()),
        Err(error) => Err(format!("not a JSON object: {}", without_line(&error))),
    }
}

/// The message without the line number, which `serde_json` counts within the one line.
fn without_line(error: &serde_json::Error) -> String {
    let text = error.to_string();
    match text.rsplit_once(" at line ") {
        Some((what, _)) if error.line() > 0 => format!("{what} at column {}", error.column()),
        _ => text,
    }
}

fn parse_header(text: &str) -> Result<Header, String> {
    let object = parse_object(text)?;
    match object.get("record") {
        None => return Err("the header lacks \"record\", the version of the format".to_owned()),
        Some(version) if !RECORD_VERSIONS.iter().any(|known| version == known) => {
            let known = RECORD_VERSIONS.map(|known| known.to_string()).join(", ");
            return Err(format!("record version {version} is not known; versions read: {known}"));
        }
        Some(_) => {}
    }
    serde_json::from_value(Value::Object(object)).map_err(|error| without_line(&error))
}

fn parse_event(text: &str) -> Result<Logged, String> {
    let mut object = parse_object(text)?;
    let n = object.remove("n").ok_or("the event lacks its number \"n\"")?;
    let n = serde_json::from_value(n).map_err(|_| "\"n\" is not a whole number".to_owned())?;
    let at = object.remove("at").map(serde_json::from_value).transpose();
    let at = at.map_err(|_| "\"at\" is not a time such as 2026-11-20T12:00:00Z".to_owned())?;
    let event = serde_json::from_value(Value::Object(object)).map_err(|error| without_line(&error))?;
    Ok(Logged { n, event, at })
}
