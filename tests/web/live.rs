//! Event streams.

use std::time::Duration;

use reqwest::Method;

use crate::app::TestApp;
use crate::browser::{Browser, News};
use crate::messages::message;

/// The next event of a stream, skipping comments; `None` at its end.
async fn event(news: &mut News) -> Option<String> {
    let next = async {
        loop {
            let chunk = news.chunk().await?;
            if chunk.contains("event:") {
                return Some(chunk);
            }
        }
    };
    tokio::time::timeout(Duration::from_secs(15), next).await.expect("news within fifteen seconds")
}

async fn play(table: &str, people: [&Browser; 2]) {
    for browser in people {
        let page = browser.get(table).await;
        if let Some(cell) = page.links("svg.board a").first() {
            let preview = browser.get(cell).await;
            browser.submit(preview.form(&format!("{table}/turns"))).await;
            return;
        }
    }
    panic!("nobody is to move");
}

#[tokio::test]
async fn a_page_learns_of_a_move_at_once_even_if_it_was_made_before_the_stream_opened() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let table = app.game(&ann, &ben).await;
    let mut now = app.browser().news(&format!("{table}/live?after=1")).await;
    assert_eq!(now.status, 200);
    play(&table, [&ann, &ben]).await;
    let heard = event(&mut now).await.unwrap();
    assert!(heard.contains("event: moved\ndata: "), "{heard}");
    let mut late = app.browser().news(&format!("{table}/live?after=1")).await;
    assert_eq!(event(&mut late).await.unwrap(), heard);
}

#[tokio::test]
async fn a_page_learns_that_an_analysis_advances() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let table = app.game(&ann, &ben).await;
    let early = app.browser().news(&format!("{table}/analysis/live")).await;
    assert_eq!(early.status, 404, "the game is not over");
    play(&table, [&ann, &ben]).await;
    let asks = ann.get(&format!("{table}/resign")).await;
    ann.submit(asks.form(&format!("{table}/resign"))).await;
    let mut news = app.browser().news(&format!("{table}/analysis/live")).await;
    let heard = event(&mut news).await.unwrap();
    assert!(heard.contains("event: moved\n"), "{heard}");
    app.wait(1);
    app.run_jobs().await;
    assert_eq!(event(&mut news).await.unwrap(), "event: moved\ndata: analysis\n\n");
}

#[tokio::test]
async fn a_users_stream_sends_how_many_games_wait() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let mut news = ann.news("/live").await;
    assert!(event(&mut news).await.unwrap().ends_with("event: turns\ndata: 0\n\n"));
    let table = app.game(&ann, &ben).await;
    while !event(&mut news).await.unwrap().contains("data: 1") {
        play(&table, [&ann, &ben]).await;
    }
}

#[tokio::test]
async fn streams_are_only_for_users_who_may_see_the_table() {
    let app = TestApp::start().await;
    assert_eq!(app.browser().get("/games/0123456789abcdef/live").await.status, 404);
    assert_eq!(app.browser().get("/live").await.heading(), message("sign-in"));
}

#[tokio::test]
async fn streams_per_address_are_limited_and_pages_are_still_served() {
    let app = TestApp::start_with(|settings| settings.streams.address = 20).await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let table = app.game(&ann, &ben).await;
    let live = format!("{table}/live?after=1");
    let mut open = Vec::new();
    for _ in 0..20 {
        let news = app.browser().news(&live).await;
        assert_eq!(news.status, 200);
        open.push(news);
    }
    let refused = app.browser().request(Method::GET, &live, &[], String::new()).await;
    assert_eq!(refused.status, 429);
    assert!(refused.headers.contains_key("retry-after"));
    assert_eq!(ann.news("/live").await.status, 429, "signed in or not");
    assert_eq!(app.browser().get(&table).await.status, 200);
}

#[tokio::test]
async fn streams_per_user_are_limited() {
    let app = TestApp::start_with(|settings| settings.streams.user = 2).await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let open = [ann.news("/live").await, ann.news("/live").await];
    assert_eq!([open[0].status, open[1].status], [200, 200]);
    assert_eq!(ann.news("/live").await.status, 429);
    assert_eq!(ben.news("/live").await.status, 200);
}

#[tokio::test]
async fn a_stream_whose_page_is_left_counts_no_longer() {
    let app = TestApp::start_with(|settings| settings.streams.user = 2).await;
    let ann = app.person("ann").await;
    for page in 0..20 {
        let mut tries = 0;
        // The first heartbeat would be after twenty seconds.
        while ann.news("/live").await.status != 200 {
            tries += 1;
            assert!(tries < 50, "page {page} gets no stream");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}
