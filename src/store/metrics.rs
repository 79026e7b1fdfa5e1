//! What the store counts for monitoring.

use std::sync::LazyLock;

use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::registry::Registry;

use crate::Store;
use crate::writer::Writer;

/// Failed statements of this process, by kind. Errors don't know the store they come from.
static ERRORS: LazyLock<Family<[(&str, &str); 1], Counter>> = LazyLock::new(Family::default);

/// Counts a failed statement.
pub(super) fn count_error(kind: &'static str) {
    ERRORS.get_or_create(&[("kind", kind)]).inc();
}

/// The present state of the connections to the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PoolState {
    /// For reading; with PostgreSQL also for writing.
    pub open: u32,
    pub idle: usize,
    /// Writes that wait for the next commit; `None` with PostgreSQL, where each has a transaction of its own.
    pub queued_writes: Option<usize>,
}

impl Store {
    pub fn register_metrics(&self, registry: &mut Registry) {
        let about = "Failed statements: unavailable, conflict (retried), other";
        registry.register("database_errors", about, ERRORS.clone());
        for kind in ["unavailable", "conflict", "other"] {
            drop(ERRORS.get_or_create(&[("kind", kind)]));
        }
        self.writer.metrics().register(registry);
    }

    pub fn pool_state(&self) -> PoolState {
        let queued_writes = match &self.writer {
            Writer::Grouped(group) => Some(group.queued()),
            Writer::Parallel(..) | Writer::ReadOnly(_) => None,
        };
        PoolState { open: self.readers.size(), idle: self.readers.num_idle(), queued_writes }
    }
}
