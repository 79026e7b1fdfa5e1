//! Pages for administrators and moderators.

use chrono::TimeDelta;
use reqwest::Method;

use crate::accounts::{is_signed_in, log_in};
use crate::app::{PASSWORD, TestApp};
use crate::browser::{Browser, Page};
use crate::messages::{message, message_with};

const TIME_OUTS: &str = "/admin/time-outs";
const PAGES: [&str; 10] = [
    "/admin/reports",
    "/admin/reports/0000000000000000",
    "/admin/objections",
    "/admin",
    "/admin/slow",
    "/admin/jobs",
    TIME_OUTS,
    "/admin/log",
    "/admin/accounts?name=ann",
    "/admin/accounts/0000000000000000",
];
const FORMS: [&str; 11] = [
    "/admin/reports/0000000000000000",
    "/admin/objections/0000000000000000",
    "/admin/restrictions/0000000000000000/lift",
    "/admin/accounts/0000000000000000/restrictions",
    "/admin/jobs/retry",
    "/admin/jobs/drop",
    "/admin/time-outs/release",
    "/admin/time-outs/stop",
    "/admin/time-outs/take-back",
    "/admin/accounts/0000000000000000/rename",
    "/admin/accounts/0000000000000000/nothing",
];

/// The path of an account's page for moderators.
async fn find(browser: &Browser, name: &str) -> Page {
    browser.ask(browser.get("/admin").await.form("/admin/accounts").set("name", name)).await
}

/// The page without what is new on each: form tokens, and the path itself.
fn told(page: &Page, path: &str) -> String {
    let mut parts = page.body.split("name=\"csrf\" value=\"");
    let first = parts.next().unwrap().to_owned();
    let body = parts.fold(first, |body, part| body + part.split_once('"').unwrap().1);
    body.replace(&path.replace('/', "%2F").replace('?', "%3F").replace('=', "%3D"), "PATH")
}

#[tokio::test]
async fn everybody_else_gets_the_page_for_unknown_addresses() {
    let app = TestApp::start_with_staff().await;
    let guest = app.browser();
    guest.submit(guest.get("/").await.form("/play-the-computer")).await;
    let unknown = "/nowhere?x=1";
    for browser in [app.browser(), guest, app.person("ann").await] {
        let expected = browser.get(unknown).await;
        assert_eq!(expected.status, 404);
        for path in PAGES.into_iter().chain(FORMS) {
            let page = browser.get(path).await;
            assert_eq!((page.status, page.heading()), (404, expected.heading()), "{path}");
            if PAGES.contains(&path) {
                assert_eq!(told(&page, path), told(&expected, unknown), "{path}");
            }
            let token = browser.token().await;
            for fields in [&[("csrf", token.as_str()), ("reason", "x"), ("key", "x")][..], &[]] {
                let page = browser.post(path, fields).await;
                assert_eq!((page.status, page.heading()), (404, expected.heading()), "POST {path}");
            }
        }
        let head = browser.request(Method::PUT, "/admin", &[], String::new()).await;
        assert_eq!(head.status, 404);
    }
    let mo = app.signed_in("mo").await;
    for path in ["/admin/slow", "/admin/jobs", "/admin/objections"] {
        assert_eq!(mo.get(path).await.status, 404, "not for moderators: {path}");
    }
    assert_eq!(
        mo.post("/admin/jobs/retry", &[("csrf", mo.token().await.as_str()), ("key", "x")]).await.status,
        404
    );
}

#[tokio::test]
async fn an_administrator_sees_numbers_and_a_moderator_none() {
    let app = TestApp::start_with_staff().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    app.game(&ann, &ben).await;
    app.run_jobs().await;
    let ada = app.signed_in("ada").await;
    assert_eq!(ada.get("/account").await.links("main a[href='/admin']").len(), 1);
    assert_eq!(ann.get("/account").await.links("main a[href='/admin']").len(), 0);
    let page = ada.get("/admin").await;
    assert_eq!((page.status, page.headers["cache-control"].to_str().unwrap()), (200, "no-store"));
    let facts = page.texts(".facts tr");
    for fact in ["Accounts 4", "Guests 0", "Games in progress 1", "Moves today 0", "Running for 0 seconds"] {
        assert!(facts.contains(&fact.to_owned()), "{fact}: {facts:?}");
    }
    let jobs = page.texts("table:not(.facts) tbody tr");
    assert_eq!(jobs[0], "Deadlines and quick turns 1 0 0 0 0 seconds");
    let page = app.signed_in("mo").await.get("/admin").await;
    assert_eq!((page.status, page.all("table").len()), (200, 0), "{}", page.text());
}

#[tokio::test]
async fn an_administrator_decides_about_turns_that_are_held() {
    let app = TestApp::start_with_staff().await;
    let ada = app.signed_in("ada").await;
    assert!(ada.get(TIME_OUTS).await.says("admin-time-outs-none"));
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    // One more than always may.
    for _ in 0..51 {
        app.game(&ann, &ben).await;
    }
    app.wait(3);
    app.run_jobs().await;
    let ada = app.signed_in("ada").await;
    let page = ada.get("/admin").await;
    assert_eq!(page.links(".note a"), [TIME_OUTS], "{}", page.text());
    let stop = format!("{TIME_OUTS}/stop");
    for (length, why) in [
        ("73 h", message("refused-stop-length")),
        ("long", message_with("refused-duration", &[("text", "long")])),
    ] {
        let said = ada.submit(ada.get(TIME_OUTS).await.form(&stop).set("length", length)).await;
        assert_eq!((said.status, said.texts("#e-length")), (422, vec![why]));
        assert_eq!(said.form(&stop).value("length"), length);
    }
    let form = ada.get(TIME_OUTS).await.form(&stop).set("length", "12 h");
    let said = ada.submit(form.clone()).await;
    assert!(said.says("flash-clocks-stopped"), "{}", said.text());
    let again = ada.submit(form).await;
    assert_eq!((again.status, again.says("refused-overtaken")), (409, true), "{}", again.text());
    assert!(ada.get("/admin/log").await.says("admin-did-stop-clocks"));
}

#[tokio::test]
async fn an_administrator_takes_back_a_time_out_with_a_reason() {
    let app = TestApp::start_with_staff().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let path = app.game(&ann, &ben).await;
    app.wait(3);
    app.run_jobs().await;
    let turns = format!("form[action='{path}/turns']");
    let late = if ann.get(&path).await.all(&turns).is_empty() { "ann" } else { "ben" };
    let ada = app.signed_in("ada").await;
    let find = ada.get(TIME_OUTS).await.form(TIME_OUTS);
    for (typed, is_known) in [("nonsense", false), ("zzzzzzzzzzzzzzzz", false), (path.as_str(), true)] {
        let said = ada.get(&format!("{TIME_OUTS}?game={}", typed.replace('/', "%2F"))).await;
        assert_eq!(said.status, if is_known { 200 } else { 422 }, "{}", said.text());
        assert_eq!(said.all("#e-game").len(), usize::from(!is_known));
    }
    assert_eq!(find.value("game"), "");
    let page = ada.get(&ada.get(&format!("{path}/clock")).await.links("a[href*='time-outs?game']")[0]).await;
    assert_eq!(page.all("[name=n]").len(), 1);
    assert!(page.texts("fieldset label")[0].starts_with(late), "{}", page.text());
    let take_back = format!("{TIME_OUTS}/take-back");
    let n = page.all("[name=n]")[0].attr("value").unwrap().to_owned();
    let form = page.form(&take_back).set("n", &n);
    let said = ada.submit(form.clone().set("reason", " ")).await;
    assert_eq!((said.status, said.all("#e-reason").len()), (422, 1), "{}", said.text());
    let form = form.set("reason", "The <server> slept");
    let said = ada.submit(form.clone()).await;
    assert!(said.says("flash-time-out-taken-back"), "{}", said.text());
    let again = ada.submit(form).await;
    assert_eq!((again.status, again.says("refused-no-time-out")), (422, true), "{}", again.text());
    assert!(ada.get("/admin/log").await.says("admin-did-take-back-time-out"));
    let player = if late == "ann" { &ann } else { &ben };
    assert!(player.get("/").await.says("game-time-out-taken-back"));
    let page = player.get(&path).await;
    assert_ne!(page.all(&turns).len(), 0, "{}", page.text());
    assert!(page.text().contains("The <server> slept"), "{}", page.text());
    assert!(player.get(&format!("{path}/clock")).await.says("clock-time-out-taken-back"));
    assert_eq!(player.get(&format!("{path}/clock")).await.links("a[href*='time-outs']"), [""; 0]);
}

#[tokio::test]
async fn slow_requests_are_listed_with_their_request_ids_and_without_secrets() {
    let app = TestApp::start_with_staff().await;
    let ada = app.signed_in("ada").await;
    let lock = app.lock().await;
    let zone = ada.get("/account").await.form("/account/zone").fields;
    let (slow, ()) = tokio::join!(ada.post("/account/zone", &zone), async {
        tokio::time::sleep(std::time::Duration::from_millis(200)).await;
        lock.rollback().await.unwrap();
    });
    assert_eq!(slow.status, 303, "{}", slow.text());
    let page = ada.get("/admin/slow").await;
    let row = page.texts("tbody tr").into_iter().find(|row| row.starts_with("POST /account/zone"));
    let row = row.unwrap_or_else(|| panic!("{}", page.text()));
    assert!(
        row.contains(" ms 303 ") && row.ends_with(slow.headers["x-request-id"].to_str().unwrap()),
        "{row}"
    );
}

/// The action of the form that ends like this.
fn action(page: &Page, end: &str) -> String {
    let forms = page.all(&format!("main form[action$='{end}']"));
    forms.first().and_then(|form| form.attr("action")).expect("there is such a form").to_owned()
}

#[tokio::test]
async fn who_is_locked_by_a_moderator_reads_why_objects_and_is_a_visitor_otherwise() {
    let app = TestApp::start_with_staff().await;
    let (ann, ben, mo) = (app.person("ann").await, app.person("ben").await, app.signed_in("mo").await);
    let game = app.game(&ann, &ben).await;
    let page = find(&mo, " ANN ").await;
    assert_eq!((page.status, page.heading()), (200, "ann".to_owned()));
    let restrict = format!("{}/restrictions", page.path);
    let lock =
        |page: &Page| page.form(&restrict).set("kind", "account").set("days", "30").set("rule", "Be civil");
    let refused = mo.submit(lock(&page)).await;
    assert_eq!(refused.status, 422, "a reason is needed: {}", refused.text());
    let page = mo.submit(lock(&refused).set("reason", "insults <b>everybody</b>")).await;
    assert!(page.says("flash-restricted"), "{}", page.text());
    assert!(page.text().contains("Locked since Fri 20 Nov 2026, 12:00 UTC"), "{}", page.text());
    assert!(page.text().contains("insults <b>everybody</b>"), "text stays text");

    let why_path = "/account/restrictions";
    // In the session that was open, and after signing in again.
    for round in 0..2 {
        if round == 1 {
            ann.submit(ann.get("/").await.form("/logout")).await;
            log_in(&ann, "ann", PASSWORD).await;
        }
        assert!(log_in(&app.browser(), "ann", "wrong password").await.says("refused-sign-in"));
        let front = ann.get("/").await;
        assert!(front.links("a[href='/account']").is_empty(), "{}", front.text());
        assert_eq!(front.links(".note a"), [why_path]);
        for path in ["/account", "/games/mine", "/queue", "/notifications", "/tables/new", "/account/export"]
        {
            assert_eq!(ann.get(path).await.path, why_path, "{path}");
        }
        assert_eq!(
            ann.get(&game).await.all("main form").len(),
            app.browser().get(&game).await.all("main form").len()
        );
        let sent = ann.post("/account/zone", &[("csrf", &ann.token().await)]).await;
        assert_eq!((sent.status, sent.headers["location"].to_str().unwrap()), (303, why_path));
        let why = ann.get(why_path).await;
        for text in ["Be civil", "insults <b>everybody</b>", &message("restriction-account"), "20 Dec 2026"] {
            assert!(why.text().contains(text), "{text}: {}", why.text());
        }
    }
    let why = ann.get(why_path).await;
    let form = action(&why, "/object");
    let done = ann.submit(why.form(&form).set("objection", "A joke")).await;
    assert!(done.says("flash-objected"), "{}", done.text());

    let page = find(&mo, "ann").await;
    let lift = action(&page, "/lift");
    mo.submit(page.form(&lift).set("reason", "apologised")).await;
    assert_eq!(ann.get("/account").await.path, "/account");
    let log = mo.get("/admin/log").await;
    let rows = log.texts("tbody tr");
    assert_eq!(rows.len(), 3, "{rows:?}");
    assert!(rows[0].contains("mo ended a restriction of ann") && rows[0].ends_with("apologised"), "{rows:?}");
    assert!(rows[2].ends_with("insults <b>everybody</b>"), "{rows:?}");
}

#[tokio::test]
async fn a_renamed_player_has_the_new_name_on_every_page_at_once() {
    let app = TestApp::start_with_staff().await;
    let (rude, ben) = (app.person("RudeWord").await, app.person("ben").await);
    let game = app.game(&rude, &ben).await;
    assert!(ben.get(&game).await.text().contains("RudeWord"));
    let mo = app.signed_in("mo").await;
    let page = find(&mo, "RudeWord").await;
    let rename = format!("{}/rename", page.path);
    let refused = mo.submit(page.form(&rename).set("name", "ben").set("reason", "rude")).await;
    assert_eq!((refused.status, refused.form(&rename).value("name")), (422, "ben".to_owned()));
    let page = mo.submit(page.form(&format!("{}/remove-name", page.path)).set("reason", "rude")).await;
    assert!(page.heading().starts_with("Renamed-"), "{}", page.heading());
    for path in
        [game.as_str(), "/games", &format!("{game}/record.jsonl"), &format!("{game}/moves/1/board.svg")]
    {
        let shown = ben.get(path).await.body;
        assert!(!shown.contains("RudeWord"), "{path}");
    }
    assert!(rude.get("/account").await.text().contains(&page.heading()), "still signed in");
    assert!(is_signed_in(&log_in(&app.browser(), "rudeword", PASSWORD).await), "the old name signs in");
    let taken = app.browser();
    let form = taken.get("/signup").await.form("/signup").set("name", "RudeWord").set("password", PASSWORD);
    assert_eq!(taken.submit(form).await.status, 422);
    assert!(find(&mo, "RudeWord").await.text().contains("RudeWord (removed)"));
    assert_eq!(find(&mo, "nobody").await.status, 404);
}

#[tokio::test]
async fn actions_ask_who_it_is_and_spare_colleagues() {
    let app = TestApp::start_with_staff().await;
    let (ann, mo) = (app.person("ann").await, app.signed_in("mo").await);
    let page = find(&mo, "ann").await;
    assert!(page.links("main .note a").is_empty());
    app.clock.advance(TimeDelta::minutes(10));
    let end = format!("{}/end-sessions", page.path);
    let asked = mo.submit(page.form(&end).set("reason", "test")).await;
    let then = page.path.replace('/', "%2F");
    assert_eq!(asked.path, format!("/account/confirm?then={then}"));
    assert!(is_signed_in(&ann.get("/").await), "nothing was done");
    let asked = mo.get(&mo.get(&page.path).await.links("main .note a")[0]).await;
    let page = mo.submit(asked.form("/account/confirm").set("password", PASSWORD)).await;
    let page = mo.submit(page.form(&end).set("reason", "test")).await;
    assert_eq!(page.status, 200);
    assert!(!is_signed_in(&ann.get("/").await));

    let boss = find(&mo, "ada").await;
    assert_eq!(boss.all("main form[method=post]").len(), 0, "{}", boss.text());
    let fields = [("csrf", mo.token().await), ("reason", "coup".to_owned())];
    assert_eq!(mo.post(&format!("{}/end-sessions", boss.path), &fields).await.status, 403);
}

#[tokio::test]
async fn an_administrator_retries_and_drops_failed_jobs() {
    let app = TestApp::start_with_staff().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let games = [app.game(&ann, &ben).await, app.game(&ann, &ben).await];
    app.execute("UPDATE jobs SET failed = 1, attempts = 10, error = 'it <broke>' WHERE kind = 'time_out'")
        .await;
    let ada = app.signed_in("ada").await;
    let page = ada.get("/admin/jobs").await;
    assert_eq!(page.all("main section.card").len(), 2, "{}", page.text());
    assert!(
        page.text().contains("it <broke>") && page.text().contains("after 10 attempts"),
        "{}",
        page.text()
    );
    let key = page.form("/admin/jobs/retry").value("key");
    assert!(games.iter().any(|game| key.ends_with(game.rsplit('/').next().unwrap())), "{key}");
    let page = ada.submit(page.form("/admin/jobs/retry")).await;
    assert!(page.says("flash-job-retried"), "{}", page.text());
    let drop = page.form("/admin/jobs/drop");
    let page = ada.submit(drop.clone()).await;
    assert!(page.says("admin-jobs-none"), "{}", page.text());
    assert_eq!(ada.submit(drop).await.status, 409);
    let log = ada.get("/admin/log").await.texts("tbody tr");
    assert_eq!(log.len(), 2);
    assert!(log[0].contains("dropped turn/") && log[0].contains("it <broke>"), "{log:?}");
}
