//! Server-sent events: a page learns that something changed, and reloads.
//!
//! An event says only *that* something happened, and its number. What it was is on the page, which knows who may see what.

use std::convert::Infallible;
use std::rc::Rc;
use std::time::Duration;

use actix_web::http::header::CACHE_CONTROL;
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse};
use futures_util::Stream;
use futures_util::stream::unfold;
use tokio::time::Instant;
use tracing::{Instrument, Span};

use crate::http::connections::Line;
use crate::http::error::{PageError, PageResult};
use crate::http::fields::Fields;
use crate::http::game_path::GamePath;
use crate::http::session::{SignedIn, Viewer};
use crate::http::state::State as WebState;
use crate::http::streams::{StreamPermit, Streams};
use analysis::Depth;
use service::{Listener, Principal, SeriesView, Service, StoreError, Topic};
use table::{GameId, Table};

/// How often an idle stream sends a comment, since proxies and browsers close silent connections, and how long at most it
/// outlives its session.
const HEARTBEAT: Duration = Duration::from_secs(20);
/// Streams end after this time; browsers reconnect by themselves.
const LONGEST: Duration = Duration::from_hours(1);
/// Sent as `Retry-After` when there are too many streams.
const RETRY: Duration = Duration::from_secs(20);
/// How long browsers wait before they reconnect, in milliseconds.
const RECONNECT: &str = "retry: 3000\n\n";
const COMMENT: &str = ":\n\n";
const ADVANCED: &str = "event: moved\ndata: analysis\n\n";

type Event = Result<Bytes, Infallible>;

pub(crate) struct Open {
    service: Service,
    viewer: Principal,
    listener: Listener,
    until: Instant,
    streams: Streams,
    line: Option<Rc<Line>>,
    _permit: StreamPermit,
}

impl Open {
    pub(crate) fn new(
        web: &WebState,
        viewer: &Principal,
        request: &HttpRequest,
        topic: Topic,
    ) -> Result<Self, PageError> {
        let user = viewer.user().cloned();
        let permit = web.streams.open(web.address(request), user).ok_or(PageError::TooManyStreams(RETRY))?;
        let line = Line::of(request);
        if let Some(line) = &line {
            line.stop_counting();
        }
        let service = web.service.clone();
        // Listen before the first look, so that no change is missed in between.
        let listener = service.listen(topic);
        let streams = web.streams.clone();
        let viewer = viewer.clone();
        Ok(Self {
            service,
            viewer,
            listener,
            until: Instant::now() + LONGEST,
            streams,
            line,
            _permit: permit,
        })
    }

    /// Waits for a change (`true`) or the next heartbeat (`false`); `None` when the stream has reached its age limit, its
    /// session has ended, the client has gone, or the server stops.
    pub(crate) async fn changed(&mut self, heartbeat: Duration) -> Option<bool> {
        if Instant::now() >= self.until {
            return None;
        }
        let changed = tokio::select! {
            biased;
            () = self.streams.ended() => return None,
            // Its place is free for the client's next page.
            () = left(self.line.as_deref()) => return None,
            changed = tokio::time::timeout(heartbeat, self.listener.changed()) => changed.is_ok(),
        };
        match self.service.is_signed_in(&self.viewer).await {
            Ok(true) => Some(changed),
            Ok(false) => None,
            Err(error) => {
                tracing::warn!(%error, "failed to look up the session of a stream");
                None
            }
        }
    }
}

async fn left(line: Option<&Line>) {
    match line {
        Some(line) => line.left().await,
        None => std::future::pending().await,
    }
}

/// What a page about a game depends on.
#[derive(Clone, Copy, PartialEq, Eq)]
struct State {
    /// The number of the last game event.
    last: u32,
    /// Counts changes of seats and invitations. See [`tables`].
    tables: u32,
    /// Changes with what is said where the viewer can read it.
    talk: u32,
}

impl State {
    async fn load(service: &Service, viewer: &Principal, game: &GameId) -> Result<Option<Self>, StoreError> {
        let Some(view) = service.table(viewer, game, None).await? else { return Ok(None) };
        let rematch = service.rematch_of(viewer, &view).await?;
        let series = service.series_of_game(viewer, &view.table).await?;
        Ok(Some(Self {
            last: view.table.last_event(),
            tables: tables(&view.table, rematch.as_ref(), series.as_ref().map_or(0, SeriesView::changes)),
            talk: service.talk_changes(viewer, &view.table).await?,
        }))
    }
}

/// Counts the changes of seats and invitations that the pages of a table show: its own before the start, those of its
/// rematch after the end. `series` counts those of its series.
pub(crate) fn tables(table: &Table, rematch: Option<&Table>, series: u32) -> u32 {
    table.revision + rematch.map_or(0, |rematch| rematch.revision) + series
}

struct GameStream {
    open: Open,
    game: GameId,
    /// The state that the page shows.
    known: State,
    /// The state when it was last loaded.
    now: State,
    begun: bool,
}

/// `GET /games/{id}/live?after=N&tables=M`: sends `moved` with the number of the last event whenever there are events after
/// N, or changes of seats and invitations other than the M that the page knows; `talk` with a number that changes whenever something is said or withdrawn
/// where the viewer can read it.
pub(crate) async fn game(viewer: Viewer, GamePath(id): GamePath, request: HttpRequest) -> PageResult {
    let fields = Fields::of_query(&request)?;
    let (after, tables) = (fields.parsed::<u32>("after")?, fields.parsed::<u32>("tables")?);
    let open = Open::new(viewer.web(), viewer.principal(), &request, Topic::Game(id.clone()))?;
    let now = State::load(&open.service, viewer.principal(), &id).await?.ok_or(PageError::NotFound)?;
    // A page that was made before a line was said learns of it.
    let known = State { last: after.unwrap_or(now.last), tables: tables.unwrap_or(now.tables), talk: 0 };
    let stream = GameStream { open, game: id, known, now, begun: false };
    let span = Span::current();
    Ok(event_stream(unfold(stream, move |stream| stream.next().instrument(span.clone()))))
}

impl GameStream {
    async fn next(mut self) -> Option<(Event, Self)> {
        if !self.begun {
            self.begun = true;
            return Some((Ok(Bytes::from_static(RECONNECT.as_bytes())), self));
        }
        if self.now == self.known {
            if self.open.changed(HEARTBEAT).await? {
                self.now = self.load().await?;
            }
            if self.now == self.known {
                return Some((Ok(Bytes::from_static(COMMENT.as_bytes())), self));
            }
        }
        let is_moved = (self.now.last, self.now.tables) != (self.known.last, self.known.tables);
        let moved = is_moved.then(|| format!("event: moved\ndata: {}\n\n", self.now.last));
        let is_said = self.now.talk != self.known.talk;
        let said = is_said.then(|| format!("event: talk\ndata: {}\n\n", self.now.talk));
        let events = [moved, said].into_iter().flatten().collect::<String>();
        self.known = self.now;
        Some((Ok(Bytes::from(events)), self))
    }

    /// The current state; `None`, which ends the stream, once the viewer may no longer see the game.
    async fn load(&self) -> Option<State> {
        match State::load(&self.open.service, &self.open.viewer, &self.game).await {
            Ok(state) => state,
            Err(error) => {
                tracing::warn!(%error, "failed to load a game for a stream");
                None
            }
        }
    }
}

struct AnalysisStream {
    open: Open,
    begun: bool,
}

/// `GET /games/{id}/analysis/live`: sends `moved` at once, since an analysis may have advanced since the page was made, and
/// again whenever one advances.
pub(crate) async fn analysis(viewer: Viewer, GamePath(id): GamePath, request: HttpRequest) -> PageResult {
    let open = Open::new(viewer.web(), viewer.principal(), &request, Topic::Game(id.clone()))?;
    let seen = open.service.analysis(viewer.principal(), &id, Depth::Quick).await?;
    seen.ok_or(PageError::NotFound)?;
    let (stream, span) = (AnalysisStream { open, begun: false }, Span::current());
    Ok(event_stream(unfold(stream, move |stream| stream.next().instrument(span.clone()))))
}

impl AnalysisStream {
    async fn next(mut self) -> Option<(Event, Self)> {
        let event = match (self.begun, self.begun && self.open.changed(HEARTBEAT).await?) {
            (false, _) => format!("{RECONNECT}{ADVANCED}"),
            (true, true) => ADVANCED.to_owned(),
            (true, false) => COMMENT.to_owned(),
        };
        self.begun = true;
        Some((Ok(Bytes::from(event)), self))
    }
}

struct TurnStream {
    open: Open,
    /// How many turns the page shows.
    known: Option<u32>,
}

/// `GET /live`: sends `turns` with the number of games that wait for the viewer's turn, and again whenever something
/// happens in one of the viewer's games.
pub(crate) async fn turns(SignedIn { viewer, user }: SignedIn, request: HttpRequest) -> PageResult {
    let open = Open::new(viewer.web(), viewer.principal(), &request, Topic::User(user.id.clone()))?;
    let (stream, span) = (TurnStream { open, known: None }, Span::current());
    Ok(event_stream(unfold(stream, move |stream| stream.next().instrument(span.clone()))))
}

impl TurnStream {
    async fn next(mut self) -> Option<(Event, Self)> {
        if self.known.is_some() && !self.open.changed(HEARTBEAT).await? {
            return Some((Ok(Bytes::from_static(COMMENT.as_bytes())), self));
        }
        let count = match self.open.service.turns_waiting(&self.open.viewer).await {
            Ok(count) => count,
            Err(error) => {
                tracing::warn!(%error, "failed to count turns for a stream");
                return None;
            }
        };
        let reconnect = if self.known.is_none() { RECONNECT } else { "" };
        self.known = Some(count);
        Some((Ok(Bytes::from(format!("{reconnect}event: turns\ndata: {count}\n\n"))), self))
    }
}

/// The stream as an uncached response, the last of a connection that no limit but that of streams counts.
fn event_stream(stream: impl Stream<Item = Event> + 'static) -> HttpResponse {
    HttpResponse::Ok()
        .content_type("text/event-stream; charset=utf-8")
        .insert_header((CACHE_CONTROL, "no-store"))
        .force_close()
        .streaming(stream)
}
