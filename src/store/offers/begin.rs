//! The games of offers that fit together.

use chrono::{DateTime, Utc};
use sqlx::AnyConnection;

use crate::batch::Batch;
use crate::blocks::has_block;
use crate::offers::{OPEN, games_with_others, remove_keys};
use crate::outcome::{execute, lock_user};
use crate::row::Reader;
use crate::statement::query;
use crate::writer::TransactionEnd::{Commit, RollBack, Unchanged};
use crate::{Store, StoreError};
use account::{OfferId, UserId};
use table::{GameId, Outcome};

/// Result of [`Store::begin_offered`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BeginResult {
    Stored,
    /// One of the offers has ended or no room for another game, or a block separates two of the players. Nothing was stored.
    Taken,
}

/// An offer that has room for a game.
struct Claim {
    offer: OfferId,
    once: bool,
    /// Whether this game takes the last room.
    is_last: bool,
}

impl Store {
    /// Stores an outcome that begins a game of these people, with offers of some of them, unless one offer has no room. All are locked until the end of
    /// the transaction, so that no two games take the same room, and no block comes in between.
    pub async fn begin_offered(
        &self,
        outcome: Outcome,
        mut people: Vec<UserId>,
        offers: Vec<OfferId>,
        change_message: Option<String>,
    ) -> Result<BeginResult, StoreError> {
        // Locks in one order can't wait for each other.
        people.sort();
        let write = (outcome, people, offers);
        let begin = self.writer.write_and_notify(change_message, write, |tx, (outcome, people, offers)| {
            Box::pin(async move {
                for person in people {
                    lock_user(&mut *tx, person).await?;
                }
                if has_block(&mut *tx, people).await? {
                    return Ok(Unchanged(BeginResult::Taken));
                }
                let mut claims = Vec::new();
                for offer in offers {
                    match claim(&mut *tx, offer).await? {
                        Some(claim) => claims.push(claim),
                        None => return Ok(Unchanged(BeginResult::Taken)),
                    }
                }
                match execute(tx, outcome).await? {
                    Commit(_) => {}
                    Unchanged(_) => return Ok(Unchanged(BeginResult::Taken)),
                    RollBack(_) => return Ok(RollBack(BeginResult::Taken)),
                }
                let mut batch = Batch::default();
                for claim in &claims {
                    take(&mut batch, claim, &outcome.game, outcome.at);
                }
                batch.execute(tx).await?;
                Ok(Commit(BeginResult::Stored))
            })
        });
        begin.await
    }
}

/// `None` if the offer has no room.
async fn claim(tx: &mut AnyConnection, offer: &OfferId) -> Result<Option<Claim>, StoreError> {
    let row = query(format!(
        "SELECT o.id, o.user_id, o.at_once, o.once, (SELECT COUNT(*) FROM offer_games g WHERE g.offer = o.id) AS playing,
             u.games_wanted
         FROM offers o JOIN users u ON u.id = o.user_id
         WHERE o.id = $1 AND o.waits IS NOT NULL AND {OPEN}"
    ))
    .bind(offer.as_str())
    .fetch_optional(&mut *tx)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let row = Reader::new(&row, "offers", "id")?;
    let (playing, at_once): (i64, i64) = (row.number("playing")?, row.number("at_once")?);
    let has_room = playing < at_once
        && match row.maybe_number("games_wanted")? {
            Some(wanted) => games_with_others(tx, &row.parsed("user_id", UserId::parse)?).await? < wanted,
            None => true,
        };
    let claim = Claim { offer: offer.clone(), once: row.flag("once")?, is_last: playing + 1 >= at_once };
    Ok(has_room.then_some(claim))
}

/// An offer that goes on waits again behind all others.
fn take(batch: &mut Batch, claim: &Claim, game: &GameId, now: DateTime<Utc>) {
    let offer = || claim.offer.as_str().into();
    if claim.once {
        return batch.add("DELETE FROM offers WHERE id = $1", [offer()]);
    }
    batch.add("INSERT INTO offer_games (game, offer) VALUES ($1, $2)", [game.as_str().into(), offer()]);
    if claim.is_last {
        batch.add("UPDATE offers SET waits = NULL WHERE id = $1", [offer()]);
        remove_keys(batch, &claim.offer);
    } else {
        let now = || now.timestamp_millis().into();
        batch.add("UPDATE offers SET waits = $2 WHERE id = $1", [offer(), now()]);
        batch.add("UPDATE offer_keys SET waits = $2 WHERE offer = $1", [offer(), now()]);
    }
}
