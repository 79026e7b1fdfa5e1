//! Crashes: the server and its database are killed at random moments, while games are played through HTTP at full speed. Afterwards every
//! acknowledged move is there once, in order, and no half move.
//!
//!     BASTIDE_KILLS=200 cargo test --test crash -- --nocapture --test-threads 1
#![cfg(target_os = "linux")]

#[allow(dead_code)]
#[path = "../../benches/load/client.rs"]
mod client;
#[allow(dead_code)]
#[path = "../../benches/load/games.rs"]
mod games;
mod kills;
mod lost_disk;
mod play;
#[path = "../postgres_server/mod.rs"]
mod postgres_server;
mod server;
mod unsynced;

/// The long version kills 200 times; this is for `./test.sh`.
const KILLS: usize = 4;

fn kills() -> usize {
    #[allow(clippy::disallowed_methods)]
    let kills = std::env::var("BASTIDE_KILLS");
    kills.map_or(KILLS, |kills| kills.parse().expect("BASTIDE_KILLS is a number"))
}
