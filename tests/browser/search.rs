//! Lists of games that follow their filters.

use std::time::{Duration, Instant};

use bastide::engine::{Preset, Ruleset};
use serde_json::json;
use support::messages::{message, message_with};

use crate::browser::{Browser, Scripts};
use crate::scripted::{assert_stayed, stay};
use crate::site::Site;

async fn links(browser: &Browser) -> usize {
    browser.all(".games h3 a").await.len()
}

#[tokio::test]
async fn a_list_follows_its_filters_while_they_are_typed() {
    let site = Site::open().await;
    let (ann, ben, cleo) = (site.person("Ann").await, site.person("Ben").await, site.person("Cleo").await);
    site.game(Ruleset::of(Preset::Modern), &[&ann, &ben], 1).await;
    site.game(Ruleset::of(Preset::Abbeys), &[&ann, &cleo], 2).await;
    let browser = Browser::open(Scripts::On).await;
    browser.goto(&site.url("/games")).await;
    assert_eq!(links(&browser).await, 2);
    stay(&browser).await;
    let wait_for = async |count: usize, found: String| {
        let patience = Instant::now() + Duration::from_secs(10);
        while links(&browser).await != count || !browser.text().await.contains(&found) {
            assert!(Instant::now() < patience, "{count} games, {found}:\n{}", browser.text().await);
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    browser.element("#player").await.send_keys("cleo").await.unwrap();
    wait_for(1, message_with("list-found", &[("n", "1")])).await;
    assert_eq!(browser.client.current_url().await.unwrap().query(), Some("player=cleo"));
    browser.click("#by-rules option[value=modern]").await;
    wait_for(0, message("list-none-found")).await;
    browser.element("#player").await.clear().await.unwrap();
    wait_for(1, message_with("list-found", &[("n", "1")])).await;
    assert_eq!(browser.client.current_url().await.unwrap().query(), Some("rules=modern"));
    assert_stayed(&browser).await;
    let announced = "return document.querySelector('#found').getAttribute('role')";
    assert_eq!(browser.client.execute(announced, vec![]).await.unwrap(), json!("status"));
}

#[tokio::test]
async fn the_filters_work_without_scripts() {
    let site = Site::open().await;
    let (ann, ben) = (site.person("Ann").await, site.person("Ben").await);
    site.game(Ruleset::of(Preset::Modern), &[&ann, &ben], 1).await;
    site.game(Ruleset::of(Preset::Abbeys), &[&ann, &ben], 2).await;
    let browser = Browser::open(Scripts::Off).await;
    browser.goto(&site.url("/games")).await;
    browser.click("#by-rules option[value=abbeys]").await;
    browser.press("list-show").await;
    assert_eq!(links(&browser).await, 1);
}
