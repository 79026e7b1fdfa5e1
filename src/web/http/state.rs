//! State shared by all requests.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use actix_web::HttpRequest;
use actix_web::guard::GuardContext;
use actix_web::web::Data;
use chrono::{DateTime, Utc};
use tokio::sync::Notify;

use crate::http::connections::Connections;
use crate::http::error::PageError;
use crate::http::exports::Exports;
use crate::http::limits::Throttle;
use crate::http::request_metrics::RequestMetrics;
use crate::http::slow_requests::SlowRequests;
use crate::http::streams::{StreamLimits, Streams};
use environment::host_texts::HostTexts;
use service::{PasskeySite, Service};
use table::Chat;

/// The host's settings for the web server.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Whether browsers reach the server over HTTPS; cookies are then marked `Secure`.
    pub https: bool,
    /// Trust the last address in `X-Forwarded-For`, which the host's reverse proxy has added.
    pub behind_proxy: bool,
    /// Per address. As many searches by name and turns of computer players on practice boards are allowed beside them.
    pub forms_a_minute: u32,
    /// How long a client may take to send the body of a form.
    pub body_timeout: Duration,
    /// How long a client may leave an answer unread.
    pub unread_timeout: Duration,
    /// Connections per address, live updates apart. Not limited behind a proxy, from which they all come.
    pub connections: usize,
    pub streams: StreamLimits,
    /// How long the server goes on after it was asked to stop, so that load balancers notice first.
    pub drain: Duration,
    /// The public base URL, without a trailing slash.
    pub origin: String,
    /// Worker threads; `None` for one per processor.
    pub threads: Option<usize>,
    /// The limit on open file descriptors, connections included; `None` if unknown.
    pub open_files: Option<u64>,
    /// What the host says.
    pub texts: HostTexts,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            origin: "http://localhost:8080".to_owned(),
            https: false,
            behind_proxy: false,
            forms_a_minute: 120,
            body_timeout: Duration::from_secs(15),
            unread_timeout: Duration::from_secs(30),
            connections: 128,
            streams: StreamLimits::default(),
            drain: Duration::ZERO,
            threads: None,
            open_files: None,
            texts: HostTexts::default(),
        }
    }
}

/// Shared by all requests. The caches are separate.
#[derive(Debug)]
pub(crate) struct State {
    pub(crate) service: Service,
    pub(crate) https: bool,
    pub(crate) behind_proxy: bool,
    pub(crate) origin: String,
    pub(crate) texts: HostTexts,
    /// `None` if browsers allow no passkeys for the origin.
    pub(crate) passkeys: Option<PasskeySite>,
    pub(crate) body_timeout: Duration,
    pub(crate) forms: Throttle,
    /// Turns of computer players on practice boards.
    pub(crate) replies: Throttle,
    /// Searches for players by name in lists of games.
    pub(crate) searches: Throttle,
    pub(crate) connections: Connections,
    pub(crate) exports: Exports,
    pub(crate) streams: Streams,
    /// Woken when other servers should learn soon of what counts towards a limit.
    pub(crate) urgent: Arc<Notify>,
    pub(crate) requests: RequestMetrics,
    pub(crate) slow: SlowRequests,
    pub(crate) started: DateTime<Utc>,
    pub(crate) drain: Duration,
    stopping: AtomicBool,
    /// Grows whenever a request begins or ends.
    activity: AtomicU64,
}

impl State {
    pub(crate) fn new(service: Service, settings: &Settings, streams: StreamLimits) -> Self {
        let urgent = Arc::<Notify>::default();
        let shared = service.has_peers().then(|| urgent.clone());
        Self {
            started: service.now(),
            requests: RequestMetrics::default(),
            slow: SlowRequests::default(),
            service,
            https: settings.https,
            behind_proxy: settings.behind_proxy,
            origin: settings.origin.clone(),
            texts: settings.texts.clone(),
            passkeys: PasskeySite::of(&settings.origin),
            body_timeout: settings.body_timeout,
            forms: Throttle::a_minute(settings.forms_a_minute, shared.clone()),
            replies: Throttle::a_minute(settings.forms_a_minute, shared.clone()),
            searches: Throttle::a_minute(settings.forms_a_minute, shared.clone()),
            connections: Connections::new(
                (!settings.behind_proxy).then_some(settings.connections),
                settings.unread_timeout,
            ),
            exports: Exports::default(),
            streams: Streams::new(streams, shared),
            urgent,
            drain: settings.drain,
            stopping: AtomicBool::new(false),
            activity: AtomicU64::new(0),
        }
    }

    /// Notes that a request has begun or ended.
    pub(crate) fn record_activity(&self) {
        self.activity.fetch_add(1, Ordering::Relaxed);
    }

    /// A number that changes whenever a request begins or ends.
    pub(crate) fn activity(&self) -> u64 {
        self.activity.load(Ordering::Relaxed)
    }

    /// Counts a search, if it is by name.
    pub(crate) fn limit_search(&self, request: &HttpRequest, by_name: bool) -> Result<(), PageError> {
        match self.address(request).filter(|_| by_name) {
            Some(address) => self.searches.take(address).map_err(PageError::TooMany),
            None => Ok(()),
        }
    }

    /// From now on, load balancers are told to send requests elsewhere.
    pub(crate) fn begin_to_stop(&self) {
        self.stopping.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_stopping(&self) -> bool {
        self.stopping.load(Ordering::Relaxed)
    }

    /// The client's address. Behind a proxy, the last one that it added: anybody can make up those before it.
    pub(crate) fn address(&self, request: &HttpRequest) -> Option<IpAddr> {
        let peer = request.peer_addr().map(|address| address.ip());
        if !self.behind_proxy {
            return peer;
        }
        let forwarded = request.headers().get_all("x-forwarded-for").last();
        let last = forwarded.and_then(|value| forwarded_address(value.to_str().ok()?.rsplit(',').next()?));
        last.or(peer)
    }
}

/// An address as proxies write it: some add the port, and brackets around IPv6.
fn forwarded_address(text: &str) -> Option<IpAddr> {
    let text = text.trim();
    let bare = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text);
    bare.parse().ok().or_else(|| text.parse().ok().map(|address: SocketAddr| address.ip()))
}

/// Whether people can say anything, for routes.
pub(crate) fn has_talk(context: &GuardContext<'_>) -> bool {
    context.app_data::<Data<State>>().is_some_and(|web| web.service.chat() != Chat::Off)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_forwarded_address_may_have_a_port() {
        for text in ["192.0.2.1", " 192.0.2.1", "192.0.2.1:4711"] {
            assert_eq!(forwarded_address(text), Some(IpAddr::from([192, 0, 2, 1])), "{text}");
        }
        for text in ["2001:db8::1", "[2001:db8::1]", "[2001:db8::1]:4711"] {
            assert_eq!(forwarded_address(text), "2001:db8::1".parse().ok(), "{text}");
        }
        assert_eq!(forwarded_address("unknown"), None);
    }
}
