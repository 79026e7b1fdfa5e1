//! Files of many records: read by a job, some records at a time.

use chrono::{DateTime, TimeDelta, Utc};
use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

use crate::changes::Change;
use crate::imports::{ImportError, Keep};
use crate::{AccessError, Done, Principal, Scope, Service, StoreError, Throttled};
use account::{RestrictionKind, UserId};
use table::{
    GameId, ImportFault, ImportProgress, ImportRefusal, Job, JobChange, Lane, Person, SubmissionKey,
    records_in,
};

/// The most records of a file.
pub const MOST_RECORDS: usize = 1_000;

/// Records that are read before other jobs get their turn.
const AT_ONCE: usize = 20;

/// How long it can be seen what became of a file.
pub(crate) const KEEP_FILES: TimeDelta = TimeDelta::days(30);

/// When to try again if the server is busy.
const BUSY: TimeDelta = TimeDelta::minutes(1);

/// Whether a record was kept.
enum Imported {
    Kept,
    Refused(ImportRefusal),
    /// The limits of a day let the job go on then.
    Later(DateTime<Utc>),
}

impl Service {
    /// Lets a job keep the records of a file, as private games without a seat of the user's.
    pub async fn import_file(
        &self,
        principal: &Principal,
        text: &str,
    ) -> Result<ImportProgress, ImportError> {
        let importer = self.importer(principal).await?;
        let records = records_in(text).take(MOST_RECORDS + 1).count();
        let records = u32::try_from(records).ok().filter(|_| records <= MOST_RECORDS);
        let (records, now) = (records.ok_or(ImportError::TooMany)?, self.now());
        let progress = ImportProgress::new(now, records);
        let job = JobChange::Put(Job::ReadImport(importer.id.clone()).at(now));
        let changes: Vec<Change> = Change::of_jobs(std::slice::from_ref(&job)).collect();
        let message = self.change_message(&changes);
        if !self.store.add_import_file(&importer.id, text, &progress, job, message).await? {
            return Err(ImportError::Waiting);
        }
        self.wake(&changes);
        Ok(progress)
    }

    /// How far the user's last file is read.
    pub async fn import_progress(
        &self,
        principal: &Principal,
    ) -> Result<Option<ImportProgress>, AccessError> {
        let user = principal.require(Scope::Read)?;
        let Some(progress) = self.store.import_progress(user).await? else { return Ok(None) };
        let given_up =
            !progress.is_done() && !self.store.is_scheduled(&Job::ReadImport(user.clone())).await?;
        Ok(Some(ImportProgress { given_up, ..progress }))
    }

    /// Stops reading the user's file, or forgets what became of it. Games that were kept stay.
    pub async fn remove_import(&self, principal: &Principal) -> Result<(), ImportError> {
        let user = principal.require(Scope::Play)?;
        if self.store.remove_import_file(user).await? { Ok(()) } else { Err(ImportError::NoSuchFile) }
    }

    /// Reads the next records of the user's file. What is read twice is kept once.
    pub(crate) async fn read_import_file(&self, user: &UserId) -> Result<Done, StoreError> {
        let Some((mut progress, text)) = self.store.import_file(user).await? else {
            return Ok(Done::Nothing);
        };
        let before = progress.done;
        progress.resumes = None;
        let read = self.import_records(user, &mut progress, &text).await;
        let changes = [Change::User(user.clone())];
        let message = self.change_message(&changes);
        let stored = self.store.set_import_progress(user, before, &progress, message).await?;
        // What failed is tried again after the records before it.
        read?;
        if stored {
            self.wake(&changes);
        }
        let next = progress.resumes.unwrap_or_else(|| self.now());
        // Otherwise somebody has stopped it.
        Ok(if stored && !progress.is_done() { Done::Later(next) } else { Done::Nothing })
    }

    async fn import_records(
        &self,
        user: &UserId,
        progress: &mut ImportProgress,
        text: &str,
    ) -> Result<(), StoreError> {
        let mut records = records_in(text).skip(progress.done as usize).take(AT_ONCE).peekable();
        if records.peek().is_none() {
            progress.done = progress.records;
        }
        for (line, record) in records {
            let now = self.now();
            progress.resumes = self.store.restricted_until(user, RestrictionKind::Account, now).await?;
            let importer = self.store.user(user).await?.filter(|importer| !importer.closed);
            let is_wanted =
                self.store.import_progress(user).await?.is_some_and(|it| it.since == progress.since);
            let Some(importer) = importer.filter(|_| is_wanted && progress.resumes.is_none()) else { break };
            match self.import_record(&importer.person(), record).await? {
                Imported::Kept => progress.count(line, None),
                Imported::Refused(why) => progress.count(line, Some(why)),
                Imported::Later(at) => {
                    progress.resumes = Some(at);
                    break;
                }
            }
        }
        Ok(())
    }

    async fn import_record(&self, importer: &Person, record: &str) -> Result<Imported, StoreError> {
        let hash = HEXLOWER.encode(&Sha256::digest(record)[..16]);
        let submission = SubmissionKey::parse(&hash).unwrap_or_else(|_| self.new_key());
        let keep = Keep { own: None, public: false, submission };
        let kept: Result<GameId, ImportError> = async {
            let game = self.read_record(importer, record.to_owned(), Lane::Analysis).await?;
            self.keep_game(importer.clone(), game, keep, Lane::Analysis).await
        }
        .await;
        Ok(match kept {
            Ok(_) => Imported::Kept,
            Err(ImportError::Refused(why)) => Imported::Refused(why),
            Err(ImportError::Throttled(Throttled::TooManyAttempts { until, .. })) => Imported::Later(until),
            Err(ImportError::Store(failure)) if failure.is_damage() => {
                let fault = ImportFault::Record("it can't be kept as a game".to_owned());
                Imported::Refused(ImportRefusal { line: 1, fault })
            }
            Err(ImportError::Store(failure)) => return Err(failure),
            // Neither depends on the record.
            Err(_) => Imported::Later(self.now() + BUSY),
        })
    }
}
