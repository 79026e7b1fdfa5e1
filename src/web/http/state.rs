//! What all requests share.

use std::any::Any;
use std::net::IpAddr;
use std::time::Duration;

use actix_web::HttpRequest;

use crate::service::Service;
use crate::web::http::limits::Throttle;
use crate::web::http::streams::{StreamLimits, Streams};

/// What the host decides about the web server.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Whether browsers reach the server by https: cookies are then kept from plain http.
    pub https: bool,
    /// Whether the last address in `X-Forwarded-For` comes from the host's own reverse proxy.
    pub behind_proxy: bool,
    /// How many forms one address may send in a minute.
    pub forms_a_minute: u32,
    /// How long the body of a form may take.
    pub body_timeout: Duration,
    /// How many streams of events may be open.
    pub streams: StreamLimits,
    /// The address by which people reach the server, without a slash at the end.
    pub origin: String,
    /// Threads that answer requests; `None`: one a processor.
    pub threads: Option<usize>,
    /// How many files and connections the system lets the process open; `None` if that is not known.
    pub open_files: Option<u64>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            origin: "http://localhost:8080".to_owned(),
            https: false,
            behind_proxy: false,
            forms_a_minute: 120,
            body_timeout: Duration::from_secs(15),
            streams: StreamLimits::default(),
            threads: None,
            open_files: None,
        }
    }
}

/// What all requests share, beside what is compressed.
#[derive(Debug)]
pub(in crate::web) struct State {
    pub(in crate::web) service: Service,
    pub(in crate::web) https: bool,
    pub(in crate::web) behind_proxy: bool,
    pub(in crate::web) origin: String,
    pub(in crate::web) body_timeout: Duration,
    pub(in crate::web) forms: Throttle,
    pub(in crate::web) streams: Streams,
    /// What the pages cache; only they know its type.
    caches: Box<dyn Any + Send + Sync>,
}

impl State {
    /// The state of a server whose pages use `caches`.
    pub(in crate::web) fn new(
        service: Service,
        settings: &Settings,
        streams: StreamLimits,
        caches: impl Any + Send + Sync,
    ) -> Self {
        Self {
            service,
            https: settings.https,
            behind_proxy: settings.behind_proxy,
            origin: settings.origin.clone(),
            body_timeout: settings.body_timeout,
            forms: Throttle::a_minute(settings.forms_a_minute),
            streams: Streams::new(streams),
            caches: Box::new(caches),
        }
    }

    /// The caches, if they are of this type.
    pub(in crate::web) fn caches<T: Any>(&self) -> Option<&T> {
        self.caches.downcast_ref()
    }

    /// Who asks. Behind a proxy, the last address that it added: those before it can be made up by anybody.
    pub(in crate::web) fn address(&self, request: &HttpRequest) -> Option<IpAddr> {
        let peer = request.peer_addr().map(|address| address.ip());
        if !self.behind_proxy {
            return peer;
        }
        let forwarded = request.headers().get_all("x-forwarded-for").last();
        let last = forwarded.and_then(|value| value.to_str().ok()?.rsplit(',').next()?.trim().parse().ok());
        last.or(peer)
    }
}
