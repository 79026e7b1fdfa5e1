//! Notifies those who follow games and players.

use crate::changes::Change;
use crate::{Done, Service, StoreError};
use account::UserId;
use table::{Channel, FollowedNews, Job, Lane, Notification, NotificationTopic, Player, Status, Table};

/// Followers who are notified in one job.
const BATCH: u32 = 200;

impl Service {
    /// Notifies some of those who follow the game or one of its players, and goes on later.
    pub(crate) async fn notify_followers(&self, news: &FollowedNews) -> Result<Done, StoreError> {
        let Some((table, _)) = self.store.table(&news.game).await? else { return Ok(Done::Nothing) };
        // It may have gone on, or a time-out may have been taken back.
        if news.ended != (table.status() == Status::Finished) {
            return Ok(Done::Nothing);
        }
        let followers = self.some_followers(&table, news).await?;
        let Some(last) = followers.last().cloned() else { return Ok(Done::Nothing) };
        let mut notifications = Vec::new();
        for follower in followers {
            if self.wants_to_hear(&follower, &table).await? {
                let n = if news.ended { table.last_event() } else { table.revision };
                notifications.push(Notification { n, user: follower, kind: news.kind() });
            }
        }
        let now = self.now();
        let users = notifications.iter().map(|one| Change::User(one.user.clone()));
        let changes: Vec<Change> = users.chain([Change::Jobs(Lane::Push, now)]).collect();
        let message = self.change_message(&changes);
        self.store.notify_users(&news.game, &notifications, now, message).await?;
        self.wake(&changes);
        self.go_on(Job::NotifyFollowers(news.clone().after(last))).await?;
        Ok(Done::Stored)
    }

    /// In the order of their ids, after those who have heard of it.
    async fn some_followers(&self, table: &Table, news: &FollowedNews) -> Result<Vec<UserId>, StoreError> {
        let told = news.told.as_ref();
        let players: Vec<&UserId> = table.seats().into_iter().flatten().filter_map(Player::user).collect();
        // Those who follow a player hear of public games alone.
        let mut followers = if table.is_listed() && players.len() > 1 {
            self.store.followers_of_any(&players, told, BATCH).await?
        } else {
            Vec::new()
        };
        // Those who follow the game know that it has begun.
        if news.ended {
            followers.extend(self.store.followers_of_game(&table.id, told, BATCH).await?);
        }
        followers.sort();
        followers.dedup();
        followers.truncate(BATCH as usize);
        Ok(followers)
    }

    async fn wants_to_hear(&self, follower: &UserId, table: &Table) -> Result<bool, StoreError> {
        if table.seat_of(follower).is_some() || !table.may_see(Some(follower), None) {
            return Ok(false);
        }
        let settings = self.store.notification_settings(follower).await?;
        Ok(settings.is_some_and(|(settings, _)| {
            Channel::ALL.into_iter().any(|channel| settings.wants(NotificationTopic::Followed, channel))
        }))
    }
}
