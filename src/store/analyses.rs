//! Analyses of finished games, requested, under way, or ready.

use chrono::{DateTime, Utc};

use sqlx::AnyConnection;

use crate::batch::Batch;
use crate::game::json;
use crate::jobs::change_jobs;
use crate::outcome::lock_user;
use crate::row::Reader;
use crate::writer::TransactionEnd::{Commit, Unchanged};
use crate::{Store, StoreError};
use account::UserId;
use analysis::{Analysis, Depth, READABLE, VERSION};
use table::{GameId, Job, JobChange, Lane};

/// An analysis of one depth.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredAnalysis {
    pub depth: Depth,
    /// Of the analyser that made the report, or that was asked to.
    pub version: u32,
    /// How many turns are analysed so far, from 0 again while a report is remade.
    pub done: u32,
    pub turns: u32,
    /// Whether there is a report that can be read.
    pub is_ready: bool,
    /// If it is ready and was asked for.
    pub report: Option<Analysis>,
}

/// An analysis that was asked for, with the job that makes it.
#[derive(Clone, Debug)]
pub struct NewAnalysis {
    pub game: GameId,
    pub depth: Depth,
    pub job: JobChange,
    pub now: DateTime<Utc>,
}

impl Store {
    /// All analyses of a game, with the report of one depth.
    pub async fn analyses(&self, game: &GameId, depth: Depth) -> Result<Vec<StoredAnalysis>, StoreError> {
        let rows = sqlx::query(
            "SELECT game, depth, version, done, turns, CASE WHEN report IS NULL THEN 0 ELSE 1 END AS ready,
                 CASE WHEN depth = $2 THEN report ELSE NULL END AS report
             FROM analyses WHERE game = $1",
        )
        .bind(game.as_str())
        .bind(depth.word())
        .fetch_all(&self.readers)
        .await?;
        let read = |row| {
            let row = Reader::new(row, "analyses", "game")?;
            let version = row.number("version")?;
            let is_readable = READABLE.contains(&version);
            let report = match row.maybe_text("report")? {
                Some(_) if is_readable => Some(row.json("report")?),
                _ => None,
            };
            Ok(StoredAnalysis {
                depth: row.parsed("depth", Depth::parse)?,
                version,
                done: row.number("done")?,
                turns: row.number("turns")?,
                is_ready: is_readable && row.flag("ready")?,
                report,
            })
        };
        rows.iter().map(read).collect()
    }

    /// Stores that an analysis was asked for. One of an earlier version stays until it is ready. `false`: the user in `limit` has that many waiting
    /// already, in whichever process they were asked for.
    pub async fn request_analysis(
        &self,
        new: NewAnalysis,
        limit: Option<(&UserId, u32)>,
        change_message: Option<String>,
    ) -> Result<bool, StoreError> {
        let input = (new, limit.map(|(user, most)| (user.clone(), most)));
        let request = self.writer.write_and_notify(change_message, input, |tx, (new, limit)| {
            Box::pin(async move {
                if let Some((user, most)) = limit {
                    lock_user(&mut *tx, user).await?;
                    if waiting_analyses(&mut *tx, user).await? >= *most {
                        return Ok(Unchanged(false));
                    }
                }
                let mut batch = Batch::default();
                put_progress(&mut batch, &new.game, new.depth, (0, 0));
                change_jobs(&mut batch, std::slice::from_ref(&new.job), new.now);
                batch.execute(tx).await?;
                Ok(Commit(true))
            })
        });
        request.await
    }

    /// The jobs of standard and deep analyses that the user asked for and that are not ready.
    pub async fn jobs_requested_by(&self, user: &UserId) -> Result<Vec<Job>, StoreError> {
        let mut connection = self.readers.acquire().await?;
        jobs_requested_by(&mut connection, user).await
    }

    /// How many standard and deep analyses that the user asked for are not ready.
    pub async fn waiting_analyses(&self, user: &UserId) -> Result<u32, StoreError> {
        let mut connection = self.readers.acquire().await?;
        waiting_analyses(&mut connection, user).await
    }

    /// Stores how far an analysis is, and its report when it is ready. Then games can be searched by it, and it counts in profiles.
    pub async fn store_analysis(
        &self,
        game: &GameId,
        depth: Depth,
        progress: (u32, u32),
        report: Option<&Analysis>,
        now: DateTime<Utc>,
        change_message: Option<String>,
    ) -> Result<(), StoreError> {
        let input = (game.clone(), depth, progress, report.map(json), now);
        let store = self.writer.write_and_notify(
            change_message,
            input,
            |tx, (game, depth, progress, report, now)| {
                Box::pin(async move {
                    let mut batch = Batch::default();
                    put_progress(&mut batch, game, *depth, *progress);
                    if let Some(report) = report {
                        put_report(&mut batch, game, *depth, report);
                        let jobs = [Job::IndexGame(game.clone()), Job::CountGame(game.clone())];
                        change_jobs(&mut batch, &jobs.map(|job| JobChange::Put(job.at(*now))), *now);
                    }
                    batch.execute(tx).await?;
                    Ok(Commit(()))
                })
            },
        );
        store.await
    }
}

async fn waiting_analyses(connection: &mut AnyConnection, user: &UserId) -> Result<u32, StoreError> {
    Ok(u32::try_from(jobs_requested_by(connection, user).await?.len()).unwrap_or(u32::MAX))
}

/// Reads the whole lane, which the limits keep short.
async fn jobs_requested_by(connection: &mut AnyConnection, user: &UserId) -> Result<Vec<Job>, StoreError> {
    let rows = sqlx::query("SELECT unique_key, kind, payload FROM jobs WHERE failed = 0 AND lane = $1")
        .bind(Lane::LongAnalysis.word())
        .fetch_all(connection)
        .await?;
    let mut requested = Vec::new();
    for row in &rows {
        let row = Reader::new(row, "jobs", "unique_key")?;
        let job = Job::parse(&row.text("kind")?, &row.text("payload")?);
        requested.extend(job.filter(|job| job.requested_by() == Some(user)));
    }
    Ok(requested)
}

/// How far an analysis is, of how many turns if that is known. A report stays if it can be read.
fn put_progress(batch: &mut Batch, game: &GameId, depth: Depth, (done, turns): (u32, u32)) {
    batch.add(
        "INSERT INTO analyses (game, depth, version, done, turns) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (game, depth) DO UPDATE SET done = excluded.done,
             turns = CASE WHEN excluded.turns = 0 THEN analyses.turns ELSE excluded.turns END,
             version = CASE WHEN analyses.report IS NULL THEN excluded.version
                 WHEN analyses.version BETWEEN 1 AND excluded.version THEN analyses.version ELSE excluded.version END,
             report = CASE WHEN analyses.version BETWEEN 1 AND excluded.version THEN analyses.report END",
        [
            game.as_str().into(),
            depth.word().into(),
            i64::from(VERSION).into(),
            i64::from(done).into(),
            i64::from(turns).into(),
        ],
    );
}

fn put_report(batch: &mut Batch, game: &GameId, depth: Depth, report: &str) {
    batch.add(
        "UPDATE analyses SET version = $3, report = $4 WHERE game = $1 AND depth = $2",
        [game.as_str().into(), depth.word().into(), i64::from(VERSION).into(), report.into()],
    );
}
