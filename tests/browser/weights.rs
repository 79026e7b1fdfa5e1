//! The sizes of pages for the table in `docs/results/weights.md`, which
//! `./test.sh --test browser weights -- --include-ignored --nocapture` prints.

use bastide::engine::{Preset, Ruleset, TileSet};
use reqwest::header::{ACCEPT_ENCODING, COOKIE};
use serde_json::json;

use crate::browser::{Browser, Scripts, VIEWS};
use crate::site::Site;

/// Bytes of a response: uncompressed, and in the two compressions that browsers support.
struct Weight {
    raw: usize,
    brotli: usize,
    gzip: usize,
}

/// A site with games of different lengths, a signed-in user, and a visitor.
struct Scales {
    site: Site,
    browser: Browser,
    visitor: Browser,
    pages: Vec<(&'static str, String)>,
}

impl Scales {
    async fn set_up() -> Self {
        let site = Site::open().await;
        let (ann, ben) = (site.person("Ann").await, site.person("Ben").await);
        let modern = || Ruleset::of(Preset::Modern);
        let all = Ruleset { sets: TileSet::ALL.to_vec(), ..modern() };
        let mut games = Vec::new();
        for (rules, draw, turns) in [(modern(), 1, 80), (modern(), 2, 69), (modern(), 3, 9), (all, 4, 125)] {
            let game = site.game(rules, &[&ann, &ben], draw).await;
            site.play(&game, &[&ann, &ben], turns).await;
            games.push(format!("/games/{game}"));
        }
        let browser = Browser::open(Scripts::On).await;
        site.sign_in(&browser, "Ann").await;
        let [over, late, early, all] = games.try_into().unwrap();
        let pages = vec![
            (FRONT, "/".to_owned()),
            ("A step of the lesson", "/learn/4".to_owned()),
            ("Dashboard", "/".to_owned()),
            ("Game, 10 tiles", early),
            ("Game, 70 tiles", late),
            ("Game with all expansions, 125 tiles", all),
            ("Final page, 72 tiles", format!("{over}/final")),
            ("An event of history, 72 tiles", format!("{over}/moves/140")),
            ("Rules", "/rules/modern".to_owned()),
            ("Open a table", "/tables/new".to_owned()),
            ("Tile atlas, the sheet of the base game", "/atlas/sheet/base".to_owned()),
        ];
        Self { site, browser, visitor: Browser::open(Scripts::On).await, pages }
    }

    /// The browser that sees this page.
    fn browser(&self, page: &str) -> &Browser {
        if page == FRONT { &self.visitor } else { &self.browser }
    }

    async fn weigh(&self, browser: &Browser, path: &str) -> Weight {
        let cookies = browser.client.get_all_cookies().await.unwrap();
        let cookies: Vec<String> =
            cookies.iter().map(|cookie| format!("{}={}", cookie.name(), cookie.value())).collect();
        let mut bytes = Vec::new();
        for coding in ["identity", "br", "gzip"] {
            let request = reqwest::Client::new().get(self.site.url(path)).header(ACCEPT_ENCODING, coding);
            let answer = request.header(COOKIE, cookies.join("; ")).send().await.unwrap();
            assert!(answer.status().is_success(), "{path}: {}", answer.status());
            bytes.push(answer.bytes().await.unwrap().len());
        }
        let [raw, brotli, gzip] = bytes.try_into().unwrap();
        Weight { raw, brotli, gzip }
    }

    /// The URLs of the scripts and of the style sheet.
    async fn files(&self, selector: &str) -> Vec<String> {
        let script = "return [...document.querySelectorAll(arguments[0])].map(one => new URL(one.src || one.href).pathname)";
        let found = self.browser.client.execute(script, vec![json!(selector)]).await.unwrap();
        serde_json::from_value(found).unwrap()
    }

    async fn weigh_all(&self, files: &[String]) -> Weight {
        let mut sum = Weight { raw: 0, brotli: 0, gzip: 0 };
        for file in files {
            let Weight { raw, brotli, gzip } = self.weigh(&self.browser, file).await;
            sum = Weight { raw: sum.raw + raw, brotli: sum.brotli + brotli, gzip: sum.gzip + gzip };
        }
        sum
    }
}

/// The name of the page that only visitors see.
const FRONT: &str = "Front page";

const SCRIPTS: &str = "script[src], link[rel=modulepreload]";
const STYLE: &str = "link[rel=stylesheet]";

#[tokio::test]
async fn a_game_page_is_below_100_kilobytes_and_all_scripts_below_27_compressed() {
    let scales = Scales::set_up().await;
    for (name, path) in &scales.pages {
        let Weight { raw, brotli, gzip } = scales.weigh(scales.browser(name), path).await;
        if name.contains("Game,") || name.contains("72 tiles") {
            assert!(raw < 100_000, "{name}: {raw} bytes");
        }
        assert!(
            brotli < raw / 2 && gzip < raw / 2,
            "{name}: {raw} bytes, {gzip} by gzip, {brotli} by brotli"
        );
    }
    let scripts = scales.weigh_all(&scales.files(SCRIPTS).await).await;
    assert!(scripts.brotli < 27_000 && scripts.gzip < 27_000, "{} bytes of scripts", scripts.gzip);
}

#[tokio::test]
#[ignore = "measures, and prints a table"]
async fn the_table_of_weights_and_times() {
    let scales = Scales::set_up().await;
    println!(
        "| page | bytes | gzip | brotli | requests, first visit | first paint on a slow phone, first visit | again |"
    );
    println!("|---|---|---|---|---|---|---|");
    for (name, path) in &scales.pages {
        let Weight { raw, brotli, gzip } = scales.weigh(scales.browser(name), path).await;
        let url = scales.site.url(path);
        let (requests, first) = visit(scales.browser(name), &url, true).await;
        let (_, again) = visit(scales.browser(name), &url, false).await;
        println!("| {name} | {raw} | {gzip} | {brotli} | {requests} | {first:.1} s | {again:.1} s |");
    }
    for (name, selector) in [("All scripts", SCRIPTS), ("Style sheet", STYLE)] {
        let Weight { raw, brotli, gzip } = scales.weigh_all(&scales.files(selector).await).await;
        println!("| {name} | {raw} | {gzip} | {brotli} | | | |");
    }
}

/// The number of requests of a page on a slow phone, and the seconds until it shows something.
async fn visit(browser: &Browser, url: &str, first: bool) -> (u64, f64) {
    browser.look(VIEWS[2]).await;
    browser.devtools("Network.enable", json!({})).await;
    // Cached files would skip the connection.
    browser.devtools("Network.setBypassServiceWorker", json!({"bypass": true})).await;
    if first {
        browser.devtools("Network.clearBrowserCache", json!({})).await;
    }
    // The usual profile of a slow phone: 150 ms round trip, 1.6 Mbit/s, a quarter of the processor's speed.
    let net =
        json!({"offline": false, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 90_000});
    browser.devtools("Network.emulateNetworkConditions", net).await;
    browser.devtools("Emulation.setCPUThrottlingRate", json!({"rate": 4})).await;
    browser.goto(url).await;
    let script = "const done = arguments[0]; const look = () => {
        const paint = performance.getEntriesByName('first-contentful-paint')[0];
        const files = performance.getEntriesByType('resource').filter(one => !one.name.includes('/live'));
        paint ? done([1 + files.length, paint.startTime]) : setTimeout(look, 50);
    }; setTimeout(look, 1500)";
    let seen = browser.client.execute_async(script, vec![]).await.unwrap();
    browser.devtools("Emulation.setCPUThrottlingRate", json!({"rate": 1})).await;
    (seen[0].as_u64().unwrap(), seen[1].as_f64().unwrap() / 1000.0)
}
