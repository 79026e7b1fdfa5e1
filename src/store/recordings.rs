//! Games from the table at home that are being entered.

use chrono::{DateTime, Utc};
use sqlx::any::AnyRow;

use crate::row::Reader;
use crate::{Store, StoreError};
use account::UserId;
use engine::Header;

/// A game that is being entered.
#[derive(Clone, Debug)]
pub struct StoredRecording {
    pub id: String,
    pub since: DateTime<Utc>,
    /// When something was last entered.
    pub changed: DateTime<Utc>,
    pub header: Header,
    /// As a practice writes them.
    pub steps: String,
}

impl Store {
    /// `false`: the user has `most` already.
    pub async fn add_recording(
        &self,
        user: &UserId,
        recording: &StoredRecording,
        most: u32,
    ) -> Result<bool, StoreError> {
        let add = self.change(
            "INSERT INTO recordings (user_id, id, since, changed, header, steps)
             SELECT u.id, $2, $3, $3, $4, $5 FROM users u
             WHERE u.id = $1 AND NOT EXISTS (SELECT 1 FROM recordings r WHERE r.user_id = $1 LIMIT 1 OFFSET $6)",
            vec![
                user.as_str().into(),
                recording.id.as_str().into(),
                recording.since.timestamp_millis().into(),
                recording.header.to_stored_json().as_str().into(),
                recording.steps.as_str().into(),
                (i64::from(most) - 1).into(),
            ],
        );
        add.await
    }

    /// The last changed first.
    pub async fn recordings(&self, user: &UserId) -> Result<Vec<StoredRecording>, StoreError> {
        let rows = sqlx::query("SELECT id, since, changed, header, steps FROM recordings WHERE user_id = $1")
            .bind(user.as_str())
            .fetch_all(&self.readers)
            .await?;
        let mut recordings = rows.iter().map(read).collect::<Result<Vec<_>, StoreError>>()?;
        recordings.sort_by_key(|recording| std::cmp::Reverse(recording.changed));
        Ok(recordings)
    }

    pub async fn recording(&self, user: &UserId, id: &str) -> Result<Option<StoredRecording>, StoreError> {
        let row = sqlx::query(
            "SELECT id, since, changed, header, steps FROM recordings WHERE user_id = $1 AND id = $2",
        )
        .bind(user.as_str())
        .bind(id)
        .fetch_optional(&self.readers)
        .await?;
        row.as_ref().map(read).transpose()
    }

    /// Replaces the steps; `false` if they are not those `before`, or the recording is gone.
    pub async fn set_steps(
        &self,
        user: &UserId,
        id: &str,
        before: &str,
        steps: &str,
        now: DateTime<Utc>,
    ) -> Result<bool, StoreError> {
        let set = self.change(
            "UPDATE recordings SET steps = $4, changed = $5 WHERE user_id = $1 AND id = $2 AND steps = $3",
            vec![user.as_str().into(), id.into(), before.into(), steps.into(), now.timestamp_millis().into()],
        );
        set.await
    }

    /// `false`: there is no such recording.
    pub async fn remove_recording(&self, user: &UserId, id: &str) -> Result<bool, StoreError> {
        let remove = "DELETE FROM recordings WHERE user_id = $1 AND id = $2";
        self.change(remove, vec![user.as_str().into(), id.into()]).await
    }
}

fn read(row: &AnyRow) -> Result<StoredRecording, StoreError> {
    let row = Reader::new(row, "recordings", "id")?;
    let header = Header::from_stored_json(&row.text("header")?);
    Ok(StoredRecording {
        id: row.text("id")?,
        since: row.time("since")?,
        changed: row.time("changed")?,
        header: header.map_err(|error| row.bad("header", error))?,
        steps: row.text("steps")?,
    })
}
