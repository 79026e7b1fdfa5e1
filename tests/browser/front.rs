//! The front page: a game that replays itself.

use std::time::Duration;

use crate::browser::{Browser, Scripts, VIEWS};
use crate::scripted::wait_for;
use crate::site::Site;

async fn hidden(browser: &Browser) -> usize {
    browser.all(".scene use.a-off[href]").await.len()
}

async fn points(browser: &Browser) -> String {
    let text = "return [...document.querySelectorAll('.scene b')].map(one => one.textContent).join(' : ')";
    browser.client.execute(text, vec![]).await.unwrap().as_str().unwrap().to_owned()
}

/// The board's place and size on the page.
async fn frame(browser: &Browser) -> String {
    let script = "const {x, y, width, height} = document.querySelector('.scene svg').getBoundingClientRect();
        return [x, y + scrollY, width, height].join()";
    browser.client.execute(script, vec![]).await.unwrap().as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_game_replays_itself_until_it_is_paused_and_the_page_never_moves() {
    let site = Site::open().await;
    let browser = Browser::open(Scripts::On).await;
    browser.goto(&site.url("/")).await;
    let (place, end) = (frame(&browser).await, points(&browser).await);
    wait_for(&browser, ".scene use.a-off").await;
    let before = hidden(&browser).await;
    wait_for(&browser, ".scene .a-now").await;
    assert!(hidden(&browser).await < before);
    wait_for(&browser, ".scene .scene-plus").await;
    browser.client.execute("document.querySelector('.scene button').click()", vec![]).await.unwrap();
    let paused = (hidden(&browser).await, points(&browser).await);
    assert!(paused.1 != end && paused.1 != "0 : 0", "{paused:?}");
    tokio::time::sleep(Duration::from_secs(2)).await;
    assert_eq!((hidden(&browser).await, points(&browser).await), paused);
    assert_eq!(browser.element(".scene button").await.text().await.unwrap(), "Replay");
    assert_eq!(frame(&browser).await, place);
    let shift = "return performance.getEntriesByType('layout-shift').length";
    assert_eq!(browser.client.execute(shift, vec![]).await.unwrap(), 0);
}

#[tokio::test]
async fn with_reduced_motion_or_without_scripts_the_board_shows_the_whole_game_and_stands_still() {
    let site = Site::open().await;
    for scripts in [Scripts::On, Scripts::Off] {
        let browser = Browser::open(scripts).await;
        browser.look(VIEWS[2]).await;
        browser.goto(&site.url("/")).await;
        tokio::time::sleep(Duration::from_millis(2500)).await;
        assert_eq!(hidden(&browser).await, 0);
        let button = browser.element(".scene button").await;
        assert_eq!(button.is_displayed().await.unwrap(), scripts == Scripts::On);
        assert!(!browser.element(".scene .a-gone").await.is_displayed().await.unwrap());
    }
}
