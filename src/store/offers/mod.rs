//! Offers: who is open to which games.

mod begin;
mod read;
mod write;

pub use begin::BeginResult;
pub use read::WaitingOffer;
pub use write::MakeOfferResult;

use sqlx::AnyConnection;
use sqlx::any::AnyRow;

use crate::StoreError;
use crate::batch::Batch;
use crate::row::Reader;
use account::{OfferId, UserId};
use chrono::{DateTime, Utc};
use table::{GameKey, Offer};

/// What [`read_offer`] reads, of the offers `o`.
const COLUMNS: &str = "o.id, o.user_id, o.terms, o.at_once, o.once, o.since, o.waits,
    (SELECT COUNT(*) FROM offer_games g WHERE g.offer = o.id) AS playing";

/// Whether the user `u` of an offer can play at all.
const OPEN: &str = "u.locked IS NULL AND u.closes IS NULL AND u.closed IS NULL";

fn read_offer(row: &AnyRow) -> Result<Offer, StoreError> {
    let row = Reader::new(row, "offers", "id")?;
    Ok(Offer {
        id: row.parsed("id", OfferId::parse)?,
        user: row.parsed("user_id", UserId::parse)?,
        terms: row.json("terms")?,
        at_once: row.number("at_once")?,
        once: row.flag("once")?,
        since: row.time("since")?,
        playing: row.number("playing")?,
        waits: row.maybe_time("waits")?,
    })
}

/// How many games with other people the user has in progress.
async fn games_with_others(connection: &mut AnyConnection, user: &UserId) -> Result<u16, StoreError> {
    let row = sqlx::query(
        "SELECT $1 AS user_id, COUNT(*) AS games FROM seats s WHERE s.user_id = $1 AND s.status = 'playing'
             AND EXISTS (SELECT 1 FROM seats t WHERE t.game = s.game AND t.user_id <> s.user_id)",
    )
    .bind(user.as_str())
    .fetch_one(connection)
    .await?;
    Reader::new(&row, "seats", "user_id")?.number("games")
}

/// Lets an offer be found by these games.
fn add_keys(batch: &mut Batch, offer: &OfferId, keys: &[GameKey], waits: DateTime<Utc>) {
    for key in keys {
        batch.add(
            "INSERT INTO offer_keys (game_key, waits, offer) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
            [key.as_str().into(), waits.timestamp_millis().into(), offer.as_str().into()],
        );
    }
}

/// Lets an offer be found no more.
fn remove_keys(batch: &mut Batch, offer: &OfferId) {
    batch.add("DELETE FROM offer_keys WHERE offer = $1", [offer.as_str().into()]);
}
