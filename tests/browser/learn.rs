//! The lesson, by mouse and keyboard, with and without scripts.

use std::time::{Duration, Instant};

use support::messages::{says, says_with};

use crate::browser::{Browser, Scripts, VIEWS};
use crate::scripted::{assert_stayed, stay, wait_for};
use crate::site::Site;

/// Follows a link of the drawing or of the page, which with scripts loads no page.
async fn choose(browser: &Browser, scripts: Scripts, selector: &str) {
    let link = browser.element(selector).await;
    if scripts == Scripts::Off {
        return browser.follow(link).await;
    }
    let before = browser.client.current_url().await.unwrap();
    browser.client.execute("document.querySelector('.lesson').classList.add('old')", vec![]).await.unwrap();
    link.click().await.unwrap();
    wait_for(browser, ".lesson:not(.old)").await;
    assert_ne!(browser.client.current_url().await.unwrap(), before);
}

async fn guide(browser: &Browser) -> String {
    browser.element(".lesson-words").await.text().await.unwrap()
}

#[tokio::test]
async fn a_road_is_claimed_and_finished_by_clicking_with_and_without_scripts() {
    let site = Site::open().await;
    for scripts in [Scripts::On, Scripts::Off] {
        let browser = Browser::open(scripts).await;
        browser.look(VIEWS[2]).await;
        browser.goto(&site.url("/learn/2")).await;
        if scripts == Scripts::On {
            stay(&browser).await;
        }
        choose(&browser, scripts, "svg.board a.a-cell[href*='x=1&y=0']").await;
        let told = guide(&browser).await;
        assert!(says(&told, "learn-fits"), "{told}");
        choose(&browser, scripts, ".lesson-choices a[href$='follower=meeple@right:1&played=1']").await;
        assert_eq!(browser.all(".lesson.reached").await.len(), 1, "{}", guide(&browser).await);
        choose(&browser, scripts, ".lesson-words a.button").await;
        choose(&browser, scripts, "svg.board a.a-cell[href*='x=2&y=0']").await;
        // This time a letter on the board.
        choose(&browser, scripts, "svg.board a.a-spot").await;
        let told = guide(&browser).await;
        assert!(says_with(&told, "event-scored", &[("who", "You")]), "{told}");
        assert_eq!(browser.all("svg.board .a-tag").await.len(), 1);
        if scripts == Scripts::On {
            assert_stayed(&browser).await;
            browser.client.back().await.unwrap();
            wait_for(&browser, ".lesson.fits").await;
            browser.client.back().await.unwrap();
            wait_for(&browser, ".lesson.asked").await;
        } else {
            browser.client.back().await.unwrap();
            assert_eq!(browser.all(".lesson.fits").await.len(), 1);
        }
    }
}

#[tokio::test]
async fn by_keyboard_a_tile_is_turned_until_it_fits_and_the_guide_has_the_focus() {
    let site = Site::open().await;
    let browser = Browser::open(Scripts::On).await;
    browser.goto(&site.url("/learn/1")).await;
    let cell = browser.element("svg.board a.a-cell[href*='x=-1&y=0']").await;
    browser.client.execute("arguments[0].focus()", vec![serde_json::to_value(&cell).unwrap()]).await.unwrap();
    let keys =
        |key: &'static str| async { browser.client.active_element().await.unwrap().send_keys(key).await };
    keys("\u{e007}").await.unwrap();
    wait_for(&browser, ".lesson.misfit").await;
    let told = guide(&browser).await;
    assert!(says(&told, "refusal-mismatch"), "{told}");
    let focus = "return document.activeElement.className";
    assert_eq!(browser.client.execute(focus, vec![]).await.unwrap(), "lesson-words");
    let patience = Instant::now() + Duration::from_secs(20);
    while browser.all(".lesson.fits").await.is_empty() {
        assert!(Instant::now() < patience, "{}", browser.text().await);
        browser
            .client
            .execute("dispatchEvent(new KeyboardEvent('keydown', {key: 'r'}))", vec![])
            .await
            .unwrap();
        tokio::time::sleep(Duration::from_millis(300)).await;
    }
    assert!(says(&guide(&browser).await, "learn-fits"));
}
