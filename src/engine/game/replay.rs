//! Rebuilding a game from its log.

use super::{Due, Game, Mismatch};
use crate::event::{Event, Logged};
use crate::header::Header;

/// The first event of a log that does not follow.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("event {n}: {why}")]
pub struct ReplayError {
    /// The event's number.
    pub n: u32,
    pub why: Mismatch,
}

impl Game {
    /// The game after a whole log, with every event checked.
    ///
    /// # Errors
    /// At the first event that does not follow. An invalid header counts as event 0.
    pub fn replay(header: &Header, log: &[Logged]) -> Result<Self, ReplayError> {
        let game = Self::new(header).map_err(|error| ReplayError { n: 0, why: Mismatch::Setup(error) })?;
        game.after(log)
    }

    /// This game after the events of a log that continues it.
    pub(crate) fn after(self, log: &[Logged]) -> Result<Self, ReplayError> {
        let fresh =
            log.iter().any(|entry| matches!(entry.event, Event::Takeback { .. })).then(|| self.clone());
        let mut game = self;
        let mut kept: Vec<&Logged> = Vec::new();
        for entry in log {
            let expected = game.events + 1;
            if entry.n != expected {
                return Err(ReplayError { n: entry.n, why: Mismatch::Number { expected } });
            }
            let fail = |why| ReplayError { n: entry.n, why };
            match (&entry.event, &fresh) {
                (&Event::Takeback { to, .. }, Some(fresh)) => {
                    kept.retain(|kept| kept.n <= to);
                    let mut earlier = fresh.clone();
                    for kept in &kept {
                        earlier.events = kept.n - 1;
                        earlier.apply(&kept.event).map_err(fail)?;
                    }
                    if to >= expected || !matches!(earlier.due(), Due::Player) {
                        return Err(fail(Mismatch::NoSuchEvent(to)));
                    }
                    game = Self { events: entry.n, ..earlier };
                }
                (event, _) => {
                    game.apply(event).map_err(fail)?;
                    if fresh.is_some() {
                        kept.push(entry);
                    }
                }
            }
        }
        Ok(game)
    }
}
