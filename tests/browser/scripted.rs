//! Updates by scripts.

use std::time::{Duration, Instant};

use support::messages::{says, says_with};

use crate::browser::{Browser, Scripts};
use crate::play;
use crate::server::Server;

/// Signs up and starts a game of twenty tiles against the computer.
pub async fn short_game(browser: &Browser, server: &Server) -> String {
    play::sign_up(browser, server, "ann").await;
    another_short_game(browser, server).await
}

/// Starts such a game for a user who is signed in.
pub async fn another_short_game(browser: &Browser, server: &Server) -> String {
    browser.goto(&server.url("/tables/new?game=custom")).await;
    for choice in ["#seats option[value='2']", "#computer1 option[value='1']"] {
        browser.click(choice).await;
    }
    play::limit_bag(browser, "10").await;
    browser.press("new-table-button").await;
    wait_for(browser, ".tabletop").await;
    browser.path().await
}

/// Waits until a selector matches.
pub async fn wait_for(browser: &Browser, selector: &str) {
    let patience = Instant::now() + Duration::from_secs(30);
    while browser.all(selector).await.is_empty() {
        assert!(
            Instant::now() < patience,
            "no {selector} at {}:\n{}",
            browser.path().await,
            browser.text().await
        );
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Marks the page, so that [`assert_stayed`] knows whether another was loaded.
pub async fn stay(browser: &Browser) {
    browser.client.execute("window.stays = true", vec![]).await.unwrap();
}

pub async fn assert_stayed(browser: &Browser) {
    let stays = browser.client.execute("return window.stays === true", vec![]).await.unwrap();
    assert_eq!(stays, true, "a page was loaded: {}", browser.path().await);
}

/// Takes a turn with two clicks: on a cell that is in view, and on Confirm.
pub async fn draft_and_confirm(browser: &Browser) {
    let seen = "const free = link => {
            const {left, top, width, height} = link.getBoundingClientRect();
            return document.elementFromPoint(left + width / 2, top + height / 2)?.closest('a') === link;
        };
        return [...document.querySelectorAll('svg.board .a-cell')].findIndex(free)";
    let seen = browser.client.execute(seen, vec![]).await.unwrap();
    let place = usize::try_from(seen.as_i64().unwrap()).expect("a cell is in view");
    browser.all("svg.board .a-cell").await.remove(place).click().await.unwrap();
    wait_for(browser, ".tabletop.drafting .ghost.fixed").await;
    browser.click(".act [data-act=confirm]").await;
}

/// Opens the game as soon as it is the viewer's turn; `false` once it is over.
pub async fn my_turn(browser: &Browser, server: &Server, game: &str) -> bool {
    let patience = Instant::now() + Duration::from_mins(1);
    loop {
        browser.goto(&server.url(game)).await;
        if play::is_my_turn(browser).await {
            return true;
        }
        if play::is_over(browser).await {
            return false;
        }
        assert!(Instant::now() < patience, "nobody moves:\n{}", browser.text().await);
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test]
async fn moves_appear_at_the_other_player_without_reloading_even_after_a_server_restart() {
    let mut server = Server::start();
    let (ann, ben) = (Browser::open(Scripts::On).await, Browser::open(Scripts::On).await);
    play::sign_up(&ann, &server, "ann").await;
    play::sign_up(&ben, &server, "ben").await;
    play::open_table(&ann, &server, &["#seats option[value='2']"]).await;
    let table = ann.path().await;
    ben.goto(&server.url(&table)).await;
    play::take_seat(&ben).await;
    for round in 0..4 {
        ann.goto(&server.url(&table)).await;
        ben.goto(&server.url(&table)).await;
        let (mover, other) = if play::is_my_turn(&ann).await { (&ann, &ben) } else { (&ben, &ann) };
        assert!(!play::is_my_turn(other).await);
        if round == 2 {
            server.restart();
        }
        play::take_turn(mover, round).await;
        let patience = Instant::now() + Duration::from_secs(30);
        while !play::is_my_turn(other).await {
            assert!(Instant::now() < patience, "round {round}: nothing is heard:\n{}", other.text().await);
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        let icon = "return document.title.startsWith('(1)') && document.querySelector('link[rel=icon]').href";
        let icon = other.client.execute(icon, vec![]).await.unwrap();
        assert!(icon.as_str().is_some_and(|icon| icon.ends_with("/icon-1.svg")), "the tab counts it: {icon}");
    }
}

#[tokio::test]
async fn a_click_on_an_empty_cell_shows_what_fits_there() {
    let server = Server::start();
    let browser = Browser::open(Scripts::On).await;
    let game = short_game(&browser, &server).await;
    assert!(my_turn(&browser, &server, &game).await);
    // A click on a legal cell places the tile, so its link is removed, and the cell is clicked by its place on the screen.
    let click = "const link = document.querySelector('.a-cell'), place = link.getBoundingClientRect();
        const [, x, y] = link.getAttribute('href').match(/[?&]x=(-?\\d+)&y=(-?\\d+)/);
        document.querySelectorAll('.a-cell').forEach(link => link.remove());
        const to = {clientX: place.x + place.width / 2, clientY: place.y + place.height / 2};
        document.querySelector('svg.board').dispatchEvent(new MouseEvent('click', {bubbles: true, ...to}));
        return `(${x}, ${y})`;";
    let clicked = browser.client.execute(click, vec![]).await.unwrap();
    wait_for(&browser, "#cell").await;
    let told = browser.element("#cell").await.text().await.unwrap();
    assert!(told.contains(clicked.as_str().unwrap()) && says(&told, "cell-needs"), "{told}");
    assert!(says(&told, "cell-odds") || says_with(&told, "cell-odds", &[("n", "1")]), "{told}");
}
