//! Feeds of pending turns for feed readers and calendars, under a secret URL.

use chrono::{DateTime, TimeDelta, Utc};

use crate::people::security_log::SecurityEvent;
use crate::{AccessError, Principal, Scope, Service, StoreError};
use account::{FeedToken, UserId};
use table::{ChallengeView, FeedTurn, NotificationSettings, StoredNotification, Table};

/// The contents of a user's feeds.
#[derive(Clone, Debug)]
pub struct Feed {
    pub user: UserId,
    pub name: String,
    /// For displaying times.
    pub zone: chrono_tz::Tz,
    /// When the URL was created.
    pub since: DateTime<Utc>,
    /// It is the user's turn: earliest deadline first, then longest waiting.
    pub my_turn: Vec<Table>,
    /// What has changed about these turns, and turns that have ended in the last week.
    pub turns: Vec<FeedTurn>,
    /// What else the user has not seen, most recent first.
    pub unseen: Vec<(StoredNotification, Table)>,
    /// Unanswered invitations, most recent first.
    pub invitations: Vec<Table>,
    /// Challenges that wait for the user's answer, and answers to the user's, the last ones first.
    pub challenges: Vec<ChallengeView>,
    /// What of it the user wants in the Atom feed.
    pub settings: NotificationSettings,
}

impl Feed {
    /// How long calendars say that a turn is over. A program that looks less often may keep it.
    pub(crate) const CANCELLED_FOR: TimeDelta = TimeDelta::days(7);
}

impl Service {
    /// Creates a secret feed URL; a previous one stops working.
    pub async fn make_feed(&self, principal: &Principal) -> Result<FeedToken, AccessError> {
        let user = principal.require_confirmed(Scope::Account, self.now())?;
        let token = FeedToken::new(self.chance.bytes());
        self.store.set_feed(user, &token.hash(), self.now()).await?;
        SecurityEvent::FeedCreated.log(Some(principal), Some(user));
        Ok(token)
    }

    /// Disables the feed URL. Does nothing if there is none.
    pub async fn stop_feed(&self, principal: &Principal) -> Result<(), AccessError> {
        let user = principal.require(Scope::Account)?;
        self.store.end_feed(user).await?;
        SecurityEvent::FeedEnded.log(Some(principal), Some(user));
        Ok(())
    }

    /// When the user's feed URL was created. The URL itself is not stored.
    pub async fn feed_since(&self, principal: &Principal) -> Result<Option<DateTime<Utc>>, AccessError> {
        Ok(self.store.feed_since(principal.require(Scope::Account)?).await?)
    }

    /// The feeds of a token. Anyone who has the token may ask; `None` if it is unknown or disabled.
    pub async fn feed(&self, _: &Principal, token: &FeedToken) -> Result<Option<Feed>, StoreError> {
        let Some((user, name, zone, since)) = self.store.feed(&token.hash()).await? else { return Ok(None) };
        let current = self.current_games(&user).await?;
        let turns = self.store.feed_turns(&user, self.now() - Feed::CANCELLED_FOR).await?;
        let (my_turn, invitations) = (current.my_turn, current.invitations);
        let settings = self.store.notification_settings(&user).await?.map(|(settings, _)| settings);
        let settings = settings.unwrap_or_default();
        let unseen = self.feed_notifications(&user, &settings).await?;
        let mut challenges = self.current_challenges(&user, self.now() - Feed::CANCELLED_FOR).await?;
        challenges.retain(|view| view.challenge.notice().is_some_and(|(told, _)| *told == user));
        Ok(Some(Feed { user, name, zone, since, my_turn, turns, unseen, invitations, challenges, settings }))
    }
}
