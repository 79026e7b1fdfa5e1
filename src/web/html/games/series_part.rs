//! What the pages of a game say about its series.

use crate::html::wording::challenge;
use crate::http::error::PageError;
use crate::http::live;
use crate::http::session::Viewer;
use account::{SeriesId, UserId};
use table::{GameId, Table};

#[derive(Clone, Debug)]
pub struct SeriesPart {
    pub id: SeriesId,
    /// "Best of three, game 2: ann 1, ben 0"
    pub line: String,
    /// What comes next, or who has won.
    pub state: String,
    /// The game after this one.
    pub next: Option<GameId>,
    /// Whom the viewer can challenge again; `None` unless the series is over and the viewer played in it.
    pub again: Option<UserId>,
    /// Counts what the pages of the game show beside its events.
    pub tables: u32,
}

impl SeriesPart {
    /// `None` unless the game belongs to a series.
    pub(crate) async fn of(viewer: &Viewer, table: &Table) -> Result<Option<Self>, PageError> {
        let Some(place) = &table.series else { return Ok(None) };
        let found = viewer.web().service.series_of_game(viewer.principal(), table).await?;
        let Some(view) = found else { return Ok(None) };
        let locale = viewer.locale();
        let again = viewer.user().filter(|_| !view.goes_on()).and_then(|user| {
            let side = view.series.side_of(&user.id)?;
            Some(view.series.player(side.other()).clone())
        });
        let next = view.games.iter().find(|game| game.series.as_ref().is_some_and(|at| at.n == place.n + 1));
        Ok(Some(Self {
            id: place.id.clone(),
            line: challenge::line(locale, &view, place.n),
            state: challenge::state(locale, &view),
            next: next.map(|game| game.id.clone()),
            again,
            tables: live::tables(table, None, view.changes()),
        }))
    }
}
