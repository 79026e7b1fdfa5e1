//! The analysis of a finished game, with scripts off.

use bastide::analysis::VERSION;

use crate::app::TestApp;
use crate::browser::{Browser, Page};
use crate::messages::{message, says};
use crate::turns::play;

/// A game of a few turns that ann has resigned, analysed.
async fn analysed(app: &TestApp, ann: &Browser, ben: &Browser) -> String {
    let table = app.game(ann, ben).await;
    play(app, &table, 8).await;
    resign(ann, &table).await;
    app.wait(1);
    app.run_jobs().await;
    table
}

async fn resign(browser: &Browser, table: &str) {
    let asks = browser.get(&format!("{table}/resign")).await;
    browser.submit(asks.form(&format!("{table}/resign"))).await;
}

/// The links of the table of all turns.
fn turns(page: &Page) -> Vec<String> {
    page.links("section[aria-labelledby=h-turns] tbody th a")
}

#[tokio::test]
async fn the_final_page_leads_to_the_analysis_with_graphs_bars_and_every_turn() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let table = analysed(&app, &ann, &ben).await;
    let last = ann.get(&format!("{table}/final")).await;
    assert!(last.links("main a").contains(&format!("{table}/analysis")));
    let page = ann.get(&format!("{table}/analysis")).await;
    assert_eq!((page.status, page.heading().as_str()), (200, "Analysis"));
    assert_eq!(page.all("svg.graph").len(), 2);
    assert_eq!(page.all(".bars svg.bar").len(), 4, "two for each player");
    assert_eq!(turns(&page).len(), 8);
    assert_eq!(page.all("section[aria-labelledby=h-win] tbody tr").len(), 9, "the start, and eight turns");
    assert!(page.says("analysis-lead"));
    let stops = page.links("section[aria-labelledby=h-win] > .scroll a.stop");
    assert_eq!(stops, turns(&page), "the chart leads to every turn");
    let points = page.all(".turning-points li").len();
    assert!((1..=3).contains(&points));
    assert_eq!(page.all(".turning-points svg.board").len(), points);
    assert_eq!(page.all("main > section")[0].attr("aria-labelledby"), Some("h-win"), "the chart comes first");
    assert_eq!(page.all("section[aria-labelledby=h-turns] > details:not([open]) table").len(), 1);
    let stranger = app.browser().get(&format!("{table}/analysis")).await;
    assert_eq!((stranger.status, turns(&stranger).len()), (200, 8));
}

#[tokio::test]
async fn a_turn_shows_what_was_better_why_and_where() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let table = analysed(&app, &ann, &ben).await;
    let mut reasons = 0;
    for turn in turns(&ann.get(&format!("{table}/analysis")).await) {
        let page = ann.get(&turn).await;
        assert_eq!(page.status, 200, "{turn}");
        assert!((1..=3).contains(&page.all(".best > li").len()));
        let heading = page.heading();
        assert!(heading.starts_with("Your turn ") || heading.ends_with(" of ben"), "{heading}");
        let played = page.texts(".turn-board .a-tag").contains(&"played".to_owned());
        assert!(played, "the board shows what was played: {turn}");
        assert!(!page.text().contains("Tile at ("), "cells are known by the numbers on the board");
        assert!(!page.all(".turn-board .a-badge").is_empty(), "the best turns are numbered on the board");
        reasons += page.all(".best li li").len();
        for other in page.links(".best a") {
            let other = ann.get(&other).await;
            assert_eq!(other.status, 200);
            assert_eq!(other.all(".a-ghost").len(), 1, "one turn is on the board");
        }
        let worth = ann.get(&format!("{turn}?show=worth")).await;
        assert_eq!(worth.status, 200);
    }
    assert!(reasons > 3, "random turns can be improved: {reasons}");
}

#[tokio::test]
async fn a_turn_can_be_tried_again_and_is_judged() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let table = analysed(&app, &ann, &ben).await;
    let turn = turns(&ann.get(&format!("{table}/analysis")).await).remove(4);
    let again = ann.get(&turn).await.links("a.button").remove(0);
    let page = ann.get(&again).await;
    let cells = page.links(".pane svg.board a");
    assert!(!cells.is_empty());
    let placed = ann.get(&cells[0]).await;
    let choices = placed.links("a.choice");
    assert!(!choices.is_empty());
    let judged = ann.get(&choices[0]).await;
    let judgement = judged.texts("ul[role=status] li");
    assert!(judgement[0].contains("best turn"), "{judgement:?}");
    let nowhere = ann.get(&format!("{again}?tile=CFFF&x=90&y=90")).await;
    assert_eq!(nowhere.texts("[role=alert]").len(), 1);
}

#[tokio::test]
async fn a_deeper_analysis_is_asked_for_by_a_form_and_a_game_in_progress_has_none() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let table = app.game(&ann, &ben).await;
    let address = format!("{table}/analysis");
    assert_eq!(ann.get(&address).await.status, 404);
    resign(&ann, &table).await;
    let page = ann.get(&address).await;
    assert!(says(&page.texts("main [role=status]")[0], "analysis-absent"));
    let visitor = app.browser().get(&address).await;
    assert!(visitor.all("main form").is_empty() && visitor.says("analysis-sign-in"));
    let asked = ann.submit(page.form(&address)).await;
    assert_eq!(asked.status, 200);
    assert!(says(&asked.texts("main [role=status]")[0], "analysis-queued"));
    app.run_jobs().await;
    assert!(ann.get(&address).await.says("analysis-no-turns"));
}

#[tokio::test]
async fn an_analysis_of_an_earlier_version_is_shown_as_such_and_made_again_by_a_button() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let address = format!("{}/analysis", analysed(&app, &ann, &ben).await);
    app.execute(&format!(
        r#"UPDATE analyses SET version = 1, report = REPLACE(report, '"analysis":{VERSION},', '"analysis":1,')"#
    ))
    .await;
    let outdated = ann.get(&address).await;
    assert!(outdated.says("analysis-outdated") && outdated.texts("main [role=status]").is_empty());
    assert!(ann.get(&turns(&outdated)[0]).await.says("analysis-outdated"));
    assert_eq!(turns(&outdated).len(), 8);
    let asked = ann.submit(outdated.form(&address)).await;
    assert!(says(&asked.texts("main [role=status]")[0], "analysis-queued"));
    assert!(asked.says("analysis-outdated"));
    assert_eq!(turns(&asked).len(), 8);
    app.run_jobs().await;
    let page = ann.get(&address).await;
    assert!(page.texts("main [role=status]").is_empty() && !page.says("analysis-outdated"));
    assert_eq!(turns(&page).len(), 8);
}

#[tokio::test]
async fn the_page_says_who_may_ask_for_how_many_analyses_and_offers_no_more() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let address = format!("{}/analysis", analysed(&app, &ann, &ben).await);
    let depths = |page: &Page| -> Vec<String> {
        page.all("ul.depths [name=depth]")
            .iter()
            .filter_map(|depth| depth.attr("value"))
            .map(str::to_owned)
            .collect()
    };
    let page = ben.get(&address).await;
    assert_eq!(depths(&page), ["standard", "deep"]);
    assert!(
        page.says_with("analysis-limits", &[("standard", "20"), ("deep", "4"), ("waiting", "3")]),
        "{}",
        page.text()
    );
    let guest = app.browser();
    guest.submit(guest.get("/").await.form("/play-the-computer")).await;
    let page = guest.get(&address).await;
    assert_eq!(depths(&page), ["standard"]);
    assert!(
        page.says_with("analysis-limits-guest", &[("standard", "3"), ("waiting", "1")]),
        "{}",
        page.text()
    );
    assert!(page.links("main p.soft a").iter().any(|link| link.starts_with("/signup?then=")));
    let csrf = page.form(&address).value("csrf");
    let refused = guest.post(&address, &[("csrf", csrf.as_str()), ("depth", "deep")]).await;
    assert_eq!((refused.status, refused.heading()), (403, message("error-guest")));
    let asked = guest.submit(page.form(&address)).await;
    assert_eq!(asked.status, 200, "{}", asked.text());
    assert_eq!(depths(&app.browser().get(&address).await), Vec::<String>::new());
}
