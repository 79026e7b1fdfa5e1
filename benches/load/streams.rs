//! Streams of events that many programs have open, and the memory that each takes.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr};
use std::time::{Duration, Instant};

use bastide::account::{Scope, SessionId};
use bastide::clock::Clock;
use bastide::service::{Principal, Service, TokenLife};
use serde::Serialize;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::server::{Memory, Server};

const OPEN: usize = 5_000;
/// Streams of each user, and of each address.
const OF_A_USER: usize = 25;

#[derive(Debug, Serialize)]
pub struct Streams {
    open: usize,
    opened_s: f64,
    memory_mib: f64,
}

impl fmt::Display for Streams {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { open, opened_s, memory_mib } = self;
        #[expect(clippy::cast_precision_loss, reason = "few streams")]
        let each = memory_mib * 1024.0 / *open as f64;
        writeln!(
            f,
            "\nstreams of events\n  {open} opened in {opened_s:.1} s: {memory_mib:.0} MiB, {each:.1} KiB each"
        )
    }
}

/// Opens the streams one after the other and leaves them all open until the last one has begun and is idle.
pub async fn measure(url: &str) -> Streams {
    let tokens = tokens(url).await;
    let mut server = Server::with(url, &["--behind-proxy"]);
    // Once, so that what all streams share is there before.
    let first = open(&server.address, OPEN, &tokens[0]).await;
    let (memory, begun) = (Memory::of(server.process()), Instant::now());
    let mut streams = Vec::new();
    for number in 0..OPEN {
        streams.push(open(&server.address, number, &tokens[number / OF_A_USER + 1]).await);
    }
    let opened_s = begun.elapsed().as_secs_f64();
    tokio::time::sleep(Duration::from_secs(2)).await;
    let memory_mib = memory.grown();
    drop((first, streams));
    server.stop();
    Streams { open: OPEN, opened_s, memory_mib }
}

/// A token for each user.
async fn tokens(url: &str) -> Vec<String> {
    let service = Service::open(url, Clock::system()).await.unwrap();
    let mut tokens = Vec::new();
    for number in 0..=OPEN / OF_A_USER {
        let visitor = Principal::anonymous(Some(address(number * OF_A_USER)));
        let login = service.sign_up(&visitor, &format!("program-{number}"), "correct horse", "bench").await;
        let user = login.unwrap().login.user.id;
        let user = Principal::session(user, SessionId::new([0; 10]), false, visitor.address());
        let user = user.confirmed_at(service.now());
        let token = service.make_token(&user, "streams", Scope::Read.into(), TokenLife::Endless).await;
        tokens.push(token.unwrap().reveal().to_owned());
    }
    service.close().await;
    tokens
}

fn address(stream: usize) -> IpAddr {
    let [.., third, last] = u32::try_from(stream / OF_A_USER).unwrap().to_be_bytes();
    Ipv4Addr::new(10, 1, third, last).into()
}

/// A stream that has begun.
async fn open(server: &str, number: usize, token: &str) -> TcpStream {
    let mut stream = TcpStream::connect(server).await.unwrap();
    let request = format!(
        "GET /api/v1/events HTTP/1.1\r\nHost: bastide\r\nX-Forwarded-For: {}\r\nAccept: application/x-ndjson\r\n\
         Authorization: Bearer {token}\r\n\r\n",
        address(number)
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut head = [0; 12];
    stream.read_exact(&mut head).await.unwrap();
    assert_eq!(&head, b"HTTP/1.1 200", "stream {number}");
    stream
}
