//! Feeds: what waits for a user, for feed readers and calendars, under a secret address.

use chrono::{DateTime, Utc};

use crate::account::{FeedToken, UserId};
use crate::service::{AccessError, Principal, Scope, Service, StoreError, chance};
use crate::table::Table;

/// What somebody's feeds tell.
#[derive(Clone, Debug)]
pub struct Feed {
    /// Whose they are.
    pub user: UserId,
    /// What that person is called.
    pub name: String,
    /// Where times are shown for.
    pub zone: chrono_tz::Tz,
    /// Since when the address is good.
    pub since: DateTime<Utc>,
    /// Games that wait for this person's turn: by deadline, then the longest waiting first.
    pub my_turn: Vec<Table>,
    /// Finished, and this person has not looked.
    pub unseen: Vec<Table>,
    /// Tables that keep a seat for this person.
    pub kept: Vec<Table>,
}

impl Service {
    /// Makes a secret address for the user's feeds; the one before stops working.
    pub async fn make_feed(&self, principal: &Principal) -> Result<FeedToken, AccessError> {
        let user = principal.require(Scope::Account)?;
        let token = FeedToken::new(chance::bytes());
        self.store.set_feed(user, &token.hash(), self.now()).await?;
        Ok(token)
    }

    /// The user's secret address stops working; stopping what has stopped is no error.
    pub async fn stop_feed(&self, principal: &Principal) -> Result<(), AccessError> {
        Ok(self.store.end_feed(principal.require(Scope::Account)?).await?)
    }

    /// Since when the user has a secret address. The address itself is not stored.
    pub async fn feed_since(&self, principal: &Principal) -> Result<Option<DateTime<Utc>>, AccessError> {
        Ok(self.store.feed_since(principal.require(Scope::Account)?).await?)
    }

    /// What the feeds of that address tell, whoever has it; `None`: there is no such address, or not any more.
    pub async fn feed(&self, _: &Principal, token: &FeedToken) -> Result<Option<Feed>, StoreError> {
        let Some((user, name, zone, since)) = self.store.feed(&token.hash()).await? else { return Ok(None) };
        let at_hand = self.at_hand(&user).await?;
        let kept = at_hand.my_tables.into_iter().filter(|table| table.is_reserved_for(&user)).collect();
        Ok(Some(Feed { user, name, zone, since, my_turn: at_hand.my_turn, unseen: at_hand.unseen, kept }))
    }
}
