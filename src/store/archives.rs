//! Files of the games of a month, in pieces: every server of a database has them, and SQLite needs no other file.
//!
//! A file that is being made is not visible: its pieces are there under the time at which its making began, and it replaces the one
//! before in one transaction.

use chrono::{DateTime, Utc};
use data_encoding::BASE64;

use crate::batch::Batch;
use crate::jobs::change_jobs;
use crate::listing::Direction;
use crate::row::Reader;
use crate::writer::TransactionEnd::{Commit, Unchanged};
use crate::{Store, StoreError};
use sqlx::AnyConnection;
use sqlx::any::AnyRow;
use table::{Archive, Facet, GameId, Job, JobChange, Month, Place, Search};

/// Pieces that are removed in one transaction.
const REMOVED: i64 = 32;
/// The number of the piece that marks a file that isn't published.
const MARK: i64 = -1;

impl Store {
    /// The visible file of a month.
    pub async fn archive(&self, month: Month) -> Result<Option<Archive>, StoreError> {
        let row =
            sqlx::query("SELECT month, made, sha256, games, bytes, licence FROM archives WHERE month = $1")
                .bind(month.to_string())
                .fetch_optional(&self.readers)
                .await?;
        row.as_ref().map(read).transpose()
    }

    /// Files of months before this one, the latest first.
    pub async fn archives_before(
        &self,
        before: Option<Month>,
        limit: u32,
    ) -> Result<Vec<Archive>, StoreError> {
        let rows = sqlx::query(
            "SELECT month, made, sha256, games, bytes, licence FROM archives WHERE month < $1 ORDER BY month DESC LIMIT $2",
        )
        .bind(before.map_or_else(|| "9999-99".to_owned(), |month| month.to_string()))
        .bind(i64::from(limit))
        .fetch_all(&self.readers)
        .await?;
        rows.iter().map(read).collect()
    }

    /// Files of months after this one, the earliest first.
    pub async fn archives_after(&self, after: Month, limit: u32) -> Result<Vec<Archive>, StoreError> {
        let rows = sqlx::query(
            "SELECT month, made, sha256, games, bytes, licence FROM archives WHERE month > $1 ORDER BY month LIMIT $2",
        )
        .bind(after.to_string())
        .bind(i64::from(limit))
        .fetch_all(&self.readers)
        .await?;
        rows.iter().map(read).collect()
    }

    /// A piece of a file; `None` if it was removed meanwhile.
    pub async fn archive_chunk(
        &self,
        month: Month,
        made: DateTime<Utc>,
        n: u32,
    ) -> Result<Option<Vec<u8>>, StoreError> {
        let row =
            sqlx::query("SELECT month, data FROM archive_chunks WHERE month = $1 AND made = $2 AND n = $3")
                .bind(month.to_string())
                .bind(made.timestamp_millis())
                .bind(i64::from(n))
                .fetch_optional(&self.readers)
                .await?;
        row.map(|row| {
            let row = Reader::new(&row, "archive_chunks", "month")?;
            row.parsed("data", |data| BASE64.decode(data.as_bytes()).ok())
        })
        .transpose()
    }

    /// Begins a file of a month. Returns when, for its pieces: later than all others of the month, whatever the clocks of servers say. A
    /// piece before the first marks it until it is published.
    pub async fn begin_archive(&self, month: Month, now: DateTime<Utc>) -> Result<DateTime<Utc>, StoreError> {
        let begin = self.writer.write((month, now), |tx, (month, now)| {
            Box::pin(async move {
                let mut made = now.timestamp_millis();
                for last in [
                    "SELECT month, made FROM archives WHERE month = $1",
                    "SELECT month, made FROM archive_chunks WHERE month = $1 ORDER BY made DESC LIMIT 1",
                ] {
                    let row = sqlx::query(last).bind(month.to_string()).fetch_optional(&mut *tx).await?;
                    if let Some(row) = row {
                        made = made.max(Reader::new(&row, "archives", "month")?.number::<i64>("made")? + 1);
                    }
                }
                sqlx::query("INSERT INTO archive_chunks (month, made, n, data) VALUES ($1, $2, $3, '')")
                    .bind(month.to_string())
                    .bind(made)
                    .bind(MARK)
                    .execute(tx)
                    .await?;
                Ok(Commit(made))
            })
        });
        let made = begin.await?;
        Ok(DateTime::from_timestamp_millis(made).unwrap_or(now))
    }

    pub async fn add_archive_chunk(
        &self,
        month: Month,
        made: DateTime<Utc>,
        n: u32,
        data: &[u8],
    ) -> Result<(), StoreError> {
        let add = self.writer.write((month, made, n, BASE64.encode(data)), |tx, (month, made, n, data)| {
            Box::pin(async move {
                sqlx::query("INSERT INTO archive_chunks (month, made, n, data) VALUES ($1, $2, $3, $4)")
                    .bind(month.to_string())
                    .bind(made.timestamp_millis())
                    .bind(i64::from(*n))
                    .bind(data.as_str())
                    .execute(tx)
                    .await?;
                Ok(Commit(()))
            })
        });
        add.await
    }

    /// Makes a file visible in the place of the one before. `false`: there is one whose making began later, or some of the pieces
    /// are gone.
    pub async fn publish_archive(&self, archive: &Archive, chunks: u32) -> Result<bool, StoreError> {
        let publish = self.writer.write((archive.clone(), chunks), |tx, (archive, chunks)| {
            Box::pin(async move {
                // Blocks the removal of its pieces.
                if !lock(tx, archive.month, archive.made.timestamp_millis()).await? {
                    return Ok(Unchanged(false));
                }
                let row = sqlx::query(
                    "SELECT $1 AS month, COUNT(n) AS chunks FROM archive_chunks
                     WHERE month = $1 AND made = $2 AND n > $3",
                )
                .bind(archive.month.to_string())
                .bind(archive.made.timestamp_millis())
                .bind(MARK)
                .fetch_one(&mut *tx)
                .await?;
                if Reader::new(&row, "archive_chunks", "month")?.number::<u32>("chunks")? != *chunks {
                    return Ok(Unchanged(false));
                }
                let published = sqlx::query(
                    "INSERT INTO archives (month, made, sha256, games, bytes, licence) VALUES ($1, $2, $3, $4, $5, $6)
                     ON CONFLICT (month) DO UPDATE SET made = excluded.made, sha256 = excluded.sha256, games = excluded.games,
                         bytes = excluded.bytes, licence = excluded.licence
                     WHERE archives.made < excluded.made",
                )
                .bind(archive.month.to_string())
                .bind(archive.made.timestamp_millis())
                .bind(archive.sha256.as_str())
                .bind(i64::try_from(archive.games).unwrap_or(i64::MAX))
                .bind(i64::try_from(archive.bytes).unwrap_or(i64::MAX))
                .bind(archive.licence.as_str())
                .execute(&mut *tx)
                .await?;
                if published.rows_affected() == 0 {
                    return Ok(Unchanged(false));
                }
                sqlx::query("DELETE FROM archive_chunks WHERE month = $1 AND made = $2 AND n = $3")
                    .bind(archive.month.to_string())
                    .bind(archive.made.timestamp_millis())
                    .bind(MARK)
                    .execute(tx)
                    .await?;
                Ok(Commit(true))
            })
        });
        publish.await
    }

    /// Removes the pieces of a month's files whose making began before `made`, but not those of the visible one. A few at a time, so
    /// that others can write in between.
    pub async fn remove_archive_chunks(&self, month: Month, made: DateTime<Utc>) -> Result<(), StoreError> {
        loop {
            let visible = self.archive(month).await?.map_or(-1, |archive| archive.made.timestamp_millis());
            let row = sqlx::query(
                "SELECT month, made, n FROM archive_chunks WHERE month = $1 AND made < $2 AND made <> $3
                 ORDER BY made, n LIMIT 1",
            )
            .bind(month.to_string())
            .bind(made.timestamp_millis())
            .bind(visible)
            .fetch_optional(&self.readers)
            .await?;
            let Some(row) = row else { return Ok(()) };
            let row = Reader::new(&row, "archive_chunks", "month")?;
            self.remove_some_chunks(month, row.number("made")?, row.number("n")?).await?;
        }
    }

    async fn remove_some_chunks(&self, month: Month, made: i64, from: i64) -> Result<(), StoreError> {
        let remove = self.writer.write((month, made, from), |tx, (month, made, from)| {
            Box::pin(async move {
                // Waits while the file is being published. The next statement leaves published files alone.
                lock(tx, *month, *made).await?;
                sqlx::query(
                    "DELETE FROM archive_chunks WHERE month = $1 AND made = $2 AND n >= $3 AND n < $4
                         AND NOT EXISTS (SELECT 1 FROM archives a WHERE a.month = $1 AND a.made = $2)",
                )
                .bind(month.to_string())
                .bind(*made)
                .bind(*from)
                .bind(*from + REMOVED)
                .execute(tx)
                .await?;
                Ok(Commit(()))
            })
        });
        remove.await
    }

    /// Schedules jobs in the place of those with their keys, even of those that run.
    pub async fn put_jobs(&self, jobs: Vec<JobChange>, now: DateTime<Utc>) -> Result<(), StoreError> {
        let put = self.writer.write((jobs, now), |tx, (jobs, now)| {
            Box::pin(async move {
                let mut batch = Batch::default();
                change_jobs(&mut batch, jobs, *now);
                batch.execute(tx).await?;
                Ok(Commit(()))
            })
        });
        put.await
    }

    /// Some public games that ended within a search's period, the first first, and where to go on.
    pub async fn ended_games(
        &self,
        search: &Search,
        from: Option<&Place>,
    ) -> Result<(Vec<Place>, Option<Place>), StoreError> {
        let found = self.found_places(&[Facet::Any], search, Direction::Up, from).await?;
        Ok((found.places, found.more))
    }

    /// Whether games are being indexed that were there before searches.
    pub async fn is_indexing(&self) -> Result<bool, StoreError> {
        self.is_scheduled(&Job::IndexGames(None)).await
    }

    /// The end of a game that is found by searches.
    pub async fn indexed_end(&self, game: &GameId) -> Result<Option<DateTime<Utc>>, StoreError> {
        let row = sqlx::query("SELECT game, ended FROM game_facets WHERE game = $1 LIMIT 1")
            .bind(game.as_str())
            .fetch_optional(&self.readers)
            .await?;
        row.map(|row| Reader::new(&row, "game_facets", "game")?.time("ended")).transpose()
    }
}

/// Locks a file that isn't published against being published and removed at the same time. `false`: it has no mark any more.
async fn lock(tx: &mut AnyConnection, month: Month, made: i64) -> Result<bool, StoreError> {
    let locked =
        sqlx::query("UPDATE archive_chunks SET data = data WHERE month = $1 AND made = $2 AND n = $3")
            .bind(month.to_string())
            .bind(made)
            .bind(MARK)
            .execute(tx)
            .await?;
    Ok(locked.rows_affected() > 0)
}

fn read(row: &AnyRow) -> Result<Archive, StoreError> {
    let row = Reader::new(row, "archives", "month")?;
    Ok(Archive {
        month: row.parsed("month", |month| month.parse().ok())?,
        made: row.time("made")?,
        sha256: row.text("sha256")?,
        games: row.number("games")?,
        bytes: row.number("bytes")?,
        licence: row.text("licence")?,
    })
}
