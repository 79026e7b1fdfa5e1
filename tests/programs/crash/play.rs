//! Players who go on whatever happens to the server, and what they were promised.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use bastide::clock::Clock;
use bastide::service::Service;
use chrono::{DateTime, Utc};
use futures_util::future::join_all;
use sqlx::{AnyPool, Row};
use tokio::sync::watch;
use tokio::time::{sleep, timeout};

use crate::load::bench::games::{Pair, TestData};
use support::client::{self, Client};

/// Longer than any request takes while the database is away.
const PATIENCE: Duration = Duration::from_secs(30);
const PAUSE: Duration = Duration::from_millis(10);

/// What all players share.
#[derive(Clone)]
pub struct Match {
    /// Where the server is now.
    pub address: watch::Receiver<String>,
    pub stop: Arc<AtomicBool>,
    /// Moves acknowledged so far.
    pub acknowledged: Arc<AtomicUsize>,
}

/// What a pair of players was promised.
#[derive(Debug, Default)]
pub struct Promised {
    /// When each of their moves was acknowledged, in the order of their games.
    pub at: Vec<DateTime<Utc>>,
    /// Requests that were sent again because the answer was lost, or was that the database is unavailable.
    pub again: usize,
}

/// Plays all games of all pairs until they end or are stopped.
pub async fn play(data: &TestData, forms: &[[String; 2]], game: &Match) -> Vec<Promised> {
    let players = data.pairs.iter().zip(forms).map(|(pair, csrf)| play_pair(pair, csrf, game.clone()));
    join_all(players).await
}

async fn play_pair(pair: &Pair, csrf: &[String; 2], game: Match) -> Promised {
    let (mut promised, mut client) = (Promised::default(), None);
    for turn in pair.turns() {
        let form = format!("csrf={}&{}", csrf[turn.seat], turn.form());
        let request = client::post(&format!("/games/{}/turns", turn.game), &pair.tokens[turn.seat], &form);
        loop {
            if game.stop.load(Ordering::Relaxed) {
                return promised;
            }
            match timeout(PATIENCE, send(&mut client, &game, &request)).await.expect("an answer in time") {
                Some((303, _)) => break,
                None | Some((503, _)) => promised.again += 1,
                Some((status, text)) => panic!("{status} for turn {}: {text}", promised.at.len()),
            }
            sleep(PAUSE).await;
        }
        promised.at.push(Clock::system().now());
        game.acknowledged.fetch_add(1, Ordering::Relaxed);
    }
    promised
}

/// The status and text of the answer; `None` if there is none.
async fn send(client: &mut Option<Client>, game: &Match, request: &str) -> Option<(u16, String)> {
    if client.is_none() {
        let address = game.address.borrow().clone();
        *client = Client::try_connect(&address).await.ok();
    }
    let answer = match client.as_mut()?.try_ask(request).await {
        Ok(answer) => Some((answer.status, answer.text())),
        Err(_) => None,
    };
    if answer.is_none() {
        *client = None;
    }
    answer
}

/// The moves that are stored.
pub struct Stored {
    /// The keys of the forms of each game, in the order of its events.
    keys: HashMap<String, Vec<String>>,
}

impl Stored {
    pub async fn read(url: &str) -> Self {
        let raw = AnyPool::connect(url).await.unwrap();
        let events = "SELECT game, submission FROM events WHERE submission IS NOT NULL ORDER BY game, n";
        let mut keys = HashMap::<String, Vec<String>>::new();
        for row in sqlx::query(events).fetch_all(&raw).await.unwrap() {
            let (game, key): (String, String) = (row.get(0), row.get(1));
            let of_game = keys.entry(game).or_default();
            // A move may have several events, one after another.
            if of_game.last() != Some(&key) {
                of_game.push(key);
            }
        }
        raw.close().await;
        Self { keys }
    }

    /// The keys of the forms of a game, in the order of its events.
    pub fn keys(&self, game: &str) -> &[String] {
        self.keys.get(game).map_or(&[], Vec::as_slice)
    }

    /// How many of the pair's moves are stored. They must be the first ones, each once and in order.
    pub fn moves(&self, pair: &Pair) -> Result<usize, String> {
        let mut games: Vec<&str> = pair.turns().map(|turn| turn.game.as_str()).collect();
        games.dedup();
        let stored = games.iter().filter_map(|game| self.keys.get(*game)).flatten();
        let mut sent = pair.turns().map(|turn| key(&turn.submission));
        let mut moves = 0;
        for key in stored {
            if sent.next() != Some(key) {
                return Err(format!("move {moves} is not the one that was sent"));
            }
            moves += 1;
        }
        Ok(moves)
    }
}

fn key(form: &str) -> &str {
    form.split("key=").nth(1).and_then(|rest| rest.split('&').next()).unwrap()
}

/// Replays all games, and fails if anything doesn't follow from the logs: half a move would.
pub async fn assert_verified(url: &str) {
    let service = Service::open(url, Clock::system()).await.unwrap();
    let mut problems = Vec::new();
    service.verify(None, 2, |progress| problems.extend_from_slice(progress.problems)).await.unwrap();
    service.close().await;
    assert_eq!(problems, Vec::<String>::new());
}

/// Asserts that each pair has all moves that it was promised by a time, and at most one more, whose answer was lost.
pub fn assert_kept(data: &TestData, promised: &[Promised], stored: &Stored) {
    for (pair, promised) in data.pairs.iter().zip(promised) {
        let moves = stored.moves(pair).unwrap();
        let acknowledged = promised.at.len();
        assert!(
            moves == acknowledged || moves == acknowledged + 1,
            "{moves} stored, {acknowledged} acknowledged"
        );
    }
}
