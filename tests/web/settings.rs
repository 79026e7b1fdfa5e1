//! Display settings: a cookie that every page follows.

use reqwest::Method;

use crate::app::TestApp;
use crate::browser::Page;

/// The attributes of `<html>` that the settings make.
fn shown(page: &Page) -> Vec<(String, String)> {
    let html = page.all("html")[0].value().attrs();
    let mut attributes: Vec<_> =
        html.filter(|(name, _)| *name != "lang").map(|(name, value)| (name.into(), value.into())).collect();
    attributes.sort();
    attributes
}

fn expected(attributes: &[(&str, &str)]) -> Vec<(String, String)> {
    attributes.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect()
}

#[tokio::test]
async fn a_visitor_chooses_how_pages_look_and_returns_to_the_page_before() {
    let app = TestApp::start().await;
    let browser = app.browser();
    assert_eq!(shown(&browser.get("/rules").await), []);
    let page = browser.get("/settings?then=%2Frules%2Fmodern").await;
    let mut form = page.form("/settings").set("theme", "dark");
    form.fields.extend([("contrast".into(), "high".into()), ("sound".into(), "on".into())]);
    let page = browser.submit(form).await;
    assert_eq!(page.path, "/rules/modern");
    assert!(page.says("flash-settings-saved"));
    let dark = expected(&[("data-contrast", "high"), ("data-sound", "on"), ("data-theme", "dark")]);
    for path in ["/", "/rules", "/nowhere", "/settings"] {
        assert_eq!(shown(&browser.get(path).await), dark, "{path}");
    }

    let page = browser.get("/settings").await;
    let form = page.form("/settings");
    assert_eq!((&*form.value("theme"), &*form.value("contrast")), ("dark", "high"));
    assert!(page.all("input[name=pieces][checked]").is_empty());
    let form = form.set("theme", "system");
    let fields = form.fields.iter().filter(|(name, _)| name != "contrast" && name != "sound").cloned();
    let page = browser.submit(crate::browser::Form { fields: fields.collect(), ..form.clone() }).await;
    assert_eq!((&*page.path, shown(&page)), ("/settings", vec![]));
}

#[tokio::test]
async fn the_settings_cookie_lives_long_and_a_bad_one_is_the_default() {
    let app = TestApp::start().await;
    let browser = app.browser();
    let form = browser.get("/settings").await.form("/settings").set("theme", "light");
    let page = browser.post(&form.action, &form.fields).await;
    let cookies = page.headers.get_all("set-cookie");
    let cookie = cookies.iter().find_map(|one| one.to_str().ok().filter(|one| one.starts_with("display=")));
    let cookie = cookie.expect("the cookie");
    assert!(cookie.starts_with("display=light.00000;") && cookie.contains("SameSite=Lax"), "{cookie}");
    assert!(cookie.contains("Max-Age=34560000"), "{cookie}");

    for bad in ["dark", "dark.11", "dark.11112", "night.1111", "<script>.0000", "dark.1121", ""] {
        let cookie = format!("display={bad}");
        let page = app.browser().request(Method::GET, "/rules", &[("cookie", &cookie)], String::new()).await;
        assert_eq!((page.status, shown(&page)), (200, vec![]), "{bad}");
    }
    let good = [("cookie", "display=dark.0110")];
    let page = app.browser().request(Method::GET, "/rules", &good, String::new()).await;
    let attributes = [("data-pieces", "large"), ("data-sound", "on"), ("data-theme", "dark")];
    assert_eq!(shown(&page), expected(&attributes));
}

#[tokio::test]
async fn a_made_up_settings_form_is_refused_and_leads_nowhere_else() {
    let app = TestApp::start().await;
    let browser = app.browser();
    let token = browser.token().await;
    let refused = browser.post("/settings", &[("csrf", &*token), ("theme", "sepia")]).await;
    assert_eq!(refused.status, 400);
    assert_eq!(browser.post("/settings", &[("theme", "dark")]).await.status, 403);
    let away = [("csrf", &*token), ("theme", "dark"), ("then", "//evil.example")];
    assert_eq!(browser.post("/settings", &away).await.headers["location"], "/");
}
