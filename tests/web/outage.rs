//! A database that stops and comes back.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use bastide::account::HashCost;
use bastide::chance::Chance;
use bastide::clock::Clock;
use bastide::service::Service;
use bastide::web::{Settings, serve};
use support::database::Database;
use tokio::net::{TcpListener, TcpStream};

use crate::app::{TestApp, noon};
use crate::browser::Browser;
use crate::messages::message;

/// A proxy in front of the database that can be cut.
struct Line {
    address: SocketAddr,
    up: Arc<AtomicBool>,
}

impl Line {
    async fn to(server: String) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let up = Arc::new(AtomicBool::new(true));
        let is_up = up.clone();
        tokio::spawn(async move {
            while let Ok((mut client, _)) = listener.accept().await {
                let (server, is_up) = (server.clone(), is_up.clone());
                tokio::spawn(async move {
                    let cut = async {
                        while is_up.load(Ordering::Relaxed) {
                            tokio::time::sleep(Duration::from_millis(10)).await;
                        }
                    };
                    let forward = async {
                        let mut server = TcpStream::connect(server).await.unwrap();
                        let _ = tokio::io::copy_bidirectional(&mut client, &mut server).await;
                    };
                    tokio::select! { () = cut => {}, () = forward => {} }
                });
            }
        });
        Self { address, up }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pages_report_a_lost_postgres_quickly_and_recover_with_it() {
    let database = Database::postgres().await;
    let (login, place) = database.url.rsplit_once('@').expect("postgres://USER:PASSWORD@HOST:PORT/NAME");
    let (server, name) = place.split_once('/').expect("a database");
    let server = if server.contains(':') { server.to_owned() } else { format!("{server}:5432") };
    let line = Line::to(server).await;
    let by_line = format!("{login}@{}/{name}", line.address);
    let service = Service::open(&by_line, Clock::standing_at(noon())).await.unwrap();
    let service = service.with_chance(Chance::from_seed(support::seed())).with_hash_cost(HashCost::LEAST);
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let origin = format!("http://{}", listener.local_addr().unwrap());
    let settings = Settings { origin: origin.clone(), threads: Some(1), ..Settings::default() };
    tokio::spawn(serve(service.clone(), &settings, listener).unwrap());
    let browser = Browser::new(&origin);
    for path in ["/games", "/health/ready", "/health/live"] {
        assert_eq!(browser.get(path).await.status, 200, "{path}");
    }

    line.up.store(false, Ordering::Relaxed);
    tokio::time::sleep(Duration::from_millis(100)).await;
    let asked = Instant::now();
    let page = browser.get("/games").await;
    assert_eq!((page.status, page.heading()), (503, message("error-unavailable")));
    assert!(page.headers["retry-after"].to_str().unwrap().parse::<u32>().unwrap() > 0);
    assert_eq!(browser.get("/health/ready").await.status, 503);
    assert!(asked.elapsed() < Duration::from_secs(20), "{:?}", asked.elapsed());
    for path in ["/rules", "/login", "/health/live"] {
        assert_eq!(browser.get(path).await.status, 200, "{path} needs no database");
    }

    line.up.store(true, Ordering::Relaxed);
    assert_eq!(browser.get("/games").await.status, 200);
    assert_eq!(browser.get("/health/ready").await.status, 200);

    service.close().await;
    database.remove().await;
}

/// Starts like a PostgreSQL that offers TLS, and returns what the client sends next.
async fn first_bytes_after_tls_is_offered(server: TcpListener) -> [u8; 2] {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let (mut client, _) = server.accept().await.unwrap();
    let mut request = [0; 8];
    client.read_exact(&mut request).await.unwrap();
    assert_eq!(request, [0, 0, 0, 8, 4, 210, 22, 47], "a request for TLS");
    client.write_all(b"S").await.unwrap();
    let mut hello = [0; 2];
    client.read_exact(&mut hello).await.unwrap();
    hello
}

#[tokio::test]
async fn connections_to_the_database_can_use_tls() {
    let server = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("postgres://ann@{}/x?sslmode=require", server.local_addr().unwrap());
    let hello = tokio::spawn(first_bytes_after_tls_is_offered(server));
    assert!(Service::open(&url, Clock::standing_at(noon())).await.is_err(), "it is no real server");
    assert_eq!(hello.await.unwrap(), [22, 3], "a TLS handshake");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_form_that_finds_the_database_busy_may_be_sent_again() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let form = ann.get("/account").await.form("/account/zone").set("zone", "Asia/Tokyo");
    let lock = app.lock().await;
    let sent = Instant::now();
    let answer = ann.post("/account/zone", &form.fields).await;
    assert_eq!(answer.status, 503, "{}", answer.text());
    assert!(answer.headers.contains_key("retry-after"));
    assert!(sent.elapsed() < Duration::from_secs(9), "{:?}", sent.elapsed());
    lock.rollback().await.unwrap();
    assert_eq!(ann.post("/account/zone", &form.fields).await.status, 303);
}
