//! The pages' caches: drawings, pictures and planar graphs of games. Their keys contain the event number, so entries never
//! become stale.

use std::sync::Arc;

use actix_web::web::Bytes;
use quick_cache::Weighter;

use crate::service::CacheFigures;
use crate::web::html::board::Drawing;
use crate::web::html::games::{draw, picture, plane};
use crate::web::http::session::Viewer;

#[derive(Debug, Default)]
pub(in crate::web) struct Caches {
    pub(in crate::web) drawings: draw::Drawings,
    pub(in crate::web) rasters: picture::Rasters,
    pub(in crate::web) graphs: plane::Graphs,
}

impl Caches {
    /// The caches of the server that handles this request.
    pub(in crate::web) fn of(viewer: &Viewer) -> &Self {
        // `web::serve` puts a value of this type into every state.
        viewer.web().caches().unwrap_or_else(|| unreachable!("a server without caches"))
    }

    /// The caches, by name.
    pub(in crate::web) fn figures(&self) -> Vec<(&'static str, CacheFigures)> {
        let mut figures = self.drawings.figures();
        figures.extend([("pictures", self.rasters.figures()), ("graphs", self.graphs.figures())]);
        figures
    }
}

/// Weighs entries by their text or picture, so that large boards don't take more memory than many small ones.
#[derive(Clone, Debug)]
pub(in crate::web) struct BySize;

/// What an entry takes beside its text: the key and the places in the cache.
const BESIDE: usize = 500;

impl<K> Weighter<K, Arc<String>> for BySize {
    fn weight(&self, _: &K, text: &Arc<String>) -> u64 {
        (BESIDE + text.len()) as u64
    }
}

impl<K> Weighter<K, Arc<Drawing>> for BySize {
    fn weight(&self, _: &K, drawing: &Arc<Drawing>) -> u64 {
        (BESIDE + drawing.symbols.len() + drawing.board.len()) as u64
    }
}

impl<K> Weighter<K, Bytes> for BySize {
    fn weight(&self, _: &K, picture: &Bytes) -> u64 {
        (BESIDE + picture.len()) as u64
    }
}

#[cfg(test)]
mod tests {
    use quick_cache::sync::Cache;

    use super::*;

    #[test]
    fn a_cache_holds_bytes_rather_than_entries() {
        let cache = Cache::with_weighter(100, 20_000, BySize);
        for n in 0..100 {
            cache.insert(n, Arc::new("x".repeat(1000)));
        }
        assert!(cache.len() <= 13 && cache.weight() <= 20_000, "{} of {} bytes", cache.len(), cache.weight());
        cache.insert(100, Arc::new("x".repeat(30_000)));
        assert!(cache.weight() <= 20_000);
    }
}
