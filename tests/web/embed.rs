//! Boards of public games in frames on other sites.

use reqwest::Method;
use serde_json::Value;

use crate::app::{TestApp, open_table};
use crate::browser::{Browser, Page};
use crate::messages::message;

const POLICY: &str = "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'none'; frame-ancestors *; base-uri 'none'";

/// A public game in progress and a finished one, and a hidden one in progress.
struct Games {
    running: String,
    over: String,
    hidden: String,
}

async fn games(app: &TestApp, ann: &Browser, ben: &Browser) -> Games {
    let (running, over) = (app.game(ann, ben).await, app.game(ann, ben).await);
    let resign = format!("{over}/resign");
    ann.submit(ann.get(&resign).await.form(&resign)).await;
    let hidden = open_table(ann, &[("visibility", "link")]).await;
    let link = ann.get(&hidden).await.texts("code").join(" ");
    let link = format!("/join/{}", link.split("/join/").nth(1).unwrap().split(' ').next().unwrap());
    ben.submit(ben.get(&link).await.form(&format!("{hidden}/join"))).await;
    Games { running, over, hidden }
}

fn header<'p>(page: &'p Page, name: &str) -> &'p str {
    page.headers.get(name).map_or("", |value| value.to_str().unwrap())
}

fn embeds(game: &str) -> [String; 2] {
    [format!("/embed{game}"), format!("/embed{game}/moves/1")]
}

async fn ask(browser: &Browser, url: &str, more: &str) -> Page {
    browser.get(&format!("/oembed?url={}{more}", url.replace(':', "%3A").replace('?', "%3F"))).await
}

#[tokio::test]
async fn only_embeds_may_be_framed_and_they_know_no_viewer() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let Games { running, over, .. } = games(&app, &ann, &ben).await;
    for (game, fresh) in [(&running, "public, max-age=30"), (&over, "public, max-age=3600")] {
        for path in embeds(game) {
            let page = app.browser().get(&path).await;
            assert_eq!(page.status, 200, "{path}");
            assert_eq!(header(&page, "content-security-policy"), POLICY);
            assert_eq!(header(&page, "cross-origin-resource-policy"), "cross-origin");
            assert_eq!(header(&page, "cache-control"), fresh);
            for absent in ["x-frame-options", "set-cookie", "shown-to"] {
                assert_eq!(header(&page, absent), "", "{path}");
            }
            assert_eq!(ann.get(&path).await.body, page.body, "a player sees the same");
            let head = app.browser().request(Method::HEAD, &path, &[], String::new()).await;
            assert_eq!((head.status, head.body.as_str()), (200, ""));
        }
        for path in ["", "/moves", "/moves/1", "/record.jsonl", "/moves/1/board.svg", "/moves/1/board.png"] {
            let page = app.browser().get(&format!("{game}{path}")).await;
            assert_eq!(header(&page, "x-frame-options"), "DENY", "{path}");
            assert!(!header(&page, "content-security-policy").contains("frame-ancestors *"), "{path}");
        }
    }
    for path in ["/", "/login", "/account", "/games", "/embed", "/embed/games/nothing", "/oembed"] {
        let page = ann.get(path).await;
        assert_eq!(header(&page, "x-frame-options"), "DENY", "{path}");
    }
}

#[tokio::test]
async fn an_embed_is_small_needs_no_scripts_and_leads_to_the_game() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let Games { running, over, .. } = games(&app, &ann, &ben).await;
    for (path, leads_to, says) in [
        (format!("/embed{running}"), running.clone(), "embed-running"),
        (format!("/embed{over}"), over.clone(), "embed-finished"),
        (format!("/embed{over}/moves/1"), format!("{over}/moves/1"), "embed-finished"),
    ] {
        let page = app.browser().get(&path).await;
        assert!(page.body.len() < 2500, "{} bytes", page.body.len());
        assert!(page.all("script, [style], style, form, iframe").is_empty());
        assert!(page.says(says), "{}", page.text());
        let mut players = page.texts("li span");
        players.sort();
        assert_eq!(players, ["ann", "ben"]);
        assert_eq!(page.texts("li b").len(), 2);
        for link in page.all("a") {
            assert_eq!(link.attr("href"), Some(format!("{}{leads_to}", app.origin).as_str()));
            assert_eq!((link.attr("target"), link.attr("rel")), (Some("_blank"), Some("noopener")));
        }
        let picture = page.all("img")[0];
        assert!(picture.attr("alt").unwrap().contains("ann"));
        let board = app.browser().get(picture.attr("src").unwrap()).await;
        assert_eq!((board.status, header(&board, "content-type")), (200, "image/svg+xml; charset=utf-8"));
        let style = app.browser().get(&page.links("link[rel=stylesheet]")[0]).await;
        assert!(style.status == 200 && style.body.len() < 2000);
    }
}

#[tokio::test]
async fn hidden_games_and_tables_that_wait_are_not_embedded() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let Games { hidden, over, .. } = games(&app, &ann, &ben).await;
    let waiting = open_table(&ann, &[]).await;
    let unknown = "/games/aaaaaaaaaaaaaaaa";
    let page = app.browser().get(&format!("/embed{unknown}")).await;
    assert_eq!(page.status, 404);
    for game in [hidden.as_str(), waiting.as_str(), "/games/x"] {
        for path in embeds(game) {
            for browser in [&app.browser(), &ann] {
                let refused = browser.get(&path).await;
                assert_eq!((refused.status, refused.heading()), (404, page.heading()), "{path}");
                assert_eq!(header(&refused, "x-frame-options"), "DENY");
            }
        }
        assert_eq!(ask(&ann, &format!("{}{game}", app.origin), "").await.status, 404);
    }
    assert_eq!(app.browser().get(&format!("/embed{over}/moves/9999")).await.status, 404);
    for path in ["", "/moves"] {
        let page = ann.get(&format!("{hidden}{path}")).await;
        assert!(page.all("#embed, link[type='application/json+oembed']").is_empty(), "{path}");
    }
}

#[tokio::test]
async fn oembed_describes_games_and_moves_of_this_host() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let Games { over, running, .. } = games(&app, &ann, &ben).await;
    for (link, frame, n) in [
        (over.clone(), format!("/embed{over}"), 3600),
        (format!("{over}?tab=moves"), format!("/embed{over}"), 3600),
        (format!("{over}/moves/1"), format!("/embed{over}/moves/1"), 3600),
        (running.clone(), format!("/embed{running}"), 30),
    ] {
        let page = ask(&app.browser(), &format!("{}{link}", app.origin), "").await;
        assert_eq!(page.status, 200, "{link}");
        assert_eq!(header(&page, "content-type"), "application/json; charset=utf-8");
        assert_eq!(header(&page, "access-control-allow-origin"), "*");
        let answer: Value = serde_json::from_str(&page.body).unwrap();
        assert_eq!((&answer["version"], &answer["type"]), (&"1.0".into(), &"rich".into()));
        assert_eq!((&answer["provider_name"], &answer["cache_age"]), (&"Bastide".into(), &n.into()));
        let html = answer["html"].as_str().unwrap();
        assert!(html.starts_with("<iframe ") && html.ends_with("></iframe>"), "{html}");
        assert!(html.contains(&format!("src=\"{}{frame}\"", app.origin)), "{html}");
        assert!(!html.contains("ann"), "names change: {html}");
    }
    let url = format!("{}{over}", app.origin);
    let page = ask(&ann, &url, "&maxwidth=300&maxheight=200&format=json").await;
    let answer: Value = serde_json::from_str(&page.body).unwrap();
    assert_eq!((&answer["width"], &answer["height"]), (&300.into(), &200.into()));
    assert!(answer["html"].as_str().unwrap().contains("width=\"300\" height=\"200\""));
    assert_eq!(ask(&ann, &url, "&format=xml").await.status, 501);
    assert_eq!(ask(&ann, &url, "&maxwidth=wide").await.status, 400);
    assert_eq!(ann.get("/oembed").await.status, 400);
    for other in [
        format!("https://evil.example{over}"),
        format!("{}/account", app.origin),
        format!("{}{over}/moves/9999", app.origin),
    ] {
        assert_eq!(ask(&ann, &other, "").await.status, 404, "{other}");
    }
}

#[tokio::test]
async fn pages_of_public_games_offer_the_code_and_name_their_description() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let Games { over, running, .. } = games(&app, &ann, &ben).await;
    for path in [format!("{over}/final"), format!("{running}/moves")] {
        let page = app.browser().get(&path).await;
        assert!(page.says("embed-heading"), "{path}");
        let game = path.rsplit_once('/').unwrap().0;
        let code = page.texts("textarea#embed").remove(0);
        assert!(code.contains(&format!("src=\"{}/embed{game}\"", app.origin)), "{code}");
        assert!(code.contains(&message("embed-frame")));
    }
    for path in [over.clone(), format!("{over}/moves/1"), running.clone()] {
        let page = app.browser().get(&path).await;
        let link = page.links("link[type='application/json+oembed']").remove(0);
        let answer = app.browser().get(link.strip_prefix(&app.origin).unwrap()).await;
        assert_eq!(answer.status, 200, "{link}");
    }
}
