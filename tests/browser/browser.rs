//! A real Chromium, driven like a person would.

use std::cell::RefCell;
use std::collections::HashSet;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::{Duration, Instant};

use fantoccini::elements::Element;
use fantoccini::wd::WebDriverCompatibleCommand;
use fantoccini::{Client, Locator};
use reqwest::{Method, Url};
use serde_json::{Value, json};
use support::messages::{message, says};

use crate::pool::{self, Lease, Purpose};

/// A browser with its own cookies, settings and downloads. Dropped, it is the next test's.
pub struct Browser {
    pub client: Client,
    lease: Lease,
    scripts: Scripts,
    /// The origins that have no data of earlier tests.
    visited: RefCell<HashSet<String>>,
}

/// Whether pages may run scripts.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Scripts {
    On,
    /// Switched off by the user.
    Off,
}

/// A way to look at a page.
#[derive(Clone, Copy)]
pub struct View {
    /// In CSS pixels.
    pub width: u32,
    /// In CSS pixels.
    pub height: u32,
    /// `light` or `dark`.
    pub scheme: &'static str,
}

/// A desktop and a phone, each in light and dark mode.
pub const VIEWS: [View; 4] = [
    View { width: 1280, height: 800, scheme: "light" },
    View { width: 1280, height: 800, scheme: "dark" },
    View { width: 390, height: 844, scheme: "light" },
    View { width: 390, height: 844, scheme: "dark" },
];

impl Browser {
    /// A browser without cookies, data or settings.
    pub async fn open(scripts: Scripts) -> Self {
        Self::open_for(Purpose::Pages, scripts).await
    }

    /// The same with scripts, for pictures and for tests of fingers, of the wheel and of `autofocus`. Its pages take half as much CPU time again.
    pub async fn open_with_compositor() -> Self {
        Self::open_for(Purpose::Compositor, Scripts::On).await
    }

    async fn open_for(purpose: Purpose, scripts: Scripts) -> Self {
        let driver = support::service("BASTIDE_TEST_WEBDRIVER");
        let (client, lease) = pool::take(&driver, purpose).await;
        let browser = Self { client, lease, scripts, visited: RefCell::default() };
        let downloads = json!({"behavior": "allow", "downloadPath": browser.lease.downloads});
        browser.devtools("Page.setDownloadBehavior", downloads).await;
        browser.devtools("Network.clearBrowserCookies", json!({})).await;
        browser.devtools("Network.clearBrowserCache", json!({})).await;
        let off = scripts == Scripts::Off;
        browser.devtools("Emulation.setScriptExecutionDisabled", json!({"value": off})).await;
        browser
    }

    pub async fn goto(&self, url: &str) {
        self.forget(url).await;
        self.client.goto(url).await.unwrap();
    }

    /// Removes what an earlier test's server on the same port has left.
    async fn forget(&self, url: &str) {
        let origin = Url::parse(url).unwrap().origin().ascii_serialization();
        if self.visited.borrow_mut().insert(origin.clone()) {
            self.devtools("Storage.clearDataForOrigin", json!({"origin": origin, "storageTypes": "all"}))
                .await;
        }
    }

    /// The path of the current page.
    pub async fn path(&self) -> String {
        self.client.current_url().await.unwrap().path().to_owned()
    }

    /// The page's only `h1`.
    pub async fn heading(&self) -> String {
        let patience = Instant::now() + Duration::from_secs(20);
        loop {
            // An update may replace the page before either request.
            if let Ok(found) = self.client.find(Locator::Css("h1")).await
                && let Ok(heading) = found.text().await
            {
                return heading;
            }
            assert!(Instant::now() < patience, "no h1 at {}:\n{}", self.path().await, self.text().await);
        }
    }

    /// The first matching element. Panics with the page's text if there is none.
    pub async fn element(&self, selector: &str) -> Element {
        match self.client.find(Locator::Css(selector)).await {
            Ok(element) => element,
            Err(error) => panic!("{selector} at {}: {error}\n{}", self.path().await, self.text().await),
        }
    }

    pub async fn all(&self, selector: &str) -> Vec<Element> {
        self.client.find_all(Locator::Css(selector)).await.unwrap()
    }

    /// Clicks an element that does not lead to another page. An update may replace it between being found and the click.
    pub async fn click(&self, selector: &str) {
        let patience = Instant::now() + Duration::from_secs(20);
        while let Err(error) = self.element(selector).await.click().await {
            assert!(error.is_stale_element_reference() && Instant::now() < patience, "{selector}: {error}");
        }
    }

    /// Clicks a button or a link by its message in `locales/en`, and waits for the next page. What is in the menu is opened first.
    pub async fn press(&self, key: &str) {
        let pressed = self.labelled(&message(key)).await;
        if !pressed.is_displayed().await.unwrap() {
            self.click(".top .menu").await;
        }
        self.follow(pressed).await;
    }

    /// Opens a link's target. With scripts off that is a click; with scripts a click may do something else.
    pub async fn open_link(&self, link: Element) {
        if self.scripts == Scripts::Off {
            return self.follow(link).await;
        }
        let path = link.attr("href").await.unwrap().expect("a link leads somewhere");
        let here = self.client.current_url().await.unwrap();
        self.goto(here.join(&path).unwrap().as_str()).await;
    }

    /// Clicks an element that leads to another page, and waits until this one is gone.
    pub async fn follow(&self, link: Element) {
        let here = self.element("html").await;
        link.click().await.unwrap();
        let patience = Instant::now() + Duration::from_secs(20);
        while here.tag_name().await.is_ok() {
            assert!(
                Instant::now() < patience,
                "nothing follows at {}:\n{}",
                self.path().await,
                self.text().await
            );
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    /// The button or link with this label.
    pub async fn labelled(&self, label: &str) -> Element {
        let xpath = format!("//button[normalize-space()='{label}'] | //a[normalize-space()='{label}']");
        match self.client.find(Locator::XPath(&xpath)).await {
            Ok(element) => element,
            Err(error) => panic!("{label} at {}: {error}\n{}", self.path().await, self.text().await),
        }
    }

    /// Types into a field.
    pub async fn fill(&self, name: &str, text: &str) {
        let field = self.element(&format!("[name='{name}']")).await;
        field.clear().await.unwrap();
        field.send_keys(text).await.unwrap();
    }

    /// Whether the visible text contains this message of `locales/en`, whatever its arguments are.
    pub async fn says(&self, key: &str) -> bool {
        says(&self.text().await, key)
    }

    /// All visible text of the page.
    pub async fn text(&self) -> String {
        self.client.find(Locator::Css("body")).await.unwrap().text().await.unwrap()
    }

    /// Clicks a link that downloads a file, by its message, and waits for the file.
    pub async fn download(&self, key: &str) -> PathBuf {
        self.labelled(&message(key)).await.click().await.unwrap();
        let patience = Instant::now() + Duration::from_secs(20);
        loop {
            let mut files =
                std::fs::read_dir(&self.lease.downloads).unwrap().map(|entry| entry.unwrap().path());
            if let Some(done) =
                files.find(|path| path.extension().is_some_and(|extension| extension == "jsonl"))
            {
                return done;
            }
            assert!(Instant::now() < patience, "{key} was not downloaded");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// Changes the view of all later pages.
    pub async fn look(&self, view: View) {
        let View { width, height, scheme } = view;
        let phone = width.min(height) < 600;
        let metrics = json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": phone});
        self.devtools("Emulation.setDeviceMetricsOverride", metrics).await;
        // A screenshot during a transition would show neither scheme.
        let still = json!({"name": "prefers-reduced-motion", "value": "reduce"});
        let features = json!({"features": [{"name": "prefers-color-scheme", "value": scheme}, still]});
        self.devtools("Emulation.setEmulatedMedia", features).await;
        // The page hears of it later. Until then, the next one too would begin in the size before.
        // What a browser shows before any page has a size of its own.
        let size =
            "return location.host === '' || (innerWidth === arguments[0] && innerHeight === arguments[1])";
        while self.client.execute(size, vec![json!(width), json!(height)]).await.unwrap() != true {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// The top `height` pixels of the page as a PNG.
    pub async fn picture(&self, view: View, height: u32, scale: f32) -> Vec<u8> {
        self.capture(json!({"format": "png"}), view, height, scale).await
    }

    /// The page in a window of this size, as a small WebP.
    pub async fn webp(&self, view: View, scale: f32) -> Vec<u8> {
        self.capture(json!({"format": "webp", "quality": 45}), view, view.height, scale).await
    }

    async fn capture(&self, mut shot: Value, view: View, height: u32, scale: f32) -> Vec<u8> {
        shot["clip"] = json!({"x": 0, "y": 0, "width": view.width, "height": height, "scale": scale});
        // It changes the size of the window for a moment, to which the camera of a board answers. A board does not scroll.
        let scrolls = "return document.documentElement.scrollHeight > innerHeight";
        shot["captureBeyondViewport"] = self.client.execute(scrolls, vec![]).await.unwrap();
        let answer = self.devtools("Page.captureScreenshot", shot).await;
        decode_base64(answer["data"].as_str().expect("a picture"))
    }

    /// Sends a command of the Chrome `DevTools` protocol; returns its result.
    pub async fn devtools(&self, command: &'static str, parameters: Value) -> Value {
        let sent = self.client.issue_cmd(DevTools { command, parameters }).await;
        sent.unwrap_or_else(|error| panic!("{command}: {error}"))
    }
}

/// A command of the Chrome `DevTools` protocol, which the driver passes on.
#[derive(Debug)]
struct DevTools {
    command: &'static str,
    parameters: Value,
}

impl WebDriverCompatibleCommand for DevTools {
    fn endpoint(&self, driver: &Url, session: Option<&str>) -> Result<Url, <Url as FromStr>::Err> {
        driver.join(&format!("session/{}/goog/cdp/execute", session.unwrap_or_default()))
    }

    fn method_and_body(&self, _: &Url) -> (Method, Option<String>) {
        (Method::POST, Some(json!({"cmd": self.command, "params": self.parameters}).to_string()))
    }
}

pub fn decode_base64(coded: &str) -> Vec<u8> {
    let value = |byte: u8| match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' => 62,
        _ => 63,
    };
    let digits: Vec<u8> = coded.trim_end_matches('=').bytes().map(value).collect();
    let group = |four: &[u8]| {
        let bits =
            four.iter().fold(0_u32, |bits, &digit| bits << 6 | u32::from(digit)) << (6 * (4 - four.len()));
        bits.to_be_bytes()[1..four.len()].to_vec()
    };
    digits.chunks(4).flat_map(group).collect()
}

#[tokio::test]
async fn with_scripts_off_a_page_runs_none_and_shows_what_is_for_that() {
    const PAGE: &str = "data:text/html,<p>still</p><noscript><b>without</b></noscript>\
        <script>document.querySelector('p').textContent = 'moved'</script>";
    for (scripts, text) in [(Scripts::On, "moved"), (Scripts::Off, "still\nwithout")] {
        let browser = Browser::open(scripts).await;
        browser.client.goto(PAGE).await.unwrap();
        assert_eq!(browser.text().await, text);
    }
}

#[test]
fn base64_is_decoded() {
    assert_eq!(decode_base64("QmFzdGlkZQ=="), b"Bastide");
    assert_eq!(decode_base64("+/8A"), [251, 255, 0]);
}
