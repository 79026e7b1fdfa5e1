use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio::task::JoinSet;
use tokio::time::sleep;
use tokio_rustls::TlsAcceptor;

/// What a server of the tests does with a connection.
#[derive(Clone)]
pub enum Answer {
    /// Sends this and closes the connection.
    Text(String),
    /// The same after a while.
    Late(String, Duration),
    /// Begins like this and repeats the rest for ever.
    Endless(&'static str, &'static str),
    /// Sends this before it has a request.
    Unasked(&'static str),
    /// Takes the request and sends nothing.
    Silence,
}

/// A server on 127.0.0.1, until the end of the test.
pub struct Server {
    pub port: u16,
    state: Arc<State>,
    _accepting: JoinSet<()>,
}

#[derive(Default)]
struct State {
    accepted: AtomicUsize,
    open: AtomicUsize,
    most_open: AtomicUsize,
    received: Mutex<Vec<String>>,
}

impl Server {
    pub async fn start(answer: Answer) -> Self {
        Self::with(answer, None).await
    }

    pub async fn with(answer: Answer, tls: Option<TlsAcceptor>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let state = Arc::new(State::default());
        let mut accepting = JoinSet::new();
        accepting.spawn(accept(listener, state.clone(), answer, tls));
        Self { port, state, _accepting: accepting }
    }

    pub fn accepted(&self) -> usize {
        self.state.accepted.load(Ordering::SeqCst)
    }

    pub fn most_open(&self) -> usize {
        self.state.most_open.load(Ordering::SeqCst)
    }

    /// The requests, with their bodies.
    pub fn received(&self) -> Vec<String> {
        self.state.received.lock().unwrap().clone()
    }
}

async fn accept(listener: TcpListener, state: Arc<State>, answer: Answer, tls: Option<TlsAcceptor>) {
    let mut connections = JoinSet::new();
    while let Ok((stream, _)) = listener.accept().await {
        state.accepted.fetch_add(1, Ordering::SeqCst);
        let (state, answer, tls) = (state.clone(), answer.clone(), tls.clone());
        connections.spawn(async move {
            match tls {
                None => serve(stream, &state, answer).await,
                Some(acceptor) => {
                    if let Ok(stream) = acceptor.accept(stream).await {
                        serve(stream, &state, answer).await;
                    }
                }
            }
        });
    }
}

async fn serve<S: AsyncRead + AsyncWrite + Unpin>(mut stream: S, state: &State, answer: Answer) {
    let open = state.open.fetch_add(1, Ordering::SeqCst) + 1;
    state.most_open.fetch_max(open, Ordering::SeqCst);
    if let Answer::Unasked(text) = answer {
        drop(stream.write_all(text.as_bytes()).await);
    } else if let Some(request) = receive(&mut stream).await {
        state.received.lock().unwrap().push(request);
        match answer {
            Answer::Text(text) => drop(stream.write_all(text.as_bytes()).await),
            Answer::Late(text, wait) => {
                sleep(wait).await;
                // Before the client can see the end of its exchange.
                state.open.fetch_sub(1, Ordering::SeqCst);
                drop(stream.write_all(text.as_bytes()).await);
            }
            Answer::Endless(start, rest) => {
                let mut sent = stream.write_all(start.as_bytes()).await;
                while sent.is_ok() {
                    sent = stream.write_all(rest.as_bytes()).await;
                }
            }
            Answer::Silence | Answer::Unasked(_) => drop(stream.read(&mut [0; 1]).await),
        }
    }
    drop(stream.shutdown().await);
}

/// A request with a body of four bytes.
async fn receive(stream: &mut (impl AsyncRead + Unpin)) -> Option<String> {
    let mut bytes = Vec::new();
    loop {
        if stream.read_buf(&mut bytes).await.ok()? == 0 {
            return None;
        }
        let text = String::from_utf8_lossy(&bytes);
        if text.split_once("\r\n\r\n").is_some_and(|(_, body)| body.len() >= 4) {
            return Some(text.into_owned());
        }
    }
}
