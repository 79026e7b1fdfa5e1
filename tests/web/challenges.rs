//! Challenges and series on the pages.

use serde_json::json;

use crate::api::Program;
use crate::app::TestApp;
use crate::browser::{Browser, Page};
use crate::messages::{message, message_with};

/// The path of a browser's own player page.
pub async fn player_page(browser: &Browser) -> String {
    browser.get("/").await.links("#menu a[href^='/players/']")[0].clone()
}

/// The form with which one challenges the other, from their page.
pub async fn form(from: &Browser, to: &Browser) -> Page {
    let page = from.get(&player_page(to).await).await;
    let form = from.get(&page.links("main a[href^='/challenges/new']")[0]).await;
    assert_eq!(form.status, 200, "{}", form.text());
    form
}

/// Challenges somebody with the form's defaults, except for `changes`; returns the path of the challenge.
pub async fn challenge(from: &Browser, to: &Browser, changes: &[(&str, &str)]) -> String {
    let form = form(from, to).await.form("/challenges/new");
    let form = changes.iter().fold(form, |form, (name, value)| form.set(name, value));
    let page = from.submit(form).await;
    assert!(page.status == 200 && page.says("flash-challenge-sent"), "{}", page.text());
    page.path
}

async fn answer(browser: &Browser, challenge: &str, how: &str) -> Page {
    browser.submit(browser.get(challenge).await.form(&format!("{challenge}/{how}"))).await
}

/// A private series of two people; returns its path.
pub async fn series(from: &Browser, to: &Browser) -> String {
    let path = challenge(from, to, &[("best_of", "3"), ("visibility", "link")]).await;
    answer(to, &path, "accept").await.links("a[href^='/series/']")[0].clone()
}

async fn resign(browser: &Browser, game: &str) {
    browser.submit(browser.get(&format!("{game}/resign")).await.form(&format!("{game}/resign"))).await;
}

#[tokio::test]
async fn a_challenge_is_countered_and_accepted_and_says_what_has_changed() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let path = challenge(&ann, &ben, &[("game", "quick"), ("first", "challenger")]).await;
    assert!(ann.get("/").await.all("form[action$='/accept']").is_empty(), "Ben must answer");
    for page in ["/", "/queue", "/challenges"] {
        let page = ben.get(page).await;
        let title = message_with("challenge-notice-made", &[("name", "ann")]);
        assert_eq!(page.texts(".invitations h3"), [title], "{}", page.text());
        assert_eq!(page.all("form[action$='/accept']").len(), 1);
    }
    assert!(ben.get("/").await.texts("h1")[0].contains("One game"), "it counts");

    let counter = format!("{path}/counter");
    let form = ben.get(&counter).await.form(&counter);
    assert_eq!((form.value("game").as_str(), form.value("first").as_str()), ("quick", "challenger"));
    let same = ben.submit(form.clone()).await;
    assert_eq!((same.status, same.says("refused-challenge-same")), (422, true), "{}", same.text());
    assert_eq!(same.form(&counter).value("game"), "quick", "the form is kept");
    let sent = ben.submit(form.set("best_of", "3").set("first", "challenged")).await;
    assert!(sent.says("flash-counter-offer-sent"), "{}", sent.text());
    assert!(
        sent.all("form[action$='/accept']").is_empty() && !sent.all("form[action$='/withdraw']").is_empty()
    );

    let offer = ann.get(&path).await;
    let changed = offer.texts("dl.facts dd strong");
    let half = message("challenge-tie-half");
    assert_eq!(changed, [message("challenge-best-of-three"), "ben".to_owned(), half], "{}", offer.text());
    let token = ann.token().await;
    let stale = ann.post(&format!("{path}/accept"), &[("csrf", token.as_str()), ("n", "1")]).await;
    assert_eq!((stale.status, stale.says("refused-challenge-changed")), (409, true), "{}", stale.text());
    let game = answer(&ann, &path, "accept").await;
    assert!(game.path.starts_with("/games/") && !game.all("svg.board").is_empty(), "{}", game.text());
    let token = ben.token().await;
    let late = ben.post(&format!("{path}/withdraw"), &[("csrf", token.as_str()), ("n", "2")]).await;
    assert_eq!((late.status, late.says("refused-challenge-decided")), (409, true));
    assert_eq!(ben.get(&path).await.links("main a[href^='/games/']"), [game.path]);
}

#[tokio::test]
async fn a_series_is_shown_from_its_first_game_to_the_challenge_after_it() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let path = challenge(&ann, &ben, &[("best_of", "3"), ("first", "challenger")]).await;
    let mut game = answer(&ben, &path, "accept").await.path;
    let mut series = String::new();
    for (loses, line) in [(&ben, "ann 0"), (&ann, "ann 1"), (&ben, "ann 1")] {
        let page = ann.get(&game).await;
        series.clone_from(&page.links("a[href^='/series/']")[0]);
        assert!(page.texts("a[href^='/series/']")[0].contains(line), "{}", page.text());
        resign(loses, &game).await;
        let end = ann.get(&format!("{game}/final")).await;
        assert!(end.all("form[action$='/rematch']").is_empty(), "no rematch in a series");
        app.run_jobs().await;
        let next = ann.get(&format!("{game}/final")).await.links(".rematch-offer .actions a");
        game = next.into_iter().find(|link| link.starts_with("/games/")).unwrap_or(game);
    }
    let page = app.browser().get(&series).await;
    assert_eq!(page.texts(".points-table tbody strong"), ["2", "1"], "{}", page.text());
    assert_eq!(page.all("section:nth-of-type(2) tbody tr").len(), 3);
    assert!(page.text().contains(&message_with("series-won", &[("name", "ann")])), "{}", page.text());
    assert!(page.all("a[href^='/challenges/new']").is_empty(), "only for the two");
    let again = ben.get(&ben.get(&series).await.links("a[href^='/challenges/new']")[0]).await;
    assert_eq!(again.form("/challenges/new").value("game"), "daily");
}

#[tokio::test]
async fn a_rated_challenge_is_public_and_a_bad_form_is_kept() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let page = form(&ann, &ben).await;
    assert!(page.all("input[name='handicap.1'], input[name='reliability'], input[name='bots']").is_empty());
    assert!(page.all("input[name='missed'][value='offer']").is_empty());
    let fill =
        page.form("/challenges/new").set("game", "custom").set("rated", "yes").set("visibility", "link");
    let refused = ann.submit(fill.clone().set("clock", "custom").set("free", "x")).await;
    assert_eq!(refused.status, 422, "{}", refused.text());
    assert_eq!(refused.form("/challenges/new").value("free"), "x");
    let unlimited = ann.submit(fill.clone().set("clock", "")).await;
    assert_eq!((unlimited.status, unlimited.says("refused-rated-clock")), (422, true));
    let sent = ann.submit(fill.clone().set("clock", "3")).await;
    assert!(sent.says("challenge-rated-yes") && sent.says("table-visible-public"), "{}", sent.text());
    let again = ann.submit(fill.set("best_of", "5")).await;
    assert!(again.path == sent.path && again.says("refused-challenge-exists"), "{}", again.text());
}

#[tokio::test]
async fn only_the_two_see_a_challenge_and_guests_and_visitors_make_none() {
    let app = TestApp::start().await;
    let (ann, ben, cleo) = (app.person("ann").await, app.person("ben").await, app.person("cleo").await);
    let path = challenge(&ann, &ben, &[]).await;
    assert_eq!(cleo.get(&path).await.status, 404);
    let token = cleo.token().await;
    for how in ["accept", "decline", "withdraw", "counter"] {
        let sent = cleo.post(&format!("{path}/{how}"), &[("csrf", token.as_str()), ("n", "1")]).await;
        assert_eq!(sent.status, 404, "{how}");
    }
    let anns = player_page(&ann).await;
    let new = format!("/challenges/new?to={}", anns.rsplit('/').next().unwrap());
    assert_eq!(ann.get(&new).await.status, 403, "nobody challenges themselves");
    let visitor = app.browser();
    assert!(visitor.get(&anns).await.all("a[href^='/challenges/new']").is_empty());
    assert!(visitor.get(&new).await.path.starts_with("/login"));
    let guest = app.browser();
    guest.submit(guest.get("/").await.form("/play-the-computer")).await;
    assert!(guest.get(&anns).await.all("a[href^='/challenges/new']").is_empty());
    assert_eq!(guest.get(&new).await.status, 403);
    assert_eq!(cleo.get("/challenges/new?to=nobody").await.status, 404);
}

#[tokio::test]
async fn programs_challenge_answer_and_read_series() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let (anns, bens) =
        (Program::of(&app, &ann, &["read", "play"]).await, Program::of(&app, &ben, &["read", "play"]).await);
    let id = bens.read("/api/v1/me").await["id"].as_str().unwrap().to_owned();
    let terms = json!({ "best_of": 3, "first": "challenger", "settings": { "take_backs": 1 } });
    let body = json!({ "user": id, "terms": terms });
    let made = anns.call("/api/v1/challenges", &body).await;
    assert_eq!(anns.call("/api/v1/challenges", &body).await, made, "twice");
    let path = format!("/api/v1/challenges/{}", made["id"].as_str().unwrap());
    let listed = bens.read("/api/v1/challenges").await;
    assert_eq!(listed["challenges"][0], bens.read(&path).await);
    assert_eq!(
        (&listed["challenges"][0]["state"], &listed["challenges"][0]["to_answer"]),
        (&json!("open"), &json!(id))
    );
    let counter = json!({ "n": 1, "terms": { "best_of": 3, "tie_to_second": true } });
    bens.call(&format!("{path}/counter"), &counter).await;
    let stale = anns.post(&format!("{path}/accept"), &json!({ "n": 1 })).await;
    assert_eq!(stale.status, 409, "{}", stale.body);
    let odd = anns.post(&format!("{path}/counter"), &json!({ "n": 2, "terms": { "best_of": 2 } })).await;
    assert!(odd.status == 422 && odd.body.contains("bad-best-of"), "{}", odd.body);
    let game =
        anns.call(&format!("{path}/accept"), &json!({ "n": 2 })).await["id"].as_str().unwrap().to_owned();
    let table = anns.read(&format!("/api/v1/games/{game}")).await;
    let place = &table["series"];
    assert_eq!(place["n"], 1, "{table}");
    let series =
        Program::new(&app, None).read(&format!("/api/v1/series/{}", place["id"].as_str().unwrap())).await;
    assert_eq!((&series["state"], &series["points"]), (&json!("playing"), &json!([0.0, 0.0])), "{series}");
    assert_eq!(anns.read(&path).await["game"], game);
    let gone = anns.post(&format!("{path}/decline"), &json!({ "n": 2 })).await;
    assert_eq!(gone.status, 409);
}
