//! The load that the real server can carry: `cargo bench --bench load`, with options after `--` (`--help` lists them).
//!
//! It starts the release build on a database of its own, by default SQLite with `synchronous=FULL`, and measures:
//!
//! - visits: people come as they like, look at their dashboard, open a game, try a turn, confirm it and see the result. When
//!   they come is decided before, and times count from then: a slow server doesn't slow down those who come next;
//! - limits: 32 connections that send requests back to back, game pages first, then moves. The limit for pages is a
//!   bare actix server that sends the same bytes, for moves the bare database in the same folder: the same statements with
//!   nothing around them, committed in groups of 32. `--only moves` leaves the pages out;
//! - searches: pages at a steady rate, in turns with and without searches of computer players beside them;
//! - streams: memory of 5,000 open streams of events.
//!
//! The clients run on the same machine and take their share of it.

mod bare_server;
pub(crate) mod games;
mod limits;
mod report;
mod searches;
mod server;
mod streams;
mod visits;

use std::path::PathBuf;
use std::time::Duration;

use clap::Parser;
use games::TestData;
pub(crate) use report::Report;
use server::Server;

/// Measure the server under load
#[derive(Clone, Debug, Parser)]
pub struct Plan {
    /// What to measure
    #[arg(long, value_enum, value_delimiter = ',', default_values_t = [Part::Visits, Part::Limits, Part::Searches, Part::Streams])]
    pub only: Vec<Part>,
    /// Pages that visitors look at per second
    #[arg(long, default_value_t = 500)]
    pub rate: u32,
    /// Seconds of each measurement
    #[arg(long, default_value_t = 10)]
    pub seconds: u64,
    /// Pairs of players, and connections that send requests back to back
    #[arg(long, default_value_t = 32)]
    pub pairs: usize,
    /// Games of each pair that plays for the limits; visitors have eight
    #[arg(long, default_value_t = 44)]
    pub games: usize,
    /// An empty database, instead of a new file for SQLite
    #[arg(long, value_name = "URL")]
    pub database: Option<String>,
    /// Also write the report as JSON
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Given by cargo
    #[arg(long, hide = true)]
    pub bench: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Part {
    Visits,
    Limits,
    /// The limit of moves, without the one of pages
    Moves,
    Searches,
    Streams,
}

impl Plan {
    fn time(&self) -> Duration {
        Duration::from_secs(self.seconds)
    }

    fn has(&self, part: Part) -> bool {
        self.only.contains(&part)
    }

    fn has_moves(&self) -> bool {
        self.has(Part::Limits) || self.has(Part::Moves)
    }
}

fn main() {
    let plan = Plan::parse();
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let report = runtime.block_on(run(&plan));
    print!("{report}");
    if let Some(file) = &plan.json {
        std::fs::write(file, report.to_json()).unwrap();
    }
}

/// Every confirmed move must be stored, once.
pub(crate) async fn run(plan: &Plan) -> Report {
    let folder = tempfile::tempdir().unwrap();
    let own = || format!("sqlite:{}", folder.path().join("bastide.db").display());
    let url = plan.database.clone().unwrap_or_else(own);
    let mut report = Report::begin();
    let bare = if plan.has_moves() && url.starts_with("sqlite:") {
        Some(limits::bare(folder.path(), plan.pairs, plan.time()).await)
    } else {
        None
    };
    let data = TestData::set_up(&url, 0..plan.pairs, visits::GAMES).await;
    let busy = if plan.has_moves() {
        Some(TestData::set_up(&url, plan.pairs..2 * plan.pairs, plan.games).await)
    } else {
        None
    };
    let mut server = Server::start(&url);
    report.started_ms = server.started.as_secs_f64() * 1000.0;
    data.wait_for_jobs().await;
    let mut confirmed = 0;
    if plan.has(Part::Visits) {
        let forms = data.forms(&server.address).await;
        let visits = visits::measure(plan, &data, &forms, &server.address).await;
        confirmed += visits.confirmed();
        report.visits = Some(visits);
    }
    if let Some(busy) = &busy {
        let forms = busy.forms(&server.address).await;
        let limits = limits::measure(plan, busy, &forms, &server, bare).await;
        confirmed += limits.confirmed();
        report.limits = Some(limits);
    }
    report.memory_mb = server.peak_memory_mb();
    server.stop();
    let stored = busy.as_ref().unwrap_or(&data).stored().await;
    assert_eq!(stored, confirmed, "every confirmed move is stored, once");
    if plan.has(Part::Searches) {
        report.searches = Some(searches::measure(plan, &data, &url).await);
    }
    if plan.has(Part::Streams) {
        report.streams = Some(streams::measure(&url).await);
    }
    report.end();
    report
}
