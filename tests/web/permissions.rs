//! Who may see and do what: a crawler follows every link and sends every form as each kind of user, and compares the outcomes with
//! `permissions.snap`.
//!
//! Whatever one user finds, all others try. Games are named by what they are: `<open>` waits for players, `<private>` is in progress
//! and only for those with its link, `<over>` is a finished public game, all three of the player; `<guest>` is the guest's against the
//! computer. The outcomes:
//!
//! | outcome | meaning |
//! |---|---|
//! | `sees` | a page, a file, a stream, or a redirect to one |
//! | `does` | a form that changed something in the database |
//! | `nothing` | a form that was accepted and changed nothing there |
//! | `refused` | a form that somebody else, or at another time, could send |
//! | `forbidden` | a form that is not for this user |
//! | `absent` | no such page, as far as this user can tell |
//! | `sign-in` | leads to the page for signing in |
//! | `account` | guests are told to choose a name and a password |
//!
//! After an intended change, `INSTA_UPDATE=always cargo test --test web permissions` writes the table again: read what has
//! changed before you commit it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::sync::LazyLock;

use bastide::web::Settings;
use reqwest::Method;

use crate::app::{PASSWORD, TestApp, join, open_table};
use crate::browser::{Browser, Page, encode};
use crate::routes::{self, routes_in};
use crate::soft_passkey::ORIGIN;
use crate::{accounts, puzzles, turns};

const TABLE: &str = include_str!("permissions.snap");
const ROLES: [&str; 6] = ["visitor", "guest", "player", "other", "moderator", "admin"];

/// Forms that end what later ones need. They are sent last, in this order.
const LAST: [&str; 8] = [
    "/resign",
    "/leave",
    "/close",
    "/account/password",
    "/account/sessions/end-others",
    "/account/close",
    "/logout",
    "/guest/end",
];

/// Pages to which no link leads a crawler.
const FOR_ALL: [&str; 10] = [
    "/live",
    "/queue",
    "/next",
    "/guest/end",
    "/atlas/sheet?set=base",
    "/health/live",
    "/health/ready",
    "/robots.txt",
    "/login/code",
    "/account/confirm",
];

/// What a browser sends that subscribes.
const PUSH: [(&str, &str); 3] = [
    ("endpoint", "https://fcm.googleapis.com/fcm/send/one"),
    ("p256dh", "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"),
    ("auth", "BTBZMqHH6r4Tts7J_aSIgg"),
];

/// A request that some user can make.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Request {
    post: bool,
    /// With the query.
    path: String,
    /// Without the token.
    fields: Vec<(String, String)>,
}

impl Request {
    fn get(path: &str) -> Self {
        Self { post: false, path: path.to_owned(), fields: Vec::new() }
    }

    fn post(path: &str, fields: &[(&str, &str)]) -> Self {
        let fields = fields.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        Self { post: true, path: path.to_owned(), fields: fields.collect() }
    }
}

/// A server with games, and a browser of each role.
struct World {
    app: TestApp,
    browsers: [Browser; ROLES.len()],
    /// The ids of games and what they are called in the table.
    games: Vec<(String, &'static str)>,
    /// What no page links to, or only with scripts.
    extra: Vec<Request>,
}

/// What can be asked about a game, whether a page links to it or not.
fn requests_about(path: &str) -> Vec<Request> {
    const TURN: [(&str, &str); 2] = [("expected", "1"), ("key", "0123456789abcdef01234567")];
    const TILE: [(&str, &str); 4] = [("tile", "CRFR"), ("x", "0"), ("y", "1"), ("rotation", "0")];
    let pages = [
        "/live",
        "/rules",
        "/moves",
        "/moves/1",
        "/moves/1/step",
        "/moves/1/board.png",
        "/moves/1/board.svg",
        "/poster.png",
        "/poster.svg",
        "/final",
        "/final/outlines",
        "/analysis",
        "/analysis/live",
        "/analysis/2",
        "/analysis/2/again",
        "/record.jsonl",
        "/ratings",
        "/clock",
        "/plan",
        "/talk?channel=seats",
        "/talk?channel=spectators",
        "/talk?channel=notes",
        "/talk/report?channel=seats&n=1",
        "/graph.json",
        "/rematch",
        "/resign",
    ];
    let forms = [
        ("/turns", [TURN.as_slice(), &TILE].concat()),
        ("/pass", TURN.to_vec()),
        ("/hint", vec![("expected", "1")]),
        ("/resign", TURN.to_vec()),
        ("/clock/pause", vec![("duration", "1 d")]),
        ("/plan", vec![("forced", "yes")]),
        ("/plan/turn", [vec![("expected", "1")], TILE.to_vec()].concat()),
        ("/plan/next", vec![("unless_left", "yes")]),
        ("/clock/propose", vec![("what", "skip"), ("last", "9")]),
        ("/clock/give", vec![("gift", "1 d")]),
        ("/clock/answer", vec![("n", "9"), ("agrees", "yes")]),
        ("/clock/resume", Vec::new()),
        ("/clock/take-over", Vec::new()),
        ("/clock/take-seat", vec![("seat", "0")]),
        ("/talk", vec![("channel", "seats"), ("phrase", "hello")]),
        ("/talk", vec![("channel", "spectators"), ("text", "hello")]),
        ("/talk", vec![("channel", "notes"), ("text", "hello")]),
        ("/talk/withdraw", vec![("channel", "notes"), ("n", "1")]),
        ("/talk/seen", vec![("channel", "seats"), ("n", "1")]),
        ("/talk/spectators", vec![("closed", "yes")]),
        ("/talk/report", vec![("channel", "seats"), ("n", "1"), ("category", "spam"), ("words", "x")]),
        ("/salt", vec![("salt", "sesame")]),
        ("/join", Vec::new()),
        ("/invite", vec![("name", "ben")]),
        ("/decline", Vec::new()),
        ("/make-public", Vec::new()),
        ("/leave", Vec::new()),
        ("/close", Vec::new()),
        ("/seen", Vec::new()),
        ("/follow", vec![("follow", "yes")]),
        ("/rematch", Vec::new()),
        ("/analysis", vec![("depth", "standard")]),
        ("/analysis", vec![("depth", "deep")]),
    ];
    let pages = pages.iter().map(|page| Request::get(&format!("{path}{page}")));
    pages
        .chain(forms.iter().map(|(action, fields)| Request::post(&format!("{path}{action}"), fields)))
        .collect()
}

/// The methods and patterns of all routes, in the order in which they are tried.
static ALL_ROUTES: LazyLock<Vec<(bool, String)>> = LazyLock::new(|| routes_in(routes::PAGES));

/// The pattern that a path matches.
fn pattern_of(path: &str) -> Option<String> {
    let path = path.split(['?', '#']).next().unwrap();
    let segments: Vec<&str> = path.split('/').collect();
    let fits = |pattern: &str| {
        let parts: Vec<&str> = pattern.split('/').collect();
        parts.len() == segments.len()
            && parts.iter().zip(&segments).all(|(part, segment)| match part.split_once('{') {
                Some((start, _)) => segment.starts_with(start) && segment.len() > start.len(),
                None => part == segment,
            })
    };
    ALL_ROUTES.iter().map(|(_, pattern)| pattern).find(|pattern| fits(pattern)).cloned()
}

/// A rated game that is over, and all that follows from it; returns its path.
async fn rated_game(app: &TestApp, player: &Browser, other: &Browser) -> String {
    let game = open_table(player, &[("leave", "no"), ("rated", "yes")]).await;
    join(other, &game).await;
    turns::play(app, &game, 200).await;
    app.run_jobs().await;
    game
}

impl World {
    async fn new() -> Self {
        let settings = |settings: &mut Settings| {
            settings.forms_a_minute = 100_000;
            ORIGIN.clone_into(&mut settings.origin);
        };
        let app = TestApp::start_full(settings, None, &["hugo", "mona"]).await;
        let (player, ben) = (app.person("ann").await, app.person("ben").await);
        let (other, moderator) = (app.person("cleo").await, app.signed_in("mona").await);
        let admin = app.signed_in("hugo").await;
        let guest = app.browser();
        let guest_game = guest.submit(guest.get("/").await.form("/play-the-computer")).await.path;
        let open = open_table(&player, &[("seats", "3")]).await;
        // Until the player begins, so that the table is the same every time.
        let (private, link) = loop {
            let private = open_table(&player, &[("visibility", "link")]).await;
            let link = player.get(&private).await.texts("code").join(" ");
            let link = format!("/join/{}", link.split("/join/").nth(1).unwrap().split(' ').next().unwrap());
            ben.submit(ben.get(&link).await.form(&format!("{private}/join"))).await;
            if !player.get(&private).await.links("svg.board a").is_empty() {
                break (private, link);
            }
        };
        let over = rated_game(&app, &player, &ben).await;
        puzzles::find(&app).await;
        player.submit(player.get("/offers").await.form("/offers").set("at_once", "20")).await;
        let made = player.submit(player.get("/account").await.form("/account/feeds")).await;
        let addresses = made.texts("code").into_iter().map(|url| url.replace(ORIGIN, ""));
        // Two more sessions, which the first can end.
        for _ in 0..2 {
            accounts::log_in(&app.browser(), "ann", PASSWORD).await;
        }
        let mut extra: Vec<Request> = addresses.map(|address| Request::get(&address)).collect();
        extra.extend(FOR_ALL.map(Request::get));
        let game = |path: &str| path.rsplit('/').next().unwrap().to_owned();
        extra.extend([
            Request::get(&link),
            Request::get(&format!("/embed{over}")),
            Request::get(&format!("/embed{over}/moves/1")),
            Request::get(&format!("/embed{private}")),
            Request::get(&format!("/oembed?url={}", ORIGIN.to_owned() + &over)),
            Request::post("/guest/end", &[]),
            Request::get(&format!("/puzzles/1/solution?{}", puzzles::best(&app).await)),
            Request::post("/puzzles/1/answer", &[]),
            Request::post("/login/passkey/challenge", &[]),
            Request::post("/login/code", &[("code", "000000")]),
            Request::post("/login/code/passkey", &[("token", ""), ("answer", "")]),
            Request::post("/login/code/passkey/challenge", &[]),
            Request::post("/account/confirm/passkey", &[("token", ""), ("answer", "")]),
            Request::post("/account/confirm/passkey/challenge", &[]),
            Request::post("/account/passkeys/challenge", &[]),
            Request::post("/account/passkeys/remove", &[("id", "none")]),
            Request::post("/account/notifications/subscribe", &PUSH),
            Request::post("/account/notifications/remove", &[("id", "none")]),
            Request::post("/account/notifications/test", &[]),
            Request::post("/offers/now", &[("game", "quick")]),
            Request::post("/account/two-steps", &[("two_steps", "yes")]),
            Request::post("/account/authenticator/finish", &[("code", "000000")]),
            Request::post("/account/authenticator/remove", &[]),
            Request::post("/account/time/leave/1/end", &[]),
        ]);
        extra.extend(notifications().into_iter().chain(challenges(&player, &ben, &other).await));
        let of_ben = moderator.get("/admin/accounts?name=ben").await.path;
        extra.extend(reports(&app, [&player, &ben, &other], &moderator, &private).await);
        let pages = [
            "/admin",
            "/admin/slow",
            "/admin/jobs",
            "/admin/time-outs",
            "/admin/log",
            "/admin/accounts?name=ben",
            &of_ben,
        ];
        extra.extend(pages.map(Request::get));
        extra.extend([
            Request::post(&format!("{of_ben}/end-sessions"), &[("reason", "test")]),
            Request::post(&format!("{of_ben}/rename"), &[("name", "benno"), ("reason", "test")]),
            Request::post("/admin/jobs/retry", &[("key", "none")]),
            Request::post("/admin/jobs/drop", &[("key", "none")]),
            Request::post("/admin/time-outs/release", &[]),
            Request::post("/admin/time-outs/stop", &[("length", "12 h")]),
            Request::post(&format!("/admin{over}/ratings"), &[("counts", "no"), ("reason", "test")]),
            Request::post("/admin/time-outs/take-back", &[("game", "none"), ("n", "3"), ("reason", "test")]),
        ]);
        for path in [&open, &private, &over, &guest_game] {
            extra.extend(requests_about(path));
        }
        let games = vec![
            (game(&open), "<open>"),
            (game(&private), "<private>"),
            (game(&over), "<over>"),
            (game(&guest_game), "<guest>"),
        ];
        let browsers = [app.browser(), guest, player, other, moderator, admin];
        Self { app, browsers, games, extra }
    }

    /// The row of the table that a path belongs to; `None` if it is no page of ours.
    fn row_of(&self, path: &str) -> Option<String> {
        let pattern = pattern_of(path)?;
        let id = path.split(['/', '?', '#']).nth(2).unwrap_or_default();
        if !pattern.starts_with("/games/{id}") {
            return Some(pattern);
        }
        let (_, name) = self.games.iter().find(|(known, _)| known == id)?;
        Some(pattern.replacen("{id}", name, 1))
    }

    /// Follows every link as this user, but looks at each kind of page once, and only at the front page and new ones if it is
    /// `known` already. Returns what was found.
    async fn crawl(&self, browser: &Browser, known: &BTreeSet<String>) -> BTreeSet<Request> {
        let (mut found, mut looked_at) = (BTreeSet::new(), known.clone());
        let mut waiting =
            vec!["/".to_owned(), "/games".to_owned(), "/login".to_owned(), "/signup".to_owned()];
        waiting.extend(self.extra.iter().filter(|request| !request.post).map(|request| request.path.clone()));
        waiting.extend(self.games.iter().map(|(id, _)| format!("/games/{id}")));
        while let Some(path) = waiting.pop() {
            let Some(row) = self.row_of(&path) else { continue };
            if !looked_at.insert(row) {
                continue;
            }
            found.insert(Request::get(&path));
            if is_stream(&path) {
                continue;
            }
            let page = browser.get(&path).await;
            assert!(page.status < 500, "{path}: {}", page.text());
            waiting.extend(addresses(&page));
            found.extend(
                forms(&page).into_iter().filter(|form| form.post && self.row_of(&form.path).is_some()),
            );
        }
        found
    }
}

/// Requests about reports and restrictions. The player has reported a line, was warned twice, and has objected once.
async fn reports(
    app: &TestApp,
    [player, ben, other]: [&Browser; 3],
    moderator: &Browser,
    private: &str,
) -> Vec<Request> {
    let receipt = crate::reports::about_a_line(ben, player, private).await;
    let report = receipt.rsplit('/').next().unwrap().to_owned();
    let of_ben = ben.get("/").await.links("#menu a[href^='/players/']")[0].clone();
    let own = crate::reports::about_a_player(other, &of_ben).await;
    let of_ann = moderator.get("/admin/accounts?name=ann").await.path;
    for _ in 0..2 {
        let form = moderator.get(&of_ann).await.form(&format!("{of_ann}/restrictions"));
        let form = form.set("kind", "warning").set("rule", "Be civil.").set("reason", "A test");
        assert_eq!(moderator.submit(form).await.status, 200);
    }
    let warnings = app.texts("SELECT id FROM restrictions ORDER BY id").await;
    let [first, second] = &warnings[..] else { panic!("{warnings:?}") };
    let object = format!("/account/restrictions/{first}/object");
    let form = player.get("/account/restrictions").await.form(&object).set("objection", "No");
    assert_eq!(player.submit(form).await.status, 200);
    let case = format!("/admin/reports/{report}");
    vec![
        Request::get(&receipt),
        Request::get(&own),
        Request::get("/admin/reports"),
        Request::get(&case),
        Request::get("/admin/objections"),
        Request::post(&case, &[("reason", "x"), ("answer", "x"), ("decision", "dismiss")]),
        Request::post(&format!("/admin/objections/{first}"), &[("answer", "x"), ("decision", "lift")]),
        Request::post(&format!("/admin/restrictions/{second}/lift"), &[("reason", "a mistake")]),
        Request::post(
            &format!("{of_ann}/restrictions"),
            &[("kind", "talk"), ("days", "7"), ("rule", "x"), ("reason", "x")],
        ),
        Request::post(
            &format!("/account/restrictions/{second}/object"),
            &[("objection", "No"), ("from", "")],
        ),
        Request::post(&format!("/account/restrictions/{second}/acknowledge"), &[]),
        Request::post(&format!("{of_ben}/follow"), &[("follow", "yes")]),
        Request::post(&format!("{of_ben}/report"), &[("words", "x"), ("category", "spam")]),
    ]
}

/// Requests about challenges. The player has been challenged by the other one, and plays a private series with somebody else.
async fn challenges(player: &Browser, ben: &Browser, other: &Browser) -> Vec<Request> {
    use crate::challenges::{challenge, player_page, series};
    let received = challenge(other, player, &[]).await;
    let series = series(player, ben).await;
    let page = player_page(ben).await;
    let to = page.rsplit('/').next().unwrap();
    vec![
        Request::get(&received),
        Request::get(&series),
        Request::get("/challenges"),
        Request::get(&format!("/challenges/new?to={to}")),
        Request::get(&format!("{received}/counter")),
        Request::post("/challenges/new", &[("to", to), ("game", "daily")]),
        Request::post(&format!("{received}/counter"), &[("n", "1"), ("game", "quick")]),
        Request::post(&format!("{received}/accept"), &[("n", "1")]),
        Request::post(&format!("{received}/decline"), &[("n", "2")]),
        Request::post(&format!("{received}/withdraw"), &[("n", "2")]),
    ]
}

/// Requests about notifications and followers that no link or form leads to.
fn notifications() -> Vec<Request> {
    vec![
        Request::post("/account/notifications/settings", &[("wish", "device.turn"), ("summary_at", "08:00")]),
        Request::get("/notifications"),
        Request::post("/account/profile/remove-follower", &[("user", "aaaaaaaaaaaaaaaa")]),
        Request::post(
            "/notifications/seen",
            &[("game", "none"), ("kind", "started"), ("n", "1"), ("seen", "yes")],
        ),
        Request::post("/notifications/all-seen", &[]),
        Request::post("/notifications/unseen", &[("at", "7")]),
        Request::post("/notifications/mute", &[("game", "none"), ("muted", "yes")]),
        Request::post("/notifications/turns-seen", &[("game", "")]),
        Request::get("/games/archive/2026-11.ndjson.gz"),
        Request::post("/account/tokens", &[("name", "x"), ("scope", "read"), ("days", "30")]),
        Request::post("/account/tokens/revoke", &[("id", "none")]),
        Request::post("/account/bots", &[("name", "rex"), ("again", "")]),
        Request::post("/account/bots/remove", &[("bot", "aaaaaaaaaaaaaaaa")]),
        Request::post("/account/bots/token", &[("bot", "aaaaaaaaaaaaaaaa"), ("name", "x"), ("days", "30")]),
        Request::post("/account/bots/revoke", &[("bot", "aaaaaaaaaaaaaaaa"), ("id", "none")]),
        Request::post("/account/webhooks", &[("format", "slack"), ("address", "https://example.org/")]),
        Request::post("/account/webhooks/remove", &[("id", "none")]),
        Request::post("/account/webhooks/test", &[("id", "none")]),
        Request::post("/account/webhooks/rotate", &[("id", "none")]),
        Request::post("/account/webhooks/on", &[("id", "none")]),
        Request::post("/account/webhooks/resend", &[("id", "none"), ("message", "none")]),
        Request::post("/account/keep", &[]),
        Request::post("/games/import/keep", &[("record", ""), ("submission", "12345678")]),
        Request::post("/recorder", &[("name", "a"), ("name", "b")]),
        Request::get("/recorder"),
        Request::get("/recorder/none"),
        Request::get("/recorder/none/end"),
        Request::post("/recorder/none/tile", &[("expected", "0"), ("kind", "RFRF")]),
        Request::post("/recorder/none/turn", &[("expected", "0"), ("tile", "RFRF"), ("x", "1"), ("y", "0")]),
        Request::post("/recorder/none/pass", &[("expected", "0")]),
        Request::post("/recorder/none/undo", &[("kept", "0")]),
        Request::post("/recorder/none/remove", &[]),
        Request::post("/games/import/delete", &[("game", "none")]),
        Request::post("/games/import/file/remove", &[]),
        Request::post("/account/webhooks/forget", &[("id", "none"), ("message", "none")]),
    ]
}

fn is_stream(path: &str) -> bool {
    path.split('?').next().unwrap().ends_with("/live") && !path.starts_with("/health")
}

/// The paths that a page names: links, files, and what scripts load.
fn addresses(page: &Page) -> Vec<String> {
    let attributes = page.all("*").into_iter().flat_map(|element| element.value().attrs());
    // The preview's address lacks its turn, which scripts add. What was seen is sent by POST.
    let paths = attributes.filter(|(name, value)| {
        !["action", "data-preview", "data-seen", "data-yours"].contains(name) && value.starts_with('/')
    });
    let mut paths: Vec<String> =
        paths.map(|(_, value)| value.split('#').next().unwrap().to_owned()).collect();
    // What scripts ask for a draft.
    let drafts = paths
        .iter()
        .filter(|path| path.contains("/preview?"))
        .map(|path| path.replace("/preview?", "/options?"));
    paths.extend(drafts.collect::<Vec<_>>());
    paths.extend(forms(page).into_iter().filter(|form| !form.post).map(|form| form.path));
    paths
}

/// The forms of a page, as they are.
fn forms(page: &Page) -> Vec<Request> {
    let actions = page.all("form[action]").into_iter();
    let actions = actions.map(|form| (form.attr("action").unwrap(), form.attr("method") == Some("post")));
    let of = |(action, post): (&str, bool)| {
        let mut fields = page.form(action).fields;
        fields.retain(|(name, _)| name != "csrf");
        if post {
            Request { post, path: action.to_owned(), fields }
        } else {
            Request::get(&format!("{action}?{}", encode(&fields)))
        }
    };
    actions.map(of).collect()
}

/// What became of a request.
fn outcome(request: &Request, page: &Page, changed: bool) -> &'static str {
    let leads_to = page.headers.get("location").map_or("", |to| to.to_str().unwrap());
    let done = match (request.post, changed) {
        (true, true) => "does",
        (true, false) => "nothing",
        (false, _) => "sees",
    };
    match page.status {
        401 => "sign-in",
        303 if leads_to.starts_with("/login") && !page.path.starts_with("/login") => "sign-in",
        200..400 => done,
        403 if page.body.contains("href=\"/signup?then=") => "account",
        403 => "forbidden",
        404 => "absent",
        400 | 409 | 422 | 429 => "refused",
        status => panic!("{request:?}: {status}: {}", page.text()),
    }
}

/// Every row of the database except counts of attempts and the times until which sessions last.
async fn rows(app: &TestApp) -> Vec<String> {
    let mut rows = app.rows().await;
    rows.retain(|row| !row.starts_with("attempts:"));
    rows
}

/// Makes all requests as one user; forms go to a copy of the server, which they change.
async fn outcomes(
    world: &World,
    is_visitor: bool,
    browser: &Browser,
    requests: &BTreeSet<Request>,
) -> BTreeMap<String, BTreeSet<&'static str>> {
    let mut outcomes: BTreeMap<String, BTreeSet<&'static str>> = BTreeMap::new();
    let mut note = |request: &Request, outcome| {
        let row = world.row_of(&request.path).unwrap();
        let method = if request.post { "POST" } else { "GET" };
        outcomes.entry(format!("{method},{row}")).or_default().insert(outcome);
    };
    for request in requests.iter().filter(|request| !request.post) {
        if is_stream(&request.path) {
            let stream = browser.news(&request.path).await;
            note(
                request,
                match stream.status {
                    200 => "sees",
                    401 | 303 => "sign-in",
                    404 => "absent",
                    status => panic!("{request:?}: {status}"),
                },
            );
            continue;
        }
        let page = browser.request(Method::GET, &request.path, &[], String::new()).await;
        let kind = page.headers.get("content-type").map_or("", |kind| kind.to_str().unwrap());
        let is_text = kind.starts_with("text/") || kind.contains("+xml") || kind.contains("/xml");
        assert!(page.body.is_empty() || !kind.is_empty(), "{request:?}");
        assert!(!is_text || kind.ends_with("; charset=utf-8"), "{request:?}: {kind}");
        note(request, outcome(request, &page, false));
    }
    let copy = world.app.copy().await;
    let browser = browser.at(&copy.origin);
    let mut watch = copy.watch().await;
    let mut posts: Vec<&Request> = requests.iter().filter(|request| request.post).collect();
    posts.sort_by_key(|request| {
        LAST.iter().rposition(|last| request.path.ends_with(last)).map_or(0, |at| at + 1)
    });
    let mut before = rows(&copy).await;
    for request in posts {
        // A visitor becomes a guest by that, and would be one from then on.
        let fresh = copy.browser();
        let browser = if is_visitor && request.path == "/play-the-computer" { &fresh } else { &browser };
        let mut fields = request.fields.clone();
        fields.push(("csrf".to_owned(), browser.token().await));
        // Closing the account signs its owner out.
        let account = match request.path.as_str() {
            "/account/close" => browser.get("/account").await.find_form("/account/password"),
            _ => None,
        };
        let page = browser.post(&request.path, &fields).await;
        let after = if watch.has_changed().await { rows(&copy).await } else { before.clone() };
        note(request, outcome(request, &page, after != before));
        before = after;
        if let Some(form) = account.filter(|_| page.status == 303) {
            accounts::log_in(browser, &form.value("name"), PASSWORD).await;
            before = rows(&copy).await;
        }
    }
    outcomes
}

#[tokio::test]
async fn everybody_sees_and_does_what_the_table_of_permissions_says() {
    let world = World::new().await;
    let mut requests: BTreeSet<Request> = world.extra.iter().cloned().collect();
    let mut known = BTreeSet::new();
    for (role, browser) in ROLES.iter().zip(&world.browsers) {
        let found = world.crawl(browser, &known).await;
        if *role == "other" {
            // Moderators and administrators are users with further pages.
            known = found.iter().filter_map(|request| world.row_of(&request.path)).collect();
            known.remove("/");
        }
        requests.extend(found);
    }
    // One of each kind.
    let mut kinds = BTreeSet::new();
    requests.retain(|request| kinds.insert((request.post, world.row_of(&request.path), names(request))));
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (role, browser) in ROLES.iter().zip(&world.browsers) {
        for (row, words) in outcomes(&world, *role == "visitor", browser, &requests).await {
            found.entry(row).or_default().push(words.into_iter().collect::<Vec<_>>().join("/"));
        }
    }
    let mut table = format!("method,route,{}\n", ROLES.join(","));
    for (row, words) in found {
        writeln!(table, "{row},{}", words.join(",")).unwrap();
    }
    insta::with_settings!({
        snapshot_path => ".",
        prepend_module_to_snapshot => false,
        omit_expression => true,
    }, {
        insta::assert_snapshot!("permissions", table);
    });
}

/// The names of a form's fields, by which forms with the same action differ, and the depth of an analysis.
fn names(request: &Request) -> Vec<String> {
    let name = |(name, value): &(String, String)| match name.as_str() {
        "depth" => format!("{name}={value}"),
        _ => name.clone(),
    };
    request.fields.iter().map(name).collect()
}

#[test]
fn every_route_is_in_the_table_of_permissions() {
    let routes = &*ALL_ROUTES;
    assert!(routes.len() > 80, "{routes:?}");
    let listed: BTreeSet<(bool, String)> = TABLE
        .lines()
        .filter_map(|line| {
            let mut cells = line.split(',');
            let post = match cells.next()? {
                "GET" => false,
                "POST" => true,
                _ => return None,
            };
            let row = cells.next()?;
            let game = row.find('<').map(|at| &row[at..=row.find('>').unwrap()]);
            Some((post, game.map_or_else(|| row.to_owned(), |game| row.replacen(game, "{id}", 1))))
        })
        .collect();
    let missing: Vec<&(bool, String)> = routes.iter().filter(|route| !listed.contains(route)).collect();
    assert!(missing.is_empty(), "{missing:?}");
    let gone: Vec<&(bool, String)> = listed.iter().filter(|route| !routes.contains(route)).collect();
    assert!(gone.is_empty(), "no such route: {gone:?}");
}
