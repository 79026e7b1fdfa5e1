//! How many lines a person has not read: all lines after the last one that they have seen, except their own, withdrawn ones, and those of people
//! whom they don't see. Every change of a row is made under the lock of the table's talk.

use chrono::{DateTime, Utc};
use sqlx::AnyConnection;
use sqlx::any::AnyRow;

use super::read_head;
use super::write::NewLine;
use crate::row::Reader;
use crate::statement::Arguments;
use crate::writer::TransactionEnd::{Commit, Unchanged};
use crate::{Store, StoreError};
use account::UserId;
use table::{GameId, NotificationKind, TalkChannel, TalkHead, TalkUnread};

/// The most tables that a dashboard says something about.
const MOST: i64 = 200;

/// Up to where a person has read a channel.
pub(super) struct Seen<'s> {
    pub game: &'s GameId,
    pub user: &'s UserId,
    pub channel: TalkChannel,
    pub n: u32,
    pub at: DateTime<Utc>,
}

impl Store {
    /// The tables at which the user has not read everything.
    pub async fn unread_talk_of(&self, user: &UserId) -> Result<Vec<(GameId, TalkUnread)>, StoreError> {
        let rows = sqlx::query(
            "SELECT game, seats_seen, seats_unread, spectators_seen, spectators_unread FROM talk_unread
             WHERE user_id = $1 AND seats_unread + spectators_unread > 0 LIMIT $2",
        )
        .bind(user.as_str())
        .bind(MOST)
        .fetch_all(&self.readers)
        .await?;
        let read = |row| {
            let game = Reader::new(row, "talk_unread", "game")?.parsed("game", GameId::parse)?;
            Ok((game, read_unread(row)?))
        };
        rows.iter().map(read).collect()
    }

    /// The user has read a channel up to this line.
    pub async fn see_talk(
        &self,
        game: &GameId,
        channel: TalkChannel,
        user: &UserId,
        (n, now): (u32, DateTime<Utc>),
    ) -> Result<(), StoreError> {
        let input = (game.clone(), channel, user.clone(), n, now);
        let see = self.writer.write(input, |tx, (game, channel, user, n, at)| {
            Box::pin(async move {
                let Some(head) = lock(tx, game).await? else { return Ok(Unchanged(())) };
                mark(tx, Seen { game, user, channel: *channel, n: *n, at: *at }, &head).await?;
                Ok(Commit(()))
            })
        });
        see.await
    }
}

fn read_unread(row: &AnyRow) -> Result<TalkUnread, StoreError> {
    let row = Reader::new(row, "talk_unread", "game")?;
    Ok(TalkUnread {
        seats: row.number("seats_unread")?,
        spectators: row.number("spectators_unread")?,
        seats_seen: row.number("seats_seen")?,
        spectators_seen: row.number("spectators_seen")?,
    })
}

/// Keeps others from changing the talk of a table until the end of the transaction. `None`: nothing was said there.
pub(super) async fn lock(tx: &mut AnyConnection, game: &GameId) -> Result<Option<TalkHead>, StoreError> {
    let row = sqlx::query(
        "UPDATE talk SET seats = seats WHERE game = $1
         RETURNING game, seats, seats_changes, spectators, spectators_changes, closed",
    )
    .bind(game.as_str())
    .fetch_optional(tx)
    .await?;
    row.map(|row| read_head(&row)).transpose()
}

const SEE_SEATS: &str =
    "INSERT INTO talk_unread (game, user_id, seats_seen, seats_unread, spectators_seen, spectators_unread)
     VALUES ($1, $2, $3, 0, $4, 0)
     ON CONFLICT (game, user_id) DO UPDATE SET seats_seen = CASE WHEN talk_unread.seats_seen < $3 THEN $3 ELSE talk_unread.seats_seen END";

const SEE_SPECTATORS: &str =
    "INSERT INTO talk_unread (game, user_id, seats_seen, seats_unread, spectators_seen, spectators_unread)
     VALUES ($1, $2, $4, 0, $3, 0)
     ON CONFLICT (game, user_id) DO UPDATE
         SET spectators_seen = CASE WHEN talk_unread.spectators_seen < $3 THEN $3 ELSE talk_unread.spectators_seen END";

/// Moves the mark of a person forwards, and counts again what comes after it.
pub(super) async fn mark(tx: &mut AnyConnection, seen: Seen<'_>, head: &TalkHead) -> Result<(), StoreError> {
    let (statement, last, other) = match seen.channel {
        TalkChannel::Seats => (SEE_SEATS, head.seats.last, head.spectators.last),
        TalkChannel::Spectators => (SEE_SPECTATORS, head.spectators.last, head.seats.last),
        TalkChannel::Notes => return Ok(()),
    };
    sqlx::query(statement)
        .bind(seen.game.as_str())
        .bind(seen.user.as_str())
        .bind(i64::from(seen.n.min(last)))
        .bind(i64::from(other))
        .execute(&mut *tx)
        .await?;
    count_again(tx, seen.game, Some(seen.user)).await?;
    sqlx::query(
        "UPDATE notifications SET seen = $4 WHERE game = $1 AND user_id = $2 AND kind = $3 AND seen = 0",
    )
    .bind(seen.game.as_str())
    .bind(seen.user.as_str())
    .bind(NotificationKind::Talk.word())
    .bind(seen.at.timestamp_millis())
    .execute(tx)
    .await?;
    Ok(())
}

/// Counts what comes after the marks of a person, or of all people at a table.
pub(super) async fn count_again(
    tx: &mut AnyConnection,
    game: &GameId,
    user: Option<&UserId>,
) -> Result<(), StoreError> {
    let marks = match user {
        Some(user) => sqlx::query(
            "SELECT user_id, seats_seen, spectators_seen FROM talk_unread WHERE game = $1 AND user_id = $2",
        )
        .bind(game.as_str())
        .bind(user.as_str())
        .fetch_all(&mut *tx)
        .await?,
        None => {
            sqlx::query("SELECT user_id, seats_seen, spectators_seen FROM talk_unread WHERE game = $1")
                .bind(game.as_str())
                .fetch_all(&mut *tx)
                .await?
        }
    };
    for row in &marks {
        let row = Reader::new(row, "talk_unread", "user_id")?;
        let user = row.parsed("user_id", UserId::parse)?;
        let seats = count(tx, game, TalkChannel::Seats, &user, row.number("seats_seen")?).await?;
        let spectators =
            count(tx, game, TalkChannel::Spectators, &user, row.number("spectators_seen")?).await?;
        sqlx::query(
            "UPDATE talk_unread SET seats_unread = $3, spectators_unread = $4 WHERE game = $1 AND user_id = $2",
        )
        .bind(game.as_str())
        .bind(user.as_str())
        .bind(seats)
        .bind(spectators)
        .execute(&mut *tx)
        .await?;
    }
    Ok(())
}

/// How many lines after this one a person would see that others have written.
async fn count(
    tx: &mut AnyConnection,
    game: &GameId,
    channel: TalkChannel,
    user: &UserId,
    seen: u32,
) -> Result<i64, StoreError> {
    let row = sqlx::query(
        "SELECT 'lines' AS name, COUNT(*) AS n FROM talk_lines l
         WHERE l.game = $1 AND l.channel = $2 AND l.owner = '' AND l.n > $3 AND l.user_id <> $4 AND l.withdrawn IS NULL
             AND l.user_id NOT IN (SELECT h.other FROM hidden_people h WHERE h.user_id = $4)",
    )
    .bind(game.as_str())
    .bind(channel.word())
    .bind(i64::from(seen))
    .bind(user.as_str())
    .fetch_one(tx)
    .await?;
    Reader::new(&row, "talk_lines", "name")?.number("n")
}

/// Counts a new line for those who read the seats' channel and see its author. Returns those who had read everything before.
pub(super) async fn tell_seats(
    tx: &mut AnyConnection,
    line: &NewLine,
    head: &TalkHead,
) -> Result<Vec<UserId>, StoreError> {
    let mut first = Vec::new();
    let hiding = hiding(tx, line).await?;
    for reader in line.readers.iter().filter(|reader| **reader != line.author && !hiding.contains(reader)) {
        let row = sqlx::query(
            "INSERT INTO talk_unread (game, user_id, seats_seen, seats_unread, spectators_seen, spectators_unread)
             VALUES ($1, $2, $3, 1, $4, 0)
             ON CONFLICT (game, user_id) DO UPDATE SET seats_unread = talk_unread.seats_unread + 1
             RETURNING game, seats_seen, seats_unread, spectators_seen, spectators_unread",
        )
        .bind(line.game.as_str())
        .bind(reader.as_str())
        .bind(i64::from(head.seats.last) - 1)
        .bind(i64::from(head.spectators.last))
        .fetch_one(&mut *tx)
        .await?;
        if read_unread(&row)?.seats == 1 {
            first.push(reader.clone());
        }
    }
    Ok(first)
}

/// Those who don't see the author.
async fn hiding(tx: &mut AnyConnection, line: &NewLine) -> Result<Vec<UserId>, StoreError> {
    let mut arguments = Arguments::default();
    let (author, readers) = (arguments.add(line.author.as_str()), line.readers.iter().collect::<Vec<_>>());
    if readers.is_empty() {
        return Ok(Vec::new());
    }
    let readers = arguments.add_users(&readers);
    let rows = arguments
        .query(format!("SELECT user_id FROM hidden_people WHERE other = {author} AND user_id IN ({readers})"))
        .fetch_all(tx)
        .await?;
    let read = |row| Reader::new(row, "hidden_people", "user_id")?.parsed("user_id", UserId::parse);
    rows.iter().map(read).collect()
}

/// Counts a new line for those who have read the spectators' channel before, and see its author.
pub(super) async fn tell_spectators(
    tx: &mut AnyConnection,
    game: &GameId,
    author: &UserId,
) -> Result<(), StoreError> {
    sqlx::query(
        "UPDATE talk_unread SET spectators_unread = spectators_unread + 1 WHERE game = $1 AND user_id <> $2
             AND user_id NOT IN (SELECT h.user_id FROM hidden_people h WHERE h.other = $2)",
    )
    .bind(game.as_str())
    .bind(author.as_str())
    .execute(tx)
    .await?;
    Ok(())
}
