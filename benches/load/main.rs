//! The load that the real server can carry: `cargo bench --bench load`.
//!
//! The release build, with SQLite and `synchronous=FULL`, serves 32 connections that send requests back to back: game
//! pages in mid-game, plain and compressed, then confirmed moves. A single keep-alive connection shows the latency of a
//! page on an idle server. The yardstick for moves is the bare database in the same folder: the same statements with
//! nothing around them, committed in groups of 32. At the end, pages are asked for at a steady rate, in turns with and
//! without searches of computer players beside them. The clients run on the same machine and take their share of it.

mod client;
mod games;
mod server;

use std::path::Path;
use std::time::{Duration, Instant};

use client::Client;
use games::{House, Pair};
use server::Server;
use sqlx::{Connection, Executor};

/// Concurrent connections.
const CONNECTIONS: usize = 32;
/// Games per connection, played one after another; more than it gets through.
const GAMES: usize = 48;
/// Duration of each measurement.
const TIME: Duration = Duration::from_secs(10);
/// Duration of the measurement with a single connection.
const ALONE: Duration = Duration::from_secs(3);
/// How often pages beside searches are measured, each time after the same without.
const ROUNDS: usize = 3;
/// Connections of that measurement.
const VISITORS: usize = 8;
/// From one page of a visitor to the next.
const PAUSE: Duration = Duration::from_millis(20);
/// Tables whose computer players are to keep the processors busy for the whole measurement.
const SEARCHES: usize = 100;

fn main() {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(run());
}

async fn run() {
    let folder = tempfile::tempdir().unwrap();
    println!("{CONNECTIONS} connections, {} s each, {} processors", TIME.as_secs(), processors());
    let alone = bare_moves(&folder.path().join("alone.db"), 1).await;
    println!("bare database:    {alone:>7.0} moves a second, a commit each");
    let limit = bare_moves(&folder.path().join("groups.db"), CONNECTIONS).await;
    println!("bare database:    {limit:>7.0} moves a second, a commit for {CONNECTIONS}");
    let url = format!("sqlite:{}", folder.path().join("bastide.db").display());
    let house = House::furnish(&url, CONNECTIONS, GAMES).await;
    let mut server = Server::start(&url);
    let forms = house.forms(&server.address).await;
    for coding in ["plain", "gzip", "br"] {
        let header = match coding {
            "plain" => String::new(),
            coding => format!("Accept-Encoding: {coding}\r\n"),
        };
        let pages = measure(house.pairs.iter(), |pair| pages(&server.address, pair, &header)).await;
        report(&format!("game pages, {coding}"), &pages);
        let one =
            measure(house.pairs.iter().take(1), |pair| pages_of(&server.address, pair, &header, ALONE)).await;
        report_latency("  one connection", &one);
    }
    let moves =
        measure(house.pairs.iter().zip(&forms), |(pair, csrf)| moves(&server.address, pair, csrf)).await;
    let rate = report("confirmed moves", &moves);
    println!("  {:.2} of the bare database's group commits", rate / limit);
    server.stop();
    let stored = house.stored().await;
    assert_eq!(stored, moves.iter().map(Vec::len).sum::<usize>(), "every confirmed move is stored, once");
    println!("every confirmed move is in the database, once");
    beside_searches(&house, &url).await;
}

/// Pages while the computer thinks about its turns, compared with the same server when it does not.
async fn beside_searches(house: &House, url: &str) {
    let (mut idle, mut busy) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        for (searches, latencies) in [(0, &mut idle), (SEARCHES, &mut busy)] {
            house.queue_searches(url, searches).await;
            let mut server = Server::start(url);
            let visitors = house.pairs.iter().take(VISITORS);
            latencies.extend(measure(visitors, |pair| visits(&server.address, pair)).await);
            server.stop();
        }
    }
    println!("{VISITORS} visitors, each with a page every {} ms", PAUSE.as_millis());
    report_latency("  no searches:", &idle);
    report_latency("  beside searches:", &busy);
    println!("  p99 {:.2} of that without searches", percentile(&busy, 99) / percentile(&idle, 99));
}

async fn visits(address: &str, pair: &Pair) -> Vec<Duration> {
    let mut client = Client::connect(address).await;
    let request =
        client::get(&format!("/games/{}", pair.middle), &pair.tokens[0], "Accept-Encoding: gzip\r\n");
    let (mut latencies, until) = (Vec::new(), Instant::now() + TIME);
    while Instant::now() < until {
        let start = Instant::now();
        let answer = client.ask(&request).await;
        latencies.push(start.elapsed());
        assert_eq!(answer.status, 200);
        tokio::time::sleep(PAUSE.saturating_sub(start.elapsed())).await;
    }
    latencies
}

fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Moves per second of one connection that does what a move does to the database: insert two events, update the game's
/// row.
async fn bare_moves(file: &Path, group: usize) -> f64 {
    let url = format!("sqlite:{}?mode=rwc", file.display());
    sqlx::any::install_default_drivers();
    let mut bare = sqlx::AnyConnection::connect(&url).await.unwrap();
    bare.execute(
        "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
         CREATE TABLE events (game TEXT, n BIGINT, body TEXT, PRIMARY KEY (game, n));
         CREATE TABLE games (id TEXT PRIMARY KEY, last_n BIGINT, summary TEXT)",
    )
    .await
    .unwrap();
    for game in 0..CONNECTIONS {
        let insert = sqlx::query("INSERT INTO games VALUES ($1, 0, '')").bind(format!("{game:016}"));
        insert.execute(&mut bare).await.unwrap();
    }
    let (began, body, mut moves) = (Instant::now(), "x".repeat(120), 0_u32);
    while began.elapsed() < Duration::from_secs(3) {
        bare.execute("BEGIN IMMEDIATE").await.unwrap();
        for _ in 0..group {
            let (game, n) = (format!("{:016}", moves as usize % CONNECTIONS), i64::from(moves));
            let insert = sqlx::query("INSERT INTO events VALUES ($1, $2, $3), ($1, $2 + 1, $3)");
            insert.bind(&game).bind(2 * n).bind(&body).execute(&mut bare).await.unwrap();
            let update =
                sqlx::query("UPDATE games SET last_n = $2, summary = $3 WHERE id = $1 AND last_n < $2");
            update.bind(&game).bind(2 * n + 1).bind(&body).execute(&mut bare).await.unwrap();
            moves += 1;
        }
        bare.execute("COMMIT").await.unwrap();
    }
    f64::from(moves) / began.elapsed().as_secs_f64()
}

/// The latencies of all connections, run concurrently.
async fn measure<T, F>(connections: impl Iterator<Item = T>, ask: impl Fn(T) -> F) -> Vec<Vec<Duration>>
where
    F: Future<Output = Vec<Duration>>,
{
    futures_util::future::join_all(connections.map(ask)).await
}

async fn pages(address: &str, pair: &Pair, header: &str) -> Vec<Duration> {
    pages_of(address, pair, header, TIME).await
}

async fn pages_of(address: &str, pair: &Pair, header: &str, time: Duration) -> Vec<Duration> {
    let mut client = Client::connect(address).await;
    let request = client::get(&format!("/games/{}", pair.middle), &pair.tokens[0], header);
    let mut latencies = Vec::new();
    let until = Instant::now() + time;
    while Instant::now() < until {
        let start = Instant::now();
        let answer = client.ask(&request).await;
        latencies.push(start.elapsed());
        assert_eq!(answer.status, 200);
    }
    latencies
}

async fn moves(address: &str, pair: &Pair, csrf: &[String; 2]) -> Vec<Duration> {
    let mut client = Client::connect(address).await;
    let mut latencies = Vec::new();
    let until = Instant::now() + TIME;
    for turn in pair.turns() {
        if Instant::now() >= until {
            break;
        }
        let path = format!("/games/{}/turns", turn.game);
        let form = format!("csrf={}&{}", csrf[turn.seat], turn.form);
        let request = client::post(&path, &pair.tokens[turn.seat], &form);
        let start = Instant::now();
        let answer = client.ask(&request).await;
        latencies.push(start.elapsed());
        assert_eq!(answer.status, 303, "{}", answer.text());
    }
    assert!(Instant::now() >= until, "ran out of games");
    latencies
}

/// Prints and returns the number of responses per second.
fn report(what: &str, connections: &[Vec<Duration>]) -> f64 {
    let answers: usize = connections.iter().map(Vec::len).sum();
    #[allow(clippy::cast_precision_loss)]
    let rate = answers as f64 / TIME.as_secs_f64();
    print!("{what:<17} {rate:>7.0} a second,");
    report_latency("", connections);
    rate
}

fn report_latency(what: &str, connections: &[Vec<Duration>]) {
    let at = |hundredths| percentile(connections, hundredths);
    println!("{what} p50 {:.2} ms, p99 {:.2} ms, worst {:.2} ms", at(50), at(99), at(100));
}

/// In milliseconds.
fn percentile(connections: &[Vec<Duration>], hundredths: usize) -> f64 {
    let mut all: Vec<Duration> = connections.iter().flatten().copied().collect();
    all.sort_unstable();
    all[(all.len() - 1) * hundredths / 100].as_secs_f64() * 1000.0
}
