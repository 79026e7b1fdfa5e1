//! The queue: which game comes next, what waits, and that the same count is everywhere.

use std::time::Duration;

use atom_syndication::Feed;

use crate::app::{TestApp, join, open_table};
use crate::browser::{Browser, Page};
use crate::feeds::addresses;
use crate::messages::{message, message_with};
use crate::play::{is_my_turn, preview, turn};

/// A game with this clock in which it is `waits`'s turn.
async fn game(waits: &Browser, other: &Browser, clock: &str) -> String {
    let table = open_table(waits, &[("clock", clock), ("leave", "no")]).await;
    join(other, &table).await;
    if is_my_turn(&other.get(&table).await) {
        other.submit(turn(&preview(other, &table).await, &table)).await;
    }
    table
}

/// Plays a turn in a game of the browser's; returns the page that shows it.
async fn play(browser: &Browser, table: &str) -> Page {
    browser.submit(turn(&preview(browser, table).await, table)).await
}

#[tokio::test]
async fn the_game_with_the_least_time_left_is_next_and_skipping_goes_round() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    assert_eq!(ann.get("/next").await.path, "/", "nothing waits");
    let unlimited = game(&ann, &ben, "").await;
    let week = game(&ann, &ben, "7").await;
    let day = game(&ann, &ben, "1").await;
    let after = |table: &str| format!("/next?after={}", table.strip_prefix("/games/").unwrap());
    for (from, to) in [
        ("/next".to_owned(), &day),
        (after(&day), &week),
        (after(&week), &unlimited),
        (after(&unlimited), &day),
        ("/next?after=".to_owned(), &day),
        ("/next?after=9".to_owned(), &day),
        (after("/games/0123456789abcdef"), &day),
    ] {
        assert_eq!(ann.get(&from).await.path, *to, "{from}");
    }
    assert_eq!(ann.get("/queue").await.links("h3 a"), [day.clone(), week.clone(), unlimited.clone()]);
    assert_eq!(ann.get("/").await.links("#h-mine ~ ul h3 a"), [&*day, &week, &unlimited], "as the dashboard");

    // A skipped game, and then the page after a turn.
    let skips = ann.get(&day).await.links("a[data-next]");
    assert_eq!(skips, [after(&day)]);
    let next = ann.get(&skips[0]).await;
    assert_eq!(next.path, week);
    let played = play(&ann, &week).await;
    assert!(played.says_with("act-next-game", &[("n", "2")]), "{}", played.text());
    let next = ann.get(&played.links("a[data-next]")[0]).await;
    assert_eq!(next.path, unlimited, "the one that was skipped has less time left, but waits for the others");
    assert_eq!(ann.get(&after(&unlimited)).await.path, day, "all others were shown");
    assert_eq!(ann.get(&after(&day)).await.path, unlimited);
    app.clock.advance(chrono::TimeDelta::minutes(1));
    play(&ann, &day).await;
    assert_eq!(ann.get("/next").await.path, unlimited);
    let alone = ann.get(&unlimited).await;
    assert!(alone.all("a[data-next]").is_empty(), "no other game waits");
    assert_eq!(ann.get(&after(&unlimited)).await.path, "/queue", "skipping never leads to the same game");
    assert!(play(&ann, &unlimited).await.all("a[data-next]").is_empty());
}

/// Every place that says how many games and invitations wait.
async fn counts(app: &TestApp, browser: &Browser, [feed, calendar]: &[String; 2]) -> Vec<(String, usize)> {
    let mut counts = Vec::new();
    let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
    let number = |text: &str| digits(text).parse().unwrap_or(0);
    for path in ["/", "/queue", "/rules"] {
        let page = browser.get(path).await;
        let mut found = |place: &str, n| counts.push((format!("{place} of {path}"), n));
        found("title", number(page.texts("head title")[0].split(')').next().unwrap()));
        found("header", page.texts(".places .count").first().map_or(0, |count| number(count)));
        found(
            "icon",
            number(page.all("link[rel=icon]")[0].attr("href").unwrap().rsplit('/').next().unwrap()),
        );
        if path != "/rules" {
            let says =
                |n: &usize| page.heading() == message_with("dashboard-heading", &[("n", &n.to_string())]);
            found("heading", (0..9).find(says).unwrap_or_else(|| panic!("{}", page.heading())));
            found("list", page.all("#h-mine ~ ul > li, #h-queue ~ ul > li, .invitations > li").len());
        }
    }
    let feed = Feed::read_from(app.browser().get(feed).await.body.as_bytes()).unwrap();
    let begin = |words: &str| feed.entries.iter().filter(|entry| entry.title.contains(words)).count();
    let invitations = begin("invites you");
    counts.push(("feed".to_owned(), begin("Your turn") + invitations));
    let calendar = app.browser().get(calendar).await.body;
    let turns = calendar.matches("STATUS:CONFIRMED").count() + calendar.matches("BEGIN:VTODO").count();
    counts.push(("calendar, and invitations".to_owned(), turns + invitations));
    let mut live = browser.news("/live").await;
    let told = tokio::time::timeout(Duration::from_secs(15), live.chunk()).await.unwrap().unwrap();
    counts.push(("live updates".to_owned(), number(told.split("data: ").nth(1).unwrap())));
    counts
}

#[tokio::test]
async fn the_same_count_is_in_title_icon_header_headings_lists_feeds_and_live_updates() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let files = addresses(&app, &ann).await;
    let mut games = Vec::new();
    let check = async |n: usize| {
        for (place, count) in counts(&app, &ann, &files).await {
            assert_eq!(count, n, "{place}");
        }
    };
    for clock in ["3", "", "1"] {
        games.push(game(&ann, &ben, clock).await);
    }
    check(3).await;
    // It counts, too, but it is no game to play.
    let table = open_table(&ben, &[]).await;
    ben.submit(ben.get(&table).await.form(&format!("{table}/invite")).set("name", "ann")).await;
    check(4).await;
    play(&ann, &games[0]).await;
    check(3).await;
    ann.submit(ann.get("/queue").await.form(&format!("{table}/decline"))).await;
    check(2).await;
    let link = ann.get(&games[1]).await;
    assert!(link.says_with("status-next", &[("n", "1")]), "the link counts the others");
    let over = game(&ann, &ben, "3").await;
    let end = ann.submit(ann.get(&format!("{over}/resign")).await.form(&format!("{over}/resign"))).await;
    assert!(end.says_with("status-next", &[("n", "2")]), "so does that of a final page: {}", end.text());
    for game in &games[1..] {
        play(&ann, game).await;
    }
    check(0).await;
}

#[tokio::test]
async fn a_waiting_position_has_its_board_the_time_and_what_has_changed() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let table = game(&ann, &ben, "3").await;
    play(&ann, &table).await;
    assert!(ann.get("/queue").await.all(".since").is_empty(), "it is ben's turn");
    let first = ben.get("/queue").await.texts(".since li");
    assert!(first.last().is_some_and(|row| row.starts_with("ann ")), "{first:?}");
    play(&ben, &table).await;
    let page = ann.get("/queue").await;
    let since = page.texts(".since li");
    assert!(since.len() == 1 && since[0].starts_with("ben "), "only what came after the own turn: {since:?}");
    let last = page.all("img.mine")[0].attr("src").unwrap().to_owned();
    assert!(last.starts_with(&format!("{table}/moves/")) && last.ends_with("/board.svg"), "{last}");
    assert!(page.says_with("queue-as-of", &[("moment", "Fri 20 Nov, 12:00 UTC")]), "{}", page.text());
    assert_eq!(page.texts(".state"), ["Mon 23 Nov, 12:00 3 d 0 h left"]);
    let untouched = open_table(&ann, &[]).await;
    join(&ben, &untouched).await;
    let opens = if is_my_turn(&ann.get(&untouched).await) { &ann } else { &ben };
    assert!(opens.get("/queue").await.texts(".since li").contains(&message("log-nothing")));
}

#[tokio::test]
async fn the_queue_is_the_viewers_own() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let table = game(&ann, &ben, "3").await;
    let visitor = app.browser();
    for path in ["/queue", "/next"] {
        assert_eq!(visitor.get(path).await.path, format!("/login?then={}", path.replace('/', "%2F")));
    }
    assert!(!ben.get("/queue").await.body.contains(&table));
}
