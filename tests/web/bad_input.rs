//! Invalid forms and URLs: each with its status and the message on the page, by its key. None stores anything.

use reqwest::Method;

use crate::app::TestApp;
use crate::browser::{Browser, encode};
use crate::messages::message;
use crate::play::is_my_turn;

/// An invalid form or URL.
struct Bad {
    method: &'static str,
    /// `{game}`: a game in which the sender is to move. `{table}`: a table of the sender that waits for players.
    path: &'static str,
    /// Fields of the form besides its token.
    fields: &'static [(&'static str, &'static str)],
    status: u16,
    says: &'static str,
    /// Arguments of the message; the others may be anything.
    args: &'static [(&'static str, &'static str)],
}

impl Bad {
    const fn with(self, args: &'static [(&'static str, &'static str)]) -> Self {
        Self { args, ..self }
    }
}

const fn get(path: &'static str, status: u16, says: &'static str) -> Bad {
    Bad { method: "GET", path, fields: &[], status, says, args: &[] }
}

const fn post(
    path: &'static str,
    fields: &'static [(&'static str, &'static str)],
    status: u16,
    says: &'static str,
) -> Bad {
    Bad { method: "POST", path, fields, status, says, args: &[] }
}

const PASSWORD: &str = "a good password";
const TURN: &str = "{game}/turns";
const NO_PAGE: &str = "error-not-found";

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
    get("{game}/moves?n=x", 400, "request-field-wrong").with(&[("field", "n"), ("value", "x")]),
    get("{game}?after=x", 400, "request-field-wrong").with(&[("field", "after"), ("value", "x")]),
    get("{game}?tab=magic", 400, "request-tab"),
    get("{game}/options", 400, "request-field-missing").with(&[("field", "x")]),
    get("{game}/options?tile=XXXX&x=0&y=1", 400, "request-field-wrong")
        .with(&[("field", "tile"), ("value", "XXXX")]),
    get("{game}?tile=XXXX", 400, "request-field-wrong").with(&[("field", "tile"), ("value", "XXXX")]),
    get("{game}?show=magic", 400, "request-overlay").with(&[("name", "magic")]),
    get("{game}?cell=north", 400, "request-cell"),
    get("{game}/moves/1?show=%F0%9F%98%80", 400, "request-overlay"),
    get("{game}/preview", 400, "request-field-missing").with(&[("field", "x")]),
    get("{game}/preview?tile=CRFR&x=0", 400, "request-field-missing").with(&[("field", "y")]),
    get("{game}/preview?x=1&y=0", 400, "request-field-missing").with(&[("field", "tile")]),
    get("{game}/preview?tile=ZZZZ&x=1&y=0", 400, "request-field-wrong")
        .with(&[("field", "tile"), ("value", "ZZZZ")]),
    get("{game}/preview?tile=CRFR&x=one&y=0", 400, "request-field-wrong")
        .with(&[("field", "x"), ("value", "one")]),
    get("{game}/preview?tile=CRFR&x=99999&y=0", 400, "request-field-wrong")
        .with(&[("field", "x"), ("value", "99999")]),
    get("{game}/preview?tile=CRFR&x=1&x=2&y=0", 400, "request-field-twice").with(&[("field", "x")]),
    get("{game}/preview?tile=CRFR&x=1&y=0&rotation=4", 400, "request-rotation"),
    get("{game}/preview?tile=CRFR&x=1&y=0&rotation=-1", 400, "request-field-wrong")
        .with(&[("field", "rotation"), ("value", "-1")]),
    get("{game}/preview?tile=CRFR&x=1&y=0&follower=meeple", 400, "request-follower"),
    get("{game}/preview?tile=CRFR&x=1&y=0&follower=knight@top", 400, "request-follower"),
    get("{game}/preview?tile=CRFR&x=1&y=0&follower=meeple@roof", 400, "request-follower"),
    get("{game}/preview?tile=IC-cathedral&x=1&y=0&rotation=0", 422, "refusal-not-in-hand"),
    get("{game}/preview?tile=IC-cathedral&x=1&y=0", 422, "refusal-fits-nowhere").with(&[("cell", "(1, 0)")]),
    get("{table}/preview?tile=CRFR&x=1&y=0", 404, NO_PAGE),
    get("/games?status=lost", 400, "request-field-wrong").with(&[("field", "status"), ("value", "lost")]),
    get("/games?rules=house", 400, "request-field-wrong").with(&[("field", "rules"), ("value", "house")]),
    get("/games?expansions=moon", 400, "request-field-wrong")
        .with(&[("field", "expansions"), ("value", "moon")]),
    get("/games?sort=luck", 400, "request-field-wrong").with(&[("field", "sort"), ("value", "luck")]),
    get("/games?after=yesterday", 400, "request-field-wrong")
        .with(&[("field", "after"), ("value", "yesterday")]),
    get("/games/mine?status=open&status=playing", 400, "request-field-twice").with(&[("field", "status")]),
    get("/join/short", 404, NO_PAGE),
    get("/join/0123456789abcdefghjkmnpq", 404, NO_PAGE),
    get("/static/000000000000/style.css", 404, NO_PAGE),
    get("/static/000000000000/../../Cargo.toml", 404, NO_PAGE),
    // Wrong methods.
    get("/logout", 405, "error-method"),
    get("{game}/turns", 405, "error-method"),
    get("{game}/join", 405, "error-method"),
    get("/account/password", 405, "error-method"),
    post("/games", &[], 405, "error-method"),
    post("{game}", &[], 405, "error-method"),
    Bad { method: "DELETE", ..get("{game}", 405, "error-method") },
    Bad { method: "PUT", ..get("/account", 405, "error-method") },
    // Accounts.
    post("/signup", &[("name", "zoe")], 400, "request-field-missing").with(&[("field", "password")]),
    post("/signup", &[("name", "z"), ("password", PASSWORD)], 422, "refused-name-length")
        .with(&[("least", "2"), ("most", "24")]),
    post("/signup", &[("name", "7zoe"), ("password", PASSWORD)], 422, "refused-name-beginning"),
    post("/signup", &[("name", "zoe!"), ("password", PASSWORD)], 422, "refused-name-character"),
    post("/signup", &[("name", "<b>zoe</b>"), ("password", PASSWORD)], 422, "refused-name-character"),
    post("/signup", &[("name", "zoe"), ("password", "short")], 422, "refused-password-short")
        .with(&[("n", "8")]),
    post("/signup", &[("name", "zoe-zoe-zoe"), ("password", "zoe-zoe-zoe")], 422, "refused-password-is-name"),
    post("/signup", &[("name", "zoe"), ("password", "        ")], 422, "refused-password-guessable"),
    post(
        "/signup",
        &[("name", "zoe"), ("password", PASSWORD), ("zone", "Mars/Olympus")],
        422,
        "refused-zone",
    ),
    post("/signup", &[("name", "ANN"), ("password", PASSWORD)], 422, "refused-name-taken"),
    post("/login", &[("name", "ann"), ("password", "")], 422, "refused-sign-in"),
    post("/login", &[("name", "'; DROP TABLE users; --"), ("password", "x")], 422, "refused-sign-in"),
    post("/login", &[("password", "x")], 400, "request-field-missing").with(&[("field", "name")]),
    post(
        "/recover",
        &[("name", "ann"), ("code", "0000-0000-0000-0000"), ("password", PASSWORD)],
        422,
        "refused-recovery",
    ),
    post(
        "/recover",
        &[("name", "ann"), ("code", "no code"), ("password", PASSWORD)],
        422,
        "refused-recovery",
    ),
    post("/account/zone", &[("zone", "")], 422, "refused-zone"),
    post("/account/zone", &[], 400, "request-field-missing").with(&[("field", "zone")]),
    post("/account/password", &[("old", "wrong"), ("new", PASSWORD)], 422, "refused-password-wrong"),
    post(
        "/account/password",
        &[("old", crate::app::PASSWORD), ("new", "short")],
        422,
        "refused-password-short",
    )
    .with(&[("n", "8")]),
    post("/account/codes", &[("password", "wrong")], 422, "refused-password-wrong"),
    post("/account/sessions/x/end", &[], 404, NO_PAGE),
    // Tables.
    post("{game}/leave", &[], 409, "refused-begun"),
    post("{table}/salt", &[], 400, "request-field-missing").with(&[("field", "salt")]),
    post("{table}/salt", &[("salt", "x")], 403, "refused-not-in"),
    post("{game}/salt", &[("salt", "x")], 409, "refused-salt-late"),
    post("/games/0123456789abcdef/salt", &[("salt", "x")], 404, NO_PAGE),
    post("{table}/join", &[("salt_hash", "x")], 422, "refused-salt-hash"),
    post("{table}/leave", &[], 403, "refused-not-in"),
    post("{table}/join", &[("invite", "x")], 404, NO_PAGE),
    post("{table}/invite", &[], 400, "request-field-missing").with(&[("field", "name")]),
    post("{table}/invite", &[("name", "nobody")], 422, "refused-no-player"),
    post("{table}/invite", &[("name", "<b>")], 422, "refused-no-player"),
    post("/games/0123456789abcdef/invite", &[("name", "ben")], 404, NO_PAGE),
    post("{table}/decline", &[], 409, "refused-not-invited"),
    post("/games/0123456789abcdef/decline", &[], 409, "refused-not-invited"),
    get("/tables/new?from=0123456789abcdef", 404, NO_PAGE),
    post("/games/0123456789abcdef/join", &[], 404, NO_PAGE),
    // Turns.
    post(TURN, &[], 400, "request-field-missing").with(&[("field", "key")]),
    post(TURN, &[("key", "short")], 400, "request-form-key"),
    post(TURN, &[("key", "0123456789")], 400, "request-field-missing").with(&[("field", "expected")]),
    post(TURN, &[("key", "0123456789"), ("expected", "-1")], 400, "request-field-wrong")
        .with(&[("field", "expected"), ("value", "-1")]),
    post(TURN, &[("key", "0123456789"), ("expected", "1")], 400, "request-field-missing")
        .with(&[("field", "x")]),
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
        "refusal-not-in-hand",
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
        "refused-stale",
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
        "request-rotation",
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
    post("{game}/resign", &[("key", "0123456789")], 400, "request-field-missing")
        .with(&[("field", "expected")]),
    post("{game}/resign", &[("key", "0123456789"), ("expected", "0")], 409, "refused-stale"),
    post("{table}/resign", &[("key", "0123456789"), ("expected", "0")], 404, NO_PAGE),
];

/// Everything that could have changed.
async fn state(app: &TestApp, browser: &Browser, game: &str, table: &str) -> [String; 4] {
    let games = app.browser().get("/games").await;
    [
        games.texts(".games").join(" "),
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
    let browser = if is_my_turn(&ann.get(&game).await) { &ann } else { &ben };
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
        assert!(page.says_with(bad.says, bad.args), "{} {path} {:?}: {text}", bad.method, bad.fields);
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
        assert_eq!(page.heading(), message("error-sign-in"));
    }
    let stale = [("cookie", "bastide=0123456789012345678901234567890123456789012345678901234567890123")];
    let page = browser.request(Method::GET, "/account", &stale, String::new()).await;
    assert_eq!(page.status, 303, "a session that never was");
}

#[tokio::test]
async fn a_page_that_does_not_exist_shows_a_cell_that_nothing_fits_and_ways_to_go_on() {
    let app = TestApp::start().await;
    let page = app.browser().get("/nothing/here").await;
    assert_eq!(page.status, 404);
    assert_eq!(page.all(".picture[aria-hidden=true] svg.board").len(), 1);
    for way in ["/", "/games", "/puzzles"] {
        assert!(page.links("main .actions a").contains(&way.to_owned()), "{way}: {:?}", page.links("main a"));
    }
    assert!(page.find_form("/games").is_some(), "a search");
    let other = app.browser().post("/login", &[("name", "ann")]).await;
    assert_eq!((other.status, other.all("main .picture svg.board").len()), (403, 1));
}
