//! Notifications.

use sqlx::AnyConnection;

use crate::account::UserId;
use crate::store::row::Reader;
use crate::store::writer::Verdict::Keep;
use crate::store::{Store, StoreError};
use crate::table::{GameId, Notice, NoticeKind, UnseenNotice};

impl Store {
    /// What `user` has not seen, the latest first.
    pub async fn unseen(&self, user: &UserId) -> Result<Vec<UnseenNotice>, StoreError> {
        let rows = sqlx::query(
            "SELECT game, n, user_id, kind, at FROM notices WHERE user_id = $1 AND seen = 0
             ORDER BY at DESC LIMIT 100",
        )
        .bind(user.as_str())
        .fetch_all(&self.readers)
        .await?;
        let read = |row| {
            let row = Reader::new(row, "notices", "game")?;
            let notice = read(&row)?;
            Ok(UnseenNotice { game: row.parsed("game", GameId::parse)?, notice, at: row.time("at")? })
        };
        rows.iter().map(read).collect()
    }

    /// `user` has seen all notices of `game`.
    pub async fn mark_seen(&self, user: &UserId, game: &GameId) -> Result<(), StoreError> {
        let mark = self.writer.write((game.clone(), user.clone()), |tx, (game, user)| {
            Box::pin(async move {
                sqlx::query("UPDATE notices SET seen = 1 WHERE game = $1 AND user_id = $2 AND seen = 0")
                    .bind(game.as_str())
                    .bind(user.as_str())
                    .execute(tx)
                    .await?;
                Ok(Keep(()))
            })
        });
        mark.await
    }

    /// All notices of a game, seen or not, in order.
    pub async fn notices(&self, game: &GameId) -> Result<Vec<Notice>, StoreError> {
        let rows = sqlx::query("SELECT game, n, user_id, kind FROM notices WHERE game = $1")
            .bind(game.as_str())
            .fetch_all(&self.readers)
            .await?;
        let read = |row| read(&Reader::new(row, "notices", "game")?);
        let mut notices: Vec<Notice> = rows.iter().map(read).collect::<Result<_, StoreError>>()?;
        notices.sort();
        Ok(notices)
    }
}

/// Adds notices of events that are stored; one that is there already stays as it is, seen or not.
pub(super) async fn add_notices(
    connection: &mut AnyConnection,
    game: &GameId,
    notices: &[Notice],
) -> Result<(), StoreError> {
    for notice in notices {
        sqlx::query(
            "INSERT INTO notices (game, n, user_id, kind, seen, at)
             SELECT e.game, e.n, $3, $4, 0, e.at FROM events e WHERE e.game = $1 AND e.n = $2
             ON CONFLICT DO NOTHING",
        )
        .bind(game.as_str())
        .bind(i64::from(notice.n))
        .bind(notice.user.as_str())
        .bind(notice.kind.word())
        .execute(&mut *connection)
        .await?;
    }
    Ok(())
}

/// Removes notices.
pub(super) async fn remove_notices(
    connection: &mut AnyConnection,
    game: &GameId,
    notices: &[Notice],
) -> Result<(), StoreError> {
    for notice in notices {
        sqlx::query("DELETE FROM notices WHERE game = $1 AND n = $2 AND user_id = $3")
            .bind(game.as_str())
            .bind(i64::from(notice.n))
            .bind(notice.user.as_str())
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

fn read(row: &Reader<'_>) -> Result<Notice, StoreError> {
    Ok(Notice {
        n: row.number("n")?,
        user: row.parsed("user_id", UserId::parse)?,
        kind: row.parsed("kind", NoticeKind::parse)?,
    })
}
