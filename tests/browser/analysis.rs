//! The analysis of a finished game is accessible and fits every view.

use bastide::engine::{Preset, Ruleset};
use bastide::jobs::Runner;
use support::messages::says;

use crate::browser::{Browser, Scripts, VIEWS};
use crate::judge::judge;
use crate::scripted::{assert_stayed, draft_and_confirm, stay, wait_for};
use crate::site::{Site, as_user};

#[tokio::test]
async fn an_analysis_appears_when_it_is_ready_and_without_scripts_the_page_reloads() {
    let site = Site::open().await;
    let (ann, ben) = (site.person("Ann").await, site.person("Ben").await);
    let game = site.game(Ruleset::of(Preset::Modern), &[&ann, &ben], 1).await;
    site.play(&game, &[&ann, &ben], 80).await;
    let (scripted, plain) = (Browser::open(Scripts::On).await, Browser::open(Scripts::Off).await);
    site.sign_in(&scripted, "Ann").await;
    let address = site.url(&format!("/games/{game}/analysis"));
    scripted.goto(&address).await;
    scripted.follow(scripted.element("ul.depths [value=quick] ~ button").await).await;
    wait_for(&scripted, "[data-live]").await;
    stay(&scripted).await;
    plain.goto(&address).await;
    let told = plain.text().await;
    assert!(says(&told, "analysis-queued"), "{told}");
    Runner::new(site.service.clone()).run_due().await.unwrap();
    for browser in [&scripted, &plain] {
        wait_for(browser, "section[aria-labelledby=h-sums]").await;
    }
    assert_stayed(&scripted).await;
}

#[tokio::test]
async fn every_page_of_an_analysis_is_accessible() {
    let site = Site::open().await;
    let (ann, ben) = (site.person("Ann").await, site.person("Ben").await);
    let game = site.game(Ruleset::of(Preset::Modern), &[&ann, &ben], 1).await;
    site.play(&game, &[&ann, &ben], 80).await;
    let browser = Browser::open(Scripts::On).await;
    site.sign_in(&browser, "Ann").await;
    let address = site.url(&format!("/games/{game}/analysis"));
    let mut complaints = Vec::new();
    browser.goto(&address).await;
    judge(&browser, "analysis-absent", &mut complaints).await;
    site.service.request_analysis(&as_user(&ann), &game, bastide::analysis::Depth::Quick).await.unwrap();
    Runner::new(site.service.clone()).run_due().await.unwrap();
    browser.goto(&address).await;
    judge(&browser, "analysis", &mut complaints).await;
    site.outdate_analyses().await;
    browser.goto(&address).await;
    judge(&browser, "analysis-outdated", &mut complaints).await;
    let turns = browser.all("section[aria-labelledby=h-turns] tbody th a").await;
    let turn = turns[30].attr("href").await.unwrap().unwrap();
    browser.goto(&site.url(&turn)).await;
    judge(&browser, "analysis-turn", &mut complaints).await;
    browser.goto(&site.url(&format!("{turn}?show=worth"))).await;
    judge(&browser, "analysis-worth", &mut complaints).await;
    browser.goto(&site.url(&format!("{turn}/again"))).await;
    judge(&browser, "analysis-again", &mut complaints).await;
    let cell = browser.element(".pane .a-cell").await;
    let cell = cell.attr("href").await.unwrap().unwrap();
    browser.goto(&site.url(&cell)).await;
    judge(&browser, "analysis-again-placed", &mut complaints).await;
    for view in [VIEWS[0], VIEWS[2]] {
        browser.look(view).await;
        browser.goto(&site.url(&format!("{turn}/again"))).await;
        stay(&browser).await;
        draft_and_confirm(&browser).await;
        wait_for(&browser, "ul[role=status] li").await;
        assert_stayed(&browser).await;
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}
