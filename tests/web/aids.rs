//! Player aids: while a game is on, pages show only what the table's aids allow; afterwards they show everything.

use crate::app::{TestApp, join, open_table};
use crate::browser::{Browser, Page};
use crate::messages::{message, says_with};
use crate::play::{mover, preview, turn};

/// Every overlay, and the levels of aids that allow it.
const SWITCHES: [(&str, &[&str]); 9] = [
    ("last", &["all", "standard", "none"]),
    ("owners", &["all", "standard"]),
    ("fields", &["all", "standard"]),
    ("dead", &["all"]),
    ("cells", &["all"]),
    ("coordinates", &["all", "standard", "none"]),
    ("tiles", &["all"]),
    ("projected", &["all"]),
    ("graph", &["all", "standard"]),
];

/// Phrases that only consequences and forecasts contain.
const TELLING: [&str; 6] =
    ["you can claim", "completes ", "returns to you", "nothing to claim", "if it ended", "If it ended"];

/// A game between ann and ben, some turns old, with followers on the board.
async fn game(app: &TestApp, aids: &str) -> (Browser, Browser, String) {
    let (ann, ben) = (app.person(&format!("ann-{aids}")).await, app.person(&format!("ben-{aids}")).await);
    let table = open_table(&ann, &[("aids", aids)]).await;
    join(&ben, &table).await;
    for _ in 0..6 {
        let (browser, _) = mover(&table, [&ann, &ben]).await;
        let page = preview(browser, &table).await;
        let choices = page.choices("follower");
        let follower = choices.get(1).unwrap_or(&choices[0]);
        browser.submit(turn(&page, &table).set("follower", follower)).await;
    }
    (ann, ben, table)
}

/// The overlays that a page offers, except the one for what is new, which is not always there.
fn offered(page: &Page) -> Vec<String> {
    let boxes = page.all("form.overlays input[type=checkbox]");
    let boxes = boxes.iter().map(|input| input.attr("value").unwrap().to_owned());
    let tools = page.all(".tools a[data-overlay]");
    let tools = tools.iter().map(|link| link.attr("data-overlay").unwrap().to_owned());
    boxes.chain(tools).filter(|word| word != "since").collect()
}

/// On the page of a table, tiles left are a tab, and the forecast is always there.
fn is_switch(page: &str, word: &str) -> bool {
    page.contains("/moves/") || !["tiles", "projected"].contains(&word)
}

fn says_without(page: &Page) -> bool {
    let says = |note: &String, aids| says_with(note, "aids-without", &[("aids", aids)]);
    page.texts("p.note").iter().any(|note| says(note, "none") || says(note, "standard"))
}

#[tokio::test]
async fn the_form_asks_for_aids_and_every_page_of_the_table_names_them() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let form = ann.get("/tables/new?game=custom").await;
    assert_eq!(form.choices("aids"), ["all", "standard", "none"]);
    assert_eq!(form.form("/tables/new").value("aids"), "all");
    assert_eq!(ann.get("/tables/new?aids=none").await.form("/tables/new").value("aids"), "none");
    assert_eq!(ann.get("/tables/new?aids=some").await.status, 400);
    let refused = ann.submit(form.form("/tables/new").set("aids", "standard").set("meeples", "no")).await;
    assert_eq!(refused.form("/tables/new").value("aids"), "standard", "a form that comes back keeps them");

    for (aids, name) in [("all", "aids-all"), ("standard", "aids-standard"), ("none", "aids-none")] {
        let name = message(name);
        let table = open_table(&ann, &[("aids", aids)]).await;
        let page = ann.get(&table).await;
        assert!(page.texts("dl.facts dd").contains(&name), "{}", page.text());
        assert!(page.texts("section[aria-labelledby=h-rules]")[0].contains(&name));
        join(&ben, &table).await;
        assert!(
            ann.get(&format!("{table}?tab=rules")).await.texts("section[aria-labelledby=h-rules]")[0]
                .contains(&name)
        );
        let asks = ann.get(&format!("{table}/resign")).await;
        ann.submit(asks.form(&format!("{table}/resign"))).await;
        let over = ann.get(&format!("{table}/final")).await;
        assert!(over.texts("section[aria-labelledby=h-rules]")[0].contains(&name));
        let rematch = ann.submit(over.form(&format!("{table}/rematch"))).await;
        assert!(rematch.texts("dl.facts dd").contains(&name), "{}", rematch.text());
    }
    let home = ann.get("/").await;
    let game = ann.submit(home.form("/play-the-computer")).await;
    assert!(ann.get(&format!("{}?tab=rules", game.path)).await.says("aids-all"));
}

#[tokio::test]
async fn a_switch_that_the_table_plays_without_is_not_offered_and_its_link_says_so() {
    let app = TestApp::start().await;
    for aids in ["all", "standard", "none"] {
        let (ann, ben, table) = game(&app, aids).await;
        let (mover, other) = mover(&table, [&ann, &ben]).await;
        let has = |word: &str| SWITCHES.iter().any(|(known, who)| *known == word && who.contains(&aids));
        for browser in [mover, other, &app.browser()] {
            for page in [table.clone(), format!("{table}/moves/6")] {
                let plain = browser.get(&page).await;
                let allowed = SWITCHES.iter().map(|(word, _)| *word).filter(|word| has(word));
                let allowed: Vec<&str> = allowed.filter(|word| is_switch(&page, word)).collect();
                assert_eq!(offered(&plain), allowed);
                assert!(!says_without(&plain));
                for (word, _) in SWITCHES {
                    let shown = browser.get(&format!("{page}?show={word}&show=coordinates")).await;
                    assert_eq!(shown.status, 200, "{word}");
                    assert_eq!(says_without(&shown), !has(word), "{aids}: {word}");
                    assert!(!shown.all(".a-co").is_empty(), "what is allowed is shown all the same");
                    if !has(word) {
                        let marks =
                            shown.all(".a-area, .a-own, .a-dead, .kinds li, svg.board .a-graph, #h-plane");
                        assert!(marks.is_empty(), "{aids}: {word}");
                    }
                }
            }
            let (y, x, _) = place(&mover.get(&table).await.links("#placements tbody a")[0]);
            let asked = browser.get(&format!("{table}?cell={x},{y}")).await;
            assert_eq!(asked.says("cell-odds"), aids == "all", "{}", asked.text());
            assert_eq!(says_without(&asked), aids != "all");
        }
    }
}

#[tokio::test]
async fn placements_and_previews_tell_what_the_table_allows() {
    let app = TestApp::start().await;
    for aids in ["all", "standard", "none"] {
        let (ann, ben, table) = game(&app, aids).await;
        let (mover, _) = mover(&table, [&ann, &ben]).await;
        let page = mover.get(&table).await;
        let columns = page.texts("#placements th[scope=col]");
        let tried = preview(mover, &table).await;
        let points = tried.texts("section[aria-labelledby=h-points] th[scope=col]");
        match aids {
            "all" => assert_eq!(points, ["Player", "Now", "After", "If it ended then"]),
            "standard" => assert_eq!(points, ["Player", "Now", "After"]),
            _ => assert!(points.is_empty()),
        }
        let details = tried.all("label.choice small").len();
        if aids == "none" {
            assert_eq!(columns, ["Cell", "The tile shows"]);
            assert_eq!(details, 1, "but that without a follower all stay at home");
            let drafts = page.links("#placements tbody a");
            let cells: Vec<(i16, i16, u8)> = drafts.iter().map(|link| place(link)).collect();
            assert!(cells.is_sorted(), "{cells:?}");
        } else {
            assert_eq!(columns, ["Cell", "The tile shows", "What it does"]);
            assert_eq!(details, tried.choices("follower").len());
            let told = page.texts("#placements td:nth-child(3)");
            assert!(!told.is_empty() && told.iter().all(|told| !told.is_empty()));
        }
    }
}

#[tokio::test]
async fn only_tables_with_aids_show_where_no_follower_may_go_and_why() {
    let app = TestApp::start().await;
    for aids in ["all", "standard", "none"] {
        let (ann, ben, table) = game(&app, aids).await;
        let mut reasons = 0;
        // Not every tile has a place where no follower may go; one comes within twelve turns.
        for played in 0..12 {
            let (mover, _) = mover(&table, [&ann, &ben]).await;
            for link in mover.get(&table).await.links("#placements tbody a") {
                reasons += mover.get(&link).await.all(".tab details li").len();
            }
            if reasons > 0 {
                break;
            }
            let page = preview(mover, &table).await;
            let choices = page.choices("follower");
            let follower = &choices[played % choices.len()];
            mover.submit(turn(&page, &table).set("follower", follower)).await;
        }
        assert_eq!(reasons > 0, aids != "none", "{aids}: {reasons} reasons");
    }
}

/// Column, row and rotation in a preview's URL.
fn place(link: &str) -> (i16, i16, u8) {
    let of = |name: &str| {
        let rest = link.split(&format!("{name}=")).nth(1).unwrap();
        rest.split('&').next().unwrap().to_owned()
    };
    (of("y").parse().unwrap(), of("x").parse().unwrap(), of("rotation").parse().unwrap())
}

#[tokio::test]
async fn a_game_in_progress_without_aids_shows_no_consequences_and_no_forecast() {
    let app = TestApp::start().await;
    let (ann, ben, table) = game(&app, "none").await;
    let asked = format!("{table}?show=projected&show=owners&show=tiles&show=dead&cell=0,-1");
    for _ in 0..4 {
        let (mover, other) = mover(&table, [&ann, &ben]).await;
        let anybody = app.browser();
        let tried = preview(mover, &table).await;
        let mut pages = vec![mover.get(&table).await, mover.get(&asked).await];
        pages.push(anybody.get(&asked).await);
        pages.push(anybody.get(&format!("{table}/moves/2?show=projected&show=owners")).await);
        pages.push(other.get(&format!("{table}/final?show=projected")).await);
        let stale = mover.submit(turn(&tried, &table).set("expected", "0")).await;
        assert_eq!(stale.status, 409);
        pages.push(stale);
        pages.push(mover.submit(turn(&tried, &table)).await);
        pages.push(tried);
        for page in pages {
            // The note names the requested overlays, and no others.
            let notes: String = page.all("p.note").iter().map(scraper::ElementRef::inner_html).collect();
            let body = page.body.replace(&notes, "").replace("Score if it ended now", "");
            let said: Vec<&str> = TELLING.into_iter().filter(|word| body.contains(word)).collect();
            assert!(said.is_empty(), "{}: {said:?}", page.path);
            assert!(
                page.all(".players small").is_empty() && page.all(".kinds li").is_empty(),
                "{}",
                page.path
            );
        }
    }
    let features = ann.get(&format!("{table}?tab=features")).await.texts(".tab li").join(" ");
    assert!(features.contains(" at ("), "{features}");
    assert!(!features.contains("2 meeples"), "who has how many is for the players to see: {features}");
}

#[tokio::test]
async fn when_the_game_is_over_everything_can_be_looked_at() {
    let app = TestApp::start().await;
    let (ann, _, table) = game(&app, "none").await;
    let asks = ann.get(&format!("{table}/resign")).await;
    ann.submit(asks.form(&format!("{table}/resign"))).await;
    let anybody = app.browser();
    let all: Vec<&str> = SWITCHES.iter().map(|(word, _)| *word).collect();
    for path in ["", "/final", "/moves/3"] {
        let page = anybody.get(&format!("{table}{path}?show=owners&show=tiles&show=projected")).await;
        let all: Vec<&str> =
            all.iter().copied().filter(|word| is_switch(&format!("{table}{path}"), word)).collect();
        assert_eq!(offered(&page), all, "{path}");
        assert!(!says_without(&page), "{path}");
    }
    let page = anybody.get(&format!("{table}?show=tiles&show=projected")).await;
    assert!(!page.all(".kinds li").is_empty());
}
