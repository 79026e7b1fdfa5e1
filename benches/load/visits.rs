//! People who come to take a turn. All their times are decided before: a request that can't be sent in time because the
//! one before was slow counts from when it should have been sent (no coordinated omission).

use std::fmt;
use std::sync::Mutex;
use std::time::Duration;

use futures_util::future::join_all;
use hdrhistogram::Histogram;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use serde::Serialize;
use tokio::time::{Instant, sleep_until};

use super::Plan;
use super::games::{TestData, Turn};
use super::report::{HEADING, Times, histogram, micros};
use support::client::{self, Client};

/// From one page of a visit to the next.
const THINK: Duration = Duration::from_millis(100);
/// Pages per visit, beside the confirmed turn.
const PAGES: u32 = 4;

/// How many games each pair plays at once.
pub const GAMES: usize = 8;

/// The steps of a visit, in order.
const STEPS: [&str; 5] = ["dashboard", "game", "draft", "confirmed turn", "result"];
const CONFIRM: usize = 3;

#[derive(Debug, Serialize)]
pub struct Visits {
    /// Open live updates, one for each player.
    streams: usize,
    /// Requests that were not answered as they should be. None may be.
    failed: u64,
    /// All pages: from when they should have been asked for until the whole response was there.
    pages: Times,
    /// The same times from when they were sent: what a closed loop would report.
    sent: Times,
    steps: Vec<(&'static str, Times)>,
}

impl Visits {
    pub fn confirmed(&self) -> usize {
        usize::try_from(self.steps[CONFIRM].1.count).unwrap()
    }
}

impl fmt::Display for Visits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "\nvisits, with {} live updates open; {} requests failed\n{HEADING}",
            self.streams, self.failed
        )?;
        writeln!(f, "  {:<30}{}", "all pages", self.pages)?;
        writeln!(f, "  {:<30}{}", "all pages, from when sent", self.sent)?;
        for (step, times) in &self.steps {
            writeln!(f, "  {step:<30}{times}")?;
        }
        Ok(())
    }
}

struct Recorded {
    steps: [Histogram<u64>; STEPS.len()],
    pages: Histogram<u64>,
    sent: Histogram<u64>,
    failed: u64,
}

/// A game that one visitor after the other comes to.
struct Board<'a> {
    tokens: &'a [String; 2],
    csrf: &'a [String; 2],
    turns: std::slice::Iter<'a, Turn>,
}

pub async fn measure(plan: &Plan, data: &TestData, forms: &[[String; 2]], address: &str) -> Visits {
    let streams: Vec<_> = data
        .pairs
        .iter()
        .flat_map(|pair| &pair.tokens)
        .map(|token| tokio::spawn(listen(address.to_owned(), token.clone())))
        .collect();
    // Games of different pairs take turns, so that visitors to one game don't wait for each other.
    let mut boards = Vec::new();
    for game in 0..GAMES {
        for (pair, csrf) in data.pairs.iter().zip(forms) {
            let (tokens, turns) = (&pair.tokens, pair.game(game));
            boards.push(tokio::sync::Mutex::new(Board { tokens, csrf, turns }));
        }
    }
    let recorded = Mutex::new(Recorded {
        steps: std::array::from_fn(|_| histogram()),
        pages: histogram(),
        sent: histogram(),
        failed: 0,
    });
    let begin = Instant::now() + Duration::from_millis(100);
    let visits = arrivals(plan).into_iter().enumerate().map(|(number, after)| {
        let board = &boards[number % boards.len()];
        visit(address, board, begin + after, &recorded)
    });
    join_all(visits).await;
    streams.iter().for_each(tokio::task::JoinHandle::abort);
    let recorded = recorded.lock().unwrap();
    Visits {
        streams: streams.len(),
        failed: recorded.failed,
        pages: Times::of(&recorded.pages, plan.time()),
        sent: Times::of(&recorded.sent, plan.time()),
        steps: STEPS
            .into_iter()
            .zip(recorded.steps.iter().map(|times| Times::of(times, plan.time())))
            .collect(),
    }
}

/// When visits begin: independently of each other (a Poisson process), the same in every run.
fn arrivals(plan: &Plan) -> Vec<Duration> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let rate = f64::from(plan.rate) / f64::from(PAGES);
    let (mut at, mut all) = (0.0, Vec::new());
    loop {
        at -= (1.0 - rng.random::<f64>()).ln() / rate;
        if at >= plan.time().as_secs_f64() {
            return all;
        }
        all.push(Duration::from_secs_f64(at));
    }
}

/// A visit, on a connection of its own.
async fn visit(
    address: &str,
    board: &tokio::sync::Mutex<Board<'_>>,
    begin: Instant,
    recorded: &Mutex<Recorded>,
) {
    sleep_until(begin).await;
    let mut board = board.lock().await;
    let Some(turn) = board.turns.next() else { panic!("ran out of turns: more games are needed") };
    let (tokens, csrf) = (board.tokens, board.csrf);
    let (token, csrf) = (&tokens[turn.seat], &csrf[turn.seat]);
    let game = format!("/games/{}", turn.game);
    let page = |path: &str| client::get(path, token, "Accept-Encoding: br\r\n");
    let requests = [
        page("/"),
        page(&game),
        page(&format!("{game}/preview?{}", turn.draft)),
        client::post(&format!("{game}/turns"), token, &format!("csrf={csrf}&{}", turn.form())),
        page(&game),
    ];
    let (mut intended, mut client) = (begin, None);
    for (step, request) in requests.iter().enumerate() {
        sleep_until(intended).await;
        let sent = Instant::now();
        let client = match &mut client {
            Some(client) => client,
            none => none.insert(Client::connect(address).await),
        };
        let response = client.try_ask(request).await;
        let done = Instant::now();
        let expected = if step == CONFIRM { 303 } else { 200 };
        let status = response.as_ref().map(|response| response.status).map_err(ToString::to_string);
        let mut recorded = recorded.lock().unwrap();
        if status != Ok(expected) {
            // The turns of this game that follow fail, too.
            if recorded.failed == 0 {
                eprintln!("{}: {status:?} at {game}", STEPS[step]);
            }
            recorded.failed += 1;
            return;
        }
        recorded.steps[step].saturating_record(micros(done - intended));
        if step != CONFIRM {
            recorded.pages.saturating_record(micros(done - intended));
            recorded.sent.saturating_record(micros(done - sent));
        }
        // A browser follows the redirect after a turn at once.
        intended = if step == CONFIRM { done } else { intended + THINK };
    }
}

/// An open page that shows live when it is the player's turn.
async fn listen(address: String, token: String) {
    let mut client = Client::connect(&address).await;
    client.listen(&client::get("/live", &token, "")).await;
}
