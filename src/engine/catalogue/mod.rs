//! Every tile kind, in a table for each set.

mod base;
mod inns;
mod kind;
mod king;
mod river;
mod traders;
mod turned;

pub use kind::{TileKind, UnknownKind};
pub(super) use turned::NOTHING;
pub use turned::{Fits, Wanted};

use super::tile::TileDef;

const TOTAL: usize =
    base::KINDS.len() + river::KINDS.len() + inns::KINDS.len() + traders::KINDS.len() + king::KINDS.len();

/// All kinds, set by set.
pub(super) static KINDS: [&TileDef; TOTAL] = all();

/// In the order of the names' bytes.
pub(super) static BY_NAME: std::sync::LazyLock<Vec<TileKind>> = std::sync::LazyLock::new(|| {
    let mut kinds: Vec<_> = TileKind::all().collect();
    kinds.sort_unstable_by_key(|kind| kind.name());
    kinds
});

const fn all() -> [&'static TileDef<'static>; TOTAL] {
    let tables: [&[TileDef]; 5] = [&base::KINDS, &river::KINDS, &inns::KINDS, &traders::KINDS, &king::KINDS];
    let mut all = [&base::KINDS[0]; TOTAL];
    let (mut table, mut next) = (0, 0);
    while table < tables.len() {
        let mut i = 0;
        while i < tables[table].len() {
            all[next] = &tables[table][i];
            next += 1;
            i += 1;
        }
        table += 1;
    }
    all
}
