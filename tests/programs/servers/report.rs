//! What each disturbance did to the players.

use std::fmt;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use super::players::Everyone;

#[derive(Debug, Default)]
pub struct Report {
    phases: Vec<Phase>,
    complaints: Vec<String>,
}

#[derive(Debug)]
struct Phase {
    name: &'static str,
    took: Duration,
    requests: usize,
    moves: usize,
    computer_moves: usize,
    /// Requests that had to be sent again, by status; 0 for a connection that was cut.
    failed: Vec<(u16, usize)>,
    /// The slowest answer.
    slowest: Duration,
    /// The longest time without a move at a table.
    longest: Duration,
}

impl Report {
    /// Lets something happen, and notes what the players noticed.
    pub async fn phase(&mut self, name: &'static str, everyone: &Everyone, what: impl Future<Output = ()>) {
        let counts = everyone.counts();
        let read = || {
            [&counts.requests, &counts.moves, &counts.computer_moves]
                .map(|count| count.load(Ordering::Relaxed))
        };
        let (begun, before) = (Instant::now(), read());
        counts.longest.store(0, Ordering::Relaxed);
        counts.slowest.store(0, Ordering::Relaxed);
        counts.failed.lock().unwrap().clear();
        what.await;
        let after = read();
        let [requests, moves, computer_moves] = [0, 1, 2].map(|nth| after[nth] - before[nth]);
        let mut failed: Vec<(u16, usize)> = counts.failed.lock().unwrap().drain().collect();
        failed.sort_unstable();
        let [slowest, longest] = [&counts.slowest, &counts.longest]
            .map(|millis| Duration::from_millis(millis.load(Ordering::Relaxed) as u64));
        let took = begun.elapsed();
        let phase = Phase { name, took, requests, moves, computer_moves, failed, slowest, longest };
        println!("{phase}");
        self.phases.push(phase);
        self.complaints.append(&mut everyone.complaints.lock().unwrap());
    }

    /// Fails if a request failed that had to succeed.
    pub fn assert_fine(&self, logs: &str) {
        assert!(self.complaints.is_empty(), "{:#?}\n{logs}", self.complaints);
    }
}

/// As a table of `docs/results/servers.md`.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "| what happens | s | requests | moves of people | replies of computers | sent again | slowest answer, s | longest wait for a move, s |"
        )?;
        writeln!(f, "|---|---|---|---|---|---|---|---|")?;
        self.phases.iter().try_for_each(|phase| writeln!(f, "{phase}"))
    }
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, took, requests, moves, computer_moves, failed, slowest, longest } = self;
        let failed: Vec<String> = failed.iter().map(|(status, n)| format!("{n} × {status}")).collect();
        write!(
            f,
            "| {name} | {:.0} | {requests} | {moves} | {computer_moves} | {} | {:.1} | {:.1} |",
            took.as_secs_f32(),
            if failed.is_empty() { "0".to_owned() } else { failed.join(", ") },
            slowest.as_secs_f32(),
            longest.as_secs_f32(),
        )
    }
}
