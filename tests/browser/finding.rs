//! Finding a game: two strangers meet through an offer.

use bastide::engine::{Preset, Ruleset};
use bastide::table::{
    ClockPreset, NewOffer, OfferTerms, OfferedRules, RatedChoice, RatingRange, RequiredReliability,
};
use serde_json::json;

use crate::browser::{Browser, Scripts, VIEWS};
use crate::drafting::becomes;
use crate::judge::judge;
use crate::site::{Site, as_user};

fn offer(presets: &[Preset], seats: &[u8], rating: RatingRange, once: bool) -> NewOffer {
    let terms = OfferTerms {
        rules: presets.iter().map(|&preset| OfferedRules(Ruleset::of(preset))).collect(),
        seats: seats.iter().copied().collect(),
        clocks: [ClockPreset::Daily, ClockPreset::Slow].into(),
        rated: RatedChoice::Either,
        rating,
        reliability: RequiredReliability { percent: 80, newcomers: true },
    };
    NewOffer { terms, at_once: 1, once }
}

#[tokio::test]
async fn a_game_that_somebody_was_found_for_arrives_on_the_dashboard() {
    let site = Site::open().await;
    site.person("Ann").await;
    site.person("Ben").await;
    let (ann, ben) = (Browser::open(Scripts::On).await, Browser::open(Scripts::Off).await);
    for (browser, name) in [(&ann, "Ann"), (&ben, "Ben")] {
        site.sign_in(browser, name).await;
        browser.look(VIEWS[0]).await;
        browser.goto(&site.url("/")).await;
        browser.press("offers-link").await;
        assert_eq!(browser.path().await, "/offers");
    }
    ann.press("named-quick").await;
    assert_eq!(ann.path().await, "/");
    let games = "return document.querySelectorAll('main .game h3 a').length";
    becomes(&ann, games, |count| *count == json!(0), "Ann waits").await;
    ben.press("named-quick").await;
    assert!(ben.path().await.starts_with("/games/"), "{}", ben.path().await);
    becomes(&ann, games, |count| *count == json!(1), "the game arrives by itself").await;
}

#[tokio::test]
async fn every_page_on_which_games_are_found_is_accessible() {
    let site = Site::open().await;
    let [ann, ben, cat] = [site.person("Ann").await, site.person("Ben").await, site.person("Cat").await];
    let strong = RatingRange { from: Some(1700), to: None };
    for (user, offer) in [
        (&ann, offer(&[Preset::Mcguire], &[2, 3, 4], RatingRange::default(), false)),
        (&ann, offer(&[Preset::Abbeys], &[2], RatingRange::default(), true)),
        (&ben, offer(&[Preset::Modern, Preset::Chicago], &[2, 3], RatingRange::default(), false)),
        (&cat, offer(&[Preset::Modern], &[5], strong, false)),
    ] {
        site.service.make_offer(&as_user(user), offer).await.unwrap();
    }
    let game = site.game(Ruleset::of(Preset::Modern), &[&ben, &cat], 3).await;
    let browser = Browser::open(Scripts::On).await;
    let mut complaints = Vec::new();
    browser.goto(&site.url("/offers")).await;
    judge(&browser, "offers-visitor", &mut complaints).await;
    site.sign_in(&browser, "Ann").await;
    for (name, path) in [
        ("offers", "/offers".to_owned()),
        ("offers-like", format!("/offers?like={game}")),
        ("offers-dashboard", "/".to_owned()),
        ("offers-new-table", "/tables/new".to_owned()),
    ] {
        browser.goto(&site.url(&path)).await;
        judge(&browser, name, &mut complaints).await;
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}
