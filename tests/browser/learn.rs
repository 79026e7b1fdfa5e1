//! The lesson, by mouse and keyboard, with and without scripts.

use serde_json::json;
use support::messages::{says, says_with};

use crate::browser::{Browser, Scripts, VIEWS};
use crate::judge::judge;
use crate::scripted::{assert_stayed, stay, wait_for};
use crate::site::Site;

async fn guide(browser: &Browser) -> String {
    browser.element(".lesson-words").await.text().await.unwrap()
}

/// Places the tile on a cell, where it fits, and confirms with this follower.
async fn play(browser: &Browser, cell: &str, follower: &str) {
    browser.click(&format!("svg.board a.a-cell[href*='{cell}']")).await;
    wait_for(browser, ".tabletop.drafting .ghost.fixed").await;
    let chip = format!("document.querySelector(\".act .chip[value='{follower}']\").click()");
    browser.client.execute(&chip, vec![]).await.unwrap();
    browser.click(".act [data-act=confirm]").await;
}

#[tokio::test]
async fn a_road_is_claimed_and_finished_by_clicking_without_scripts() {
    let site = Site::open().await;
    let browser = Browser::open(Scripts::Off).await;
    browser.look(VIEWS[2]).await;
    browser.goto(&site.url("/learn/2")).await;
    browser.follow(browser.element("svg.board a.a-cell[href*='x=1&y=0']").await).await;
    let told = guide(&browser).await;
    assert!(says(&told, "learn-fits"), "{told}");
    browser
        .follow(browser.element(".lesson-choices a[href$='follower=meeple@right:1&played=1']").await)
        .await;
    assert_eq!(browser.all(".lesson.reached").await.len(), 1, "{}", guide(&browser).await);
    browser.follow(browser.element(".act-next a").await).await;
    browser.follow(browser.element("svg.board a.a-cell[href*='x=2&y=0']").await).await;
    // This time a letter on the board.
    browser.follow(browser.element("svg.board a.a-spot").await).await;
    let told = guide(&browser).await;
    assert!(says_with(&told, "event-scored", &[("who", "You")]), "{told}");
    assert_eq!(browser.all("svg.board .a-tag").await.len(), 1);
    browser.client.back().await.unwrap();
    assert_eq!(browser.all(".lesson.fits").await.len(), 1);
}

#[tokio::test]
async fn with_scripts_a_turn_is_drafted_and_confirmed_as_at_a_table_without_loading_pages() {
    let site = Site::open().await;
    let browser = Browser::open(Scripts::On).await;
    for view in [VIEWS[0], VIEWS[2]] {
        browser.look(view).await;
        browser.goto(&site.url("/learn/2")).await;
        wait_for(&browser, ".pane .zooms").await;
        stay(&browser).await;
        play(&browser, "x=1&y=0", "meeple@right:1").await;
        wait_for(&browser, ".lesson.reached").await;
        let focus = "return document.activeElement.className";
        assert_eq!(browser.client.execute(focus, vec![]).await.unwrap(), "lesson-words");
        browser.click(".act-next a").await;
        wait_for(&browser, ".lesson.unplayed[data-game$='/2/2']").await;
        play(&browser, "x=2&y=0", "").await;
        wait_for(&browser, ".lesson.reached").await;
        let told = guide(&browser).await;
        assert!(says_with(&told, "event-scored", &[("who", "You")]), "{told}");
        assert_eq!(browser.all("svg.board .a-tag").await.len(), 1);
        browser.client.back().await.unwrap();
        wait_for(&browser, ".lesson.unplayed[data-game$='/2/2']").await;
        browser.client.back().await.unwrap();
        wait_for(&browser, ".lesson.reached[data-game$='/2/1']").await;
        assert_stayed(&browser).await;
    }
    let mut complaints = Vec::new();
    judge(&browser, "lesson-reached", &mut complaints).await;
    browser.goto(&site.url("/learn/6")).await;
    judge(&browser, "lesson-asked", &mut complaints).await;
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[tokio::test]
async fn the_lesson_has_the_keys_and_the_camera_of_a_table_and_explains_what_does_not_fit() {
    let site = Site::open().await;
    let browser = Browser::open_with_compositor().await;
    browser.look(VIEWS[0]).await;
    browser.goto(&site.url("/learn/1")).await;
    wait_for(&browser, ".pane .zooms").await;
    stay(&browser).await;
    let run = async |script: &str| browser.client.execute(script, vec![]).await.unwrap();
    // A cell where the tile doesn't fit, by keyboard.
    run("const {at} = Object.values(JSON.parse(document.querySelector('#offer').textContent).tiles)[0];
        const query = link => new URL(link.href.baseVal, location).searchParams;
        const fits = link => at.filter(([x, y]) => query(link).get('x') == x && query(link).get('y') == y).length;
        window.cell = wanted => [...document.querySelectorAll('.a-cell')].find(link => wanted(fits(link)));
        cell(ways => ways === 0).focus()")
    .await;
    let focused = browser.client.active_element().await.unwrap();
    focused.send_keys("\u{e007}").await.unwrap();
    wait_for(&browser, ".lesson.misfit .a-ghost").await;
    let told = guide(&browser).await;
    assert!(says(&told, "refusal-mismatch"), "{told}");
    assert_stayed(&browser).await;

    // R turns the draft, where it fits in several ways, and Enter confirms it.
    run("cell(ways => ways > 1).focus()").await;
    browser.client.active_element().await.unwrap().send_keys("\u{e007}").await.unwrap();
    wait_for(&browser, ".drafting .ghost.fixed").await;
    assert!(!browser.element(".a-ghost").await.is_displayed().await.unwrap(), "the other try is gone");
    let rotation = "return document.querySelector('.ghost > g').getAttribute('transform')";
    let before = run(rotation).await;
    browser.client.active_element().await.unwrap().send_keys("r").await.unwrap();
    assert_ne!(run(rotation).await, before);
    assert!(browser.all(".over .spot").await.is_empty(), "followers come in the next step");

    let width = "return document.querySelector('.pane > svg').viewBox.baseVal.width";
    let whole = run(width).await.as_f64().unwrap();
    let wheel = json!({"type": "mouseWheel", "x": 60, "y": 700, "deltaX": 0, "deltaY": -400});
    browser.devtools("Input.dispatchMouseEvent", wheel).await;
    let mut patience = 100;
    while run(width).await.as_f64().unwrap() > whole * 0.9 {
        patience -= 1;
        assert!(patience > 0, "the wheel zooms");
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    browser.client.active_element().await.unwrap().send_keys("\u{e007}").await.unwrap();
    wait_for(&browser, ".lesson.reached").await;
    assert_stayed(&browser).await;
}
