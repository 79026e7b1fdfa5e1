//! Records of many games.

use crate::lobby::search::SearchError;
use crate::people::is_hidden;
use crate::{AccessError, Principal, Scope, Service, StoreError};
use engine::{Event, Logged, Record};
use table::{Cursor, Filter, GameId, Search, SearchCursor, Status, Table};

/// Games whose records are downloaded, from a place on.
#[derive(Clone, Debug)]
pub enum RecordList {
    /// Those in which the user has a seat, private ones, too.
    Mine(Option<Cursor>),
    /// Those that the user has imported without a seat, below a sort key.
    Imported(Option<i64>),
    Found(Box<Search>, Option<SearchCursor>),
}

/// Events of a game, and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct GameEvents {
    /// In order.
    pub events: Vec<Logged>,
    /// The number of the last event of the game; 0 before the start.
    pub last: u32,
    pub is_over: bool,
}

/// Why games can't be listed.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    #[error(transparent)]
    Access(#[from] AccessError),
    #[error(transparent)]
    Search(#[from] SearchError),
}

impl Service {
    /// Some games of a list, and what follows; `None` at its end.
    pub async fn games_to_export(
        &self,
        principal: &Principal,
        list: RecordList,
    ) -> Result<(Vec<GameId>, Option<RecordList>), ExportError> {
        let ids = |games: Vec<Table>| games.into_iter().map(|game| game.id).collect();
        Ok(match list {
            RecordList::Mine(from) => {
                let page = self.my_games(principal, &Filter::default(), from).await?;
                (ids(page.games), page.next.map(|next| RecordList::Mine(Some(next))))
            }
            RecordList::Imported(below) => {
                let user = principal.require(Scope::Read).map_err(AccessError::from)?;
                let mut page = self.imported_games(principal, below).await?;
                page.games.retain(|game| game.seat_of(user).is_none());
                (ids(page.games), page.next.map(|next| RecordList::Imported(Some(next))))
            }
            RecordList::Found(search, from) => {
                let page = self.search(principal, &search, from).await?;
                (ids(page.games), page.next.map(|next| RecordList::Found(search, Some(next))))
            }
        })
    }

    /// The same as [`Service::record`], without playing the game through and without keeping it in memory.
    pub async fn exported_record(
        &self,
        principal: &Principal,
        game: &GameId,
    ) -> Result<Option<String>, StoreError> {
        let Some((table, _)) = self.store().table(game).await? else { return Ok(None) };
        if is_hidden(principal, principal.reader(), &table, None) {
            return Ok(None);
        }
        let Some((mut header, mut events)) = self.record_of(&table).await? else { return Ok(None) };
        self.put_present_names(&table, &mut header.seats, &mut events).await?;
        Ok(Some(Record { header, events }.write()))
    }

    /// The events of a game after number `after`, as in its record; `None` unless the viewer may see the game.
    pub async fn events_of_game(
        &self,
        principal: &Principal,
        game: &GameId,
        after: u32,
    ) -> Result<Option<GameEvents>, StoreError> {
        let Some((table, _)) = self.store().table(game).await? else { return Ok(None) };
        if is_hidden(principal, principal.reader(), &table, None) {
            return Ok(None);
        }
        let known = table.last_event();
        let mut events = if after < known { self.store().log(game, after).await? } else { Vec::new() };
        self.put_present_names(&table, &mut [], &mut events).await?;
        // Some may have been stored since the table was read.
        let last = events.last().map_or(known, |last| last.n);
        Ok(Some(GameEvents { events, last, is_over: table.status() == Status::Finished }))
    }

    /// Puts present names in the place of those that a moderator has removed.
    pub(crate) async fn put_present_names(
        &self,
        table: &Table,
        seats: &mut [String],
        events: &mut [Logged],
    ) -> Result<(), StoreError> {
        let later = events.iter_mut().filter_map(|logged| match &mut logged.event {
            Event::Substitute { player, .. } => player.as_mut(),
            _ => None,
        });
        let mut names: Vec<&mut String> = seats.iter_mut().chain(later).collect();
        if names.is_empty() {
            return Ok(());
        }
        let seats = table.seats();
        let users = seats.iter().filter_map(|player| (*player)?.user());
        let former = table.agreements.handovers().iter().map(|handover| &handover.from);
        for (removed, present) in self.store().removed_names(&users.chain(former).collect::<Vec<_>>()).await?
        {
            for name in names.iter_mut().filter(|name| ***name == removed) {
                name.clone_from(&present);
            }
        }
        Ok(())
    }
}
