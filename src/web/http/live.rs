//! Server-sent events: a page learns that there is something new, and loads it.
//!
//! An event says only *that* something happened and its number; what it was stands on the page itself, which knows who
//! may see what.

use std::convert::Infallible;
use std::time::Duration;

use actix_web::http::header::CACHE_CONTROL;
use actix_web::web::{Bytes, Path};
use actix_web::{HttpRequest, HttpResponse};
use futures_util::Stream;
use futures_util::stream::unfold;
use tokio::time::Instant;

use crate::service::{Listener, Principal, Service, TableView, Topic};
use crate::table::GameId;
use crate::web::http::error::{Answer, PageError};
use crate::web::http::form::Fields;
use crate::web::http::session::{SignedIn, Viewer};
use crate::web::http::streams::StreamPermit;

/// How often a quiet stream shows that it is alive: proxies and browsers close one that says nothing.
const HEARTBEAT: Duration = Duration::from_secs(20);
/// A stream ends after this, so that one whose session has ended does not go on; browsers open it again by themselves.
const LONGEST: Duration = Duration::from_hours(1);
/// How long a browser waits when there are too many streams.
const RETRY: Duration = Duration::from_secs(20);
/// How long a browser waits after a stream was cut, in milliseconds.
const RECONNECT: &str = "retry: 3000\n\n";
const COMMENT: &str = ":\n\n";

type Event = Result<Bytes, Infallible>;

/// A stream that is open.
struct Open {
    service: Service,
    listener: Listener,
    until: Instant,
    _permit: StreamPermit,
}

impl Open {
    fn new(viewer: &Viewer, request: &HttpRequest, topic: Topic) -> Result<Self, PageError> {
        let web = viewer.web();
        let user = viewer.account().map(|account| account.id.clone());
        let permit = web.streams.open(web.address(request), user).ok_or(PageError::TooManyStreams(RETRY))?;
        let service = web.service.clone();
        // Listening begins before looking, so that nothing falls between.
        let listener = service.listen(topic);
        Ok(Self { service, listener, until: Instant::now() + LONGEST, _permit: permit })
    }

    /// Waits for a change or the next heartbeat: whether something changed, or `None` when the stream is over.
    async fn changed(&mut self) -> Option<bool> {
        if Instant::now() >= self.until {
            return None;
        }
        Some(tokio::time::timeout(HEARTBEAT, self.listener.changed()).await.is_ok())
    }
}

/// What a page about a game waits for.
#[derive(Clone, Copy, PartialEq, Eq)]
struct State {
    last: u32,
    free: usize,
}

impl State {
    fn of(table: &TableView) -> Self {
        Self { last: table.table.last_event(), free: table.table.free_seats() }
    }
}

/// A page that listens for one game.
struct GameStream {
    open: Open,
    viewer: Principal,
    game: GameId,
    /// What the page knows.
    known: State,
    /// What it was when it was last loaded.
    now: State,
    begun: bool,
}

/// `GET /games/{id}/live?after=N`: `moved` with the number of the last event, whenever there is more than event N, or
/// somebody sits down or gets up.
pub(in crate::web) async fn game(viewer: Viewer, id: Path<String>, request: HttpRequest) -> Answer {
    let after = Fields::of_query(&request)?.parsed::<u32>("after")?;
    let game = GameId::parse(&id).ok_or(PageError::NotFound)?;
    let open = Open::new(&viewer, &request, Topic::Game(game.clone()))?;
    let table = open.service.table(viewer.principal(), &game, None).await?.ok_or(PageError::NotFound)?;
    let now = State::of(&table);
    let known = State { last: after.unwrap_or(now.last), ..now };
    let stream = GameStream { open, viewer: viewer.principal().clone(), game, known, now, begun: false };
    Ok(answer(unfold(stream, GameStream::next)))
}

impl GameStream {
    async fn next(mut self) -> Option<(Event, Self)> {
        if !self.begun {
            self.begun = true;
            return Some((Ok(Bytes::from_static(RECONNECT.as_bytes())), self));
        }
        if self.now == self.known {
            if self.open.changed().await? {
                self.now = self.load().await?;
            }
            if self.now == self.known {
                return Some((Ok(Bytes::from_static(COMMENT.as_bytes())), self));
            }
        }
        self.known = self.now;
        let event = format!("event: moved\ndata: {}\n\n", self.now.last);
        Some((Ok(Bytes::from(event)), self))
    }

    /// The state now; the stream ends when the viewer may not see the game any more.
    async fn load(&self) -> Option<State> {
        match self.open.service.table(&self.viewer, &self.game, None).await {
            Ok(table) => table.as_ref().map(State::of),
            Err(error) => {
                tracing::warn!(%error, "failed to load a game for a stream");
                None
            }
        }
    }
}

/// A page that listens for a person's games.
struct TurnStream {
    open: Open,
    viewer: Principal,
    /// How many turns the page knows of.
    known: Option<u32>,
}

/// `GET /live`: `turns` with the number of games that wait for the viewer's turn; and again whenever something happens in
/// one of the viewer's games.
pub(in crate::web) async fn turns(person: SignedIn, request: HttpRequest) -> Answer {
    let open = Open::new(&person, &request, Topic::User(person.account.id.clone()))?;
    let viewer = person.principal().clone();
    Ok(answer(unfold(TurnStream { open, viewer, known: None }, TurnStream::next)))
}

impl TurnStream {
    async fn next(mut self) -> Option<(Event, Self)> {
        if self.known.is_some() && !self.open.changed().await? {
            return Some((Ok(Bytes::from_static(COMMENT.as_bytes())), self));
        }
        let count = match self.open.service.turns_waiting(&self.viewer).await {
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

/// The stream as an answer that no cache stores.
fn answer(stream: impl Stream<Item = Event> + 'static) -> HttpResponse {
    HttpResponse::Ok()
        .content_type("text/event-stream")
        .insert_header((CACHE_CONTROL, "no-store"))
        .streaming(stream)
}
