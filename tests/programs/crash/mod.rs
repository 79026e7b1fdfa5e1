//! Crashes: the server and its database are killed at random moments, while games are played through HTTP at full speed. Afterwards every
//! acknowledged move is there once, in order, and no half move.
//!
//!     BASTIDE_KILLS=200 cargo test --test programs crash -- --nocapture --test-threads 1

mod kills;
mod lost_disk;
pub mod play;
mod server;
mod unsynced;

/// The long version kills 200 times; this is for `./test.sh`.
const KILLS: usize = 4;

fn kills() -> usize {
    support::setting("BASTIDE_KILLS").map_or(KILLS, |kills| kills.parse().expect("BASTIDE_KILLS is a number"))
}
