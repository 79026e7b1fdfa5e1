//! Memory of the server while many people use it, and some of them to do harm.

use std::time::{Duration, Instant};

use futures_util::future::join_all;
use support::browser::Browser;
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::sleep;

use super::server::Server;

/// What the server may take after any load, in MiB.
const MOST: u64 = 300;
/// How much more it may take at the end than at half time.
const GROWTH: u64 = 15;

/// Connections that ask for large pages and read none of them. Their buffers are small, so that the server soon has to keep the rest.
async fn unread(server: &Server, connections: usize) -> Vec<TcpStream> {
    let requests = "GET /atlas/sheet HTTP/1.1\r\nhost: bastide\r\n\r\n".repeat(16);
    let address = server.address().parse().unwrap();
    let mut streams = Vec::new();
    for _ in 0..connections {
        let socket = TcpSocket::new_v4().unwrap();
        socket.set_recv_buffer_size(4096).unwrap();
        let mut stream = socket.connect(address).await.unwrap();
        // The server closes some of them at once.
        let _ = stream.write_all(requests.as_bytes()).await;
        streams.push(stream);
    }
    streams
}

#[tokio::test]
async fn answers_that_nobody_reads_give_their_memory_back() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start_with(folder.path(), &["--connections-per-address", "1000"]);
    let browser = server.browser();
    browser.get("/atlas/sheet").await;
    let before = server.memory();
    let streams = unread(&server, 400).await;
    let begun = Instant::now();
    while server.memory() < before + 100 {
        assert!(begun.elapsed() < Duration::from_mins(1), "{} MiB: does it do anything?", server.memory());
        sleep(Duration::from_millis(100)).await;
    }
    drop(streams);
    let begun = Instant::now();
    while server.memory() > before + 70 {
        assert!(begun.elapsed() < Duration::from_mins(1), "{} MiB stay of {before}", server.memory());
        browser.get("/rules").await;
        sleep(Duration::from_millis(100)).await;
    }
}

/// A guest plays one game after another, always the first turn that the page offers.
async fn play(server: &Server, level: usize, until: Instant) {
    let browser = server.browser();
    while Instant::now() < until {
        let page = browser.get(&format!("/levels/{level}")).await;
        let game = browser.submit(page.form("/play-the-computer")).await.path;
        while Instant::now() < until {
            let page = browser.get(&game).await;
            let links = page.links("#placements tbody a");
            if let Some(link) = links.get(links.len() / 2) {
                let preview = browser.get(link).await;
                if let Some(form) = preview.find_form(&format!("{game}/turns")) {
                    browser.submit(form).await;
                }
            } else if browser.get(&format!("{game}/final")).await.status == 200 {
                break;
            }
            sleep(Duration::from_millis(200)).await;
        }
    }
}

/// Somebody looks at lists, logs and pictures of games.
async fn view(browser: Browser, until: Instant) {
    while Instant::now() < until {
        for game in browser.get("/games").await.links("main a[href^='/games/']").iter().take(10) {
            for part in ["", "/moves", "/record.jsonl", "/moves/9/board.svg", "/moves/9/board.png"] {
                browser.get(&format!("{game}{part}")).await;
            }
            sleep(Duration::from_millis(100)).await;
        }
        browser.get("/atlas/sheet").await;
    }
}

/// Somebody guesses passwords.
async fn guess(browser: Browser, until: Instant) {
    while Instant::now() < until {
        let form =
            browser.get("/login").await.form("/login").set("name", "ann").set("password", "wrong password");
        browser.submit(form).await;
        sleep(Duration::from_millis(1500)).await;
    }
}

/// Memory every ten seconds, while now and then a hundred clients read nothing.
async fn attack_and_measure(server: &Server, until: Instant) -> Vec<u64> {
    let (begun, mut figures, mut streams) = (Instant::now(), Vec::new(), Vec::new());
    while Instant::now() < until {
        if figures.len() % 12 == 3 {
            streams = unread(server, 100).await;
        } else if figures.len() % 12 == 8 {
            streams.clear();
        }
        sleep(Duration::from_secs(10)).await;
        figures.push(server.memory());
        println!("{:4} s {:4} MiB, {} unread", begun.elapsed().as_secs(), server.memory(), streams.len());
    }
    figures
}

#[tokio::test]
#[ignore = "takes BASTIDE_MINUTES, ten if it is not set"]
async fn memory_stays_level_under_a_mixed_load() {
    let minutes = support::setting("BASTIDE_MINUTES").map_or(10, |minutes| minutes.parse().unwrap());
    let folder = tempfile::tempdir().unwrap();
    let options = ["--forms-a-minute", "1000000", "--connections-per-address", "1000", "--threads", "2"];
    let server = Server::start_with(folder.path(), &options);
    let until = Instant::now() + Duration::from_mins(minutes);
    let players = join_all((0..24).map(|player| play(&server, 1 + player % 8, until)));
    let viewers = join_all((0..6).map(|_| view(server.browser(), until)));
    let (_, _, (), figures) =
        tokio::join!(players, viewers, guess(server.browser(), until), attack_and_measure(&server, until));
    let (half, last) = (figures[figures.len() / 2], figures[figures.len() - 1]);
    assert!(last <= MOST, "{last} MiB");
    assert!(last <= half + GROWTH, "{half} MiB at half time, {last} MiB in the end");
}
