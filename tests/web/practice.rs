//! Practice boards: links that hold a whole game.

use std::process::Command;

use crate::app::{TestApp, open_table};
use crate::browser::{Browser, Page};
use crate::messages::message;

/// Follows the link with this text.
/// Places the tile on the first cell without a follower.
async fn turn(browser: &Browser, page: &Page) -> Page {
    let tried = browser.get(&page.links("svg.board a.a-cell")[0]).await;
    assert_eq!((tried.status, tried.all("svg.board .a-ghost").len()), (200, 1), "{}", tried.text());
    browser.press(&tried, "choice-none").await
}

#[tokio::test]
async fn a_visitor_plays_the_computer_on_a_board_that_nobody_stores_and_takes_back() {
    let app = TestApp::start().await;
    let browser = app.browser();
    let rows = app.rows().await;
    let page = browser.get("/practice").await;
    let begun = browser.ask(page.form("/practice/board").set("with", "inns")).await;
    assert_eq!((begun.status, begun.heading()), (200, message("turn-yours")), "{}", begun.text());
    assert!(begun.path.contains("seats=y4&rules=modern&with=inns&seed="), "{}", begun.path);
    assert_eq!(begun.texts(".status"), ["Expected: about even"]);
    // What the script needs to try turns on the board.
    assert_eq!((begun.all("form.act").len(), begun.all("#offer").len()), (1, 1));
    let cell = &begun.links("svg.board a.a-cell")[0];
    let options = browser.get(&format!("{cell}&as=options")).await;
    assert_eq!(options.headers["content-type"], "application/json");
    let rotation = &options.body.split_once("\"rotation\":").expect(&options.body).1[..1];
    let played = browser.get(&format!("{cell}&rotation={rotation}&play=1")).await;
    assert_eq!(played.all(".moves li").len(), 2, "{}", played.text());
    assert!(!played.path.contains("play="), "{}", played.path);
    let mut page = turn(&browser, &begun).await;
    assert_eq!(page.heading(), message("turn-yours"), "the computer has replied");
    assert_eq!(page.all(".moves li").len(), 2, "{}", page.text());
    assert!(page.text().contains("Level 4 · Regular"));
    page = turn(&browser, &page).await;
    assert_eq!(page.all(".moves li").len(), 4);
    // The same link shows the same board to everyone.
    let again = app.browser().get(&page.path).await;
    assert_eq!(again.all("svg.board use").len(), page.all("svg.board use").len());
    let back = browser.press(&page, "practice-back").await;
    assert_eq!(back.all(".moves li").len(), 2);
    let start = browser.press(&page, "practice-beginning").await;
    assert_eq!(start.path, begun.path);
    let first = browser.get(page.links(".moves a").last().unwrap()).await;
    assert_eq!(first.path, begun.path, "the board before the first turn");
    assert_eq!(app.rows().await, rows);
}

#[tokio::test]
async fn the_tile_can_be_chosen_and_who_plays_can_change() {
    let app = TestApp::start().await;
    let browser = app.browser();
    let page = browser.get("/practice/board?seats=yy&rules=modern&seed=abc").await;
    assert_eq!(page.heading(), "Red’s turn");
    let other = browser.get(page.links(".tiles-to-choose a").last().unwrap()).await;
    assert_eq!(other.texts(".turn .hand").len(), 1);
    assert!(other.path.contains("&steps=*"), "{}", other.path);
    // Another choice replaces it.
    let another = browser.get(&other.links(".tiles-to-choose a")[0]).await;
    assert_eq!(another.path.matches('*').count(), 1, "{}", another.path);
    let mut form = another.form("/practice/board");
    form.fields.last_mut().unwrap().1 = "2".to_owned();
    let changed = browser.ask(form).await;
    assert!(changed.path.contains("seats=y2"), "{}", changed.path);
    assert_eq!(changed.heading(), message("turn-yours"));
    let chosen = browser.get("/practice/board?seats=y1&rules=modern&seed=abc&tiles=chosen").await;
    assert_eq!(chosen.heading(), "Tile for you");
    assert!(chosen.all("svg.board a.a-cell").is_empty());
    let drawn = browser.press(&chosen, "practice-draw-for-me").await;
    let page = turn(&browser, &drawn).await;
    assert_eq!(page.heading(), "Tile for Level 1 · Newcomer", "the computer waits for its tile");
    let page = browser.get(&page.links(".tiles-to-choose a")[0]).await;
    assert_eq!(page.heading(), "Tile for you");
}

/// Plays a whole game against the computer by links.
async fn play_to_the_end(browser: &Browser, path: &str) -> Page {
    let mut page = browser.get(path).await;
    while !page.all("svg.board a.a-cell").is_empty() {
        page = turn(browser, &page).await;
        assert_eq!(page.status, 200, "{}", page.text());
    }
    page
}

#[tokio::test]
async fn a_practice_ends_and_its_record_is_one_that_the_command_line_accepts() {
    let app = TestApp::start().await;
    let browser = app.browser();
    let page = play_to_the_end(&browser, "/practice/board?seats=y1&rules=modern&seed=end").await;
    assert!(page.says("refusal-over"), "{}", page.text());
    let record = browser.get(&page.links("a[download]")[0]).await;
    assert_eq!(record.headers["content-type"], "application/jsonl; charset=utf-8");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("practice.jsonl");
    std::fs::write(&file, &record.body).unwrap();
    let replay = Command::new(env!("CARGO_BIN_EXE_bastide")).args(["replay", "--json"]).arg(&file).output();
    let replay = replay.unwrap();
    assert!(replay.status.success(), "{}", String::from_utf8_lossy(&replay.stderr));
    assert!(String::from_utf8_lossy(&replay.stdout).contains("\"finished\":true"));
}

#[tokio::test]
async fn practice_goes_on_from_a_finished_game_but_never_from_one_in_progress() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let game = app.game(&ann, &ben).await;
    let id = game.rsplit('/').next().unwrap().to_owned();
    let page = ann.get(&format!("/practice/board?game={id}&n=1")).await;
    assert_eq!(page.status, 403);
    assert!(page.says("practice-running"), "{}", page.text());
    let moves = ann.get(&format!("{game}/moves/1")).await;
    assert!(!moves.says("practice-from-here"));
    let resign = ann.get(&format!("{game}/resign")).await;
    ann.submit(resign.form(&format!("{game}/resign"))).await;
    let moves = ann.get(&format!("{game}/moves/1")).await;
    let practice = ann.press(&moves, "practice-from-here").await;
    assert_eq!((practice.status, practice.heading()), (200, message("turn-yours")), "{}", practice.text());
    assert!(practice.path.contains("seats=y5&game="), "{}", practice.path);
    assert!(!practice.text().contains("ben"), "players of the game are not named");
    let watcher = app.browser().get(&format!("/practice/board?game={id}&n=1")).await;
    assert!(watcher.path.contains("seats=yy&game="), "{}", watcher.path);
    let over = ann.get(&format!("/practice/board?game={id}&n=2")).await;
    assert_eq!(over.status, 400);
    assert_eq!(ann.get(&format!("/practice/board?game={id}&n=9")).await.status, 404);
}

#[tokio::test]
async fn practice_from_a_hidden_game_is_for_its_players() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let game = open_table(&ann, &[("visibility", "link"), ("computer1", "1")]).await;
    let resign = ann.get(&format!("{game}/resign")).await;
    ann.submit(resign.form(&format!("{game}/resign"))).await;
    let id = game.rsplit('/').next().unwrap().to_owned();
    let address = format!("/practice/board?game={id}&n=1&seats=y5&seed=a");
    assert_eq!(ann.get(&address).await.status, 200);
    assert_eq!(app.browser().get(&address).await.status, 404);
}

#[tokio::test]
async fn bad_links_say_what_is_wrong() {
    let app = TestApp::start().await;
    let browser = app.browser();
    let board = "/practice/board?seed=a&rules=modern";
    for (rest, key) in [
        ("&seats=12", "practice-link-nobody"),
        ("&seats=y9", "practice-link-seats"),
        ("&seats=y", "practice-link-most-seats"),
        ("&seats=yyyyyy", "practice-link-most-seats"),
        ("&seats=yy&steps=1,2", "practice-link-steps"),
        ("&seats=yy&steps=7,7,0", "practice-bad-step"),
        ("&seats=yy&steps=*RV-lake", "practice-no-such-tile"),
        ("&seats=yy&with=towers", "practice-link-rules"),
        ("&seats=yy&rules=abbeys", "request-field-twice"),
    ] {
        let page = browser.get(&format!("{board}{rest}")).await;
        assert_eq!(page.status, 400, "{rest}");
        assert!(page.says(key), "{rest}: {}", page.text());
    }
    // A tile that doesn't fit leaves the board as it was.
    let page = browser.get(&format!("{board}&seats=yy&tile=RRRR&x=9&y=9")).await;
    assert_eq!(page.status, 422);
    assert!(!page.all("svg.board a.a-cell").is_empty());
}
