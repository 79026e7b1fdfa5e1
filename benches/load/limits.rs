//! As many requests as the server answers: connections that send one after the other.

use std::fmt;
use std::path::Path;
use std::time::{Duration, Instant};

use serde::Serialize;
use sqlx::{Connection, Executor};

use super::bare_server::BareServer;
use super::games::{Pair, TestData};
use super::report::{HEADING, Times};
use super::server::Server;
use super::{Part, Plan};
use support::client::{self, Client};

#[derive(Debug, Serialize)]
pub struct Limits {
    connections: usize,
    pages: Vec<Pages>,
    /// The same games, read by programs with tokens.
    #[serde(skip_serializing_if = "Option::is_none")]
    calls: Option<Times>,
    moves: Times,
    /// Processor time of the server for each, in microseconds, if the system tells it.
    #[serde(skip_serializing_if = "Option::is_none")]
    move_work: Option<f64>,
    /// Whether all games ended before the time was over. The rate is too low then.
    ran_out: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    bare: Option<Bare>,
}

/// Game pages, compressed in one way.
#[derive(Debug, Serialize)]
struct Pages {
    coding: &'static str,
    many: Times,
    one: Times,
    /// The same bytes from a server that only sends them.
    bare: Times,
}

/// What the database alone does, in moves per second.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Bare {
    /// With a commit each.
    alone: f64,
    /// With as many moves in a commit as there are connections.
    grouped: f64,
}

impl Limits {
    pub fn confirmed(&self) -> usize {
        usize::try_from(self.moves.count).unwrap()
    }
}

impl fmt::Display for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "\nlimits, {} connections\n{HEADING}", self.connections)?;
        for Pages { coding, many, one, bare } in &self.pages {
            writeln!(f, "  {:<30}{many}", format!("game pages, {coding}"))?;
            writeln!(f, "  {:<30}{one}", "  one connection")?;
            writeln!(f, "  {:<30}{bare}", "  the same bytes, bare actix")?;
        }
        if let Some(calls) = &self.calls {
            writeln!(f, "  {:<30}{calls}", "games by the API, plain")?;
        }
        writeln!(f, "  {:<30}{}", "confirmed turns", self.moves)?;
        if let Some(work) = self.move_work {
            writeln!(f, "  confirmed turns: {work:.0} microseconds of the server's processor time each")?;
        }
        for Pages { coding, many, bare, .. } in &self.pages {
            let ratio = many.a_second / bare.a_second;
            writeln!(f, "  game pages, {coding}: {ratio:.2} of bare actix")?;
        }
        if let (Some(plain), Some(calls)) = (self.pages.first(), &self.calls) {
            let ratio = calls.a_second / plain.many.a_second;
            writeln!(f, "  games by the API: {ratio:.2} of game pages, plain")?;
        }
        if self.ran_out {
            writeln!(f, "  all games ended too early: take more with --games")?;
        }
        let Some(Bare { alone, grouped }) = self.bare else { return Ok(()) };
        writeln!(f, "  bare database: {alone:.0} a second with a commit each, {grouped:.0} in groups")?;
        writeln!(f, "  confirmed turns: {:.2} of the bare database's groups", self.moves.a_second / grouped)
    }
}

/// Measures the database alone, in this folder.
pub async fn bare(folder: &Path, connections: usize, time: Duration) -> Bare {
    let time = time.min(Duration::from_secs(3));
    Bare {
        alone: bare_moves(&folder.join("alone.db"), 1, connections, time).await,
        grouped: bare_moves(&folder.join("groups.db"), connections, connections, time).await,
    }
}

pub async fn measure(
    plan: &Plan,
    data: &TestData,
    forms: &[[String; 2]],
    server: &Server,
    bare: Option<Bare>,
) -> Limits {
    let address = server.address.as_str();
    let (pages, calls) = if plan.has(Part::Limits) {
        (all_pages(plan, data, address).await, Some(all_calls(plan, data, address).await))
    } else {
        (Vec::new(), None)
    };
    let (begun, before) = (Instant::now(), server.processor_time());
    let pairs = data.pairs.iter().zip(forms);
    let moved = all(pairs, |(pair, csrf)| moves(plan, address, pair, csrf)).await;
    let (took, work) = (
        begun.elapsed(),
        server.processor_time().zip(before).map(|(after, before)| after.saturating_sub(before)),
    );
    let turns = times(&moved, took);
    Limits {
        connections: plan.pairs,
        pages,
        calls,
        #[expect(clippy::cast_precision_loss, reason = "below 2^52")]
        move_work: work.map(|work| work.as_secs_f64() * 1e6 / turns.count as f64),
        moves: turns,
        ran_out: took < plan.time(),
        bare,
    }
}

async fn all_pages(plan: &Plan, data: &TestData, address: &str) -> Vec<Pages> {
    let mut pages = Vec::new();
    let alone = plan.time().min(Duration::from_secs(3));
    for coding in ["plain", "gzip", "br"] {
        let header = match coding {
            "plain" => String::new(),
            coding => format!("Accept-Encoding: {coding}\r\n"),
        };
        let many = all(data.pairs.iter(), |pair| game_pages(address, pair, &header, plan.time())).await;
        let one = all(data.pairs.iter().take(1), |pair| game_pages(address, pair, &header, alone)).await;
        let server = bare_server(address, &data.pairs[0], &header).await;
        let from_bare = |pair| game_pages(&server.address, pair, &header, plan.time());
        let bare = times(&all(data.pairs.iter(), from_bare).await, plan.time());
        pages.push(Pages { coding, many: times(&many, plan.time()), one: times(&one, alone), bare });
    }
    pages
}

async fn all_calls(plan: &Plan, data: &TestData, address: &str) -> Times {
    let called = all(data.pairs.iter(), |pair| reads(address, api_read(pair), plan.time())).await;
    times(&called, plan.time())
}

/// The times of all connections, run concurrently.
pub async fn all<T, F>(connections: impl Iterator<Item = T>, ask: impl Fn(T) -> F) -> Vec<Vec<Duration>>
where
    F: Future<Output = Vec<Duration>>,
{
    futures_util::future::join_all(connections.map(ask)).await
}

pub fn times(connections: &[Vec<Duration>], over: Duration) -> Times {
    Times::of_all(connections.iter().flatten(), over)
}

fn game_page(pair: &Pair, header: &str) -> String {
    client::get(&format!("/games/{}", pair.middle), &pair.tokens[0], header)
}

fn api_read(pair: &Pair) -> String {
    let Pair { middle, program, .. } = pair;
    format!("GET /api/v1/games/{middle} HTTP/1.1\r\nHost: bastide\r\nAuthorization: Bearer {program}\r\n\r\n")
}

/// A server that only sends what the measured one answers.
async fn bare_server(address: &str, pair: &Pair, header: &str) -> BareServer {
    let mut client = Client::connect(address).await;
    BareServer::start(&client.ask(&game_page(pair, header)).await)
}

async fn game_pages(address: &str, pair: &Pair, header: &str, time: Duration) -> Vec<Duration> {
    reads(address, game_page(pair, header), time).await
}

/// The times of a request that is sent again and again.
async fn reads(address: &str, request: String, time: Duration) -> Vec<Duration> {
    let mut client = Client::connect(address).await;
    let mut times = Vec::new();
    let until = Instant::now() + time;
    while Instant::now() < until {
        let start = Instant::now();
        let response = client.ask(&request).await;
        times.push(start.elapsed());
        assert_eq!(response.status, 200);
    }
    times
}

async fn moves(plan: &Plan, address: &str, pair: &Pair, csrf: &[String; 2]) -> Vec<Duration> {
    let mut client = Client::connect(address).await;
    let mut times = Vec::new();
    let until = Instant::now() + plan.time();
    for turn in pair.rounds() {
        if Instant::now() >= until {
            return times;
        }
        let path = format!("/games/{}/turns", turn.game);
        let form = format!("csrf={}&{}", csrf[turn.seat], turn.form());
        let request = client::post(&path, &pair.tokens[turn.seat], &form);
        let start = Instant::now();
        let response = client.ask(&request).await;
        times.push(start.elapsed());
        assert_eq!(response.status, 303, "{}", response.text());
    }
    times
}

/// Moves per second of one connection that does what a move does to the database: insert two events, update the game's
/// row.
async fn bare_moves(file: &Path, group: usize, games: usize, time: Duration) -> f64 {
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
    for game in 0..games {
        let insert = sqlx::query("INSERT INTO games VALUES ($1, 0, '')").bind(format!("{game:016}"));
        insert.execute(&mut bare).await.unwrap();
    }
    let (began, body, mut moves) = (Instant::now(), "x".repeat(120), 0_u32);
    while began.elapsed() < time {
        bare.execute("BEGIN IMMEDIATE").await.unwrap();
        for _ in 0..group {
            let (game, n) = (format!("{:016}", moves as usize % games), i64::from(moves));
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
