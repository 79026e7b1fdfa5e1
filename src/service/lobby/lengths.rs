//! How long games usually take.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

use chrono::{DateTime, TimeDelta, Utc};

use crate::{Service, StoreError};
use table::{ClockPreset, GameLengths, Table};

/// How long it is until past games are looked at again.
const FRESH: TimeDelta = TimeDelta::hours(6);
/// Of how many thousand games the latest are looked at, for each clock.
const WINDOWS: usize = 5;

/// What past games said last, and when they were asked.
#[derive(Debug, Default)]
pub(crate) struct LastLengths(Mutex<(Option<DateTime<Utc>>, Arc<GameLengths>)>);

impl Service {
    /// As far as this process has looked at past games; simulated where there are too few.
    pub fn game_lengths(&self) -> Arc<GameLengths> {
        Arc::clone(&self.lengths.0.lock().unwrap_or_else(PoisonError::into_inner).1)
    }

    /// Looks at past games, unless that was done in the last hours.
    pub async fn measure_lengths(&self) -> Result<(), StoreError> {
        let now = self.now();
        {
            let mut last = self.lengths.0.lock().unwrap_or_else(PoisonError::into_inner);
            if last.0.is_some_and(|at| now - at < FRESH) {
                return Ok(());
            }
            // If it fails, not again at once.
            last.0 = Some(now);
        }
        let mut games = Vec::new();
        for after in BTreeSet::from(ClockPreset::ALL.map(ClockPreset::over_after)) {
            let mut below = Some(Table::sort_key_at(now - after));
            for _ in 0..WINDOWS {
                let Some(from) = below else { break };
                let (past, more) = self.store.past_games(from).await?;
                games.extend(past.into_iter().filter(|game| game.clock.over_after() == after));
                below = more;
            }
        }
        let lengths = Arc::new(GameLengths::of(games));
        self.lengths.0.lock().unwrap_or_else(PoisonError::into_inner).1 = lengths;
        Ok(())
    }
}
