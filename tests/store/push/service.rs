//! A push service: takes requests, remembers them, and answers what the test says, or doesn't.

use std::collections::{HashMap, VecDeque};
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use bastide::clock::Clock;
use chrono::{DateTime, Utc};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    pub method: String,
    pub path: String,
    /// By names in lower case.
    pub headers: HashMap<String, String>,
    pub body: Vec<u8>,
    /// When its connection was accepted.
    pub at: DateTime<Utc>,
    /// The status; `None` while it waits for an answer, or if it got none.
    pub answered: Option<u16>,
}

/// What a push service does with all requests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mood {
    /// What the test says about the path, or 201.
    #[default]
    Works,
    /// This status, and `Retry-After` in seconds.
    Answers(u16, Option<u32>),
    /// Nothing, and closes the connections once the mood changes.
    Hangs,
}

#[derive(Default)]
struct State {
    requests: Vec<Request>,
    /// By path: status and headers. Then it answers 201.
    answers: HashMap<String, VecDeque<String>>,
    /// Connections without an answer.
    held: usize,
}

/// Ends when it is dropped.
pub struct PushService {
    address: SocketAddr,
    state: Arc<Mutex<State>>,
    mood: watch::Sender<Mood>,
    task: JoinHandle<()>,
}

impl PushService {
    pub async fn start() -> Self {
        Self::start_at(Clock::system()).await
    }

    /// Times of requests are by this clock.
    pub async fn start_at(clock: Clock) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let (address, state) = (listener.local_addr().unwrap(), Arc::<Mutex<State>>::default());
        let (mood, now) = watch::channel(Mood::default());
        let shared = state.clone();
        let task = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(answer(stream, clock.now(), shared.clone(), now.clone()));
            }
        });
        Self { address, state, mood, task }
    }

    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// The statuses of the next answers at a path.
    pub fn answer(&self, path: &str, statuses: &[u16]) {
        let heads: Vec<String> = statuses.iter().map(|status| format!("{status} x")).collect();
        self.answer_with(path, &heads.iter().map(String::as_str).collect::<Vec<_>>());
    }

    /// The next answers at a path: status lines and headers. With an empty one, the connection stays open without an answer.
    pub fn answer_with(&self, path: &str, heads: &[&str]) {
        let heads = heads.iter().map(|head| (*head).to_owned()).collect();
        self.state.lock().unwrap().answers.insert(path.to_owned(), heads);
    }

    pub fn set_mood(&self, mood: Mood) {
        self.mood.send_replace(mood);
    }

    /// All so far.
    pub fn requests(&self) -> Vec<Request> {
        self.state.lock().unwrap().requests.clone()
    }

    /// How many requests there have been.
    pub fn count(&self) -> usize {
        self.state.lock().unwrap().requests.len()
    }

    /// How many requests wait for an answer that doesn't come.
    pub fn held(&self) -> usize {
        self.state.lock().unwrap().held
    }
}

impl Drop for PushService {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn answer(
    mut stream: TcpStream,
    at: DateTime<Utc>,
    state: Arc<Mutex<State>>,
    mut mood: watch::Receiver<Mood>,
) {
    let mut bytes = Vec::new();
    let request = loop {
        if let Some(request) = parse(&bytes, at) {
            break request;
        }
        // The sender may have been killed.
        if !stream.read_buf(&mut bytes).await.is_ok_and(|read| read > 0) {
            return;
        }
    };
    let current = *mood.borrow_and_update();
    let number = {
        let mut state = state.lock().unwrap();
        state.requests.push(request);
        state.held += usize::from(current == Mood::Hangs);
        state.requests.len() - 1
    };
    let head = match current {
        Mood::Answers(status, after) => {
            let after = after.map(|seconds| format!("\r\nretry-after: {seconds}")).unwrap_or_default();
            format!("{status} x{after}")
        }
        Mood::Works => {
            let mut state = state.lock().unwrap();
            let path = state.requests[number].path.clone();
            let next = state.answers.get_mut(&path).and_then(VecDeque::pop_front);
            next.unwrap_or_else(|| "201 x".to_owned())
        }
        Mood::Hangs => {
            tokio::select! {
                _ = mood.changed() => {}
                _ = stream.read_u8() => {}
            }
            state.lock().unwrap().held -= 1;
            return;
        }
    };
    if head.is_empty() {
        // Until the client gives up.
        let _ = stream.read_buf(&mut bytes).await;
        return;
    }
    state.lock().unwrap().requests[number].answered = head.split(' ').next().unwrap().parse().ok();
    let answer = format!("HTTP/1.1 {head}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n");
    let _ = stream.write_all(answer.as_bytes()).await;
}

/// `None` until it is complete.
fn parse(bytes: &[u8], at: DateTime<Utc>) -> Option<Request> {
    let end = bytes.windows(4).position(|window| window == b"\r\n\r\n")?;
    let head = std::str::from_utf8(&bytes[..end]).unwrap();
    let mut lines = head.split("\r\n");
    let (method, rest) = lines.next()?.split_once(' ')?;
    let (method, path) = (method.to_owned(), rest.split(' ').next()?.to_owned());
    let headers: HashMap<String, String> = lines
        .filter_map(|line| line.split_once(": "))
        .map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned()))
        .collect();
    let length: usize = headers["content-length"].parse().unwrap();
    let body = bytes[end + 4..].to_vec();
    (body.len() >= length).then_some(Request { method, path, headers, body, at, answered: None })
}
