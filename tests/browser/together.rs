//! Two people find each other: an invitation by name, and a rematch.

use std::time::{Duration, Instant};

use bastide::engine::{Preset, Ruleset};
use support::messages::message_with;

use crate::browser::{Browser, Scripts};
use crate::judge::judge;
use crate::play;
use crate::scripted::wait_for;
use crate::site::Site;

/// The two people, signed in.
async fn two(site: &Site) -> [Browser; 2] {
    let browsers = [Browser::open(Scripts::On).await, Browser::open(Scripts::On).await];
    for (browser, name) in browsers.iter().zip(["Ann", "Ben"]) {
        site.person(name).await;
        site.sign_in(browser, name).await;
    }
    browsers
}

#[tokio::test]
async fn an_invitation_appears_live_and_its_answer_too() {
    let site = Site::open().await;
    let [ann, ben] = two(&site).await;
    let mut complaints = Vec::new();
    play::open_table_at(
        &ann,
        &site.url("/tables/new?game=custom"),
        &["#seats option[value='3']", "input[name=visibility][value=link]"],
    )
    .await;
    let table = ann.path().await;
    wait_for(&ann, "[data-share] button:not([hidden])").await;
    assert!(ann.element("[data-share] button").await.is_displayed().await.unwrap(), "the link can be copied");
    ben.goto(&site.url("/")).await;
    ann.fill("name", "nobody").await;
    ann.press("table-invite-button").await;
    judge(&ann, "table-refused", &mut complaints).await;
    ann.fill("name", "ben").await;
    ann.press("table-invite-button").await;

    wait_for(&ben, ".invitations form").await;
    let announced = ben.element("#announced").await.text().await.unwrap();
    assert!(announced.contains("Ann"), "{announced:?}");
    assert_eq!(ben.heading().await, message_with("dashboard-heading", &[("n", "1")]));
    let title = ben.client.title().await.unwrap();
    assert!(title.starts_with("(1)"), "{title}");
    judge(&ben, "dashboard-invited", &mut complaints).await;
    ben.goto(&site.url(&table)).await;
    judge(&ben, "table-invited", &mut complaints).await;
    ben.press("invitation-decline").await;
    let patience = Instant::now() + Duration::from_secs(30);
    while !ann.says("table-declined-at").await {
        assert!(Instant::now() < patience, "{}", ann.text().await);
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    judge(&ann, "table-declined", &mut complaints).await;
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[tokio::test]
async fn a_rematch_takes_one_click_each() {
    let site = Site::open().await;
    let [ann, ben] = two(&site).await;
    let mut complaints = Vec::new();
    let [a, b] = [site.user("Ann").await, site.user("Ben").await];
    let game = site.game(Ruleset::of(Preset::Modern), &[&a, &b], 1).await;
    site.play(&game, &[&a, &b], 200).await;
    let end = site.url(&format!("/games/{game}/final"));
    ann.goto(&end).await;
    ben.goto(&end).await;
    judge(&ann, "final-unasked", &mut complaints).await;
    ann.press("final-rematch").await;
    let rematch = ann.path().await;
    judge(&ann, "rematch-waiting", &mut complaints).await;

    wait_for(&ben, ".rematch-offer h2").await;
    assert_eq!(ben.element(".rematch-offer h2").await.text().await.unwrap(), "Ann wants a rematch");
    assert_eq!(ben.element("#announced").await.text().await.unwrap(), "Ann wants a rematch");
    judge(&ben, "final-asked", &mut complaints).await;
    ben.press("invitation-play").await;
    assert_eq!(ben.path().await, rematch);
    wait_for(&ben, "svg.board").await;
    wait_for(&ann, "svg.board").await;
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}
