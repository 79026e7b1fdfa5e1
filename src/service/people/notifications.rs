//! What users were notified of, and what they want to hear of.

use chrono::{DateTime, Utc};

use crate::changes::Change;
use crate::{AccessError, Denied, Principal, Scope, Service, StoreError};
use account::UserId;
use table::{
    Channel, GameId, Job, JobChange, Lane, Notification, NotificationFilter, NotificationKind,
    NotificationSettings, Push, StoredNotification, Table,
};

/// How many notifications a page has.
const PAGE: u32 = 50;

/// A part of a user's notifications.
#[derive(Clone, Debug, Default)]
pub struct NotificationPage {
    /// Most recent first, each with its table.
    pub notifications: Vec<(StoredNotification, Table)>,
    /// The last of them, if there are more.
    pub next: Option<StoredNotification>,
}

#[derive(Debug, thiserror::Error)]
pub enum NotificationSettingsError {
    /// Longer quiet hours than [`NotificationSettings::LONGEST_QUIET`].
    #[error("quiet-hours-long")]
    QuietTooLong,
    #[error(transparent)]
    Denied(#[from] Denied),
    #[error(transparent)]
    Store(#[from] StoreError),
}

#[derive(Debug, thiserror::Error)]
pub enum MuteError {
    /// The user has no seat in such a game.
    #[error("not-at-table")]
    NotIn,
    #[error(transparent)]
    Denied(#[from] Denied),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Service {
    /// The user's notifications, with `before` those that follow it in the list.
    pub async fn notifications(
        &self,
        principal: &Principal,
        filter: &NotificationFilter,
        before: Option<&StoredNotification>,
    ) -> Result<NotificationPage, AccessError> {
        let user = principal.require(Scope::Read)?;
        let mut found = self.store.notifications_of(user, filter, before, PAGE + 1).await?;
        let most = usize::try_from(PAGE).unwrap_or(usize::MAX);
        let has_more = found.len() > most;
        found.truncate(most);
        let next = found.last().filter(|_| has_more).cloned();
        Ok(NotificationPage { notifications: self.with_tables(found).await?, next })
    }

    /// Those that the user has not seen, and wants in their feed.
    pub(crate) async fn feed_notifications(
        &self,
        user: &UserId,
        settings: &NotificationSettings,
    ) -> Result<Vec<(StoredNotification, Table)>, StoreError> {
        let mut unseen = self.store.unseen(user).await?;
        unseen.retain(|one| settings.wants(one.kind.topic(), Channel::Feed));
        self.with_tables(unseen).await
    }

    /// Those whose tables can be read.
    async fn with_tables(
        &self,
        notifications: Vec<StoredNotification>,
    ) -> Result<Vec<(StoredNotification, Table)>, StoreError> {
        let mut ids: Vec<&GameId> = notifications.iter().map(|one| &one.game).collect();
        ids.sort();
        ids.dedup();
        let tables = self.store.tables_by_id(&ids).await?;
        let table = |id: &GameId| tables.iter().find(|table| table.id == *id).cloned();
        let with_table =
            |one: StoredNotification| Some((table(&one.game)?, one)).map(|(table, one)| (one, table));
        Ok(notifications.into_iter().filter_map(with_table).collect())
    }

    /// Marks all notifications of the user as seen: returns the moment by which that can be undone, and how many there were.
    pub async fn mark_all_seen(&self, principal: &Principal) -> Result<(DateTime<Utc>, u64), AccessError> {
        let now = self.now();
        Ok((now, self.store.mark_all_seen(principal.require(Scope::Play)?, now).await?))
    }

    /// Undoes [`Service::mark_all_seen`] of that moment.
    pub async fn unmark_seen(&self, principal: &Principal, at: DateTime<Utc>) -> Result<u64, AccessError> {
        Ok(self.store.mark_unseen(principal.require(Scope::Play)?, at).await?)
    }

    /// Marks one of the user's notifications as seen or unseen. `false`: there is no such one.
    pub async fn mark_notification(
        &self,
        principal: &Principal,
        game: &GameId,
        kind: NotificationKind,
        n: u32,
        seen: bool,
    ) -> Result<bool, AccessError> {
        let user = principal.require(Scope::Play)?.clone();
        Ok(self.store.mark_one(game, Notification { n, user, kind }, seen.then(|| self.now())).await?)
    }

    /// An open page has shown the user whose turn it is, in a game or in all of theirs: no message has to say so.
    pub async fn see_turns(&self, principal: &Principal, game: Option<&GameId>) -> Result<(), AccessError> {
        Ok(self.store.see_turns(principal.require(Scope::Play)?, game, self.now()).await?)
    }

    pub async fn notification_settings(
        &self,
        principal: &Principal,
    ) -> Result<NotificationSettings, AccessError> {
        let user = principal.require(Scope::Account)?;
        let found = self.store.notification_settings(user).await?;
        Ok(found.map(|(settings, _)| settings).unwrap_or_default())
    }

    pub async fn set_notification_settings(
        &self,
        principal: &Principal,
        settings: &NotificationSettings,
    ) -> Result<(), NotificationSettingsError> {
        let user = principal.require(Scope::Account)?;
        if settings.quiet.is_some_and(|hours| hours.minutes() > NotificationSettings::LONGEST_QUIET) {
            return Err(NotificationSettingsError::QuietTooLong);
        }
        let now = self.now();
        let zone = self.store.notification_settings(user).await?.map(|(_, zone)| zone).unwrap_or_default();
        let next = settings.next_summary(zone, now);
        let summary = Job::Push(Push::summary(user.clone(), next));
        let change = if settings.has_summary() {
            JobChange::Put(summary.at(next))
        } else {
            JobChange::Remove(summary.key())
        };
        let changes = [Change::Jobs(Lane::Push, next)];
        self.store
            .set_notification_settings(user, settings, change, now, self.change_message(&changes))
            .await?;
        self.wake(&changes);
        Ok(())
    }

    /// From now on, the user gets no messages about the game, or gets them again.
    pub async fn mute(&self, principal: &Principal, game: &GameId, muted: bool) -> Result<(), MuteError> {
        let user = principal.require(Scope::Play)?;
        let table = self.store.table(game).await?;
        if table.is_none_or(|(table, _)| table.seat_of(user).is_none()) {
            return Err(MuteError::NotIn);
        }
        Ok(self.store.mute(user, game, muted).await?)
    }

    /// Whether the user gets no messages about the game.
    pub async fn is_muted(&self, principal: &Principal, game: &GameId) -> Result<bool, AccessError> {
        Ok(self.store.is_muted(principal.require(Scope::Read)?, game).await?)
    }

    /// The games about which the user gets no messages.
    pub async fn muted_games(&self, principal: &Principal) -> Result<Vec<Table>, AccessError> {
        let muted = self.store.muted_games(principal.require(Scope::Read)?).await?;
        Ok(self.store.tables_by_id(&muted.iter().collect::<Vec<_>>()).await?)
    }
}
