//! Tables for friends that their opener makes public.

use serde_json::Value;

use crate::api::{Program, is, problem};
use crate::app::{TestApp, join, open_table};

#[tokio::test]
async fn the_opener_of_a_table_for_friends_lists_it_with_one_click() {
    let app = TestApp::start().await;
    let (ann, ben, eve) = (app.person("ann").await, app.person("ben").await, app.person("eve").await);
    let table = open_table(&ann, &[("visibility", "link"), ("seats", "3")]).await;
    let page = ann.get(&table).await;
    let link = page.texts("code.address").join("").replace(&app.origin, "");
    let action = format!("{table}/make-public");
    let mut news = ann.news(&format!("{table}/live?after=0&tables=2")).await;
    ben.submit(ben.get(&link).await.form(&format!("{table}/join"))).await;
    assert!(ben.get(&table).await.find_form(&action).is_none(), "only its opener");
    assert_eq!(ben.post(&action, &[("csrf", ben.token().await)]).await.status, 403);
    assert_eq!(eve.post(&action, &[("csrf", eve.token().await)]).await.status, 404, "it is hidden");
    assert!(!app.browser().get("/games?status=open").await.body.contains(&table));

    let form = page.form(&action);
    let shown = ann.submit(form.clone()).await;
    assert!(shown.path == table && shown.says("flash-made-public"), "{}", shown.text());
    assert!(shown.find_form(&action).is_none() && shown.says("table-invite-text-public"));
    assert_eq!(ann.submit(form).await.status, 200, "sent twice");
    while !news.chunk().await.unwrap().contains("event: moved") {}
    for list in ["/", "/games", "/games?status=open", "/games?player=ann"] {
        assert!(app.browser().get(list).await.body.contains(&table), "{list}");
    }
    assert_eq!(app.browser().get(&link).await.status, 200, "the link still leads to it");
    join(&eve, &table).await;
    assert_eq!(ann.post(&action, &[("csrf", ann.token().await)]).await.status, 409, "the game has started");
}

#[tokio::test]
async fn programs_make_tables_public_too() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let program = Program::of(&app, &ann, &["read", "play"]).await;
    let other = Program::of(&app, &ben, &["read", "play"]).await;
    let opened = program.call("/api/v1/games", &serde_json::json!({"settings": {"public": false}})).await;
    let path = format!("/api/v1/games/{}", opened["id"].as_str().unwrap());
    assert_eq!(
        problem(&other.post(&format!("{path}/make-public"), &Value::Null).await),
        is(404, "no-such-game")
    );
    for _ in 0..2 {
        program.call(&format!("{path}/make-public"), &Value::Null).await;
    }
    assert_eq!(program.read(&path).await["settings"]["public"], Value::Bool(true));
    assert_eq!(
        problem(&other.post(&format!("{path}/make-public"), &Value::Null).await),
        is(403, "not-opener")
    );
}

#[tokio::test]
async fn a_guests_table_has_no_such_button() {
    let app = TestApp::start().await;
    let guest = app.browser();
    let game = guest.submit(guest.get("/").await.form("/play-the-computer")).await.path;
    let action = format!("{game}/make-public");
    let refused = guest.post(&action, &[("csrf", guest.token().await)]).await;
    assert_eq!(refused.status, 409, "the game has started");
}
