//! Long computations, on threads of their own that get less of the processor than those that serve pages.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Arc, OnceLock};
use std::thread;

use rayon::{ThreadPool, ThreadPoolBuilder};
use tokio::sync::oneshot;

use crate::Service;
use table::Lane;

/// The threads of each lane, started when it is first used. Clones share them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Threads(Arc<[OnceLock<ThreadPool>; Lane::ALL.len()]>);

impl Threads {
    /// Runs `work` when all that came before it in its lane has a thread. Propagates its panic. Work that has not begun when
    /// the future is dropped never begins.
    pub async fn compute<T: Send + 'static>(
        &self,
        lane: Lane,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> T {
        let (result, computed) = oneshot::channel();
        self.of(lane).spawn_fifo(move || {
            if !result.is_closed() {
                let _ = result.send(catch_unwind(AssertUnwindSafe(work)));
            }
        });
        match computed.await {
            Ok(Ok(value)) => value,
            Ok(Err(panic)) => resume_unwind(panic),
            Err(_) => unreachable!("work that somebody waits for is done"),
        }
    }

    fn of(&self, lane: Lane) -> &ThreadPool {
        self.0[lane as usize].get_or_init(|| {
            let threads = ThreadPoolBuilder::new()
                .num_threads(threads(lane))
                .thread_name(move |n| format!("{}-{n}", lane.word()))
                .start_handler(move |_| lower_priority(lane));
            threads.build().expect("the system starts threads")
        })
    }
}

/// How many there are.
pub(crate) fn threads(lane: Lane) -> usize {
    let processors = thread::available_parallelism().map_or(1, usize::from);
    match lane {
        Lane::Quick | Lane::Search => processors,
        Lane::Analysis | Lane::LongAnalysis | Lane::Results | Lane::Push | Lane::Webhook => {
            processors.div_ceil(2)
        }
    }
}

/// Threads have priorities of their own on Linux only; elsewhere computations share the processors with pages.
#[cfg(target_os = "linux")]
fn lower_priority(lane: Lane) {
    let niceness = match lane {
        Lane::Quick => 5,
        Lane::Search => 10,
        Lane::Analysis => 15,
        Lane::LongAnalysis | Lane::Results | Lane::Push | Lane::Webhook => 19,
    };
    if let Err(error) = rustix::process::nice(niceness) {
        tracing::warn!(lane = lane.word(), %error, "failed to lower the priority of a thread");
    }
}

#[cfg(not(target_os = "linux"))]
fn lower_priority(_: Lane) {}

impl Service {
    /// Computes on a thread of that lane, so that neither pages nor other lanes wait for it.
    pub(crate) async fn compute<T: Send + 'static>(
        &self,
        lane: Lane,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> T {
        self.threads.compute(lane, work).await
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::time::Duration;

    use super::*;

    #[tokio::test]
    async fn a_quick_computation_does_not_wait_for_long_ones() {
        let threads = Threads::default();
        let (finish, finished) = mpsc::channel::<()>();
        let finished = Arc::new(std::sync::Mutex::new(finished));
        let long: Vec<_> = [Lane::Search, Lane::Analysis]
            .into_iter()
            .flat_map(|lane| [lane; 20])
            .map(|lane| {
                let (threads, finished) = (threads.clone(), finished.clone());
                tokio::spawn(
                    async move { threads.compute(lane, move || finished.lock().unwrap().recv()).await },
                )
            })
            .collect();
        tokio::task::yield_now().await;
        assert_eq!(threads.compute(Lane::Quick, || 2 + 2).await, 4);
        drop(finish);
        for each in long {
            assert!(each.await.unwrap().is_err(), "it waited for the end of the channel");
        }
    }

    #[tokio::test]
    async fn a_panic_reaches_who_asked_and_the_thread_goes_on() {
        let threads = Threads::default();
        for _ in 0..50 {
            let threads = threads.clone();
            let asked = tokio::spawn(async move { threads.compute(Lane::Quick, || panic!("no idea")).await });
            assert!(asked.await.unwrap_err().is_panic());
        }
        assert_eq!(threads.compute(Lane::Quick, || 1).await, 1);
    }

    #[tokio::test]
    async fn what_nobody_waits_for_is_not_computed() {
        let threads = Threads::default();
        let (finish, finished) = mpsc::channel::<()>();
        let finished = Arc::new(std::sync::Mutex::new(finished));
        let (started, has_started) = mpsc::channel();
        for _ in 0..100 {
            let (finished, started) = (finished.clone(), started.clone());
            let unwanted = threads.compute(Lane::Analysis, move || {
                started.send(()).unwrap();
                let _ = finished.lock().unwrap().recv();
            });
            tokio::time::timeout(Duration::from_millis(1), unwanted).await.unwrap_err();
        }
        drop((finish, started));
        threads.compute(Lane::Analysis, || ()).await;
        assert!(has_started.iter().count() <= super::threads(Lane::Analysis));
    }

    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn threads_give_way_to_those_that_serve_pages() {
        let nice = || {
            let stat = std::fs::read_to_string("/proc/thread-self/stat").unwrap();
            let after_name = stat.rsplit(") ").next().unwrap();
            after_name.split(' ').nth(16).unwrap().parse::<i32>().unwrap()
        };
        let threads = Threads::default();
        let mut all = vec![nice()];
        for lane in Lane::ALL {
            all.push(threads.compute(lane, nice).await);
        }
        assert!(all[0] < all[1] && all.is_sorted(), "{all:?}");
    }
}
