//! HTTP: pages and forms. Handlers parse once, ask the service, and fill a page.

pub mod html;
pub mod http;
pub mod locale;
mod outer;
mod routes;

/// What the fuzzer reaches of the inner rooms.
#[cfg(fuzzing)]
pub mod fuzzing {
    /// The turn that the form of a confirmed turn asks for, if it can be read.
    pub fn turn_form(form: &[u8]) -> Option<crate::engine::Turn> {
        let fields = crate::web::http::form::Fields::read(form).ok()?;
        crate::web::html::games::preview::draft(&fields).ok().map(crate::web::html::games::turn::of)
    }
}

use std::net::{IpAddr, TcpListener};
use std::time::Duration;

use actix_web::dev::Server;
use actix_web::middleware::{Compress, from_fn};
use actix_web::{App, HttpRequest, HttpServer, web};

use crate::service::Service;

use html::games;
use http::limits::Throttle;
use http::live;

/// What the host decides about the web server.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Whether browsers reach the server by https: cookies are then kept from plain http.
    pub https: bool,
    /// Whether a proxy of the host's own stands before the server and says in `X-Forwarded-For` who asks.
    pub behind_proxy: bool,
    /// How many forms one address may send in a minute.
    pub forms_a_minute: u32,
    /// The address by which people reach the server, without a slash at the end, for links to be passed on.
    pub origin: String,
    /// Threads that answer requests; `None`: one a processor.
    pub threads: Option<usize>,
}

impl Default for Settings {
    fn default() -> Self {
        let origin = "http://localhost:8080".to_owned();
        Self { origin, https: false, behind_proxy: false, forms_a_minute: 120, threads: None }
    }
}

/// What all requests share.
#[derive(Debug)]
pub(in crate::web) struct Web {
    service: Service,
    https: bool,
    behind_proxy: bool,
    origin: String,
    posts: Throttle,
    drawings: games::draw::Drawings,
    rasters: games::picture::Rasters,
    graphs: games::plane::Graphs,
    streams: live::Streams,
}

impl Web {
    /// Who asks. Behind a proxy, the last address that it added: those before it can be made up by anybody.
    fn address(&self, request: &HttpRequest) -> Option<IpAddr> {
        let peer = request.peer_addr().map(|address| address.ip());
        if !self.behind_proxy {
            return peer;
        }
        let forwarded = request.headers().get_all("x-forwarded-for").last();
        let last = forwarded.and_then(|value| value.to_str().ok()?.rsplit(',').next()?.trim().parse().ok());
        last.or(peer)
    }
}

/// The server, listening; it runs when awaited, and stops on the usual signals after what has begun is finished.
pub fn serve(service: Service, settings: &Settings, listener: TcpListener) -> std::io::Result<Server> {
    let state = web::Data::new(Web {
        service,
        https: settings.https,
        behind_proxy: settings.behind_proxy,
        origin: settings.origin.clone(),
        drawings: games::draw::Drawings::default(),
        rasters: games::picture::Rasters::default(),
        graphs: games::plane::Graphs::default(),
        streams: live::Streams::default(),
        posts: Throttle::new(settings.forms_a_minute, Duration::from_mins(1)),
    });
    let server = HttpServer::new(move || {
        App::new()
            .app_data(state.clone())
            .wrap(from_fn(outer::around))
            .wrap(Compress::default())
            .configure(routes::all)
    });
    let server = match settings.threads {
        Some(threads) => server.workers(threads.max(1)),
        None => server,
    };
    Ok(server.shutdown_timeout(10).listen(listener)?.run())
}
