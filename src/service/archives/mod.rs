//! Files of the public games that ended in a month.

mod check;
mod make;

pub use check::{ArchiveProblem, CheckedArchive};

use chrono::{DateTime, TimeDelta, Utc};

use crate::changes::Change;
use crate::{Done, Principal, Service, StoreError};
use account::UserId;
use table::{Archive, ArchiveCursor, GameId, Job, JobChange, Month, Status, Table};

/// How long after its end a month's file is made: servers' clocks differ, and games are indexed a little after they end.
const MADE_AFTER: TimeDelta = TimeDelta::hours(1);
/// How long after a game has come late a month's file is made again: others may follow.
const LATE: TimeDelta = TimeDelta::hours(1);
/// How soon it is looked again whether all games are indexed.
const INDEXING: TimeDelta = TimeDelta::minutes(5);
/// How soon the file of the next month is made, when several are missing.
const NEXT: TimeDelta = TimeDelta::seconds(1);
/// Files that a page lists.
const PAGE: u32 = 24;

/// The pieces of a file have this size, apart from the last.
pub const ARCHIVE_CHUNK: usize = 256 << 10;

/// A part of the list of files, the latest month first.
#[derive(Clone, Debug, Default)]
pub struct ArchivePage {
    pub archives: Vec<Archive>,
    /// To later months.
    pub previous: Option<ArchiveCursor>,
    /// To earlier months.
    pub next: Option<ArchiveCursor>,
}

impl Service {
    /// Visible to everyone; so for the next two.
    pub async fn archives(
        &self,
        _: &Principal,
        from: Option<ArchiveCursor>,
    ) -> Result<ArchivePage, StoreError> {
        let most = usize::try_from(PAGE).unwrap_or(usize::MAX);
        let (mut archives, backwards) = match from {
            None => (self.store.archives_before(None, PAGE + 1).await?, false),
            Some(ArchiveCursor::Before(month)) => {
                (self.store.archives_before(Some(month), PAGE + 1).await?, false)
            }
            Some(ArchiveCursor::After(month)) => (self.store.archives_after(month, PAGE + 1).await?, true),
        };
        let has_more = archives.len() > most;
        archives.truncate(most);
        if backwards {
            archives.reverse();
        }
        let later = archives.first().map(|first| ArchiveCursor::After(first.month));
        let earlier = archives.last().map(|last| ArchiveCursor::Before(last.month));
        let (previous, next) = match (from, backwards) {
            (None, _) => (None, earlier.filter(|_| has_more)),
            (Some(_), false) => (later, earlier.filter(|_| has_more)),
            (Some(_), true) => (later.filter(|_| has_more), earlier),
        };
        Ok(ArchivePage { archives, previous, next })
    }

    pub async fn archive(&self, _: &Principal, month: Month) -> Result<Option<Archive>, StoreError> {
        self.store.archive(month).await
    }

    /// A piece of a file, [`ARCHIVE_CHUNK`] long unless it is the last; `None` if another file has replaced it.
    pub async fn archive_chunk(
        &self,
        _: &Principal,
        archive: &Archive,
        n: u32,
    ) -> Result<Option<Vec<u8>>, StoreError> {
        self.store.archive_chunk(archive.month, archive.made, n).await
    }

    /// All months that have a file, the latest first.
    pub async fn archived_months(&self) -> Result<Vec<Month>, StoreError> {
        let mut months: Vec<Month> = Vec::new();
        loop {
            let part = self.store.archives_before(months.last().copied(), PAGE).await?;
            if part.is_empty() {
                return Ok(months);
            }
            months.extend(part.iter().map(|archive| archive.month));
        }
    }

    /// Makes the file of the earliest month that has none.
    pub(crate) async fn make_archives(&self) -> Result<Done, StoreError> {
        let now = self.now();
        if self.store.is_indexing().await? {
            return Ok(Done::Later(now + INDEXING));
        }
        let Some(month) = self.month_without_archive().await? else {
            return Ok(Done::Later(Month::of(now - MADE_AFTER).end() + MADE_AFTER));
        };
        if self.make_archive(month).await?.is_none() {
            return Ok(Done::Later(month.end() + MADE_AFTER));
        }
        Ok(Done::Later(now + NEXT))
    }

    /// Lets the files be made again that have a game of this user, whose name has gone.
    pub(crate) async fn renew_archives_of(&self, user: &UserId) -> Result<Done, StoreError> {
        let mut months: Vec<Month> = Vec::new();
        for game in self.store.games_ever_played(user).await? {
            let Some((table, _)) = self.store.table(&game).await? else { continue };
            months.extend(archived_in(&table));
        }
        months.sort_unstable();
        months.dedup();
        let now = self.now();
        self.renew_archives(months, now).await?;
        Ok(Done::Nothing)
    }

    /// Lets a month's file be made again if it was made without this game, or with it when it is found no more.
    pub(crate) async fn renew_archive_of(
        &self,
        before: Option<DateTime<Utc>>,
        after: Option<DateTime<Utc>>,
    ) -> Result<(), StoreError> {
        if before == after {
            return Ok(());
        }
        let mut months = Vec::new();
        for month in [before, after].into_iter().flatten().map(Month::of) {
            if self.store.archive(month).await?.is_some() {
                months.push(month);
            }
        }
        self.renew_archives(months, self.now() + LATE).await
    }

    async fn renew_archives(&self, months: Vec<Month>, at: DateTime<Utc>) -> Result<(), StoreError> {
        if months.is_empty() {
            return Ok(());
        }
        let lane = Job::MakeArchives.lane();
        let jobs = months.into_iter().map(|month| JobChange::PutIfSooner(Job::MakeArchive(month).at(at)));
        self.store.put_jobs(jobs.collect(), self.now()).await?;
        self.wake(&[Change::Jobs(lane, at)]);
        Ok(())
    }

    /// The earliest month that is over, has games, and has no file.
    async fn month_without_archive(&self) -> Result<Option<Month>, StoreError> {
        let mut since = None;
        while let Some(first) = self.first_end(since).await? {
            let month = Month::of(first);
            if !self.is_over(month) {
                return Ok(None);
            }
            if self.store.archive(month).await?.is_none() {
                return Ok(Some(month));
            }
            since = Some(month.end());
        }
        Ok(None)
    }

    fn is_over(&self, month: Month) -> bool {
        month.end() + MADE_AFTER <= self.now()
    }
}

/// The month in whose file a game is, if it is in any.
fn archived_in(table: &Table) -> Option<Month> {
    (table.is_listed() && table.status() == Status::Finished).then(|| Month::of(table.changed()))
}

/// Some games of a month, and where to go on.
struct Part {
    games: Vec<GameId>,
    next: Option<table::Place>,
}
