//! The recorder: a game by keyboard, with its keys counted, and turns by touch; and a file of many records. With `BASTIDE_LONG` the game has all 72 tiles, otherwise it is short.

use bastide::engine::{Preset, Record, Ruleset};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use support::messages::message;

use crate::browser::{Browser, Scripts, VIEWS};
use crate::drafting::press;
use crate::judge::judge;
use crate::scripted::{assert_stayed, draft_and_confirm, stay, wait_for};
use crate::site::{Site, as_user};

/// More keys a turn than this would be slow.
const MOST_KEYS: usize = 13;

/// Signs in and begins to enter a game of Ann and Ben; returns its path.
async fn begin(site: &Site, browser: &Browser) -> String {
    site.person("ann").await;
    site.sign_in(browser, "ann").await;
    browser.goto(&site.url("/recorder")).await;
    for (id, name) in [("name-1", "Ann"), ("name-2", "Ben")] {
        let set = format!("document.getElementById('{id}').value = '{name}'");
        browser.client.execute(&set, Vec::new()).await.unwrap();
    }
    browser.follow(browser.element("form[action='/recorder'] button").await).await;
    browser.path().await
}

/// The kinds that are offered.
async fn kinds(browser: &Browser) -> Vec<String> {
    let script = "return [...document.querySelectorAll('.tiles-to-choose button')].map((one) => one.value)";
    let kinds = browser.client.execute(script, Vec::new()).await.unwrap();
    serde_json::from_value(kinds).unwrap()
}

#[tokio::test]
async fn a_game_is_entered_by_keyboard() {
    let most = if support::setting("BASTIDE_LONG").is_some() { 72 } else { 16 };
    let site = Site::open().await;
    let browser = Browser::open_with_compositor().await;
    browser.look(VIEWS[0]).await;
    let path = begin(&site, &browser).await;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(72);
    let (mut keys, mut steps) = (0, 0);
    let arrows = ["ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft"];
    loop {
        wait_for(&browser, &format!(".recorder[data-last='{steps}']")).await;
        let kinds = kinds(&browser).await;
        if kinds.is_empty() || steps == 2 * most {
            break;
        }
        wait_for(&browser, "#kind:focus").await;
        let kind = &kinds[rng.random_range(0..kinds.len())];
        browser.element("#kind").await.send_keys(&format!("{}\u{e007}", kind.to_lowercase())).await.unwrap();
        steps += 1;
        wait_for(&browser, &format!(".recorder[data-last='{steps}'] svg.board a.a-cell")).await;
        keys += kind.len() + 1;
        for _ in 0..rng.random_range(1..4) {
            press(&browser, arrows[rng.random_range(0..4)]).await;
            keys += 1;
        }
        let is_at_cell = "return Boolean(document.activeElement?.matches?.('a.a-cell'))";
        if browser.client.execute(is_at_cell, Vec::new()).await.unwrap() != true {
            press(&browser, "ArrowUp").await;
            keys += 1;
        }
        press(&browser, "Enter").await;
        wait_for(&browser, ".tabletop.drafting").await;
        let mut optional = vec!["r"; rng.random_range(0..2)];
        optional.extend(rng.random_bool(0.3).then_some("a"));
        for key in &optional {
            press(&browser, key).await;
        }
        press(&browser, "Enter").await;
        keys += optional.len() + 2;
        steps += 1;
    }
    let turns = steps / 2;
    println!("{turns} turns with {keys} keys");
    assert!(turns >= most - 7, "{turns}: only tiles that fit nowhere are left");
    assert!(keys <= MOST_KEYS * turns, "{keys} keys for {turns} turns");
    browser.goto(&site.url(&format!("{path}/end"))).await;
    browser.follow(browser.element("form[action='/games/import/keep'] button").await).await;
    let game = browser.path().await.trim_end_matches("/final").to_owned();
    let script = "const answer = await fetch(arguments[0]); return answer.text();";
    let script =
        format!("const done = arguments[arguments.length - 1]; (async () => {{ {script} }})().then(done);");
    let record = browser.client.execute_async(&script, vec![format!("{game}/record.jsonl").into()]);
    let record = record.await.unwrap();
    let (_, game) = Record::read(record.as_str().unwrap()).unwrap();
    assert_eq!((usize::try_from(game.turns()).unwrap(), game.is_finished()), (turns, true));
}

#[tokio::test]
async fn a_turn_is_entered_by_touch_and_the_pages_are_accessible() {
    let site = Site::open().await;
    let browser = Browser::open(Scripts::On).await;
    let path = begin(&site, &browser).await;
    let mut complaints = Vec::new();
    judge(&browser, "recorder-tile", &mut complaints).await;
    browser.look(VIEWS[2]).await;
    browser.goto(&site.url(&path)).await;
    browser.follow(browser.element(".tiles-to-choose button").await).await;
    judge(&browser, "recorder-cell", &mut complaints).await;
    browser.look(VIEWS[2]).await;
    browser.goto(&site.url(&path)).await;
    draft_and_confirm(&browser).await;
    wait_for(&browser, ".recorder[data-last='2']").await;
    browser.goto(&site.url(&format!("{path}/end"))).await;
    assert_eq!(browser.heading().await, message("import-preview"));
    judge(&browser, "import-preview", &mut complaints).await;
    assert!(complaints.is_empty(), "{} complaints:\n{}", complaints.len(), complaints.join("\n"));
}

#[tokio::test]
async fn the_report_of_a_file_renews_itself_and_is_accessible() {
    let site = Site::open().await;
    let (ann, ben) = (site.person("Ann").await, site.person("Ben").await);
    let game = site.game(Ruleset::of(Preset::Modern), &[&ann, &ben], 1).await;
    site.play(&game, &[&ann, &ben], 80).await;
    let record = site.service.record(&as_user(&ann), &game).await.unwrap().unwrap();
    let bad = record.replacen("\"n\":3", "\"n\":7", 1);
    site.service.import_file(&as_user(&ann), &format!("{record}{bad}")).await.unwrap();
    let browser = Browser::open(Scripts::On).await;
    site.sign_in(&browser, "Ann").await;
    let mut complaints = Vec::new();
    browser.goto(&site.url("/games/import")).await;
    judge(&browser, "import-reading", &mut complaints).await;
    stay(&browser).await;
    site.run_jobs().await;
    wait_for(&browser, "section[aria-labelledby=h-file] li").await;
    assert_stayed(&browser).await;
    judge(&browser, "import-report", &mut complaints).await;
    // A short file may be read before the page listens.
    site.service.import_file(&as_user(&ann), &format!("{record}{record}")).await.unwrap();
    browser.goto(&site.url("/games/import")).await;
    site.run_jobs().await;
    wait_for(&browser, "#file").await;
    assert!(complaints.is_empty(), "{} complaints:\n{}", complaints.len(), complaints.join("\n"));
}
