//! Limits shared by the servers on one database. Each counts for itself, and tells the others what it has counted: once a second,
//! and at once when somebody uses up a good part of a limit ([`URGENT_PARTS`](crate::http::limits::URGENT_PARTS) of it). The others add that to their own counts.
//!
//! So someone who sends requests to several servers at the same moment gets at most that part more from each further server, and what
//! they send within [`PAUSE`]. The price is one message a second from each server while people use it, at most fifty while somebody
//! reaches for a limit, and none while nothing changes. Each message is a list of words:
//!
//! | word | meaning |
//! |---|---|
//! | `hello` | tell me all your streams: I have just started, or have missed messages |
//! | `all` | the streams that follow are all of mine; forget what I said before |
//! | `alive` | I still have them |
//! | `forms:NETWORK=N` | this network has sent N more forms |
//! | `replies:NETWORK=N` | the computer has played N more turns for it on practice boards |
//! | `searches:NETWORK=N` | it has searched lists by name N more times |
//! | `streams:NETWORK=N`, `user:ID=N` | this network or user has N streams open with me |
//!
//! Who has said nothing for [`FORGOTTEN`] has no streams any more. Words of newer versions are ignored.

use std::str::FromStr;
use std::time::Duration;

use actix_web::web::Data;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep_until};

use crate::http::state::State;
use crate::http::streams::Holder;
use account::UserId;
use service::{Network, PeerListener, PeerNews};

const EVERY: Duration = Duration::from_secs(1);
/// The pause after a message, in which more is collected.
const PAUSE: Duration = Duration::from_millis(20);
/// How often a server with streams says something.
const ALIVE: Duration = Duration::from_secs(5);
const FORGOTTEN: Duration = Duration::from_secs(15);
/// Of a message, in bytes. PostgreSQL takes less than 8,000.
const LONGEST: usize = 7500;

/// Shares the limits until the server ends.
pub(crate) async fn share(state: Data<State>, mut peers: PeerListener) {
    let mut ticks = interval(EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut sent = Instant::now();
    loop {
        let has_news = tokio::select! {
            news = peers.next() => {
                receive(&state, news).await;
                false
            }
            () = urgent_news(&state, sent) => true,
            _ = ticks.tick() => true,
        };
        if !has_news {
            continue;
        }
        state.streams.forget_silent(FORGOTTEN);
        let mut words = unshared(&state);
        if words.is_empty() && state.streams.count() > 0 && sent.elapsed() >= ALIVE {
            words.push("alive".to_owned());
        }
        if !words.is_empty() {
            send(&state, words).await;
            sent = Instant::now();
        }
    }
}

/// Returns when the others should learn of something, but not in the pause after a message.
async fn urgent_news(state: &State, sent: Instant) {
    sleep_until(sent + PAUSE).await;
    state.urgent.notified().await;
}

/// Tells the others that this server has no streams any more.
pub(crate) async fn leave(state: &State) {
    send(state, vec!["all".to_owned()]).await;
}

/// What the others don't know yet.
fn unshared(state: &State) -> Vec<String> {
    let taken = [("forms", &state.forms), ("replies", &state.replies), ("searches", &state.searches)];
    let taken = taken.into_iter().flat_map(|(what, throttle)| {
        throttle.take_unshared().into_iter().map(move |(network, n)| format!("{what}:{network}={n}"))
    });
    let (all, streams) = state.streams.take_unshared();
    let streams = streams.into_iter().map(|(holder, n)| match holder {
        Holder::Network(network) => format!("streams:{network}={n}"),
        Holder::User(user) => format!("user:{}={n}", user.as_str()),
    });
    taken.chain(all.then(|| "all".to_owned())).chain(streams).collect()
}

async fn send(state: &State, words: Vec<String>) {
    for text in messages(words) {
        if let Err(error) = state.service.notify_peers(&text).await {
            tracing::debug!(%error, "failed to share limits with other servers");
            state.streams.share_all();
            return;
        }
    }
}

/// Joins words to as few messages as possible.
fn messages(words: Vec<String>) -> Vec<String> {
    let mut messages: Vec<String> = Vec::new();
    for word in words {
        match messages.last_mut() {
            Some(last) if last.len() + 1 + word.len() <= LONGEST => {
                last.push(' ');
                last.push_str(&word);
            }
            _ => messages.push(word),
        }
    }
    messages
}

async fn receive(state: &State, news: PeerNews) {
    let (by, text) = match news {
        PeerNews::Said { by, text } => (by, text),
        PeerNews::Missed => {
            state.streams.share_all();
            return send(state, vec!["hello".to_owned()]).await;
        }
    };
    state.streams.record_message(&by);
    for word in text.split(' ') {
        match word {
            "hello" => state.streams.share_all(),
            "all" => state.streams.forget(&by),
            word => receive_count(state, &by, word).unwrap_or_default(),
        }
    }
}

/// `None` for words of newer versions.
fn receive_count(state: &State, by: &str, word: &str) -> Option<()> {
    let (what, count) = word.split_once(':')?;
    let (whose, n) = count.rsplit_once('=')?;
    let network = || Network::from_str(whose).ok();
    match what {
        "forms" => state.forms.taken_elsewhere(network()?, n.parse().ok()?),
        "replies" => state.replies.taken_elsewhere(network()?, n.parse().ok()?),
        "searches" => state.searches.taken_elsewhere(network()?, n.parse().ok()?),
        "streams" => state.streams.open_elsewhere(by, Holder::Network(network()?), n.parse().ok()?),
        "user" => state.streams.open_elsewhere(by, Holder::User(UserId::parse(whose)?), n.parse().ok()?),
        _ => return None,
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_joined_to_messages_that_postgres_takes() {
        assert_eq!(messages(Vec::new()), [""; 0]);
        assert_eq!(messages(vec!["one".to_owned(), "two".to_owned()]), ["one two"]);
        let many: Vec<String> = (0..3000).map(|n| format!("forms:192.0.2.1={n}")).collect();
        let joined = messages(many.clone());
        assert!(joined.iter().all(|text| text.len() <= LONGEST) && joined.len() < 10);
        assert_eq!(joined.join(" "), many.join(" "));
    }
}
