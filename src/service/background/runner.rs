//! Runs due jobs and sleeps until the next one.

use std::any::Any;
use std::collections::BTreeMap;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use chrono::{DateTime, TimeDelta, Utc};
use futures_util::FutureExt;
use futures_util::future::{join_all, try_join_all};
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinHandle;

use crate::background::{JobError, run, standing};
use crate::play::HEARTBEAT;
use crate::{Done, JobResult, Listener, Service, StoreError, Topic, threads};
use store::{AfterJob, LeasedJob, Store};
use table::Lane;

/// How long a job is leased. The lease of a job that runs longer is extended every `EXTEND`.
const LEASE: TimeDelta = TimeDelta::seconds(15);
const EXTEND: Duration = Duration::from_secs(5);
/// Maximum number of quick jobs running at once.
const QUICK_AT_ONCE: u32 = 32;
/// They wait for each other's rows, and would take connections from requests meanwhile.
const RESULTS_AT_ONCE: u32 = 2;
/// They wait for push services, of which each can hold up fewer than half.
const PUSHES_AT_ONCE: u32 = 32;
/// They wait for the addresses of users. Fewer than the connections that the client opens at once: push messages get the others.
const WEBHOOKS_AT_ONCE: u32 = 16;
/// Attempts before a job is given up.
const ATTEMPTS: u32 = 10;
/// The delay after the first failure; doubled each time, up to `LONGEST_PAUSE`.
const PAUSE: Duration = Duration::from_secs(2);
const LONGEST_PAUSE: Duration = Duration::from_mins(10);
/// A runner is not woken for jobs that a CLI command adds on SQLite, or while its PostgreSQL connection is silently
/// cut.
const LONGEST_SLEEP: Duration = Duration::from_mins(1);
/// How often a server looks whether its clock was set, and by how much at least.
const CLOCK_CHECK: Duration = Duration::from_secs(1);
const CLOCK_SET: TimeDelta = TimeDelta::seconds(1);
/// How long a stopping server waits for running jobs.
const PATIENCE: Duration = Duration::from_secs(10);

/// Runs the jobs of a database, alongside the runners of other servers.
#[derive(Clone, Debug)]
pub struct Runner {
    service: Service,
    /// Identifies this runner in leases.
    name: String,
    leases: Arc<AtomicU64>,
}

/// How many jobs ran, by kind: [`Job::TIME_OUT`](table::Job::TIME_OUT) and so on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct JobCounts {
    stored: BTreeMap<&'static str, u32>,
    failed: BTreeMap<&'static str, u32>,
}

impl JobCounts {
    /// How many jobs of this kind stored an outcome.
    pub fn stored(&self, kind: &str) -> u32 {
        self.stored.get(kind).copied().unwrap_or_default()
    }

    pub fn failed(&self, kind: &str) -> u32 {
        self.failed.get(kind).copied().unwrap_or_default()
    }

    fn count(&mut self, kind: &'static str, done: Option<Done>) {
        match done {
            Some(Done::Stored) => *self.stored.entry(kind).or_default() += 1,
            Some(Done::Nothing | Done::Later(_)) => {}
            None => *self.failed.entry(kind).or_default() += 1,
        }
    }
}

/// A started runner.
#[derive(Debug)]
pub struct Running {
    task: JoinHandle<()>,
    stop: watch::Sender<bool>,
    slots: Slots,
}

/// One permit per job that may run, by lane.
type Slots = [Arc<Semaphore>; Lane::ALL.len()];

impl Runner {
    pub fn new(service: Service) -> Self {
        let name = service.new_key().as_str().to_owned();
        Self { service, name, leases: Arc::default() }
    }

    fn store(&self) -> &Store {
        self.service.store()
    }

    /// Runs all due jobs, including those that become due meanwhile.
    pub async fn run_due(&self) -> Result<JobCounts, StoreError> {
        let mut ran = JobCounts::default();
        loop {
            let mut jobs = Vec::new();
            for lane in Lane::ALL {
                let leased = self.lease(lane, QUICK_AT_ONCE).await?;
                jobs.extend(leased.into_iter().map(|job| (lane, job)));
            }
            if jobs.is_empty() {
                return Ok(ran);
            }
            let kinds: Vec<&str> = jobs.iter().map(|(_, job)| job.kind()).collect();
            let done = join_all(jobs.into_iter().map(|(lane, job)| self.run_leased(lane, job))).await;
            for (kind, done) in kinds.into_iter().zip(done) {
                ran.count(kind, done);
            }
        }
    }

    /// Runs jobs until stopped.
    pub fn start(self) -> Running {
        let (stop, stopping) = watch::channel(false);
        let slots = Lane::ALL.map(|lane| Arc::new(Semaphore::new(at_once(lane) as usize)));
        let task = tokio::spawn(self.supervise(slots.clone(), stopping));
        Running { task, stop, slots }
    }

    /// Restarts the loop after a panic or a database failure.
    async fn supervise(self, slots: Slots, mut stopping: watch::Receiver<bool>) {
        let failures = AtomicU32::new(0);
        loop {
            let work = AssertUnwindSafe(self.work(&slots, &failures, &stopping)).catch_unwind();
            let why = match work.await {
                Ok(Ok(())) => return,
                Ok(Err(error)) => error.to_string(),
                Err(panic) => format!("panic: {}", message(panic.as_ref())),
            };
            let pause = pause(failures.fetch_add(1, Ordering::Relaxed) + 1);
            tracing::error!(error = why, "failed to run jobs, retrying in {} s", pause.as_secs());
            self.service.set_runner_error(Some(why));
            tokio::select! {
                _ = stopping.wait_for(|stop| *stop) => return,
                () = tokio::time::sleep(pause) => {}
            }
        }
    }

    /// Leases and runs jobs until stopped, or until the database fails.
    async fn work(
        &self,
        slots: &Slots,
        failures: &AtomicU32,
        stopping: &watch::Receiver<bool>,
    ) -> Result<(), StoreError> {
        // Before any deadline is enforced: no server may have been up for a while.
        self.service.heartbeat_unless_manual().await?;
        for job in standing(&self.service) {
            self.store().ensure_job(&job).await?;
        }
        let lanes =
            Lane::ALL.map(|lane| self.work_lane(lane, &slots[lane as usize], failures, stopping.clone()));
        tokio::try_join!(try_join_all(lanes), self.watch_clock(stopping.clone())).map(drop)
    }

    /// Says that this server is up, keeps its time with that of the database, and learns how long games take, until stopped. A clock that
    /// is set is noticed at once.
    async fn watch_clock(&self, mut stopping: watch::Receiver<bool>) -> Result<(), StoreError> {
        let mut beat = Instant::now();
        loop {
            let (begun, before) = (Instant::now(), self.service.now());
            tokio::select! {
                _ = stopping.wait_for(|stop| *stop) => return Ok(()),
                () = tokio::time::sleep(CLOCK_CHECK) => {}
            }
            let passed = TimeDelta::from_std(begun.elapsed()).unwrap_or(TimeDelta::MAX);
            let was_set = (self.service.now() - before - passed).abs() > CLOCK_SET;
            if was_set || beat.elapsed() >= HEARTBEAT {
                self.service.compare_clocks().await?;
                self.service.heartbeat_unless_manual().await?;
                if was_set {
                    // They sleep until jobs are due by another clock. Not before this one is right.
                    self.service.wake_for_all_jobs();
                }
                if let Err(error) = self.service.measure_lengths().await {
                    tracing::warn!(%error, "failed to look up how long games take");
                }
                beat = Instant::now();
            }
        }
    }

    async fn work_lane(
        &self,
        lane: Lane,
        slots: &Arc<Semaphore>,
        failures: &AtomicU32,
        mut stopping: watch::Receiver<bool>,
    ) -> Result<(), StoreError> {
        let mut added = self.service.listen(Topic::Jobs(lane));
        loop {
            self.service.forget_next_job(lane);
            // Wait for a free slot, then lease as many jobs as there are free slots. What has been leased is run: once
            // stopped, nobody would run it before its lease expires.
            let slot = tokio::select! {
                biased;
                _ = stopping.wait_for(|stop| *stop) => return Ok(()),
                slot = slots.clone().acquire_owned() => slot,
            };
            let Ok(slot) = slot else { return Ok(()) };
            let free = 1 + u32::try_from(slots.available_permits()).unwrap_or(QUICK_AT_ONCE);
            // Leasing writes, and most jobs that wake a lane are for later, or for nobody.
            let next = self.store().next_job(lane).await?;
            let jobs = match next {
                Some(next) if next <= self.service.now() => self.lease(lane, free).await?,
                _ => Vec::new(),
            };
            failures.store(0, Ordering::Relaxed);
            self.service.set_runner_error(None);
            drop(slot);
            if jobs.is_empty() {
                tokio::select! {
                    biased;
                    _ = stopping.wait_for(|stop| *stop) => return Ok(()),
                    () = self.sleep(lane, next, &mut added) => {}
                }
            }
            for job in jobs {
                let Ok(slot) = slots.clone().acquire_owned().await else { return Ok(()) };
                let runner = self.clone();
                tokio::spawn(async move {
                    runner.run_leased(lane, job).await;
                    drop(slot);
                });
            }
        }
    }

    /// Sleeps until the next job of the lane is due, or an earlier one that is added meanwhile.
    async fn sleep(&self, lane: Lane, next: Option<DateTime<Utc>>, added: &mut Listener) {
        if let Some(next) = next {
            self.service.expect_job(lane, next);
        }
        let begun = Instant::now();
        loop {
            // Timers have millisecond resolution; one more makes sure that the job is due.
            let wait = self.service.time_to_next_job(lane).saturating_add(Duration::from_millis(1));
            let wait = wait.min(LONGEST_SLEEP.saturating_sub(begun.elapsed()));
            let woken = tokio::time::timeout(wait, added.changed()).await.is_ok();
            if !woken || self.service.time_to_next_job(lane).is_zero() {
                return;
            }
        }
    }

    async fn lease(&self, lane: Lane, limit: u32) -> Result<Vec<LeasedJob>, StoreError> {
        let now = self.service.now();
        let lease = format!("{}.{}", self.name, self.leases.fetch_add(1, Ordering::Relaxed));
        self.store().lease_jobs(lane, now, now + LEASE, lease, limit).await
    }

    /// Runs a job and records the result. `None` if it failed.
    async fn run_leased(&self, lane: Lane, mut job: LeasedJob) -> Option<Done> {
        let begun = Instant::now();
        let result = if job.attempts > ATTEMPTS {
            Err(JobError::Other("the server stopped during every attempt".to_owned()))
        } else {
            let run = AssertUnwindSafe(self.run(&job)).catch_unwind();
            tokio::select! {
                biased;
                result = run => result.unwrap_or_else(|panic| {
                    Err(JobError::Other(format!("panic: {}", message(panic.as_ref()))))
                }),
                lost = self.keep(&job) => lost,
            }
        };
        let counted = if result.is_ok() { JobResult::Done } else { JobResult::Failed };
        self.service.job_ran(job.kind(), counted, begun.elapsed());
        let now = self.service.now();
        let (done, after) = match result {
            Ok(Done::Stored) => return Some(Done::Stored),
            Ok(done @ Done::Nothing) => (Some(done), AfterJob::Remove),
            Ok(done @ Done::Later(at)) => (Some(done), AfterJob::Repeat(at)),
            Err(error) => (None, after_failure(&mut job, &error, now)),
        };
        if let Err(error) = self.service.end_lease(lane, &job, after).await {
            // The job runs again when its lease expires.
            tracing::warn!(job = job.key, %error, "failed to end the lease of a job");
        }
        done
    }

    async fn run(&self, job: &LeasedJob) -> Result<Done, JobError> {
        let job = job.job.as_ref().map_err(|unknown| JobError::Other(unknown.to_string()))?;
        run(&self.service, job).await
    }

    /// Extends the lease of a job while it runs.
    async fn keep(&self, job: &LeasedJob) -> Result<Done, JobError> {
        loop {
            tokio::time::sleep(EXTEND).await;
            match self.store().extend_lease(job, self.service.now() + LEASE).await {
                Ok(true) => {}
                // The job's own outcome has replaced it; just wait for the result.
                Ok(false) => std::future::pending::<()>().await,
                Err(error) => tracing::warn!(job = job.key, %error, "failed to extend the lease of a job"),
            }
        }
    }
}

impl Running {
    /// Takes no more jobs and waits for running ones.
    pub async fn stop(self) {
        self.stop.send_replace(true);
        let ended = async {
            let _ = self.task.await;
            join_all(Lane::ALL.map(|lane| self.slots[lane as usize].acquire_many(at_once(lane)))).await.len()
        };
        let _ = tokio::time::timeout(PATIENCE, ended).await;
    }
}

/// Maximum number of jobs running at once. Of long ones twice as many as there are threads, so that no thread waits for the
/// database, while other servers get the rest.
fn at_once(lane: Lane) -> u32 {
    match lane {
        Lane::Quick => QUICK_AT_ONCE,
        Lane::Results => RESULTS_AT_ONCE,
        Lane::Push => PUSHES_AT_ONCE,
        Lane::Webhook => WEBHOOKS_AT_ONCE,
        Lane::Search | Lane::Analysis | Lane::LongAnalysis => {
            u32::try_from(2 * threads(lane)).unwrap_or(QUICK_AT_ONCE)
        }
    }
}

fn after_failure(job: &mut LeasedJob, error: &JobError, now: DateTime<Utc>) -> AfterJob {
    let (attempts, why) = (job.attempts, error.to_string());
    match error {
        // Failures of the database don't count as attempts.
        JobError::Store(_) => job.attempts = attempts.saturating_sub(1),
        JobError::Other(_) if attempts >= ATTEMPTS => {
            tracing::error!(job = job.key, attempts, error = why, "job failed, giving up");
            return AfterJob::GiveUp(now, why);
        }
        JobError::Other(_) => {}
    }
    let pause = pause(attempts);
    tracing::warn!(job = job.key, attempts, error = why, "job failed, retrying in {} s", pause.as_secs());
    AfterJob::Retry(now + pause, why)
}

fn pause(failures: u32) -> Duration {
    PAUSE.saturating_mul(2_u32.saturating_pow(failures.saturating_sub(1))).min(LONGEST_PAUSE)
}

fn message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no message")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_up_to_the_longest() {
        assert_eq!([1, 2, 3].map(pause), [2, 4, 8].map(Duration::from_secs));
        assert_eq!(pause(30), LONGEST_PAUSE);
        assert_eq!(pause(u32::MAX), LONGEST_PAUSE);
    }
}
