//! What people let others see.

use crate::outcome::lock_user;
use crate::row::Reader;
use crate::writer::TransactionEnd::Commit;
use crate::{Store, StoreError};
use account::{ProfileSettings, UserId, Visibility};

impl Store {
    pub async fn profile_settings(&self, user: &UserId) -> Result<ProfileSettings, StoreError> {
        let row = sqlx::query("SELECT user_id, visible, followable FROM profile_settings WHERE user_id = $1")
            .bind(user.as_str())
            .fetch_optional(&self.readers)
            .await?;
        let Some(row) = row else { return Ok(ProfileSettings::default()) };
        let row = Reader::new(&row, "profile_settings", "user_id")?;
        Ok(ProfileSettings {
            visible: row.parsed("visible", Visibility::parse)?,
            followable: row.flag("followable")?,
        })
    }

    /// A person who can't be followed any more has no followers from then on.
    pub async fn set_profile_settings(
        &self,
        user: &UserId,
        settings: ProfileSettings,
    ) -> Result<(), StoreError> {
        let set = self.writer.write((user.clone(), settings), |tx, (user, settings)| {
            Box::pin(async move {
                lock_user(tx, user).await?;
                sqlx::query(
                    "INSERT INTO profile_settings (user_id, visible, followable) VALUES ($1, $2, $3)
                     ON CONFLICT (user_id) DO UPDATE SET visible = excluded.visible, followable = excluded.followable",
                )
                .bind(user.as_str())
                .bind(settings.visible.word())
                .bind(i64::from(settings.followable))
                .execute(&mut *tx)
                .await?;
                if !settings.followable {
                    sqlx::query("DELETE FROM followed_players WHERE player = $1")
                        .bind(user.as_str())
                        .execute(tx)
                        .await?;
                }
                Ok(Commit(()))
            })
        });
        set.await
    }

    /// Whether the two have finished a game that counts, or play one.
    pub async fn share_game(&self, one: &UserId, other: &UserId) -> Result<bool, StoreError> {
        for statement in [
            "SELECT other FROM opponent_totals WHERE user_id = $1 AND other = $2",
            "SELECT m.game FROM seats m CROSS JOIN seats o
             WHERE m.user_id = $1 AND m.status = 'playing' AND o.game = m.game AND o.user_id = $2 LIMIT 1",
        ] {
            let found = sqlx::query(statement)
                .bind(one.as_str())
                .bind(other.as_str())
                .fetch_optional(&self.readers)
                .await?;
            if found.is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
