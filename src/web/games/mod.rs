//! Games: the table, a turn's preview and confirmation, history, the end.

pub(super) mod done;
pub(super) mod draw;
pub(super) mod end;
pub(super) mod history;
pub(super) mod next;
pub(super) mod picture;
pub(super) mod plane;
pub(super) mod preview;
pub(super) mod record;
pub(super) mod rematch;
pub(super) mod resign;
pub(super) mod show;
pub(super) mod turn;
mod visit;

use std::sync::Arc;

use crate::aids::Aids;
use crate::engine::{Event, Game, Logged, Seat};
use crate::service::{GameId, Replay, Table};

use super::error::PageError;
use super::page::game::LogRow;
use super::page::game::events::sentence;
use super::page::game::names::Names;
use super::session::Viewer;
use super::urls::Url;
use super::when;

/// A table that the viewer may see.
async fn table(viewer: &Viewer, id: &str) -> Result<Table, PageError> {
    let game = GameId::parse(id).ok_or(PageError::NotFound)?;
    let user = viewer.account().map(|account| &account.id);
    viewer.web().service.table(user, &game, None).await?.ok_or(PageError::NotFound)
}

/// A game that has begun, as one viewer sees it.
struct Seen {
    id: String,
    table: Table,
    replay: Arc<Replay>,
    names: Names,
}

impl Seen {
    /// The game of that name; a table that still waits for players is none.
    async fn load(viewer: &Viewer, id: &str) -> Result<Self, PageError> {
        let table = table(viewer, id).await?;
        Self::of(table).map_err(|_| PageError::NotFound)
    }

    /// The game of a table, or the table itself if it has not begun.
    fn of(table: Table) -> Result<Self, Box<Table>> {
        match table.play.clone() {
            Some(replay) => {
                // The record has the names of the game's beginning; a guest may have another since.
                let now = table.listed.seats.iter().map(|player| Some(player.as_ref()?.name().to_owned()));
                let names = Names::of(replay.header(), table.you).called(now);
                Ok(Self { id: table.listed.id.to_string(), replay, names, table })
            }
            None => Err(Box::new(table)),
        }
    }

    fn game(&self) -> &Game {
        &self.replay.game
    }

    /// The number of the last event.
    fn last(&self) -> u32 {
        self.replay.log.last().map_or(0, |logged| logged.n)
    }

    /// What help its pages give, to players and spectators alike; when the game is over, all.
    fn aids(&self) -> Aids {
        if self.game().is_finished() { Aids::All } else { self.table.listed.aids }
    }

    fn your_turn(&self) -> bool {
        self.game().to_move().is_some_and(|colour| self.names.is_you(colour))
    }

    /// The picture of the board after event `n`, for previews of links, if everybody may see it.
    fn image(&self, viewer: &Viewer, n: u32) -> Option<String> {
        self.table.listed.public.then(|| viewer.absolute(&Url::Png(&self.id, n)))
    }

    /// Whether the viewer plays and has not left.
    fn still_in(&self) -> bool {
        let game = self.game();
        !game.is_finished() && game.colours().any(|colour| self.names.is_you(colour) && !game.is_out(colour))
    }

    /// Events with numbers from `first` on, as rows of a log.
    fn rows(&self, viewer: &Viewer, events: &[Logged]) -> Vec<LogRow> {
        events.iter().map(|logged| row(&self.names, viewer, logged)).collect()
    }

    /// The events after number `n`.
    fn after(&self, n: u32) -> &[Logged] {
        let log = &self.replay.log;
        &log[log.partition_point(|logged| logged.n <= n)..]
    }

    /// The number of the last event that followed from the viewer's last turn; 0 before the first.
    fn end_of_last_turn(&self, you: Seat) -> u32 {
        let game = self.game();
        let log = &self.replay.log;
        let mine = |logged: &Logged| matches!(logged.event, Event::Turn { colour, .. } if game.seat_of(colour) == you);
        let Some(turn) = log.iter().rposition(mine) else { return 0 };
        let scores = |logged: &&Logged| matches!(logged.event, Event::Score { .. });
        let last = log[turn + 1..].iter().take_while(scores).last();
        last.unwrap_or(&log[turn]).n
    }
}

fn row(names: &Names, viewer: &Viewer, logged: &Logged) -> LogRow {
    LogRow {
        n: logged.n,
        sentence: sentence(names, &logged.event),
        at: logged.at.map(|at| when::moment(at, viewer.zone())),
    }
}
