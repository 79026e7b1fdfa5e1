//! What people say at tables.

use chrono::{DateTime, TimeDelta, Utc};

use crate::changes::Change;
use crate::people::is_hidden;
use crate::{AccessError, Denied, Principal, Scope, Service, StoreError};
use account::{RestrictionKind, UserId};
use environment::config::ChatSetting;
use store::{NewLine, SayResult};
use table::{
    Channel, Chat, GameId, NotificationTopic, Person, Said, Speaker, Table, TalkChannel, TalkFrom, TalkHead,
    TalkLine, TalkPage, TalkRefusal, TalkUnread, lines_a_day,
};

/// How many lines a page has.
pub const LINES: u32 = 50;
/// The most lines that a step of the history shows.
const LINES_OF_A_STEP: u32 = 50;

/// A channel as one person sees it.
#[derive(Clone, Debug)]
pub struct TalkView {
    pub channel: TalkChannel,
    pub page: TalkPage,
    /// What the viewer can write: text, or only phrases; `None`: nothing.
    pub writes: Option<bool>,
    /// Why not, if the viewer can read and might expect to.
    pub why_not: Option<TalkRefusal>,
    /// Until when moderators keep the viewer from writing here.
    pub restricted: Option<DateTime<Utc>>,
    /// The number of the last line, also of one that the viewer doesn't see.
    pub last: u32,
    pub unread: TalkUnread,
    /// Changes with everything that the viewer can read at the table.
    pub changes: u32,
    /// Whether the players have closed the spectators' channel.
    pub closed: bool,
    /// Other players at the table with whom the viewer can't talk, because one has blocked the other.
    pub shut: Vec<Person>,
}

#[derive(Debug, thiserror::Error)]
pub enum TalkError {
    /// No such table, or not visible to this user.
    #[error("no-such-table")]
    NoSuchGame,
    #[error(transparent)]
    Refused(#[from] TalkRefusal),
    #[error(transparent)]
    Denied(#[from] Denied),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl TalkError {
    /// A stable code for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NoSuchGame => "no-such-game",
            Self::Refused(why) => why.code(),
            Self::Denied(why) => why.code(),
            Self::Store(_) => "failed",
        }
    }
}

impl From<AccessError> for TalkError {
    fn from(error: AccessError) -> Self {
        match error {
            AccessError::Denied(why) => Self::Denied(why),
            AccessError::Store(failure) => Self::Store(failure),
        }
    }
}

/// Something to say.
#[derive(Clone, Debug)]
pub struct Say {
    pub channel: TalkChannel,
    pub said: Said,
    /// The last line that the speaker has read.
    pub seen: Option<u32>,
}

impl Service {
    /// The same service on a host that allows this.
    #[must_use]
    pub fn with_chat(mut self, setting: ChatSetting) -> Self {
        self.chat = match setting {
            ChatSetting::Off => Chat::Off,
            ChatSetting::Phrases => Chat::Phrases,
            ChatSetting::Accounts => Chat::Accounts,
            ChatSetting::All => Chat::All,
        };
        self
    }

    /// What the host lets people say.
    pub const fn chat(&self) -> Chat {
        self.chat
    }

    /// The channels that the principal can read at a table that they may see.
    pub fn talk_channels(&self, principal: &Principal, table: &Table) -> Vec<TalkChannel> {
        let channels = |user| table.talk_channels(self.chat, user, principal.is_guest());
        principal.reader().map_or_else(Vec::new, channels)
    }

    /// `None` if the principal can't read the channel.
    pub async fn talk(
        &self,
        principal: &Principal,
        table: &Table,
        channel: TalkChannel,
        from: TalkFrom,
    ) -> Result<Option<TalkView>, StoreError> {
        let Some(reader) = principal.reader() else { return Ok(None) };
        if !self.talk_channels(principal, table).contains(&channel) {
            return Ok(None);
        }
        let speaker = self.speaker(reader).await?;
        let (head, unread) = self.store.talk_state(&table.id, reader).await?;
        let closed = channel == TalkChannel::Spectators && head.closed;
        let phrase = Said::Phrase(table::Phrase::Hello);
        let why_not = table.may_say(self.chat, channel, speaker, &phrase).err();
        let last = head.of(channel).map_or(0, |head| head.last);
        let mut page = self.store.talk_lines(&table.id, channel, reader, from, LINES).await?;
        page.later &= channel == TalkChannel::Notes || page.lines.last().is_none_or(|line| line.n < last);
        let restricted = if channel.is_shared() {
            self.store.restricted_until(reader, RestrictionKind::Talk, self.now()).await?
        } else {
            None
        };
        Ok(Some(TalkView {
            channel,
            page,
            writes: table
                .says_freely(self.chat, channel, speaker)
                .filter(|_| !closed && restricted.is_none()),
            restricted,
            why_not: why_not.or(closed.then_some(TalkRefusal::Closed)),
            last,
            unread,
            changes: head.changes(&self.talk_channels(principal, table)),
            closed: head.closed,
            shut: self.shut_out(table, channel, reader).await?,
        }))
    }

    /// Other players with whom the user can't talk.
    async fn shut_out(
        &self,
        table: &Table,
        channel: TalkChannel,
        user: &UserId,
    ) -> Result<Vec<Person>, StoreError> {
        if channel != TalkChannel::Seats {
            return Ok(Vec::new());
        }
        let talkers = table.seat_talkers();
        let others: Vec<&UserId> = talkers.into_iter().filter(|other| *other != user).collect();
        let blocked = self.store.blocked_among(user, &others).await?;
        let mut people: Vec<Person> =
            table.people().filter(|person| blocked.contains(&person.id)).cloned().collect();
        people.sort_by(|one, other| one.name.cmp(&other.name));
        people.dedup();
        Ok(people)
    }

    /// How many lines the principal has not read in the channels of a table that they can read, and a number that changes with them.
    pub async fn unread_talk(&self, principal: &Principal, table: &Table) -> Result<(u32, u32), StoreError> {
        let Some(reader) = principal.reader() else { return Ok((0, 0)) };
        let channels = self.talk_channels(principal, table);
        if channels.is_empty() {
            return Ok((0, 0));
        }
        let (head, unread) = self.store.talk_state(&table.id, reader).await?;
        Ok((unread.of(&channels), head.changes(&channels)))
    }

    /// How many lines wait for the principal at these tables; those without are left out.
    pub async fn unread_at(
        &self,
        principal: &Principal,
        tables: &[&Table],
    ) -> Result<Vec<(GameId, u32)>, AccessError> {
        let reader = principal.require(Scope::Read)?;
        if self.chat == Chat::Off || tables.is_empty() {
            return Ok(Vec::new());
        }
        let unread = self.store.unread_talk_of(reader).await?;
        let count = |(game, unread): (GameId, TalkUnread)| {
            let table = tables.iter().find(|table| table.id == game)?;
            Some((game, unread.of(&self.talk_channels(principal, table))))
        };
        Ok(unread.into_iter().filter_map(count).filter(|(_, unread)| *unread > 0).collect())
    }

    /// Changes with everything that is said where the principal can read it.
    pub async fn talk_changes(&self, principal: &Principal, table: &Table) -> Result<u32, StoreError> {
        let mut channels = self.talk_channels(principal, table);
        channels.retain(|channel| channel.is_shared());
        if channels.is_empty() {
            return Ok(0);
        }
        Ok(self.store.talk_head(&table.id).await?.changes(&channels))
    }

    /// What was said between an event and the next, where the principal can read it.
    pub async fn talk_at(
        &self,
        principal: &Principal,
        table: &Table,
        event: u32,
    ) -> Result<Vec<(TalkChannel, TalkLine)>, StoreError> {
        let Some(reader) = principal.reader() else { return Ok(Vec::new()) };
        let channels = self.talk_channels(principal, table);
        if channels.is_empty() {
            return Ok(Vec::new());
        }
        let mut lines = self.store.talk_at(&table.id, event, reader, LINES_OF_A_STEP).await?;
        lines.retain(|(channel, _)| channels.contains(channel));
        Ok(lines)
    }

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
        let table = self.talking(principal, game).await?;
        if !self.talk_channels(principal, &table).contains(&channel) {
            return Err(TalkRefusal::NoSuchChannel.into());
        }
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
        let table = self.talking(principal, game).await?;
        if !self.talk_channels(principal, &table).contains(&channel) {
            return Err(TalkRefusal::NoSuchChannel.into());
        }
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

    /// Whether the players have closed the spectators' channel; `None` if the principal has no say in it.
    pub async fn spectators_closed(
        &self,
        principal: &Principal,
        table: &Table,
    ) -> Result<Option<bool>, StoreError> {
        match principal.reader() {
            Some(user) if table.may_close_spectators(self.chat, user) => {
                let TalkHead { closed, .. } = self.store.talk_head(&table.id).await?;
                Ok(Some(closed))
            }
            _ => Ok(None),
        }
    }

    pub(crate) async fn talking(&self, principal: &Principal, game: &GameId) -> Result<Table, TalkError> {
        let (table, _) = self.store.table(game).await?.ok_or(TalkError::NoSuchGame)?;
        if self.chat == Chat::Off || is_hidden(principal, principal.user(), &table, None) {
            return Err(TalkError::NoSuchGame);
        }
        Ok(table)
    }

    async fn speaker<'u>(&self, user: &'u UserId) -> Result<Speaker<'u>, StoreError> {
        let stored = self.store.user(user).await?;
        let guest = stored.as_ref().is_none_or(|stored| stored.user.guest);
        Ok(Speaker { user, guest, bot: stored.is_some_and(|stored| stored.person().is_bot()) })
    }
}
