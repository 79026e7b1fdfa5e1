//! How the server stops: requests are finished, live updates end, and connections that nobody has taken yet get an answer.

use std::io;
use std::net::TcpListener;
use std::pin::pin;
use std::time::{Duration, Instant};

use actix_web::dev::{Server, ServerHandle};
use actix_web::web::Data;
use futures_util::future::join_all;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::http::state::State;
use crate::locale::Locale;

/// Connections that were accepted have been served when no request has begun or ended for this long.
const GRACE: Duration = Duration::from_millis(100);
/// How long the server waits for that at most.
const LONGEST_GRACE: Duration = Duration::from_secs(2);
/// The queue of the listener is empty when no connection has come out of it for this long.
const QUIET: Duration = Duration::from_millis(50);
/// How long connections are taken from the queue at most.
const LONGEST: Duration = Duration::from_secs(1);
/// How long a client in the queue may take to send its request.
const PATIENCE: Duration = Duration::from_secs(1);

/// How the server was asked to stop.
#[derive(Clone, Copy)]
enum Stop {
    /// SIGTERM: let load balancers notice, then finish what has begun.
    AfterDrain,
    /// The database's file is lost: finish what has begun.
    WhenDone,
    /// Ctrl-C or SIGQUIT.
    AtOnce,
}

/// Runs the server until it fails or is asked to stop. `queue` is another handle of its listener.
pub(super) async fn run(
    server: Server,
    queue: TcpListener,
    mut signals: Signals,
    state: Data<State>,
) -> io::Result<()> {
    let handle = server.handle();
    let mut server = pin!(server);
    let stop = tokio::select! {
        ended = &mut server => return ended,
        stop = signals.next() => stop,
        () = state.service.file_lost() => Stop::WhenDone,
    };
    let stop = match stop {
        Stop::AfterDrain if !state.drain.is_zero() => {
            state.begin_to_stop();
            tracing::info!("stopping in {} s", state.drain.as_secs());
            tokio::select! {
                ended = &mut server => return ended,
                // Asked again, it stops now.
                stop = signals.next() => stop,
                () = state.service.file_lost() => Stop::WhenDone,
                () = tokio::time::sleep(state.drain) => stop,
            }
        }
        stop => stop,
    };
    match stop {
        Stop::AtOnce => {
            let (ended, ()) = tokio::join!(server, handle.stop(false));
            ended
        }
        Stop::AfterDrain | Stop::WhenDone => {
            let (ended, ()) = tokio::join!(server, finish(handle, queue, &state));
            ended
        }
    }
}

async fn finish(handle: ServerHandle, queue: TcpListener, state: &State) {
    state.begin_to_stop();
    state.streams.end();
    state.connections.stop_waiting();
    // Workers that stop drop the connections that wait for them, so these come first.
    handle.pause().await;
    let begun = Instant::now();
    let mut seen = None;
    while begun.elapsed() < LONGEST_GRACE && seen != Some(state.activity()) {
        seen = Some(state.activity());
        tokio::time::sleep(GRACE).await;
    }
    tokio::join!(handle.stop(true), turn_away(queue));
}

/// Answers the connections that are left in the listener's queue, then closes it.
async fn turn_away(queue: TcpListener) {
    let queue = queue.set_nonblocking(true).and_then(|()| tokio::net::TcpListener::from_std(queue));
    let queue = match queue {
        Ok(queue) => queue,
        Err(error) => return tracing::warn!(%error, "failed to answer waiting connections"),
    };
    let (begun, mut answers) = (Instant::now(), Vec::new());
    while begun.elapsed() < LONGEST
        && let Ok(Ok((connection, _))) = tokio::time::timeout(QUIET, queue.accept()).await
    {
        answers.push(tokio::spawn(tokio::time::timeout(PATIENCE, refuse(connection))));
    }
    drop(queue);
    join_all(answers).await;
}

/// Reads a request and answers that the server is stopping.
async fn refuse(mut connection: TcpStream) -> io::Result<()> {
    let mut request = [0; 4096];
    let mut end = [0; 4];
    loop {
        let read = connection.read(&mut request).await?;
        for byte in &request[..read] {
            end = [end[1], end[2], end[3], *byte];
            if end == *b"\r\n\r\n" {
                let text = Locale::ENGLISH.say("error-stopping-text");
                let length = text.len() + 1;
                let answer = format!(
                    "HTTP/1.1 503 Service Unavailable\r\nretry-after: 2\r\nconnection: close\r\n\
                     content-type: text/plain; charset=utf-8\r\ncontent-length: {length}\r\n\r\n{text}\n"
                );
                connection.write_all(answer.as_bytes()).await?;
                return connection.shutdown().await;
            }
        }
        if read == 0 {
            return Ok(());
        }
    }
}

/// The signals that stop the server, caught from when this is made.
#[cfg(unix)]
pub(super) struct Signals([tokio::signal::unix::Signal; 3]);

#[cfg(unix)]
impl Signals {
    pub fn listen() -> io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        let [terminate, interrupt, quit] =
            [SignalKind::terminate(), SignalKind::interrupt(), SignalKind::quit()].map(signal);
        Ok(Self([terminate?, interrupt?, quit?]))
    }

    async fn next(&mut self) -> Stop {
        let [terminate, interrupt, quit] = &mut self.0;
        tokio::select! {
            _ = terminate.recv() => Stop::AfterDrain,
            _ = interrupt.recv() => Stop::AtOnce,
            _ = quit.recv() => Stop::AtOnce,
        }
    }
}

#[cfg(not(unix))]
pub(super) struct Signals;

#[cfg(not(unix))]
impl Signals {
    pub fn listen() -> io::Result<Self> {
        Ok(Self)
    }

    async fn next(&mut self) -> Stop {
        match tokio::signal::ctrl_c().await {
            Ok(()) => Stop::AtOnce,
            Err(_) => std::future::pending().await,
        }
    }
}
