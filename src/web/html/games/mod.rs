//! Game pages: the table, previewing and confirming a turn, history, final scoring.

pub(in crate::web) mod analysis;
pub mod board_view;
pub mod breakdown;
pub(in crate::web) mod caches;
pub mod cell;
pub mod choices;
pub mod consequence;
pub(in crate::web) mod draw;
pub(in crate::web) mod end;
mod end_page;
pub mod events;
pub mod features;
pub mod graph;
pub mod hints;
pub(in crate::web) mod history;
mod history_page;
pub mod names;
pub(in crate::web) mod next;
pub mod offer;
pub(in crate::web) mod options;
pub(in crate::web) mod outcome;
pub mod overlay;
pub(in crate::web) mod pass;
pub(in crate::web) mod picture;
pub(in crate::web) mod plane;
pub mod plane_page;
pub mod players;
pub(in crate::web) mod preview;
mod preview_page;
pub mod reasons;
pub(in crate::web) mod record;
pub mod refusal;
pub(in crate::web) mod rematch;
mod rematch_offer;
mod rematch_page;
pub(in crate::web) mod resign;
mod resign_page;
pub(in crate::web) mod show;
mod show_page;
mod show_parts;
pub mod since;
pub mod steps;
pub(in crate::web) mod turn;
pub mod turn_rows;
pub mod turn_view;
mod visit;
pub mod words;

pub use end_page::{FinalPage, FinalRow, OutlinesPart};
pub use history_page::{LogPage, MovePage, StepPart};
pub use preview_page::{PreviewPage, Projection};
pub use resign_page::ResignPage;
pub use show_page::GamePage;
pub use show_parts::{
    FeaturesPart, HandPart, HandTile, KindLeft, MovesPart, RecentPart, RulesPart, ScoresPart, SummaryPart,
    TilesPart,
};

use std::sync::Arc;

use crate::engine::{Game, Logged};
use crate::insight::{self, LogEntry, Regions};
use crate::players::Hint;
use crate::service::TableView;
use crate::table::{Aids, GameId, Player, Replay};

use crate::web::html::games::events::sentence;
use crate::web::html::games::names::Names;
use crate::web::html::games::turn_rows::TurnRow;
use crate::web::html::player;
use crate::web::http::error::PageError;
use crate::web::http::session::Viewer;
use crate::web::http::urls::Url;
use crate::web::locale::{Html, Locale, Message};

/// A board as HTML, together with the SVG symbols that it uses.
#[derive(Clone, Debug, Default)]
pub struct Drawing {
    /// The symbols, in a hidden element.
    pub symbols: String,
    pub board: String,
}

/// An event in the log.
pub struct LogRow {
    pub n: u32,
    pub sentence: Html,
    pub at: Option<String>,
}

/// The table, if the viewer may see it.
pub(in crate::web) async fn table(viewer: &Viewer, id: &str) -> Result<TableView, PageError> {
    let game = GameId::parse(id).ok_or(PageError::NotFound)?;
    viewer.web().service.table(viewer.principal(), &game, None).await?.ok_or(PageError::NotFound)
}

/// A game that has started, as one viewer sees it.
pub(in crate::web) struct LoadedGame {
    id: String,
    table: TableView,
    replay: Arc<Replay>,
    names: Names,
    /// The hints that the viewer has asked for, on the page that shows them.
    hints: Vec<Hint>,
}

impl LoadedGame {
    /// Loads the game. For a table that still waits for players it fails with `NotFound`.
    async fn load(viewer: &Viewer, id: &str) -> Result<Self, PageError> {
        let table = table(viewer, id).await?;
        Self::of(viewer.locale(), table).map_err(|_| PageError::NotFound)
    }

    /// `Err` gives the table back if its game has not started.
    pub(in crate::web) fn of(locale: Locale, table: TableView) -> Result<Self, Box<TableView>> {
        match table.play.clone() {
            Some(replay) => {
                // The record has the names from the start of the game; a guest may have signed up since.
                let now = player::names(locale, &table.table).into_iter().map(|name| name.map(str::to_owned));
                let level = |player: Option<&Player>| player?.level()?.number();
                let levels = table.table.seats().into_iter().map(level).collect();
                let names = Names::of(locale, replay.header(), table.you).called(now).with_levels(levels);
                Ok(Self { id: table.table.id.to_string(), replay, names, table, hints: Vec::new() })
            }
            None => Err(Box::new(table)),
        }
    }

    /// Loads a game that is over: nobody may try out what to play in one that is still in progress.
    pub(in crate::web) async fn finished(viewer: &Viewer, id: &str) -> Result<Self, PageError> {
        let loaded = Self::load(viewer, id).await?;
        if loaded.game().is_finished() {
            Ok(loaded)
        } else {
            Err(PageError::Forbidden(Message::new("practice-running")))
        }
    }

    /// Adds the hints that the viewer has asked for.
    #[must_use]
    pub(in crate::web) fn with_hints(self, hints: Vec<Hint>) -> Self {
        Self { hints, ..self }
    }

    fn game(&self) -> &Game {
        &self.replay.game
    }

    pub(in crate::web) fn replay(&self) -> &Replay {
        &self.replay
    }

    pub(in crate::web) const fn names(&self) -> &Names {
        &self.names
    }

    /// The number of the last event.
    fn last(&self) -> u32 {
        self.replay.log.last().map_or(0, |logged| logged.n)
    }

    /// The aids of the table, for players and spectators alike. A finished game has all of them.
    fn aids(&self) -> Aids {
        if self.game().is_finished() { Aids::All } else { self.table.table.aids }
    }

    fn your_turn(&self) -> bool {
        self.game().to_move().is_some_and(|colour| self.names.is_you(colour))
    }

    /// The URL of the board after event `n` for link previews, if the table is public.
    fn image(&self, viewer: &Viewer, n: u32) -> Option<String> {
        self.table.table.is_public().then(|| viewer.absolute(&Url::Png(&self.id, n)))
    }

    /// Whether the viewer plays and has not left.
    fn still_in(&self) -> bool {
        let game = self.game();
        !game.is_finished() && game.colours().any(|colour| self.names.is_you(colour) && !game.is_out(colour))
    }

    /// The given events as rows of the log.
    fn rows(&self, viewer: &Viewer, events: &[Logged]) -> Vec<LogRow> {
        events.iter().map(|logged| row(&self.names, viewer, logged)).collect()
    }

    /// The last turns, the newest last.
    fn last_turns(&self, viewer: &Viewer, count: usize) -> Vec<TurnRow> {
        self.turn_rows(viewer, &insight::last_log_entries(self.game(), &self.replay.log, count))
    }

    fn turn_rows(&self, viewer: &Viewer, entries: &[LogEntry]) -> Vec<TurnRow> {
        let regions = Regions::of(self.game().board());
        let moment = |at| viewer.locale().moment(at, viewer.zone());
        entries.iter().map(|entry| TurnRow::of(&self.names, regions, entry, moment)).collect()
    }

    /// The events after number `n`.
    fn after(&self, n: u32) -> &[Logged] {
        let log = &self.replay.log;
        &log[log.partition_point(|logged| logged.n <= n)..]
    }
}

fn row(names: &Names, viewer: &Viewer, logged: &Logged) -> LogRow {
    LogRow {
        n: logged.n,
        sentence: sentence(names, &logged.event),
        at: logged.at.map(|at| viewer.locale().moment(at, viewer.zone())),
    }
}
