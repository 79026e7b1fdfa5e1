//! Streams of lines: what is there, then what is new, and an empty line now and then.

use std::convert::Infallible;
use std::time::Duration;

use actix_web::http::header::{ACCEPT, CACHE_CONTROL, CONTENT_TYPE};
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse};
use futures_util::stream::unfold;
use tracing::{Instrument, Span};

use crate::api::caller::Caller;
use crate::api::response::ApiResult;
use crate::http::live::Open;
use service::Topic;

const TYPE: &str = "application/x-ndjson";
/// How often an idle stream sends an empty line.
const HEARTBEAT: Duration = Duration::from_secs(15);

/// Where the lines come from.
pub(super) trait Source {
    /// The lines after those that it has returned; none if the caller may no longer read it.
    async fn read(&mut self, caller: &Caller) -> Option<Lines>;
}

pub(super) struct Lines {
    /// Each with its end.
    pub text: String,
    pub then: Then,
}

/// What comes after some lines.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Then {
    /// Others that are there.
    More,
    /// Those that will be there.
    Wait,
    End,
}

/// Whether the caller wants a stream.
pub(super) fn is_wanted(request: &HttpRequest) -> bool {
    let accept = request.headers().get(ACCEPT).and_then(|accept| accept.to_str().ok());
    accept.is_some_and(|accept| accept.contains(TYPE))
}

struct Stream<S> {
    caller: Caller,
    open: Open,
    source: S,
    /// `None` before the first lines.
    then: Option<Then>,
}

/// The lines of `source`, and others whenever something changes about `topic`.
pub(super) fn stream<S: Source + 'static>(
    caller: Caller,
    request: &HttpRequest,
    topic: Topic,
    source: S,
) -> ApiResult {
    let open = Open::new(&caller.web, &caller.principal, request, topic)?;
    let (stream, span) = (Stream { caller, open, source, then: None }, Span::current());
    Ok(HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, TYPE))
        .insert_header((CACHE_CONTROL, "no-store"))
        .force_close()
        .streaming(unfold(stream, move |stream| stream.next().instrument(span.clone()))))
}

impl<S: Source> Stream<S> {
    async fn next(mut self) -> Option<(Result<Bytes, Infallible>, Self)> {
        match self.then {
            Some(Then::End) => return None,
            Some(Then::Wait) if !self.open.changed(HEARTBEAT).await? => {
                return self.is_allowed().await.then(|| (Ok(Bytes::from_static(b"\n")), self));
            }
            Some(Then::Wait) if !self.is_allowed().await => return None,
            _ => {}
        }
        let Lines { text, then } = self.source.read(&self.caller).await?;
        self.then = Some(then);
        // Something at once, so that the receiver knows that it is connected.
        Some((Ok(Bytes::from(if text.is_empty() { "\n".to_owned() } else { text })), self))
    }

    /// Whether the token still works.
    async fn is_allowed(&self) -> bool {
        let Some(token) = &self.caller.token else { return true };
        matches!(self.caller.service().bearer(token, self.caller.principal.address()).await, Ok(Some(_)))
    }
}
