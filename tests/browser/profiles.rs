//! Profiles, what one watches, and what others see, as a person looks at them.

use bastide::account::{ProfileSettings, Visibility};
use bastide::engine::{Preset, Ruleset};
use chrono::TimeDelta;

use crate::browser::{Browser, Scripts};
use crate::judge::judge;
use crate::site::{Site, as_user};

#[tokio::test]
async fn every_page_about_profiles_is_accessible() {
    let site = Site::open().await;
    let [ann, ben, cat] = [site.person("Ann").await, site.person("Ben").await, site.person("Cat").await];
    let rules = || Ruleset::of(Preset::Modern);
    for players in [[&ann, &ben], [&ben, &ann]] {
        let game = site.game(rules(), &players, 3).await;
        site.play(&game, &players, 80).await;
    }
    let three = site.game(rules(), &[&ann, &ben, &cat], 3).await;
    site.play(&three, &[&ann, &ben, &cat], 80).await;
    // Analyses begin a little later.
    site.clock.advance(TimeDelta::minutes(1));
    for _ in 0..2 {
        site.run_jobs().await;
    }
    let running = site.game(rules(), &[&ann, &cat], 3).await;
    site.play(&running, &[&ann, &cat], 12).await;
    let service = &site.service;
    for player in [&ann, &cat] {
        service.follow_player(&as_user(&ben), player).await.unwrap();
    }
    service.follow_player(&as_user(&ann), &ben).await.unwrap();
    service.follow_game(&as_user(&ben), &running).await.unwrap();
    let hidden = ProfileSettings { visible: Visibility::Nobody, followable: false };
    service.set_profile_settings(&as_user(&cat), hidden).await.unwrap();
    let browser = Browser::open(Scripts::On).await;
    site.sign_in(&browser, "Ben").await;
    let mut complaints = Vec::new();
    for (name, path) in [
        ("profile", format!("/players/{ann}")),
        ("profile-own", format!("/players/{ben}")),
        ("profile-hidden", format!("/players/{cat}")),
        ("watching", "/watching".to_owned()),
        ("profile-settings", "/account/profile".to_owned()),
        ("watching-game", format!("/games/{running}")),
    ] {
        browser.goto(&site.url(&path)).await;
        judge(&browser, name, &mut complaints).await;
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[tokio::test]
async fn a_player_and_a_game_are_followed_without_scripts() {
    let site = Site::open().await;
    let people = [site.person("Ann").await, site.person("Ben").await, site.person("Eve").await];
    let game = site.game(Ruleset::of(Preset::Modern), &[&people[0], &people[1]], 3).await;
    let browser = Browser::open(Scripts::Off).await;
    site.sign_in(&browser, "Eve").await;
    browser.goto(&site.url(&format!("/players/{}", people[0]))).await;
    browser.press("profile-follow").await;
    assert_eq!(browser.path().await, format!("/players/{}", people[0]));
    browser.goto(&site.url(&format!("/games/{game}"))).await;
    browser.click("#others summary").await;
    browser.press("game-follow").await;
    browser.goto(&site.url("/watching")).await;
    browser.element(&format!("ul.games a[href='/games/{game}']")).await;
}
