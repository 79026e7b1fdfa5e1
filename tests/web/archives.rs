//! Files of finished games by month, and standings, as browsers and programs get them.

use std::io::Read;

use chrono::{DateTime, TimeDelta, Utc};
use flate2::read::GzDecoder;
use serde_json::Value;

use crate::app::{TestApp, join, open_table};
use crate::browser::Browser;

const PAGE: &str = "/games/archive";
const FILE: &str = "/games/archive/2026-11.ndjson.gz";

/// A finished public game, a private one and one in progress; in the month after.
async fn december(app: &TestApp) -> [String; 3] {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let game = async |changes: &[(&str, &str)]| {
        let table = open_table(&ann, changes).await;
        join(&ben, &table).await;
        table
    };
    let private = open_table(&ann, &[("visibility", "link"), ("computer1", "1")]).await;
    let games = [game(&[]).await, private, game(&[]).await];
    for table in &games[..2] {
        let resign = format!("{table}/resign");
        ann.submit(ann.get(&resign).await.form(&resign)).await;
    }
    app.run_jobs().await;
    let december: DateTime<Utc> = "2026-12-02T00:00:00Z".parse().unwrap();
    app.clock.advance(december - app.clock.now());
    app.execute(
        "INSERT INTO jobs (unique_key, kind, lane, payload, due, created)
         VALUES ('make_archives', 'make_archives', 'analysis', '', 0, 0)",
    )
    .await;
    app.run_jobs().await;
    games
}

fn id(path: &str) -> &str {
    path.rsplit('/').next().unwrap()
}

/// The answer to a request with these headers.
async fn ask(app: &TestApp, headers: &[(&str, &str)]) -> reqwest::Response {
    let mut request = reqwest::Client::new().get(format!("{}{FILE}", app.origin));
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    request.send().await.unwrap()
}

#[tokio::test]
async fn a_month_that_is_over_has_a_file_of_its_public_games() {
    let app = TestApp::start().await;
    let visitor = app.browser();
    assert!(visitor.get(PAGE).await.says("archives-none"));
    assert_eq!(visitor.get(FILE).await.status, 404);
    let [public, private, running] = december(&app).await;
    assert_eq!(visitor.get("/games/search").await.link("archives-link"), PAGE);
    assert_eq!(visitor.get(PAGE).await.links("th a"), [FILE]);
    let (status, headers, file) = visitor.download(FILE).await;
    assert_eq!((status, headers["content-type"].to_str().unwrap()), (200, "application/gzip"));
    assert_eq!(headers["content-length"].to_str().unwrap(), file.len().to_string());
    assert!(!headers.contains_key("content-encoding"));
    let mut text = String::new();
    GzDecoder::new(file.as_slice()).read_to_string(&mut text).unwrap();
    assert!(text.contains(id(&public)) && !text.contains(id(&private)) && !text.contains(id(&running)));
    let list: Value = serde_json::from_str(&visitor.get("/api/v1/archives").await.body).unwrap();
    let listed = &list["archives"][0];
    assert_eq!((listed["month"].as_str(), listed["path"].as_str()), (Some("2026-11"), Some(FILE)));
    assert_eq!((listed["games"].as_u64(), listed["bytes"].as_u64()), (Some(1), Some(file.len() as u64)));
    assert_eq!(headers["etag"].to_str().unwrap(), format!("\"{}\"", listed["sha256"].as_str().unwrap()));
    for wrong in
        ["/games/archive/2026-13.ndjson.gz", "/games/archive/x.ndjson.gz", "/games/archive/2026-10.ndjson.gz"]
    {
        assert_eq!(visitor.get(wrong).await.status, 404, "{wrong}");
    }
    let page = visitor.get(&format!("{PAGE}?before=next")).await;
    assert!(page.status == 400 && page.says("archives-bad-month"));
}

#[tokio::test]
async fn a_download_can_be_resumed_and_is_not_sent_again_to_who_has_it() {
    let app = TestApp::start().await;
    december(&app).await;
    let whole = ask(&app, &[]).await;
    let tag = whole.headers()["etag"].to_str().unwrap().to_owned();
    assert!(whole.headers().contains_key("repr-digest"));
    let bytes = whole.bytes().await.unwrap();
    let known = ask(&app, &[("if-none-match", &tag)]).await;
    assert_eq!((known.status(), known.bytes().await.unwrap().len()), (304.try_into().unwrap(), 0));
    let rest = ask(&app, &[("range", "bytes=100-"), ("if-range", &tag)]).await;
    assert_eq!(rest.status(), 206);
    assert_eq!(
        rest.headers()["content-range"].to_str().unwrap(),
        format!("bytes 100-{}/{}", bytes.len() - 1, bytes.len())
    );
    assert_eq!(rest.bytes().await.unwrap(), bytes[100..]);
    let middle = ask(&app, &[("range", "bytes=10-19")]).await;
    assert_eq!(middle.bytes().await.unwrap(), bytes[10..20]);
    let last = ask(&app, &[("range", "bytes=-5")]).await;
    assert_eq!(last.bytes().await.unwrap(), bytes[bytes.len() - 5..]);
    let other = ask(&app, &[("range", "bytes=100-"), ("if-range", "\"another\"")]).await;
    assert_eq!((other.status(), other.bytes().await.unwrap()), (200.try_into().unwrap(), bytes.clone()));
    let outside = ask(&app, &[("range", "bytes=99999999-")]).await;
    assert_eq!(outside.status(), 416);
    assert!(outside.headers()["content-range"].to_str().unwrap().starts_with("bytes */"));
    let several = ask(&app, &[("range", "bytes=0-1,5-6")]).await;
    assert_eq!((several.status(), several.bytes().await.unwrap()), (200.try_into().unwrap(), bytes));
}

#[tokio::test]
async fn standings_count_the_games_of_a_search() {
    let app = TestApp::start().await;
    december(&app).await;
    let visitor = app.browser();
    let page = visitor.get("/games/search?player=ann").await;
    assert_eq!(page.link("standings-link"), "/games/standings?player=ann");
    let page = visitor.get("/games/standings").await;
    assert_eq!(page.texts("tbody:first-of-type th"), ["ben", "ann", "ben", "ann"]);
    let csv = async |path: &str| csv(&visitor, path).await;
    assert_eq!(
        csv("/games/standings.csv?player=ann").await,
        "rank,player,games,wins,draws,losses,points,sonneborn_berger,score\r\n\
         1,ben,1,1,0,0,1,0,0\r\n2,ann,1,0,0,1,0,0,0\r\n"
    );
    assert_eq!(csv("/games/crosstable.csv").await, "player,ben,ann\r\nben,,1 of 1\r\nann,0 of 1,\r\n");
    let json: Value = serde_json::from_str(&csv("/games/standings.json").await).unwrap();
    assert_eq!((json["games"].as_u64(), json["complete"].as_bool()), (Some(1), Some(true)));
    assert_eq!(json["standings"][0]["against"][0]["points"].as_f64(), Some(1.0));
    let nobody = visitor.get("/games/standings?player=nobody").await;
    assert_eq!(nobody.status, 400);
    assert!(nobody.text().contains("nobody"));
    assert_eq!(visitor.get("/games/standings.csv?player=nobody").await.status, 400);
    assert!(visitor.get("/games/standings?company=computers").await.links("th a").is_empty());
    app.clock.advance(TimeDelta::seconds(1));
}

async fn csv(browser: &Browser, path: &str) -> String {
    let (status, _, bytes) = browser.download(path).await;
    assert_eq!(status, 200, "{path}");
    String::from_utf8(bytes).unwrap()
}
