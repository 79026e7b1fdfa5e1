//! The tile atlas, and the map as a planar graph.

use bastide::atlas::GROUP_NAMES;
use bastide::engine::{TileKind, TileSet};

use crate::app::{TestApp, open_table};
use crate::browser::{Browser, Page};
use crate::messages::{message, message_with, says_with};

/// The numbers in a row of a table.
fn numbers(page: &Page, row: &str) -> Vec<usize> {
    let cells = page.texts(&format!("{row} td"));
    cells.iter().map(|text| if text == "–" { 0 } else { text.parse().unwrap_or_default() }).collect()
}

#[tokio::test]
async fn the_groups_hold_every_tile_of_every_box_but_those_outside() {
    let page = TestApp::start().await.browser().get("/atlas").await;
    assert_eq!(page.status, 200);
    assert_eq!(page.texts("table.atlas tbody th"), GROUP_NAMES);
    // Readings, kinds, kinds in expansions, the five sets, all.
    let mut sums = [0; 9];
    for row in 1..=24 {
        let cells = numbers(&page, &format!("table.atlas tbody tr:nth-child({row})"));
        assert_eq!(cells[3..8].iter().sum::<usize>(), cells[8], "{row}");
        sums.iter_mut().zip(&cells).for_each(|(sum, cell)| *sum += cell);
    }
    assert_eq!(sums[0], 81);
    assert_eq!(sums[3], 72, "every base tile has a group");
    let outside = numbers(&page, "table.atlas tfoot tr:nth-child(1)");
    let all = numbers(&page, "table.atlas tfoot tr:nth-child(2)");
    let together: Vec<usize> =
        sums[3..].iter().zip(&outside[3..]).map(|(inside, outside)| inside + outside).collect();
    assert_eq!(together, all[3..]);
    let boxes = TileSet::ALL.map(|set| {
        let kinds = TileKind::all().filter(|kind| kind.def().set == set);
        kinds.map(|kind| usize::from(kind.def().count)).sum::<usize>()
    });
    assert_eq!(all[3..8], boxes);
    assert_eq!(all[8], 131);
    let titles = page.texts("section h2");
    for title in ["The 24 groups", "Cities and meadow: 17 kinds", "Roads and meadow: 10 kinds"] {
        assert!(titles.iter().any(|known| known == title), "{titles:?}");
    }
    assert_eq!(page.all(".kinds-of svg.tile").len(), all[1], "every kind that can be is drawn");
    assert_eq!(page.all(".no-box").len(), all[1] - all[2]);
}

#[tokio::test]
async fn every_kind_of_the_expansions_is_drawn_on_one_page_with_its_count() {
    let app = TestApp::start().await;
    let browser = app.browser();
    let mut names = Vec::new();
    for name in GROUP_NAMES {
        let page = browser.get(&format!("/atlas/groups/{name}")).await;
        assert_eq!(page.status, 200);
        assert!(page.body.len() < 150_000, "{name}: {} bytes", page.body.len());
        assert_eq!(page.heading(), format!("Group {name}"));
        assert_eq!(page.all(".kinds-of svg.tile").len(), page.all(".kinds-of li").len());
        names.extend(page.texts(".kinds-of strong"));
    }
    let page = browser.get("/atlas/outside").await;
    assert!(page.text().contains("TB-bridge 1 in Traders & Builders Rule 6: A road crosses another road."));
    assert!(
        page.text().contains("KR-corner-2-gate-roads 1 in King & Scout Rule 4: 2 gates are in one"),
        "{}",
        page.text()
    );
    names.extend(page.texts(".outside strong"));
    let mut all: Vec<&str> = TileKind::all().map(TileKind::name).collect();
    all.sort_unstable();
    names.sort_unstable();
    assert_eq!(names, all);
}

#[tokio::test]
async fn the_sheet_shows_every_kind_of_a_box_in_every_rotation() {
    let app = TestApp::start().await;
    let browser = app.browser();
    let base = browser.get("/atlas/sheet").await;
    assert_eq!(base.all("figure.a-kind").len(), 24);
    for set in TileSet::ALL {
        let page = browser.get(&format!("/atlas/sheet/{}", set.word())).await;
        let kinds = TileKind::all().filter(|kind| kind.def().set == set).count();
        assert_eq!(page.all("figure.a-kind svg.board").len(), 4 * kinds, "{}", set.word());
        assert_eq!(page.texts("nav [aria-current]"), page.texts("section h2"), "{}", set.word());
    }
}

/// The page with the result for a tile.
async fn tried(browser: &Browser, query: &str) -> Page {
    let page = browser.get(&format!("/atlas/try?{query}")).await;
    assert_eq!(page.status, 200, "{query}: {}", page.text());
    page
}

#[tokio::test]
async fn a_tile_from_the_editor_is_drawn_and_named_with_its_likes() {
    let app = TestApp::start().await;
    let browser = app.browser();
    let start = tried(&browser, "top=city1&right=road&right_to=left&left=road").await;
    assert_eq!(start.texts("#outcome h2"), [message("atlas-try-possible")]);
    assert!(
        start.texts("#outcome p")[1].contains("It belongs to the group RMRC , with the elements 1a + IIa")
    );
    assert_eq!(start.texts("#outcome .kinds-of strong"), ["CRFR"]);
    assert_eq!(start.all("#outcome .bare svg.tile").len(), 1);
    let other = tried(&browser, "right=city3&bottom=road&bottom_to=top&top=road&top_to=bottom").await;
    assert_eq!(other.texts("#outcome .kinds-of strong"), ["CRFR"], "turned, and told from either end");
    let nowhere = tried(&browser, "top=city1&right=city1&bottom=city1&left=city2").await;
    assert!(nowhere.says("atlas-try-no-set"), "{}", nowhere.text());
    // The form keeps the choices.
    let form = start.form("/atlas/try");
    assert_eq!((form.value("right").as_str(), form.value("right_to").as_str()), ("road", "left"));
    let sent: Vec<String> = form.fields.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let again = tried(&browser, &sent.join("&")).await;
    assert_eq!(again.texts("#outcome p"), start.texts("#outcome p"));
}

#[tokio::test]
async fn an_impossible_tile_comes_with_the_rule_that_it_breaks() {
    let app = TestApp::start().await;
    let browser = app.browser();
    let cases = [
        ("top=half", "1", "atlas-breach-wall", &[("side", "top")][..]),
        ("top=city1&right=city2&bottom=city1&left=city2", "2", "atlas-breach-cities", &[]),
        ("inner_city=1", "3", "atlas-breach-inner-cities", &[("n", "1")]),
        ("middle=both&top=road&top_to=crossing", "4", "atlas-breach-middles", &[("n", "2")]),
        (
            "top=city1&right=road&right_to=gate1&left=road&left_to=gate1",
            "4",
            "atlas-breach-gates",
            &[("n", "2")],
        ),
        ("top=road", "5", "atlas-breach-no-end", &[]),
        ("top=road&top_to=gate2&bottom=city1", "5", "atlas-breach-no-city", &[]),
        (
            "top=road&top_to=bottom&right=road&right_to=left&bottom=road&left=road",
            "6",
            "atlas-breach-roads",
            &[],
        ),
        (
            "top=city1&bottom=city2&inner_from=gate1&inner_to=gate2",
            "7",
            "atlas-breach-no-side",
            &[("from", "gate"), ("to", "gate")],
        ),
    ];
    for (query, rule, why, args) in cases {
        let page = tried(&browser, query).await;
        let told = page.texts(".breaches li");
        let breach = [("rule", rule), ("why", &message_with(why, args))];
        assert!(told.iter().any(|line| says_with(line, "atlas-try-breach", &breach)), "{query}: {told:?}");
        assert!(page.all("#outcome svg").is_empty());
    }
}

#[tokio::test]
async fn contradictory_choices_are_rejected_with_what_to_change() {
    let app = TestApp::start().await;
    let browser = app.browser();
    let cases = [
        ("top=road&top_to=left", 422, "atlas-unclear-no-road", &[("side", "top"), ("to", "left")][..]),
        ("top=road&top_to=top", 422, "atlas-unclear-itself", &[("side", "top")]),
        ("middle=crossing", 422, "atlas-unclear-crossing", &[]),
        ("top=sea", 400, "request-field-wrong", &[("field", "top"), ("value", "sea")]),
        ("top=city0", 400, "request-field-wrong", &[("field", "top"), ("value", "city0")]),
        ("top_to=gate9", 400, "request-field-wrong", &[("field", "top_to"), ("value", "gate9")]),
        ("middle=inn", 400, "request-field-wrong", &[("field", "middle"), ("value", "inn")]),
        ("top=road&top=city1", 400, "request-field-twice", &[("field", "top")]),
    ];
    for (query, status, says, args) in cases {
        let page = browser.get(&format!("/atlas/try?{query}")).await;
        assert_eq!(page.status, status, "{query}: {}", page.text());
        assert!(page.says_with(says, args), "{query}: {}", page.text());
    }
    for path in ["/atlas/groups/RRR", "/atlas/groups/rrrr", "/atlas/sheet/sea", "/atlas/groups/", "/atlas/x"]
    {
        assert_eq!(browser.get(path).await.status, 404, "{path}");
    }
}

/// A game against the computer after a few turns; returns its path.
async fn game(app: &TestApp, ann: &Browser) -> String {
    let table = open_table(ann, &[("computer1", "1")]).await;
    for _ in 0..3 {
        app.run_jobs().await;
        let page = ann.get(&table).await;
        let cell = page.links("svg.board a").first().cloned().unwrap();
        let page = ann.get(&cell).await;
        let sent = ann.submit(page.form(&format!("{table}/turns"))).await;
        assert_eq!(sent.status, 200, "{}", sent.text());
    }
    table
}

#[tokio::test]
async fn the_graph_of_a_game_is_drawn_over_its_board_and_comes_as_files() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let table = game(&app, &ann).await;
    let json = ann.get(&format!("{table}/graph.json")).await;
    assert_eq!(json.headers["content-type"], "application/json; charset=utf-8");
    let graph: serde_json::Value = serde_json::from_str(&json.body).unwrap();
    let count = |part: &str| graph[part].as_array().unwrap().len();

    let page = ann.get(&format!("{table}?show=graph")).await;
    assert_eq!(page.all("svg.board [class^=a-v]").len(), count("nodes"));
    assert_eq!(page.all("svg.board .a-eh").len(), count("links"));
    let counted = |nth: usize| -> usize {
        let table = page.all("section[aria-labelledby=h-plane] table")[nth];
        let numbers = scraper::Selector::parse("td.number").unwrap();
        table.select(&numbers).map(|cell| cell.text().collect::<String>().parse::<usize>().unwrap()).sum()
    };
    assert_eq!((counted(0), counted(1)), (count("nodes"), count("links")));
    assert!(page.text().contains(&format!("{} vertices − {} edges", count("nodes"), count("links"))));
    assert!(ann.get(&table).await.all("svg.board .a-eh").is_empty(), "only if asked for");
    let first = ann.get(&format!("{table}/moves/1?show=graph")).await;
    assert!(!first.all("svg.board .a-eh").is_empty());
    assert!(first.all("svg.board .a-eh").len() < count("links"), "the graph grows");

    let log = ann.get(&format!("{table}/moves")).await;
    let files: Vec<String> =
        log.links("a[download]").into_iter().filter(|link| link.contains("/graph.")).collect();
    assert_eq!(files, ["graphml", "dot", "json"].map(|format| format!("{table}/graph.{format}")));
    let xml = ann.get(&files[0]).await;
    assert_eq!(xml.body.matches("<node ").count(), count("nodes"));
    assert_eq!(xml.body.matches("<edge ").count(), count("links"));
    assert!(xml.body.trim_end().ends_with("</graphml>"));
    let dot = ann.get(&files[1]).await;
    assert_eq!(dot.body.matches(" -> ").count(), count("links"));
    assert_eq!(ann.get(&format!("{table}/graph.png")).await.status, 404);
    assert_eq!(ann.get("/games/0123456789abcdef/graph.dot").await.status, 404);

    ann.submit(ann.get(&format!("{table}/resign")).await.form(&format!("{table}/resign"))).await;
    let end = ann.get(&format!("{table}/final?show=graph")).await;
    assert!(end.path.contains("/final"));
    assert_eq!(end.all("svg.board .a-eh").len(), count("links"));
    assert_eq!(end.links("a[download]").iter().filter(|link| link.contains("/graph.")).count(), 3);
}
