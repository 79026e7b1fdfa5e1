//! Profiles as everybody sees them, following, and what one watches.

use bastide::account::UserId;
use serde_json::json;

use crate::api::{Program, problem};
use crate::app::TestApp;
use crate::browser::Browser;
use crate::messages::message;
use crate::turns::play;

const SETTINGS: &str = "/account/profile";
const WATCHING: &str = "/watching";

/// The page of a person who is signed in.
async fn page_of(person: &Browser) -> String {
    person.get("/").await.links("#menu a[href^='/players/']")[0].clone()
}

/// A public game that the second player resigns.
async fn lost(app: &TestApp, winner: &Browser, loser: &Browser) -> String {
    let game = app.game(winner, loser).await;
    let page = loser.get(&format!("{game}/resign")).await;
    assert_eq!(loser.submit(page.form(&format!("{game}/resign"))).await.status, 200);
    app.run_jobs().await;
    game
}

async fn choose(person: &Browser, visible: &str, followable: bool) {
    let token = person.token().await;
    let mut fields = vec![("csrf", token.as_str()), ("visible", visible)];
    fields.extend(followable.then_some(("followable", "yes")));
    assert_eq!(person.post(SETTINGS, &fields).await.status, 303);
}

#[tokio::test]
async fn a_profile_has_results_points_pace_and_games() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let path = page_of(&ann).await;
    let empty = app.browser().get(&path).await;
    assert!(empty.says("profile-results-none") && empty.says("profile-playing-none"), "{}", empty.text());
    let game = app.game(&ann, &ben).await;
    play(&app, &game, 200).await;
    app.run_jobs().await;
    app.game(&ann, &ben).await;
    let page = app.browser().get(&path).await;
    assert_eq!(page.status, 200);
    assert_eq!(page.all("table.results tbody").len(), 3, "by rules, seats and pace: {}", page.text());
    for key in ["profile-points", "profile-cities", "profile-answer", "profile-playing", "profile-finished"] {
        assert!(page.text().contains(&message(key)), "{key}: {}", page.text());
    }
    assert_eq!(page.all("#h-playing ~ ul.games li, section ul.games li").len(), 2, "one of each");
    assert!(page.all("#h-together").is_empty(), "a visitor has played with nobody");
    let own = ann.get(&path).await;
    assert!(own.all("#h-together, #h-hide").is_empty() && own.says("profile-settings"));
    let other = ben.get(&path).await;
    assert_eq!(other.all("#h-together").len(), 1);
}

#[tokio::test]
async fn a_hidden_profile_shows_each_viewer_what_the_player_has_chosen() {
    let app = TestApp::start_with_staff().await;
    let (ann, ben, eve) = (app.person("ann").await, app.person("ben").await, app.person("eve").await);
    let (joe, mo) = (app.person("joe").await, app.signed_in("mo").await);
    lost(&app, &ann, &ben).await;
    let path = page_of(&ann).await;
    let token = ann.token().await;
    let block = [("csrf", token.as_str()), ("why", "blocked"), ("hidden", "yes")];
    assert_eq!(ann.post(&format!("{}/hide", page_of(&joe).await), &block).await.status, 303);
    let mut programs = vec![Program::new(&app, None)];
    for person in [&eve, &mo, &ben, &ann] {
        programs.push(Program::of(&app, person, &["read"]).await);
    }
    let blocked = Program::of(&app, &joe, &["read"]).await;
    let visitor = app.browser();
    for (visible, seen) in [
        ("everybody", [true, true, true, true, true]),
        ("shared", [false, false, false, true, true]),
        ("nobody", [false, false, false, false, true]),
    ] {
        choose(&ann, visible, true).await;
        let viewers = [&visitor, &eve, &mo, &ben, &ann];
        for ((viewer, program), seen) in viewers.iter().zip(&programs).zip(seen) {
            let page = viewer.get(&path).await;
            assert_eq!((page.status, page.heading().as_str()), (200, "ann"), "{visible}");
            assert_eq!(
                page.says_with("profile-hidden", &[("name", "ann")]),
                !seen,
                "{visible}: {}",
                page.text()
            );
            assert_eq!(page.all("#h-results").len(), usize::from(seen), "{visible}");
            assert_eq!(page.all("#h-ratings").len(), 1, "ratings are in public lists");
            let api = program.read(&format!("/api/v1{path}")).await;
            assert_eq!(api["shown"].is_object(), seen, "{visible}: {api}");
            assert_eq!(api["player"]["name"], "ann");
        }
        assert!(
            ben.get(&path)
                .await
                .says_with("profile-together", &[("n", "1"), ("ahead", "0"), ("even", "0"), ("behind", "1")])
        );
        assert_eq!(joe.get(&path).await.status, 404, "{visible}");
        let absent = problem(&blocked.get(&format!("/api/v1{path}")).await);
        assert_eq!(absent, (404, "no-such-player".to_owned()));
    }
}

#[tokio::test]
async fn players_and_games_are_followed_watched_and_let_go() {
    let app = TestApp::start().await;
    let (ann, ben, eve) = (app.person("ann").await, app.person("ben").await, app.person("eve").await);
    let game = app.game(&ann, &ben).await;
    let (path, none) = (page_of(&ann).await, eve.get(WATCHING).await);
    assert!(none.says("watching-nobody") && none.says("watching-games-none"), "{}", none.text());
    let followed =
        eve.submit(eve.get(&path).await.form(&format!("{path}/follow")).set("follow", "yes")).await;
    assert!(followed.says("flash-followed") && followed.says("profile-unfollow"), "{}", followed.text());
    assert_eq!(eve.get("/games").await.link("watching-link"), WATCHING);
    assert_eq!(eve.get(WATCHING).await.links("ul.games h3 a"), std::slice::from_ref(&game));
    let table = eve.get(&game).await;
    let followed = eve.submit(table.form(&format!("{game}/follow")).set("follow", "yes")).await;
    assert!(followed.says("game-unfollow"), "{}", followed.text());
    assert_eq!(eve.get(WATCHING).await.links("ul.games h3 a"), [game.clone(), game.clone()]);
    assert!(ann.get(&game).await.find_form(&format!("{game}/follow")).is_none(), "players need not follow");

    let settings = ann.get(SETTINGS).await;
    assert_eq!(settings.links("main ul a"), [page_of(&eve).await], "{}", settings.text());
    assert!(ben.get(SETTINGS).await.says("profile-followers-none"));
    let removed = ann.submit(settings.form(&format!("{SETTINGS}/remove-follower"))).await;
    assert!(removed.says("profile-followers-none"), "{}", removed.text());
    assert_eq!(eve.get(WATCHING).await.links("ul.games h3 a"), std::slice::from_ref(&game));

    choose(&ann, "everybody", false).await;
    assert!(eve.get(&path).await.find_form(&format!("{path}/follow")).is_none());
    let token = eve.token().await;
    let refused = eve.post(&format!("{path}/follow"), &[("csrf", token.as_str()), ("follow", "yes")]).await;
    assert!(refused.status == 409 && refused.says("refused-follow-player"), "{}", refused.text());
    let own = page_of(&eve).await;
    let refused = eve.post(&format!("{own}/follow"), &[("csrf", token.as_str()), ("follow", "yes")]).await;
    assert!(refused.status == 409 && refused.says("refused-follow-yourself"), "{}", refused.text());
}

#[tokio::test]
async fn a_program_follows_and_chooses_what_others_see() {
    let app = TestApp::start().await;
    let (ann, ben, eve) = (app.person("ann").await, app.person("ben").await, app.person("eve").await);
    let game = app.game(&ann, &ben).await;
    let (path, id) = (page_of(&ann).await, game.rsplit('/').next().unwrap());
    let program = Program::of(&app, &eve, &["read", "play", "account"]).await;
    let follow = json!({ "follow": true });
    program.call(&format!("/api/v1{path}/follow"), &follow).await;
    program.call(&format!("/api/v1{game}/follow"), &follow).await;
    let found = program.read("/api/v1/following").await;
    assert_eq!(found["games"], json!([id]));
    assert_eq!(found["playing"], json!([id]));
    assert_eq!(found["players"][0]["name"], "ann");
    assert_eq!(program.read(&format!("/api/v1{path}")).await["follows"], true);
    let of_ann = Program::of(&app, &ann, &["read", "play", "account"]).await;
    let followers = of_ann.read("/api/v1/followers").await;
    assert_eq!(followers["people"][0]["name"], "eve");
    let eve_id = followers["people"][0]["user"].as_str().unwrap().to_owned();
    assert!(UserId::parse(&eve_id).is_some());
    of_ann.call("/api/v1/account/profile/remove-follower", &json!({ "user": eve_id })).await;
    assert_eq!(of_ann.read("/api/v1/followers").await["people"], json!([]));
    let hidden = json!({ "visible": "nobody", "followable": false });
    of_ann.call("/api/v1/account/profile", &hidden).await;
    assert_eq!(of_ann.read("/api/v1/account/profile").await, hidden);
    let refused = program.post(&format!("/api/v1{path}/follow"), &follow).await;
    assert_eq!(problem(&refused), (403, "not-followable".to_owned()));
    let bad = of_ann.post("/api/v1/account/profile", &json!({ "visible": "x", "followable": true })).await;
    assert_eq!(bad.status, 400, "{}", bad.body);
    let together = program.read(&format!("/api/v1{path}/head-to-head")).await;
    assert_eq!(together, json!({ "ahead": 0, "even": 0, "behind": 0 }));
    program.call(&format!("/api/v1{game}/follow"), &json!({ "follow": false })).await;
    assert_eq!(program.read("/api/v1/following").await["games"], json!([]));
}
