//! Making offers, ending them, and letting them wait again.

use chrono::{DateTime, Utc};

use crate::batch::Batch;
use crate::jobs::change_jobs;
use crate::offers::{add_keys, remove_keys};
use crate::outcome::lock_user;
use crate::row::Reader;
use crate::writer::TransactionEnd::{Commit, Unchanged};
use crate::{Store, StoreError};
use account::{OfferId, UserId};
use table::{GameId, GameKey, JobChange, Offer};

/// Result of [`Store::make_offer`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MakeOfferResult {
    Done,
    /// The user has as many as are allowed.
    TooMany,
}

impl Store {
    /// Stores an offer that waits from now on, and the job that looks for others.
    pub async fn make_offer(
        &self,
        offer: &Offer,
        keys: Vec<GameKey>,
        job: JobChange,
        change_message: Option<String>,
    ) -> Result<MakeOfferResult, StoreError> {
        let terms = serde_json::to_string(&offer.terms).map_err(|error| StoreError::BadRow {
            table: "offers",
            column: "terms",
            row: offer.id.to_string(),
            why: error.to_string(),
        })?;
        let input = (offer.clone(), terms, keys, job);
        let make = self.writer.write_and_notify(change_message, input, |tx, (offer, terms, keys, job)| {
            Box::pin(async move {
                lock_user(&mut *tx, &offer.user).await?;
                let row =
                    sqlx::query("SELECT $1 AS user_id, COUNT(*) AS offers FROM offers WHERE user_id = $1")
                        .bind(offer.user.as_str())
                        .fetch_one(&mut *tx)
                        .await?;
                if Reader::new(&row, "offers", "user_id")?.number::<u32>("offers")? >= Offer::MOST {
                    return Ok(Unchanged(MakeOfferResult::TooMany));
                }
                let mut batch = Batch::default();
                batch.add(
                    "INSERT INTO offers (id, user_id, terms, at_once, once, since, waits)
                     VALUES ($1, $2, $3, $4, $5, $6, $6)",
                    [
                        offer.id.as_str().into(),
                        offer.user.as_str().into(),
                        terms.as_str().into(),
                        i64::from(offer.at_once).into(),
                        i64::from(offer.once).into(),
                        offer.since.timestamp_millis().into(),
                    ],
                );
                add_keys(&mut batch, &offer.id, keys, offer.since);
                change_jobs(&mut batch, std::slice::from_ref(job), offer.since);
                batch.execute(tx).await?;
                Ok(Commit(MakeOfferResult::Done))
            })
        });
        make.await
    }

    /// Its games go on. `false`: the user has no such offer.
    pub async fn end_offer(&self, user: &UserId, id: &OfferId) -> Result<bool, StoreError> {
        let end = self.writer.write((user.clone(), id.clone()), |tx, (user, id)| {
            Box::pin(async move {
                let ended = sqlx::query("DELETE FROM offers WHERE id = $2 AND user_id = $1")
                    .bind(user.as_str())
                    .bind(id.as_str())
                    .execute(tx)
                    .await?;
                Ok(if ended.rows_affected() > 0 { Commit(true) } else { Unchanged(false) })
            })
        });
        end.await
    }

    /// A game is over: these offers, with which it began, have room for another one.
    pub async fn free_offers(
        &self,
        game: &GameId,
        offers: Vec<(OfferId, Vec<GameKey>)>,
        now: DateTime<Utc>,
    ) -> Result<(), StoreError> {
        let free = self.writer.write((game.clone(), offers, now), |tx, (game, offers, now)| {
            Box::pin(async move {
                let mut batch = Batch::default();
                for (offer, keys) in offers {
                    let freed = sqlx::query("DELETE FROM offer_games WHERE game = $1 AND offer = $2")
                        .bind(game.as_str())
                        .bind(offer.as_str())
                        .execute(&mut *tx)
                        .await?;
                    let waits = sqlx::query("UPDATE offers SET waits = $2 WHERE id = $1 AND waits IS NULL")
                        .bind(offer.as_str())
                        .bind(now.timestamp_millis())
                        .execute(&mut *tx)
                        .await?;
                    if freed.rows_affected() > 0 && waits.rows_affected() > 0 {
                        add_keys(&mut batch, offer, keys, *now);
                    }
                }
                batch.execute(tx).await?;
                Ok(Commit(()))
            })
        });
        free.await
    }

    /// Lets an offer that waits be found by other games: versions of the server can differ in their keys.
    pub async fn renew_offer_keys(&self, id: &OfferId, keys: Vec<GameKey>) -> Result<(), StoreError> {
        let renew = self.writer.write((id.clone(), keys), |tx, (id, keys)| {
            Box::pin(async move {
                let row = sqlx::query("SELECT id, waits FROM offers WHERE id = $1")
                    .bind(id.as_str())
                    .fetch_optional(&mut *tx)
                    .await?;
                let Some(row) = row else { return Ok(Unchanged(())) };
                let waits = Reader::new(&row, "offers", "id")?.maybe_time("waits")?;
                let Some(waits) = waits else { return Ok(Unchanged(())) };
                let mut batch = Batch::default();
                remove_keys(&mut batch, id);
                add_keys(&mut batch, id, keys, waits);
                batch.execute(tx).await?;
                Ok(Commit(()))
            })
        });
        renew.await
    }

    pub async fn set_games_wanted(&self, user: &UserId, games: Option<u16>) -> Result<(), StoreError> {
        let set = self.writer.write((user.clone(), games), |tx, (user, games)| {
            Box::pin(async move {
                sqlx::query("UPDATE users SET games_wanted = $2 WHERE id = $1")
                    .bind(user.as_str())
                    .bind(games.map(i64::from))
                    .execute(tx)
                    .await?;
                Ok(Commit(()))
            })
        });
        set.await
    }
}
