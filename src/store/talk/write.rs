use chrono::{DateTime, TimeDelta, Utc};
use sqlx::AnyConnection;

use super::unread::{Seen, count_again, mark, tell_seats, tell_spectators};
use super::{owner, read_head};
use crate::batch::Batch;
use crate::notifications::add_notifications;
use crate::push::add_push_job;
use crate::row::Reader;
use crate::writer::TransactionEnd::{Commit, RollBack, Unchanged};
use crate::{Store, StoreError};
use account::UserId;
use table::{GameId, Notification, NotificationKind, Push, Said, TalkChannel, TalkHead, TalkLine};

/// Something to be said.
#[derive(Clone, Debug)]
pub struct NewLine {
    pub game: GameId,
    pub channel: TalkChannel,
    pub author: UserId,
    pub said: Said,
    pub at: DateTime<Utc>,
    /// The last event of the game.
    pub event: u32,
    /// So many lines of the author are allowed in a day.
    pub most: u32,
    /// The last line that the author had read.
    pub seen: Option<u32>,
    /// Who reads the seats' channel.
    pub readers: Vec<UserId>,
    /// Which readers want a notification of the first line that they haven't read.
    pub notified: Vec<UserId>,
}

/// Outcome of [`Store::say`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SayResult {
    /// The line has this number.
    Said(u32),
    /// The author has written as much as allowed.
    TooMuch,
    /// The players have closed the spectators' channel.
    Closed,
}

/// Over which lines are counted.
const A_DAY: TimeDelta = TimeDelta::days(1);
/// How often the number of a note is tried that another request may have taken.
const TRIES: u32 = 5;

impl Store {
    pub async fn say(&self, line: NewLine, change_message: Option<String>) -> Result<SayResult, StoreError> {
        let say = self.writer.write_and_notify(change_message, line, |tx, line| {
            Box::pin(async move {
                if !line.channel.is_shared() {
                    return add_note(tx, line).await;
                }
                let Some(head) = advance(tx, line).await? else { return Ok(Unchanged(SayResult::Closed)) };
                let written = lines_since(tx, &line.game, &line.author, line.at - A_DAY, false).await?;
                if written >= line.most {
                    return Ok(RollBack(SayResult::TooMuch));
                }
                let n = head.of(line.channel).map_or(0, |head| head.last);
                insert(tx, line, n).await?;
                tell(tx, line, n, &head).await?;
                if let Some(seen) = line.seen {
                    let seen = Seen {
                        game: &line.game,
                        user: &line.author,
                        channel: line.channel,
                        // Who has read all lines before has read their own, too.
                        n: if seen.saturating_add(1) == n { n } else { seen },
                        at: line.at,
                    };
                    mark(tx, seen, &head).await?;
                }
                Ok(Commit(SayResult::Said(n)))
            })
        });
        say.await
    }

    /// Takes a line of the user back that is no older than `since`, or removes a note. `false`: there is no such line.
    pub async fn withdraw_line(
        &self,
        game: &GameId,
        channel: TalkChannel,
        n: u32,
        user: &UserId,
        now: DateTime<Utc>,
        change_message: Option<String>,
    ) -> Result<bool, StoreError> {
        let input = (game.clone(), channel, n, user.clone(), now);
        let withdraw =
            self.writer.write_and_notify(change_message, input, |tx, (game, channel, n, user, now)| {
                Box::pin(async move {
                    let changed = if channel.is_shared() {
                        withdraw(tx, game, *channel, *n, user, *now).await?
                    } else {
                        remove_note(tx, game, *n, user).await?
                    };
                    Ok(if changed { Commit(true) } else { Unchanged(false) })
                })
            });
        withdraw.await
    }

    /// Closes the spectators' channel or opens it again, which is a line in it. `false`: it was so already.
    pub async fn close_spectators(
        &self,
        line: NewLine,
        closed: bool,
        change_message: Option<String>,
    ) -> Result<bool, StoreError> {
        let close = self.writer.write_and_notify(change_message, (line, closed), |tx, (line, closed)| {
            Box::pin(async move {
                let row = sqlx::query(CLOSE)
                    .bind(line.game.as_str())
                    .bind(closed.then(|| line.at.timestamp_millis()))
                    .fetch_optional(&mut *tx)
                    .await?;
                let Some(row) = row else { return Ok(Unchanged(false)) };
                let head = read_head(&row)?;
                insert(tx, line, head.spectators.last).await?;
                tell_spectators(tx, &line.game, &line.author).await?;
                Ok(Commit(true))
            })
        });
        close.await
    }

    /// Removes the texts that were withdrawn before. Returns how many.
    pub async fn expire_withdrawn_lines(&self, before: DateTime<Utc>) -> Result<u64, StoreError> {
        let expire = self.writer.write(before, |tx, before| {
            Box::pin(async move {
                let removed = sqlx::query(
                    "UPDATE talk_lines SET body = NULL WHERE withdrawn < $1 AND withdrawn IS NOT NULL AND body IS NOT NULL",
                )
                .bind(before.timestamp_millis())
                .execute(tx)
                .await?;
                Ok(Commit(removed.rows_affected()))
            })
        });
        expire.await
    }
}

const NEXT_OF_SEATS: &str =
    "INSERT INTO talk (game, seats, seats_changes, spectators, spectators_changes) VALUES ($1, 1, 1, 0, 0)
     ON CONFLICT (game) DO UPDATE SET seats = talk.seats + 1, seats_changes = talk.seats_changes + 1
     RETURNING game, seats, seats_changes, spectators, spectators_changes, closed";

const NEXT_OF_SPECTATORS: &str =
    "INSERT INTO talk (game, seats, seats_changes, spectators, spectators_changes) VALUES ($1, 0, 0, 1, 1)
     ON CONFLICT (game) DO UPDATE SET spectators = talk.spectators + 1, spectators_changes = talk.spectators_changes + 1
     WHERE talk.closed IS NULL
     RETURNING game, seats, seats_changes, spectators, spectators_changes, closed";

const CLOSE: &str =
    "INSERT INTO talk (game, seats, seats_changes, spectators, spectators_changes, closed) VALUES ($1, 0, 0, 1, 1, $2)
     ON CONFLICT (game) DO UPDATE SET closed = excluded.closed, spectators = talk.spectators + 1,
         spectators_changes = talk.spectators_changes + 1
     WHERE (talk.closed IS NULL) <> (excluded.closed IS NULL)
     RETURNING game, seats, seats_changes, spectators, spectators_changes, closed";

/// Counts a line of a channel, and locks the talk of the table until the end of the transaction. `None`: the channel is closed.
async fn advance(tx: &mut AnyConnection, line: &NewLine) -> Result<Option<TalkHead>, StoreError> {
    let statement = match line.channel {
        TalkChannel::Spectators => NEXT_OF_SPECTATORS,
        TalkChannel::Seats | TalkChannel::Notes => NEXT_OF_SEATS,
    };
    let row = sqlx::query(statement).bind(line.game.as_str()).fetch_optional(tx).await?;
    row.map(|row| read_head(&row)).transpose()
}

/// `false`: the number is taken.
async fn insert(tx: &mut AnyConnection, line: &NewLine, n: u32) -> Result<bool, StoreError> {
    let (kind, body) = words(&line.said);
    let inserted = sqlx::query(
        "INSERT INTO talk_lines (game, channel, owner, n, user_id, at, event, kind, body)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (game, channel, owner, n) DO NOTHING",
    )
    .bind(line.game.as_str())
    .bind(line.channel.word())
    .bind(owner(line.channel, &line.author))
    .bind(i64::from(n))
    .bind(line.author.as_str())
    .bind(line.at.timestamp_millis())
    .bind(i64::from(line.event))
    .bind(kind)
    .bind(body)
    .execute(tx)
    .await?;
    Ok(inserted.rows_affected() == 1)
}

fn words(said: &Said) -> (&'static str, Option<&str>) {
    match said {
        Said::Text(text) => ("text", Some(text.as_str())),
        Said::Phrase(phrase) => ("phrase", Some(phrase.word())),
        Said::Closed => ("closed", None),
        Said::Opened => ("opened", None),
    }
}

/// Counts the line for those who have not read it, and notifies those who want it of their first.
async fn tell(tx: &mut AnyConnection, line: &NewLine, n: u32, head: &TalkHead) -> Result<(), StoreError> {
    if line.channel == TalkChannel::Spectators {
        return tell_spectators(tx, &line.game, &line.author).await;
    }
    let first = tell_seats(tx, line, head).await?;
    let wanting = first.into_iter().filter(|user| line.notified.contains(user));
    let notifications: Vec<Notification> =
        wanting.map(|user| Notification { n, user, kind: NotificationKind::Talk }).collect();
    let mut batch = Batch::default();
    for one in &notifications {
        add_push_job(&mut batch, &Push::about(one, line.game.clone(), line.at));
    }
    add_notifications(&mut batch, &line.game, &notifications, line.at);
    Ok(batch.execute(tx).await?)
}

pub(super) async fn lines_since(
    connection: &mut AnyConnection,
    game: &GameId,
    user: &UserId,
    since: DateTime<Utc>,
    notes: bool,
) -> Result<u32, StoreError> {
    let statement = if notes {
        "SELECT 'lines' AS name, COUNT(*) AS n FROM talk_lines
         WHERE user_id = $1 AND at > $2 AND game = $3 AND channel = 'notes'"
    } else {
        "SELECT 'lines' AS name, COUNT(*) AS n FROM talk_lines
         WHERE user_id = $1 AND at > $2 AND game = $3 AND channel <> 'notes'"
    };
    let row = sqlx::query(statement)
        .bind(user.as_str())
        .bind(since.timestamp_millis())
        .bind(game.as_str())
        .fetch_one(connection)
        .await?;
    Reader::new(&row, "talk_lines", "name")?.number("n")
}

/// Adds a note under the next number. Only its owner writes there, but maybe in two windows.
async fn add_note(
    tx: &mut AnyConnection,
    line: &NewLine,
) -> Result<crate::writer::TransactionEnd<SayResult>, StoreError> {
    if lines_since(tx, &line.game, &line.author, line.at - A_DAY, true).await? >= line.most {
        return Ok(Unchanged(SayResult::TooMuch));
    }
    for _ in 0..TRIES {
        let n = last_note(tx, &line.game, &line.author).await? + 1;
        if insert(tx, line, n).await? {
            return Ok(Commit(SayResult::Said(n)));
        }
    }
    Err(StoreError::Unavailable("other notes were written at the same time".to_owned()))
}

/// The number of the last note of a person at a table; 0 if there is none.
pub(super) async fn last_note(
    tx: &mut AnyConnection,
    game: &GameId,
    owner: &UserId,
) -> Result<u32, StoreError> {
    let row = sqlx::query(
        "SELECT 'notes' AS name, CAST(COALESCE(MAX(n), 0) AS BIGINT) AS n FROM talk_lines
         WHERE game = $1 AND channel = 'notes' AND owner = $2",
    )
    .bind(game.as_str())
    .bind(owner.as_str())
    .fetch_one(tx)
    .await?;
    Reader::new(&row, "talk_lines", "name")?.number("n")
}

async fn remove_note(
    tx: &mut AnyConnection,
    game: &GameId,
    n: u32,
    user: &UserId,
) -> Result<bool, StoreError> {
    let removed =
        sqlx::query("DELETE FROM talk_lines WHERE game = $1 AND channel = 'notes' AND owner = $2 AND n = $3")
            .bind(game.as_str())
            .bind(user.as_str())
            .bind(i64::from(n))
            .execute(tx)
            .await?;
    Ok(removed.rows_affected() == 1)
}

async fn withdraw(
    tx: &mut AnyConnection,
    game: &GameId,
    channel: TalkChannel,
    n: u32,
    user: &UserId,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let withdrawn = sqlx::query(
        "UPDATE talk_lines SET withdrawn = $5 WHERE game = $1 AND channel = $2 AND owner = '' AND n = $3 AND user_id = $4
             AND withdrawn IS NULL AND at > $6 AND kind IN ('text', 'phrase')",
    )
    .bind(game.as_str())
    .bind(channel.word())
    .bind(i64::from(n))
    .bind(user.as_str())
    .bind(now.timestamp_millis())
    .bind((now - TalkLine::WITHDRAWN_WITHIN).timestamp_millis())
    .execute(&mut *tx)
    .await?;
    if withdrawn.rows_affected() == 0 {
        return Ok(false);
    }
    let changed = match channel {
        TalkChannel::Spectators => {
            "UPDATE talk SET spectators_changes = spectators_changes + 1 WHERE game = $1"
        }
        TalkChannel::Seats | TalkChannel::Notes => {
            "UPDATE talk SET seats_changes = seats_changes + 1 WHERE game = $1"
        }
    };
    sqlx::query(changed).bind(game.as_str()).execute(&mut *tx).await?;
    count_again(tx, game, None).await?;
    Ok(true)
}
