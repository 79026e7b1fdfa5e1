//! What was said at a table as one person sees it, in numbers.

use crate::game::{read_secret, read_table, select_table_with};
use crate::row::Reader;
use crate::statement::query;
use crate::{Store, StoreError};
use account::UserId;
use engine::DrawSecret;
use table::{ChannelHead, GameId, Table, TalkHead, TalkState, TalkUnread};

impl Store {
    /// What was said at a table, and how much of it the user has not read; all zero where nothing was said.
    pub async fn talk_state(&self, game: &GameId, user: &UserId) -> Result<TalkState, StoreError> {
        let row = query(format!("SELECT g.id {TALK} FROM games g WHERE g.id = $1"))
            .bind(game.as_str())
            .bind(user.as_str())
            .fetch_optional(&self.readers)
            .await?;
        let Some(row) = row else { return Ok(TalkState::default()) };
        read_talk(&Reader::new(&row, "games", "id")?)
    }

    /// A table with its draw secret, and what was said there and the viewer has not read.
    pub async fn table_with_talk(
        &self,
        game: &GameId,
        viewer: Option<&UserId>,
    ) -> Result<Option<(Table, DrawSecret, TalkState)>, StoreError> {
        let row = select_table_with(TALK)
            .bind(game.as_str())
            .bind(viewer.map_or("", UserId::as_str))
            .fetch_optional(&self.readers)
            .await?;
        let read = |row| {
            let row = Reader::new(&row, "games", "id")?;
            Ok((read_table(&row)?, read_secret(&row)?, read_talk(&row)?))
        };
        row.map(read).transpose()
    }
}

/// Selects the columns of a [`TalkState`] of the game `$1` and the user `$2` after others. As two subqueries about parameters, because a join
/// takes Citus longer to plan.
const TALK: &str = ", (SELECT CAST(t.seats AS TEXT) || ' ' || CAST(t.seats_changes AS TEXT) || ' ' ||
          CAST(t.spectators AS TEXT) || ' ' || CAST(t.spectators_changes AS TEXT) || ' ' ||
          CASE WHEN t.closed IS NULL THEN '0' ELSE '1' END
      FROM talk t WHERE t.game = $1) AS talk,
     (SELECT CAST(r.seats_unread AS TEXT) || ' ' || CAST(r.spectators_unread AS TEXT) || ' ' ||
          CAST(r.seats_seen AS TEXT) || ' ' || CAST(r.spectators_seen AS TEXT)
      FROM talk_unread r WHERE r.game = $1 AND r.user_id = $2) AS unread";

/// Reads what [`TALK`] selects.
fn read_talk(row: &Reader<'_>) -> Result<TalkState, StoreError> {
    let heads = row.packed("talk", ("what was said", 5), |fields| {
        let mut head = || Some(ChannelHead { last: fields.parsed()?, changes: fields.parsed()? });
        let (seats, spectators) = (head()?, head()?);
        Some(TalkHead { seats, spectators, closed: fields.flag()? })
    })?;
    let unread = row.packed("unread", ("what is unread", 4), |fields| {
        Some(TalkUnread {
            seats: fields.parsed()?,
            spectators: fields.parsed()?,
            seats_seen: fields.parsed()?,
            spectators_seen: fields.parsed()?,
        })
    })?;
    let (head, unread) = (heads.into_iter().next(), unread.into_iter().next());
    Ok(TalkState { head: head.unwrap_or_default(), unread: unread.unwrap_or_default() })
}
