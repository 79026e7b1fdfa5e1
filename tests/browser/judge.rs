//! Looks at pages as people do, on a desktop and on a phone, by day and by night, and as a screen reader does.

use std::path::PathBuf;

use serde_json::{Value, json};

use crate::browser::{Browser, VIEWS};

/// Looks at the page that is shown: takes pictures, and collects what keeps people from using it.
pub async fn judge(browser: &Browser, name: &str, complaints: &mut Vec<String>) {
    // An error page of the browser's own has no barriers either.
    browser.element("main h1").await;
    for view in VIEWS {
        browser.look(view).await;
        let seen = format!("{name}-{}-{}", view.width, view.scheme);
        browser.picture(&pictures().join(format!("{seen}.png"))).await;
        let across =
            browser.client.execute("return document.documentElement.scrollWidth", vec![]).await.unwrap();
        if across.as_u64() > Some(view.width.into()) {
            complaints.push(format!("{seen}: the page is {across} pixels wide"));
        }
        complaints.extend(barriers(browser).await.into_iter().map(|barrier| format!("{seen}: {barrier}")));
    }
    browser.look(VIEWS[0]).await;
}

/// Where the pictures of the last run are.
pub fn pictures() -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("pictures");
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// What axe-core finds on the page.
async fn barriers(browser: &Browser) -> Vec<String> {
    let axe = std::fs::read_to_string(crate::setting("BASTIDE_TEST_AXE")).unwrap();
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
