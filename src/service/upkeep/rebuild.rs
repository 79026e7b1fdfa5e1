//! List columns and notifications, made again from the logs.

use crate::service::changes::Change;
use crate::service::{Service, StoreError};
use crate::store::{Repair, StoredRow};
use crate::table::{GameId, JobChange, Notification, Replay, Row, Table, job_key, notifications};

/// How many games are looked up at once.
const PAGE: u32 = 1000;
/// How often to look again at a game that goes on meanwhile.
const TRIES: u32 = 20;

/// What a rebuild found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rebuilt {
    /// Games looked at.
    pub games: u32,
    /// What differed (and was mended, unless only checked): a line each.
    pub differences: Vec<String>,
}

impl Service {
    /// Makes the list columns and notifications of all games again from their logs; with `check_only` it only tells what
    /// differs. `progress` hears how many games are done, of how many. Games may go on meanwhile.
    pub async fn rebuild(
        &self,
        check_only: bool,
        mut progress: impl FnMut(usize, usize),
    ) -> Result<Rebuilt, StoreError> {
        let mut rebuilt = Rebuilt::default();
        let total = self.store.count_started_games().await?;
        let mut done = 0;
        let mut last: Option<GameId> = None;
        loop {
            let games = self.store.started_games(last.as_ref(), PAGE).await?;
            for id in &games {
                progress(done, total.max(done));
                rebuilt.differences.extend(self.rebuild_game(id, check_only).await?);
                rebuilt.games += 1;
                done += 1;
            }
            last = games.into_iter().last();
            if last.is_none() {
                progress(done, done);
                return Ok(rebuilt);
            }
        }
    }

    async fn rebuild_game(&self, id: &GameId, check_only: bool) -> Result<Vec<String>, StoreError> {
        let mut differences = Vec::new();
        for _ in 0..TRIES {
            // The columns are read before the log: a move in between makes them look older, and is noticed below.
            let (Some(stored), Some((table, _))) = (self.store.row(id).await?, self.store.table(id).await?)
            else {
                return Ok(Vec::new());
            };
            let kept = self.store.notifications(id).await?;
            let Some((row, notifications)) = self.derive(&table).await? else { return Ok(Vec::new()) };
            let job = row.job(id);
            let right =
                StoredRow { row: row.clone(), seats_agree: true, job: job.as_ref().map(|job| job.kind) };
            differences = compare(id, &stored, &right, &kept, &notifications);
            if differences.is_empty() {
                return Ok(differences);
            }
            let went_on = self.store.row(id).await?.as_ref() != Some(&stored);
            if went_on {
                continue;
            }
            let jobs = if stored.job == right.job {
                Vec::new()
            } else {
                vec![job.map_or_else(|| JobChange::Remove(job_key(id)), JobChange::Put)]
            };
            let repair = Repair {
                game: id.clone(),
                row,
                missing: notifications
                    .iter()
                    .filter(|notification| !kept.contains(notification))
                    .cloned()
                    .collect(),
                wrong: kept
                    .iter()
                    .filter(|notification| !notifications.contains(notification))
                    .cloned()
                    .collect(),
                jobs,
            };
            if check_only {
                return Ok(differences);
            }
            let changes: Vec<Change> = Change::of_jobs(&repair.jobs).into_iter().collect();
            if self.store.repair(&stored, repair, self.notification(&changes)).await? {
                self.wake(&changes);
                return Ok(differences);
            }
        }
        Ok(differences)
    }

    /// What follows from a game's log; `None` before it has started.
    async fn derive(&self, table: &Table) -> Result<Option<(Row, Vec<Notification>)>, StoreError> {
        let id = &table.id;
        let Some((header, log)) = self.store.record(id).await? else { return Ok(None) };
        let players = table.seats();
        let mut replay = Replay::begin(id, &header)?;
        let mut told = Vec::new();
        let mut changed = table.created;
        for logged in log {
            told.extend(notifications(&players, &replay.game, logged.n, &logged.event));
            changed = logged.at.unwrap_or(changed);
            replay.add(id, logged)?;
        }
        told.sort();
        Ok(Some((Row::of(&replay, &players, table.time_control, changed), told)))
    }
}

/// A line for each difference.
fn compare(
    id: &GameId,
    stored: &StoredRow,
    right: &StoredRow,
    kept: &[Notification],
    notifications: &[Notification],
) -> Vec<String> {
    let mut lines = Vec::new();
    let mut differ = |what: &str, stored: String, right: String| {
        if stored != right {
            lines.push(format!("game {id}, {what}: {stored} is stored, {right} follows from the log"));
        }
    };
    let (old, new) = (&stored.row, &right.row);
    differ("last_n", old.last.to_string(), new.last.to_string());
    differ("changed", old.changed.to_rfc3339(), new.changed.to_rfc3339());
    differ("status", old.status.word().to_owned(), new.status.word().to_owned());
    differ("to_move", format!("{:?}", old.to_move), format!("{:?}", new.to_move));
    differ("computer_to_move", old.computer_to_move.to_string(), new.computer_to_move.to_string());
    differ("deadline", format!("{:?}", old.deadline), format!("{:?}", new.deadline));
    differ("hand", format!("{:?}", old.hand), format!("{:?}", new.hand));
    differ("scores", format!("{:?}", old.scores), format!("{:?}", new.scores));
    differ("winners", format!("{:?}", old.winners), format!("{:?}", new.winners));
    differ("seats agree", stored.seats_agree.to_string(), right.seats_agree.to_string());
    differ("job", format!("{:?}", stored.job), format!("{:?}", right.job));
    differ("notifications", format!("{kept:?}"), format!("{notifications:?}"));
    lines
}
