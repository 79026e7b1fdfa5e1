//! Series: how they stand, and the games that follow.

use crate::changes::Change;
use crate::jobs::Done;
use crate::{Principal, Service, StoreError};
use account::SeriesId;
use store::OpenedNext;
use table::{Course, GameId, Person, Series, SeriesGame, SeriesState, SeriesStop, Side, Table};

/// A series with its games.
#[derive(Clone, Debug)]
pub struct SeriesView {
    pub series: Series,
    /// In order.
    pub games: Vec<Table>,
    pub course: Course,
}

impl SeriesView {
    /// One of the two, as the games have them.
    pub fn person(&self, side: Side) -> Option<&Person> {
        let user = self.series.player(side);
        self.games.iter().flat_map(Table::people).find(|person| person.id == *user)
    }

    /// Counts what has changed beside the games: how many were opened, and whether there are no more.
    pub fn changes(&self) -> u32 {
        let opened = u32::try_from(self.games.len()).unwrap_or(u32::MAX);
        opened.saturating_add(u32::from(self.series.stopped.is_some()))
    }

    /// Whether another game is to come.
    pub const fn goes_on(&self) -> bool {
        let is_open = matches!(self.course.state, SeriesState::Playing | SeriesState::Next { .. });
        is_open && (self.series.stopped.is_none() || matches!(self.course.state, SeriesState::Playing))
    }
}

impl Service {
    /// `None`: there is no such series, or the viewer may not see it.
    pub async fn series(
        &self,
        principal: &Principal,
        id: &SeriesId,
    ) -> Result<Option<SeriesView>, StoreError> {
        let found = self.loaded_series(id).await?;
        Ok(found.filter(|view| view.series.may_see(principal.reader())))
    }

    /// The series of a game that the viewer may see.
    pub async fn series_of_game(
        &self,
        _: &Principal,
        game: &Table,
    ) -> Result<Option<SeriesView>, StoreError> {
        match &game.series {
            Some(place) => self.loaded_series(&place.id).await,
            None => Ok(None),
        }
    }

    async fn loaded_series(&self, id: &SeriesId) -> Result<Option<SeriesView>, StoreError> {
        let Some(series) = self.store.series(id).await? else { return Ok(None) };
        let games = self.store.games_of_series(id).await?;
        let course = series.course(&games);
        Ok(Some(SeriesView { series, games, course }))
    }

    /// Opens the game that follows this one in its series, unless the series is decided. If the two can't play each other any more, the
    /// series is stopped.
    pub(crate) async fn next_in_series(&self, game: &GameId) -> Result<Done, StoreError> {
        let Some((table, _)) = self.store.table(game).await? else { return Ok(Done::Nothing) };
        let Some(place) = table.series else { return Ok(Done::Nothing) };
        let Some(view) = self.loaded_series(&place.id).await? else { return Ok(Done::Nothing) };
        let SeriesState::Next { n, first } = view.course.state else { return Ok(Done::Nothing) };
        let series = &view.series;
        if series.stopped.is_some() {
            return Ok(Done::Nothing);
        }
        let pages: Vec<Change> = view.games.iter().map(|game| Change::Game(game.id.clone())).collect();
        if let Some(stop) = self.series_stop(series).await? {
            return self.stop_series(series, stop, &pages).await;
        }
        let players = [series.player(first).clone(), series.player(first.other()).clone()];
        let Some(people) = self.both(&players).await? else { return Ok(Done::Nothing) };
        let next = SeriesGame { id: series.id.clone(), n };
        let opening = self.begin_for_two(&series.settings, people, None, Some(next.clone())).await?;
        let changes = [self.changes_of(None, &opening), pages.clone()].concat();
        let message = self.change_message(&changes);
        match self.store.open_next_in_series(series, next, opening, message).await? {
            OpenedNext::Opened => {
                self.wake(&changes);
                Ok(Done::Nothing)
            }
            OpenedNext::Stale => Ok(Done::Nothing),
            OpenedNext::Blocked => self.stop_series(series, SeriesStop::Blocked, &pages).await,
        }
    }

    /// Why the two can't play each other any more.
    async fn series_stop(&self, series: &Series) -> Result<Option<SeriesStop>, StoreError> {
        let [first, second] = &series.players;
        let (closed, restricted) = self.unavailable_among(&[first, second]).await?;
        if !closed.is_empty() {
            return Ok(Some(SeriesStop::Closed));
        }
        if !restricted.is_empty() {
            return Ok(Some(SeriesStop::Restricted));
        }
        let blocked = self.store.blocked_among(first, &[second]).await?;
        Ok((!blocked.is_empty()).then_some(SeriesStop::Blocked))
    }

    async fn stop_series(
        &self,
        series: &Series,
        stop: SeriesStop,
        pages: &[Change],
    ) -> Result<Done, StoreError> {
        if self.store.stop_series(&series.id, stop, self.now()).await? {
            self.wake(pages);
        }
        Ok(Done::Nothing)
    }
}
