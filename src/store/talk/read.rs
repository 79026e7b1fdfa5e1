use sqlx::any::AnyRow;

use super::{owner, read_head};
use crate::row::Reader;
use crate::users::read_person;
use crate::{Store, StoreError};
use account::UserId;
use chrono::{DateTime, Utc};
use table::{GameId, LineText, OwnLine, Phrase, Said, TalkChannel, TalkFrom, TalkHead, TalkLine, TalkPage};

impl Store {
    /// All zero where nothing was said.
    pub async fn talk_head(&self, game: &GameId) -> Result<TalkHead, StoreError> {
        let row = sqlx::query(
            "SELECT game, seats, seats_changes, spectators, spectators_changes, closed FROM talk WHERE game = $1",
        )
        .bind(game.as_str())
        .fetch_optional(&self.readers)
        .await?;
        let Some(row) = row else { return Ok(TalkHead::default()) };
        read_head(&row)
    }

    /// Lines of a channel, or the reader's notes, without those of people whom the reader doesn't see.
    pub async fn talk_lines(
        &self,
        game: &GameId,
        channel: TalkChannel,
        reader: &UserId,
        from: TalkFrom,
        limit: u32,
    ) -> Result<TalkPage, StoreError> {
        let (statement, bound, backwards) = match from {
            TalkFrom::Last => (BEFORE, u32::MAX, true),
            TalkFrom::Before(n) => (BEFORE, n, true),
            TalkFrom::After(n) => (AFTER, n, false),
        };
        let rows = sqlx::query(statement)
            .bind(game.as_str())
            .bind(channel.word())
            .bind(owner(channel, reader))
            .bind(i64::from(bound))
            .bind(reader.as_str())
            .bind(i64::from(limit) + 1)
            .fetch_all(&self.readers)
            .await?;
        let more = rows.len() > usize::try_from(limit).unwrap_or(usize::MAX);
        let rows = rows.iter().take(usize::try_from(limit).unwrap_or(usize::MAX));
        let mut lines = rows.map(read_line).collect::<Result<Vec<_>, _>>()?;
        if backwards {
            lines.reverse();
        }
        Ok(TalkPage {
            lines,
            earlier: if backwards { more } else { bound > 0 },
            later: if backwards { matches!(from, TalkFrom::Before(_)) } else { more },
        })
    }

    /// What was said in these channels between an event and the next, as the reader sees it, each with its channel.
    pub async fn talk_at(
        &self,
        game: &GameId,
        event: u32,
        reader: &UserId,
        limit: u32,
    ) -> Result<Vec<(TalkChannel, TalkLine)>, StoreError> {
        let rows = sqlx::query(
            "SELECT l.channel, l.n, l.at, l.event, l.kind, l.body, l.withdrawn, u.id, u.name, u.maker, m.name AS maker_name
             FROM talk_lines l JOIN users u ON u.id = l.user_id LEFT JOIN users m ON m.id = u.maker
             WHERE l.game = $1 AND l.event = $2 AND l.owner IN ('', $3)
                 AND l.user_id NOT IN (SELECT h.other FROM hidden_people h WHERE h.user_id = $3)
             ORDER BY l.at, l.channel, l.n LIMIT $4",
        )
        .bind(game.as_str())
        .bind(i64::from(event))
        .bind(reader.as_str())
        .bind(i64::from(limit))
        .fetch_all(&self.readers)
        .await?;
        let read = |row| Ok((read_channel(row)?, read_line(row)?));
        rows.iter().map(read).collect()
    }

    /// How many lines the user has written at the table since then, notes apart.
    pub async fn lines_since(
        &self,
        game: &GameId,
        user: &UserId,
        since: DateTime<Utc>,
        notes: bool,
    ) -> Result<u32, StoreError> {
        let mut connection = self.readers.acquire().await?;
        super::write::lines_since(&mut connection, game, user, since, notes).await
    }

    /// What the user has written since the last of an earlier part, in order.
    pub async fn own_lines(
        &self,
        user: &UserId,
        after: Option<&OwnLine>,
        limit: u32,
    ) -> Result<Vec<OwnLine>, StoreError> {
        let rows = sqlx::query(
            "SELECT game, channel, n, at, event, kind, body, withdrawn FROM talk_lines
             WHERE user_id = $1 AND (at, game, channel, n) > ($2, $3, $4, $5)
             ORDER BY at, game, channel, n LIMIT $6",
        )
        .bind(user.as_str())
        .bind(after.map_or(i64::MIN, |line| line.at.timestamp_millis()))
        .bind(after.map_or("", |line| line.game.as_str()))
        .bind(after.map_or("", |line| line.channel.word()))
        .bind(after.map_or(0, |line| i64::from(line.n)))
        .bind(i64::from(limit))
        .fetch_all(&self.readers)
        .await?;
        let read = |row| {
            let reader = Reader::new(row, "talk_lines", "game")?;
            Ok(OwnLine {
                game: reader.parsed("game", GameId::parse)?,
                channel: read_channel(row)?,
                n: reader.number("n")?,
                at: reader.time("at")?,
                event: reader.number("event")?,
                said: read_said(&reader)?,
                withdrawn: reader.maybe_time("withdrawn")?.is_some(),
            })
        };
        rows.iter().map(read).collect()
    }
}

const BEFORE: &str =
    "SELECT l.n, l.at, l.event, l.kind, l.body, l.withdrawn, u.id, u.name, u.maker, m.name AS maker_name
     FROM talk_lines l JOIN users u ON u.id = l.user_id LEFT JOIN users m ON m.id = u.maker
     WHERE l.game = $1 AND l.channel = $2 AND l.owner = $3 AND l.n < $4
         AND l.user_id NOT IN (SELECT h.other FROM hidden_people h WHERE h.user_id = $5)
     ORDER BY l.n DESC LIMIT $6";

const AFTER: &str =
    "SELECT l.n, l.at, l.event, l.kind, l.body, l.withdrawn, u.id, u.name, u.maker, m.name AS maker_name
     FROM talk_lines l JOIN users u ON u.id = l.user_id LEFT JOIN users m ON m.id = u.maker
     WHERE l.game = $1 AND l.channel = $2 AND l.owner = $3 AND l.n > $4
         AND l.user_id NOT IN (SELECT h.other FROM hidden_people h WHERE h.user_id = $5)
     ORDER BY l.n LIMIT $6";

fn read_channel(row: &AnyRow) -> Result<TalkChannel, StoreError> {
    Reader::new(row, "talk_lines", "channel")?.parsed("channel", TalkChannel::parse)
}

fn read_line(row: &AnyRow) -> Result<TalkLine, StoreError> {
    let row = Reader::new(row, "talk_lines", "id")?;
    let withdrawn = row.maybe_time("withdrawn")?.is_some();
    Ok(TalkLine {
        n: row.number("n")?,
        at: row.time("at")?,
        event: row.number("event")?,
        author: read_person(&row)?,
        said: if withdrawn { None } else { read_said(&row)? },
    })
}

/// `None` if the text was removed after it had been withdrawn.
pub(crate) fn read_said(row: &Reader<'_>) -> Result<Option<Said>, StoreError> {
    let kind = row.text("kind")?;
    Ok(match &*kind {
        "text" => row.maybe_text("body")?.map(LineText::stored).map(Said::Text),
        "phrase" => row.maybe_parsed("body", Phrase::parse)?.map(Said::Phrase),
        "closed" => Some(Said::Closed),
        "opened" => Some(Said::Opened),
        _ => return Err(row.bad("kind", format_args!("{kind:?} is invalid"))),
    })
}
