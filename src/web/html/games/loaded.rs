//! A game that has started, loaded for its pages.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::sync::Arc;

use actix_web::web::Data;
use chrono::{DateTime, Utc};

use engine::{Game, Logged, Seat};
use insight::{HandPlacements, LogEntry, Regions};
use players::Hint;
use service::TableView;
use table::{Aids, GameId, Player, Replay, Table};

use crate::html::board::turn_rows::TurnRow;
use crate::html::games::caches::Caches;
use crate::html::games::{SeriesPart, TalkSummary};
use crate::html::layout::LinkPreview;
use crate::html::wording::embed_code::{HEIGHT, WIDTH, embed_code};
use crate::html::wording::events::sentence;
use crate::html::wording::names::Names;
use crate::html::wording::player;
use crate::http::error::PageError;
use crate::http::session::Viewer;
use crate::http::urls::Url;
use crate::locale::{Html, Locale};

/// An event in the log.
pub struct LogRow {
    pub n: u32,
    pub sentence: Html,
    pub at: Option<String>,
}

/// The table, if the viewer may see it.
pub(crate) async fn table(viewer: &Viewer, id: &GameId) -> Result<TableView, PageError> {
    viewer.web().service.table(viewer.principal(), id, None).await?.ok_or(PageError::NotFound)
}

/// The players of a game, of whom one may be the viewer.
pub(crate) fn player_names(locale: Locale, table: &Table, replay: &Replay, you: Option<Seat>) -> Names {
    // The record has the names from the start of the game; a guest may have signed up since.
    let now = player::names(locale, table).into_iter().map(|name| name.map(Cow::into_owned));
    let level = |player: Option<&Player>| player?.level()?.number();
    let levels = table.seats().into_iter().map(level).collect();
    Names::of(locale, replay.header(), you).called(now).with_levels(levels)
}

/// A game that has started, as one viewer sees it.
pub(crate) struct LoadedGame {
    pub(crate) table: TableView,
    pub(super) replay: Arc<Replay>,
    pub(super) names: Names,
    pub(super) caches: Data<Caches>,
    placements: OnceCell<HandPlacements>,
    planning: OnceCell<Option<Game>>,
    /// The hints that the viewer has asked for, on the page that shows them.
    pub(super) hints: Vec<Hint>,
    /// What people say, on the page that shows it.
    pub(super) talk: TalkSummary,
    /// On the page that shows it.
    pub(super) series: Option<SeriesPart>,
    /// Whether the viewer follows the game, on the page that offers it; `None` for players, and for those who can't.
    pub(super) follows: Option<bool>,
}

impl LoadedGame {
    /// Loads the game. For a table that still waits for players it fails with `NotFound`.
    pub(super) async fn load(viewer: &Viewer, caches: &Data<Caches>, id: &GameId) -> Result<Self, PageError> {
        let table = table(viewer, id).await?;
        let loaded = Self::of(viewer.locale(), caches, table).map_err(|_| PageError::NotFound)?;
        let talk = TalkSummary::closed(viewer, loaded.table());
        Ok(loaded.with_talk(talk))
    }

    /// `Err` gives the table back if its game has not started.
    pub(crate) fn of(
        locale: Locale,
        caches: &Data<Caches>,
        table: TableView,
    ) -> Result<Self, Box<TableView>> {
        match table.play.clone() {
            Some(replay) => Ok(Self {
                names: player_names(locale, &table.table, &replay, table.you).with_former(&table.former),
                replay,
                table,
                caches: caches.clone(),
                placements: OnceCell::new(),
                planning: OnceCell::new(),
                hints: Vec::new(),
                talk: TalkSummary::default(),
                series: None,
                follows: None,
            }),
            None => Err(Box::new(table)),
        }
    }

    /// Adds the hints that the viewer has asked for.
    #[must_use]
    pub(crate) fn with_hints(self, hints: Vec<Hint>) -> Self {
        Self { hints, ..self }
    }

    /// Adds what people say.
    #[must_use]
    pub(crate) fn with_talk(self, talk: TalkSummary) -> Self {
        Self { talk, ..self }
    }

    /// Adds the series that the game belongs to.
    #[must_use]
    pub(crate) fn with_series(self, series: Option<SeriesPart>) -> Self {
        Self { series, ..self }
    }

    /// Adds whether the viewer follows the game.
    pub(crate) async fn with_follows(self, viewer: &Viewer) -> Result<Self, PageError> {
        if self.table.you.is_some() {
            return Ok(self);
        }
        let follows = viewer.web().service.follows_game(viewer.principal(), self.table()).await?;
        Ok(Self { follows, ..self })
    }

    pub(crate) const fn table(&self) -> &Table {
        &self.table.table
    }

    pub(crate) const fn id(&self) -> &GameId {
        &self.table.table.id
    }

    pub(super) fn game(&self) -> &Game {
        &self.replay.game
    }

    pub(crate) const fn names(&self) -> &Names {
        &self.names
    }

    /// The game as if it were the viewer's next turn, if there is a tile to plan it with.
    pub(super) fn planning(&self) -> Option<&Game> {
        let plan = || {
            let you = self.table.you.filter(|_| self.still_in() && self.own_substitute().is_none())?;
            self.game().as_if_next(you).filter(|_| !self.your_turn())
        };
        self.planning.get_or_init(plan).as_ref()
    }

    /// The game in which the viewer can try turns.
    pub(super) fn tried(&self) -> &Game {
        self.planning().unwrap_or_else(|| self.game())
    }

    /// Where the tiles that the viewer can try may be placed.
    pub(super) fn placements(&self) -> &HandPlacements {
        self.placements.get_or_init(|| HandPlacements::of(self.tried()))
    }

    /// The seat to move, if it waits for somebody to take it over.
    pub(super) fn vacant(&self) -> Option<Seat> {
        self.table.table.settings.vacant(&self.replay)
    }

    /// The level of the computer that plays for the viewer.
    pub(super) fn own_substitute(&self) -> Option<u8> {
        self.game().substitute(self.table.you?).filter(|_| !self.game().is_finished())
    }

    pub(crate) fn is_finished(&self) -> bool {
        self.game().is_finished()
    }

    /// The players and their points after event `n`, by seat. `None`: there is no such event.
    pub(crate) fn points_after(&self, n: u32) -> Option<Vec<(String, i32)>> {
        let game = self.replay.at(n)?;
        let names = self.names.before(n);
        let seats = (0..).map(Seat).zip(names.players());
        Some(seats.map(|(seat, name)| (name.clone(), game.seat_score(seat))).collect())
    }

    /// The code with which other sites show the game; `None` if it is hidden.
    pub(super) fn embed_code(&self, viewer: &Viewer) -> Option<String> {
        let url = || viewer.absolute(&Url::Embed(self.id()));
        self.table.table.is_public().then(|| embed_code(viewer.locale(), &url(), WIDTH, HEIGHT))
    }

    /// The number of the last event.
    pub(crate) fn last(&self) -> u32 {
        self.replay.log.last().map_or(0, |logged| logged.n)
    }

    /// The aids of the table, for players and spectators alike. A finished game has all of them.
    pub(super) fn aids(&self) -> Aids {
        if self.game().is_finished() { Aids::All } else { self.table.table.settings.aids }
    }

    /// The players: "ann – ben".
    pub(crate) fn title(&self) -> String {
        let names = self.names.players().join(" – ");
        if self.table.table.is_exhibition() {
            return self.names.locale().text("game-exhibition").with("names", names).to_string();
        }
        names
    }

    /// Who has imported the game, in words; `None` if it was played here.
    pub(super) fn imported_by(&self) -> Option<String> {
        let opener = self.table.table.opener.as_ref().filter(|_| self.table.table.is_imported())?;
        Some(self.names.locale().text("import-mark-title").with("name", &opener.name).to_string())
    }

    pub(super) fn your_turn(&self) -> bool {
        let yours = self.game().to_move().is_some_and(|colour| self.names.is_you(colour));
        yours && self.own_substitute().is_none()
    }

    /// How other sites show a link to this page, whose board is after event `n`; `None` if the table is hidden.
    pub(super) fn link_preview(&self, viewer: &Viewer, page: &Url<'_>, n: u32) -> Option<LinkPreview> {
        self.table.table.is_public().then(|| LinkPreview {
            image: viewer.absolute(&Url::Png(self.id(), n)),
            oembed: viewer.absolute(&Url::Oembed(&viewer.absolute(page))),
        })
    }

    /// Whether the viewer plays and has not left.
    pub(super) fn still_in(&self) -> bool {
        let game = self.game();
        !game.is_finished() && self.table.you.is_some_and(|you| !game.has_left(you))
    }

    /// An event as a row of the log.
    pub(super) fn row(&self, viewer: &Viewer, logged: &Logged) -> LogRow {
        LogRow {
            n: logged.n,
            sentence: sentence(&self.names.before(logged.n), &logged.event),
            at: logged.at.map(|at| viewer.locale().moment(at, viewer.zone())),
        }
    }

    /// The given events as rows of the log.
    pub(super) fn rows(&self, viewer: &Viewer, events: &[Logged]) -> Vec<LogRow> {
        events.iter().map(|logged| self.row(viewer, logged)).collect()
    }

    /// The last turns, the newest last.
    pub(super) fn last_turns(&self, viewer: &Viewer, count: usize) -> Vec<TurnRow> {
        let entries = insight::last_log_entries(self.game(), &self.replay.log, count);
        self.rows_of_turns(&entries, |at| viewer.locale().clock(at, viewer.zone()))
    }

    pub(super) fn turn_rows(&self, viewer: &Viewer, entries: &[LogEntry]) -> Vec<TurnRow> {
        self.rows_of_turns(entries, |at| viewer.locale().moment(at, viewer.zone()))
    }

    fn rows_of_turns(&self, entries: &[LogEntry], moment: impl Fn(DateTime<Utc>) -> String) -> Vec<TurnRow> {
        let regions = Regions::of(self.game().board());
        entries
            .iter()
            .map(|entry| TurnRow::of(&self.names.before(entry.last), regions, entry, &moment))
            .collect()
    }

    /// The events after number `n`.
    pub(super) fn after(&self, n: u32) -> &[Logged] {
        let log = &self.replay.log;
        &log[log.partition_point(|logged| logged.n <= n)..]
    }
}
