//! Levels of the computer: choosing one, and their pages.

use bastide::jobs::Runner;
use support::messages::message_with;

use crate::browser::{Browser, Scripts};
use crate::judge::judge;
use crate::play;
use crate::scripted::{assert_stayed, stay, wait_for};
use crate::server::Server;
use crate::site::Site;

#[tokio::test]
async fn a_visitor_plays_an_easy_game_and_reads_about_the_level() {
    let server = Server::start();
    for scripts in [Scripts::Off, Scripts::On] {
        let browser = Browser::open(scripts).await;
        browser.goto(&server.url("/")).await;
        browser.press("play-easy").await;
        wait_for(&browser, ".tabletop").await;
        let game = browser.path().await;
        for _ in 0..100 {
            browser.goto(&server.url(&game)).await;
            if play::is_my_turn(&browser).await {
                break;
            }
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
        play::take_turn(&browser, 1).await;
        // The computer's answer may replace the link at any moment.
        wait_for(&browser, ".players a[href='/levels/2']").await;
        browser.goto(&server.url("/levels/2")).await;
        assert_eq!(browser.heading().await, message_with("level-title", &[("n", "2")]));
    }
}

#[tokio::test]
async fn pages_of_levels_and_forms_with_levels_are_accessible() {
    let server = Server::start();
    let browser = Browser::open(Scripts::On).await;
    let mut complaints = Vec::new();
    let visitor = [("front", "/"), ("levels", "/levels"), ("level", "/levels/5")];
    for (name, path) in visitor {
        browser.goto(&server.url(path)).await;
        judge(&browser, name, &mut complaints).await;
    }
    play::sign_up(&browser, &server, "ann").await;
    let form = "/tables/new?seats=4&computer1=2&computer2=8&plays=no";
    for (name, path) in [("dashboard-empty", "/"), ("new-table-levels", form)] {
        browser.goto(&server.url(path)).await;
        judge(&browser, name, &mut complaints).await;
    }
    browser.press("new-table-button").await;
    judge(&browser, "table-levels", &mut complaints).await;
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[tokio::test]
async fn hints_are_shown_on_request_and_accessible() {
    let site = Site::open().await;
    for (scripts, name) in [(Scripts::Off, "ben"), (Scripts::On, "ann")] {
        let browser = Browser::open(scripts).await;
        site.person(name).await;
        site.sign_in(&browser, name).await;
        play::open_table_at(&browser, &site.url("/tables/new?computer1=1&hints=yes"), &[]).await;
        wait_for(&browser, ".tabletop").await;
        let game = browser.path().await;
        Runner::new(site.service.clone()).run_due().await.unwrap();
        browser.goto(&site.url(&game)).await;
        if scripts == Scripts::Off {
            browser.press("hints-ask").await;
        } else {
            stay(&browser).await;
            browser.click(".hints button").await;
            wait_for(&browser, "#hints > ol > li").await;
        }
        assert_eq!(browser.all("#hints > ol > li").await.len(), 3);
        assert!(!browser.all("svg.board .a-badge").await.is_empty(), "the board shows where");
        if scripts == Scripts::On {
            let mut complaints = Vec::new();
            judge(&browser, "hints", &mut complaints).await;
            assert!(complaints.is_empty(), "{}", complaints.join("\n"));
            drafts_a_hint(&browser).await;
        }
    }
}

/// Follows the first hint, which becomes a draft on the same board.
async fn drafts_a_hint(browser: &Browser) {
    let hint = browser.element("#hints ol a").await;
    let query = hint.attr("href").await.unwrap().unwrap();
    hint.click().await.unwrap();
    wait_for(browser, ".tabletop.drafting .ghost.fixed").await;
    let draft = "const form = document.querySelector('.act').elements;
        return ['tile', 'x', 'y', 'rotation', 'follower'].map(name => form[name].value && `${name}=${form[name].value}`)
            .filter(Boolean).join('&')";
    let draft = browser.client.execute(draft, vec![]).await.unwrap();
    assert!(query.ends_with(draft.as_str().unwrap()), "{query} is {draft}");
    // The list of placements opens when it is asked for.
    browser.click("#placements summary").await;
    wait_for(browser, "#placements[open]").await;
    assert_stayed(browser).await;
}
