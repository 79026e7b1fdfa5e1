//! Checks pages on a desktop and on a phone, in light and dark mode, and for screen readers.

use std::path::PathBuf;

use serde_json::{Value, json};

use crate::browser::{Browser, VIEWS};

/// Checks the current page: takes screenshots, and collects accessibility violations.
pub async fn judge(browser: &Browser, name: &str, complaints: &mut Vec<String>) {
    // The browser's own error pages would have no violations either.
    browser.element("main h1").await;
    for view in VIEWS {
        browser.look(view).await;
        let seen = format!("{name}-{}-{}", view.width, view.scheme);
        let size = "const page = document.documentElement; return [page.scrollWidth, page.scrollHeight]";
        let size = browser.client.execute(size, vec![]).await.unwrap();
        let [across, down] = [0, 1].map(|i| size[i].as_u64().and_then(|pixels| u32::try_from(pixels).ok()));
        if across > Some(view.width) {
            let script = "const edge = (element) => element.getBoundingClientRect().right;
                const widest = [...document.querySelectorAll('body *')].sort((a, b) => edge(b) - edge(a)).slice(0, 3);
                return widest.map(element => `${element.localName}.${element.getAttribute('class')} ${edge(element)}`).join(', ')";
            let widest = browser.client.execute(script, vec![]).await.unwrap();
            complaints.push(format!("{seen}: the page is {across:?} pixels wide: {widest}"));
        }
        let picture = browser.picture(view, down.unwrap_or(view.height), 1.0).await;
        std::fs::write(pictures().join(format!("{seen}.png")), picture).unwrap();
        complaints.extend(barriers(browser).await.into_iter().map(|barrier| format!("{seen}: {barrier}")));
    }
    browser.look(VIEWS[0]).await;
}

/// The folder with the last run's screenshots.
pub fn pictures() -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("pictures");
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// The violations that axe-core finds on the page.
async fn barriers(browser: &Browser) -> Vec<String> {
    let axe = std::fs::read_to_string(support::service("BASTIDE_TEST_AXE")).unwrap();
    browser.client.execute(&axe, vec![]).await.unwrap();
    let rules = json!({"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]});
    let script =
        "const [rules, done] = arguments; axe.run(document, rules).then(done, error => done(String(error)))";
    let found = browser.client.execute_async(script, vec![rules]).await.unwrap();
    let Some(violations) = found["violations"].as_array() else { panic!("axe-core failed: {found}") };
    assert!(found["passes"].as_array().is_some_and(|passes| passes.len() > 5), "axe-core looked at the page");
    violations.iter().map(describe).collect()
}

fn describe(violation: &Value) -> String {
    let places = violation["nodes"].as_array().map_or(&[][..], Vec::as_slice);
    let first: Vec<String> = places.iter().take(3).map(|node| node["target"].to_string()).collect();
    let why = places.first().map_or(&Value::Null, |node| &node["failureSummary"]);
    format!("{} ({} places: {}): {why}", violation["help"], places.len(), first.join(" "))
}
