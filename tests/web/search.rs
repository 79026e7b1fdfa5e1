//! The search of finished games, and downloads of many records.

use std::collections::BTreeSet;
use std::io::Read;

use bastide::engine::Record;
use flate2::read::GzDecoder;

use crate::app::{TestApp, join, open_table};
use crate::browser::{Browser, Page};
use crate::messages::message_with;

const SEARCH: &str = "/games/search";
const MINE: &str = "/games/mine/records.ndjson.gz";
const FOUND: &str = "/games/search/records.ndjson.gz";

/// Addresses of games.
struct Games {
    modern: String,
    chicago: String,
    private: String,
    running: String,
}

/// Two finished public games of ann and ben, a private one of ann, and one of both in progress.
async fn games(app: &TestApp, ann: &Browser, ben: &Browser) -> Games {
    let game = async |changes: &[(&str, &str)]| {
        let table = open_table(ann, changes).await;
        join(ben, &table).await;
        table
    };
    let modern = game(&[]).await;
    let chicago = game(&[("preset", "chicago")]).await;
    let running = game(&[]).await;
    let private = open_table(ann, &[("visibility", "link"), ("computer1", "1")]).await;
    for table in [&modern, &chicago, &private] {
        let page = ann.get(&format!("{table}/resign")).await;
        ann.submit(page.form(&format!("{table}/resign"))).await;
        app.wait(1);
    }
    app.run_jobs().await;
    Games { modern, chicago, private, running }
}

fn listed(page: &Page) -> Vec<String> {
    page.links(".games h3 a")
}

/// The ids in the records of a download, each of which is complete.
fn ids(file: &[u8]) -> BTreeSet<String> {
    let mut text = String::new();
    GzDecoder::new(file).read_to_string(&mut text).unwrap();
    let records = text.split_inclusive('\n').fold(Vec::<String>::new(), |mut records, line| {
        match records.last_mut() {
            Some(record) if !line.starts_with("{\"record\":") => record.push_str(line),
            _ => records.push(line.to_owned()),
        }
        records
    });
    let id = |record: &String| {
        let (record, _) = Record::read(record).unwrap_or_else(|error| panic!("{error}: {record}"));
        format!("/games/{}", record.header.id.unwrap())
    };
    records.iter().map(id).collect()
}

#[tokio::test]
async fn a_search_is_an_address_that_shows_everybody_the_same() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let games = games(&app, &ann, &ben).await;
    for list in ["/games", "/games/mine"] {
        assert_eq!(ann.get(list).await.link("search-link"), SEARCH);
    }
    let form = ann.get(SEARCH).await.form(SEARCH);
    let page = ann.ask(form.set("player", "Ann").set("with", "ben").set("result", "lost")).await;
    assert_eq!(listed(&page), [games.chicago.clone(), games.modern.clone()]);
    assert_eq!(listed(&app.browser().get(&page.path).await), listed(&page), "{}", page.path);
    let again = page.form(SEARCH);
    assert_eq!(
        (again.value("player"), again.value("with"), again.value("result")),
        ("Ann".into(), "ben".into(), "lost".into())
    );
    for (query, found) in [
        ("rules=chicago", vec![&games.chicago]),
        ("rules=abbeys", vec![]),
        ("sort=oldest", vec![&games.modern, &games.chicago]),
        ("from=2026-11-21", vec![&games.chicago]),
        ("to=2026-11-20", vec![&games.modern]),
        (
            "from=2026-11-20&to=2026-11-21&player=ben&result=won&ending=resigned&company=people&seats=2",
            vec![&games.chicago, &games.modern],
        ),
        ("player=ben&company=mixed", vec![]),
        ("analysis=deep", vec![]),
    ] {
        let page = ben.get(&format!("{SEARCH}?{query}")).await;
        assert_eq!(listed(&page).iter().collect::<Vec<_>>(), found, "{query}");
        assert_eq!(page.status, 200);
    }
    assert!(ben.get(&format!("{SEARCH}?rules=abbeys")).await.says("list-none-found"));
}

#[tokio::test]
async fn private_games_and_those_in_progress_are_never_found() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let games = games(&app, &ann, &ben).await;
    for query in ["", "?player=ann", "?company=mixed", "?player=ann&result=lost"] {
        let listed = listed(&ann.get(&format!("{SEARCH}{query}")).await);
        assert!(!listed.contains(&games.private) && !listed.contains(&games.running), "{query}");
    }
}

#[tokio::test]
async fn what_cannot_be_searched_is_explained() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let refused = async |query: &str| {
        let page = ann.get(&format!("{SEARCH}?{query}")).await;
        assert_eq!(page.status, 400, "{query}");
        let (status, ..) = ann.download(&format!("{FOUND}?{query}")).await;
        assert_eq!(status, 400, "{query}");
        page
    };
    for day in ["0000-01-01", "1969-12-31", "2026-02-30", "tomorrow", "99999-01-01"] {
        let page = refused(&format!("from={day}")).await;
        assert!(page.text().contains(&message_with("search-bad-day", &[("day", day)])), "{}", page.text());
    }
    for cursor in ["after=1", "before=x-y", "after=1790000000000"] {
        assert!(refused(cursor).await.says("search-bad-place"), "{cursor}");
    }
    for word in
        ["rules=klaus", "seats=7", "seats=0", "seats=02", "result=maybe", "ending=never", "analysis=all"]
    {
        refused(word).await;
    }
    assert!(refused("from=2026-11-21&to=2026-11-20").await.says("search-period-reversed"));
    assert!(refused("with=ann").await.says("search-player-missing"));
    assert!(refused("result=won").await.says("search-player-missing"));
    assert!(refused("player=ann&with=ANN").await.says("search-same-player"));
    let page = refused("player=nobody&rules=modern").await;
    assert!(page.text().contains(&message_with("search-no-player", &[("name", "nobody")])));
    assert_eq!(page.form(SEARCH).value("rules"), "modern", "what was chosen stays");
    assert_eq!(ann.get(&format!("{SEARCH}?to=9999-12-31&after=5-0000000000000000")).await.status, 200);
}

#[tokio::test]
async fn records_of_many_games_are_downloaded_in_one_file() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let games = games(&app, &ann, &ben).await;
    open_table(&ann, &[]).await;
    let of = |games: &[&String]| games.iter().map(|game| (*game).clone()).collect::<BTreeSet<_>>();
    let both = of(&[&games.modern, &games.chicago]);
    assert_eq!(ann.get("/games/mine").await.link("records-all"), MINE);
    let (status, headers, file) = ann.download(MINE).await;
    assert_eq!((status, &headers["content-type"].to_str().unwrap()), (200, &"application/gzip"));
    assert!(headers["content-disposition"].to_str().unwrap().contains("bastide-records.ndjson.gz"));
    assert!(!headers.contains_key("content-encoding"));
    let mine = of(&[&games.modern, &games.chicago, &games.private, &games.running]);
    assert_eq!(ids(&file), mine, "with private ones");
    let bens = ben.download(MINE).await.2;
    assert_eq!(ids(&bens), of(&[&games.modern, &games.chicago, &games.running]));
    let page = app.browser().get(&format!("{SEARCH}?player=ann&rules=chicago")).await;
    let file = app.browser().download(&page.link("records-all")).await.2;
    assert_eq!(ids(&file), of(&[&games.chicago]));
    let file = app.browser().download(FOUND).await.2;
    assert_eq!(ids(&file), both);
    let mut text = String::new();
    GzDecoder::new(file.as_slice()).read_to_string(&mut text).unwrap();
    let one = ann.get(&format!("{}/record.jsonl", games.modern)).await.body;
    assert!(text.contains(&one), "each record is as the game's own file");
    assert_eq!(app.browser().get(MINE).await.path.split('?').next(), Some("/login"));
}

#[tokio::test]
async fn an_empty_list_is_an_empty_file() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    for list in [MINE, FOUND] {
        let (status, _, file) = ann.download(list).await;
        assert_eq!((status, ids(&file)), (200, BTreeSet::new()));
    }
}
