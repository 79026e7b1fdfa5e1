//! The first minute of a new server, as a visitor meets it.
#![cfg(unix)]

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use crate::server::Server;
use support::browser::Browser;

#[tokio::test]
async fn a_new_server_has_three_games_to_watch_and_ten_puzzles_within_a_minute() {
    let (folder, begun) = (tempfile::tempdir().unwrap(), Instant::now());
    let server = Server::start_filled(folder.path(), &[]);
    let visitor = server.browser();
    while puzzles(&visitor).await < 10 || games(&visitor).await.len() < 3 {
        assert!(begun.elapsed() < Duration::from_mins(1), "it takes too long");
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
    let links = games(&visitor).await;
    assert_eq!(links.len(), 3);
    assert!(visitor.get("/games").await.says("game-exhibition"));
    let last = async |path: &str| {
        let page = visitor.get(path).await;
        assert_eq!(page.status, 200);
        page.all(".tabletop")[0].attr("data-last").unwrap().parse::<u32>().unwrap()
    };
    let first = links.first().unwrap();
    let table = visitor.get(first).await;
    assert_eq!(table.all(".rail .tag").len(), 1, "it is marked as an exhibition");
    let before = last(first).await;
    while last(first).await == before {
        assert!(begun.elapsed() < Duration::from_secs(90), "the game does not go on");
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
}

#[tokio::test]
async fn a_server_that_starts_empty_stays_so() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start_filled(folder.path(), &["--start-empty"]);
    tokio::time::sleep(Duration::from_secs(3)).await;
    let visitor = server.browser();
    assert_eq!((games(&visitor).await.len(), puzzles(&visitor).await), (0, 0));
}

/// The addresses of the games that everybody can watch.
async fn games(visitor: &Browser) -> BTreeSet<String> {
    let links = visitor.get("/games").await.links("main a[href^='/games/']");
    links.into_iter().filter(|link| link.len() == "/games/".len() + 16).collect()
}

async fn puzzles(visitor: &Browser) -> usize {
    let links = visitor.get("/puzzles").await.links("main a[href^='/puzzles/']");
    links.iter().filter(|link| link["/puzzles/".len()..].parse::<u32>().is_ok()).count()
}
