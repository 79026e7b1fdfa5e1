//! What is left of a clock, counted down by the server's time.

use std::time::Duration;

use bastide::engine::{Preset, Ruleset};
use chrono::TimeDelta;
use serde_json::json;

use crate::browser::{Browser, Scripts};
use crate::drafting::{becomes, run};
use crate::scripted::wait_for;
use crate::site::Site;

/// Lets a test set the browser's clock ahead.
const AHEAD: &str = "const now = Date.now; window.ahead = 0; Date.now = () => now() + window.ahead";

/// What every clock of the page says, once each.
const LEFT: &str = "return [...new Set([...document.querySelectorAll('[data-until]')].map(clock => clock.textContent))].join()";

#[tokio::test]
async fn a_clock_counts_down_in_the_words_of_the_page_and_by_seconds_in_the_last_hour() {
    let site = Site::open().await;
    let (ann, ben) = (site.person("Ann").await, site.person("Ben").await);
    let game = site.game(Ruleset::of(Preset::Modern), &[&ann, &ben], 1).await;
    site.play(&game, &[&ann, &ben], 2).await;
    // The clocks of server and browser are days apart.
    site.clock.advance(TimeDelta::seconds(30));
    let browser = Browser::open(Scripts::On).await;
    site.sign_in(&browser, "Ann").await;
    browser.devtools("Page.addScriptToEvaluateOnNewDocument", json!({"source": AHEAD})).await;
    browser.goto(&site.url(&format!("/games/{game}"))).await;
    wait_for(&browser, ".zooms").await;
    assert_eq!(run(&browser, LEFT).await, "2 d 23 h left");
    let becomes_at = async |minutes: u32, wanted: &str| {
        run(&browser, &format!("window.ahead = {minutes} * 60000")).await;
        becomes(&browser, LEFT, |left| left.as_str().is_some_and(|left| left.starts_with(wanted)), wanted)
            .await
    };
    becomes_at(60, "2 d 22 h left").await;
    becomes_at(48 * 60, "23 h 59 min left").await;
    // Nothing changes in between.
    let watch = "window.changes = 0; const watch = { childList: true, subtree: true, characterData: true };
        document.querySelectorAll('[data-until]').forEach(clock => new MutationObserver(() => window.changes++).observe(clock, watch))";
    run(&browser, watch).await;
    tokio::time::sleep(Duration::from_millis(2500)).await;
    assert_eq!(run(&browser, "return window.changes").await, 0);
    becomes_at(48 * 60 + 1, "23 h 58 min left").await;
    let first = becomes_at(71 * 60, "59:").await;
    becomes(&browser, LEFT, |left| *left != first, "a second less").await;
    let calm = json!({"features": [{"name": "prefers-reduced-motion", "value": "reduce"}]});
    browser.devtools("Emulation.setEmulatedMedia", calm).await;
    becomes_at(71 * 60, "59 min left").await;
    becomes_at(72 * 60, "time is up").await;
}
