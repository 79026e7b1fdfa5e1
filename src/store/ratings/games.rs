//! What ratings follow from: rated games, games lost on time, and corrections.

use chrono::{DateTime, Utc};
use sqlx::AnyConnection;
use sqlx::any::AnyRow;

use crate::batch::Batch;
use crate::jobs::change_jobs;
use crate::ratings::progress::{set_back, set_last};
use crate::row::Reader;
use crate::writer::TransactionEnd::{Commit, RollBack, Unchanged};
use crate::{Store, StoreError, audit_log};
use account::{AuditEntry, UserId};
use rating::Pool;
use table::{ABSENCE, GameId, JobChange, RatedGame, RatingCorrection, TimeLoss, Void};

impl Store {
    /// What a rated game says about its players, as stored.
    pub async fn rated_game(&self, game: &GameId) -> Result<Option<RatedGame>, StoreError> {
        find_game(&mut *self.readers.acquire().await?, game).await
    }

    /// Rated games after this one in the order in which they ended, with whether they are excluded.
    pub async fn rated_games(
        &self,
        after: Option<(DateTime<Utc>, &GameId)>,
        limit: u32,
    ) -> Result<Vec<(RatedGame, bool)>, StoreError> {
        let mut connection = self.readers.acquire().await?;
        let (ended, game) =
            after.map_or((i64::MIN, ""), |(ended, game)| (ended.timestamp_millis(), game.as_str()));
        games_after(&mut connection, ended, game, limit).await
    }

    /// Replaces what a game says about its players; `None`: it is not rated. `false`: that is stored. Whatever follows from it is worked out
    /// again by the job.
    pub async fn set_rated_game(
        &self,
        game: &GameId,
        rated: Option<&RatedGame>,
        job: JobChange,
        now: DateTime<Utc>,
        change_message: Option<String>,
    ) -> Result<bool, StoreError> {
        let input = (game.clone(), rated.cloned(), job, now);
        let set = self.writer.write_and_notify(change_message, input, |tx, (game, rated, job, now)| {
            Box::pin(async move {
                let stored = match find_game(tx, game).await {
                    // What can't be read is replaced.
                    Err(error) if error.is_damage() => None,
                    found => match found? {
                        stored if stored == *rated => return Ok(Unchanged(false)),
                        stored => stored,
                    },
                };
                let mut batch = Batch::default();
                replace(&mut batch, game, stored.as_ref(), rated.as_ref(), *now);
                if let Some(rated) = rated
                    && !is_excluded(tx, game).await?
                {
                    add_losses(&mut batch, rated);
                }
                change_jobs(&mut batch, std::slice::from_ref(job), *now);
                batch.execute(&mut *tx).await?;
                for changed in stored.iter().chain(rated) {
                    let from = earliest_change(tx, changed).await?;
                    set_back(tx, from, changed).await?;
                }
                Ok(Commit(true))
            })
        });
        set.await
    }

    /// The last three rated games that the player lost on time up to this one, and the next, within a week: they decide whether this one
    /// counts.
    pub async fn time_losses(&self, user: &UserId, around: &RatedGame) -> Result<Vec<TimeLoss>, StoreError> {
        let rows = sqlx::query(
            "SELECT * FROM (SELECT user_id, ended, game FROM time_losses
                            WHERE user_id = $1 AND ended >= $2 AND (ended, game) <= ($3, $4)
                            ORDER BY ended DESC, game DESC LIMIT 3) before
             UNION ALL SELECT * FROM (SELECT user_id, ended, game FROM time_losses
                                      WHERE user_id = $1 AND (ended, game) > ($3, $4) AND ended <= $5
                                      ORDER BY ended, game LIMIT 1) later",
        )
        .bind(user.as_str())
        .bind((around.ended - ABSENCE).timestamp_millis())
        .bind(around.ended.timestamp_millis())
        .bind(around.game.as_str())
        .bind((around.ended + ABSENCE).timestamp_millis())
        .fetch_all(&self.readers)
        .await?;
        let mut losses = rows.iter().map(read_loss).collect::<Result<Vec<_>, StoreError>>()?;
        losses.sort_unstable();
        Ok(losses)
    }

    /// All rated games that were lost on time, and who lost them, after one of them: for the host's commands only.
    pub async fn all_time_losses(
        &self,
        after: Option<&(UserId, TimeLoss)>,
        limit: u32,
    ) -> Result<Vec<(UserId, TimeLoss)>, StoreError> {
        let rows = sqlx::query(
            "SELECT user_id, ended, game FROM time_losses WHERE (user_id, ended, game) > ($1, $2, $3)
             ORDER BY user_id, ended, game LIMIT $4",
        )
        .bind(after.map_or("", |(user, _)| user.as_str()))
        .bind(after.map_or(i64::MIN, |(_, loss)| loss.ended.timestamp_millis()))
        .bind(after.map_or("", |(_, loss)| loss.game.as_str()))
        .bind(i64::from(limit))
        .fetch_all(&self.readers)
        .await?;
        let read = |row| {
            let user = Reader::new(row, "time_losses", "user_id")?.parsed("user_id", UserId::parse)?;
            Ok((user, read_loss(row)?))
        };
        rows.iter().map(read).collect()
    }

    /// The decisions about a game, in order.
    pub async fn rating_corrections(&self, game: &GameId) -> Result<Vec<RatingCorrection>, StoreError> {
        let rows = sqlx::query(
            "SELECT game, at, excluded, reason FROM rating_corrections WHERE game = $1 ORDER BY at",
        )
        .bind(game.as_str())
        .fetch_all(&self.readers)
        .await?;
        rows.iter().map(read_correction).collect()
    }

    /// Stores a decision with the job that works out ratings again. `false`: the game is not rated, or that was decided before.
    pub async fn correct_rating(
        &self,
        correction: &RatingCorrection,
        job: JobChange,
        entry: &AuditEntry,
        change_message: Option<String>,
    ) -> Result<bool, StoreError> {
        let input = (correction.clone(), job, entry.clone());
        let correct = self.writer.write_and_notify(change_message, input, |tx, (correction, job, entry)| {
            Box::pin(async move {
                let Some(game) = find_game(tx, &correction.game).await? else { return Ok(Unchanged(false)) };
                // The lock of the progress keeps two decisions apart.
                let from = earliest_change(tx, &game).await?;
                set_back(tx, from, &game).await?;
                if is_excluded(tx, &correction.game).await? == correction.excluded {
                    return Ok(RollBack(false));
                }
                let mut batch = Batch::default();
                batch.add(
                    "INSERT INTO rating_corrections (game, at, excluded, reason) VALUES ($1, $2, $3, $4)",
                    [
                        correction.game.as_str().into(),
                        correction.at.timestamp_millis().into(),
                        i64::from(correction.excluded).into(),
                        correction.reason.as_str().into(),
                    ],
                );
                // What does not count makes no other game an absence.
                if correction.excluded {
                    remove_losses(&mut batch, &game);
                } else {
                    add_losses(&mut batch, &game);
                }
                change_jobs(&mut batch, std::slice::from_ref(job), correction.at);
                batch.execute(&mut *tx).await?;
                audit_log::append(tx, entry).await?;
                Ok(Commit(true))
            })
        });
        correct.await
    }
}

async fn find_game(connection: &mut AnyConnection, game: &GameId) -> Result<Option<RatedGame>, StoreError> {
    let row = sqlx::query("SELECT game, ended, pool, players, void FROM rated_games WHERE game = $1")
        .bind(game.as_str())
        .fetch_optional(connection)
        .await?;
    row.as_ref().map(read_game).transpose()
}

fn replace(
    batch: &mut Batch,
    game: &GameId,
    stored: Option<&RatedGame>,
    rated: Option<&RatedGame>,
    now: DateTime<Utc>,
) {
    if let Some(stored) = stored {
        remove_losses(batch, stored);
        for user in stored.users() {
            batch.add(
                "DELETE FROM rating_changes WHERE user_id = $1 AND game = $2",
                [user.as_str().into(), game.as_str().into()],
            );
            set_last(batch, user, stored.pool, now);
        }
    }
    let Some(rated) = rated else {
        batch.add("DELETE FROM rated_games WHERE game = $1", [game.as_str().into()]);
        return;
    };
    batch.add(
        "INSERT INTO rated_games (game, ended, pool, players, void) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (game) DO UPDATE SET ended = excluded.ended, pool = excluded.pool, players = excluded.players,
             void = excluded.void",
        [
            game.as_str().into(),
            rated.ended.timestamp_millis().into(),
            rated.pool.word().into(),
            rated.players_json().into(),
            rated.void.map(Void::word).into(),
        ],
    );
}

fn add_losses(batch: &mut Batch, game: &RatedGame) {
    for user in game.lost_on_time() {
        add_loss(batch, user, &TimeLoss { ended: game.ended, game: game.game.clone() });
    }
}

pub(super) fn add_loss(batch: &mut Batch, user: &UserId, loss: &TimeLoss) {
    batch.add(
        "INSERT INTO time_losses (user_id, ended, game) VALUES ($1, $2, $3) ON CONFLICT (user_id, ended, game) DO NOTHING",
        [user.as_str().into(), loss.ended.timestamp_millis().into(), loss.game.as_str().into()],
    );
}

fn remove_losses(batch: &mut Batch, game: &RatedGame) {
    for user in game.users() {
        batch.add(
            "DELETE FROM time_losses WHERE user_id = $1 AND ended = $2 AND game = $3",
            [user.as_str().into(), game.ended.timestamp_millis().into(), game.game.as_str().into()],
        );
    }
}

/// When the first game ended whose changes depend on this one: a loss on time decides about others of the week before it, but not about the
/// first of them.
async fn earliest_change(tx: &mut AnyConnection, game: &RatedGame) -> Result<DateTime<Utc>, StoreError> {
    let mut earliest = game.ended;
    for user in game.lost_on_time() {
        let row = sqlx::query(
            "SELECT user_id, ended FROM time_losses WHERE user_id = $1 AND ended >= $2 AND ended <= $3 ORDER BY ended LIMIT 1 OFFSET 1",
        )
        .bind(user.as_str())
        .bind((game.ended - ABSENCE).timestamp_millis())
        .bind(game.ended.timestamp_millis())
        .fetch_optional(&mut *tx)
        .await?;
        if let Some(row) = row {
            earliest = earliest.min(Reader::new(&row, "time_losses", "user_id")?.time("ended")?);
        }
    }
    Ok(earliest)
}

pub(super) async fn games_after(
    connection: &mut AnyConnection,
    ended: i64,
    game: &str,
    limit: u32,
) -> Result<Vec<(RatedGame, bool)>, StoreError> {
    let rows = sqlx::query(
        "SELECT game, ended, pool, players, void FROM rated_games WHERE (ended, game) > ($1, $2)
         ORDER BY ended, game LIMIT $3",
    )
    .bind(ended)
    .bind(game)
    .bind(i64::from(limit))
    .fetch_all(&mut *connection)
    .await?;
    let mut games = Vec::new();
    for row in &rows {
        let game = read_game(row)?;
        let excluded = is_excluded(connection, &game.game).await?;
        games.push((game, excluded));
    }
    Ok(games)
}

async fn is_excluded(connection: &mut AnyConnection, game: &GameId) -> Result<bool, StoreError> {
    let row =
        sqlx::query("SELECT game, excluded FROM rating_corrections WHERE game = $1 ORDER BY at DESC LIMIT 1")
            .bind(game.as_str())
            .fetch_optional(connection)
            .await?;
    row.as_ref().map_or(Ok(false), |row| Reader::new(row, "rating_corrections", "game")?.flag("excluded"))
}

fn read_loss(row: &AnyRow) -> Result<TimeLoss, StoreError> {
    let row = Reader::new(row, "time_losses", "user_id")?;
    Ok(TimeLoss { ended: row.time("ended")?, game: row.parsed("game", GameId::parse)? })
}

fn read_game(row: &AnyRow) -> Result<RatedGame, StoreError> {
    let row = Reader::new(row, "rated_games", "game")?;
    Ok(RatedGame {
        game: row.parsed("game", GameId::parse)?,
        ended: row.time("ended")?,
        pool: row.parsed("pool", Pool::parse)?,
        players: row.json("players")?,
        void: row.maybe_parsed("void", Void::parse)?,
    })
}

fn read_correction(row: &AnyRow) -> Result<RatingCorrection, StoreError> {
    let row = Reader::new(row, "rating_corrections", "game")?;
    Ok(RatingCorrection {
        game: row.parsed("game", GameId::parse)?,
        at: row.time("at")?,
        excluded: row.flag("excluded")?,
        reason: row.text("reason")?,
    })
}
