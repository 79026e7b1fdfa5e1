//! What visitors of a new server find: games of the computers to watch, and puzzles.

use crate::{Done, Service, StoreError};
use table::{Exhibition, Job};

impl Service {
    /// Schedules exhibitions and puzzles, if nobody has used this database yet.
    pub async fn schedule_first_games(&self) -> Result<(), StoreError> {
        if !self.store.is_new().await? {
            return Ok(());
        }
        for job in [Job::OpenExhibitions, Job::FirstPuzzles] {
            self.store.ensure_job(&job.at(self.now())).await?;
        }
        Ok(())
    }

    /// Opens those that have not been opened yet.
    pub async fn open_exhibitions(&self) -> Result<Done, StoreError> {
        for exhibition in Exhibition::ALL {
            // Their ids are always the same: one that exists is stale.
            self.execute(None, exhibition.open(self.table_randomness(), self.now())?).await?;
        }
        Ok(Done::Nothing)
    }
}
