//! A game's log, played through.

use chrono::{DateTime, Utc};

use crate::engine::{Event, Game, Header, Logged};
use crate::table::GameId;

/// A log that makes no game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("game {game}, {}: {why}", .n.map_or("header".to_owned(), |n| format!("event {n}")))]
pub struct BadLog {
    /// The game.
    pub game: GameId,
    /// The event to blame; `None` for the header.
    pub n: Option<u32>,
    /// What is wrong.
    pub why: String,
}

/// A game as its log tells it. Never changes: more events make another one.
#[derive(Clone, Debug)]
pub struct Replay {
    /// How the game stands after the last event.
    pub game: Game,
    /// All events so far.
    pub log: Vec<Logged>,
    /// Since when the player to move is to move; the game's start before the first event.
    pub turn_since: DateTime<Utc>,
}

impl Replay {
    /// The game before its first event.
    pub fn begin(id: &GameId, header: &Header) -> Result<Self, BadLog> {
        let game = Game::new(header).map_err(|error| BadLog {
            game: id.clone(),
            n: None,
            why: error.to_string(),
        })?;
        let turn_since = header.created.unwrap_or_default();
        Ok(Self { game, log: Vec::new(), turn_since })
    }

    /// This game with more events after it.
    pub fn extended(&self, id: &GameId, events: Vec<Logged>) -> Result<Self, BadLog> {
        let mut longer = self.clone();
        for logged in events {
            longer.add(id, logged)?;
        }
        Ok(longer)
    }

    /// Plays one more event.
    pub fn add(&mut self, id: &GameId, logged: Logged) -> Result<(), BadLog> {
        let n = logged.n;
        let bad = |why: String| BadLog { game: id.clone(), n: Some(n), why };
        let expected = self.game.events() + 1;
        if n != expected {
            return Err(bad(format!("event {expected} is missing")));
        }
        let before = self.game.to_move();
        let at = logged.at.unwrap_or(self.turn_since);
        let turns = matches!(
            logged.event,
            Event::Turn { .. } | Event::Pass { .. } | Event::Skip {} | Event::Takeback { .. }
        );
        if let Event::Takeback { .. } = logged.event {
            self.log.push(logged);
            self.game =
                Game::replay(self.game.header(), &self.log).map_err(|error| bad(error.to_string()))?;
        } else {
            self.game.apply(&logged.event).map_err(|why| bad(why.to_string()))?;
            self.log.push(logged);
        }
        if turns || self.game.to_move() != before || expected == 1 {
            self.turn_since = at;
        }
        Ok(())
    }

    /// The first line of the record.
    pub fn header(&self) -> &Header {
        self.game.header()
    }

    /// The number of the last event.
    pub fn last(&self) -> u32 {
        self.game.events()
    }

    /// How the game stood after event `n`; 0 is the table before the first draw. `None`: it has not come so far.
    pub fn at(&self, n: u32) -> Option<Game> {
        let events = self.log.get(..usize::try_from(n).ok()?)?;
        Game::replay(self.header(), events).ok()
    }
}
