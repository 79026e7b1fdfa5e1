//! Stepping through a game by turns, without scripts.

use crate::app::TestApp;
use crate::browser::{Browser, Page, encode};
use crate::messages::{message, message_with};
use crate::turns::play;

/// A game between ann and ben after so many random turns, and ann's browser.
async fn after(app: &TestApp, turns: usize) -> (Browser, String) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let table = app.game(&ann, &ben).await;
    play(app, &table, turns).await;
    (ann, table)
}

/// The heading of a turn in a game of three.
fn heading_of(number: u32) -> String {
    message_with("history-turn", &[("n", &number.to_string()), ("last", "3")])
}

fn tiles(page: &Page) -> String {
    page.all("svg.board")[0].attr("aria-label").unwrap().to_owned()
}

#[tokio::test]
async fn history_steps_by_turns_and_every_event_has_its_own_board() {
    let app = TestApp::start().await;
    let (ann, table) = after(&app, 3).await;
    let log = ann.get(&format!("{table}/moves")).await;
    // Tiles that were set aside have an entry, too.
    let turns = log.all(".turns a").into_iter().filter(|entry| entry.html().contains("class=\"who\""));
    let turns: Vec<String> = turns.map(|entry| entry.attr("href").unwrap().to_owned()).collect();
    let mut page = ann.get(&format!("{table}/moves/1")).await;
    assert_eq!(page.heading(), message("history-start"));
    assert!(page.links("a[rel=prev]").is_empty());
    for (number, turn) in (1..).zip(&turns) {
        let next = page.links("a[rel=next]");
        assert_eq!(next, std::slice::from_ref(turn));
        page = ann.get(&next[0]).await;
        assert_eq!(page.heading(), heading_of(number));
        assert!(tiles(&page).contains(&format!("with {} tiles:", number + 1)), "{}", tiles(&page));
    }
    assert!(page.links("a[rel=next]").is_empty());
    let before = page.links("a[rel=prev]");
    assert_eq!(before, [turns[1].clone()]);
    // The draw before a turn is a step on the way to it.
    let first: u32 = turns[0].rsplit('/').next().unwrap().parse().unwrap();
    let drawn = ann.get(&format!("{table}/moves/{}", first + 1)).await;
    assert_eq!((drawn.status, drawn.heading()), (200, heading_of(2)));
    assert!(drawn.says_with("event-drawn", &[("n", "1")]), "{}", drawn.text());
    for n in ["0", "99"] {
        assert_eq!(ann.get(&format!("{table}/moves/{n}")).await.status, 404);
        assert_eq!(ann.get(&format!("{table}/moves/{n}/step")).await.status, 404);
    }
}

#[tokio::test]
async fn the_slider_leads_to_a_turn_without_scripts_and_keeps_the_overlays() {
    let app = TestApp::start().await;
    let (ann, table) = after(&app, 3).await;
    let shown = "show=owners&show=coordinates";
    let page = ann.get(&format!("{table}/moves/4?{shown}")).await;
    for link in page.links("a[rel=prev], a[rel=next]") {
        assert!(link.ends_with(&format!("?{shown}")), "{link}");
        assert!(!ann.get(&link).await.all("svg.board .a-co").is_empty(), "the coordinates are still there");
    }
    let form = page.form(&format!("{table}/moves"));
    assert_eq!(form.value("turn"), "2");
    let slid = ann.get(&format!("{table}/moves?{}", encode(&form.set("turn", "1").fields))).await;
    assert_eq!(slid.heading(), heading_of(1));
    assert!(slid.path.ends_with(&format!("?{shown}")), "{}", slid.path);
    assert_eq!(ann.get(&format!("{table}/moves?turn=9")).await.status, 404);
    assert_eq!(ann.get(&format!("{table}/moves?n=2")).await.path, format!("{table}/moves/2"));
}

#[tokio::test]
async fn the_frame_is_the_same_at_every_step_and_marks_show_where_points_were_scored() {
    let app = TestApp::start().await;
    let (ann, table) = after(&app, 100).await;
    let log = ann.get(&format!("{table}/moves")).await;
    let frame = |page: &Page| page.all("svg.board")[0].attr("viewBox").unwrap().to_owned();
    let end = ann.get(log.links(".turns a").last().unwrap()).await;
    assert_eq!(end.heading(), message("history-end"));
    let gains = log.all(".turns .gain").len();
    assert!(gains > 0, "{gains}");
    for n in [1, 9, 40] {
        let page = ann.get(&format!("{table}/moves/{n}")).await;
        assert_eq!(frame(&page), frame(&end));
        assert_eq!(page.all("svg.marks rect").len(), gains);
        assert_eq!(page.all(".scored .gain .sr-only").len(), gains, "the marks in words");
        assert!(page.body.len() < 100_000, "{} bytes", page.body.len());
        let step = ann.get(&format!("{table}/moves/{n}/step")).await;
        assert_eq!(frame(&step), frame(&end));
        assert_eq!(step.texts("h1"), page.texts("h1"));
        // The page defines what any step draws.
        for part in step.all("svg.board use") {
            let name = &part.attr("href").unwrap()[1..];
            assert!(page.body.contains(&format!("id=\"{name}\"")), "{name}");
        }
    }
}
