//! A push service: takes requests, remembers them, and answers what the test says.

use std::collections::{HashMap, VecDeque};
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    pub method: String,
    pub path: String,
    /// By names in lower case.
    pub headers: HashMap<String, String>,
    pub body: Vec<u8>,
}

#[derive(Default)]
struct State {
    requests: Vec<Request>,
    /// By path: status and headers. Then it answers 201.
    answers: HashMap<String, VecDeque<String>>,
}

/// Ends when it is dropped.
pub struct PushService {
    address: SocketAddr,
    state: Arc<Mutex<State>>,
    task: JoinHandle<()>,
}

impl PushService {
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let (address, state) = (listener.local_addr().unwrap(), Arc::<Mutex<State>>::default());
        let shared = state.clone();
        let task = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(answer(stream, shared.clone()));
            }
        });
        Self { address, state, task }
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

    /// All so far.
    pub fn requests(&self) -> Vec<Request> {
        self.state.lock().unwrap().requests.clone()
    }
}

impl Drop for PushService {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn answer(mut stream: TcpStream, state: Arc<Mutex<State>>) {
    let mut bytes = Vec::new();
    let request = loop {
        if let Some(request) = parse(&bytes) {
            break request;
        }
        if stream.read_buf(&mut bytes).await.unwrap() == 0 {
            return;
        }
    };
    let head = {
        let mut state = state.lock().unwrap();
        let next = state.answers.get_mut(&request.path).and_then(VecDeque::pop_front);
        state.requests.push(request);
        next.unwrap_or_else(|| "201 x".to_owned())
    };
    if head.is_empty() {
        // Until the client gives up.
        let _ = stream.read_buf(&mut bytes).await;
        return;
    }
    let answer = format!("HTTP/1.1 {head}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n");
    stream.write_all(answer.as_bytes()).await.unwrap();
}

/// `None` until it is complete.
fn parse(bytes: &[u8]) -> Option<Request> {
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
    (body.len() >= length).then_some(Request { method, path, headers, body })
}
