//! The page about bots, as a browser uses it, and the marks of bots elsewhere. `tests/store/bots.rs` checks what is stored.

use chrono::TimeDelta;
use serde_json::json;

use crate::api::Program;
use crate::app::{PASSWORD, TestApp, open_table};
use crate::browser::{Browser, Page};
use crate::messages::{message, message_with};
use crate::tokens::secret;

const PAGE: &str = "/account/bots";

async fn make(browser: &Browser, name: &str) -> Page {
    browser.submit(browser.get(PAGE).await.form(PAGE).set("name", name)).await
}

/// A program that plays as a new bot.
pub async fn bot(app: &TestApp, maker: &Browser, name: &str) -> Program {
    let page = make(maker, name).await;
    assert!(page.says("flash-bot-made"), "{}", page.text());
    let made = maker.submit(page.form("/account/bots/token").set("name", "engine")).await;
    Program::new(app, Some(&secret(&made)))
}

#[tokio::test]
async fn a_bot_is_made_gets_a_token_and_is_removed() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    assert!(!ann.get("/account").await.all(&format!("a[href='{PAGE}']")).is_empty());
    let page = make(&ann, "rex").await;
    assert_eq!(page.texts("section > h2"), ["rex".to_owned(), message("bots-make")]);
    assert!(page.says("bots-no-token"));
    let made = ann.submit(page.form("/account/bots/token").set("name", "engine").set("days", "never")).await;
    assert_eq!(made.headers["cache-control"], "no-store");
    let token = secret(&made);
    let program = Program::new(&app, Some(&token));
    let me = program.read("/api/v1/me").await;
    assert_eq!((&me["name"], &me["scopes"]), (&json!("rex"), &json!(["read", "play", "talk"])));
    assert_eq!(me["bot_of"]["name"], "ann");
    let page = ann.get(PAGE).await;
    assert!(!page.body.contains(&token) && page.says("tokens-until-never"));
    let page = ann.submit(page.form("/account/bots/revoke")).await;
    assert!(page.says("flash-token-revoked") && page.says("bots-no-token"));
    assert_eq!(program.get("/api/v1/me").await.status, 401);
    let page = ann.submit(page.form("/account/bots/remove")).await;
    assert!(page.says("flash-bot-removed"));
    assert_eq!(page.texts("section > h2"), [message("bots-make")]);
}

#[tokio::test]
async fn bad_names_and_a_fourth_bot_get_a_sentence() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    for (name, why) in [("ann", "refused-name-taken"), ("robot", "refused-name-reserved")] {
        let page = make(&ann, name).await;
        assert_eq!((page.status, page.texts("#e-name")), (422, vec![message(why)]), "{name}");
    }
    let page = make(&ann, "rex-one").await;
    let form = page.form("/account/bots/token").set("name", " ");
    let page = ann.submit(form).await;
    let why = message_with("refused-token-name", &[("n", "60")]);
    assert_eq!((page.status, page.texts("#e-token-name")), (422, vec![why]));
    make(&ann, "rex-two").await;
    let form = ann.get(PAGE).await.form(PAGE).set("name", "rex-four");
    let page = make(&ann, "rex-three").await;
    assert!(page.all(&format!("form[action='{PAGE}']")).is_empty(), "no form for a fourth");
    let page = ann.submit(form).await;
    let why = message_with("refused-bot-too-many", &[("n", "3")]);
    assert_eq!((page.status, page.texts("[role=alert]")), (422, vec![why]));
    app.clock.advance(TimeDelta::hours(1));
    let asked = ann.submit(ann.get(PAGE).await.form("/account/bots/remove")).await;
    assert_eq!((asked.status, asked.heading()), (403, message("confirm-title")));
    let page = ann.submit(asked.form("/account/confirm").set("password", PASSWORD)).await;
    assert!(page.says("flash-bot-removed"));
}

#[tokio::test]
async fn a_bot_is_marked_wherever_it_is_named() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let rex = bot(&app, &ann, "rex").await;
    let table = open_table(&ben, &[("bots", "yes")]).await;
    let id = table.rsplit('/').next().unwrap();
    let waiting = app.browser().get("/games").await;
    assert!(!waiting.text().contains("[bot]"));
    rex.call(&format!("/api/v1/games/{id}/join"), &json!({})).await;
    let mark = message_with("player-bot", &[("name", "rex")]);
    let visitor = app.browser();
    for path in ["/games".to_owned(), table.clone(), format!("/embed/games/{id}")] {
        let page = visitor.get(&path).await;
        assert!(page.text().contains(&mark), "{path}: {}", page.text());
    }
    let list = visitor.get("/games?player=Rex").await;
    assert!(list.text().contains(&message_with("list-bot-of", &[("name", "rex"), ("maker", "ann")])));
    assert!(!visitor.get("/games?player=ben").await.text().contains("ann"));
    let game = rex.read(&format!("/api/v1/games/{id}")).await;
    let people: Vec<_> = game["seats"].as_array().unwrap().iter().map(|seat| &seat["player"]).collect();
    for player in people {
        let is_bot = player["name"] == "rex";
        assert_eq!(player["bot_of"]["name"].as_str(), is_bot.then_some("ann"), "{player}");
    }
    ben.submit(ben.get(&format!("{table}/resign")).await.form(&format!("{table}/resign"))).await;
    for path in [format!("{table}/final"), "/games".to_owned()] {
        let page = visitor.get(&path).await;
        assert!(page.text().contains(&mark), "{path}: {}", page.text());
    }
}

#[tokio::test]
async fn a_table_says_whether_bots_may_sit_and_refuses_them_otherwise() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let rex = bot(&app, &ann, "rex").await;
    assert!(ben.get("/tables/new?game=custom").await.says("bots-help"));
    let closed = open_table(&ben, &[]).await;
    let id = closed.rsplit('/').next().unwrap();
    let refused = rex.post(&format!("/api/v1/games/{id}/join"), &json!({})).await;
    assert_eq!(
        (refused.status, crate::api::json(&refused)["code"].as_str()),
        (403, Some("bots-not-allowed"))
    );
    let body = json!({"name": "rex"});
    let program = Program::of(&app, &ben, &["read", "play"]).await;
    let refused = program.post(&format!("/api/v1/games/{id}/invite"), &body).await;
    assert_eq!(
        (refused.status, crate::api::json(&refused)["code"].as_str()),
        (422, Some("bots-not-allowed"))
    );
    let opened = rex.post("/api/v1/games", &json!({})).await;
    assert_eq!((opened.status, crate::api::json(&opened)["code"].as_str()), (403, Some("bots-not-allowed")));
    let form = ben.get(&closed).await.form(&format!("{closed}/invite")).set("name", "rex");
    let page = ben.submit(form).await;
    assert!(page.status == 422 && page.says("refused-bots-invite"), "{}", page.text());
    assert!(!page.says("bots-label"));

    let open = open_table(&ben, &[("bots", "yes")]).await;
    let page = ben.get(&open).await;
    assert!(page.says("bots-label"));
    let page = ben.submit(page.form(&format!("{open}/invite")).set("name", "rex")).await;
    assert!(page.says("flash-invited") && page.text().contains("rex [bot]"), "{}", page.text());
    let lobby = app.browser().get("/games").await;
    assert_eq!(lobby.text().matches(&message("bots-label")).count(), 1);
    let settings = program.read(&format!("/api/v1/games/{}", open.rsplit('/').next().unwrap())).await;
    assert_eq!(settings["settings"]["bots"], true);
    let invited = rex.read("/api/v1/waiting").await;
    assert_eq!(invited["invitations"].as_array().unwrap().len(), 1);
    let like = ben.get(&format!("/tables/new?from={}", open.rsplit('/').next().unwrap())).await;
    assert!(!like.all("input[name=bots][checked]").is_empty());
}
