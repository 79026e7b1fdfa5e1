//! List columns and notices, made again from the logs.

use crate::service::summary::Seating;
use crate::service::{GameId, Notice, Replay, Service, StoreError};
use crate::store::{Columns, StoredGame};

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
    /// Makes the list columns and notices of all games again from their logs; with `check_only` it only tells what
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
            let (Some(columns), Some(stored)) = (self.store.columns(id).await?, self.store.game(id).await?)
            else {
                return Ok(Vec::new());
            };
            let kept = self.store.notices(id).await?;
            let Some((right, notices)) = self.derive(&stored).await? else { return Ok(Vec::new()) };
            differences = compare(id, &columns, &right, &kept, &notices);
            if differences.is_empty() {
                return Ok(differences);
            }
            let went_on = self.store.columns(id).await?.as_ref() != Some(&columns);
            if went_on {
                continue;
            }
            let missing: Vec<Notice> =
                notices.iter().filter(|notice| !kept.contains(notice)).cloned().collect();
            let wrong: Vec<Notice> =
                kept.iter().filter(|notice| !notices.contains(notice)).cloned().collect();
            if check_only || self.store.repair(id, &columns, &right, &missing, &wrong).await? {
                return Ok(differences);
            }
        }
        Ok(differences)
    }

    /// What follows from a game's log; `None` before it has begun.
    async fn derive(&self, stored: &StoredGame) -> Result<Option<(Columns, Vec<Notice>)>, StoreError> {
        let id = &stored.listed.id;
        let Some((header, log)) = self.store.record(id).await? else { return Ok(None) };
        let seating = Seating { players: &stored.listed.seats, clock_days: stored.listed.clock_days };
        let mut replay = Replay::begin(id, &header)?;
        let mut notices = Vec::new();
        let mut changed = stored.listed.created;
        for logged in log {
            notices.extend(seating.notices(&replay.game, logged.n, &logged.event));
            changed = logged.at.unwrap_or(changed);
            replay.add(id, logged)?;
        }
        notices.sort();
        let summary = seating.summary(&replay);
        let columns = Columns { last_n: replay.last(), changed, summary, seats_agree: true };
        Ok(Some((columns, notices)))
    }
}

/// A line for each difference.
fn compare(
    id: &GameId,
    stored: &Columns,
    right: &Columns,
    kept: &[Notice],
    notices: &[Notice],
) -> Vec<String> {
    let mut lines = Vec::new();
    let mut differ = |what: &str, stored: String, right: String| {
        if stored != right {
            lines.push(format!("game {id}, {what}: {stored} is stored, {right} follows from the log"));
        }
    };
    let (old, new) = (&stored.summary, &right.summary);
    differ("last_n", stored.last_n.to_string(), right.last_n.to_string());
    differ("changed", stored.changed.to_rfc3339(), right.changed.to_rfc3339());
    differ("status", old.status.word().to_owned(), new.status.word().to_owned());
    differ("to_move", format!("{:?}", old.to_move), format!("{:?}", new.to_move));
    differ("computer_to_move", old.computer_to_move.to_string(), new.computer_to_move.to_string());
    differ("deadline", format!("{:?}", old.deadline), format!("{:?}", new.deadline));
    differ("hand", format!("{:?}", old.hand), format!("{:?}", new.hand));
    differ("scores", format!("{:?}", old.scores), format!("{:?}", new.scores));
    differ("winners", format!("{:?}", old.winners), format!("{:?}", new.winners));
    differ("seats agree", stored.seats_agree.to_string(), right.seats_agree.to_string());
    differ("notices", format!("{kept:?}"), format!("{notices:?}"));
    lines
}
