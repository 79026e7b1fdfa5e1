//! What people can read at tables, and what of it is new to them.

use chrono::{DateTime, Utc};

use crate::{AccessError, Principal, Scope, Service, StoreError, TableView};
use account::{RestrictionKind, UserId};
use table::{
    Chat, GameId, Person, Said, Table, TalkChannel, TalkFrom, TalkLine, TalkPage, TalkRefusal, TalkState,
    TalkUnread,
};

/// How many lines a page has.
const LINES: u32 = 50;
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
    /// Whether the players have closed the spectators' channel; `None` if the viewer has no say in it.
    pub closed: Option<bool>,
    /// Other players at the table with whom the viewer can't talk, because one has blocked the other.
    pub shut: Vec<Person>,
}

/// What is new to somebody at a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NewTalk {
    /// How many lines of others they have not read.
    pub unread: u32,
    /// Changes with everything that they can read.
    pub changes: u32,
}

impl Service {
    /// `None` if the principal can't read the channel.
    pub async fn talk(
        &self,
        principal: &Principal,
        table: &Table,
        channel: TalkChannel,
        from: TalkFrom,
    ) -> Result<Option<TalkView>, StoreError> {
        let Some(reader) = principal.reader() else { return Ok(None) };
        let channels = self.talk_channels(principal, table);
        if !channels.contains(&channel) {
            return Ok(None);
        }
        let speaker = self.speaker(reader).await?;
        let TalkState { head, unread } = self.store.talk_state(&table.id, reader).await?;
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
            changes: head.changes(&channels),
            closed: table.may_close_spectators(self.chat, reader).then_some(head.closed),
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

    /// What is new to the principal in the channels of a table that they can read.
    pub fn new_talk(&self, principal: &Principal, view: &TableView) -> NewTalk {
        let channels = self.talk_channels(principal, &view.table);
        let TalkState { head, unread } = view.talk;
        NewTalk { unread: unread.of(&channels), changes: head.changes(&channels) }
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
}
