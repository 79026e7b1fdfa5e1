//! Finding a game: two strangers meet through an offer.

use bastide::engine::{Preset, Ruleset};
use bastide::table::{
    ClockPreset, NewOffer, OfferTerms, OfferedRules, RatedChoice, RatingRange, RequiredReliability,
};
use serde_json::json;
use support::messages::message;

use crate::browser::{Browser, Scripts, VIEWS};
use crate::challenges::{follow, shown};
use crate::drafting::{becomes, run};
use crate::judge::judge;
use crate::play;
use crate::scripted::{draft_and_confirm, wait_for};
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
async fn two_strangers_meet_talk_play_best_of_three_and_see_their_ratings_change() {
    let site = Site::open().await;
    let people = [site.person("Ann").await, site.person("Ben").await];
    let (ann, ben) = (Browser::open(Scripts::On).await, Browser::open(Scripts::On).await);
    for (browser, name) in [(&ann, "Ann"), (&ben, "Ben")] {
        site.sign_in(browser, name).await;
        browser.look(VIEWS[0]).await;
    }

    // They meet: Ann is open to rated games, and Ben finds her.
    ann.goto(&site.url("/offers")).await;
    ann.click("#new > summary").await;
    ann.click("input[name=rated][value=rated]").await;
    ann.press("offer-make").await;
    ann.goto(&site.url("/")).await;
    ben.goto(&site.url("/")).await;
    ben.press("offers-link").await;
    // The menu has a link with the same word.
    follow(&ben, "[aria-labelledby=h-others] form button").await;
    let first = shown(&ben).await;
    wait_for(&ann, &format!("main .game a[href='/games/{first}']")).await;
    follow(&ann, &format!("main .game h3 a[href='/games/{first}']")).await;

    // They play a turn each, and talk.
    for _ in 0..2 {
        let (mover, other) = if play::is_my_turn(&ann).await { (&ann, &ben) } else { (&ben, &ann) };
        draft_and_confirm(mover).await;
        let heading = "return document.querySelector('h1').textContent";
        let yours = message("turn-yours");
        becomes(other, heading, |text| text.as_str().unwrap().contains(&yours), "the turn arrives").await;
    }
    for (browser, line) in [(&ann, "good luck"), (&ben, "have fun")] {
        browser.click(".tabs a[href*='tab=talk']").await;
        wait_for(browser, "#talk #line").await;
        run(browser, &format!("document.querySelector('#line').value = '{line}'")).await;
        browser.click("#talk form.say button").await;
    }
    let lines = "return [...document.querySelectorAll('#talk .said')].map((line) => line.textContent)";
    for browser in [&ann, &ben] {
        becomes(browser, lines, |lines| *lines == json!(["good luck", "have fun"]), "both read both").await;
    }
    site.finish(&first).await;
    site.run_jobs().await;

    // Ben wants more: three rated games.
    ben.goto(&site.url(&format!("/games/{first}/final"))).await;
    follow(&ben, "main a[href^='/challenges/new']").await;
    ben.click("input[name=best_of][value='3']").await;
    ben.press("challenge-send").await;
    ann.goto(&site.url("/")).await;
    follow(&ann, ".invitations h3 a").await;
    ann.press("challenge-accept").await;
    let mut rated = vec![first];
    let mut game = shown(&ann).await;
    let series = site.service.table(&as_user(&people[0]), &game, None).await.unwrap().unwrap().table.series;
    let series = series.unwrap().id;
    loop {
        site.finish(&game).await;
        ann.goto(&site.url(&format!("/games/{game}/final"))).await;
        site.run_jobs().await;
        rated.push(game.clone());
        if !site.service.series(&as_user(&people[0]), &series).await.unwrap().unwrap().goes_on() {
            break;
        }
        wait_for(&ann, ".rematch-offer .actions a[href^='/games/']").await;
        follow(&ann, ".rematch-offer .actions a[href^='/games/']").await;
        game = shown(&ann).await;
    }

    // Every game has moved both ratings, from where the last one had left them, and says why.
    let mut before: [Option<String>; 2] = [None, None];
    for game in &rated {
        ann.goto(&site.url(&format!("/games/{game}/final"))).await;
        follow(&ann, &format!("a[href='/games/{game}/ratings']")).await;
        let changes = "return ['Ann', 'Ben'].map((name) => [...document.querySelectorAll('main section')]
            .find((part) => part.querySelector('h2').textContent === name).querySelector('strong').textContent)";
        let changes = run(&ann, changes).await;
        for (number, before) in before.iter_mut().enumerate() {
            let change = changes[number].as_str().unwrap();
            let (from, to) = change.split_once(" → ").unwrap();
            let to = to.split_once(" (").unwrap().0;
            assert_ne!(from, to, "{change}");
            assert!(before.as_ref().is_none_or(|before| before == from), "{before:?}, {change}");
            *before = Some(to.to_owned());
        }
    }
    for (browser, user, rating) in [(&ben, &people[0], &before[0]), (&ann, &people[1], &before[1])] {
        browser.goto(&site.url(&format!("/players/{user}"))).await;
        let rating = rating.as_ref().unwrap().replace('\u{a0}', " ");
        assert!(browser.text().await.contains(&rating), "{rating}:\n{}", browser.text().await);
    }
    let mut complaints = Vec::new();
    judge(&ann, "met", &mut complaints).await;
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
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
