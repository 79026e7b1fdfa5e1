//! Reading stores nothing: no GET request to any route changes a row, signed in or not.

use std::collections::BTreeSet;
use std::time::Duration;

use reqwest::Method;

use crate::app::{TestApp, join, open_table};
use crate::browser::Browser;
use crate::{challenges, puzzles, routes};

/// The paths of all GET routes, with their placeholders, but for those that players don't find.
fn get_routes() -> BTreeSet<String> {
    let reads = routes::routes_in(routes::PAGES).into_iter().filter(|(post, _)| !post);
    reads.map(|(_, path)| path).filter(|path| !path.starts_with("/admin")).collect()
}

/// Values for the placeholders.
struct Place {
    /// Of the server.
    origin: String,
    game: String,
    finished: String,
    invite: String,
    feed: String,
    asset: String,
    preview: String,
    recording: String,
    /// The solution of the first puzzle.
    solution: String,
    /// The page of a player.
    player: String,
    /// The receipt of a report.
    report: String,
    /// Waits for an answer.
    challenge: String,
    series: String,
}

impl Place {
    /// URLs that match the route, some of them valid and some not.
    fn addresses(&self, route: &str) -> Vec<String> {
        let game = |rest: &str| [&self.game, &self.finished].map(|game| format!("{game}{rest}")).to_vec();
        let Some(rest) = route.strip_prefix("/games/{id}") else {
            return match route {
                "/static/{hash}/{name}" => vec![self.asset.clone()],
                "/feeds/{token}/turns.atom" => vec![format!("{}.atom", self.feed)],
                "/feeds/{token}/turns.ics" => vec![format!("{}.ics", self.feed)],
                "/join/{key}" => vec![self.invite.clone(), "/join/000000000000000000000000".to_owned()],
                "/rules/{book}" => ["modern", "chicago", "abbeys", "mcguire", "none"]
                    .map(|book| format!("/rules/{book}"))
                    .to_vec(),
                "/atlas/groups/{name}" => vec!["/atlas/groups/RRRR".to_owned(), "/atlas/groups/A".to_owned()],
                "/atlas/sheet/{set}" => vec!["/atlas/sheet/base".to_owned()],
                "/learn/{step}" => ["1", "6", "7"].map(|step| format!("/learn/{step}")).to_vec(),
                "/levels/{number}" => ["1", "8", "9"].map(|number| format!("/levels/{number}")).to_vec(),
                "/games" => vec!["/games".to_owned(), "/games?status=finished&player=ann".to_owned()],
                "/puzzles/{n}" => vec!["/puzzles/1".to_owned()],
                "/puzzles/{n}/solution" => {
                    vec![self.solution.clone()]
                }
                "/practice/board" | "/practice/record.jsonl" => {
                    vec![
                        format!("{route}?seats=y1&seed=a&steps="),
                        format!("{route}?game={}&n=1", &self.finished["/games/".len()..]),
                    ]
                }
                "/games/archive/{month}.ndjson.gz" => vec!["/games/archive/2026-10.ndjson.gz".to_owned()],
                "/account/reports/{id}" => vec![self.report.clone()],
                "/players/{id}" | "/players/{id}/ratings" | "/players/{id}/report" => {
                    vec![route.replace("/players/{id}", &self.player)]
                }
                "/challenges/{id}" => vec![self.challenge.clone()],
                "/challenges/{id}/counter" => vec![format!("{}/counter", self.challenge)],
                "/series/{id}" => vec![self.series.clone()],
                "/recorder/{id}" => vec![self.recording.clone()],
                "/recorder/{id}/end" => vec![format!("{}/end", self.recording)],
                "/oembed" => {
                    game("").iter().map(|game| format!("/oembed?url={}{game}", self.origin)).collect()
                }
                "/embed/games/{id}" | "/embed/games/{id}/moves/{n}" => {
                    let rest = route["/embed/games/{id}".len()..].replace("{n}", "2");
                    game(&rest).iter().map(|game| format!("/embed{game}")).collect()
                }
                plain if !plain.contains('{') => vec![plain.to_owned()],
                other => panic!("{other} is new: say what it is tried with"),
            };
        };
        match rest {
            "/analysis/{n}" | "/analysis/{n}/again" => {
                game("").iter().map(|game| format!("{game}{}", rest.replace("{n}", "2"))).collect()
            }
            "/talk/report" => game("/talk/report?channel=seats&n=1"),
            "/options" => {
                vec![self.preview.replace("/preview", "/options"), format!("{}/options?x=9", self.game)]
            }
            "/preview" => vec![self.preview.clone(), format!("{}/preview?x=9", self.game)],
            "/graph.{format}" => {
                ["graphml", "dot", "json"].iter().flat_map(|kind| game(&format!("/graph.{kind}"))).collect()
            }
            rest => game(&rest.replace("{n}", "2")),
        }
    }
}

#[tokio::test]
async fn no_get_of_any_route_changes_the_database() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let game = app.game(&ann, &ben).await;
    let finished = open_table(&ben, &[("rated", "yes")]).await;
    join(&ann, &finished).await;
    for _ in 0..2 {
        play(&game, [&ann, &ben]).await;
        play(&finished, [&ann, &ben]).await;
    }
    let page = ann.get(&format!("{finished}/resign")).await;
    assert_eq!(ann.submit(page.form(&format!("{finished}/resign"))).await.status, 200);
    let guest = app.browser();
    guest.submit(guest.get("/").await.form("/play-the-computer")).await;
    app.run_jobs().await;
    puzzles::find(&app).await;

    let private = ann.get(&open_table(&ann, &[("visibility", "link")]).await).await;
    let links = |text: &str, start: &str, end: char| {
        text.split(start).nth(1).map(|rest| format!("{start}{}", rest.split(end).next().unwrap()))
    };
    let account = ann.get("/account").await;
    let made = ann.submit(account.form("/account/feeds")).await;
    let mover = if ann.get(&game).await.links("svg.board a").is_empty() { &ben } else { &ann };
    let place = Place {
        origin: app.origin.replace(':', "%3A"),
        preview: mover.get(&game).await.links("svg.board a")[0].clone(),
        invite: links(&private.texts("code").join(" "), "/join/", ' ').unwrap(),
        feed: links(&made.body, "/feeds/", '.').unwrap(),
        asset: links(&private.body, "/static/", '"').unwrap(),
        recording: recording(&ann).await,
        solution: format!("/puzzles/1/solution?{}", puzzles::best(&app).await),
        report: crate::reports::about_a_line(&ann, &ben, &game).await,
        series: challenges::series(&ann, &ben).await,
        challenge: challenges::challenge(&ben, &ann, &[]).await,
        player: ann.get("/").await.links("#menu a[href^='/players/']")[0].clone(),
        game,
        finished,
    };

    for row in [
        "INSERT INTO archives (month, made, sha256, games, bytes, licence) VALUES ('2026-10', 1, 'ab', 1, 3, '')",
        "INSERT INTO archive_chunks (month, made, n, data) VALUES ('2026-10', 1, 0, 'YWJj')",
    ] {
        app.execute(row).await;
    }

    let before = app.rows().await;
    assert!(before.len() > 50, "{before:#?}");
    let nobody = app.browser();
    let routes = get_routes();
    assert!(routes.len() > 30, "{routes:?}");
    for route in routes {
        let mut found = false;
        for address in place.addresses(&route) {
            for browser in [&nobody, &ann, &ben, &guest] {
                found |= read(browser, &address).await;
                if !address.contains("live") {
                    browser.request(Method::HEAD, &address, &[], String::new()).await;
                }
            }
            assert_eq!(app.rows().await, before, "{address}");
        }
        assert!(found, "{route}: nobody finds {:?}", place.addresses(&route));
    }
    open_table(&ann, &[]).await;
    assert_ne!(app.rows().await, before, "a change would have been seen");
}

/// The path of a game with one turn that is being entered.
async fn recording(player: &Browser) -> String {
    let token = player.token().await;
    let fields = [("csrf", token.as_str()), ("name", "Ann"), ("name", "Ben"), ("rules", "modern")];
    let created = player.post("/recorder", &fields).await;
    let board = created.headers["location"].to_str().unwrap().to_owned();
    let page = player.get(&board).await;
    let page = player.submit(page.form(&format!("{board}/tile")).set("kind", "rfrf")).await;
    let cell = page.links("svg.board a").into_iter().find(|link| link.contains("&x=")).unwrap();
    player.submit(player.get(&cell).await.form(&format!("{board}/turn"))).await;
    board
}

/// Reads a page or the start of a stream without following redirects; returns whether it exists.
async fn read(browser: &Browser, address: &str) -> bool {
    if address.contains("live") {
        let mut stream = browser.news(address).await;
        let _ = tokio::time::timeout(Duration::from_millis(50), stream.chunk()).await;
        return stream.status == 200;
    }
    let page = browser.request(Method::GET, address, &[], String::new()).await;
    assert!(page.status < 500, "{address}: {}", page.status);
    (200..400).contains(&page.status)
}

async fn play(game: &str, people: [&Browser; 2]) {
    for browser in people {
        if let Some(cell) = browser.get(game).await.links("svg.board a").first() {
            let preview = browser.get(cell).await;
            browser.submit(preview.form(&format!("{game}/turns"))).await;
            return;
        }
    }
    panic!("nobody is to move");
}
