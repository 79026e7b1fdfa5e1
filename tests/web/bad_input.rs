//! Invalid forms and URLs: each with its status and the message on the page. None stores anything.

use reqwest::Method;

use crate::app::TestApp;
use crate::browser::{Browser, encode};

/// An invalid form or URL.
struct Bad {
    method: &'static str,
    /// `{game}`: a game in which the sender is to move. `{table}`: a table of the sender that waits for players.
    path: &'static str,
    /// Fields of the form besides its token.
    fields: &'static [(&'static str, &'static str)],
    status: u16,
    says: &'static str,
}

const fn get(path: &'static str, status: u16, says: &'static str) -> Bad {
    Bad { method: "GET", path, fields: &[], status, says }
}

const fn post(
    path: &'static str,
    fields: &'static [(&'static str, &'static str)],
    status: u16,
    says: &'static str,
) -> Bad {
    Bad { method: "POST", path, fields, status, says }
}

const PASSWORD: &str = "a good password";
const TURN: &str = "{game}/turns";
const NO_PAGE: &str = "Page not found";

const ALL: &[Bad] = &[
    // Addresses.
    get("/nothing", 404, NO_PAGE),
    get("/games/", 404, NO_PAGE),
    get("/games/0", 404, NO_PAGE),
    get("/games/0123456789abcdef", 404, NO_PAGE),
    get("/games/0123456789ABCDEF", 404, NO_PAGE),
    get("/games/%00", 404, NO_PAGE),
    get("/games/..%2f..%2fetc%2fpasswd", 404, NO_PAGE),
    get("/games/'%20OR%201=1--", 404, NO_PAGE),
    get("/games/0123456789abcdef/moves/1", 404, NO_PAGE),
    get("/games/0123456789abcdef/final", 404, NO_PAGE),
    get("/games/0123456789abcdef/record.jsonl", 404, NO_PAGE),
    get("{game}/moves/0", 404, NO_PAGE),
    get("{game}/moves/9999", 404, NO_PAGE),
    get("{game}/moves/-1", 404, NO_PAGE),
    get("{game}/moves/one", 404, NO_PAGE),
    get("{game}/moves/99999999999999999999", 404, NO_PAGE),
    get("{game}/moves?n=x", 400, "The field “n” can’t be “x”."),
    get("{game}?after=x", 400, "The field “after” can’t be “x”."),
    get("{game}?tab=magic", 400, "There’s no such tab."),
    get("{game}/options", 400, "The field “x” is missing."),
    get("{game}/options?tile=XXXX&x=0&y=1", 400, "The field “tile” can’t be “XXXX”."),
    get("{game}?tile=XXXX", 400, "The field “tile” can’t be “XXXX”."),
    get("{game}?show=magic", 400, "There’s no overlay called “magic”."),
    get("{game}?cell=north", 400, "Write a cell like 3,-1."),
    get("{game}/moves/1?show=%F0%9F%98%80", 400, "There’s no overlay called"),
    get("{game}/preview", 400, "The field “x” is missing."),
    get("{game}/preview?tile=CRFR&x=0", 400, "The field “y” is missing."),
    get("{game}/preview?x=1&y=0", 400, "The field “tile” is missing."),
    get("{game}/preview?tile=ZZZZ&x=1&y=0", 400, "The field “tile” can’t be “ZZZZ”."),
    get("{game}/preview?tile=CRFR&x=one&y=0", 400, "The field “x” can’t be “one”."),
    get("{game}/preview?tile=CRFR&x=99999&y=0", 400, "The field “x” can’t be “99999”."),
    get("{game}/preview?tile=CRFR&x=1&x=2&y=0", 400, "The field “x” was sent twice."),
    get("{game}/preview?tile=CRFR&x=1&y=0&rotation=4", 400, "A rotation is a number from 0 to 3."),
    get("{game}/preview?tile=CRFR&x=1&y=0&rotation=-1", 400, "The field “rotation” can’t be “-1”."),
    get("{game}/preview?tile=CRFR&x=1&y=0&follower=meeple", 400, "Write a follower like meeple@top"),
    get("{game}/preview?tile=CRFR&x=1&y=0&follower=knight@top", 400, "Write a follower like meeple@top"),
    get("{game}/preview?tile=CRFR&x=1&y=0&follower=meeple@roof", 400, "Write a follower like meeple@top"),
    get("{game}/preview?tile=IC-cathedral&x=1&y=0&rotation=0", 422, "That tile isn’t in hand."),
    get("{game}/preview?tile=IC-cathedral&x=1&y=0", 422, "The tile doesn’t fit at (1, 0) in any rotation."),
    get("{table}/preview?tile=CRFR&x=1&y=0", 404, NO_PAGE),
    get("/games?status=lost", 400, "The field “status” can’t be “lost”."),
    get("/games?rules=house", 400, "The field “rules” can’t be “house”."),
    get("/games?expansions=moon", 400, "The field “expansions” can’t be “moon”."),
    get("/games?sort=luck", 400, "The field “sort” can’t be “luck”."),
    get("/games?after=yesterday", 400, "The field “after” can’t be “yesterday”."),
    get("/games/mine?status=open&status=playing", 400, "The field “status” was sent twice."),
    get("/join/short", 404, NO_PAGE),
    get("/join/0123456789abcdefghjkmnpq", 404, NO_PAGE),
    get("/static/000000000000/style.css", 404, NO_PAGE),
    get("/static/000000000000/../../Cargo.toml", 404, NO_PAGE),
    // Wrong methods.
    get("/logout", 405, "That doesn’t work here"),
    get("{game}/turns", 405, "That doesn’t work here"),
    get("{game}/join", 405, "That doesn’t work here"),
    get("/account/password", 405, "That doesn’t work here"),
    post("/games", &[], 405, "That doesn’t work here"),
    post("{game}", &[], 405, "That doesn’t work here"),
    Bad { method: "DELETE", path: "{game}", fields: &[], status: 405, says: "That doesn’t work here" },
    Bad { method: "PUT", path: "/account", fields: &[], status: 405, says: "That doesn’t work here" },
    // Accounts.
    post("/signup", &[("name", "zoe")], 400, "The field “password” is missing."),
    post("/signup", &[("name", "z"), ("password", PASSWORD)], 422, "A name has 2 to 24 characters."),
    post("/signup", &[("name", "7zoe"), ("password", PASSWORD)], 422, "A name starts with a letter."),
    post(
        "/signup",
        &[("name", "zoe!"), ("password", PASSWORD)],
        422,
        "A name can contain letters, the digits",
    ),
    post(
        "/signup",
        &[("name", "<b>zoe</b>"), ("password", PASSWORD)],
        422,
        "A name can contain letters, the digits",
    ),
    post(
        "/signup",
        &[("name", "zoe"), ("password", "short")],
        422,
        "A password needs at least 8 characters.",
    ),
    post(
        "/signup",
        &[("name", "zoe-zoe-zoe"), ("password", "zoe-zoe-zoe")],
        422,
        "Your password can’t be your name with a few characters added.",
    ),
    post("/signup", &[("name", "zoe"), ("password", "        ")], 422, "That password is easy to guess."),
    post(
        "/signup",
        &[("name", "zoe"), ("password", PASSWORD), ("zone", "Mars/Olympus")],
        422,
        "Choose a time zone",
    ),
    post("/signup", &[("name", "ANN"), ("password", PASSWORD)], 422, "That name is taken."),
    post("/login", &[("name", "ann"), ("password", "")], 422, "Wrong name or password."),
    post("/login", &[("name", "'; DROP TABLE users; --"), ("password", "x")], 422, "Wrong name or password"),
    post("/login", &[("password", "x")], 400, "The field “name” is missing."),
    post(
        "/recover",
        &[("name", "ann"), ("code", "0000-0000-0000-0000"), ("password", PASSWORD)],
        422,
        "Wrong name or code",
    ),
    post(
        "/recover",
        &[("name", "ann"), ("code", "no code"), ("password", PASSWORD)],
        422,
        "Wrong name or code",
    ),
    post("/account/zone", &[("zone", "")], 422, "Choose a time zone from the list."),
    post("/account/zone", &[], 400, "The field “zone” is missing."),
    post(
        "/account/password",
        &[("old", "wrong"), ("new", PASSWORD)],
        422,
        "That isn’t your current password.",
    ),
    post(
        "/account/password",
        &[("old", crate::app::PASSWORD), ("new", "short")],
        422,
        "at least 8 characters",
    ),
    post("/account/codes", &[("password", "wrong")], 422, "That isn’t your current password."),
    post("/account/sessions/x/end", &[], 404, NO_PAGE),
    // Tables.
    post("{game}/leave", &[], 409, "The game has started"),
    post("{table}/salt", &[], 400, "The field “salt” is missing."),
    post("{table}/salt", &[("salt", "x")], 403, "You don’t have a seat at this table."),
    post("{game}/salt", &[("salt", "x")], 409, "The game has started without your salt."),
    post("/games/0123456789abcdef/salt", &[("salt", "x")], 404, NO_PAGE),
    post("{table}/join", &[("salt_hash", "x")], 422, "has 64 digits"),
    post("{table}/leave", &[], 403, "You don’t have a seat at this table."),
    post("{table}/join", &[("invite", "x")], 404, NO_PAGE),
    post("{table}/invite", &[], 400, "The field “name” is missing."),
    post("{table}/invite", &[("name", "nobody")], 422, "No player has that name."),
    post("{table}/invite", &[("name", "<b>")], 422, "No player has that name."),
    post("/games/0123456789abcdef/invite", &[("name", "ben")], 404, NO_PAGE),
    post("{table}/decline", &[], 409, "You’re not invited to this table"),
    post("/games/0123456789abcdef/decline", &[], 409, "You’re not invited to this table"),
    get("/tables/new?from=0123456789abcdef", 404, NO_PAGE),
    post("/games/0123456789abcdef/join", &[], 404, NO_PAGE),
    // Turns.
    post(TURN, &[], 400, "The field “key” is missing."),
    post(TURN, &[("key", "short")], 400, "This form is damaged."),
    post(TURN, &[("key", "0123456789")], 400, "The field “expected” is missing."),
    post(TURN, &[("key", "0123456789"), ("expected", "-1")], 400, "The field “expected” can’t be “-1”."),
    post(TURN, &[("key", "0123456789"), ("expected", "1")], 400, "The field “x” is missing."),
    post(
        TURN,
        &[
            ("key", "0123456789"),
            ("expected", "1"),
            ("x", "0"),
            ("y", "0"),
            ("tile", "IC-cathedral"),
            ("rotation", "0"),
        ],
        422,
        "That tile isn’t in hand.",
    ),
    post(
        TURN,
        &[
            ("key", "0123456789"),
            ("expected", "0"),
            ("x", "0"),
            ("y", "0"),
            ("tile", "IC-cathedral"),
            ("rotation", "0"),
        ],
        409,
        "The game has moved on since you loaded the page.",
    ),
    post(
        TURN,
        &[
            ("key", "0123456789"),
            ("expected", "1"),
            ("x", "0"),
            ("y", "0"),
            ("tile", "CRFR"),
            ("rotation", "9"),
        ],
        400,
        "A rotation is a number from 0 to 3.",
    ),
    post(
        "{table}/turns",
        &[
            ("key", "0123456789"),
            ("expected", "1"),
            ("x", "0"),
            ("y", "0"),
            ("tile", "CRFR"),
            ("rotation", "0"),
        ],
        404,
        NO_PAGE,
    ),
    post("{game}/resign", &[("key", "0123456789")], 400, "The field “expected” is missing."),
    post(
        "{game}/resign",
        &[("key", "0123456789"), ("expected", "0")],
        409,
        "The game has moved on since you loaded the page.",
    ),
    post("{table}/resign", &[("key", "0123456789"), ("expected", "0")], 404, NO_PAGE),
];

/// Everything that could have changed.
async fn state(app: &TestApp, browser: &Browser, game: &str, table: &str) -> [String; 4] {
    let games = app.browser().get("/games").await;
    [
        games.texts(".lines").join(" "),
        browser.get(&format!("{game}/record.jsonl")).await.body,
        browser.get(table).await.texts("ol.seats").join(" "),
        browser.get("/account").await.form("/account/zone").value("zone"),
    ]
}

#[tokio::test]
async fn invalid_forms_and_urls_get_a_page_that_says_what_to_change_and_store_nothing() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let game = app.game(&ann, &ben).await;
    let browser = if ann.get(&game).await.heading() == "Your turn" { &ann } else { &ben };
    let table = crate::app::open_table(browser, &[("plays", "no")]).await;
    let before = state(&app, browser, &game, &table).await;
    assert!(ALL.len() >= 60);
    for bad in ALL {
        let path = bad.path.replace("{game}", &game).replace("{table}", &table);
        let method = Method::from_bytes(bad.method.as_bytes()).unwrap();
        let mut fields = vec![("csrf".to_owned(), browser.token().await)];
        fields.extend(bad.fields.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())));
        let (headers, body) = if method == Method::POST {
            (vec![("content-type", "application/x-www-form-urlencoded")], encode(&fields))
        } else {
            (vec![], String::new())
        };
        let page = browser.request(method, &path, &headers, body).await;
        let text = page.text();
        assert_eq!(page.status, bad.status, "{} {path} {:?}: {text}", bad.method, bad.fields);
        assert!(text.contains(bad.says), "{} {path} {:?}: {text}", bad.method, bad.fields);
        assert!(!page.all("main").is_empty(), "{path}: an ordinary page");
        for leak in ["panicked", "sqlx", "src/", "RUST_BACKTRACE", "StoreError"] {
            assert!(!page.body.contains(leak), "{path} shows {leak}");
        }
    }
    assert_eq!(state(&app, browser, &game, &table).await, before);
}

#[tokio::test]
async fn bodies_that_are_not_forms_are_refused_before_they_are_read() {
    let app = TestApp::start().await;
    let browser = app.person("ann").await;
    let form = ("content-type", "application/x-www-form-urlencoded");
    let token = browser.token().await;
    let long = format!("csrf={token}&zone={}", "x".repeat(40_000));
    let many = format!("csrf={token}{}", "&a=b".repeat(300));
    for (headers, body, status) in [
        (vec![("content-type", "application/json")], "{}".to_owned(), 415),
        (vec![("content-type", "multipart/form-data; boundary=x")], "--x--".to_owned(), 415),
        (vec![], String::new(), 415),
        (vec![form], long, 413),
        (vec![form], many, 400),
        (vec![form], format!("csrf={token}&zone=%ff%fe"), 422),
    ] {
        let page = browser.request(Method::POST, "/account/zone", &headers, body.clone()).await;
        assert_eq!(page.status, status, "{:?}: {}", &body[..body.len().min(40)], page.text());
    }
}

#[tokio::test]
async fn visitors_are_sent_to_the_sign_in_page_or_get_an_error() {
    let app = TestApp::start().await;
    let browser = app.browser();
    for path in ["/account", "/games/mine", "/tables/new", "/next", "/games/0123456789abcdef/resign"] {
        let page = browser.request(Method::GET, path, &[], String::new()).await;
        assert_eq!(page.status, 303, "{path}");
        assert!(page.headers["location"].to_str().unwrap().starts_with("/login?then="), "{path}");
    }
    let token = browser.token().await;
    for path in ["/account/zone", "/tables/new", "/games/0123456789abcdef/turns", "/logout"] {
        let page = browser.post(path, &[("csrf", token.as_str())]).await;
        assert_eq!(page.status, 401, "{path}");
        assert_eq!(page.heading(), "Sign in first");
    }
    let stale = [("cookie", "bastide=0123456789012345678901234567890123456789012345678901234567890123")];
    let page = browser.request(Method::GET, "/account", &stale, String::new()).await;
    assert_eq!(page.status, 303, "a session that never was");
}
