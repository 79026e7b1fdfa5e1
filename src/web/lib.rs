//! HTTP: pages, forms and the API for programs. Handlers parse the request, call the service, and fill a page.

mod api;
pub mod html;
pub mod http;
pub mod locale;
mod metrics;
mod middleware;
mod routes;
mod stop;

/// Entry points for the fuzzers.
#[cfg(fuzzing)]
pub mod fuzzing {
    /// The turn that the form of a confirmed turn describes, if it can be parsed.
    pub fn turn_form(form: &[u8]) -> Option<engine::Turn> {
        let fields = crate::http::fields::Fields::read(form).ok()?;
        crate::html::board::draft::read(&fields).ok().map(crate::html::board::draft::turn_of)
    }
}

use std::future::ready;
use std::net::TcpListener;
use std::num::NonZeroUsize;
use std::time::Duration;

use actix_http::error::DispatchError;
use actix_http::{HttpService, Protocol};
use actix_service::{ServiceFactoryExt, map_config};
use actix_web::dev::{AppConfig, Server, fn_service};
use actix_web::middleware::from_fn;
use actix_web::rt::net::TcpStream;
use actix_web::{App, web};

use service::Service;

use html::games::caches::Caches;
use http::compression::{Compression, compress};
use http::connections::{Connection, answer_first};
use http::peers;
use http::state::State;
use stop::Signals;

pub use html::wording::push::text as push_text;
pub use http::state::Settings;
pub use http::streams::StreamLimits;

/// How long a client may take to send a request's head.
const HEAD_TIMEOUT: Duration = Duration::from_secs(5);
/// How long a client may take to close a connection that the server has closed.
const DISCONNECT_TIMEOUT: Duration = Duration::from_secs(1);
/// How long, in seconds, requests may take while the server stops. It waits much less for clients.
const SHUTDOWN_TIMEOUT: u64 = 10;
/// File descriptors reserved for everything but connections: databases, logs, libraries.
const OTHER_FILES: usize = 128;
/// The limit on connections where the limit on open files is unknown.
const CONNECTIONS: usize = 25_000;

/// Starts the server. The future runs it until one of the usual signals stops it, after open requests are finished, or the
/// database's file is lost.
pub fn serve(
    service: Service,
    settings: &Settings,
    listener: TcpListener,
) -> std::io::Result<impl Future<Output = std::io::Result<()>> + Send + use<>> {
    serve_with_metrics(service, settings, listener, None)
}

/// Also serves `/metrics`, on a listener of its own.
pub fn serve_with_metrics(
    service: Service,
    settings: &Settings,
    listener: TcpListener,
    metrics: Option<TcpListener>,
) -> std::io::Result<impl Future<Output = std::io::Result<()>> + Send + use<>> {
    let workers = settings.threads.or_else(processors).unwrap_or(1).max(1);
    let connections = connections(settings.open_files);
    // Leaves connections for pages when all streams are open.
    let streams = StreamLimits { total: settings.streams.total.min(connections / 2), ..settings.streams };
    let (queue, signals) = (listener.try_clone()?, Signals::listen()?);
    let state = web::Data::new(State::new(service, settings, streams));
    let shared = state.clone();
    let caches = web::Data::new(Caches::default());
    let compression = web::Data::new(Compression::default());
    let metrics = match metrics {
        Some(metrics) => Some(metrics::serve(metrics, state.clone(), caches.clone(), compression.clone())?),
        None => None,
    };
    let server = Server::build()
        .workers(workers)
        .max_concurrent_connections((connections / workers).max(1))
        .shutdown_timeout(SHUTDOWN_TIMEOUT)
        .disable_signals();
    let stopping = server.graceful_shutdown_signal();
    let server = server.listen("pages", listener, move || {
        let app = App::new()
            .app_data(state.clone())
            .app_data(caches.clone())
            .app_data(compression.clone())
            .wrap(from_fn(middleware::handle))
            .wrap(from_fn(compress))
            .wrap(from_fn(answer_first))
            .configure(routes::all);
        let stopping = stopping.clone();
        let http = HttpService::build()
            .graceful_shutdown_signal(move || {
                let stopping = stopping.clone();
                async move { stopping.notified().await }
            })
            .client_request_timeout(HEAD_TIMEOUT)
            .client_disconnect_timeout(DISCONNECT_TIMEOUT)
            .on_connect_ext(|connection: &Connection, data| {
                data.insert(connection.line());
            })
            .finish(map_config(app, |()| AppConfig::default()));
        let connections = state.connections.clone();
        // `HttpServer` does the same, but takes connections as they are.
        fn_service(move |stream: TcpStream| {
            let accepted = connections.accept(stream);
            ready(accepted.map(|(connection, peer)| (connection, Protocol::Http1, Some(peer))))
        })
        .map_err(DispatchError::Io)
        .and_then(http)
    })?;
    let server = server.run();
    let running = async move {
        let peers = shared.service.listen_to_peers();
        let sharing = peers.map(|peers| tokio::spawn(peers::share(shared.clone(), peers)).abort_handle());
        let outcome = stop::run(server, queue, signals, shared.clone()).await;
        if let Some(sharing) = sharing {
            sharing.abort();
            peers::leave(&shared).await;
        }
        outcome
    };
    Ok(async move {
        let Some(metrics) = metrics else { return running.await };
        let handle = metrics.handle();
        let (outcome, ended) = tokio::join!(
            async {
                let outcome = running.await;
                handle.stop(false).await;
                outcome
            },
            metrics
        );
        outcome.and(ended)
    })
}

fn processors() -> Option<usize> {
    std::thread::available_parallelism().ok().map(NonZeroUsize::get)
}

/// The limit on connections that leaves [`OTHER_FILES`] descriptors free.
fn connections(open_files: Option<u64>) -> usize {
    let Some(files) = open_files.and_then(|files| usize::try_from(files).ok()) else { return CONNECTIONS };
    files.saturating_sub(OTHER_FILES).max(files / 2).clamp(1, CONNECTIONS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_leave_files_for_the_database() {
        let figures = [None, Some(u64::MAX), Some(1024), Some(100), Some(0)].map(connections);
        assert_eq!(figures, [CONNECTIONS, CONNECTIONS, 896, 50, 1]);
    }
}
