//! The final page with scripts, and on a phone.

use bastide::engine::{Preset, Ruleset, TileSet};

use crate::browser::{Browser, Scripts, VIEWS};
use crate::scripted::{assert_stayed, stay, wait_for};
use crate::site::Site;

#[tokio::test]
async fn pointing_at_a_row_outlines_its_feature_and_nothing_is_wider_than_a_phone() {
    let site = Site::open().await;
    let (ann, ben, cleo) = (site.person("Ann").await, site.person("Ben").await, site.person("Cleo").await);
    let players = [&ann, &ben, &cleo];
    let rules = Ruleset { sets: TileSet::ALL.to_vec(), ..Ruleset::of(Preset::Modern) };
    let game = site.game(rules, &players, 1).await;
    site.play(&game, &players, 400).await;
    let browser = Browser::open(Scripts::On).await;
    site.sign_in(&browser, "Ann").await;
    let run = async |script: &str| browser.client.execute(script, vec![]).await.unwrap();
    for view in [VIEWS[0], VIEWS[2]] {
        browser.look(view).await;
        for page in [
            format!("/games/{game}/final"),
            format!("/games/{game}/moves"),
            format!("/games/{game}/moves/40"),
        ] {
            browser.goto(&site.url(&page)).await;
            let wide = "const wide = [...document.querySelectorAll('main *')].filter((element) => \
                        element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0 && \
                        ['auto', 'scroll'].includes(getComputedStyle(element).overflowX)); \
                        return [document.documentElement.scrollWidth <= innerWidth, wide.length]";
            assert_eq!(run(wide).await, serde_json::json!([true, 0]), "{page}");
        }
        browser.goto(&site.url(&format!("/games/{game}/final"))).await;
        // Until the script is there.
        while browser.all(".board .a-out.on[data-outline='0']").await.is_empty() {
            run("const link = document.querySelector('[data-row=\"0\"] h3 a'); link.blur(); link.focus()")
                .await;
        }
        if view.width > 600 {
            browser.click("[data-row='1'] h3 a").await;
            wait_for(&browser, ".board .a-out.on[data-outline='1']").await;
        }
        assert_eq!(browser.path().await, format!("/games/{game}/final"), "no other page is loaded");
        run("document.querySelector('[data-row=\"2\"] h3 a').focus()").await;
        wait_for(&browser, ".board .a-out.on[data-outline='2']").await;
        assert_eq!(browser.all(".board .a-out.on").await.len(), 1);
    }
}

#[tokio::test]
async fn fields_are_shown_on_the_board_in_place_and_the_link_works_without_scripts() {
    let site = Site::open().await;
    let (ann, ben) = (site.person("Ann").await, site.person("Ben").await);
    let game = site.game(Ruleset::of(Preset::Modern), &[&ann, &ben], 1).await;
    site.play(&game, &[&ann, &ben], 400).await;
    let path = site.url(&format!("/games/{game}/final"));
    let browser = Browser::open(Scripts::On).await;
    browser.look(VIEWS[0]).await;
    browser.goto(&path).await;
    wait_for(&browser, ".zooms").await;
    stay(&browser).await;
    browser.click("#fields-on-board").await;
    wait_for(&browser, "#fields-on-board[href='#board']").await;
    wait_for(&browser, ".tools [data-overlay=fields][aria-current]").await;
    assert_stayed(&browser).await;
    let focus = browser.client.execute("return document.activeElement.id", vec![]).await.unwrap();
    assert_eq!(focus, "fields-on-board");

    let plain = Browser::open(Scripts::Off).await;
    plain.goto(&path).await;
    plain.follow(plain.element("#fields-on-board").await).await;
    assert_eq!(plain.all(".tools [data-overlay=fields][aria-current]").await.len(), 1);
}
