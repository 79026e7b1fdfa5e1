//! How page times grow with the number of games: `cargo bench --bench growth -- DATABASE [GAMES …]`.
//!
//! Fills the database to each number of finished games in turn, with a twentieth as many in progress whose players have clocks, leave and
//! pauses, requests each kind of page over one connection, stores moves, and prints a row of medians per step and how much the last
//! is slower than the first. `DATABASE` is an empty database: `sqlite:FILE` or `postgres://…`.

#[expect(dead_code, reason = "used by the load bench")]
#[path = "../load/server.rs"]
mod server;

use std::time::{Duration, Instant};

use bastide::account::{SessionId, UserId};
use bastide::clock::Clock;
use bastide::players;
use bastide::service::{Expected, Principal, Service, Submission};
use bastide::table::{Filter, GameId, Player, Status};
use server::Server;
use support::client::{self, Client};
use tools::fill::Filler;

const STEPS: [u32; 3] = [1_000, 100_000, 1_000_000];
/// Requests per page, and the number of moves stored.
const TIMES: usize = 400;
/// How often all pages are measured, one after the other. The best median counts: other load on the machine comes and goes.
const ROUNDS: usize = 5;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let Some((database, steps)) = words.split_first() else {
        println!("usage: cargo bench --bench growth -- DATABASE [GAMES …]");
        return;
    };
    let steps: Vec<u32> = steps.iter().map(|step| step.parse().expect("a number of games")).collect();
    let steps = if steps.is_empty() { STEPS.to_vec() } else { steps };
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(run(database, &steps));
}

async fn run(database: &str, steps: &[u32]) {
    let (mut games, mut first) = (0, Vec::new());
    for &step in steps {
        let began = Instant::now();
        let password = fill(database, step - games).await;
        games = step;
        let filled = began.elapsed();
        let rows = measure(database, &password).await;
        if step == steps[0] {
            let names: Vec<&str> = rows.iter().map(|(name, _)| *name).collect();
            println!("| finished games | filled in | {} |", names.join(" | "));
            println!("|{}", "---:|".repeat(names.len() + 2));
        }
        let medians: Vec<String> = rows.iter().map(|(_, ms)| format!("{ms:.2}")).collect();
        println!("| {step} | {:.0} s | {} |", filled.as_secs_f64(), medians.join(" | "));
        let times: Vec<f64> = rows.iter().map(|(_, ms)| *ms).collect();
        if first.is_empty() {
            first = times;
        } else {
            let ratios: Vec<String> =
                times.iter().zip(&first).map(|(last, first)| format!("{:.2}", last / first)).collect();
            println!("| ratio | | {} |", ratios.join(" | "));
        }
    }
}

/// Adds games; returns the password of all accounts.
async fn fill(database: &str, games: u32) -> String {
    let service = Service::open(database, Clock::system()).await.unwrap();
    let filler = Filler::open(&service, database).await.unwrap();
    let result = filler.fill(games, 0, |_| ()).await.unwrap();
    filler.fill_running(games / 20, 0, result.users).await.unwrap();
    filler.close().await;
    service.close().await;
    result.password
}

/// The median time of each kind of request, in milliseconds.
async fn measure(database: &str, password: &str) -> Vec<(&'static str, f64)> {
    let service = Service::open(database, Clock::system()).await.unwrap();
    let home = std::net::IpAddr::from([127, 0, 0, 1]);
    let user =
        service.log_in(&Principal::anonymous(Some(home)), "player-0", password, "growth").await.unwrap();
    let (player, token) = (user.user.id, user.token.reveal().clone());
    let finished = Filter { status: Some(Status::Finished), ..Filter::default() };
    let page = service.public_games(&Principal::anonymous(None), &finished, None).await.unwrap();
    let game = format!("/games/{}", page.games[page.games.len() / 2].id);
    let server = Server::start(database);
    let kinds = [
        ("front page", "/", ""),
        ("dashboard", "/", &*token),
        ("queue", "/queue", &*token),
        ("all games", "/games", ""),
        ("open tables", "/games?status=open", ""),
        ("finished", "/games?status=finished", ""),
        ("of a player with a tenth of all games", "/games?player=player-0", ""),
        ("of a name that nobody has", "/games?player=nobody-here", ""),
        ("my games", "/games/mine", &*token),
        ("my finished games", "/games/mine?status=finished", &*token),
        ("mine with another", "/games/mine?player=player-1", &*token),
        ("game page", &*game, &*token),
    ];
    let mut rows: Vec<(&'static str, f64)> = kinds.iter().map(|(name, ..)| (*name, f64::MAX)).collect();
    for _ in 0..ROUNDS {
        for (row, (_, path, token)) in rows.iter_mut().zip(kinds) {
            row.1 = row.1.min(pages(&server.address, path, token).await);
        }
    }
    rows.push(("a move", moves(&service, &player).await));
    service.close().await;
    rows
}

async fn pages(address: &str, path: &str, token: &str) -> f64 {
    let mut client = Client::connect(address).await;
    let request = client::get(path, token, "");
    let mut times = Vec::new();
    for round in 0..TIMES + TIMES / 10 {
        let start = Instant::now();
        let response = client.ask(&request).await;
        // Discard the first requests, which fill caches.
        if round >= TIMES / 10 {
            times.push(start.elapsed());
        }
        assert_eq!(response.status, 200, "{path}");
    }
    median(times)
}

/// Stores moves one after another in games in progress.
async fn moves(service: &Service, player: &UserId) -> f64 {
    let waiting = service.dashboard(&as_user(player)).await.unwrap();
    let games: Vec<GameId> =
        waiting.my_turn.iter().chain(&waiting.waiting).map(|game| game.id.clone()).collect();
    let mut times = Vec::new();
    'all: for game in games {
        for _ in 0..30 {
            let table = service.table(&as_user(player), &game, None).await.unwrap().unwrap();
            let replay = table.play.unwrap();
            let Some(colour) = replay.game.to_move() else { break };
            let Some(turn) = players::choose(&replay.game) else { break };
            let seat = replay.game.seat_of(colour);
            let Some(id) = table.table.player(seat).and_then(Player::user) else { break };
            let form = Submission { expected: Expected(replay.last()), key: service.new_key() };
            let start = Instant::now();
            service.turn(&as_user(id), &game, &form, turn).await.unwrap();
            times.push(start.elapsed());
            if times.len() == TIMES {
                break 'all;
            }
        }
    }
    assert!(times.len() >= TIMES / 4, "too few games: {}", times.len());
    median(times)
}

fn median(mut times: Vec<Duration>) -> f64 {
    times.sort_unstable();
    times[times.len() / 2].as_secs_f64() * 1000.0
}

/// A principal with a session that the database doesn't need to know.
fn as_user(user: &UserId) -> Principal {
    Principal::session(user.clone(), SessionId::new([0; 10]), false, None)
}
