//! How page times grow with the number of games: `cargo bench --bench growth -- DATABASE [GAMES …]`.
//!
//! Fills a database for each number of finished games, with a twentieth as many in progress whose players have clocks, leave and pauses;
//! then requests each kind of page from all of them in turn, over one connection each, stores moves, and prints a row of medians per
//! database, how much the last is slower than the first, and the 99th percentile of the last: whatever else the machine does slows all of
//! them alike. It makes and checks the file of a month before, and downloads records at the end, with the memory that each takes. `DATABASE` names empty databases, with `{}` for the number of games: `sqlite:growth-{}.db` or `postgres://…/growth_{}`.

mod files;
mod searches;
#[expect(dead_code, reason = "used by the load bench")]
#[path = "../load/server.rs"]
mod server;

use std::time::{Duration, Instant};

use bastide::account::{SessionId, UserId};
use bastide::clock::Clock;
use bastide::players;
use bastide::rating::Pool;
use bastide::service::{Expected, Principal, Service, Submission};
use bastide::table::{
    BestOf, ClockPreset, Filter, First, GameId, Month, Player, Settings, Status, Terms, TimeControl,
};
use chrono::{DateTime, TimeDelta, Utc};
use server::Server;
use support::client::{self, Client};
use tools::fill::Filler;

const STEPS: [u32; 3] = [1_000, 100_000, 1_000_000];
/// Requests per page, and the number of moves stored.
const TIMES: usize = 400;
/// So many pages of ratings are read first.
const FAR: usize = 500;
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

/// A filled database and a server on it.
struct Subject {
    games: u32,
    filled: Duration,
    service: Service,
    player: UserId,
    token: String,
    /// The address of a finished game.
    game: String,
    /// The address of a series.
    series: String,
    month: files::Made,
    server: Server,
}

async fn run(databases: &str, steps: &[u32]) {
    let mut subjects = Vec::new();
    for &games in steps {
        subjects.push(Subject::start(&databases.replace("{}", &games.to_string()), games).await);
    }
    let mut rows = measure(&subjects).await;
    let mut moves = Row::new("a move", subjects.len());
    for (number, subject) in subjects.iter().enumerate() {
        moves.add(number, self::moves(&subject.service, &subject.player).await);
    }
    rows.push(moves);
    let names: Vec<&str> = rows.iter().map(|row| row.name.as_str()).collect();
    println!("| finished games | filled in | {} |", names.join(" | "));
    println!("|{}", "---:|".repeat(names.len() + 2));
    for (number, Subject { games, filled, .. }) in subjects.iter().enumerate() {
        let medians: Vec<String> = rows.iter().map(|row| format!("{:.2}", row.medians[number])).collect();
        println!("| {games} | {:.0} s | {} |", filled.as_secs_f64(), medians.join(" | "));
    }
    let ratios: Vec<String> = rows.iter().map(|row| format!("{:.2}", row.ratio())).collect();
    println!("| ratio | | {} |", ratios.join(" | "));
    let last = subjects.len() - 1;
    let tails: Vec<String> = rows.iter().map(|row| format!("{:.2}", row.at(last, 99))).collect();
    println!("| p99 of the last | | {} |", tails.join(" | "));
    files::measure(&subjects).await;
    for subject in &subjects {
        subject.service.close().await;
    }
}

/// The times of one kind of request, in milliseconds, for each subject.
struct Row {
    name: String,
    /// Of the best round.
    medians: Vec<f64>,
    /// Of all rounds.
    times: Vec<Vec<Duration>>,
}

impl Row {
    fn new(name: &str, subjects: usize) -> Self {
        Self { name: name.to_owned(), medians: vec![f64::MAX; subjects], times: vec![Vec::new(); subjects] }
    }

    fn add(&mut self, subject: usize, times: Vec<Duration>) {
        self.medians[subject] = self.medians[subject].min(percentile(times.clone(), 50));
        self.times[subject].extend(times);
    }

    /// How much slower the last subject is than the first.
    fn ratio(&self) -> f64 {
        self.medians[self.medians.len() - 1] / self.medians[0]
    }

    fn at(&self, subject: usize, percent: usize) -> f64 {
        percentile(self.times[subject].clone(), percent)
    }
}

/// All filled games end in a month whose file can be made: from an hour after its end.
fn filled_until() -> DateTime<Utc> {
    Month::of(Clock::system().now() - TimeDelta::days(1)).begin()
}

/// Adds games; returns the password of all accounts.
async fn fill(database: &str, games: u32) -> String {
    let service = Service::open(database, Clock::system()).await.unwrap();
    let filler = Filler::open(&service, database).await.unwrap();
    let result = filler.fill_until(filled_until(), games, 0, |_| ()).await.unwrap();
    filler.fill_running(games / 20, 0, result.users).await.unwrap();
    filler.fill_ratings().await.unwrap();
    filler.fill_talk().await.unwrap();
    filler.fill_follows().await.unwrap();
    filler.close().await;
    service.close().await;
    result.password
}

impl Subject {
    async fn start(database: &str, games: u32) -> Self {
        let began = Instant::now();
        let password = fill(database, games).await;
        let filled = began.elapsed();
        let month = files::month(database).await;
        let service = Service::open(database, Clock::system()).await.unwrap();
        let home = std::net::IpAddr::from([127, 0, 0, 1]);
        let visitor = Principal::anonymous(Some(home));
        let user = service.log_in(&visitor, "player-0", &password, "growth").await.unwrap();
        let finished = Filter { status: Some(Status::Finished), ..Filter::default() };
        let page = service.public_games(&Principal::anonymous(None), &finished, None).await.unwrap();
        let game = format!("/games/{}", page.games[page.games.len() / 2].id);
        let (player, token) = (user.user.id, user.token.reveal().clone());
        let series = series(&service, &player).await;
        Self { games, filled, service, player, token, game, series, month, server: Server::start(database) }
    }
}

/// Challenges of other players that wait for this one, and a series with one of them; returns its address.
async fn series(service: &Service, player: &UserId) -> String {
    let allowance = ClockPreset::Daily.allowance();
    let settings = Settings { time_control: TimeControl::Limited(allowance), ..Settings::default() };
    let (first, tie_to_second) = (First::Random, false);
    for number in 1..=20 {
        let other = tools::fill::user_id(number).unwrap();
        let terms = Terms { settings: settings.clone(), first, best_of: BestOf::Five, tie_to_second };
        service.challenge(&as_user(&other), player, terms).await.unwrap();
    }
    let challenge = service.challenges(&as_user(player)).await.unwrap().swap_remove(0).challenge;
    let game = service.accept_challenge(&as_user(player), &challenge.id, challenge.n).await.unwrap();
    let table = service.table(&as_user(player), &game, None).await.unwrap().unwrap().table;
    format!("/series/{}", table.series.unwrap().id)
}

async fn measure(subjects: &[Subject]) -> Vec<Row> {
    let other = format!("/players/{}", tools::fill::user_id(1).unwrap());
    // `~` is a game.
    let kinds = [
        ("front page", "/", false),
        ("dashboard", "/", true),
        ("queue", "/queue", true),
        ("all games", "/games", false),
        ("open tables", "/games?status=open", false),
        ("finished", "/games?status=finished", false),
        ("of a player with a tenth of all games", "/games?player=player-0", false),
        ("of a name that nobody has", "/games?player=nobody-here", false),
        ("my games", "/games/mine", true),
        ("my finished games", "/games/mine?status=finished", true),
        ("mine with another", "/games/mine?player=player-1", true),
        ("game page", "~", true),
        ("talk of a game", "~/talk", true),
        ("muted and blocked people", "/account/people", true),
        ("challenges", "/challenges", true),
        ("profile with head to head", &other, true),
        ("watching", "/watching", true),
        ("followers", "/account/profile", true),
    ];
    let everywhere = |path: &str| -> Vec<String> {
        let path = |subject: &Subject| path.replace('~', &subject.game);
        subjects.iter().map(path).collect()
    };
    let lists = kinds.map(|(name, path, signed_in)| (name.to_owned(), everywhere(path), signed_in));
    let series = subjects.iter().map(|subject| subject.series.clone()).collect();
    let searches = searches::addresses(subjects).await.into_iter().chain(ratings(subjects).await);
    let searches = searches.chain([("a series".to_owned(), series)]);
    let kinds: Vec<_> = lists.into_iter().chain(searches.map(|(name, paths)| (name, paths, false))).collect();
    let mut rows: Vec<Row> = kinds.iter().map(|(name, ..)| Row::new(name, subjects.len())).collect();
    for _ in 0..ROUNDS {
        for (row, (_, paths, signed_in)) in rows.iter_mut().zip(&kinds) {
            for (number, times) in pages(subjects, paths, *signed_in).await.into_iter().enumerate() {
                row.add(number, times);
            }
        }
    }
    rows
}

/// Pages about ratings: their names, and their paths by subject.
async fn ratings(subjects: &[Subject]) -> Vec<(String, Vec<String>)> {
    let mut kinds: Vec<(String, Vec<String>)> = Vec::new();
    let mut add = |name: &str, path: String| match kinds.iter_mut().find(|(known, _)| known == name) {
        Some((_, paths)) => paths.push(path),
        None => kinds.push((name.to_owned(), vec![path])),
    };
    for Subject { service, player, .. } in subjects {
        let visitor = Principal::anonymous(None);
        let pool = Pool::ALL[0];
        add("ratings", "/ratings".to_owned());
        add("a player", format!("/players/{player}"));
        add("rated games", format!("/players/{player}/ratings"));
        let (mut rank, mut game) = (None, None);
        for _ in 0..FAR {
            rank = service.ranks(&visitor, pool, rank.as_ref()).await.unwrap().next.or(rank);
            game = service.rating_history(&visitor, player, pool, game.as_ref()).await.unwrap().next.or(game);
        }
        let from = |from: Option<String>| from.map_or_else(String::new, |from| format!("?from={from}"));
        add("ratings, far down", format!("/ratings{}", from(rank.map(|rank| rank.to_string()))));
        let path = format!("/players/{player}/ratings{}", from(game.map(|game| game.to_string())));
        add("rated games, far down", path);
    }
    kinds
}

async fn pages(subjects: &[Subject], paths: &[String], signed_in: bool) -> Vec<Vec<Duration>> {
    let mut asked = Vec::new();
    for (Subject { server, token, .. }, path) in subjects.iter().zip(paths) {
        let token = if signed_in { token } else { "" };
        asked.push((Client::connect(&server.address).await, client::get(path, token, ""), Vec::new()));
    }
    for round in 0..TIMES + TIMES / 10 {
        for (client, request, times) in &mut asked {
            let start = Instant::now();
            let response = client.ask(request).await;
            // Discard the first requests, which fill caches.
            if round >= TIMES / 10 {
                times.push(start.elapsed());
            }
            assert_eq!(response.status, 200, "{paths:?}");
        }
    }
    asked.into_iter().map(|(_, _, times)| times).collect()
}

/// Stores moves one after another in games in progress.
async fn moves(service: &Service, player: &UserId) -> Vec<Duration> {
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
    times
}

fn percentile(mut times: Vec<Duration>, percent: usize) -> f64 {
    times.sort_unstable();
    times[times.len() * percent / 100].as_secs_f64() * 1000.0
}

/// A principal with a session that the database doesn't need to know.
fn as_user(user: &UserId) -> Principal {
    Principal::session(user.clone(), SessionId::new([0; 10]), false, None)
}
