//! The pages without scripts.

use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::api::{Program, is, problem};
use crate::app::{TestApp, join, open_table};
use crate::browser::{Browser, Form, Page};
use crate::messages::{message, message_with};
use crate::talk::{api, id, last_event, lines, post, read, resign, said, say, token};
use crate::turns;

/// A game of ann and ben with its path.
pub async fn game(app: &TestApp) -> (Browser, Browser, String) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let table = app.game(&ann, &ben).await;
    (ann, ben, table)
}

pub fn say_form(page: &Page, table: &str, text: &str) -> Form {
    page.form(&format!("{table}/talk")).set("text", text)
}

/// What is in the field for a line.
fn typed(page: &Page) -> String {
    page.all("textarea[name=text]").into_iter().flat_map(|field| field.text()).collect()
}

#[tokio::test]
async fn a_line_leads_back_to_where_it_was_sent() {
    let app = TestApp::start().await;
    let (ann, ben, table) = game(&app).await;
    let page = ann.press(&ann.get(&table).await, "talk-tab").await;
    assert!(page.path.starts_with(&format!("{table}?tab=talk")), "{}", page.path);
    assert!(page.says("talk-empty"), "{}", page.text());
    let page = ann.submit(say_form(&page, &table, "beside the board")).await;
    assert!(page.status == 200 && page.path.starts_with(&format!("{table}?tab=talk")), "{}", page.path);
    assert_eq!(lines(&page), ["beside the board"]);
    assert!(!page.all("svg.board").is_empty(), "the board is still there");
    // The phrases have a form of their own there.
    let form = page.all("form.phrases input[name=from][value=table]");
    assert_eq!((form.len(), page.all("form.phrases button[name=phrase]").len()), (1, 10));
    let page = ann.press(&page, "talk-whole").await;
    assert_eq!(page.path, format!("{table}/talk?channel=seats"));
    let page = ann.submit(say_form(&page, &table, "on the page")).await;
    assert_eq!((page.status, page.path.as_str()), (200, &*format!("{table}/talk?channel=seats")));
    assert_eq!(lines(&page), ["beside the board", "on the page"]);
    let page = read(&ann, &table, "notes").await;
    let page = ann.submit(say_form(&page, &table, "to myself")).await;
    assert_eq!(
        (page.path.as_str(), lines(&page)),
        (&*format!("{table}/talk?channel=notes"), vec!["to myself".into()])
    );
    let phrase = say(&ben, &table, "seats", ("phrase", "well_played")).await;
    assert_eq!(phrase.headers["location"], format!("{table}/talk?channel=seats"));
    let seen = read(&ann, &table, "seats").await;
    assert_eq!(lines(&seen), ["beside the board", "on the page", &message("phrase-well-played")]);
    for (fields, why) in [
        (&[("channel", "everybody"), ("text", "x")][..], "no such channel"),
        (&[("text", "x")], "no channel"),
        (&[("channel", "seats"), ("phrase", "checkmate")], "no such phrase"),
        (&[("channel", "seats"), ("text", "x"), ("seen", "soon")], "no number"),
    ] {
        assert_eq!(post(&ann, &format!("{table}/talk"), fields).await.status, 400, "{why}");
    }
}

#[tokio::test]
async fn a_refused_line_keeps_what_was_typed() {
    let app = TestApp::start().await;
    let (ann, _, table) = game(&app).await;
    let long = "long & <long> ".repeat(40);
    for (text, why) in [
        ("\u{200b}\u{202e}", "refused-line-empty"),
        ("  ", "refused-line-empty"),
        (&long, "refused-line-long"),
    ] {
        for path in [format!("{table}/talk?channel=seats"), format!("{table}?tab=talk")] {
            let page = ann.submit(say_form(&ann.get(&path).await, &table, text)).await;
            assert_eq!(page.status, 422, "{text:?} from {path}");
            assert!(page.says(why), "{}", page.text());
            assert_eq!(typed(&page), text, "from {path}");
        }
    }
    assert!(lines(&read(&ann, &table, "seats").await).is_empty());
}

#[tokio::test]
async fn too_many_lines_in_a_day_are_refused_until_the_next() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let table = open_table(&ann, &[]).await;
    for n in 0..20 {
        said(&ann, &table, "seats", &format!("line {n}")).await;
    }
    let page = say(&ann, &table, "seats", ("text", "one more")).await;
    assert_eq!((page.status, typed(&page).as_str()), (422, "one more"));
    assert!(page.says_with("refused-talk-too-much", &[("most", "20")]), "{}", page.text());
    let phrase = say(&ann, &table, "seats", ("phrase", "hello")).await;
    assert_eq!(phrase.status, 422);
    let program = Program::of(&app, &ann, &["read", "talk"]).await;
    let called = program.post(&format!("{}/seats", api(&table)), &json!({"text": "x"})).await;
    assert_eq!(problem(&called), is(429, "too-many-lines"));
    // Notes are counted apart, and so is another table.
    said(&ann, &table, "notes", "a note").await;
    said(&ann, &open_table(&ann, &[]).await, "seats", "elsewhere").await;
    app.wait(1);
    said(&ann, &table, "seats", "one more").await;
}

/// What the page counts in one place or several, which agree.
fn counts(page: &Page) -> Vec<String> {
    let mut counts = page.texts("[data-unread-count]");
    counts.dedup();
    counts
}

/// The count on the page of a table, whether it is shown, the number in the title, and what the dashboard says.
pub async fn unread(browser: &Browser, table: &str) -> (Vec<String>, bool, bool, Vec<String>) {
    let page = browser.get(table).await;
    let counts = counts(&page);
    let hidden = page.all("[data-unread-count]:not([hidden])").is_empty();
    let title = page.texts("head title").concat();
    let titled = title.contains("new line");
    let home = browser.get("/").await;
    assert!(home.links("a.unread").iter().all(|link| *link == format!("{table}/talk")));
    (counts, hidden, titled, home.texts("a.unread"))
}

fn nothing_new() -> (Vec<String>, bool, bool, Vec<String>) {
    (vec!["0".into()], true, false, Vec::new())
}

#[tokio::test]
async fn new_lines_are_counted_on_table_title_and_dashboard_until_they_are_marked_as_read() {
    let app = TestApp::start().await;
    let (ann, ben, table) = game(&app).await;
    assert_eq!(unread(&ben, &table).await, nothing_new());
    for path in [format!("{table}/talk"), format!("{table}?tab=talk")] {
        said(&ann, &table, "seats", "first").await;
        said(&ann, &table, "seats", "second").await;
        assert_eq!(unread(&ann, &table).await, nothing_new(), "her own");
        let two = message_with("talk-unread", &[("n", "2")]);
        assert_eq!(unread(&ben, &table).await, (vec!["2".into()], false, true, vec![two]));
        let page = ben.get(&path).await;
        assert!(page.texts("head title").concat().contains(&message_with("talk-unread", &[("n", "2")])));
        assert_eq!(page.texts("li.new-lines"), [message("talk-new")], "{path}");
        assert_eq!(unread(&ben, &table).await.0, ["2"], "to look at a page changes nothing");
        let page = ben.submit(page.form(&format!("{table}/talk/seen"))).await;
        assert!(
            page.status == 200 && page.path.starts_with(path.split('&').next().unwrap()),
            "{}",
            page.path
        );
        assert_eq!(page.all("li.new-lines").len(), 0);
        assert!(page.find_form(&format!("{table}/talk/seen")).is_none());
        assert_eq!(unread(&ben, &table).await, nothing_new());
    }
    // To answer is to have read.
    said(&ann, &table, "seats", "third").await;
    assert_eq!(unread(&ben, &table).await.0, ["1"]);
    let form = say_form(&ben.get(&format!("{table}/talk")).await, &table, "answer");
    ben.submit(form).await;
    assert_eq!(unread(&ben, &table).await, nothing_new());
    assert_eq!(unread(&ann, &table).await.0, ["1"]);
    resign(&ben, &table).await;
    let end = ann.get(&format!("{table}/final")).await;
    assert_eq!(counts(&end), ["1"]);
    assert!(end.texts("head title").concat().contains(&message_with("talk-unread", &[("n", "1")])));
}

#[tokio::test]
async fn lines_are_counted_before_the_start_and_by_those_who_watch() {
    let app = TestApp::start().await;
    let (ann, ben, eve) = (app.person("ann").await, app.person("ben").await, app.person("eve").await);
    let zoe = app.person("zoe").await;
    let open = open_table(&ann, &[("seats", "3")]).await;
    join(&ben, &open).await;
    said(&ben, &open, "seats", "hello").await;
    let one = message_with("talk-unread", &[("n", "1")]);
    assert_eq!(unread(&ann, &open).await, (vec!["1".into()], false, true, vec![one]));
    assert!(eve.get(&open).await.all("[data-unread-count]:not([hidden])").is_empty());
    join(&eve, &open).await;
    assert_eq!(lines(&read(&eve, &open, "seats").await), ["hello"], "who sits reads what was said");
    let page = read(&zoe, &open, "spectators").await;
    zoe.submit(say_form(&page, &open, "first")).await;
    assert_eq!(read(&eve, &open, "spectators").await.status, 404, "she plays");
    let dan = app.person("dan").await;
    said(&dan, &open, "spectators", "second").await;
    let page = zoe.get(&open).await;
    assert_eq!(counts(&page), ["1"]);
    assert!(counts(&ann.get(&open).await) == ["1"], "players do not count those");
}

#[tokio::test]
async fn own_lines_can_be_withdrawn_for_five_minutes() {
    let app = TestApp::start().await;
    let (ann, ben, table) = game(&app).await;
    let withdraw = format!("{table}/talk/withdraw");
    said(&ann, &table, "seats", "oops").await;
    said(&ann, &table, "seats", "stays").await;
    assert!(read(&ben, &table, "seats").await.find_form(&withdraw).is_none(), "it is not his");
    let others = post(&ben, &withdraw, &[("channel", "seats"), ("n", "1")]).await;
    assert!(others.status == 422 && others.says("refused-talk-withdraw"), "{}", others.text());
    app.clock.advance(TimeDelta::seconds(299));
    let page = read(&ann, &table, "seats").await;
    assert_eq!(page.all("#talk li form").len(), 2);
    let page = ann.submit(page.form(&withdraw)).await;
    assert!(page.says("flash-line-withdrawn"), "{}", page.text());
    assert_eq!(page.path, format!("{table}/talk?channel=seats"));
    for browser in [&ann, &ben] {
        assert_eq!(lines(&read(browser, &table, "seats").await), [&message("talk-withdrawn"), "stays"]);
        let event = last_event(browser, &table).await;
        let step = browser.get(&format!("{table}/moves/{event}")).await;
        assert_eq!(lines(&step), [&message("talk-withdrawn"), "stays"]);
        assert!(!step.body.contains("oops"));
    }
    assert_eq!(unread(&ben, &table).await.0, ["1"], "what was withdrawn is not new");
    let tab = ann.get(&format!("{table}?tab=talk")).await;
    let late = tab.form(&withdraw);
    app.clock.advance(TimeDelta::seconds(1));
    assert!(read(&ann, &table, "seats").await.find_form(&withdraw).is_none());
    let page = ann.submit(late).await;
    assert!(page.status == 422 && page.says("refused-talk-withdraw"), "{}", page.text());
    assert_eq!(lines(&read(&ben, &table, "seats").await)[1], "stays");
    said(&ann, &table, "seats", "from the tab").await;
    let page = ann.submit(ann.get(&format!("{table}?tab=talk")).await.form(&withdraw)).await;
    assert!(
        page.path.starts_with(&format!("{table}?tab=talk")) && page.says("flash-line-withdrawn"),
        "{}",
        page.path
    );
}

#[tokio::test]
async fn notes_are_ones_own_and_can_be_deleted_at_any_time() {
    let app = TestApp::start().await;
    let (ann, ben, table) = game(&app).await;
    said(&ann, &table, "notes", "watch the east").await;
    said(&ann, &table, "notes", "<i>and the west</i>").await;
    assert!(lines(&read(&ben, &table, "notes").await).is_empty());
    assert_eq!(unread(&ben, &table).await, nothing_new());
    app.wait(2);
    let page = read(&ann, &table, "notes").await;
    assert_eq!(lines(&page), ["watch the east", "<i>and the west</i>"]);
    let page = ann.submit(page.form(&format!("{table}/talk/withdraw"))).await;
    assert!(page.says("flash-note-deleted"), "{}", page.text());
    assert_eq!(lines(&page), ["<i>and the west</i>"]);
    assert!(app.rows().await.iter().all(|row| !row.contains("watch the east")), "nothing is left of it");
    let others = post(&ben, &format!("{table}/talk/withdraw"), &[("channel", "notes"), ("n", "2")]).await;
    assert_eq!(others.status, 422);
    assert_eq!(lines(&read(&ann, &table, "notes").await).len(), 1);
}

/// The path of the page of a player who has said something.
fn author(page: &Page) -> String {
    page.links("#talk .by a").first().unwrap_or_else(|| panic!("nobody else: {}", page.text())).clone()
}

#[tokio::test]
async fn somebody_muted_is_not_heard_and_not_told() {
    let app = TestApp::start().await;
    let (ann, ben, table) = game(&app).await;
    said(&ann, &table, "seats", "by ann").await;
    said(&ben, &table, "seats", "by ben").await;
    let player = author(&read(&ann, &table, "seats").await);
    let heading = read(&ben, &table, "seats").await.heading();
    let hide = format!("{player}/hide");
    let page = ann.get(&player).await;
    let page = ann.submit(page.form(&hide).set("hidden", "yes")).await;
    assert!(page.path == player && page.says("flash-person-muted"), "{}", page.text());
    assert_eq!(page.texts(&format!("form[action='{hide}'] button")), ["Unmute", "Block"]);
    assert_eq!(lines(&read(&ann, &table, "seats").await), ["by ann"]);
    let event = last_event(&ann, &table).await;
    assert_eq!(lines(&ann.get(&format!("{table}/moves/{event}")).await), ["by ann"]);
    assert_eq!(unread(&ann, &table).await, nothing_new());
    said(&ben, &table, "seats", "again").await;
    assert_eq!(unread(&ann, &table).await, nothing_new());
    let page = read(&ben, &table, "seats").await;
    assert_eq!(lines(&page), ["by ann", "by ben", "again"]);
    assert_eq!((page.all("#talk .note").len(), page.heading()), (0, heading), "he isn't told");
    let program = Program::of(&app, &ann, &["read"]).await;
    let heard = program.read(&format!("{}/seats", api(&table))).await;
    assert_eq!(heard["lines"].as_array().unwrap().len(), 1, "{heard}");

    let page = ann.press(&ann.get(&player).await, "people-title").await;
    assert_eq!(page.path, "/account/people");
    assert_eq!(page.texts("tbody th"), ["ben"]);
    assert!(page.says("people-muted"));
    assert!(ben.get("/account/people").await.says("people-none"));
    let page = ann.submit(page.form(&hide).set("hidden", "no")).await;
    assert!(page.path == "/account/people" && page.says("flash-person-unmuted"), "{}", page.text());
    assert!(page.says("people-none"));
    assert_eq!(lines(&read(&ann, &table, "seats").await), ["by ann", "by ben", "again"]);
    assert_eq!(unread(&ann, &table).await.0, ["2"]);
}

#[tokio::test]
async fn a_block_shuts_the_talk_between_two_and_says_so() {
    let app = TestApp::start().await;
    let (ann, ben, table) = game(&app).await;
    said(&ann, &table, "seats", "by ann").await;
    said(&ben, &table, "seats", "by ben").await;
    let player = author(&read(&ann, &table, "seats").await);
    let hide = format!("{player}/hide");
    let block = ann.get(&player).await.form(&hide).set("why", "blocked").set("hidden", "yes");
    let page = ann.submit(block).await;
    assert!(page.path == player && page.says("flash-person-blocked"), "{}", page.text());
    assert_eq!(page.texts(&format!("form[action='{hide}'] button")), ["Mute", "Unblock"]);
    for (browser, own, other) in [(&ann, "by ann", "ben"), (&ben, "by ben", "ann")] {
        for path in [format!("{table}/talk"), format!("{table}?tab=talk")] {
            let page = browser.get(&path).await;
            assert_eq!(lines(&page), [own]);
            assert!(page.says_with("talk-shut", &[("names", other)]), "{}", page.text());
        }
        let event = last_event(browser, &table).await;
        assert_eq!(lines(&browser.get(&format!("{table}/moves/{event}")).await), [own]);
        let program = Program::of(&app, browser, &["read"]).await;
        let heard = program.read(&format!("{}/seats", api(&table))).await;
        assert_eq!(heard["lines"].as_array().unwrap().len(), 1, "{heard}");
    }
    said(&ann, &table, "seats", "alone").await;
    said(&ben, &table, "seats", "alone, too").await;
    for browser in [&ann, &ben] {
        assert_eq!(unread(browser, &table).await, nothing_new());
    }
    turns::play(&app, &table, 2).await;
    assert!(ben.get("/account/people").await.says("people-none"), "he has blocked nobody");
    let list = ann.get("/account/people").await;
    assert!(list.says("people-blocked") && list.texts("tbody th") == ["ben"], "{}", list.text());
    let page = ann.submit(list.form(&hide).set("hidden", "no")).await;
    assert!(page.path == "/account/people" && page.says("flash-person-unblocked"), "{}", page.text());
    for browser in [&ann, &ben] {
        let page = read(browser, &table, "seats").await;
        assert_eq!(lines(&page), ["by ann", "by ben", "alone", "alone, too"]);
        assert!(!page.says("talk-shut"));
    }
}

#[tokio::test]
async fn nobody_hides_themselves_or_somebody_who_is_not_there() {
    let app = TestApp::start().await;
    let (ann, ben, table) = game(&app).await;
    said(&ann, &table, "seats", "hello").await;
    let own = author(&read(&ben, &table, "seats").await);
    let mute = [("why", "muted"), ("hidden", "yes")];
    let page = post(&ann, &format!("{own}/hide"), &mute).await;
    assert!(page.status == 400 && page.says("refused-hide-yourself"), "{}", page.text());
    assert!(ann.get(&own).await.find_form(&format!("{own}/hide")).is_none());
    assert!(app.browser().get(&own).await.find_form(&format!("{own}/hide")).is_none());
    assert_eq!(post(&ben, "/players/0123456789abcdef/hide", &mute).await.status, 404);
    for fields in [&[("why", "hated"), ("hidden", "yes")][..], &[("hidden", "yes")], &[("why", "muted")]] {
        assert_eq!(post(&ben, &format!("{own}/hide"), fields).await.status, 400, "{fields:?}");
    }
    assert_eq!(post(&app.browser(), &format!("{own}/hide"), &mute).await.status, 401);
    assert!(app.browser().get("/account/people").await.path.starts_with("/login"));
}

#[tokio::test]
async fn a_form_without_a_token_changes_nothing() {
    let app = TestApp::start().await;
    let (ann, ben, table) = game(&app).await;
    said(&ann, &table, "seats", "hello").await;
    let player = author(&read(&ben, &table, "seats").await);
    let before = app.rows().await;
    let other = token(&app.browser()).await;
    for (path, fields) in [
        (format!("{table}/talk"), vec![("channel", "seats"), ("text", "forged")]),
        (format!("{table}/talk"), vec![("channel", "notes"), ("phrase", "hello")]),
        (format!("{table}/talk/withdraw"), vec![("channel", "seats"), ("n", "1")]),
        (format!("{table}/talk/seen"), vec![("channel", "seats"), ("n", "1"), ("quiet", "yes")]),
        (format!("{table}/talk/spectators"), vec![("closed", "yes")]),
        (format!("{player}/hide"), vec![("why", "blocked"), ("hidden", "yes")]),
    ] {
        for csrf in [None, Some(""), Some(other.as_str())] {
            let fields: Vec<_> = fields.iter().copied().chain(csrf.map(|csrf| ("csrf", csrf))).collect();
            for browser in [&ann, &ben] {
                let page = browser.post(&path, &fields).await;
                assert_eq!((page.status, page.heading()), (403, message("error-forged")), "{path}");
            }
        }
    }
    assert_eq!(app.rows().await, before);
}

#[tokio::test]
async fn players_close_the_channel_of_spectators_and_open_it_again() {
    let app = TestApp::start().await;
    let (ann, ben, table) = game(&app).await;
    let (eve, close) = (app.person("eve").await, format!("{table}/talk/spectators"));
    said(&eve, &table, "spectators", "nice game").await;
    let page = read(&eve, &table, "spectators").await;
    assert!(page.find_form(&close).is_none());
    let kept = say_form(&page, &table, "too late");
    assert_eq!(post(&eve, &close, &[("closed", "yes")]).await.status, 403);
    let page = ann.get(&format!("{table}/talk")).await;
    assert!(page.says("talk-close-help"));
    let page = ann.submit(page.form(&close).set("closed", "yes")).await;
    assert!(page.path == format!("{table}/talk") && page.says("flash-spectators-closed"), "{}", page.text());
    assert!(ben.get(&format!("{table}/talk")).await.says("talk-open-help"), "the other sees that");
    let page = read(&eve, &table, "spectators").await;
    assert!(page.find_form(&format!("{table}/talk")).is_none() && page.says("refused-talk-closed"));
    assert_eq!(lines(&page), ["nice game", &message("talk-closed")]);
    let page = eve.submit(kept).await;
    assert!(page.status == 422 && page.says("refused-talk-closed"), "{}", page.text());
    assert_eq!(say(&eve, &table, "spectators", ("phrase", "hello")).await.status, 422);
    let program = Program::of(&app, &eve, &["read", "talk"]).await;
    let spectators = format!("{}/spectators", api(&table));
    assert_eq!(program.read(&spectators).await["writes"], Value::Null);
    assert_eq!(problem(&program.post(&spectators, &json!({"text": "x"})).await), is(409, "talk-closed"));
    let refused = program.post(&format!("{spectators}/close"), &json!({"closed": false})).await;
    assert_eq!(problem(&refused), is(403, "not-closable"));
    said(&ann, &table, "seats", "the seats talk on").await;
    // The other player opens it; twice is once.
    for _ in 0..2 {
        assert_eq!(post(&ben, &close, &[("closed", "no")]).await.status, 303);
    }
    said(&eve, &table, "spectators", "thank you").await;
    let shown = lines(&read(&eve, &table, "spectators").await);
    assert_eq!(shown, ["nice game", &message("talk-closed"), &message("talk-opened"), "thank you"]);
    resign(&ann, &table).await;
    assert_eq!(lines(&read(&ann, &table, "spectators").await), shown, "the players read it after the game");
    assert_eq!(post(&ann, &close, &[("closed", "yes")]).await.status, 403, "the game is over");
}

#[tokio::test]
async fn a_table_opened_without_talk_has_only_notes() {
    let app = TestApp::start().await;
    let (ann, ben, eve) = (app.person("ann").await, app.person("ben").await, app.person("eve").await);
    let form = ann.get("/tables/new").await;
    assert_eq!(form.all("input[name=no_talk][value=yes]").len(), 1);
    assert!(form.all("input[name=no_talk][checked]").is_empty());
    let table = open_table(&ann, &[("no_talk", "yes")]).await;
    let waiting = ben.get(&table).await;
    assert!(waiting.texts("dd").contains(&message("talk-without")), "{:?}", waiting.texts("dd"));
    join(&ben, &table).await;
    for browser in [&ann, &ben, &eve] {
        let page = browser.get(&format!("{table}/talk")).await;
        assert_eq!((page.status, page.all("ul.channels").len()), (200, 0));
        assert!(
            page.says("talk-notes-help") && page.find_form(&format!("{table}/talk/spectators")).is_none()
        );
        for channel in ["seats", "spectators"] {
            assert_eq!(read(browser, &table, channel).await.status, 404);
            assert_eq!(say(browser, &table, channel, ("phrase", "hello")).await.status, 404);
        }
        said(browser, &table, "notes", "mine").await;
        assert_eq!(lines(&read(browser, &table, "notes").await), ["mine"]);
        let program = Program::of(&app, browser, &["read"]).await;
        assert_eq!(program.read(&api(&table)).await["channels"], json!(["notes"]));
    }
    assert_eq!(post(&ann, &format!("{table}/talk/spectators"), &[("closed", "yes")]).await.status, 403);
    let like = ann.get(&format!("/tables/new?from={}", id(&table))).await;
    assert_eq!(like.all("input[name=no_talk][checked]").len(), 1);
}

#[tokio::test]
async fn long_talk_is_read_part_by_part() {
    let app = TestApp::start().await;
    let (ann, ben, table) = game(&app).await;
    turns::play(&app, &table, 3).await;
    let all: Vec<String> = (1..=55).map(|n| format!("line {n}")).collect();
    for text in &all {
        said(&ann, &table, "seats", text).await;
    }
    let last = read(&ben, &table, "seats").await;
    assert_eq!(lines(&last), all[5..]);
    let first = ben.press(&last, "talk-earlier").await;
    assert_eq!(lines(&first), all[..5]);
    assert!(!first.says("talk-earlier") && !first.says("talk-mark-read"), "{}", first.text());
    assert_eq!(first.texts("li.new-lines").len(), 1);
    let later = ben.press(&first, "talk-later").await;
    assert_eq!(lines(&later), all[5..]);
    assert!(!later.says("talk-later"));
    let latest = ben.press(&first, "talk-latest").await;
    assert_eq!(latest.path, format!("{table}/talk?channel=seats"));
    assert_eq!(lines(&ben.get(&format!("{table}?tab=talk")).await), all[5..]);
    let program = Program::of(&app, &ben, &["read", "talk"]).await;
    let seats = format!("{}/seats", api(&table));
    for (query, from, to, earlier, later) in [
        ("", 6, 55, true, false),
        ("?before=6", 1, 5, false, true),
        ("?after=0", 1, 50, false, true),
        ("?after=50", 51, 55, true, false),
    ] {
        let part = program.read(&format!("{seats}{query}")).await;
        let found = part["lines"].as_array().unwrap();
        assert_eq!((&found[0]["n"], &found[found.len() - 1]["n"]), (&json!(from), &json!(to)), "{query}");
        assert_eq!((&part["earlier"], &part["later"]), (&json!(earlier), &json!(later)), "{query}");
        assert_eq!(
            (&part["unread"], &part["last"], &part["writes"]),
            (&json!(55), &json!(55), &json!("text"))
        );
    }
    program.call(&format!("{seats}/seen"), &json!({"n": 54})).await;
    assert_eq!(program.read(&api(&table)).await, json!({"channels": ["seats", "notes"], "unread": 1}));
    assert_eq!(unread(&ben, &table).await.0, ["1"]);
    // The mark never moves backwards, nor beyond the last line.
    program.call(&format!("{seats}/seen"), &json!({"n": 3})).await;
    program.call(&format!("{seats}/seen"), &json!({"n": 4_000_000})).await;
    said(&ann, &table, "seats", "line 56").await;
    assert_eq!(unread(&ben, &table).await.0, ["1"]);
    for query in ["channel=everybody", "channel=seats&before=x", "channel=seats&after=-1"] {
        assert_eq!(ben.get(&format!("{table}/talk?{query}")).await.status, 400, "{query}");
    }
}
