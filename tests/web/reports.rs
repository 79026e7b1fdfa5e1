//! Reports, restrictions and objections, as everybody sees them who has to do with them.

use serde_json::{Value, json};

use crate::api::Program;
use crate::app::{TestApp, open_table};
use crate::browser::{Browser, Page};
use crate::messages::message;

const REPORTS: &str = "/account/reports";
const RESTRICTIONS: &str = "/account/restrictions";
const RUDE: &str = "<b>you</b> @everyone & \"fool\"";

/// Lets `author` write a line at a table with `reporter`, who reports it; returns the address of the receipt.
pub async fn about_a_line(author: &Browser, reporter: &Browser, game: &str) -> String {
    let token = author.token().await;
    let said = [("csrf", token.as_str()), ("channel", "seats"), ("text", RUDE)];
    assert_eq!(author.post(&format!("{game}/talk"), &said).await.status, 303);
    let page = reporter.get(&format!("{game}/talk?channel=seats")).await;
    let form = reporter.get(&page.links("a[href*='/talk/report?']")[0]).await;
    assert_eq!(form.status, 200, "{}", form.text());
    send(reporter, &form, &format!("{game}/talk/report")).await
}

/// Lets `reporter` report a player, whose page is at `path`; returns the address of the receipt.
pub async fn about_a_player(reporter: &Browser, path: &str) -> String {
    let form = reporter.get(&reporter.get(path).await.links("a[href$='/report']")[0]).await;
    send(reporter, &form, &format!("{path}/report")).await
}

async fn send(reporter: &Browser, form: &Page, action: &str) -> String {
    let sent = form.form(action).set("category", "insult").set("words", "<i>rude</i>");
    let receipt = reporter.submit(sent).await;
    assert_eq!(receipt.status, 200, "{}", receipt.text());
    assert!(receipt.says("report-receipt-text") && receipt.says("report-open"), "{}", receipt.text());
    receipt.path
}

/// The action of the only form whose action has this part.
fn action(page: &Page, part: &str) -> String {
    let forms = page.all(&format!("main form[action*='{part}']"));
    assert_eq!(forms.len(), 1, "{}", page.text());
    forms[0].attr("action").unwrap().to_owned()
}

/// Restricts an account from its page for moderators.
async fn restrict(staff: &Browser, name: &str, kind: &str) {
    let page = staff.ask(staff.get("/admin").await.form("/admin/accounts").set("name", name)).await;
    let form = page.form(&format!("{}/restrictions", page.path)).set("kind", kind).set("days", "7");
    let done = staff.submit(form.set("rule", "Be civil.").set("reason", "Insults")).await;
    assert!(done.says("flash-restricted"), "{}", done.text());
}

/// Decides about a case; both forms of its page have the same action.
async fn decide(staff: &Browser, case: &str, fields: &[(&str, &str)]) -> Page {
    let token = staff.token().await;
    let fields: Vec<(&str, &str)> = fields.iter().copied().chain([("csrf", token.as_str())]).collect();
    staff.post(case, &fields).await
}

#[tokio::test]
async fn a_report_is_decided_and_both_sides_learn_what_concerns_them() {
    let app = TestApp::start_with_staff().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let game = app.game(&ann, &ben).await;
    let receipt = about_a_line(&ann, &ben, &game).await;
    let mo = app.signed_in("mo").await;
    let queue = mo.get("/admin/reports").await;
    assert!(queue.text().contains("<i>rude</i>"), "as it was written: {}", queue.text());
    let case = queue.links("main tbody a")[0].clone();
    assert!(receipt.ends_with(case.rsplit('/').next().unwrap()));
    let page = mo.get(&case).await;
    assert!(page.text().contains(RUDE) && page.all("main b").is_empty(), "{}", page.text());

    let terms = [("kind", "talk"), ("days", "7"), ("rule", "Be civil."), ("reason", "<u>Cursing</u>")];
    let decision = [&terms[..], &[("decision", "restrict"), ("answer", "We have acted.")]].concat();
    let bad: Vec<_> =
        decision.iter().copied().filter(|(name, _)| *name != "answer").chain([("answer", "")]).collect();
    let refused = decide(&mo, &case, &bad).await;
    assert_eq!((refused.status, refused.texts(".trouble").len()), (422, 1), "{}", refused.text());
    assert_eq!(decide(&mo, &case, &decision).await.status, 303);
    let late = decide(&app.signed_in("ada").await, &case, &decision).await;
    assert_eq!((late.status, late.says("refused-overtaken")), (409, true), "{}", late.text());
    assert!(mo.get("/admin/reports").await.says("cases-none"));

    // The reporter.
    let answered = ben.get(REPORTS).await;
    assert!(answered.text().contains("We have acted."), "{}", answered.text());
    assert!(!ben.get(&receipt).await.text().contains("Cursing"), "the reason is for the other");
    assert_eq!(ann.get(&receipt).await.status, 404);
    assert!(ann.get(REPORTS).await.says("reports-none"));

    // The person.
    let front = ann.get("/").await;
    assert_eq!(front.links(".note a[href^='/account/restrictions']"), [RESTRICTIONS], "{}", front.text());
    assert!(ben.get("/").await.links(".note a[href^='/account/restrictions']").is_empty());
    let page = ann.get(RESTRICTIONS).await;
    for text in ["Be civil.", "<u>Cursing</u>", &message("restriction-talk"), "27 Nov 2026"] {
        assert!(page.text().contains(text), "{text}: {}", page.text());
    }
    for secret in ["ben", "mo", "<i>rude</i>", "We have acted."] {
        assert!(!page.texts("main").join(" ").split_whitespace().any(|word| word == secret), "{secret}");
    }
    let talk = ann.get(&format!("{game}/talk?channel=seats")).await;
    assert!(talk.all("form.say").is_empty() && talk.says("talk-restricted-link"), "{}", talk.text());
    let notes = ann.get(&format!("{game}/talk?channel=notes")).await;
    assert_eq!(notes.all("form.say").len(), 1);
    let token = ann.token().await;
    let said = [("csrf", token.as_str()), ("channel", "seats"), ("phrase", "hello")];
    let refused = ann.post(&format!("{game}/talk"), &said).await;
    assert_eq!(refused.status, 403);
    assert!(refused.text().contains("2026-11-27 12:00 UTC"), "{}", refused.text());

    // The objection.
    let object = action(&page, "/object");
    let form = |text: &str| page.form(&object).set("objection", text);
    assert_eq!(ann.submit(form(" ")).await.status, 422);
    assert!(ann.submit(form("It was a joke")).await.says("flash-objected"));
    assert_eq!(ann.submit(form("Really")).await.status, 409);
    assert_eq!(mo.get("/admin/objections").await.status, 404);
    let ada = app.signed_in("ada").await;
    let objections = ada.get("/admin/objections").await;
    assert!(objections.text().contains("It was a joke"), "{}", objections.text());
    let answer = objections.form(&action(&objections, "/admin/objections/"));
    let answer = answer.set("answer", "So it was").set("decision", "lift");
    assert!(ada.submit(answer).await.says("flash-objection-answered"));
    let page = ann.get(RESTRICTIONS).await;
    assert!(page.text().contains("So it was") && page.links(".note a").is_empty(), "{}", page.text());
    assert_eq!(ann.post(&format!("{game}/talk"), &said).await.status, 303);
    let log = mo.get("/admin/log").await;
    for did in ["restrict", "object", "lift-restriction"] {
        assert!(log.says(&format!("admin-did-{did}")), "{did}: {}", log.text());
    }
}

#[tokio::test]
async fn who_is_kept_from_tables_is_told_so_wherever_they_try() {
    let app = TestApp::start_with_staff().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let table = open_table(&ben, &[]).await;
    let join = ann.get(&table).await.form(&format!("{table}/join"));
    let program = Program::of(&app, &ann, &["read", "play", "talk"]).await;
    restrict(&app.signed_in("mo").await, "ann", "tables").await;
    let opened = ann.submit(ann.get("/tables/new").await.form("/tables/new")).await;
    for page in [ann.submit(join).await, opened] {
        assert_eq!(page.status, 403, "{}", page.text());
        assert!(page.text().contains("2026-11-27 12:00 UTC"), "{}", page.text());
    }
    let invite = ben.get(&table).await.form(&format!("{table}/invite")).set("name", "ann");
    assert!(ben.submit(invite).await.says("refused-invite-unavailable"));
    let id = table.rsplit('/').next().unwrap();
    for (path, body) in [("/api/v1/games", json!({})), (&*format!("/api/v1/games/{id}/join"), Value::Null)] {
        let refused = program.post(path, &body).await;
        let problem: Value = serde_json::from_str(&refused.body).unwrap();
        assert_eq!((refused.status, problem["code"].as_str()), (403, Some("restricted")), "{path}");
    }
    let listed = program.read("/api/v1/restrictions").await;
    let restriction = &listed["restrictions"][0];
    assert_eq!(restriction["kind"], "tables");
    assert_eq!(restriction["rule"], "Be civil.");
    assert_eq!(restriction["ends"], "2026-11-27T12:00:00Z");
    assert_eq!(restriction["state"], "in-force");
}

#[tokio::test]
async fn a_warning_is_shown_until_it_was_read_and_staff_can_end_a_restriction_early() {
    let app = TestApp::start_with_staff().await;
    let ann = app.person("ann").await;
    let mo = app.signed_in("mo").await;
    restrict(&mo, "ann", "warning").await;
    let page = ann.get(RESTRICTIONS).await;
    let read = ann.submit(page.form(&action(&page, "/acknowledge"))).await;
    assert!(read.says("flash-acknowledged") && read.links(".note a").is_empty(), "{}", read.text());
    restrict(&mo, "ann", "talk").await;
    assert_eq!(ann.get("/").await.links(".note a"), [RESTRICTIONS]);
    let page = mo.ask(mo.get("/admin").await.form("/admin/accounts").set("name", "ann")).await;
    let lifted = mo.submit(page.form(&action(&page, "/lift")).set("reason", "a mistake")).await;
    assert!(lifted.says("flash-restriction-lifted"), "{}", lifted.text());
    assert!(ann.get("/").await.links(".note a").is_empty());
}

#[tokio::test]
async fn a_program_reports_and_reads_what_became_of_it() {
    let app = TestApp::start_with_staff().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let game = app.game(&ann, &ben).await;
    about_a_line(&ann, &ben, &game).await;
    let program = Program::of(&app, &ben, &["read", "talk"]).await;
    let of_ann = ann.get("/").await.links("#menu a[href^='/players/']")[0].clone();
    let user = of_ann.rsplit('/').next().unwrap();
    let line = json!({"game": game.rsplit('/').next().unwrap(), "channel": "seats", "n": 1});
    for body in [
        json!({"user": user, "category": "name", "words": "Look"}),
        json!({"line": line, "category": "spam", "words": "Look"}),
    ] {
        let made = program.post("/api/v1/reports", &body).await;
        assert_eq!(made.status, 201, "{}", made.body);
    }
    for (body, status) in [
        (json!({"category": "name", "words": "Look"}), 422),
        (json!({"user": user, "category": "rudeness", "words": "Look"}), 422),
        (json!({"user": user, "category": "name", "words": " "}), 422),
        (json!({"user": "0000000000000000", "category": "name", "words": "Look"}), 404),
        (
            json!({"line": {"game": line["game"], "channel": "notes", "n": 1}, "category": "name", "words": "x"}),
            404,
        ),
    ] {
        assert_eq!(program.post("/api/v1/reports", &body).await.status, status, "{body}");
    }
    let listed = program.read("/api/v1/reports").await;
    let reports = listed["reports"].as_array().unwrap();
    assert_eq!(reports.len(), 3);
    assert!(reports.iter().all(|report| report["state"] == "open" && report["user"] == user));
    assert_eq!(reports[0]["line"]["n"].as_u64().or(reports[1]["line"]["n"].as_u64()), Some(1));
}

#[tokio::test]
async fn hostile_words_are_shown_harmlessly_wherever_they_appear() {
    let app = TestApp::start_with_staff().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let of_ann = ann.get("/").await.links("#menu a[href^='/players/']")[0].clone();
    let mo = app.signed_in("mo").await;
    let token = ben.token().await;
    for hostile in [
        "<script>alert(1)</script>",
        "\"><img src=x onerror=alert(1)>",
        "a\u{202e}b\u{2066}c",
        "{{ 7 * 7 }} { $name }",
        "' OR 1=1; --",
        "👩‍👩‍👧‍👦 @everyone",
    ] {
        let fields = [("csrf", token.as_str()), ("category", "other"), ("words", hostile)];
        let sent = ben.post(&format!("{of_ann}/report"), &fields).await;
        assert_eq!(sent.status, 303, "{hostile}");
        let receipt = sent.headers["location"].to_str().unwrap().to_owned();
        let case = receipt.replace("/account/", "/admin/");
        let plain: String =
            hostile.chars().filter(|letter| !matches!(letter, '\u{202e}' | '\u{2066}')).collect();
        for page in [ben.get(&receipt).await, mo.get(&case).await, ben.get(REPORTS).await] {
            assert_eq!(page.status, 200);
            assert!(page.text().contains(&plain), "{plain}: {}", page.text());
            assert!(page.all("main script, main img").is_empty());
            assert!(!page.body.contains('\u{202e}'));
        }
    }
}

#[tokio::test]
async fn the_texts_of_the_host_are_at_the_foot_of_every_page() {
    let app = TestApp::start().await;
    let visitor = app.browser();
    let links = ["/terms", "/contact", "/moderation"];
    let foot = visitor.get("/").await.links("footer a");
    assert!(links.iter().all(|link| foot.contains(&(*link).to_owned())), "{foot:?}");
    for (path, title) in links.into_iter().zip(["terms-title", "contact-title", "moderation-title"]) {
        let page = visitor.get(path).await;
        assert_eq!((page.status, page.heading()), (200, message(title)));
    }
    assert!(visitor.get("/moderation").await.says("kept-reports"));
    let own = TestApp::start_with(|settings| {
        settings.texts.terms = Some(vec!["<b>Be kind</b>.".to_owned(), "Play on.".to_owned()]);
        settings.texts.contact = Some(vec!["host@play.example".to_owned()]);
    });
    let own = own.await;
    let terms = own.browser().get("/terms").await;
    assert_eq!(terms.texts("main p"), ["<b>Be kind</b>.", "Play on."]);
    assert_eq!(own.browser().get("/contact").await.texts("main p"), ["host@play.example"]);
    assert!(own.browser().get("/moderation").await.says("kept-title"), "a short text instead");
}
