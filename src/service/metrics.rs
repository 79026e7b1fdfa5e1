//! What the service counts for monitoring, and the figures that it looks up when somebody asks.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use chrono::{DateTime, NaiveDate, Utc};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::{Registry, Unit};
use quick_cache::Weighter;
use quick_cache::sync::Cache;

use crate::{Service, StoreError};
use store::PoolState;
use table::{Lane, NotificationTopic, PushResult};
use webhook::Format;

type Label = [(&'static str, &'static str); 1];
type TwoLabels = [(&'static str, &'static str); 2];

#[derive(Clone, Debug)]
pub(super) struct Metrics {
    moves: Family<Label, Counter>,
    job_runs: Family<TwoLabels, Counter>,
    job_seconds: Family<Label, Histogram, fn() -> Histogram>,
    pushes: Family<TwoLabels, Counter>,
    webhooks: Family<TwoLabels, Counter>,
    /// Moves on the day of the last one.
    today: Arc<Mutex<(NaiveDate, u64)>>,
}

/// Whose move was stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MoveBy {
    Person,
    Computer,
    /// Somebody ran out of time.
    Clock,
}

impl MoveBy {
    const ALL: [Self; 3] = [Self::Person, Self::Computer, Self::Clock];

    const fn word(self) -> &'static str {
        match self {
            Self::Person => "person",
            Self::Computer => "computer",
            Self::Clock => "clock",
        }
    }
}

/// The result of a push message whose browser no longer wants any.
const GONE: &str = "gone";
/// The topic of test messages.
const TEST: &str = "test";

/// How a message to a webhook ended or goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DeliveryEnd {
    Delivered,
    /// Tried again later.
    Delayed,
    GivenUp,
    /// The receiver wants nothing any more.
    Gone,
}

impl DeliveryEnd {
    const ALL: [Self; 4] = [Self::Delivered, Self::Delayed, Self::GivenUp, Self::Gone];

    const fn word(self) -> &'static str {
        match self {
            Self::Delivered => "delivered",
            Self::Delayed => "delayed",
            Self::GivenUp => "given_up",
            Self::Gone => "gone",
        }
    }
}

/// How a run of a job ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobResult {
    Done,
    /// To be tried again.
    Failed,
}

fn job_seconds() -> Histogram {
    Histogram::new([0.005, 0.02, 0.1, 0.5, 2.0, 10.0, 60.0, 300.0])
}

impl Default for Metrics {
    fn default() -> Self {
        let metrics = Self {
            moves: Family::default(),
            job_runs: Family::default(),
            job_seconds: Family::new_with_constructor(job_seconds as fn() -> Histogram),
            pushes: Family::default(),
            webhooks: Family::default(),
            today: Arc::default(),
        };
        for topic in NotificationTopic::ALL.map(NotificationTopic::word).into_iter().chain([TEST]) {
            for word in PushResult::ALL.map(PushResult::word).into_iter().chain([GONE]) {
                drop(metrics.pushes.get_or_create(&[("topic", topic), ("result", word)]));
            }
        }
        for (format, end) in
            Format::ALL.into_iter().flat_map(|format| DeliveryEnd::ALL.map(|end| (format, end)))
        {
            drop(metrics.webhooks.get_or_create(&[("format", format.word()), ("result", end.word())]));
        }
        for by in MoveBy::ALL {
            drop(metrics.moves.get_or_create(&[("by", by.word())]));
        }
        metrics
    }
}

impl Metrics {
    pub fn count_move(&self, by: MoveBy, day: NaiveDate) {
        self.moves.get_or_create(&[("by", by.word())]).inc();
        let mut today = self.today.lock().unwrap_or_else(PoisonError::into_inner);
        *today = if today.0 == day { (day, today.1 + 1) } else { (day, 1) };
    }

    /// Counts an attempt to send a push message; `None`: the browser wants no more.
    pub fn count_push(&self, topic: Option<NotificationTopic>, result: Option<PushResult>) {
        let word = result.map_or(GONE, PushResult::word);
        let topic = topic.map_or(TEST, NotificationTopic::word);
        self.pushes.get_or_create(&[("topic", topic), ("result", word)]).inc();
    }

    /// Counts an attempt to send to a webhook.
    pub fn count_webhook(&self, format: Format, end: DeliveryEnd) {
        self.webhooks.get_or_create(&[("format", format.word()), ("result", end.word())]).inc();
    }

    pub fn moves_on(&self, day: NaiveDate) -> u64 {
        let today = self.today.lock().unwrap_or_else(PoisonError::into_inner);
        if today.0 == day { today.1 } else { 0 }
    }

    fn moves(&self) -> u64 {
        MoveBy::ALL.iter().map(|by| self.moves.get_or_create(&[("by", by.word())]).get()).sum()
    }
}

/// The state of a cache.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CacheFigures {
    pub entries: usize,
    /// `None` where entries aren't measured in bytes.
    pub bytes: Option<u64>,
    pub hits: u64,
    pub misses: u64,
}

impl CacheFigures {
    /// Of a cache whose weights are bytes.
    pub fn in_bytes<K, V, W>(cache: &Cache<K, V, W>) -> Self
    where
        K: Eq + std::hash::Hash + Clone,
        V: Clone,
        W: Weighter<K, V> + Clone,
    {
        Self { bytes: Some(cache.weight()), ..Self::in_entries(cache) }
    }

    pub fn in_entries<K, V, W>(cache: &Cache<K, V, W>) -> Self
    where
        K: Eq + std::hash::Hash + Clone,
        V: Clone,
        W: Weighter<K, V> + Clone,
    {
        Self { entries: cache.len(), bytes: None, hits: cache.hits(), misses: cache.misses() }
    }
}

/// What a job waits for, or that it waits no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum JobState {
    /// Scheduled for later.
    Scheduled,
    /// Due, and not taken yet.
    Due,
    Running,
    /// Given up; the host may retry it.
    Failed,
}

impl JobState {
    pub const ALL: [Self; 4] = [Self::Scheduled, Self::Due, Self::Running, Self::Failed];

    pub const fn word(self) -> &'static str {
        match self {
            Self::Scheduled => "scheduled",
            Self::Due => "due",
            Self::Running => "running",
            Self::Failed => "failed",
        }
    }
}

/// The jobs of a lane in one state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct JobFigures {
    pub count: u64,
    /// How long the oldest has been due; of failed jobs, how long since it was given up.
    pub oldest: Duration,
}

impl Service {
    pub fn register_metrics(&self, registry: &mut Registry) {
        self.store.register_metrics(registry);
        let Metrics { moves, job_runs, job_seconds, pushes, webhooks, .. } = &self.metrics;
        registry.register("moves", "Stored moves", moves.clone());
        registry.register("job_runs", "Runs of jobs, by result", job_runs.clone());
        registry.register(
            "pushes",
            "Attempts to send push messages to browsers, by topic and result",
            pushes.clone(),
        );
        registry.register("webhooks", "Attempts to send to webhooks, by format and result", webhooks.clone());
        let about = "Time of a job's run";
        registry.register_with_unit("job_duration", about, Unit::Seconds, job_seconds.clone());
    }

    /// Notes that a job of this kind has run.
    pub fn job_ran(&self, kind: &'static str, result: JobResult, took: Duration) {
        let result = match result {
            JobResult::Done => "done",
            JobResult::Failed => "failed",
        };
        self.metrics.job_runs.get_or_create(&[("kind", kind), ("result", result)]).inc();
        self.metrics.job_seconds.get_or_create(&[("kind", kind)]).observe(took.as_secs_f64());
    }

    /// Moves that this process has stored since it started.
    pub fn moves_stored(&self) -> u64 {
        self.metrics.moves()
    }

    pub fn connections(&self) -> PoolState {
        self.store.pool_state()
    }

    /// The caches of this process, by name.
    pub fn caches(&self) -> Vec<(&'static str, CacheFigures)> {
        let mut caches = vec![
            ("replays", CacheFigures::in_entries(&*self.replays)),
            ("tables", CacheFigures::in_entries(&*self.tables)),
        ];
        caches.extend(self.sessions.as_ref().map(|sessions| ("sessions", sessions.figures())));
        caches
    }

    /// All jobs of the database, by lane and state.
    pub async fn jobs(&self) -> Result<BTreeMap<(Lane, JobState), JobFigures>, StoreError> {
        let now = self.now();
        let mut jobs: BTreeMap<_, _> = Lane::ALL
            .into_iter()
            .flat_map(|lane| JobState::ALL.map(|state| ((lane, state), JobFigures::default())))
            .collect();
        for counted in self.store.count_jobs(now).await? {
            let state = if counted.failed {
                JobState::Failed
            } else if counted.due {
                JobState::Due
            } else if counted.leased {
                JobState::Running
            } else {
                JobState::Scheduled
            };
            let figures = jobs.entry((counted.lane, state)).or_default();
            figures.count += counted.count;
            if matches!(state, JobState::Due | JobState::Failed) {
                figures.oldest = figures.oldest.max(age(counted.oldest, now));
            }
        }
        Ok(jobs)
    }
}

fn age(then: DateTime<Utc>, now: DateTime<Utc>) -> Duration {
    (now - then).to_std().unwrap_or_default()
}
