//! Files of many records that users have sent, while a job reads them, and what became of them.

use chrono::{DateTime, Utc};
use sqlx::any::AnyRow;

use crate::batch::Batch;
use crate::game::json;
use crate::jobs::change_jobs;
use crate::row::Reader;
use crate::writer::TransactionEnd::{Commit, Unchanged};
use crate::{Store, StoreError};
use account::UserId;
use table::{ImportProgress, JobChange};

impl Store {
    /// Stores a file with the job that reads it. Replaces one that is read. `false`: another is still being read.
    pub async fn add_import_file(
        &self,
        user: &UserId,
        text: &str,
        progress: &ImportProgress,
        job: JobChange,
        change_message: Option<String>,
    ) -> Result<bool, StoreError> {
        let input = (user.clone(), text.to_owned(), progress.clone(), job);
        let add = self.writer.write_and_notify(change_message, input, |tx, (user, text, progress, job)| {
            Box::pin(async move {
                let added = sqlx::query(
                    "INSERT INTO import_files (user_id, since, text, records, done, kept, refused)
                     VALUES ($1, $2, $3, $4, 0, 0, '[]')
                     ON CONFLICT (user_id) DO UPDATE SET since = excluded.since, text = excluded.text,
                         records = excluded.records, done = 0, kept = 0, refused = '[]', resumes = NULL
                     WHERE import_files.text IS NULL",
                )
                .bind(user.as_str())
                .bind(progress.since.timestamp_millis())
                .bind(text.as_str())
                .bind(i64::from(progress.records))
                .execute(&mut *tx)
                .await?;
                if added.rows_affected() == 0 {
                    return Ok(Unchanged(false));
                }
                let mut batch = Batch::default();
                change_jobs(&mut batch, std::slice::from_ref(job), progress.since);
                batch.execute(tx).await?;
                Ok(Commit(true))
            })
        });
        add.await
    }

    /// How far the user's last file is read.
    pub async fn import_progress(&self, user: &UserId) -> Result<Option<ImportProgress>, StoreError> {
        let row = sqlx::query(
            "SELECT user_id, since, records, done, kept, refused, resumes FROM import_files WHERE user_id = $1",
        )
        .bind(user.as_str())
        .fetch_optional(&self.readers)
        .await?;
        row.as_ref().map(read).transpose()
    }

    /// The same with the text, while it isn't read to its end.
    pub async fn import_file(&self, user: &UserId) -> Result<Option<(ImportProgress, String)>, StoreError> {
        let row = sqlx::query(
            "SELECT user_id, since, text, records, done, kept, refused, resumes FROM import_files
             WHERE user_id = $1 AND text IS NOT NULL",
        )
        .bind(user.as_str())
        .fetch_optional(&self.readers)
        .await?;
        let file = |row| Ok((read(row)?, Reader::new(row, "import_files", "user_id")?.text("text")?));
        row.as_ref().map(file).transpose()
    }

    /// Stores how far a file is read, and forgets its text at the end. `false`: it isn't as far as `before`, or is gone.
    pub async fn set_import_progress(
        &self,
        user: &UserId,
        before: u32,
        progress: &ImportProgress,
        change_message: Option<String>,
    ) -> Result<bool, StoreError> {
        let input = (user.clone(), before, progress.clone());
        let set = self.writer.write_and_notify(change_message, input, |tx, (user, before, progress)| {
            Box::pin(async move {
                let set = sqlx::query(
                    "UPDATE import_files SET done = $4, kept = $5, refused = $6, resumes = $7,
                         text = CASE WHEN $4 = records THEN NULL ELSE text END
                     WHERE user_id = $1 AND since = $2 AND done = $3",
                )
                .bind(user.as_str())
                .bind(progress.since.timestamp_millis())
                .bind(i64::from(*before))
                .bind(i64::from(progress.done))
                .bind(i64::from(progress.kept))
                .bind(json(&progress.refused))
                .bind(progress.resumes.map(|at| at.timestamp_millis()))
                .execute(tx)
                .await?;
                let stored = set.rows_affected() > 0;
                Ok(if stored { Commit(true) } else { Unchanged(false) })
            })
        });
        set.await
    }

    /// Forgets a file, however far it is read. `false`: there is none.
    pub async fn remove_import_file(&self, user: &UserId) -> Result<bool, StoreError> {
        self.change("DELETE FROM import_files WHERE user_id = $1", vec![user.as_str().into()]).await
    }

    /// Forgets files that were sent before, also those that were given up.
    pub async fn expire_import_files(&self, before: DateTime<Utc>) -> Result<(), StoreError> {
        let expire = "DELETE FROM import_files WHERE since < $1";
        self.change(expire, vec![before.timestamp_millis().into()]).await.map(drop)
    }
}

fn read(row: &AnyRow) -> Result<ImportProgress, StoreError> {
    let row = Reader::new(row, "import_files", "user_id")?;
    Ok(ImportProgress {
        since: row.time("since")?,
        records: row.number("records")?,
        done: row.number("done")?,
        kept: row.number("kept")?,
        refused: row.json("refused")?,
        resumes: row.maybe_time("resumes")?,
        given_up: false,
    })
}
