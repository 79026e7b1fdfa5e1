//! Clients that open many connections, send ahead, and don't read.

use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::app::TestApp;

/// Long enough for anything that happens at all.
const LONG: Duration = Duration::from_secs(20);

async fn connect(app: &TestApp) -> TcpStream {
    TcpStream::connect(app.origin.strip_prefix("http://").unwrap()).await.unwrap()
}

/// The head of the answer; empty if the server closes the connection.
async fn answer(stream: &mut TcpStream, path: &str) -> String {
    let request = format!("GET {path} HTTP/1.1\r\nHost: bastide\r\n\r\n");
    if stream.write_all(request.as_bytes()).await.is_err() {
        return String::new();
    }
    let mut head = vec![0; 15];
    match timeout(LONG, stream.read_exact(&mut head)).await.expect("an answer or an end") {
        Ok(_) => String::from_utf8(head).unwrap(),
        Err(_) => String::new(),
    }
}

const OK: &str = "HTTP/1.1 200 OK";

#[tokio::test]
async fn a_client_that_reads_none_of_its_answers_is_disconnected() {
    let app = TestApp::start_with(|settings| settings.unread_timeout = Duration::from_millis(200)).await;
    let mut stream = connect(&app).await;
    let requests = "GET /atlas/sheet HTTP/1.1\r\nHost: bastide\r\n\r\n".repeat(200);
    // More than the kernel keeps for the connection.
    stream.write_all(requests.as_bytes()).await.unwrap();
    // What has arrived can be read even after the server broke off, so reading would not tell.
    let ended = async {
        while stream.take_error().unwrap().is_none() {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    assert!(timeout(LONG, ended).await.is_ok(), "it stays connected");
    assert_eq!(answer(&mut connect(&app).await, "/rules").await, OK);
}

#[tokio::test]
async fn requests_that_are_sent_ahead_are_answered_in_turn() {
    let app = TestApp::start().await;
    let mut stream = connect(&app).await;
    let (mut reader, mut writer) = stream.split();
    let request = |path: &str| format!("GET {path} HTTP/1.1\r\nHost: bastide\r\n\r\n");
    let requests = (request("/robots.txt") + &request("/nothing")).repeat(1000);
    let last = "GET /robots.txt HTTP/1.1\r\nHost: bastide\r\nConnection: close\r\n\r\n";
    let mut answers = Vec::new();
    let both = async {
        tokio::join!(
            async {
                writer.write_all(requests.as_bytes()).await.unwrap();
                writer.write_all(last.as_bytes()).await.unwrap();
            },
            async { reader.read_to_end(&mut answers).await.unwrap() }
        )
    };
    assert!(timeout(3 * LONG, both).await.is_ok(), "some are never answered");
    let answers = String::from_utf8_lossy(&answers);
    let statuses: Vec<&str> =
        answers.match_indices("HTTP/1.1 ").map(|(at, _)| &answers[at + 9..at + 12]).collect();
    assert_eq!(statuses, [["200", "404"].repeat(1000), vec!["200"]].concat());
}

#[tokio::test]
async fn an_address_has_only_so_many_connections() {
    let app = TestApp::start_with(|settings| settings.connections = 3).await;
    let mut connections = Vec::new();
    for _ in 0..3 {
        let mut stream = connect(&app).await;
        assert_eq!(answer(&mut stream, "/rules").await, OK);
        connections.push(stream);
    }
    assert_eq!(answer(&mut connect(&app).await, "/rules").await, "", "one too many");
    drop(connections.pop());
    let freed = async {
        while answer(&mut connect(&app).await, "/rules").await != OK {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    assert!(timeout(LONG, freed).await.is_ok());
}

#[tokio::test]
async fn live_updates_do_not_count_as_connections_of_an_address() {
    let app = TestApp::start_with(|settings| settings.connections = 3).await;
    let ann = app.person("ann").await;
    let mut streams = Vec::new();
    for _ in 0..5 {
        let mut stream = ann.news("/live").await;
        assert!(stream.chunk().await.is_some());
        streams.push(stream);
    }
    assert_eq!(ann.get("/games/mine").await.status, 200);
}

#[tokio::test]
async fn behind_a_proxy_all_connections_come_from_one_address() {
    let app = TestApp::start_with(|settings| {
        settings.connections = 3;
        settings.behind_proxy = true;
    })
    .await;
    let mut connections = Vec::new();
    for _ in 0..10 {
        let mut stream = connect(&app).await;
        assert_eq!(answer(&mut stream, "/rules").await, OK);
        connections.push(stream);
    }
}
