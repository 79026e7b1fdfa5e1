//! What is new since a player's last visit: stored in a cookie with the game's path, and shown on its page.

use chrono::TimeDelta;
use reqwest::Method;

use crate::app::{TestApp, join, open_table};
use crate::browser::{Browser, Page, encode};
use crate::messages::message;

/// Three users at a table.
async fn three(app: &TestApp) -> (String, [Browser; 3]) {
    let people = [app.person("ann").await, app.person("ben").await, app.person("cat").await];
    let table = open_table(&people[0], &[("seats", "3")]).await;
    for person in &people[1..] {
        join(person, &table).await;
    }
    (table, people)
}

/// The player to move plays, and nobody else looks at the game page; returns who it was.
async fn move_on(app: &TestApp, table: &str, people: &[Browser; 3]) -> usize {
    for (who, person) in people.iter().enumerate() {
        // `/next` does not lead there for the others, and does not count as a visit.
        if person.get("/").await.links(&format!("a[href='{table}']")).is_empty() {
            continue;
        }
        let page = visit_hidden(person, table).await;
        if let Some(cell) = page.links("#placements tbody a").first() {
            let preview = person.get(cell).await;
            // The first one offered.
            let choices = preview.choices("follower");
            let follower = choices.get(1).cloned().unwrap_or_default();
            let form = preview.form(&format!("{table}/turns")).set("follower", &follower);
            assert_eq!(person.submit(form).await.status, 200);
            app.clock.advance(TimeDelta::seconds(1));
            return who;
        }
    }
    panic!("nobody is to move");
}

/// Loads the page in a hidden window.
async fn visit_hidden(person: &Browser, table: &str) -> Page {
    person.request(Method::GET, table, &[("x-hidden", "1")], String::new()).await
}

fn told(page: &Page) -> Vec<String> {
    page.texts(".news li > div > p:first-child")
}

#[tokio::test]
async fn a_visit_begins_where_the_last_one_ended_and_a_reload_keeps_its_list() {
    let app = TestApp::start().await;
    let (table, people) = three(&app).await;
    for _ in 0..3 {
        move_on(&app, &table, &people).await;
    }
    // The next player to move again has two turns to see.
    let viewer = &people[move_on(&app, &table, &people).await];
    assert!(viewer.get(&table).await.all("#since").is_empty(), "the own turn is no news");
    app.clock.advance(TimeDelta::hours(1));

    move_on(&app, &table, &people).await;
    let page = viewer.get(&table).await;
    assert_eq!(page.texts("#since summary"), [message("since-visit")]);
    assert_eq!(told(&page).len(), 1, "{}", page.text());
    let cookie = page.headers["set-cookie"].to_str().unwrap().to_owned();
    for part in ["visit=", &format!("Path={table};"), "HttpOnly", "SameSite=Lax", "Max-Age=5184000"] {
        assert!(format!("{cookie};").contains(part), "{cookie} lacks {part}");
    }
    assert!(!cookie.contains("Secure") && cookie.len() < 160, "{cookie}");

    app.clock.advance(TimeDelta::minutes(20));
    move_on(&app, &table, &people).await;
    let again = viewer.get(&table).await;
    assert_eq!(told(&again).len(), 2, "a reload keeps what was new: {}", again.text());
    // Where on the board that was may be said differently once the board has grown.
    let what = |page: &Page| told(page)[0].split(" in the ").next().unwrap().to_owned();
    assert_eq!(what(&again), what(&page));

    app.clock.advance(TimeDelta::minutes(31));
    let later = viewer.get(&table).await;
    assert!(later.all("#since").is_empty(), "all of it has been seen: {}", later.text());
}

#[tokio::test]
async fn without_a_cookie_the_list_starts_at_the_own_turn() {
    let app = TestApp::start().await;
    let (table, people) = three(&app).await;
    let mut movers = Vec::new();
    for _ in 0..5 {
        movers.push(move_on(&app, &table, &people).await);
    }
    for (turns, who) in movers.into_iter().rev().take(3).enumerate() {
        let page = visit_hidden(&people[who], &table).await;
        assert_eq!(told(&page).len(), turns, "{}", page.text());
        assert!(!page.headers.contains_key("set-cookie"), "nobody has looked");
    }
}

#[tokio::test]
async fn a_broken_cookie_says_nothing() {
    let app = TestApp::start().await;
    let session = by_hand(&app).await;
    let table = play_the_computer(&app, &session).await;
    let plain = look(&app, &table, &session).await;
    assert_eq!(plain.status, 200);
    for broken in ["", "1", "9.9.9", "0.4.99999999999", "x.y.z", "1.0.1795176000", "0.1.1795176000.1"] {
        let page = look(&app, &table, &format!("{session}; visit={broken}")).await;
        assert_eq!(page.status, 200, "{broken}");
        assert_eq!(told(&page), told(&plain), "{broken}");
        let cookie = page.headers["set-cookie"].to_str().unwrap();
        assert!(cookie.starts_with("visit=0.1."), "{broken} leads to {cookie}");
    }
}

/// The session cookie of a new account, sent manually.
async fn by_hand(app: &TestApp) -> String {
    let page = app.browser().get("/signup").await;
    let visitor = cookie(&page);
    let csrf = page.form("/signup").value("csrf");
    let fields = [("csrf", csrf.as_str()), ("name", "ann"), ("password", crate::app::PASSWORD)];
    cookie(&send(app, "/signup", &visitor, &fields).await)
}

async fn play_the_computer(app: &TestApp, session: &str) -> String {
    let csrf = look(app, "/", session).await.form("/play-the-computer").value("csrf");
    let made = send(app, "/play-the-computer", session, &[("csrf", &csrf)]).await;
    made.headers["location"].to_str().unwrap().to_owned()
}

/// The name and the value of the cookie that a page sets.
fn cookie(page: &Page) -> String {
    page.headers["set-cookie"].to_str().unwrap().split(';').next().unwrap().to_owned()
}

async fn look(app: &TestApp, path: &str, cookie: &str) -> Page {
    app.browser().request(Method::GET, path, &[("cookie", cookie)], String::new()).await
}

async fn send(app: &TestApp, path: &str, cookie: &str, fields: &[(&str, &str)]) -> Page {
    let fields: Vec<(String, String)> =
        fields.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let kind = ("content-type", "application/x-www-form-urlencoded");
    app.browser().request(Method::POST, path, &[kind, ("cookie", cookie)], encode(&fields)).await
}

#[tokio::test]
async fn new_tiles_are_numbered_until_a_query_asks_for_the_plain_board() {
    let app = TestApp::start().await;
    let (table, people) = three(&app).await;
    for _ in 0..3 {
        move_on(&app, &table, &people).await;
    }
    for person in &people {
        let page = person.get(&table).await;
        let turns = page.all(".news li[data-n]").len();
        assert_eq!(page.all("svg.board .a-badge").len(), turns);
        assert_eq!(page.texts("svg.board .a-badge"), page.texts(".news li[data-n] > a"));
        for row in page.all(".news li[data-n]") {
            let n = row.attr("data-n").unwrap();
            let parts = format!("svg.board use[data-n='{n}'], svg.board [data-n='{n}'] .a-badge");
            assert!(page.all(&parts).len() >= 2, "event {n} is on the board");
        }
        if turns == 0 {
            continue;
        }
        let bare = page.links("#since a.button");
        assert_eq!(bare, [format!("{table}?show=")]);
        let page = person.get(&bare[0]).await;
        assert_eq!(page.all("svg.board .a-badge, svg.board [data-n]").len(), 0);
        assert_eq!(page.all(".news li[data-n]").len(), turns, "the list stays");
        let both = person.get(&format!("{table}?show=owners&show=since")).await;
        assert_eq!(both.all("svg.board .a-badge").len(), turns);
        assert_eq!(both.links("#since a.button"), [format!("{table}?show=owners")]);
        let others = person.get(&format!("{table}?show=owners")).await;
        assert_eq!(others.links("#since a.button"), [format!("{table}?show=since&show=owners")]);
        assert_eq!(others.all("svg.board .a-badge").len(), 0, "exactly what the address says is shown");
    }
    let stranger = app.person("stranger").await;
    let page = stranger.get(&format!("{table}?show=since")).await;
    assert!(page.status == 200 && page.all("#since, svg.board .a-badge").is_empty());
    assert!(!page.headers.contains_key("set-cookie"), "who does not play makes no visits");
}

#[tokio::test]
async fn behind_https_the_cookie_of_a_visit_is_secure() {
    let app = TestApp::start_with(|settings| {
        settings.https = true;
        settings.forms_a_minute = 100_000;
    })
    .await;
    // A browser would not send secure cookies over plain HTTP.
    let session = by_hand(&app).await;
    assert!(session.starts_with("__Host-bastide="), "{session}");
    let table = play_the_computer(&app, &session).await;
    let page = look(&app, &table, &session).await;
    let cookie = page.headers["set-cookie"].to_str().unwrap();
    assert!(cookie.starts_with("__Secure-visit=") && cookie.contains("; Secure"), "{cookie}");
}

#[tokio::test]
async fn a_returned_follower_is_mentioned_and_drawn_faintly() {
    let app = TestApp::start().await;
    let (table, people) = three(&app).await;
    for _ in 0..60 {
        move_on(&app, &table, &people).await;
        for person in &people {
            let page = visit_hidden(person, &table).await;
            let homes =
                page.texts(".news li > div > p").into_iter().filter(|told| told.contains(" returned from "));
            let homes = homes.count();
            assert_eq!(page.all("svg.board .a-gone .a-home").len(), homes);
            if homes > 0 {
                let went = page.all("svg.board .a-gone")[0].attr("data-went").unwrap().to_owned();
                let row = page.texts(&format!(".news li[data-n='{went}']")).join(" ");
                assert!(row.contains(" returned from ") && row.contains("scored"), "{row}");
                return;
            }
        }
    }
    panic!("nobody finished anything in sixty turns");
}
