//! News as they come, by server-sent events: pages look again when they hear that there is something to see.
//!
//! An event says only *that* something happened and its number; what it was stands on the page itself, which knows who
//! may see what.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use actix_web::http::header::{CACHE_CONTROL, CONTENT_ENCODING};
use actix_web::web::{Bytes, Path};
use actix_web::{HttpRequest, HttpResponse};
use futures_util::Stream;
use futures_util::stream::unfold;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::account::UserId;
use crate::service::{GameId, Listener, Service, Table};
use crate::web::html::answer::Answer;
use crate::web::http::error::PageError;
use crate::web::http::form::Fields;
use crate::web::http::session::{SignedIn, Viewer};

/// How many streams are open at most, all together.
const STREAMS: usize = 4000;
/// How often one looks without having been told, and lets the browser know that the line is not dead.
const LOOK: Duration = Duration::from_secs(20);
/// How soon a browser comes back after the line was cut, in milliseconds.
const COME_BACK: &str = "retry: 3000\n\n";
const STILL_HERE: &str = ":\n\n";

/// The places for open streams.
#[derive(Debug)]
pub(in crate::web) struct Streams(Arc<Semaphore>);

impl Default for Streams {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(STREAMS)))
    }
}

impl Streams {
    fn enter(&self) -> Result<OwnedSemaphorePermit, PageError> {
        self.0.clone().try_acquire_owned().map_err(|_| PageError::TooMany(LOOK))
    }
}

/// What a page about a game waits for.
#[derive(Clone, Copy, PartialEq, Eq)]
struct State {
    last: u32,
    free: usize,
}

impl State {
    fn of(table: &Table) -> Self {
        Self { last: table.listed.last_n, free: table.listed.free_seats() }
    }
}

/// A page that listens for one game.
struct GameStream {
    service: Service,
    listener: Listener,
    user: Option<UserId>,
    game: GameId,
    told: State,
    begun: bool,
    _place: OwnedSemaphorePermit,
}

/// `GET /games/{id}/live?after=N`: `moved` with the number of the last event, whenever there is more than event N, or
/// somebody sits down or gets up.
pub(in crate::web) async fn game(viewer: Viewer, id: Path<String>, request: HttpRequest) -> Answer {
    let after = Fields::of_query(&request)?.parsed::<u32>("after")?;
    let game = GameId::parse(&id).ok_or(PageError::NotFound)?;
    let service = viewer.web().service.clone();
    let user = viewer.account().map(|account| account.id.clone());
    // Listening begins before looking, so that nothing falls between.
    let listener = service.listen();
    let table = service.table(user.as_ref(), &game, None).await?.ok_or(PageError::NotFound)?;
    let now = State::of(&table);
    let told = State { last: after.unwrap_or(now.last), ..now };
    let place = viewer.web().streams.enter()?;
    let stream = GameStream { service, listener, user, game, told, begun: false, _place: place };
    Ok(answer(unfold(stream, GameStream::next)))
}

impl GameStream {
    async fn next(mut self) -> Option<(Result<Bytes, Infallible>, Self)> {
        if !self.begun {
            self.begun = true;
            return Some((Ok(Bytes::from_static(COME_BACK.as_bytes())), self));
        }
        let mut now = self.look().await?;
        if now == self.told {
            let game = &self.game;
            self.listener.wait(LOOK, |news| news.game == *game).await;
            now = self.look().await?;
        }
        if now == self.told {
            return Some((Ok(Bytes::from_static(STILL_HERE.as_bytes())), self));
        }
        self.told = now;
        let event = format!("event: moved\ndata: {}\n\n", now.last);
        Some((Ok(Bytes::from(event)), self))
    }

    /// The state now; the stream ends when the viewer may not see the game any more.
    async fn look(&self) -> Option<State> {
        match self.service.table(self.user.as_ref(), &self.game, None).await {
            Ok(table) => table.as_ref().map(State::of),
            Err(error) => {
                tracing::error!(%error, "a live page could not look");
                None
            }
        }
    }
}

/// A page that listens for a person's games.
struct TurnStream {
    service: Service,
    listener: Listener,
    user: UserId,
    told: Option<u32>,
    changed: bool,
    _place: OwnedSemaphorePermit,
}

/// `GET /live`: `turns` with the number of games that wait for the viewer's turn; and again whenever something happens in
/// one of the viewer's games.
pub(in crate::web) async fn turns(person: SignedIn) -> Answer {
    let service = person.web().service.clone();
    let listener = service.listen();
    let place = person.web().streams.enter()?;
    let user = person.account.id.clone();
    let stream = TurnStream { service, listener, user, told: None, changed: false, _place: place };
    Ok(answer(unfold(stream, TurnStream::next)))
}

impl TurnStream {
    async fn next(mut self) -> Option<(Result<Bytes, Infallible>, Self)> {
        if self.told.is_some() {
            let user = &self.user;
            self.changed = self.listener.wait(LOOK, |news| news.players.contains(user)).await;
        }
        let count = match self.service.turns_waiting(&self.user).await {
            Ok(count) => count,
            Err(error) => {
                tracing::error!(%error, "a live page could not look");
                return None;
            }
        };
        let text = match self.told {
            None => format!("{COME_BACK}event: turns\ndata: {count}\n\n"),
            Some(told) if told != count || self.changed => format!("event: turns\ndata: {count}\n\n"),
            Some(_) => STILL_HERE.to_owned(),
        };
        self.told = Some(count);
        Some((Ok(Bytes::from(text)), self))
    }
}

/// The stream as an answer that nobody keeps, and that is not compressed: what is said must go out at once.
fn answer(stream: impl Stream<Item = Result<Bytes, Infallible>> + 'static) -> HttpResponse {
    HttpResponse::Ok()
        .content_type("text/event-stream")
        .insert_header((CACHE_CONTROL, "no-store"))
        .insert_header((CONTENT_ENCODING, "identity"))
        .streaming(stream)
}
