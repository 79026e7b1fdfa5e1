//! Backups and copies of a database, whose games are replayed before they count.

use std::path::Path;

use crate::{Progress, Service, Store, StoreError, Verified};
use environment::clock::Clock;
use store::{CopyProgress, CopyStage, Draft, IncrementalCopy};

/// How far a backup or a copy is.
#[derive(Debug)]
pub enum BackupStage<'a> {
    /// Rows are copied.
    Copying { done: u64, total: u64 },
    /// Rows of both sides are compared.
    Comparing { done: u64, total: u64 },
    /// The games of the copy are replayed.
    Copy(Progress<'a>),
    /// The games of the source are replayed.
    Source(Progress<'a>),
}

impl BackupStage<'_> {
    fn of(CopyProgress { stage, done, total }: CopyProgress) -> Self {
        match stage {
            CopyStage::Copying => Self::Copying { done, total },
            CopyStage::Comparing => Self::Comparing { done, total },
        }
    }
}

/// A complete copy. Problems are those of the source, and don't keep it from being made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CopyReport {
    pub rows: u64,
    /// Fewer than `rows` if an earlier copy was interrupted.
    pub written: u64,
    pub copy: Verified,
    /// `None` if it was not replayed, because it has an earlier schema.
    pub source: Option<Verified>,
}

impl Service {
    /// Writes a copy of a database to a new SQLite file while people play, and replays the games of the copy, `at_once` at the same time.
    /// The file has its name only once that is done. Problems are those of the database itself, and don't keep the copy from being made.
    pub async fn backup(
        database: &str,
        file: &Path,
        how: (Clock, usize),
        progress: impl FnMut(BackupStage<'_>),
    ) -> Result<Verified, StoreError> {
        Self::copy_to(database, file, how, false, progress).await
    }

    async fn copy_to(
        database: &str,
        file: &Path,
        (clock, at_once): (Clock, usize),
        follow: bool,
        mut progress: impl FnMut(BackupStage<'_>),
    ) -> Result<Verified, StoreError> {
        let draft = Draft::write(database, file, |rows| progress(BackupStage::of(rows))).await?;
        let copy = Self::new(draft.open().await?, clock);
        let verified = copy.verify(None, at_once, |games| progress(BackupStage::Copy(games))).await;
        copy.close().await;
        let verified = verified?;
        if follow {
            draft.mark_as_following().await?;
        }
        draft.keep()?;
        Ok(verified)
    }

    /// Keeps a copy of an SQLite database up to date: makes one as [`Service::backup`] does if there is no file, and otherwise compares all rows
    /// with those of the file, which must be such a copy. What happens later, [`Following::copy`] copies.
    pub async fn follow(
        database: &str,
        file: &Path,
        how: (Clock, usize),
        progress: impl FnMut(BackupStage<'_>),
    ) -> Result<Following, StoreError> {
        if !file.exists() {
            IncrementalCopy::check(database).await?;
            Self::copy_to(database, file, how, true, progress).await?;
        }
        Ok(Following(IncrementalCopy::open(database, &store::url_of(file)).await?))
    }

    /// Copies a backup into an empty database of either kind, upgrades it, and replays its games. Goes on where it was interrupted before.
    pub async fn restore(
        file: &Path,
        to: &str,
        how: (Clock, usize),
        progress: impl FnMut(BackupStage<'_>),
    ) -> Result<CopyReport, StoreError> {
        store::undo_interrupted_round(file).await?;
        copy(&store::url_of(file), to, how, progress).await
    }

    /// Copies a database into an empty one of either kind, upgrades the copy, and replays the games of both. Goes on where it was
    /// interrupted before.
    pub async fn copy(
        from: &str,
        to: &str,
        (clock, at_once): (Clock, usize),
        mut progress: impl FnMut(BackupStage<'_>),
    ) -> Result<CopyReport, StoreError> {
        let mut report = copy(from, to, (clock.clone(), at_once), &mut progress).await?;
        if store::has_latest_schema(from).await? {
            let source = Self::new(Store::open_to_read(from).await?, clock);
            let verified = source.verify(None, at_once, |games| progress(BackupStage::Source(games))).await;
            source.close().await;
            report.source = Some(verified?);
        }
        Ok(report)
    }
}

/// A copy that is kept up to date.
#[derive(Debug)]
pub struct Following(IncrementalCopy);

impl Following {
    /// Copies what has changed since the last time, all or nothing. Returns the numbers of games that have changed, and of rows that were written.
    pub async fn copy(&mut self) -> Result<(usize, u64), StoreError> {
        let round = self.0.round().await?;
        Ok((round.games, round.written))
    }
}

async fn copy(
    from: &str,
    to: &str,
    (clock, at_once): (Clock, usize),
    mut progress: impl FnMut(BackupStage<'_>),
) -> Result<CopyReport, StoreError> {
    let copied = store::copy(from, to, |rows| progress(BackupStage::of(rows))).await?;
    let copy = Service::open(to, clock).await?;
    let verified = copy.verify(None, at_once, |games| progress(BackupStage::Copy(games))).await;
    copy.close().await;
    Ok(CopyReport { rows: copied.rows, written: copied.written, copy: verified?, source: None })
}
