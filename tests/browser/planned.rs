//! Planning the next turn on the board of a table that waits for others.

use bastide::engine::{Event, Preset, Ruleset};
use serde_json::json;
use support::messages::message;

use crate::browser::{Browser, Scripts, VIEWS};
use crate::drafting::{becomes, run};
use crate::judge::judge;
use crate::scripted::wait_for;
use crate::site::{Site, as_user};

/// Opens the draft on the n-th cell of the board, and saves it.
async fn save_plan(browser: &Browser, nth: usize) {
    wait_for(browser, ".zooms").await;
    let cells = "[...document.querySelectorAll('.pane .a-cell:not(.a-ask)')]";
    let click = "dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))";
    run(browser, &format!("{cells}[{nth}].{click}")).await;
    wait_for(browser, ".tabletop.drafting .ghost.fixed").await;
    assert_eq!(browser.element(".act [data-act=confirm]").await.text().await.unwrap(), message("plan-save"));
    run(browser, "window.same = true").await;
    browser.click(".act [data-act=confirm]").await;
    becomes(
        browser,
        "return document.querySelector('.asks a[href$=\"/plan\"]')?.textContent ?? ''",
        |text| {
            text.as_str()
                .is_some_and(|text| text.starts_with("Planned: ") && text.matches('(').count() == nth + 1)
        },
        "the plan is shown",
    )
    .await;
    assert!(browser.all(".tabletop.drafting").await.is_empty(), "the draft is done with");
    assert_eq!(run(browser, "return window.same").await, json!(true), "no page was loaded");
    assert!(browser.says("flash-plan-saved").await);
}

#[tokio::test]
async fn a_turn_is_planned_like_a_turn_is_played_and_everybody_sees_it_once_it_is() {
    let site = Site::open().await;
    let people = [site.person("Ann").await, site.person("Ben").await];
    let players = [&people[0], &people[1]];
    let rules = Ruleset { draw_ahead: true, ..Ruleset::of(Preset::Modern) };
    let game = site.game(rules, &players, 3).await;
    site.play(&game, &players, 6).await;
    let (path, browser) = (format!("/games/{game}"), Browser::open(Scripts::On).await);
    // Ben waits for Ann.
    site.sign_in(&browser, "Ben").await;
    let mut complaints = Vec::new();
    for (view, nth) in [(VIEWS[0], 0), (VIEWS[1], 1)] {
        browser.look(view).await;
        browser.goto(&site.url(&path)).await;
        save_plan(&browser, nth).await;
    }
    browser.look(VIEWS[0]).await;
    judge(&browser, "planned", &mut complaints).await;
    browser.goto(&site.url(&format!("{path}/plan"))).await;
    let empty = "return document.querySelectorAll('.planned svg use').length";
    assert!(run(&browser, empty).await.as_u64().unwrap() >= 2, "the tiles are drawn");
    judge(&browser, "plan", &mut complaints).await;
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    browser.goto(&site.url(&path)).await;
    wait_for(&browser, ".zooms").await;
    run(&browser, "window.same = true").await;
    site.play(&game, &players, 1).await;
    let table = site.service.table(&as_user(players[1]), &game, None).await.unwrap().unwrap();
    let replay = table.play.unwrap();
    let planned = replay.log.iter().any(|logged| matches!(logged.event, Event::Turn { planned: true, .. }));
    assert!(planned, "Ann has not taken both places");
    let last = "return Number(document.querySelector('.tabletop').dataset.last)";
    becomes(&browser, last, |last| *last == json!(replay.last()), "the page shows what was played").await;
    assert_eq!(run(&browser, "return window.same").await, json!(true), "without loading the page");
}
