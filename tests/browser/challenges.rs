//! Two people agree on terms and play a series to its end.

use bastide::table::GameId;
use support::messages::{message, message_with};

use crate::browser::{Browser, Scripts};
use crate::judge::judge;
use crate::scripted::wait_for;
use crate::site::{Site, as_user};

/// The game whose page the browser shows.
pub async fn shown(browser: &Browser) -> GameId {
    let path = browser.path().await;
    let Some(game) = path.strip_prefix("/games/").and_then(|path| GameId::parse(path.split('/').next()?))
    else {
        panic!("{path}:\n{}", browser.text().await);
    };
    game
}

pub async fn follow(browser: &Browser, selector: &str) {
    browser.follow(browser.element(selector).await).await;
}

#[tokio::test]
async fn a_challenge_is_countered_accepted_and_played_as_a_series_to_its_end() {
    let site = Site::open().await;
    let [ann, ben] = [Browser::open(Scripts::On).await, Browser::open(Scripts::On).await];
    let people = [site.person("Ann").await, site.person("Ben").await];
    for (browser, name) in [(&ann, "Ann"), (&ben, "Ben")] {
        site.sign_in(browser, name).await;
    }
    let mut complaints = Vec::new();
    ben.goto(&site.url("/")).await;
    ann.goto(&site.url(&format!("/players/{}", people[1]))).await;
    judge(&ann, "player", &mut complaints).await;
    follow(&ann, "a[href^='/challenges/new']").await;
    judge(&ann, "challenge-new", &mut complaints).await;
    ann.click("input[name=first][value=challenger]").await;
    ann.press("challenge-send").await;
    judge(&ann, "challenge-sent", &mut complaints).await;

    // It appears on an open dashboard.
    wait_for(&ben, ".invitations form").await;
    assert_eq!(ben.heading().await, message_with("dashboard-heading", &[("n", "1")]));
    judge(&ben, "dashboard-challenged", &mut complaints).await;
    follow(&ben, ".invitations h3 a").await;
    judge(&ben, "challenge-received", &mut complaints).await;
    follow(&ben, "a[href$='/counter']").await;
    ben.click("input[name=best_of][value='3']").await;
    ben.click("details.words > summary").await;
    judge(&ben, "challenge-counter", &mut complaints).await;
    ben.press("challenge-counter-send").await;

    ann.goto(&site.url("/queue")).await;
    judge(&ann, "queue-challenged", &mut complaints).await;
    follow(&ann, ".invitations h3 a").await;
    judge(&ann, "challenge-countered", &mut complaints).await;
    assert!(ann.says("challenge-changes").await);
    ann.press("challenge-accept").await;
    wait_for(&ann, ".board").await;
    judge(&ann, "series-table", &mut complaints).await;

    let first = shown(&ann).await;
    let mut game = first.clone();
    let table = site.service.table(&as_user(&people[0]), &first, None).await.unwrap().unwrap().table;
    let series = table.series.clone().unwrap().id;
    loop {
        ann.goto(&site.url(&format!("/games/{game}"))).await;
        site.finish(&game).await;
        ann.goto(&site.url(&format!("/games/{game}/final"))).await;
        site.run_jobs().await;
        let view = site.service.series(&as_user(&people[0]), &series).await.unwrap().unwrap();
        if !view.goes_on() {
            break;
        }
        // The next game opens by itself, and the open final page leads to it.
        wait_for(&ann, ".rematch-offer .actions a[href^='/games/']").await;
        if game == first {
            judge(&ann, "series-final", &mut complaints).await;
            ann.goto(&site.url(&format!("/series/{series}"))).await;
            judge(&ann, "series-going-on", &mut complaints).await;
            ann.goto(&site.url(&format!("/games/{game}/final"))).await;
        }
        follow(&ann, ".rematch-offer .actions a[href^='/games/']").await;
        game = shown(&ann).await;
    }
    ann.goto(&site.url(&format!("/games/{game}/final"))).await;
    judge(&ann, "series-final-last", &mut complaints).await;
    ann.goto(&site.url(&format!("/series/{series}"))).await;
    judge(&ann, "series-over", &mut complaints).await;
    assert!(!ann.text().await.contains(&message("series-playing")));
    follow(&ann, "a[href^='/challenges/new']").await;
    assert!(ann.says("challenge-new-help").await);
    ann.goto(&site.url("/challenges")).await;
    judge(&ann, "challenges", &mut complaints).await;
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}
