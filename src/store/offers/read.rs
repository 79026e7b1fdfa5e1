//! Which offers there are.

use chrono::{DateTime, Utc};
use sqlx::any::AnyRow;

use crate::offers::{COLUMNS, OPEN, games_with_others, read_offer};
use crate::row::Reader;
use crate::statement::query;
use crate::{Store, StoreError};
use account::{OfferId, UserId};
use table::{GameId, GameKey, Offer, Person};

/// An offer that waits for others who fit.
#[derive(Clone, Debug)]
pub struct WaitingOffer {
    pub offer: Offer,
    pub person: Person,
    pub waits: DateTime<Utc>,
    /// How many games with other people its user wants to have in progress; `None` is no limit.
    pub games_wanted: Option<u16>,
}

impl Store {
    pub async fn offer(&self, id: &OfferId) -> Result<Option<Offer>, StoreError> {
        let row = query(format!("SELECT {COLUMNS} FROM offers o WHERE o.id = $1"))
            .bind(id.as_str())
            .fetch_optional(&self.readers)
            .await?;
        row.as_ref().map(read_offer).transpose()
    }

    /// The user's own, the oldest first.
    pub async fn offers_of(&self, user: &UserId) -> Result<Vec<Offer>, StoreError> {
        let rows =
            query(format!("SELECT {COLUMNS} FROM offers o WHERE o.user_id = $1 ORDER BY o.since, o.id"))
                .bind(user.as_str())
                .fetch_all(&self.readers)
                .await?;
        rows.iter().map(read_offer).collect()
    }

    /// The offers that wait, the longest first, after the last one of the page before.
    pub async fn open_offers(
        &self,
        after: Option<(DateTime<Utc>, &OfferId)>,
        limit: u32,
    ) -> Result<Vec<WaitingOffer>, StoreError> {
        let rows = query(format!(
            "SELECT {COLUMNS}, u.name, u.games_wanted FROM offers o JOIN users u ON u.id = o.user_id
             WHERE o.waits IS NOT NULL AND (o.waits, o.id) > ($1, $2) AND {OPEN} ORDER BY o.waits, o.id LIMIT $3"
        ))
        .bind(after.map_or(i64::MIN, |(waits, _)| waits.timestamp_millis()))
        .bind(after.map_or("", |(_, id)| id.as_str()))
        .bind(i64::from(limit))
        .fetch_all(&self.readers)
        .await?;
        rows.iter().map(read_waiting).collect()
    }

    /// The offers that welcome a game, those that wait longest first, after the last one of the page before.
    pub async fn offers_for(
        &self,
        key: &GameKey,
        after: Option<(DateTime<Utc>, &OfferId)>,
        limit: u32,
    ) -> Result<Vec<WaitingOffer>, StoreError> {
        let rows = query(format!(
            "SELECT {COLUMNS}, u.name, u.games_wanted FROM offer_keys k JOIN offers o ON o.id = k.offer JOIN users u ON u.id = o.user_id
             WHERE k.game_key = $1 AND (k.waits, k.offer) > ($2, $3) AND {OPEN} ORDER BY k.waits, k.offer LIMIT $4"
        ))
        .bind(key.as_str())
        .bind(after.map_or(i64::MIN, |(waits, _)| waits.timestamp_millis()))
        .bind(after.map_or("", |(_, id)| id.as_str()))
        .bind(i64::from(limit))
        .fetch_all(&self.readers)
        .await?;
        rows.iter().map(read_waiting).collect()
    }

    /// By which games an offer can be found, in order.
    pub async fn offer_keys(&self, id: &OfferId) -> Result<Vec<String>, StoreError> {
        let rows = sqlx::query("SELECT offer, game_key FROM offer_keys WHERE offer = $1")
            .bind(id.as_str())
            .fetch_all(&self.readers)
            .await?;
        let read = |row| Reader::new(row, "offer_keys", "offer")?.text("game_key");
        let mut keys: Vec<String> = rows.iter().map(read).collect::<Result<_, StoreError>>()?;
        keys.sort();
        Ok(keys)
    }

    /// The offers with which a game began, as far as they have not ended.
    pub async fn offers_in(&self, game: &GameId) -> Result<Vec<Offer>, StoreError> {
        let rows = query(format!(
            "SELECT {COLUMNS} FROM offer_games b JOIN offers o ON o.id = b.offer WHERE b.game = $1"
        ))
        .bind(game.as_str())
        .fetch_all(&self.readers)
        .await?;
        rows.iter().map(read_offer).collect()
    }

    /// With whom the user has a game in progress that began with an offer of one of them.
    pub async fn met_by_offers(&self, user: &UserId) -> Result<Vec<UserId>, StoreError> {
        let rows = sqlx::query(
            "SELECT DISTINCT t.user_id FROM seats s JOIN offer_games g ON g.game = s.game JOIN seats t ON t.game = s.game
             WHERE s.user_id = $1 AND s.status = 'playing' AND t.user_id <> $1",
        )
        .bind(user.as_str())
        .fetch_all(&self.readers)
        .await?;
        let read = |row| Reader::new(row, "seats", "user_id")?.parsed("user_id", UserId::parse);
        rows.iter().map(read).collect()
    }

    /// How many games with other people the user has in progress.
    pub async fn games_with_others(&self, user: &UserId) -> Result<u16, StoreError> {
        let mut connection = self.readers.acquire().await?;
        games_with_others(&mut connection, user).await
    }

    /// How many of them the user wants to have; `None` is no limit.
    pub async fn games_wanted(&self, user: &UserId) -> Result<Option<u16>, StoreError> {
        let row = sqlx::query("SELECT id, games_wanted FROM users WHERE id = $1")
            .bind(user.as_str())
            .fetch_optional(&self.readers)
            .await?;
        let Some(row) = row else { return Ok(None) };
        Reader::new(&row, "users", "id")?.maybe_number("games_wanted")
    }
}

fn read_waiting(row: &AnyRow) -> Result<WaitingOffer, StoreError> {
    let offer = read_offer(row)?;
    let row = Reader::new(row, "offers", "id")?;
    Ok(WaitingOffer {
        person: Person::human(offer.user.clone(), row.text("name")?),
        waits: row.time("waits")?,
        games_wanted: row.maybe_number("games_wanted")?,
        offer,
    })
}
