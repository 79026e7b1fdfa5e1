//! Challenges to games, until they are decided and for some time after.

use chrono::{DateTime, Utc};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, any::AnyArguments, query::Query};

use crate::batch::Batch;
use crate::blocks::is_blocked;
use crate::game::json;
use crate::jobs::change_jobs;
use crate::outcome::{execute, lock_both};
use crate::push::add_push_job;
use crate::row::Reader;
use crate::series::add_series;
use crate::statement::query;
use crate::writer::TransactionEnd::{Commit, RollBack, Unchanged};
use crate::{Store, StoreError};
use account::{ChallengeId, SeriesId, UserId};
use table::{Challenge, ChallengeEnd, ChallengeState, GameId, Job, JobChange, Outcome, Series};

/// Result of [`Store::add_game_challenge`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AddedChallenge {
    Added,
    /// The challenger has so many open ones, as many as are allowed.
    TooMany(u32),
    /// The two have this open challenge.
    Exists(Box<Challenge>),
    /// One of the two has blocked the other.
    Blocked,
}

/// Result of [`Store::change_game_challenge`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangedChallenge {
    Stored,
    /// There is another offer, or it is decided. Nothing was stored.
    Stale,
    /// One of the two has blocked the other.
    Blocked,
}

/// The most challenges of each kind that a list has.
const MOST: i64 = 100;

const COLUMNS: &str =
    "id, challenger, challenged, n, terms, former, made, offered, state, ended, game, series";

impl Store {
    /// Stores a new challenge, and tells the challenged person.
    pub async fn add_game_challenge(
        &self,
        challenge: &Challenge,
        at_most: u32,
        change_message: Option<String>,
    ) -> Result<AddedChallenge, StoreError> {
        let write = (challenge.clone(), at_most);
        let add = self.writer.write_and_notify(change_message, write, |tx, (challenge, at_most)| {
            Box::pin(async move {
                lock_both(&mut *tx, &challenge.from, &challenge.to).await?;
                if is_blocked(&mut *tx, &challenge.from, &challenge.to).await? {
                    return Ok(Unchanged(AddedChallenge::Blocked));
                }
                if let Some(open) = open_between(&mut *tx, challenge).await? {
                    let Some(expired) = open.expire(challenge.made) else {
                        return Ok(Unchanged(AddedChallenge::Exists(Box::new(open))));
                    };
                    update(&mut *tx, &expired, open.n).await?;
                }
                let open = count_open(&mut *tx, &challenge.from).await?;
                if open >= *at_most {
                    return Ok(Unchanged(AddedChallenge::TooMany(open)));
                }
                insert(challenge).execute(&mut *tx).await?;
                say_so(tx, challenge).await?;
                Ok(Commit(AddedChallenge::Added))
            })
        });
        add.await
    }

    /// Stores what has become of offer `n`, and tells whom it concerns.
    pub async fn change_game_challenge(
        &self,
        after: &Challenge,
        n: u32,
        change_message: Option<String>,
    ) -> Result<ChangedChallenge, StoreError> {
        let change = self.writer.write_and_notify(change_message, (after.clone(), n), |tx, (after, n)| {
            Box::pin(async move {
                lock_both(&mut *tx, &after.from, &after.to).await?;
                if is_blocked(&mut *tx, &after.from, &after.to).await? {
                    return Ok(Unchanged(ChangedChallenge::Blocked));
                }
                if !update(&mut *tx, after, *n).await? {
                    return Ok(Unchanged(ChangedChallenge::Stale));
                }
                say_so(tx, after).await?;
                Ok(Commit(ChangedChallenge::Stored))
            })
        });
        change.await
    }

    /// Stores that offer `n` was accepted, with the game that was opened for it and its series.
    pub async fn accept_game_challenge(
        &self,
        after: &Challenge,
        n: u32,
        (series, opening): (Option<Series>, Outcome),
        change_message: Option<String>,
    ) -> Result<ChangedChallenge, StoreError> {
        let write = (after.clone(), n, series, opening);
        let accept =
            self.writer.write_and_notify(change_message, write, |tx, (after, n, series, opening)| {
                Box::pin(async move {
                    lock_both(&mut *tx, &after.from, &after.to).await?;
                    if is_blocked(&mut *tx, &after.from, &after.to).await? {
                        return Ok(Unchanged(ChangedChallenge::Blocked));
                    }
                    if !update(&mut *tx, after, *n).await? {
                        return Ok(Unchanged(ChangedChallenge::Stale));
                    }
                    if let Some(series) = series {
                        add_series(&mut *tx, series).await?;
                    }
                    say_so(&mut *tx, after).await?;
                    Ok(match execute(tx, opening).await? {
                        Commit(_) => Commit(ChangedChallenge::Stored),
                        Unchanged(_) | RollBack(_) => RollBack(ChangedChallenge::Stale),
                    })
                })
            });
        accept.await
    }

    pub async fn game_challenge(&self, id: &ChallengeId) -> Result<Option<Challenge>, StoreError> {
        let row = query(format!("SELECT {COLUMNS} FROM game_challenges WHERE id = $1"))
            .bind(id.as_str())
            .fetch_optional(&self.readers)
            .await?;
        row.as_ref().map(read).transpose()
    }

    /// Those that a person has made or was sent, the last offer first.
    pub async fn game_challenges_of(&self, user: &UserId) -> Result<Vec<Challenge>, StoreError> {
        let side = |column: &str| {
            format!(
                "SELECT * FROM (SELECT {COLUMNS} FROM game_challenges WHERE {column} = $1
                 ORDER BY offered DESC, id DESC LIMIT $2) {column}_only"
            )
        };
        let rows = query(format!("{} UNION ALL {}", side("challenger"), side("challenged")))
            .bind(user.as_str())
            .bind(MOST)
            .fetch_all(&self.readers)
            .await?;
        let mut found = rows.iter().map(read).collect::<Result<Vec<_>, StoreError>>()?;
        found.sort_by(|one, other| (other.offered, &other.id).cmp(&(one.offered, &one.id)));
        Ok(found)
    }

    /// Removes those that were decided before.
    pub async fn expire_game_challenges(&self, before: DateTime<Utc>) -> Result<(), StoreError> {
        let expire = self.writer.write(before, |tx, before| {
            Box::pin(async move {
                sqlx::query("DELETE FROM game_challenges WHERE ended < $1")
                    .bind(before.timestamp_millis())
                    .execute(tx)
                    .await?;
                Ok(Commit(()))
            })
        });
        expire.await
    }
}

/// The same for two people in either order.
fn pair_of(one: &UserId, other: &UserId) -> String {
    format!("{} {}", one.min(other), one.max(other))
}

/// Removes all challenges between two people.
pub(super) fn remove_between(batch: &mut Batch, one: &UserId, other: &UserId) {
    batch.add("DELETE FROM game_challenges WHERE pair = $1", [pair_of(one, other).as_str().into()]);
}

/// The open challenge between the two of this one.
async fn open_between(
    tx: &mut AnyConnection,
    challenge: &Challenge,
) -> Result<Option<Challenge>, StoreError> {
    let row = query(format!("SELECT {COLUMNS} FROM game_challenges WHERE pair = $1 AND ended IS NULL"))
        .bind(pair_of(&challenge.from, &challenge.to))
        .fetch_optional(tx)
        .await?;
    row.as_ref().map(read).transpose()
}

async fn count_open(tx: &mut AnyConnection, challenger: &UserId) -> Result<u32, StoreError> {
    let row = sqlx::query(
        "SELECT $1 AS challenger, COUNT(*) AS n FROM game_challenges WHERE challenger = $1 AND ended IS NULL",
    )
    .bind(challenger.as_str())
    .fetch_one(tx)
    .await?;
    Reader::new(&row, "game_challenges", "challenger")?.number("n")
}

fn insert(challenge: &Challenge) -> Query<'_, sqlx::Any, AnyArguments> {
    sqlx::query(
        "INSERT INTO game_challenges (id, challenger, challenged, to_answer, pair, n, terms, made, offered, state)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'open')",
    )
    .bind(challenge.id.as_str())
    .bind(challenge.from.as_str())
    .bind(challenge.to.as_str())
    .bind(challenge.to_answer().as_str())
    .bind(pair_of(&challenge.from, &challenge.to))
    .bind(i64::from(challenge.n))
    .bind(json(&challenge.terms))
    .bind(challenge.made.timestamp_millis())
    .bind(challenge.offered.timestamp_millis())
}

/// `false`: offer `n` is no longer the current one.
async fn update(tx: &mut AnyConnection, after: &Challenge, n: u32) -> Result<bool, StoreError> {
    let (state, ended, end) = match &after.state {
        ChallengeState::Open => (OPEN, None, None),
        ChallengeState::Ended(end, at) => (end.word(), Some(at.timestamp_millis()), Some(end)),
    };
    let (game, series) = match end {
        Some(ChallengeEnd::Accepted { game, series }) => (Some(game), series.as_ref()),
        _ => (None, None),
    };
    let changed = sqlx::query(
        "UPDATE game_challenges SET to_answer = $3, n = $4, terms = $5, former = $6, offered = $7, state = $8, ended = $9,
             game = $10, series = $11
         WHERE id = $1 AND n = $2 AND ended IS NULL",
    )
    .bind(after.id.as_str())
    .bind(i64::from(n))
    .bind(after.to_answer().as_str())
    .bind(i64::from(after.n))
    .bind(json(&after.terms))
    .bind(after.former.as_ref().map(json))
    .bind(after.offered.timestamp_millis())
    .bind(state)
    .bind(ended)
    .bind(game.map(GameId::as_str))
    .bind(series.map(SeriesId::as_str))
    .execute(tx)
    .await?;
    Ok(changed.rows_affected() == 1)
}

/// Tells whom a change concerns, and schedules or cancels the end of the challenge.
async fn say_so(tx: &mut AnyConnection, challenge: &Challenge) -> Result<(), StoreError> {
    let job = Job::ExpireChallenge(challenge.id.clone());
    let (at, change) = match &challenge.state {
        ChallengeState::Open => (challenge.offered, JobChange::Put(job.at(challenge.expires()))),
        ChallengeState::Ended(_, at) => (*at, JobChange::Remove(job.key())),
    };
    let mut batch = Batch::default();
    if let Some(push) = challenge.push(at) {
        add_push_job(&mut batch, &push);
    }
    change_jobs(&mut batch, &[change], at);
    Ok(batch.execute(tx).await?)
}

const OPEN: &str = "open";

fn read(row: &AnyRow) -> Result<Challenge, StoreError> {
    let row = Reader::new(row, "game_challenges", "id")?;
    let end = match row.text("state")?.as_str() {
        OPEN => None,
        "accepted" => Some(ChallengeEnd::Accepted {
            game: row.parsed("game", GameId::parse)?,
            series: row.maybe_parsed("series", SeriesId::parse)?,
        }),
        "declined" => Some(ChallengeEnd::Declined),
        "withdrawn" => Some(ChallengeEnd::Withdrawn),
        "expired" => Some(ChallengeEnd::Expired),
        other => return Err(row.bad("state", format_args!("{other:?} is invalid"))),
    };
    Ok(Challenge {
        id: row.parsed("id", ChallengeId::parse)?,
        from: row.parsed("challenger", UserId::parse)?,
        to: row.parsed("challenged", UserId::parse)?,
        n: row.number("n")?,
        terms: row.json("terms")?,
        former: match row.maybe_text("former")? {
            Some(_) => Some(row.json("former")?),
            None => None,
        },
        made: row.time("made")?,
        offered: row.time("offered")?,
        state: match end {
            Some(end) => ChallengeState::Ended(end, row.time("ended")?),
            None => ChallengeState::Open,
        },
    })
}
