//! People who play and talk: what is said arrives while both look, and costs nobody a draft.

use bastide::account::Hidden;
use bastide::engine::{Preset, Ruleset};
use bastide::service::Say;
use bastide::table::{LineText, Phrase, Said, TalkChannel};
use serde_json::json;
use support::messages::message;

use crate::browser::{Browser, Scripts, VIEWS};
use crate::drafting::{becomes, run};
use crate::judge::judge;
use crate::scripted::wait_for;
use crate::site::{Site, as_user};

fn text(text: &str) -> Say {
    Say { channel: TalkChannel::Seats, said: Said::Text(LineText::parse(text).unwrap()), seen: None }
}

const LINES: &str = "return [...document.querySelectorAll('#talk .said')].map((line) => line.textContent)";
const COUNT: &str = "const count = document.querySelector('[data-unread-count]'); return count && !count.hidden ? count.textContent : ''";

#[tokio::test]
async fn what_is_said_arrives_beside_the_board_while_a_draft_and_what_is_being_written_stay() {
    let site = Site::open().await;
    let people = [site.person("Ann").await, site.person("Ben").await];
    let players = [&people[0], &people[1]];
    let game = site.game(Ruleset::of(Preset::Modern), &players, 3).await;
    let path = format!("/games/{game}");
    let browser = Browser::open(Scripts::On).await;
    site.sign_in(&browser, "Ann").await;
    browser.look(VIEWS[0]).await;
    browser.goto(&site.url(&path)).await;
    wait_for(&browser, ".zooms").await;
    run(&browser, "window.same = true").await;
    // With another tab open, a count says that there is something new.
    let ben = as_user(&people[1]);
    site.service.say(&ben, &game, text("good luck")).await.unwrap();
    becomes(&browser, COUNT, |count| *count == json!("1"), "one line is new").await;
    let tab = browser.element(".tabs a[href*='tab=talk']").await;
    tab.click().await.unwrap();
    becomes(&browser, LINES, |lines| *lines == json!(["good luck"]), "the line is shown").await;
    becomes(&browser, COUNT, |count| *count == json!(""), "and counts as read").await;
    assert_eq!(site.service.unread_at(&as_user(&people[0]), &[]).await.unwrap(), []);
    // What is typed stays when something else arrives.
    run(&browser, "document.querySelector('#line').value = 'thank'").await;
    site.service.say(&ben, &game, text("have fun")).await.unwrap();
    becomes(&browser, LINES, |lines| *lines == json!(["good luck", "have fun"]), "the second arrives").await;
    assert_eq!(run(&browser, "return document.querySelector('#line').value").await, json!("thank"));
    // Sending leaves the page where it is.
    run(&browser, "document.querySelector('#line').value = 'thank you'").await;
    browser.click("#talk form.say button").await;
    becomes(&browser, LINES, |lines| *lines == json!(["good luck", "have fun", "thank you"]), "it is said")
        .await;
    assert_eq!(run(&browser, "return window.same").await, json!(true), "no page was loaded");
    let announced = "return document.querySelector('#announced')?.textContent ?? ''";
    becomes(&browser, announced, |text| text.as_str().unwrap().contains("have fun"), "readers hear it").await;
}

#[tokio::test]
async fn every_page_with_talk_is_accessible() {
    let site = Site::open().await;
    let [ann, ben, cat] = [site.person("Ann").await, site.person("Ben").await, site.person("Cat").await];
    let game = site.game(Ruleset::of(Preset::Modern), &[&ann, &ben, &cat], 3).await;
    site.play(&game, &[&ann, &ben, &cat], 4).await;
    for (user, words) in [
        (&ben, "a line"),
        (&cat, "שלום, מה שלומך?"),
        (
            &ben,
            "https://example.org/a/very/long/address/that/has/to/wrap/somewhere/in/a/narrow/column?with=a&query=too",
        ),
    ] {
        site.service.say(&as_user(user), &game, text(words)).await.unwrap();
    }
    let phrase = Say { said: Said::Phrase(Phrase::WellPlayed), ..text("x") };
    site.service.say(&as_user(&ann), &game, phrase).await.unwrap();
    let note = Say { channel: TalkChannel::Notes, ..text("close the north") };
    site.service.say(&as_user(&ann), &game, note).await.unwrap();
    site.service.withdraw(&as_user(&ben), &game, TalkChannel::Seats, 1).await.unwrap();
    site.service.hide_person(&as_user(&ann), &cat, Hidden::Blocked, true).await.unwrap();
    let browser = Browser::open(Scripts::On).await;
    site.sign_in(&browser, "Ann").await;
    let last = site.service.table(&as_user(&ann), &game, None).await.unwrap().unwrap().table.last_event();
    let mut complaints = Vec::new();
    for (name, path) in [
        ("talk", format!("/games/{game}/talk")),
        ("talk-notes", format!("/games/{game}/talk?channel=notes")),
        ("talk-table", format!("/games/{game}?tab=talk")),
        ("talk-history", format!("/games/{game}/moves/{last}")),
        ("talk-people", "/account/people".to_owned()),
        ("talk-player", format!("/players/{cat}")),
        ("talk-dashboard", "/".to_owned()),
    ] {
        browser.goto(&site.url(&path)).await;
        judge(&browser, name, &mut complaints).await;
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[tokio::test]
async fn everything_can_be_said_without_scripts() {
    let site = Site::open().await;
    let people = [site.person("Ann").await, site.person("Ben").await];
    let game = site.game(Ruleset::of(Preset::Modern), &[&people[0], &people[1]], 3).await;
    let browser = Browser::open(Scripts::Off).await;
    site.sign_in(&browser, "Ben").await;
    browser.goto(&site.url(&format!("/games/{game}?tab=talk"))).await;
    browser.fill("text", "hello").await;
    browser.press("talk-send").await;
    assert_eq!(browser.path().await, format!("/games/{game}"));
    browser.element("#board").await;
    assert!(browser.text().await.contains("hello"));
    browser.click("#phrases summary").await;
    browser.press("phrase-good-luck").await;
    assert!(browser.text().await.contains(&message("phrase-good-luck")));
}
