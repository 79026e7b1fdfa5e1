//! Metrics for Prometheus, scraped over HTTP.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use bastide::service::JobResult;
use bastide::table::Job;
use chrono::TimeDelta;
use reqwest::Method;

use crate::app::{TestApp, open_table};
use crate::browser::Browser;
use crate::play::{mover, preview, turn};
use crate::routes;

const DOCS: &str = include_str!("../../docs/monitoring.md");

/// A parsed answer in the `OpenMetrics` text format.
struct Scrape {
    /// Types by the name of the metric.
    types: BTreeMap<String, String>,
    /// Values by name and labels, as written.
    samples: BTreeMap<String, String>,
}

impl Scrape {
    async fn of(metrics: &str) -> Self {
        let page = Browser::new(metrics).get("/metrics").await;
        assert_eq!(page.status, 200);
        let format = "application/openmetrics-text; version=1.0.0; charset=utf-8";
        assert_eq!(page.headers["content-type"], format);
        Self::parse(&page.body)
    }

    /// Fails if a line breaks the format, or a sample belongs to no described metric.
    fn parse(text: &str) -> Self {
        let (mut types, mut units, mut samples) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        let body = text.strip_suffix("# EOF\n").expect("the text is complete");
        for line in body.lines() {
            if let Some(comment) = line.strip_prefix("# ") {
                let mut words = comment.splitn(3, ' ');
                let [kind, name, rest] = [(); 3].map(|()| words.next().unwrap_or_else(|| panic!("{line}")));
                match kind {
                    "TYPE" => assert_eq!(types.insert(name.to_owned(), rest.to_owned()), None, "{line}"),
                    "UNIT" => assert_eq!(units.insert(name.to_owned(), rest.to_owned()), None, "{line}"),
                    "HELP" => assert!(rest.ends_with('.'), "{line}"),
                    _ => panic!("{line}"),
                }
                continue;
            }
            let (series, value) = line.rsplit_once(' ').unwrap_or_else(|| panic!("{line}"));
            let name = series.split('{').next().unwrap();
            let metric = ["_total", "_bucket", "_count", "_sum", "_info", ""]
                .iter()
                .find_map(|suffix| name.strip_suffix(suffix).filter(|name| types.contains_key(*name)));
            assert!(metric.is_some(), "not described: {line}");
            assert_eq!(series.contains('{'), series.ends_with('}'), "{line}");
            assert!(value.parse::<f64>().is_ok(), "{line}");
            assert_eq!(samples.insert(series.to_owned(), value.to_owned()), None, "twice: {line}");
        }
        for (name, unit) in units {
            assert!(name.ends_with(&format!("_{unit}")), "{name} is in {unit}");
        }
        Self { types, samples }
    }

    /// A whole number.
    fn value(&self, series: &str) -> i64 {
        let text = || self.samples.keys().cloned().collect::<Vec<_>>().join("\n");
        let value = self.samples.get(series).unwrap_or_else(|| panic!("no {series} in\n{}", text()));
        value.parse().unwrap_or_else(|_| panic!("{series} is {value}"))
    }

    /// All values of a label.
    fn labels(&self, label: &str) -> BTreeSet<&str> {
        let start = format!("{label}=\"");
        let found = self.samples.keys().filter_map(|series| {
            let rest = &series[series.find(&start)? + start.len()..];
            rest.split('"').next()
        });
        found.collect()
    }
}

#[tokio::test]
async fn a_scrape_counts_what_has_happened() {
    let (app, metrics) = TestApp::start_with_metrics().await;
    let before = Scrape::of(&metrics).await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let game = app.game(&ann, &ben).await;
    let (first, _) = mover(&game, [&ann, &ben]).await;
    let answer = first.submit(turn(&preview(first, &game).await, &game)).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    first.get(&game).await;
    let mut stream = ann.news("/live").await;
    stream.chunk().await.unwrap();
    let after = Scrape::of(&metrics).await;

    let moves = "bastide_moves_total{by=\"person\"}";
    assert_eq!((before.value(moves), after.value(moves)), (0, 1));
    let turns = "method=\"POST\",page=\"/games/{id}/turns\"";
    assert_eq!(after.value(&format!("bastide_http_requests_total{{{turns},status=\"3xx\"}}")), 1);
    assert_eq!(after.value(&format!("bastide_http_request_duration_seconds_count{{{turns}}}")), 1);
    let last = format!("bastide_http_request_duration_seconds_bucket{{le=\"+Inf\",{turns}}}");
    assert_eq!(after.value(&last), 1);
    assert_eq!((before.value("bastide_live_streams"), after.value("bastide_live_streams")), (0, 1));
    assert_eq!(after.value("bastide_database_up"), 1);
    assert!(after.value("bastide_database_connections{state=\"open\"}") >= 1);
    let commits = after.value("bastide_database_commit_writes_count");
    assert!(commits > 5 && commits > before.value("bastide_database_commit_writes_count"));
    assert_eq!(after.value("bastide_database_commit_duration_seconds_count"), commits);
    // All tests of this process share it.
    assert!(after.value("bastide_database_errors_total{kind=\"other\"}") >= 0);
    assert!(after.value("bastide_cache_entries{cache=\"boards\"}") >= 1);
    assert!(after.value("bastide_cache_size_bytes{cache=\"boards\"}") > 1000);
    assert!(after.value("bastide_cache_hits_total{cache=\"sessions\"}") >= 1);
    assert!(after.value("bastide_cache_misses_total{cache=\"boards\"}") >= 1);
    let memory = after.value("process_resident_memory_bytes");
    assert!(cfg!(not(target_os = "linux")) || memory > 10_000_000, "{memory}");
    assert!(after.value("process_start_time_seconds") > 1_700_000_000);
    assert_eq!(after.value(concat!("bastide_build_info{version=\"", env!("CARGO_PKG_VERSION"), "\"}")), 1);
}

#[tokio::test]
async fn a_game_that_is_looked_at_again_is_compressed_from_the_cache() {
    let (app, metrics) = TestApp::start_with_metrics().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let game = app.game(&ann, &ben).await;
    let look = async |coding: &str| {
        app.clock.advance(TimeDelta::seconds(1));
        ann.news_with(&game, &[("accept-encoding", coding)]).await;
        let cache = if coding == "br" { "brotli" } else { coding };
        Scrape::of(&metrics).await.value(&format!("bastide_cache_misses_total{{cache=\"{cache}\"}}"))
    };
    for coding in ["gzip", "br"] {
        look(coding).await;
        let seen = look(coding).await;
        assert!(seen > 0, "{coding}");
        assert_eq!(look(coding).await, seen, "{coding}");
    }
}

#[tokio::test]
async fn jobs_are_shown_by_state_and_age() {
    let (app, metrics) = TestApp::start_with_metrics().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    app.game(&ann, &ben).await;
    app.run_jobs().await;
    let lane = |name: &str, state: &str| format!("bastide_{name}{{lane=\"quick\",state=\"{state}\"}}");
    let scrape = Scrape::of(&metrics).await;
    assert_eq!(scrape.value(&lane("jobs", "scheduled")), 1, "the deadline of the game");
    assert_eq!(scrape.value(&lane("jobs", "due")), 0);
    app.execute("UPDATE jobs SET due = due - 864000000").await;
    app.wait(1);
    let scrape = Scrape::of(&metrics).await;
    assert_eq!((scrape.value(&lane("jobs", "scheduled")), scrape.value(&lane("jobs", "due"))), (0, 1));
    assert!(scrape.value(&lane("job_age_seconds", "due")) > 86_400);
    app.run_jobs().await;
    let scrape = Scrape::of(&metrics).await;
    assert_eq!(scrape.value("bastide_job_runs_total{kind=\"time_out\",result=\"done\"}"), 1);
    assert_eq!(scrape.value("bastide_job_duration_seconds_count{kind=\"time_out\"}"), 1);
    let now = app.clock.now().timestamp_millis();
    app.execute(&format!("UPDATE jobs SET failed = {now} - 7200000")).await;
    let scrape = Scrape::of(&metrics).await;
    assert_eq!(scrape.value(&lane("jobs", "failed")), 1);
    assert_eq!(scrape.value(&lane("job_age_seconds", "failed")), 7200);
}

#[tokio::test]
async fn labels_are_patterns_and_never_names_ids_or_addresses() {
    let (app, metrics) = TestApp::start_with_metrics().await;
    let ann = app.person("ann-of-the-meadow").await;
    let table = open_table(&ann, &[("visibility", "link")]).await;
    let paths =
        [&table, "/join/0123456789abcdefghjkmnpq", "/games/unknown", "/games?player=ann-of-the-meadow"];
    for path in paths {
        ann.get(path).await;
    }
    let few = Scrape::of(&metrics).await;
    for n in 0..300 {
        ann.get(&format!("/no/such/page/{n}")).await;
        let method = Method::from_bytes(format!("M{n}").as_bytes()).unwrap();
        ann.request(method, &format!("/games/{n}"), &[], String::new()).await;
    }
    let many = Scrape::of(&metrics).await;
    // A route for unknown pages and one for methods, each with its counter and its histogram.
    assert!(many.samples.len() <= few.samples.len() + 2 * (1 + 15), "{}", many.samples.len());
    for page in many.labels("page") {
        assert!(page == "none" || routes::PAGES.contains(&format!("resource(\"{page}\")")), "{page}");
    }
    assert_eq!(many.labels("method"), BTreeSet::from(["GET", "POST", "other"]));
    let id = table.strip_prefix("/games/").unwrap();
    assert!(many.samples.keys().all(|series| !series.contains("meadow") && !series.contains(id)));
}

#[tokio::test]
async fn every_metric_is_documented_and_players_do_not_reach_them() {
    let (app, metrics) = TestApp::start_with_metrics().await;
    assert_eq!(app.browser().get("/metrics").await.status, 404);
    app.service.job_ran(Job::CLEAN_UP, JobResult::Done, Duration::ZERO);
    let scrape = Scrape::of(&metrics).await;
    let documented: BTreeSet<&str> = DOCS
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split('`').next())
        .filter(|name| name.starts_with("bastide_") || name.starts_with("process_"))
        .collect();
    let suffix = |name: &String| match scrape.types[name].as_str() {
        "counter" => format!("{name}_total"),
        "info" => format!("{name}_info"),
        _ => name.clone(),
    };
    let exposed: Vec<String> = scrape.types.keys().map(suffix).collect();
    assert_eq!(exposed.iter().map(String::as_str).collect::<BTreeSet<_>>(), documented);
}
