//! How far ratings are worked out, and the next step.

use chrono::{DateTime, Utc};
use sqlx::AnyConnection;

use crate::batch::{Batch, Value};
use crate::jobs::change_jobs;
use crate::ratings::games::{add_loss, games_after};
use crate::row::Reader;
use crate::writer::TransactionEnd::{Commit, Unchanged};
use crate::{Store, StoreError};
use account::UserId;
use rating::{Pool, Rating};
use table::{JobChange, Left, PlayerRating, RANKED_FOR, RatedGame, RatingChange, TimeLoss, Void};

/// Games lost on time that are stored together.
const LOSSES: usize = 100;

/// The next game to be rated.
#[derive(Clone, Debug)]
pub struct NextRatedGame {
    pub game: RatedGame,
    /// Whether an administrator has decided that it does not count.
    pub excluded: bool,
    /// Of what ratings follow from.
    revision: i64,
}

impl Store {
    /// The first game that the ratings don't contain.
    pub async fn next_rated_game(&self) -> Result<Option<NextRatedGame>, StoreError> {
        let mut connection = self.readers.acquire().await?;
        let row =
            sqlx::query("SELECT name, ended, game, revision FROM rating_progress WHERE name = 'ratings'")
                .fetch_optional(&mut *connection)
                .await?;
        let (ended, game, revision) = match &row {
            None => (i64::MIN, String::new(), 0),
            Some(row) => {
                let row = Reader::new(row, "rating_progress", "name")?;
                (row.number("ended")?, row.text("game")?, row.number("revision")?)
            }
        };
        let next = games_after(&mut connection, ended, &game, 1).await?.into_iter().next();
        Ok(next.map(|(game, excluded)| NextRatedGame { game, excluded, revision }))
    }

    /// The player's rating in a pool before a game that ended at a time.
    pub async fn rating_before(
        &self,
        user: &UserId,
        game: &RatedGame,
    ) -> Result<Option<PlayerRating>, StoreError> {
        let row = sqlx::query(
            "SELECT user_id, games, new_mean, new_deviation, ended FROM rating_changes
             WHERE user_id = $1 AND pool = $2 AND void IS NULL AND (ended, game) < ($3, $4)
             ORDER BY ended DESC, game DESC LIMIT 1",
        )
        .bind(user.as_str())
        .bind(game.pool.word())
        .bind(game.ended.timestamp_millis())
        .bind(game.game.as_str())
        .fetch_optional(&self.readers)
        .await?;
        let read = |row| {
            let row = Reader::new(row, "rating_changes", "user_id")?;
            let rating = Rating { mean: row.number("new_mean")?, deviation: row.number("new_deviation")? };
            Ok(PlayerRating { rating, games: row.number("games")?, ended: row.time("ended")? })
        };
        row.as_ref().map(read).transpose()
    }

    /// Adds a game to the ratings, with the job that makes it found by them. `false`: what ratings follow from has changed since the game was read, or another server was faster.
    pub async fn add_to_ratings(
        &self,
        next: &NextRatedGame,
        changes: &[RatingChange],
        index: Option<JobChange>,
        now: DateTime<Utc>,
        change_message: Option<String>,
    ) -> Result<bool, StoreError> {
        let input = (next.clone(), changes.to_vec(), index, now);
        let add = self.writer.write_and_notify(change_message, input, |tx, (next, changes, index, now)| {
            Box::pin(async move {
                let progress = sqlx::query(
                    "INSERT INTO rating_progress (name, ended, game, revision) VALUES ('ratings', $1, $2, $3 + 1)
                     ON CONFLICT (name) DO UPDATE SET ended = excluded.ended, game = excluded.game, revision = excluded.revision
                     WHERE rating_progress.revision = $3",
                )
                .bind(next.game.ended.timestamp_millis())
                .bind(next.game.game.as_str())
                .bind(next.revision)
                .execute(&mut *tx)
                .await?;
                if progress.rows_affected() == 0 {
                    return Ok(Unchanged(false));
                }
                let mut batch = Batch::default();
                for change in changes {
                    set_change(&mut batch, change, *now);
                }
                change_jobs(&mut batch, index.as_slice(), *now);
                batch.execute(tx).await?;
                Ok(Commit(true))
            })
        });
        add.await
    }

    /// Takes those out of the lists whose last game ended before.
    pub async fn unrank_idle(&self, before: DateTime<Utc>) -> Result<(), StoreError> {
        let unrank = "UPDATE ratings SET ranked = 0 WHERE ranked = 1 AND ended < $1";
        self.change(unrank, vec![before.timestamp_millis().into()]).await.map(drop)
    }

    /// A number that grows with every change of what ratings follow from, and with every game that they contain.
    pub async fn rating_revision(&self) -> Result<i64, StoreError> {
        let row = sqlx::query("SELECT name, revision FROM rating_progress WHERE name = 'ratings'")
            .fetch_optional(&self.readers)
            .await?;
        row.map_or(Ok(0), |row| Reader::new(&row, "rating_progress", "name")?.number("revision"))
    }

    /// How many changes and ratings are stored: for the host's commands only.
    pub async fn count_ratings(&self) -> Result<(usize, usize), StoreError> {
        let row = sqlx::query(
            "SELECT 'ratings' AS name, (SELECT COUNT(*) FROM rating_changes) AS changes,
                 (SELECT COUNT(*) FROM ratings) AS ratings",
        )
        .fetch_one(&self.readers)
        .await?;
        let row = Reader::new(&row, "rating_changes", "name")?;
        Ok((row.number("changes")?, row.number("ratings")?))
    }

    /// Works out all ratings again from the first game, by the job. `losses` are all games that were lost on time and count.
    pub async fn restart_ratings(
        &self,
        losses: Vec<(UserId, TimeLoss)>,
        job: JobChange,
        now: DateTime<Utc>,
    ) -> Result<(), StoreError> {
        let restart = self.writer.write((losses, job, now), |tx, (losses, job, now)| {
            Box::pin(async move {
                let mut batch = Batch::default();
                batch.add("DELETE FROM ratings WHERE pool >= ''", []);
                batch.add("DELETE FROM rating_changes WHERE pool >= ''", []);
                batch.add("DELETE FROM time_losses WHERE user_id >= ''", []);
                batch.add(
                    "UPDATE rating_progress SET ended = 0, game = '', revision = revision + 1 WHERE name = 'ratings'",
                    [],
                );
                change_jobs(&mut batch, std::slice::from_ref(job), *now);
                batch.execute(&mut *tx).await?;
                for losses in losses.chunks(LOSSES) {
                    let mut batch = Batch::default();
                    for (user, loss) in losses {
                        add_loss(&mut batch, user, loss);
                    }
                    batch.execute(&mut *tx).await?;
                }
                Ok(Commit(()))
            })
        });
        restart.await
    }
}

/// Games that ended at this time or later are rated again; of those that ended with this one, if it ended then, only from it on.
pub(super) async fn set_back(
    tx: &mut AnyConnection,
    from: DateTime<Utc>,
    game: &RatedGame,
) -> Result<(), StoreError> {
    let first = if from < game.ended { "" } else { game.game.as_str() };
    let before = "CASE WHEN (rating_progress.ended, rating_progress.game) >= ($1, $2)";
    crate::statement::query(format!(
        "INSERT INTO rating_progress (name, ended, game, revision) VALUES ('ratings', $1 - 1, '', 1)
         ON CONFLICT (name) DO UPDATE SET ended = {before} THEN $1 - 1 ELSE rating_progress.ended END,
             game = {before} THEN '' ELSE rating_progress.game END, revision = rating_progress.revision + 1"
    ))
    .bind(from.timestamp_millis())
    .bind(first)
    .execute(tx)
    .await?;
    Ok(())
}

fn set_change(batch: &mut Batch, change: &RatingChange, now: DateTime<Utc>) {
    let values: [Value; 13] = [
        change.user.as_str().into(),
        change.game.as_str().into(),
        change.pool.word().into(),
        change.ended.timestamp_millis().into(),
        i64::from(change.seat.0).into(),
        i64::from(change.place).into(),
        change.left.map(Left::word).into(),
        change.void.map(Void::word).into(),
        i64::from(change.games).into(),
        change.before.mean.into(),
        change.before.deviation.into(),
        change.after.mean.into(),
        change.after.deviation.into(),
    ];
    batch.add(
        "INSERT INTO rating_changes (user_id, game, pool, ended, seat, place, how_left, void, games, mean, deviation, new_mean, new_deviation)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
         ON CONFLICT (user_id, game) DO UPDATE SET pool = excluded.pool, ended = excluded.ended, seat = excluded.seat,
             place = excluded.place, how_left = excluded.how_left, void = excluded.void, games = excluded.games,
             mean = excluded.mean, deviation = excluded.deviation, new_mean = excluded.new_mean,
             new_deviation = excluded.new_deviation",
        values,
    );
    set_last(batch, &change.user, change.pool, now);
}

/// Copies the last change of a player that counted into the ratings.
pub(super) fn set_last(batch: &mut Batch, user: &UserId, pool: Pool, now: DateTime<Utc>) {
    let key = || [Value::from(user.as_str()), pool.word().into()];
    batch.add(
        "DELETE FROM ratings WHERE user_id = $1 AND pool = $2
         AND NOT EXISTS (SELECT 1 FROM rating_changes c WHERE c.user_id = $1 AND c.pool = $2 AND c.void IS NULL)",
        key(),
    );
    batch.add(
        "INSERT INTO ratings (user_id, pool, mean, deviation, games, ended, ranked)
         SELECT c.user_id, c.pool, c.new_mean, c.new_deviation, c.games, c.ended,
             CASE WHEN c.new_deviation <= $3 AND c.ended > $4 THEN 1 ELSE 0 END FROM rating_changes c
         WHERE c.user_id = $1 AND c.pool = $2 AND c.void IS NULL ORDER BY c.ended DESC, c.game DESC LIMIT 1
         ON CONFLICT (user_id, pool) DO UPDATE SET mean = excluded.mean, deviation = excluded.deviation, games = excluded.games,
             ended = excluded.ended, ranked = excluded.ranked",
        key().into_iter().chain([Rating::ESTABLISHED.into(), (now - RANKED_FOR).timestamp_millis().into()]),
    );
}
