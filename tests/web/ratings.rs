//! Ratings on pages and by the API.

use bastide::rating::Pool;
use serde_json::Value;

use crate::api::Program;
use crate::app::{TestApp, join, open_table};
use crate::browser::Browser;
use crate::messages::{message, message_with};
use crate::turns::play;

/// A rated game that one of two resigns after a few turns; returns its path.
async fn rated_game(app: &TestApp, winner: &Browser, loser: &Browser) -> String {
    let table = open_table(winner, &[("rated", "yes")]).await;
    join(loser, &table).await;
    play(app, &table, 10).await;
    let page = loser.get(&format!("{table}/resign")).await;
    loser.submit(page.form(&format!("{table}/resign"))).await;
    app.run_jobs().await;
    table
}

#[tokio::test]
async fn who_is_about_to_play_again_with_handicaps_learns_that_it_is_not_rated() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    for (preset, rated, says) in
        [("mcguire", "yes", true), ("mcguire", "no", false), ("modern", "yes", false)]
    {
        let table = open_table(&ann, &[("preset", preset), ("rated", rated)]).await;
        join(&ben, &table).await;
        play(&app, &table, 10).await;
        let page = ben.get(&format!("{table}/resign")).await;
        ben.submit(page.form(&format!("{table}/resign"))).await;
        let end = ann.get(&format!("{table}/final")).await;
        assert_eq!(end.says("rematch-unrated"), says, "{preset}, {rated}");
        let form = ann.get(&format!("{table}/rematch")).await;
        assert_eq!(form.says("rematch-unrated"), rated == "yes", "handicaps can be typed in any case");
    }
}

#[tokio::test]
async fn a_rated_table_says_so_and_ignores_what_the_form_says_about_help() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let changes = [("rated", "yes"), ("take_backs", "3"), ("hints", "yes"), ("visibility", "link")];
    let table = open_table(&ann, &changes).await;
    let id = table.rsplit('/').next().unwrap();
    let program = Program::new(&app, None);
    let shown = program.read(&format!("/api/v1/games/{id}")).await;
    let settings = &shown["settings"];
    assert_eq!((&settings["rated"], &settings["public"]), (&Value::Bool(true), &Value::Bool(true)));
    assert_eq!((settings.get("hints"), settings.get("take_backs")), (None, None));
    assert!(ann.get(&table).await.text().contains(&message("rated-label")));
    let lobby = app.browser().get("/games?status=open").await;
    assert!(lobby.text().contains(&message("rated-label")), "{}", lobby.text());
    // What the form can't set for the opener is refused.
    let page = ann.get("/tables/new?game=custom").await;
    let refused = ann.submit(page.form("/tables/new").set("rated", "yes").set("computer1", "1")).await;
    assert_eq!(refused.status, 422);
    assert!(refused.text().contains(&message("refused-rated-computers")), "{}", refused.text());
}

#[tokio::test]
async fn every_change_explains_itself() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let table = rated_game(&app, &ann, &ben).await;
    let visitor = app.browser();
    let page = visitor.get(&format!("{table}/final")).await;
    assert!(page.text().contains("ann 1500 → 1605"), "{}", page.text());
    let page = visitor.get(&page.link("rated-game-why")).await;
    let text = page.text();
    assert!(text.contains("1500 ± 333 ? → 1605 ± 323 ? (+105)"), "{text}");
    assert!(text.contains("1500 ± 333 ? → 1395 ± 323 ? (−105)"), "{text}");
    assert!(text.contains("50 %") || text.contains("50%"), "{text}");
    assert!(text.contains(&message("rating-left-resigned")), "{text}");
    let player = visitor.get(&page.links("h2 a")[0]).await;
    assert_eq!(player.heading(), "ann");
    let history = visitor.get(&player.links("th a")[0]).await;
    assert_eq!(history.heading(), message_with("rating-history-title", &[("name", "ann")]));
    assert_eq!(history.links("tbody a"), [format!("{table}/ratings")]);
    // Nobody has a rank after one game.
    let ranks = visitor.get("/ratings").await;
    assert!(ranks.says("ratings-nobody"), "{}", ranks.text());
    let about = visitor.get("/ratings/about").await;
    assert_eq!((about.status, about.all("figure svg").len(), about.all("tbody tr").len()), (200, 1, 8));
}

#[tokio::test]
async fn an_administrator_excludes_a_game_with_a_reason_that_everybody_sees() {
    let app = TestApp::start_with_staff().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let table = rated_game(&app, &ann, &ben).await;
    let path = format!("{table}/ratings");
    let action = format!("/admin{path}");
    assert!(ann.get(&path).await.all(&format!("form[action='{action}']")).is_empty());
    let ada = app.signed_in("ada").await;
    let said = ada.submit(ada.get(&path).await.form(&action).set("reason", " ")).await;
    assert_eq!((said.status, said.all("#e-reason").len()), (422, 1));
    let said = ada.submit(ada.get(&path).await.form(&action).set("reason", "One account, two people.")).await;
    assert_eq!((said.status, said.path.as_str()), (200, path.as_str()));
    app.run_jobs().await;
    let page = app.browser().get(&path).await;
    assert!(page.text().contains("One account, two people."), "{}", page.text());
    assert!(page.says("rating-void-excluded"));
    let log = ada.get("/admin/log").await;
    assert!(log.text().contains(&message("admin-did-exclude-game")), "{}", log.text());
    let ben = app.signed_in("ben").await;
    let token = ben.token().await;
    let fields = [("csrf", token.as_str()), ("counts", "yes"), ("reason", "please")];
    assert_eq!(ben.post(&action, &fields).await.status, 404, "only for administrators");
}

#[tokio::test]
async fn programs_read_ratings_and_their_reasons() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let table = rated_game(&app, &ann, &ben).await;
    let visitor = Program::new(&app, None);
    let game = visitor.read(&format!("/api/v1{table}/ratings")).await;
    let change = &game["changes"][0];
    assert_eq!(
        (&change["before"]["points"], &change["after"]["points"]),
        (&Value::from(1500), &Value::from(1605))
    );
    assert_eq!(change["pairs"][0]["expected"], 500);
    let id = change["player"].as_str().unwrap();
    let player = visitor.read(&format!("/api/v1/players/{id}/ratings")).await;
    assert_eq!(
        (&player["player"]["name"], &player["ratings"][0]["pool"]),
        (&Value::from("ann"), &Value::from("duel-base"))
    );
    assert_eq!(player["changes"][0]["game"], table.rsplit('/').next().unwrap());
    for pool in Pool::ALL {
        let ranks = visitor.read(&format!("/api/v1/ratings?pool={}", pool.word())).await;
        assert_eq!(ranks["players"], Value::Array(Vec::new()));
    }
    for bad in ["/api/v1/ratings?pool=chess", "/api/v1/ratings?from=1", "/api/v1/ratings?from=1.2.3"] {
        assert_eq!(visitor.get(bad).await.status, 400, "{bad}");
    }
    for absent in ["/api/v1/players/none/ratings", "/api/v1/players/0123456789abcdef/ratings"] {
        assert_eq!(visitor.get(absent).await.status, 404, "{absent}");
    }
}

#[tokio::test]
async fn ranks_come_in_pages_with_numbers_that_go_on() {
    let app = TestApp::start().await;
    app.execute(
        "WITH RECURSIVE k(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM k WHERE i < 120)
         INSERT INTO users (id, name, folded, password, zone, created, guest)
         SELECT printf('%016d', i), 'user-' || i, 'user-' || i, '', 'UTC', 0, 0 FROM k",
    )
    .await;
    app.execute(
        "INSERT INTO ratings (user_id, pool, mean, deviation, games, ended, ranked)
         SELECT id, 'duel-base', 20000 + CAST(substr(id, 10) AS INTEGER), 3000, 30, 1790000000000, 1 FROM users WHERE name LIKE 'user-%'",
    )
    .await;
    app.execute("UPDATE users SET closed = 1 WHERE name = 'user-120'").await;
    let visitor = app.browser();
    let (mut path, mut rows) = ("/ratings".to_owned(), Vec::new());
    loop {
        let page = visitor.get(&path).await;
        rows.extend(page.texts("tbody tr"));
        match page.links("a[rel=next]").into_iter().next() {
            Some(next) => path = next,
            None => break,
        }
    }
    assert_eq!(rows.len(), 119, "a closed account is not listed");
    assert!(rows[0].starts_with("1 user-119 "), "{}", rows[0]);
    assert!(rows[118].starts_with("119 user-1 "), "{}", rows[118]);
    for bad in ["/ratings?from=x", "/ratings?pool=x", "/players/x/ratings?from=1"] {
        assert!(matches!(visitor.get(bad).await.status, 400 | 404), "{bad}");
    }
}

/// Gives everybody with this name a rating of 1800 in games of two with base tiles.
async fn strong(app: &TestApp, name: &str) {
    app.execute(&format!(
        "INSERT INTO ratings (user_id, pool, mean, deviation, games, ended, ranked)
         SELECT id, 'duel-base', 32500, 3000, 9, 0, 0 FROM users WHERE name = '{name}'"
    ))
    .await;
}

#[tokio::test]
async fn a_table_asks_for_a_range_of_ratings_on_its_page_in_lists_and_when_somebody_sits_down() {
    let app = TestApp::start().await;
    let (ann, ben, cat) = (app.person("ann").await, app.person("ben").await, app.person("cat").await);
    strong(&app, "ben").await;
    let range = [("rated", "yes"), ("rating_from", "1300"), ("rating_to", "1700")];
    let table = open_table(&ann, &range).await;
    let page = ben.get(&table).await;
    assert!(page.text().contains("1300–1700"), "{}", page.text());
    let why = message_with("refused-rating-between", &[("from", "1300"), ("to", "1700"), ("yours", "1800")]);
    assert!(page.text().contains(&why) && page.find_form(&format!("{table}/join")).is_none());
    let wanted = message_with("rating-range-wanted", &[("range", "1300–1700")]);
    for list in ["/", "/games"] {
        assert!(ben.get(list).await.texts(".game .soft").contains(&wanted), "{list}");
    }
    let refused = ben.post(&format!("{table}/join"), &[("csrf", ben.token().await)]).await;
    assert_eq!((refused.status, refused.text().contains(&why)), (422, true), "{}", refused.text());
    let program = Program::of(&app, &ben, &["read", "play"]).await;
    let refused = program.post(&format!("/api/v1{table}/join"), &Value::Null).await;
    let problem: Value = serde_json::from_str(&refused.body).unwrap();
    assert_eq!((refused.status, &problem["code"]), (403, &Value::from("rating-outside-range")));
    assert_eq!(problem["detail"], Value::from(why));
    let like = ann.get(&format!("/tables/new?from={}", &table[7..])).await.form("/tables/new");
    assert_eq!([like.value("rating_from"), like.value("rating_to")], ["1300", "1700"]);
    let settings = program.read(&format!("/api/v1{table}")).await["settings"].clone();
    assert_eq!(settings["rating"], serde_json::json!({"from": 1300, "to": 1700}));
    join(&cat, &table).await;
}

#[tokio::test]
async fn a_range_that_makes_no_sense_comes_back_with_what_was_typed() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    for (rated, from, to, why) in [
        ("yes", "many", "", message_with("refused-rating-range", &[("most", "4000")])),
        ("yes", "1700", "1300", message_with("refused-rating-range", &[("most", "4000")])),
        ("no", "1300", "", message("refused-rating-range-unrated")),
    ] {
        let form = ann.get("/tables/new?game=custom").await.form("/tables/new");
        let form = form.set("rated", rated).set("rating_from", from).set("rating_to", to);
        let page = ann.submit(form).await;
        assert_eq!((page.status, page.text().contains(&why)), (422, true), "{}", page.text());
        let back = page.form("/tables/new");
        assert_eq!([back.value("rating_from"), back.value("rating_to")], [from, to]);
    }
}
