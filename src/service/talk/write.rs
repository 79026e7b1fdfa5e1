//! What people write at tables.

use chrono::TimeDelta;

use super::TalkError;
use crate::changes::Change;
use crate::{Principal, Scope, Service, StoreError};
use account::{RestrictionKind, UserId};
use store::{NewLine, SayResult};
use table::{Channel, GameId, NotificationTopic, Said, Table, TalkChannel, TalkRefusal, lines_a_day};

/// Something to say.
#[derive(Clone, Debug)]
pub struct Say {
    pub channel: TalkChannel,
    pub said: Said,
    /// The last line that the speaker has read.
    pub seen: Option<u32>,
}

impl Service {
    /// Returns the number of the line.
    pub async fn say(&self, principal: &Principal, game: &GameId, say: Say) -> Result<u32, TalkError> {
        let user = principal.require(Scope::Talk)?;
        let table = self.talking(principal, game).await?;
        let speaker = self.speaker(user).await?;
        table.may_say(self.chat, say.channel, speaker, &say.said)?;
        if say.channel.is_shared() {
            self.check_restriction(user, RestrictionKind::Talk).await??;
        }
        let most = lines_a_day(self.replay(&table).await?.as_deref());
        let now = self.now();
        let notes = !say.channel.is_shared();
        if self.store.lines_since(game, user, now - TimeDelta::days(1), notes).await? >= most {
            return Err(TalkRefusal::TooMuch(most).into());
        }
        let readers: Vec<UserId> = match say.channel {
            TalkChannel::Seats => table.seat_talkers().into_iter().cloned().collect(),
            TalkChannel::Spectators | TalkChannel::Notes => Vec::new(),
        };
        let notified = self.wanting_talk(user, &readers).await?;
        let line = NewLine {
            game: game.clone(),
            channel: say.channel,
            author: user.clone(),
            said: say.said,
            at: now,
            event: table.last_event(),
            most,
            seen: say.seen,
            readers,
            notified,
        };
        match self.store_line(&table, line).await? {
            SayResult::Said(n) => Ok(n),
            SayResult::TooMuch => Err(TalkRefusal::TooMuch(most).into()),
            SayResult::Closed => Err(TalkRefusal::Closed.into()),
        }
    }

    async fn store_line(&self, table: &Table, line: NewLine) -> Result<SayResult, StoreError> {
        let changes = self.changes_of_talk(table, line.channel);
        let result = self.store.say(line, self.change_message(&changes)).await?;
        if let SayResult::Said(_) = result {
            self.wake(&changes);
        }
        Ok(result)
    }

    /// What wakes the pages that show a channel.
    fn changes_of_talk(&self, table: &Table, channel: TalkChannel) -> Vec<Change> {
        match channel {
            TalkChannel::Notes => Vec::new(),
            TalkChannel::Spectators => vec![Change::Game(table.id.clone())],
            TalkChannel::Seats => {
                let readers = table.seat_talkers().into_iter().cloned().map(Change::User);
                let now = Change::Jobs(table::Lane::Push, self.now());
                readers.chain([Change::Game(table.id.clone()), now]).collect()
            }
        }
    }

    /// Those of the readers who want to be notified of lines.
    async fn wanting_talk(&self, author: &UserId, readers: &[UserId]) -> Result<Vec<UserId>, StoreError> {
        let mut wanting = Vec::new();
        for reader in readers.iter().filter(|reader| *reader != author) {
            let settings = self.store.notification_settings(reader).await?;
            let wants = settings.is_some_and(|(settings, _)| {
                Channel::ALL.into_iter().any(|channel| settings.wants(NotificationTopic::Talk, channel))
            });
            if wants {
                wanting.push(reader.clone());
            }
        }
        Ok(wanting)
    }

    /// Takes a line of the principal back, or removes a note.
    pub async fn withdraw(
        &self,
        principal: &Principal,
        game: &GameId,
        channel: TalkChannel,
        n: u32,
    ) -> Result<(), TalkError> {
        let user = principal.require(Scope::Talk)?;
        let table = self.channel_at(principal, game, channel).await?;
        let changes = self.changes_of_talk(&table, channel);
        let message = self.change_message(&changes);
        if !self.store.withdraw_line(game, channel, n, user, self.now(), message).await? {
            return Err(TalkRefusal::NotWithdrawable.into());
        }
        self.wake(&changes);
        Ok(())
    }

    /// The principal has read a channel up to a line.
    pub async fn see_talk(
        &self,
        principal: &Principal,
        game: &GameId,
        channel: TalkChannel,
        n: u32,
    ) -> Result<(), TalkError> {
        let user = principal.require(Scope::Talk)?;
        self.channel_at(principal, game, channel).await?;
        self.store.see_talk(game, channel, user, (n, self.now())).await?;
        self.wake(&[Change::User(user.clone())]);
        Ok(())
    }

    /// Closes the spectators' channel, or opens it again. Says so in it.
    pub async fn close_spectators(
        &self,
        principal: &Principal,
        game: &GameId,
        closed: bool,
    ) -> Result<(), TalkError> {
        let user = principal.require(Scope::Talk)?;
        let table = self.talking(principal, game).await?;
        if !table.may_close_spectators(self.chat, user) {
            return Err(TalkRefusal::NotClosable.into());
        }
        self.check_restriction(user, RestrictionKind::Talk).await??;
        let line = NewLine {
            game: game.clone(),
            channel: TalkChannel::Spectators,
            author: user.clone(),
            said: if closed { Said::Closed } else { Said::Opened },
            at: self.now(),
            event: table.last_event(),
            most: u32::MAX,
            seen: None,
            readers: Vec::new(),
            notified: Vec::new(),
        };
        let changes = self.changes_of_talk(&table, TalkChannel::Spectators);
        if self.store.close_spectators(line, closed, self.change_message(&changes)).await? {
            self.wake(&changes);
        }
        Ok(())
    }
}
