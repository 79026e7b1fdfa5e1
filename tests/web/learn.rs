//! The lesson: from the first page to a game against the computer, without an account.

use crate::app::TestApp;
use crate::browser::Page;
use crate::messages::message;

#[tokio::test]
async fn a_visitor_learns_in_six_steps_and_then_plays_the_computer() {
    let app = TestApp::start().await;
    let browser = app.browser();
    let page = browser.get("/").await;
    assert!(page.links("nav a").contains(&"/learn".to_owned()));
    let page = browser.press(&page, "nav-learn").await;
    assert_eq!(page.heading(), message("learn-title"));
    assert_eq!(page.all(".learn-contents li svg.tile").len(), 6);
    let mut page = browser.press(&page, "learn-begin").await;
    let mut tasks = Vec::new();
    loop {
        tasks.push(page.heading());
        assert!(!page.all("svg.board a.a-cell").is_empty() && !page.all(".hand svg.tile").is_empty());
        page = browser.press(&page, "learn-answer").await;
        assert_eq!(page.all(".lesson.reached").len(), 1, "{}", page.text());
        assert!(
            page.headers.get("set-cookie").is_none() || tasks.len() == 1,
            "one cookie, for the last form"
        );
        if page.find_form("/play-the-computer").is_some() {
            break;
        }
        page = browser.get(&page.links(".act-next a")[0]).await;
    }
    let expected = [
        "Tiles",
        "Roads 1 of 2",
        "Roads 2 of 2",
        "Cities 1 of 2",
        "Cities 2 of 2",
        "Cloisters 1 of 2",
        "Cloisters 2 of 2",
        "Meeples 1 of 2",
        "Meeples 2 of 2",
        "Fields",
    ];
    assert_eq!(tasks, expected);
    let page = browser.submit(page.form("/play-the-computer")).await;
    assert_eq!(page.status, 200, "{}", page.text());
    assert!(!page.all("svg.board").is_empty());
    // Guests find the lesson in the navigation.
    assert!(browser.get("/rules").await.links("nav a").contains(&"/learn".to_owned()));
}

#[tokio::test]
async fn a_reader_can_make_mistakes_and_try_again_and_the_engine_scores() {
    let app = TestApp::start().await;
    let browser = app.browser();
    let page = browser.get("/learn/2?part=2").await;
    assert_eq!(page.texts(".players li")[0], "You 0 points 6 6 meeples left to move");
    // The first cell is not the end of the road.
    let page = browser.get(&page.links("svg.board a.a-cell")[0]).await;
    assert!(page.says("learn-fits"), "{}", page.text());
    let page = browser.press(&page, "choice-none").await;
    assert_eq!(page.all(".lesson.missed").len(), 1);
    assert!(page.says("learn-road-end-hint"), "{}", page.text());
    let page = browser.press(&page, "learn-again").await;
    let end = page.links("svg.board a.a-cell").into_iter().find(|link| link.contains("x=2&y=0")).unwrap();
    let page = browser.get(&end).await;
    assert!(
        page.text().contains("The tile completes a road of 4 tiles: you get 4 points."),
        "{}",
        page.text()
    );
    let spots = page.links("svg.board a.a-spot");
    assert!(spots.len() >= 3, "{spots:?}");
    let page = browser.get(&spots[0]).await;
    assert_eq!(page.all(".lesson.reached").len(), 1, "a follower elsewhere does no harm");
    assert!(page.text().contains("You scored 4 points for a road of 4 tiles."), "{}", page.text());
    assert_eq!(page.texts(".players li")[0], "You 4 points 6 6 meeples left");
    assert_eq!(page.texts("svg.board .a-tag"), ["+4"]);
}

#[tokio::test]
async fn other_steps_are_not_found_and_invalid_queries_are_refused() {
    let app = TestApp::start().await;
    let browser = app.browser();
    for (path, status) in [
        ("/learn/0", 404),
        ("/learn/7", 404),
        ("/learn/x", 404),
        ("/learn/1?part=2", 404),
        ("/learn/1?part=0", 404),
        ("/learn/1?part=x", 400),
        ("/learn/1?tile=CFRR&x=1&y=one", 400),
        ("/learn/1?tile=CFRR&x=1&y=1&rotation=4", 400),
        ("/learn/1?tile=CFRR&x=32767&y=-32768", 200),
    ] {
        assert_eq!(browser.get(path).await.status, status, "{path}");
    }
    let page = browser.get("/learn/1?tile=CFRR&x=0&y=0").await;
    assert!(page.says_with("refusal-occupied", &[("cell", "(0, 0)")]), "{}", page.text());
}

#[tokio::test]
async fn the_lesson_is_linked_where_newcomers_look() {
    let app = TestApp::start().await;
    let linked = |page: &Page| page.links("main a").contains(&"/learn".to_owned());
    assert!(linked(&app.browser().get("/rules").await));
    assert!(linked(&app.browser().get("/").await));
    let ann = app.person("ann").await;
    assert!(linked(&ann.get("/").await), "a dashboard without games");
    crate::app::open_table(&ann, &[("seats", "2"), ("computer1", "1")]).await;
    assert!(!linked(&ann.get("/").await), "players need no lesson");
}
