//! The final page with scripts, and on a phone.

use bastide::engine::{Preset, Ruleset, TileSet};

use crate::browser::{Browser, Scripts, VIEWS};
use crate::scripted::wait_for;
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
