//! `/metrics` for Prometheus, at an address of its own that players don't reach.

use std::net::TcpListener;
use std::time::Duration;

use actix_web::dev::Server;
use actix_web::web::{Data, get};
use actix_web::{App, HttpResponse, HttpServer};
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::{Registry, Unit};

use crate::html::games::caches::Caches;
use crate::http::compression::Compression;
use crate::http::state::State;
use service::{CacheFigures, Process};

/// The format of the answer (`OpenMetrics` 1.0, which Prometheus reads).
const FORMAT: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";
/// How long a scrape waits for the database. What the process itself counts doesn't depend on it.
const PATIENCE: Duration = Duration::from_secs(2);

type Label = [(&'static str, &'static str); 1];
type TwoLabels = [(&'static str, &'static str); 2];

/// All metrics of the process. Gauges have the values of the last scrape.
struct Metrics {
    registry: Registry,
    gauges: Gauges,
}

/// What is looked up at each scrape.
#[derive(Default)]
struct Gauges {
    jobs: Family<TwoLabels, Gauge>,
    job_age: Family<TwoLabels, Gauge>,
    cache_entries: Family<Label, Gauge>,
    cache_bytes: Family<Label, Gauge>,
    cache_hits: Family<Label, Counter>,
    cache_misses: Family<Label, Counter>,
    streams: Gauge,
    database_up: Gauge,
    connections: Family<Label, Gauge>,
    queued_writes: Gauge,
    clock_correction: Gauge,
    failing_push_services: Gauge,
    started: Gauge,
    memory: Gauge,
    files: Gauge,
}

/// Starts the server of the metrics.
pub(super) fn serve(
    listener: TcpListener,
    state: Data<State>,
    caches: Data<Caches>,
    compression: Data<Compression>,
) -> std::io::Result<Server> {
    let metrics = Data::new(Metrics::new(&state));
    let server = HttpServer::new(move || {
        App::new()
            .app_data(state.clone())
            .app_data(caches.clone())
            .app_data(compression.clone())
            .app_data(metrics.clone())
            .route("/metrics", get().to(scrape))
    });
    Ok(server.workers(1).disable_signals().shutdown_timeout(1).listen(listener)?.run())
}

/// `GET /metrics`.
async fn scrape(
    metrics: Data<Metrics>,
    state: Data<State>,
    caches: Data<Caches>,
    compression: Data<Compression>,
) -> Result<HttpResponse, actix_web::Error> {
    metrics.gauges.look_up(&state, &caches, &compression).await;
    let mut text = String::new();
    encode(&mut text, &metrics.registry).map_err(actix_web::error::ErrorInternalServerError)?;
    Ok(HttpResponse::Ok().content_type(FORMAT).body(text))
}

impl Metrics {
    fn new(state: &State) -> Self {
        let mut all = Registry::default();
        let gauges = Gauges::default();
        gauges.register_process(&mut all);
        let registry = all.sub_registry_with_prefix("bastide");
        let build = Info::new([("version", env!("CARGO_PKG_VERSION"))]);
        registry.register("build", "The version of Bastide", build);
        state.requests.register(registry);
        state.service.register_metrics(registry);
        gauges.register(registry);
        Self { registry: all, gauges }
    }
}

impl Gauges {
    /// Under the names that all programs use.
    fn register_process(&self, registry: &mut Registry) {
        let about = "When the process started, since 1970";
        registry.register_with_unit("process_start_time", about, Unit::Seconds, self.started.clone());
        let about = "Resident memory";
        registry.register_with_unit("process_resident_memory", about, Unit::Bytes, self.memory.clone());
        registry.register("process_open_fds", "Open files and connections", self.files.clone());
    }

    fn register(&self, registry: &mut Registry) {
        registry.register("jobs", "Jobs in the database, by lane and state", self.jobs.clone());
        let about = "How long the oldest job has been due or failed";
        registry.register_with_unit("job_age", about, Unit::Seconds, self.job_age.clone());
        registry.register("cache_entries", "Entries in caches", self.cache_entries.clone());
        let about = "Size of the caches that are limited by bytes";
        registry.register_with_unit("cache_size", about, Unit::Bytes, self.cache_bytes.clone());
        registry.register("cache_hits", "Lookups that found an entry", self.cache_hits.clone());
        registry.register("cache_misses", "Lookups that found none", self.cache_misses.clone());
        registry.register("live_streams", "Open live updates", self.streams.clone());
        registry.register("database_up", "Whether the last scrape could read it", self.database_up.clone());
        let about = "Connections of the pool, open and idle";
        registry.register("database_connections", about, self.connections.clone());
        let about = "Writes that wait for the next commit (SQLite)";
        registry.register("database_queued_writes", about, self.queued_writes.clone());
        let about = "How far the database's clock is ahead, if this server's is corrected (PostgreSQL)";
        let correction = self.clock_correction.clone();
        registry.register_with_unit("clock_correction", about, Unit::Seconds, correction);
        let about = "Push services that get no messages but trials, because they fail";
        registry.register("failing_push_services", about, self.failing_push_services.clone());
    }

    async fn look_up(&self, state: &State, pages: &Caches, compression: &Compression) {
        let service = &state.service;
        let jobs = tokio::time::timeout(PATIENCE, service.jobs()).await;
        self.database_up.set(i64::from(matches!(jobs, Ok(Ok(_)))));
        if let Ok(Ok(jobs)) = jobs {
            for ((lane, state), figures) in jobs {
                let labels = [("lane", lane.word()), ("state", state.word())];
                self.jobs.get_or_create(&labels).set(signed(figures.count));
                self.job_age.get_or_create(&labels).set(signed(figures.oldest.as_secs()));
            }
        }
        for (cache, figures) in
            service.caches().into_iter().chain(pages.figures()).chain(compression.figures())
        {
            self.set_cache(cache, figures);
        }
        self.streams.set(signed(state.streams.count()));
        let connections = service.connections();
        self.connections.get_or_create(&[("state", "open")]).set(i64::from(connections.open));
        self.connections.get_or_create(&[("state", "idle")]).set(signed(connections.idle));
        self.queued_writes.set(signed(connections.queued_writes.unwrap_or_default()));
        self.clock_correction.set(service.clock_correction().num_seconds());
        self.failing_push_services.set(signed(service.failing_push_services()));
        self.started.set(state.started.timestamp());
        let process = Process::now();
        self.memory.set(signed(process.memory));
        self.files.set(signed(process.open_files));
    }

    fn set_cache(&self, cache: &'static str, figures: CacheFigures) {
        let label = [("cache", cache)];
        self.cache_entries.get_or_create(&label).set(signed(figures.entries));
        if let Some(bytes) = figures.bytes {
            self.cache_bytes.get_or_create(&label).set(signed(bytes));
        }
        for (counter, value) in [(&self.cache_hits, figures.hits), (&self.cache_misses, figures.misses)] {
            let counter = counter.get_or_create(&label);
            counter.inc_by(value.saturating_sub(counter.get()));
        }
    }
}

/// Gauges are signed.
fn signed(number: impl TryInto<i64>) -> i64 {
    number.try_into().unwrap_or(i64::MAX)
}
