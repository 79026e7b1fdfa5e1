//! The pages' caches: drawings, pictures and planar graphs of games. Their keys contain everything that an entry depends on,
//! the event number too, so entries never become stale.

use std::convert::Infallible;
use std::fmt;
use std::hash::Hash;
use std::sync::Arc;

use actix_web::web::Bytes;
use chrono_tz::Tz;
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use serde_json::value::RawValue;

use crate::html::board::Drawing;
use crate::html::board::overlay::Overlays;
use crate::html::board::since::Since;
use crate::html::games::picture_queue::PictureQueue;
use crate::locale::Locale;
use analysis::Depth;
use engine::{Seat, TileKind};
use planar::{Graph, NotPlanar};
use service::CacheFigures;
use table::GameId;

/// What a drawing, or a part of the game page, depends on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct BoardKey {
    pub game: GameId,
    /// The number of its last event.
    pub n: u32,
    /// A hash of the players' names, which can change.
    pub names: u64,
    /// The viewer's seat, whose followers are labelled "yours".
    pub you: Option<Seat>,
    /// The language of labels and sentences.
    pub locale: Locale,
    /// The tile whose legal cells are links.
    pub kind: Option<TileKind>,
    pub on: Overlays,
    /// The event after which everything counts as new, if that is shown.
    pub since: Option<u32>,
    /// For history, the last event: the frame has room for the board after it.
    pub room: Option<u32>,
    /// The time zone, if times are shown.
    pub zone: Option<Tz>,
}

/// A cached part of the game page, the log or the analysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Part {
    Hand,
    Players,
    Summary,
    Recent,
    Moves,
    Tiles,
    Rules,
    Features,
    /// All turns, on the page of the log.
    Log,
    /// Of a depth, by a version of the analyser.
    Report(Depth, u32),
}

/// A game, and the number of an event.
pub(crate) type EventKey = (GameId, u32);

/// A map's graph, or why it has none.
pub(super) type MapGraph = Arc<Result<Graph, NotPlanar>>;

/// The expected number of cached drawings, and their bytes together. A large one takes about 60 kB.
const BOARDS: usize = 400;
const BOARD_BYTES: u64 = 24 << 20;
/// The expected number of cached PNGs, and their bytes together.
const PICTURES: usize = 100;
const PICTURE_BYTES: u64 = 16 << 20;
/// The number of cached graphs; a large one takes about 100 kB.
const GRAPHS: usize = 60;

/// Shared by all requests.
pub(crate) struct Caches {
    pub(super) boards: Cache<BoardKey, Arc<Drawing>, BySize>,
    /// The legal turns as JSON.
    pub(super) offers: Cache<BoardKey, Arc<String>, BySize>,
    pub(super) parts: Cache<(Part, BoardKey), Arc<String>, BySize>,
    pub(super) news: Cache<BoardKey, Arc<Since>>,
    /// Boards as PNG.
    pub(super) pictures: Cache<EventKey, Bytes, BySize>,
    /// Boards as SVG files, with labels in a language.
    pub(super) svgs: Cache<(GameId, u32, Locale), Bytes, BySize>,
    pub(super) rendering: PictureQueue,
    pub(super) graphs: Cache<EventKey, MapGraph>,
    /// Boards and what is on them as JSON, for programs.
    pub(crate) plays: Cache<EventKey, Arc<Box<RawValue>>, BySize>,
}

impl Default for Caches {
    fn default() -> Self {
        Self {
            boards: Cache::with_weighter(BOARDS, BOARD_BYTES, BySize),
            offers: Cache::with_weighter(BOARDS, BOARD_BYTES / 2, BySize),
            parts: Cache::with_weighter(5 * BOARDS, BOARD_BYTES, BySize),
            news: Cache::new(BOARDS),
            pictures: Cache::with_weighter(PICTURES, PICTURE_BYTES, BySize),
            svgs: Cache::with_weighter(BOARDS, BOARD_BYTES, BySize),
            rendering: PictureQueue::default(),
            graphs: Cache::new(GRAPHS),
            plays: Cache::with_weighter(BOARDS, BOARD_BYTES / 2, BySize),
        }
    }
}

impl Caches {
    /// The caches, by name.
    pub(crate) fn figures(&self) -> Vec<(&'static str, CacheFigures)> {
        vec![
            ("boards", CacheFigures::in_bytes(&self.boards)),
            ("offers", CacheFigures::in_bytes(&self.offers)),
            ("parts", CacheFigures::in_bytes(&self.parts)),
            ("news", CacheFigures::in_entries(&self.news)),
            ("pictures", CacheFigures::in_bytes(&self.pictures)),
            ("svgs", CacheFigures::in_bytes(&self.svgs)),
            ("graphs", CacheFigures::in_entries(&self.graphs)),
            ("plays", CacheFigures::in_bytes(&self.plays)),
        ]
    }
}

impl fmt::Debug for Caches {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Caches").finish_non_exhaustive()
    }
}

/// The entry with this key; made first, unless the cache has it.
pub(super) fn get_or_make<K: Hash + Eq + Clone, T, W: Weighter<K, Arc<T>> + Clone>(
    cache: &Cache<K, Arc<T>, W>,
    key: &K,
    make: impl FnOnce() -> T,
) -> Arc<T> {
    match cache.get_or_insert_with(key, || Ok::<_, Infallible>(Arc::new(make()))) {
        Ok(value) => value,
        Err(never) => match never {},
    }
}

/// Weighs entries by their text or picture, so that large boards don't take more memory than many small ones.
#[derive(Clone, Debug)]
pub(crate) struct BySize;

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

impl<K> Weighter<K, Arc<Box<RawValue>>> for BySize {
    fn weight(&self, _: &K, json: &Arc<Box<RawValue>>) -> u64 {
        (BESIDE + json.get().len()) as u64
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
