//! What the writer counts for monitoring.

use std::time::Duration;

use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::{Registry, Unit};

/// Of the transactions that write.
#[derive(Clone, Debug)]
pub(crate) struct WriteMetrics {
    /// Writes per commit.
    group_sizes: Histogram,
    /// From the beginning of a transaction until it is durable.
    seconds: Histogram,
}

impl Default for WriteMetrics {
    fn default() -> Self {
        Self {
            group_sizes: Histogram::new(exponential_buckets(1.0, 2.0, 9)),
            seconds: Histogram::new([0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 5.0]),
        }
    }
}

impl WriteMetrics {
    /// Notes a commit of this many writes.
    pub fn committed(&self, writes: u32, took: Duration) {
        self.group_sizes.observe(f64::from(writes));
        self.seconds.observe(took.as_secs_f64());
    }

    pub fn register(&self, registry: &mut Registry) {
        registry.register("database_commit_writes", "Writes per commit", self.group_sizes.clone());
        let about = "Time of a writing transaction, until it is durable";
        registry.register_with_unit("database_commit_duration", about, Unit::Seconds, self.seconds.clone());
    }
}
