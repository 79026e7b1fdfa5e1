//! What goes on without being asked: deadlines, the computer's turns, sweeping.

use std::time::Duration;

use tokio::task::JoinHandle;

use crate::service::{Service, Swept};

/// How often deadlines are looked at.
const DEADLINES: Duration = Duration::from_secs(5);
/// How often it is looked whether the computer is to move, beside being told: another process may have made it so.
const COMPUTER: Duration = Duration::from_secs(5);

/// How often it is swept.
const SWEEP: Duration = Duration::from_hours(1);

/// Running workers.
#[derive(Debug)]
pub struct Workers(Vec<JoinHandle<()>>);

impl Service {
    /// Starts the workers; they run until they are stopped.
    pub fn spawn_workers(&self) -> Workers {
        Workers(vec![
            tokio::spawn(self.clone().keep_time()),
            tokio::spawn(self.clone().keep_playing()),
            tokio::spawn(self.clone().keep_tidy()),
        ])
    }

    async fn keep_time(self) {
        loop {
            match self.enforce_deadlines().await {
                Ok(0) => {}
                Ok(missed) => tracing::info!(missed, "turns were lost to the clock"),
                Err(error) => tracing::error!(%error, "deadlines could not be looked at"),
            }
            tokio::time::sleep(DEADLINES).await;
        }
    }

    async fn keep_playing(self) {
        loop {
            match self.play_computer().await {
                // Another turn of the computer may follow its own.
                Ok(played) if played > 0 => continue,
                Ok(_) => {}
                Err(error) => tracing::error!(%error, "the computer's games could not be looked at"),
            }
            // Told or not, there is nothing to do now; whoever rings meanwhile is heard.
            let _ = tokio::time::timeout(COMPUTER, self.computer.notified()).await;
        }
    }

    async fn keep_tidy(self) {
        loop {
            match self.sweep().await {
                Ok(swept) if swept == Swept::default() => {}
                Ok(Swept { guests, tables }) => {
                    tracing::info!(guests, tables, "swept out what was left behind");
                }
                Err(error) => tracing::error!(%error, "what is old could not be swept out"),
            }
            tokio::time::sleep(SWEEP).await;
        }
    }
}

impl Workers {
    /// Stops the workers where they wait; a move that is being stored is stored.
    pub async fn stop(self) {
        for worker in self.0 {
            worker.abort();
            let _ = worker.await;
        }
    }
}
