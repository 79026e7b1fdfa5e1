//! Games through pages: three requests and one write per turn.

use crate::app::{TestApp, open_table};
use crate::browser::{Browser, Form, Page};
use crate::messages::{message, says};

/// Whether the page of a game lets its viewer move.
pub fn is_my_turn(page: &Page) -> bool {
    !page.all("[data-yours]").is_empty()
}

/// The player to move, then the other.
pub async fn mover<'a>(table: &str, people: [&'a Browser; 2]) -> (&'a Browser, &'a Browser) {
    let [first, second] = people;
    if is_my_turn(&first.get(table).await) { (first, second) } else { (second, first) }
}

/// The preview of the first cell that the board links to.
pub async fn preview(browser: &Browser, table: &str) -> Page {
    let page = browser.get(table).await;
    let cell =
        page.links("svg.board a").first().cloned().unwrap_or_else(|| panic!("no cell: {}", page.text()));
    let page = browser.get(&cell).await;
    assert_eq!(page.status, 200, "{}", page.text());
    page
}

pub fn turn(page: &Page, table: &str) -> Form {
    page.form(&format!("{table}/turns"))
}

fn last_event(page: &Page) -> u32 {
    page.all("[data-live]")[0].attr("data-live").unwrap().rsplit('=').next().unwrap().parse().unwrap()
}

#[tokio::test]
async fn a_whole_game_is_played_through_pages_alone() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let table = app.game(&ann, &ben).await;
    let mut turns = 0;
    let end = loop {
        let (browser, _) = mover(&table, [&ann, &ben]).await;
        let page = preview(browser, &table).await;
        let choices = page.choices("follower");
        let follower = if turns % 3 == 0 { choices.last() } else { choices.first() };
        let page = browser.submit(turn(&page, &table).set("follower", follower.unwrap())).await;
        assert_eq!(page.status, 200, "{}", page.text());
        turns += 1;
        if page.links("a.button").contains(&format!("{table}/final")) {
            break page;
        }
        assert!(turns < 72, "a game has 71 turns");
    };
    assert!(turns >= 65, "{turns} turns; a few tiles may have been set aside");
    assert!(says(&end.texts(".told").join(" "), "event-end-bag"), "{}", end.text());

    let page = app.browser().get(&format!("{table}/final")).await;
    assert_eq!(page.status, 200);
    let rows = page.all("section[aria-labelledby=h-points] tbody tr");
    assert_eq!(rows.len(), 2);
    assert_eq!(page.all("svg.graph .line").len(), 2);
    for row in rows {
        let cells: Vec<i32> = row
            .select(&scraper::Selector::parse("td").unwrap())
            .map(|cell| cell.text().collect::<String>().parse().unwrap())
            .collect();
        let (total, parts) = cells.split_first().unwrap();
        assert_eq!(parts.iter().sum::<i32>(), *total);
    }
    let record = ann.get(&format!("{table}/record.jsonl")).await.body;
    let (record, _) = bastide::engine::Record::read(&record).unwrap();
    assert!(record.write().contains("\"secret\""), "the secret is told at the end");

    let home = ann.get("/").await;
    assert!(home.says("dashboard-finished"), "{}", home.text());
    let page = ann.get(&format!("{table}/final")).await;
    let home = ann.submit(page.form(&format!("{table}/seen"))).await;
    assert!(!home.says("dashboard-finished"));
}

#[tokio::test]
async fn a_preview_stores_nothing_and_shows_what_would_happen() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let table = app.game(&ann, &ben).await;
    let (browser, _) = mover(&table, [&ann, &ben]).await;
    let before = app.rows().await;
    let page = preview(browser, &table).await;
    assert!(page.choices("follower").len() > 1, "on the second tile of a game somebody can stand");
    assert_eq!(page.choices("follower")[0], "", "no follower comes first");
    assert_eq!(page.all("tbody tr").len(), 2, "points of both");
    let rotations: Vec<String> =
        page.links("a.button").into_iter().filter(|link| link.contains("rotation")).collect();
    for rotated in rotations {
        assert_eq!(browser.get(&rotated).await.status, 200);
    }
    assert_eq!(app.rows().await, before);
}

#[tokio::test]
async fn every_link_of_the_board_and_of_the_list_leads_to_a_legal_preview() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let table = app.game(&ann, &ben).await;
    for _ in 0..4 {
        let (browser, _) = mover(&table, [&ann, &ben]).await;
        let page = browser.get(&table).await;
        let cells = page.links("svg.board a");
        let listed = page.links("#placements tbody a");
        assert!(!cells.is_empty() && listed.len() >= cells.len());
        for link in cells.iter().chain(&listed) {
            let preview = browser.get(link).await;
            assert_eq!(preview.status, 200, "{link}");
            assert!(preview.find_form(&format!("{table}/turns")).is_some(), "{link}");
        }
        let page = preview(browser, &table).await;
        browser.submit(turn(&page, &table)).await;
    }
}

#[tokio::test]
async fn the_options_of_a_cell_match_its_previews() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let table = app.game(&ann, &ben).await;
    for _ in 0..3 {
        let (browser, other) = mover(&table, [&ann, &ben]).await;
        let cell = browser.get(&table).await.links("svg.board a")[0].clone();
        let asked = cell.replace("/preview?", "/options?");
        let told: serde_json::Value = serde_json::from_str(&browser.get(&asked).await.body).unwrap();
        let rotations = told.as_array().unwrap();
        assert!(!rotations.is_empty());
        for told in rotations {
            let preview = browser.get(&format!("{cell}&rotation={}", told["rotation"])).await;
            let values: Vec<&str> = told["followers"]
                .as_array()
                .unwrap()
                .iter()
                .map(|one| one["value"].as_str().unwrap())
                .collect();
            assert_eq!(values, preview.choices("follower"));
            let text = preview.text();
            for follower in told["followers"].as_array().unwrap() {
                assert!(text.contains(follower["detail"].as_str().unwrap()), "{follower}: {text}");
            }
            for impossible in told["impossible"].as_array().unwrap() {
                assert!(text.contains(impossible["reason"].as_str().unwrap()), "{impossible}: {text}");
            }
        }
        assert_eq!(other.get(&asked).await.status, 409, "it isn't their turn");
        assert!(app.browser().get(&asked).await.path.starts_with("/login?"));
        browser.submit(turn(&preview(browser, &table).await, &table)).await;
    }
}

#[tokio::test]
async fn the_result_of_a_turn_is_told_on_the_table_itself() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let table = app.game(&ann, &ben).await;
    let (browser, _) = mover(&table, [&ann, &ben]).await;
    let page = browser.submit(turn(&preview(browser, &table).await, &table)).await;
    assert_eq!(page.path.split('?').next().unwrap(), table);
    let told = page.texts(".told li");
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].starts_with("You placed a tile"), "{told:?}");
    assert!(browser.get(&format!("{table}?after=9999")).await.texts(".told").is_empty());
}

#[tokio::test]
async fn the_same_form_sent_twice_succeeds_twice_and_is_stored_once() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let table = app.game(&ann, &ben).await;
    let (browser, _) = mover(&table, [&ann, &ben]).await;
    let form = turn(&preview(browser, &table).await, &table);
    let first = browser.submit(form.clone()).await;
    let after = last_event(&browser.get(&table).await);
    let second = browser.submit(form).await;
    assert_eq!((first.status, second.status), (200, 200));
    assert_eq!(first.path, second.path);
    assert_eq!(last_event(&browser.get(&table).await), after);
}

#[tokio::test]
async fn a_stale_form_comes_back_with_what_changed_and_its_draft() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let table = app.game(&ann, &ben).await;
    let (browser, other) = mover(&table, [&ann, &ben]).await;
    let page = preview(browser, &table).await;
    let old = turn(&page, &table);
    // The same player moves in another window; then the form in this window is sent.
    browser.submit(turn(&preview(browser, &table).await, &table)).await;
    let page = browser.submit(old.clone()).await;
    assert_eq!(page.status, 409, "{}", page.text());
    assert!(says(&page.texts("[role=alert]").join(" "), "refused-stale"));
    // And again when it is that player's turn again.
    other.submit(turn(&preview(other, &table).await, &table)).await;
    let page = browser.submit(old).await;
    assert_eq!(page.status, 409);
    assert!(says(&page.texts("[role=alert]").join(" "), "refused-stale"));
}

#[tokio::test]
async fn a_stale_draft_that_still_fits_can_be_sent_again_from_the_same_page() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let table = app.game(&ann, &ben).await;
    let (browser, _) = mover(&table, [&ann, &ben]).await;
    let form = turn(&preview(browser, &table).await, &table);
    let page = browser.submit(form.clone().set("expected", "0")).await;
    assert_eq!(page.status, 409);
    let again = turn(&page, &table);
    assert_ne!(again.value("expected"), "0");
    for field in ["tile", "x", "y", "rotation"] {
        assert_eq!(again.value(field), form.value(field), "{field}");
    }
    assert_eq!(browser.submit(again).await.status, 200);
}

#[tokio::test]
async fn a_rejected_turn_comes_back_with_the_reason_and_the_draft() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let table = app.game(&ann, &ben).await;
    let (browser, _) = mover(&table, [&ann, &ben]).await;
    let form = turn(&preview(browser, &table).await, &table);

    let page = browser.submit(form.clone().set("follower", "builder@top")).await;
    assert_eq!(page.status, 422, "{}", page.text());
    assert!(!page.texts("[role=alert]").is_empty());
    assert_eq!(turn(&page, &table).value("x"), form.value("x"));

    let page = browser.submit(form.clone().set("x", "7").set("y", "7")).await;
    assert_eq!(page.status, 422);
    assert!(page.says_with("refusal-apart", &[("cell", "(7, 7)")]), "{}", page.text());
    assert!(!page.all("svg.board a").is_empty(), "the board is there to choose again");
    assert_eq!(browser.submit(form).await.status, 200, "nothing of it was stored");
}

#[tokio::test]
async fn only_the_player_to_move_can_move() {
    let app = TestApp::start().await;
    let (ann, ben, eve) = (app.person("ann").await, app.person("ben").await, app.person("eve").await);
    let table = app.game(&ann, &ben).await;
    let (browser, other) = mover(&table, [&ann, &ben]).await;
    let form = turn(&preview(browser, &table).await, &table);
    for outsider in [other, &eve] {
        let page = outsider.get(&table).await;
        assert!(page.links("svg.board a").is_empty(), "no cells for others");
        let token = outsider.token().await;
        let page = outsider.submit(form.clone().set("csrf", &token)).await;
        assert_eq!(page.status, 403, "{}", page.text());
    }
    let token = app.browser().token().await;
    assert_eq!(app.browser().submit(form.clone().set("csrf", &token)).await.status, 401);
    assert_eq!(browser.submit(form).await.status, 200);
}

#[tokio::test]
async fn resigning_asks_first_and_ends_a_game_for_two() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let table = app.game(&ann, &ben).await;
    let (_, other) = mover(&table, [&ann, &ben]).await;
    let page = other.get(&format!("{table}/resign")).await;
    assert_eq!(page.heading(), "Resign?");
    let page = other.submit(page.form(&format!("{table}/resign"))).await;
    assert_eq!((page.path.as_str(), page.heading()), (&*format!("{table}/final"), message("final-you-lost")));
    assert!(page.says("final-reason-left"), "{}", page.text());
    let won = app.browser().get(&format!("{table}/final")).await.heading();
    assert!(won.ends_with(" won"), "{won}");
    let list = other.get("/games/mine").await.text();
    assert!(list.contains(&won), "{won}: {list}");
    assert_eq!(other.get(&format!("{table}/resign")).await.status, 403);
}

#[tokio::test]
async fn spectators_watch_public_games_and_see_no_secret() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let table = app.game(&ann, &ben).await;
    let (browser, _) = mover(&table, [&ann, &ben]).await;
    browser.submit(turn(&preview(browser, &table).await, &table)).await;
    let anybody = app.browser();
    for path in ["", "/moves", "/moves/1", "/moves/2", "/record.jsonl"] {
        let page = anybody.get(&format!("{table}{path}")).await;
        assert_eq!(page.status, 200, "{path}");
        assert!(!page.body.contains("secret\":"), "{path}");
        assert!(page.find_form(&format!("{table}/turns")).is_none());
    }
    assert_eq!(anybody.get(&format!("{table}/final")).await.path, table, "it is not over yet");
    assert_eq!(
        anybody.get(&format!("{table}/resign")).await.path,
        format!("/login?then=%2Fgames%2F{}%2Fresign", &table[7..])
    );
}

#[tokio::test]
async fn a_board_can_be_looked_at_closer() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let table = app.game(&ann, &ben).await;
    for _ in 0..6 {
        let (browser, _) = mover(&table, [&ann, &ben]).await;
        let page = preview(browser, &table).await;
        let choices = page.choices("follower");
        let follower = choices.get(1).unwrap_or(&choices[0]);
        browser.submit(turn(&page, &table).set("follower", follower)).await;
    }
    let anybody = app.browser();
    let plain = anybody.get(&table).await;
    assert!(plain.all(".a-area, .a-badge, .a-co").is_empty());
    for (word, mark) in [("last", ".a-badge"), ("owners", ".a-area, .a-line"), ("coordinates", ".a-co")] {
        let page = anybody.get(&format!("{table}?show={word}")).await;
        assert!(!page.all(mark).is_empty(), "{word}");
        let on: Vec<_> = page
            .all(".tools a[aria-current]")
            .iter()
            .map(|link| link.attr("data-overlay").unwrap())
            .collect();
        assert_eq!(on, [word], "the switch is on");
        assert_eq!(anybody.get(&format!("{table}/moves/5?show={word}")).await.status, 200);
    }
    let tiles = anybody.get(&format!("{table}?show=tiles")).await;
    assert_eq!(tiles.all(".kinds li > span").len(), 24, "all base kinds");
    let projected = anybody.get(&format!("{table}?show=projected")).await;
    assert_eq!(projected.texts(".players small").len(), 2);
    let asking = anybody.get(&format!("{table}?show=cells")).await;
    let cell = asking.links("svg.board a")[0].clone();
    let page = anybody.get(&cell).await;
    assert!(page.says("cell-needs"), "{}", page.text());
    assert!(plain.text().contains("Features"));
    // Every picture has its symbol, whatever the overlays.
    for page in [&plain, &tiles, &page] {
        for used in page.all("use") {
            let name = used.attr("href").unwrap();
            assert!(page.body.contains(&format!("id=\"{}\"", &name[1..])), "{} lacks {name}", page.path);
        }
    }
}

#[tokio::test]
async fn the_clock_takes_a_turn_and_a_late_form_is_stale() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let table = app.game(&ann, &ben).await;
    let (browser, other) = mover(&table, [&ann, &ben]).await;
    let line = browser.get(&table).await.texts(".facts-line").join("");
    assert!(line.ends_with("· play by Mon 23 Nov, 12:00 · 3 d 0 h left"), "{line}");
    let form = turn(&preview(browser, &table).await, &table);
    app.wait(4);
    app.run_jobs().await;
    let page = browser.submit(form).await;
    assert_eq!(page.status, 409, "{}", page.text());
    let page = other.get(&table).await;
    assert_eq!(page.heading(), message("turn-yours"));
    assert!(page.says("event-skipped"), "{}", page.text());
}

#[tokio::test]
async fn the_computer_answers_and_the_page_says_what_it_did() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let table = open_table(&ann, &[("computer1", "1")]).await;
    for _ in 0..3 {
        app.run_jobs().await;
        let page = preview(&ann, &table).await;
        assert_eq!(ann.submit(turn(&page, &table)).await.status, 200);
    }
    app.run_jobs().await;
    let page = ann.get(&table).await;
    assert!(page.says("since-turn"), "{}", page.text());
    assert!(page.text().contains("Computer placed"));
}

#[tokio::test]
async fn a_public_board_has_a_picture_for_link_previews_that_is_cached_for_ever() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let table = app.game(&ann, &ben).await;
    let page = app.browser().get(&table).await;
    let images = page.all("meta[property='og:image']");
    let image = images.first().and_then(|image| image.attr("content")).expect("a public game has a picture");
    assert!(image.ends_with(&format!("{table}/moves/1/board.png")), "{image}");
    let picture = app.browser().get(&format!("{table}/moves/1/board.png")).await;
    assert_eq!(picture.status, 200);
    assert_eq!(picture.headers["content-type"], "image/png");
    assert!(picture.headers["cache-control"].to_str().unwrap().contains("immutable"));
    assert_eq!(app.browser().get(&format!("{table}/moves/99/board.png")).await.status, 404);
    let manifest = page.all("link[rel='manifest']")[0].attr("href").unwrap().to_owned();
    assert_eq!(app.browser().get(&manifest).await.headers["content-type"], "application/manifest+json");
}
