//! Games that were played elsewhere, and are kept here with all that a finished game has. Their players are names; only the importer may
//! be one of them. They count nowhere.

use std::borrow::Cow;
use std::str;

use chrono::{DateTime, TimeDelta, TimeZone, Utc};
use serde::{Deserialize, Serialize};

use crate::jcloisterzone::{Converted, SaveFault, as_record, is_save};
use crate::{
    Absences, BadLog, GameId, LeaveRefusal, LoggedTableEvent, Opened, OpenedSeat, Outcome, Person, Replay,
    ReplayContext, Row, Secrets, Settings, Table, TableEvent, TableRandomness,
};
use engine::{Completed, Event, Game, Header, Record, Seat};

/// Lines of a record, far more than a game with all expansions has.
pub const MOST_IMPORTED_LINES: usize = 5_000;

/// Bytes of a line, far more than the longest header has.
pub const LONGEST_IMPORTED_LINE: usize = 16 << 10;

/// Each plays the game once more from the beginning.
pub const MOST_IMPORTED_TAKEBACKS: usize = 50;

/// Characters in the name of a player or a colour.
pub const LONGEST_IMPORTED_NAME: usize = 40;

/// The year in which the game was published.
pub const FIRST_YEAR: i32 = 2000;

/// How fast other clocks may be.
const FAST: TimeDelta = TimeDelta::days(1);

/// What a line that begins a record begins with.
const HEADER: &str = "{\"record\":";

/// Why a file or a record can't be imported, and at which line of it, from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[error("{line}: {fault}")]
pub struct ImportRefusal {
    pub line: usize,
    pub fault: ImportFault,
}

/// The words in the database are never changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ImportFault {
    #[error("empty")]
    Empty,
    #[error("not UTF-8")]
    Encoding,
    #[error("a line of more than {LONGEST_IMPORTED_LINE} bytes")]
    LongLine,
    #[error("more than {MOST_IMPORTED_LINES} lines")]
    Lines,
    #[error("more than {MOST_IMPORTED_TAKEBACKS} turns are taken back")]
    Takebacks,
    /// The reader of records says why.
    #[error("{0}")]
    Record(String),
    /// The reader of saves of another program says why.
    #[error("{0}")]
    Save(String),
    #[error("a single player")]
    Alone,
    /// Of a player or a colour.
    #[error("a name that is empty, too long, or has characters that can't be seen")]
    Name,
    #[error("a date before {FIRST_YEAR} or in the future")]
    Date,
    #[error("no turn")]
    NoTurn,
}

impl ImportFault {
    /// A stable code for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Empty => "import-empty",
            Self::Encoding => "import-encoding",
            Self::LongLine => "import-long-line",
            Self::Lines => "import-lines",
            Self::Takebacks => "import-takebacks",
            Self::Record(_) => "import-record",
            Self::Save(_) => "import-save",
            Self::Alone => "import-alone",
            Self::Name => "import-name",
            Self::Date => "import-date",
            Self::NoTurn => "import-no-turn",
        }
    }

    const fn at(self, line: usize) -> ImportRefusal {
        ImportRefusal { line, fault: self }
    }
}

impl ImportRefusal {
    /// The same, of a record that begins at this line of its file.
    #[must_use]
    pub const fn in_file(mut self, first: usize) -> Self {
        self.line += first - 1;
        self
    }
}

/// The text of a file, without a byte order mark.
///
/// # Errors
/// If it isn't UTF-8, or has a line that no record has.
pub fn import_text(bytes: &[u8]) -> Result<&str, ImportRefusal> {
    let text = str::from_utf8(bytes).map_err(|error| {
        let before = &bytes[..error.valid_up_to()];
        ImportFault::Encoding.at(before.split(|byte| *byte == b'\n').count())
    })?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if let Some(place) = text.lines().position(|line| line.contains('\0')) {
        return Err(ImportFault::Encoding.at(place + 1));
    }
    match text.lines().position(|line| line.len() > LONGEST_IMPORTED_LINE) {
        Some(index) if !is_save(text) => Err(ImportFault::LongLine.at(index + 1)),
        _ if text.trim().is_empty() => Err(ImportFault::Empty.at(1)),
        _ => Ok(text),
    }
}

/// The records of a file, each with the number of its first line.
pub fn records_in(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let (mut rest, mut line) = (text, 1);
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let next = rest.match_indices('\n').map(|(place, _)| place + 1);
        let end = next.into_iter().find(|&place| rest[place..].starts_with(HEADER)).unwrap_or(rest.len());
        let (record, after) = rest.split_at(end);
        let first = line;
        line += record.lines().count();
        rest = after;
        Some((first, record))
    })
}

/// A game that can be kept.
#[derive(Clone, Debug)]
pub struct ImportedGame {
    completed: Completed,
}

impl ImportedGame {
    /// Reads and checks a record, or a save of `JCloisterZone`.
    ///
    /// # Errors
    /// At its first line that is at fault.
    pub fn read(text: &str, now: DateTime<Utc>) -> Result<Self, ImportRefusal> {
        if !is_save(text) {
            return Self::read_record(text, now);
        }
        let bad = |SaveFault { line, why }| ImportFault::Save(why).at(line);
        let Converted { record, lines } = as_record(text).map_err(bad)?;
        let of_save = |ImportRefusal { line, fault }| ImportRefusal {
            line: lines.get(line.saturating_sub(1)).copied().unwrap_or(1),
            fault: match fault {
                ImportFault::Record(why) => ImportFault::Save(why),
                fault => fault,
            },
        };
        Self::read_record(&record, now).map_err(of_save)
    }

    fn read_record(text: &str, now: DateTime<Utc>) -> Result<Self, ImportRefusal> {
        let mut takebacks = text.lines().zip(1..).filter(|(line, _)| is_takeback(line));
        if let Some((_, line)) = takebacks.nth(MOST_IMPORTED_TAKEBACKS) {
            return Err(ImportFault::Takebacks.at(line));
        }
        if text.lines().nth(MOST_IMPORTED_LINES).is_some() {
            return Err(ImportFault::Lines.at(MOST_IMPORTED_LINES + 1));
        }
        let bad = |error: engine::RecordError| ImportFault::Record(error.why).at(error.line);
        let (record, _) = Record::read(text).map_err(bad)?;
        Self::of(record, now, bad)
    }

    /// Checks a record that was made from something else.
    pub fn of(
        record: Record,
        now: DateTime<Utc>,
        bad: impl Fn(engine::RecordError) -> ImportRefusal,
    ) -> Result<Self, ImportRefusal> {
        check_header(&record.header, now)?;
        for (entry, line) in record.events.iter().zip(2..) {
            if entry.at.is_some_and(|at| !is_possible(at, now)) {
                return Err(ImportFault::Date.at(line));
            }
            if let Event::Substitute { player: Some(name), .. } = &entry.event
                && !is_imported_name(name)
            {
                return Err(ImportFault::Name.at(line));
            }
        }
        let completed = record.completed().map_err(bad)?;
        if completed.game.turns() == 0 {
            return Err(ImportFault::NoTurn.at(1));
        }
        Ok(Self { completed })
    }

    pub const fn header(&self) -> &Header {
        &self.completed.record.header
    }

    /// At its end.
    pub const fn game(&self) -> &Game {
        &self.completed.game
    }

    /// With all events.
    pub const fn record(&self) -> &Record {
        &self.completed.record
    }

    /// Whether its record stopped before the end.
    pub const fn was_unfinished(&self) -> bool {
        self.completed.was_unfinished
    }

    /// When it was played, if its record says so.
    pub fn played(&self) -> Option<DateTime<Utc>> {
        self.completed.record.events.iter().rev().find_map(|entry| entry.at)
    }

    /// What stores it. `own` is the importer's seat.
    pub fn keep(
        &self,
        importer: &Person,
        own: Option<Seat>,
        public: bool,
        TableRandomness { id, invite, secret, sort_suffix }: TableRandomness,
        at: DateTime<Utc>,
    ) -> Result<Outcome, BadLog> {
        let mut header = self.header().clone();
        (header.id, header.created) = (Some(id.to_string()), Some(at));
        let mut names = header.seats.clone();
        let own = own.filter(|own| own.index() < names.len());
        if let Some(own) = own {
            header.seats[own.index()].clone_from(&importer.name);
            names[own.index()].clear();
        }
        let settings = Settings {
            rules: header.rules.clone(),
            handicaps: header.handicaps.clone(),
            public,
            ..Settings::default()
        };
        let opened = Opened {
            opener: Some(importer.id.clone()),
            settings,
            seats: vec![OpenedSeat::Free; names.len()],
            rematch_of: None,
            series: None,
            imported: Some(names),
            sort_key: Table::sort_key_at(at) + i64::from(u16::from_be_bytes(sort_suffix)),
        };
        let joined = own.map(|seat| TableEvent::Joined { seat, user: importer.id.clone(), salt_hash: None });
        let events = std::iter::once(TableEvent::Opened(Box::new(opened))).chain(joined);
        let events: Vec<_> = events.chain([TableEvent::Started {}]).collect();
        let invite = (!public).then_some(invite);
        let table = replayed(&id, &events, invite.clone(), importer, at)?;
        let times = self.times(at);
        let replay = self.replay(&id, &header, &times)?;
        let changed = times.last().copied().unwrap_or(at);
        let stops = table.stops(&Absences::default());
        let row = Row::of(&replay, &table.seats(), &table.settings, stops, changed);
        Ok(Outcome {
            secrets: Some(Secrets { draw: secret, invite }),
            header: Some(Box::new(header)),
            game_events: replay.log.into_iter().map(|entry| entry.event).collect(),
            times,
            row: Some(row),
            ..Outcome::of_table(&id, (0, 0), events, at)
        })
    }

    /// When each event happened: what the record says, or when the one before did, but never before that; without any, now.
    fn times(&self, now: DateTime<Utc>) -> Vec<DateTime<Utc>> {
        let events = &self.completed.record.events;
        let mut last = events.iter().find_map(|entry| entry.at).unwrap_or(now).min(now);
        let time = |at: Option<DateTime<Utc>>| {
            last = at.unwrap_or(last).max(last).min(now);
            last
        };
        events.iter().map(|entry| entry.at).map(time).collect()
    }

    fn replay(&self, id: &GameId, header: &Header, times: &[DateTime<Utc>]) -> Result<Replay, BadLog> {
        let mut replay = Replay::begin(id, header)?;
        for (entry, &at) in self.completed.record.events.iter().zip(times) {
            replay.add(id, engine::Logged { at: Some(at), ..entry.clone() })?;
        }
        Ok(replay)
    }
}

fn replayed(
    id: &GameId,
    events: &[TableEvent],
    invite: Option<crate::Invite>,
    importer: &Person,
    at: DateTime<Utc>,
) -> Result<Table, BadLog> {
    let log: Vec<_> =
        events.iter().cloned().zip(1..).map(|(event, n)| LoggedTableEvent { n, at, event }).collect();
    let people = [(importer.id.clone(), importer.clone())].into();
    let bad = |error: crate::BadTableLog| BadLog { game: id.clone(), n: None, why: error.to_string() };
    Table::replay(id, &log, &ReplayContext { invite, people }).map_err(bad)
}

/// Whatever its letters are written as.
fn is_takeback(line: &str) -> bool {
    #[derive(Deserialize)]
    struct Kind<'l> {
        #[serde(borrow)]
        r#type: Cow<'l, str>,
    }
    serde_json::from_str(line).is_ok_and(|Kind { r#type }| r#type == "takeback")
}

fn check_header(header: &Header, now: DateTime<Utc>) -> Result<(), ImportRefusal> {
    let colours = header.colours.iter().map(|colour| &colour.name);
    let fault = if header.seats.len() < 2 {
        ImportFault::Alone
    } else if !header.seats.iter().chain(colours).all(|name| is_imported_name(name)) {
        ImportFault::Name
    } else if header.created.is_some_and(|at| !is_possible(at, now)) {
        ImportFault::Date
    } else {
        return Ok(());
    };
    Err(fault.at(1))
}

fn is_possible(at: DateTime<Utc>, now: DateTime<Utc>) -> bool {
    let first = Utc.with_ymd_and_hms(FIRST_YEAR, 1, 1, 0, 0, 0).single();
    first.is_some_and(|first| first <= at) && at <= now + FAST
}

/// Names are text of others: nothing in them may be invisible or turn around what stands beside them.
pub fn is_imported_name(name: &str) -> bool {
    let unseen = |c: char| {
        c.is_control()
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
    };
    let length = name.chars().count();
    (1..=LONGEST_IMPORTED_NAME).contains(&length) && !name.trim().is_empty() && !name.contains(unseen)
}

impl Table {
    /// Whether the game was played elsewhere. It has no clock, counts nowhere, and is in nobody's list but the importer's.
    pub const fn is_imported(&self) -> bool {
        self.imported.is_some()
    }

    /// Whether lists of public tables have it.
    pub const fn is_listed(&self) -> bool {
        self.is_public() && !self.is_imported()
    }

    /// The name of a player without an account.
    pub fn imported_name(&self, seat: Seat) -> Option<&str> {
        let name = self.imported.as_ref()?.get(seat.index())?;
        (!name.is_empty()).then_some(name.as_str())
    }

    /// Deletes an imported game.
    pub fn delete_imported(
        &self,
        user: &account::UserId,
        at: DateTime<Utc>,
    ) -> Result<Outcome, LeaveRefusal> {
        if !self.is_imported() || !self.is_opened_by(user) {
            return Err(LeaveRefusal::NotIn);
        }
        Ok(self.outcome(vec![TableEvent::Closed {}], at))
    }
}
