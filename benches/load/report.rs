//! What was measured, as text and as JSON.

use std::fmt;
use std::time::Duration;

use hdrhistogram::Histogram;
use serde::Serialize;

use super::limits::Limits;
use super::searches::Searches;
use super::streams::Streams;
use super::visits::Visits;

#[derive(Debug, Serialize)]
pub struct Report {
    version: &'static str,
    processors: usize,
    /// How many programs wanted a processor, on average over a minute: before and after. Other load disturbs the figures.
    load: [f64; 2],
    /// From the start of the server until it answered.
    pub started_ms: f64,
    /// Resident memory at its highest, if the system tells it.
    pub memory_mb: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub visits: Option<Visits>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limits: Option<Limits>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub searches: Option<Searches>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub streams: Option<Streams>,
}

/// The times of many requests, in milliseconds.
#[derive(Clone, Debug, Serialize)]
pub struct Times {
    pub count: u64,
    pub a_second: f64,
    pub p50: f64,
    pub p90: f64,
    pub p99: f64,
    pub p999: f64,
    pub worst: f64,
}

/// A histogram of microseconds with three digits, up to a minute.
pub fn histogram() -> Histogram<u64> {
    Histogram::new_with_bounds(1, 60_000_000, 3).unwrap()
}

pub fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

impl Times {
    pub fn of(times: &Histogram<u64>, over: Duration) -> Self {
        #[expect(clippy::cast_precision_loss, reason = "below 2^52")]
        let at = |quantile| times.value_at_quantile(quantile) as f64 / 1000.0;
        #[expect(clippy::cast_precision_loss, reason = "below 2^52")]
        let a_second = times.len() as f64 / over.as_secs_f64();
        let [p50, p90, p99, p999, worst] = [0.5, 0.9, 0.99, 0.999, 1.0].map(at);
        Self { count: times.len(), a_second, p50, p90, p99, p999, worst }
    }

    /// Of some lists of times.
    pub fn of_all<'a>(times: impl Iterator<Item = &'a Duration>, over: Duration) -> Self {
        let mut all = histogram();
        times.for_each(|time| all.saturating_record(micros(*time)));
        Self::of(&all, over)
    }
}

/// A line without its label.
impl fmt::Display for Times {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { count: _, a_second, p50, p90, p99, p999, worst } = self;
        write!(f, "{a_second:>8.0} {p50:>8.2} {p90:>8.2} {p99:>8.2} {p999:>8.2} {worst:>8.2}")
    }
}

/// The heading of such lines.
pub const HEADING: &str =
    "                                a second      p50      p90      p99    p99.9    worst (ms)";

impl Report {
    pub fn begin() -> Self {
        Self {
            version: env!("CARGO_PKG_VERSION"),
            processors: std::thread::available_parallelism().map_or(1, usize::from),
            load: [load(); 2],
            started_ms: 0.0,
            memory_mb: None,
            visits: None,
            limits: None,
            searches: None,
            streams: None,
        }
    }

    pub fn end(&mut self) {
        self.load[1] = load();
    }

    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).unwrap() + "\n"
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [before, after] = self.load;
        writeln!(f, "{} processors, load average {before:.1} before and {after:.1} after", self.processors)?;
        writeln!(f, "started in {:.0} ms", self.started_ms)?;
        if let Some(memory) = self.memory_mb {
            writeln!(f, "{memory:.0} MB of memory at most")?;
        }
        if let Some(visits) = &self.visits {
            visits.fmt(f)?;
        }
        if let Some(limits) = &self.limits {
            limits.fmt(f)?;
        }
        if let Some(searches) = &self.searches {
            searches.fmt(f)?;
        }
        match &self.streams {
            Some(streams) => streams.fmt(f),
            None => Ok(()),
        }
    }
}

/// The average of the last minute; 0 where the system doesn't tell.
fn load() -> f64 {
    let text = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    text.split(' ').next().and_then(|first| first.parse().ok()).unwrap_or_default()
}
