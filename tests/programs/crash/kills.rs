//! The server, and PostgreSQL itself, killed with SIGKILL.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use tokio::sync::watch;
use tokio::time::sleep;

use super::kills;
use super::play::{Match, Stored, assert_kept, assert_verified, play};
use super::server::Server;
use crate::load::bench::games::TestData;
use support::postgres_server::PostgresServer;

/// Pairs of players, each with a connection.
const PAIRS: usize = 8;
/// How long the server runs at most between two kills, after it has acknowledged a move.
const LONGEST: u64 = 300;

/// How many games each pair needs, so that they don't run out.
fn games(kills: usize) -> usize {
    3 + kills / 2
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Victim {
    Server,
    Database,
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_acknowledged_move_is_lost_when_the_server_on_sqlite_is_killed() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite:{}", folder.path().join("bastide.db").display());
    crash(&url, None, &[Victim::Server], folder.path()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_acknowledged_move_is_lost_when_postgres_or_the_server_on_it_is_killed() {
    let folder = tempfile::tempdir().unwrap();
    let database = PostgresServer::start(&[]).await;
    let url = database.url();
    crash(&url, Some(database), &[Victim::Server, Victim::Database], folder.path()).await;
}

/// Kills each victim as often, in turns.
async fn crash(url: &str, mut database: Option<PostgresServer>, victims: &[Victim], folder: &Path) {
    let kills = kills();
    let data = TestData::set_up(url, 0..PAIRS, games(kills * victims.len())).await;
    let log = folder.join("log");
    let mut server = Server::start(&[], url, &log);
    let forms = data.forms(&server.address).await;
    let (move_to, address) = watch::channel(server.address.clone());
    let game = Match { address, stop: Arc::default(), acknowledged: Arc::default() };
    let kill_all = async {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(kills as u64);
        let mut longest = Duration::ZERO;
        for &victim in victims.iter().cycle().take(kills * victims.len()) {
            longest = longest.max(next_move(&game, &server).await);
            sleep(Duration::from_millis(random.random_range(0..LONGEST))).await;
            if let (Victim::Database, Some(database)) = (victim, &mut database) {
                database.kill();
                database.restart().await;
            } else {
                server.kill();
                server = Server::start(&[], url, &log);
                move_to.send_replace(server.address.clone());
            }
        }
        longest = longest.max(next_move(&game, &server).await);
        game.stop.store(true, Ordering::Relaxed);
        longest
    };
    let begun = Instant::now();
    let (promised, longest) = tokio::join!(play(&data, &forms, &game), kill_all);
    let time = begun.elapsed();
    server.kill();
    assert_kept(&data, &promised, &Stored::read(url).await);
    assert_verified(url).await;
    let moves: usize = promised.iter().map(|promised| promised.at.len()).sum();
    let again: usize = promised.iter().map(|promised| promised.again).sum();
    println!(
        "{} kills in {time:.0?}: {moves} moves acknowledged, {again} requests sent again, first move after a kill within {longest:.1?}",
        kills * victims.len()
    );
}

/// Waits for another move to be acknowledged, and returns how long that took.
async fn next_move(game: &Match, server: &Server) -> Duration {
    let (begun, before) = (Instant::now(), game.acknowledged.load(Ordering::Relaxed));
    while game.acknowledged.load(Ordering::Relaxed) == before {
        assert!(begun.elapsed() < Duration::from_mins(1), "no move since: {}", server.log());
        sleep(Duration::from_millis(1)).await;
    }
    begun.elapsed()
}
