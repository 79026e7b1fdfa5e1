//! Checks pages on a desktop and on a phone, in light and dark mode, and for screen readers.

use std::path::PathBuf;

use serde_json::{Value, json};

use crate::browser::{Browser, VIEWS, View};

/// Checks the current page: collects accessibility violations, and with `BASTIDE_PICTURES` takes screenshots.
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
        if support::setting("BASTIDE_PICTURES").is_some() {
            let picture = browser.picture(view, down.unwrap_or(view.height), 1.0).await;
            std::fs::write(pictures().join(format!("{seen}.png")), picture).unwrap();
        }
        let found = barriers(browser, rules(view)).await;
        complaints.extend(found.into_iter().map(|barrier| format!("{seen}: {barrier}")));
    }
    browser.look(VIEWS[0]).await;
}

/// The folder with the last run's screenshots.
pub fn pictures() -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("pictures");
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// The rules of axe-core for a view. The dark one differs from the light one of the same size in its colours alone.
fn rules(view: View) -> Value {
    if view.scheme == "dark" {
        json!({"type": "rule", "values": ["color-contrast", "link-in-text-block"]})
    } else {
        json!(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
    }
}

/// The violations that axe-core finds on the page.
async fn barriers(browser: &Browser, rules: Value) -> Vec<String> {
    let known = browser.client.execute("return 'axe' in window", vec![]).await.unwrap();
    if known != true {
        let axe = std::fs::read_to_string(support::service("BASTIDE_TEST_AXE")).unwrap();
        browser.client.execute(&axe, vec![]).await.unwrap();
    }
    let options = json!({"runOnly": rules, "resultTypes": ["violations"]});
    let script = "
        const [rules, done] = arguments;
        const short = ({violations, passes}) => ({violations, passed: passes.map(({id}) => id)});
        axe.run(document, rules).then((found) => done(short(found)), (error) => done(String(error)))";
    let found = browser.client.execute_async(script, vec![options]).await.unwrap();
    let Some(violations) = found["violations"].as_array() else { panic!("axe-core failed: {found}") };
    let passed = found["passed"].as_array();
    assert!(
        passed.is_some_and(|passed| passed.contains(&json!("color-contrast"))),
        "axe-core looked at the page: {found}"
    );
    violations.iter().map(describe).collect()
}

fn describe(violation: &Value) -> String {
    let places = violation["nodes"].as_array().map_or(&[][..], Vec::as_slice);
    let first: Vec<String> = places.iter().take(3).map(|node| node["target"].to_string()).collect();
    let why = places.first().map_or(&Value::Null, |node| &node["failureSummary"]);
    format!("{} ({} places: {}): {why}", violation["help"], places.len(), first.join(" "))
}
