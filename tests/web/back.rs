//! The way back: after signing in, and from errors.

use crate::app::{PASSWORD, TestApp};

#[tokio::test]
async fn a_visitor_who_signs_in_or_up_returns_to_the_page_where_they_were() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let game = app.game(&ann, &ben).await;
    let here = format!("{game}?show=owners");
    let visitor = app.browser();
    let page = visitor.get(&here).await;
    let page = visitor.press(&page, "sign-in").await;
    let page = visitor.submit(page.form("/login").set("name", "ann").set("password", "wrong password")).await;
    assert_eq!(page.status, 422);
    let page = visitor.submit(page.form("/login").set("name", "ann").set("password", PASSWORD)).await;
    assert_eq!(page.path, here);

    let visitor = app.browser();
    let page = visitor.get(&here).await;
    // By way of the other form.
    let page = visitor.press(&page, "sign-in").await;
    let page = visitor.press(&page, "sign-up").await;
    let page = visitor.submit(page.form("/signup").set("name", "cleo").set("password", PASSWORD)).await;
    assert_eq!(page.link("codes-done"), here);
}

#[tokio::test]
async fn signing_in_with_a_recovery_code_returns_too() {
    let app = TestApp::start().await;
    let browser = app.browser();
    let page = browser.get("/signup").await;
    let page = browser.submit(page.form("/signup").set("name", "ann").set("password", PASSWORD)).await;
    let code = page.texts(".codes code").remove(0);
    let visitor = app.browser();
    let page = visitor.get("/rules").await;
    let page = visitor.press(&page, "sign-in").await;
    let page = visitor.get(page.links("main a[href^='/recover']").first().unwrap()).await;
    let form =
        page.form("/recover").set("name", "ann").set("code", &code).set("password", "another password");
    assert_eq!(visitor.submit(form).await.path, "/rules");
}

#[tokio::test]
async fn a_guest_who_signs_up_returns_to_the_game() {
    let app = TestApp::start().await;
    let guest = app.browser();
    let page = guest.get("/").await;
    let game = guest.submit(page.form("/play-the-computer")).await;
    let page = guest.press(&game, "nav-keep-games").await;
    let page = guest.submit(page.form("/signup").set("name", "ann").set("password", PASSWORD)).await;
    assert_eq!(page.link("codes-done"), game.path);
}

#[tokio::test]
async fn a_form_sent_without_a_session_leads_through_the_sign_in_page_back_to_the_game() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let game = app.game(&ann, &ben).await;
    let visitor = app.browser();
    let token = visitor.token().await;
    for action in ["turns", "invite", "decline"] {
        let page = visitor.post(&format!("{game}/{action}"), &[("csrf", token.as_str())]).await;
        assert_eq!(page.status, 401);
        let login = format!("/login?then={}", game.replace('/', "%2F"));
        assert_eq!(page.links("main a[href^='/login']"), [login], "{action}");
    }
    let page = visitor.get(&format!("/login?then={game}")).await;
    let page = visitor.submit(page.form("/login").set("name", "ann").set("password", PASSWORD)).await;
    assert_eq!(page.path, game);
}

#[tokio::test]
async fn the_addresses_of_forms_lead_back_to_their_pages() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let game = app.game(&ann, &ben).await;
    for action in ["turns", "pass", "join", "salt", "invite", "decline", "leave", "close", "seen"] {
        let page = ann.get(&format!("{game}/{action}")).await;
        assert_eq!(page.status, 405);
        assert_eq!(page.link("error-back-to-game"), game);
    }
    let page = ann.get("/account/password").await;
    assert_eq!((page.status, page.link("error-back").as_str()), (405, "/account"));
    let page = ann.get("/logout").await;
    assert_eq!((page.status, page.link("error-home").as_str()), (405, "/"));
    let visitor = app.browser();
    let page = visitor.get(&format!("{game}/turns")).await;
    assert_eq!(page.link("sign-in"), format!("/login?then={}", game.replace('/', "%2F")));
}

#[tokio::test]
async fn links_to_other_sites_are_not_followed() {
    let app = TestApp::start().await;
    app.person("ann").await;
    for then in ["//evil.example", "https://evil.example", "/%5Cevil.example", "/%2Fevil.example"] {
        let visitor = app.browser();
        let page = visitor.get(&format!("/login?then={then}")).await;
        assert!(!page.body.contains("evil"), "{then}");
        let form =
            page.form("/login").set("name", "ann").set("password", PASSWORD).set("then", "//evil.example");
        assert_eq!(visitor.submit(form).await.path, "/");
    }
}
