//! How much the real server carries: `cargo bench --bench load`.
//!
//! The program that anyone would run, with SQLite and `synchronous=FULL`, answers 32 connections that ask as fast as they
//! are answered: first for game pages in the middle of a game, then with confirmed moves. Beside it stands how many
//! commits a second the bare database makes in the same folder. The asking runs on the same machine and takes its
//! share of it.

mod client;
mod games;

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use client::Client;
use games::{House, Pair};
use sqlx::{Connection, Executor};

/// Connections at a time.
const CONNECTIONS: usize = 32;
/// Games of each connection, played one after the other; more than it gets through.
const GAMES: usize = 24;
/// How long each kind of request is made.
const TIME: Duration = Duration::from_secs(10);

fn main() {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(run());
}

async fn run() {
    let folder = tempfile::tempdir().unwrap();
    println!("{CONNECTIONS} connections, {} s each, {} processors", TIME.as_secs(), processors());
    let commits = bare_commits(&folder.path().join("bare.db")).await;
    println!("bare database: {commits:>7.0} commits/s, one after the other, synchronous=FULL");
    let url = format!("sqlite:{}", folder.path().join("bastide.db").display());
    let house = House::furnish(&url, CONNECTIONS, GAMES).await;
    let mut server = Server::start(&url);
    let forms = house.forms(&server.address).await;
    report("game pages", &measure(house.pairs.iter(), |pair| pages(&server.address, pair)).await);
    for encoding in ["gzip", "br"] {
        let asked = measure(house.pairs.iter(), |pair| compressed(&server.address, pair, encoding)).await;
        report(&format!("game pages, {encoding}"), &asked);
    }
    let moves =
        measure(house.pairs.iter().zip(&forms), |(pair, csrf)| moves(&server.address, pair, csrf)).await;
    report("confirmed moves", &moves);
    server.stop();
    let stored = house.stored().await;
    assert_eq!(stored, moves.iter().map(Vec::len).sum::<usize>(), "every confirmed move is stored, once");
    println!("every confirmed move is in the database, once");
}

fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Commits a second of one connection that writes a row of an event's size each time.
async fn bare_commits(file: &Path) -> f64 {
    let url = format!("sqlite:{}?mode=rwc", file.display());
    sqlx::any::install_default_drivers();
    let mut bare = sqlx::AnyConnection::connect(&url).await.unwrap();
    bare.execute(
        "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE rows (n BIGINT, body TEXT)",
    )
    .await
    .unwrap();
    let began = Instant::now();
    let mut commits = 0;
    while began.elapsed() < Duration::from_secs(3) {
        let insert =
            sqlx::query("INSERT INTO rows (n, body) VALUES ($1, $2)").bind(commits).bind("x".repeat(120));
        insert.execute(&mut bare).await.unwrap();
        commits += 1;
    }
    f64::from(commits) / began.elapsed().as_secs_f64()
}

/// The server, killed when dropped.
struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start(url: &str) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_bastide"))
            .args(["serve", "--listen", "127.0.0.1:0", "--log", "warn", "--database", url])
            .args(["--forms-a-minute", "4000000"])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.split("listening on ").nth(1).unwrap().trim().trim_end_matches(')').to_owned();
        Self { child, address }
    }

    fn stop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop();
    }
}

/// The latencies of all connections side by side.
async fn measure<T, F>(connections: impl Iterator<Item = T>, ask: impl Fn(T) -> F) -> Vec<Vec<Duration>>
where
    F: Future<Output = Vec<Duration>>,
{
    futures_util::future::join_all(connections.map(ask)).await
}

async fn pages(address: &str, pair: &Pair) -> Vec<Duration> {
    ask_for_pages(address, pair, "").await
}

async fn compressed(address: &str, pair: &Pair, encoding: &str) -> Vec<Duration> {
    ask_for_pages(address, pair, &format!("Accept-Encoding: {encoding}\r\n")).await
}

async fn ask_for_pages(address: &str, pair: &Pair, header: &str) -> Vec<Duration> {
    let mut client = Client::connect(address).await;
    let request = client::get(&format!("/games/{}", pair.middle), &pair.tokens[0], header);
    let mut latencies = Vec::new();
    let until = Instant::now() + TIME;
    while Instant::now() < until {
        let asked = Instant::now();
        let answer = client.ask(&request).await;
        latencies.push(asked.elapsed());
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
        let asked = Instant::now();
        let answer = client.ask(&request).await;
        latencies.push(asked.elapsed());
        assert_eq!(answer.status, 303, "{}", answer.text());
    }
    assert!(Instant::now() >= until, "there were games enough");
    latencies
}

fn report(what: &str, connections: &[Vec<Duration>]) {
    let mut all: Vec<Duration> = connections.iter().flatten().copied().collect();
    all.sort_unstable();
    let at = |hundredths: usize| all[(all.len() - 1) * hundredths / 100].as_secs_f64() * 1000.0;
    #[allow(clippy::cast_precision_loss)]
    let rate = all.len() as f64 / TIME.as_secs_f64();
    println!(
        "{what:<17} {rate:>7.0} a second, p50 {:.1} ms, p99 {:.1} ms, worst {:.1} ms",
        at(50),
        at(99),
        at(100)
    );
}
