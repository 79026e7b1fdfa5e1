//! Guests: from the front page to a game, and from there to an account.

use bastide::service::Principal;

use crate::app::{PASSWORD, TestApp, open_table};
use crate::browser::{Browser, Page};
use crate::messages::{message, message_with, says};

const KEEP: &str = "Keep your games: choose a name and password";

/// Presses one of the front page's main buttons; returns the browser and the path of the game.
async fn guest(app: &TestApp) -> (Browser, String) {
    let browser = app.browser();
    let page = browser.get("/").await;
    assert_eq!(page.texts("main form button"), ["Easy", "Medium", "Hard"]);
    assert_eq!(page.headers["cache-control"], "no-store", "the way back leads to what waits then");
    let page = browser.submit(page.form("/play-the-computer")).await;
    assert_eq!(page.status, 200, "{}", page.text());
    assert!(!page.all("svg.board").is_empty(), "{}", page.text());
    (browser, page.path)
}

/// Plays the first turn that the board offers.
async fn play(app: &TestApp, browser: &Browser, game: &str) -> Page {
    app.run_jobs().await;
    let page = browser.get(game).await;
    assert_eq!(page.heading(), message("turn-yours"));
    let page = browser.get(&page.links("svg.board a")[0]).await;
    let page = browser.submit(page.form(&format!("{game}/turns"))).await;
    assert_eq!(page.status, 200, "{}", page.text());
    page
}

fn guest_name(page: &Page) -> String {
    page.texts(".top .menu span:last-child").join(" ")
}

#[tokio::test]
async fn a_visitor_plays_as_a_guest_signs_up_and_finds_the_game() {
    let app = TestApp::start().await;
    let (browser, game) = guest(&app).await;
    play(&app, &browser, &game).await;
    let home = browser.get("/").await;
    let name = guest_name(&home);
    assert!(name.starts_with("Guest-"), "{name}");
    let told = home.texts(".note").join(" ");
    assert!(says(&told, "dashboard-guest"), "{told}");

    let page = browser.get("/signup").await;
    assert_eq!(page.heading(), message("sign-up-guest-title"));
    let form = page.form("/signup").set("name", "ann").set("password", PASSWORD).set("zone", "Asia/Tokyo");
    let page = browser.submit(form).await;
    assert_eq!(
        (page.status, page.heading()),
        (200, message_with("codes-welcome", &[("name", "ann")])),
        "{}",
        page.text()
    );
    assert_eq!(page.texts(".codes code").len(), 10);
    assert_eq!(page.headers["cache-control"], "no-store");
    assert!(
        page.headers["set-cookie"].to_str().unwrap().starts_with("bastide="),
        "a session of its own begins"
    );
    assert_eq!(guest_name(&page), "ann");

    app.run_jobs().await;
    let home = browser.get("/").await;
    assert!(home.links("h3 a").contains(&game), "{}", home.text());
    assert!(!home.says("dashboard-guest"));
    let page = browser.get(&game).await;
    assert!(page.texts("title").join("").contains("ann – Computer"), "{:?}", page.texts("title"));
    let account = browser.get("/account").await;
    assert!(account.says_with("account-codes-left", &[("n", "10")]), "{}", account.text());
    assert_eq!(account.form("/account/zone").value("zone"), "Asia/Tokyo");
    play(&app, &browser, &game).await;
    let record = browser.get(&format!("{game}/record.jsonl")).await.body;
    assert!(record.contains(&name) && !record.contains("\"ann\""), "a stored game is never altered");

    let elsewhere = app.browser();
    let page = elsewhere.get("/login").await;
    let page = elsewhere.submit(page.form("/login").set("name", "ann").set("password", PASSWORD)).await;
    assert!(page.links("h3 a").contains(&game), "{}", page.text());
}

#[tokio::test]
async fn a_guest_learns_what_needs_an_account_and_returns_after_signing_up() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let table = open_table(&ann, &[]).await;
    let (browser, _) = guest(&app).await;

    for path in ["/tables/new", "/tables/new?preset=chicago"] {
        let page = browser.get(path).await;
        assert_eq!((page.status, page.heading()), (403, message("error-guest")));
        assert_eq!(page.texts("main a.button")[0], KEEP);
    }
    let token = browser.get("/account").await.form("/account/zone").value("csrf");
    let form = [("csrf", token.as_str()), ("old", ""), ("new", PASSWORD), ("password", "")];
    for path in ["/tables/new", "/account/password", "/account/codes", &format!("{table}/join")] {
        let page = browser.post(path, &form).await;
        assert_eq!((page.status, page.heading()), (403, message("error-guest")), "{path}");
        assert_eq!(page.texts("main a.button")[0], KEEP);
    }
    let account = browser.get("/account").await;
    assert!(
        account.find_form("/account/password").is_none() && account.find_form("/account/codes").is_none()
    );
    assert!(account.texts("main a.button").contains(&KEEP.to_owned()));

    let page = browser.get(&table).await;
    assert_eq!(page.status, 200, "a guest may watch");
    assert!(page.find_form(&format!("{table}/join")).is_none());
    let page = browser.get(&page.links("main a.button")[0]).await;
    let page = browser.submit(page.form("/signup").set("name", "ben").set("password", PASSWORD)).await;
    let page = browser.get(&page.links("main a.button:not([download])")[0]).await;
    assert_eq!(page.path, table, "back where the guest wanted to be");
    let page = browser.submit(page.form(&format!("{table}/join"))).await;
    assert!(!page.all("svg.board").is_empty(), "{}", page.text());
}

#[tokio::test]
async fn a_guest_who_signs_in_to_an_account_brings_the_games_along() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let (browser, game) = guest(&app).await;
    let page = browser.get("/login").await;
    assert!(page.says("login-guest-games"), "{}", page.text());
    let page = browser.submit(page.form("/login").set("name", "ann").set("password", "wrong password")).await;
    assert_eq!(page.status, 422);
    assert!(page.says("login-guest-games"), "still a guest");
    browser.submit(page.form("/login").set("name", "ann").set("password", PASSWORD)).await;
    for one in [&browser, &ann] {
        app.run_jobs().await;
        let home = one.get("/").await;
        assert_eq!(guest_name(&home), "ann");
        assert!(home.links("h3 a").contains(&game), "{}", home.text());
    }
    play(&app, &ann, &game).await;
}

#[tokio::test]
async fn a_recovery_code_brings_the_games_of_a_guest_along_too() {
    let app = TestApp::start().await;
    let ann = app.browser();
    let page = ann.get("/signup").await;
    let page = ann.submit(page.form("/signup").set("name", "ann").set("password", PASSWORD)).await;
    let code = page.texts(".codes code")[0].clone();
    let (browser, game) = guest(&app).await;
    let page = browser.get("/recover").await;
    let form = page.form("/recover").set("name", "ann").set("code", &code).set("password", "a new password");
    browser.submit(form).await;
    assert!(browser.get("/games/mine").await.links(".games h3 a").contains(&game));
}

#[tokio::test]
async fn a_guest_who_signs_out_confirms_first_and_is_then_deleted() {
    let app = TestApp::start().await;
    let (browser, game) = guest(&app).await;
    let page = browser.submit(browser.get("/").await.form("/logout")).await;
    assert_eq!((page.path.as_str(), page.heading()), ("/guest/end", message("end-guest-heading")));
    assert_eq!(page.texts("main a.button")[0], KEEP);
    assert_eq!(browser.get(&game).await.status, 200, "nothing has happened yet");
    let page = browser.submit(page.form("/guest/end")).await;
    assert!(page.says("flash-guest-gone"), "{}", page.text());
    assert!(page.find_form("/logout").is_none());
    assert_eq!(browser.get(&game).await.status, 404);
    assert_eq!(browser.get("/guest/end").await.path, "/login?then=%2Fguest%2Fend");

    let ann = app.person("ann").await;
    assert_eq!(ann.get("/guest/end").await.path, "/account", "accounts are asked nothing");
    let form = [("csrf", ann.token().await)];
    ann.post("/guest/end", &form).await;
    assert_eq!(guest_name(&ann.get("/").await), "ann");
}

#[tokio::test]
async fn a_guest_plays_on_by_rematch() {
    let app = TestApp::start().await;
    let (browser, game) = guest(&app).await;
    let page = browser.get(&format!("{game}/resign")).await;
    browser.submit(page.form(&format!("{game}/resign"))).await;
    let page = browser.get(&format!("{game}/final")).await;
    assert!(says(&page.texts(".note").join(" "), "final-guest"), "{}", page.text());
    let page = browser.submit(page.form(&format!("{game}/rematch"))).await;
    let table = page.path.clone();
    assert!(!page.all("svg.board").is_empty(), "it has begun: {}", page.text());
    let page = browser.submit(browser.get("/").await.form("/play-the-computer")).await;
    assert!(page.path != game && page.path != table, "and by the button");
}

#[tokio::test]
async fn nobody_signs_up_or_in_with_the_name_of_a_guest() {
    let app = TestApp::start().await;
    let (browser, _) = guest(&app).await;
    let name = guest_name(&browser.get("/").await);
    let stranger = app.browser();
    for wanted in [name.as_str(), "guest-of-honour"] {
        let page = stranger.get("/signup").await;
        let page = stranger.submit(page.form("/signup").set("name", wanted).set("password", PASSWORD)).await;
        assert_eq!(page.status, 422);
        assert_eq!(page.texts("[role=alert]"), [message("refused-name-reserved")]);
    }
    for password in ["", PASSWORD] {
        let page = stranger.get("/login").await;
        let page = stranger.submit(page.form("/login").set("name", &name).set("password", password)).await;
        assert_eq!(page.status, 422);
        assert_eq!(page.texts("[role=alert]"), [message("refused-sign-in")]);
    }
}

#[tokio::test]
async fn nobody_becomes_a_guest_without_the_token_of_the_front_page() {
    let app = TestApp::start().await;
    let (first, second) = (app.browser(), app.browser());
    let token = first.get("/").await.form("/play-the-computer").value("csrf");
    let none: [(&str, &str); 0] = [];
    assert_eq!(app.browser().post("/play-the-computer", &none).await.status, 403);
    second.get("/").await;
    let page = second.post("/play-the-computer", &[("csrf", token.as_str())]).await;
    assert_eq!((page.status, page.heading()), (403, message("error-forged")));
    assert!(second.get("/").await.find_form("/logout").is_none());
    assert_eq!(first.post("/play-the-computer", &[("csrf", token.as_str())]).await.status, 303);
}

#[tokio::test]
async fn too_many_guests_from_one_address_are_asked_to_wait_or_to_sign_up() {
    let app = TestApp::start().await;
    for _ in 0..60 {
        app.service.create_guest(&Principal::anonymous(Some([127, 0, 0, 1].into())), "").await.unwrap();
    }
    let browser = app.browser();
    let page = browser.submit(browser.get("/").await.form("/play-the-computer")).await;
    assert_eq!(page.status, 429);
    assert_eq!(page.texts("[role=alert]"), [message("refused-too-many-guests")]);
    assert!(page.find_form("/logout").is_none());
    app.wait(1);
    guest(&app).await;
}

#[tokio::test]
async fn visitors_who_sign_up_to_sit_down_come_back_to_the_table() {
    let app = TestApp::start().await;
    let table = open_table(&app.person("ann").await, &[]).await;
    let browser = app.browser();
    let page = browser.get(&table).await;
    let page = browser.get(&page.links("main a.button")[1]).await;
    let page = browser.submit(page.form("/signup").set("name", "ben").set("password", PASSWORD)).await;
    assert_eq!(page.links("main a.button:not([download])"), [table]);
    let page = browser.get("/signup?then=//evil.example").await;
    assert_eq!(page.form("/signup").value("then"), "/");
}
