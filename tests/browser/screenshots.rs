//! Pictures of the table page, for the front page and the README. After an intended change of its looks, renew them with
//! `./test.sh --test browser screenshots -- --ignored`, and review before committing.

use std::path::Path;
use std::time::Duration;

use bastide::account::UserId;
use bastide::engine::{Preset, Ruleset};
use bastide::insight;
use bastide::table::GameId;

use crate::browser::{Browser, VIEWS};
use crate::scripted::wait_for;
use crate::site::{Site, as_user};

/// The names of the pictures in the order of [`VIEWS`], and their part of the view's size.
const SHOTS: [(&str, f32); 4] =
    [("table-desk", 0.75), ("table-desk-dark", 0.75), ("table-phone", 1.0), ("table-phone-dark", 1.0)];

/// Fixes the tile at the best place, as a click there would.
const DRAFT: &str = "
    const at = (link) => { const query = new URL(link.getAttribute('href'), location).searchParams;
        return query.get('x') + ',' + query.get('y'); };
    const best = at(document.querySelector('#placements tbody a'));
    const cell = [...document.querySelectorAll('.a-cell')].find((link) => at(link) === best);
    const {x, y, width, height} = cell.getBoundingClientRect();
    const there = {bubbles: true, cancelable: true, clientX: x + width / 2, clientY: y + height / 2, detail: 1};
    cell.dispatchEvent(new MouseEvent('click', there));";

/// Whether the best placement completes something valuable, so that the picture shows it.
async fn best_turn_scores(site: &Site, player: &UserId, game: &GameId) -> bool {
    let replay = site.service.table(&as_user(player), game, None).await.unwrap().unwrap().play.unwrap();
    let kind = replay.game.hand()[0];
    let placements = insight::HandPlacements::of(&replay.game);
    let best = insight::rated_placements(&replay.game, kind, placements.of_kind(kind)).swap_remove(0);
    best.consequence.margin >= 6
}

#[tokio::test]
#[ignore = "writes pictures"]
async fn the_table_is_photographed_for_the_front_page_and_the_readme() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let site = Site::open().await;
    let (ann, ben) = (site.person("Ann").await, site.person("Ben").await);
    let game = site.game(Ruleset::of(Preset::Modern), &[&ann, &ben], 7).await;
    site.play(&game, &[&ann, &ben], 22).await;
    while !best_turn_scores(&site, &ann, &game).await {
        site.play(&game, &[&ann, &ben], 1).await;
    }
    let browser = Browser::open_with_compositor().await;
    site.sign_in(&browser, "Ann").await;
    for ((name, scale), view) in SHOTS.into_iter().zip(VIEWS) {
        browser.look(view).await;
        browser.goto(&site.url("/games")).await;
        browser.client.execute("localStorage.clear(); sessionStorage.clear()", vec![]).await.unwrap();
        browser.goto(&site.url(&format!("/games/{game}"))).await;
        browser.client.execute(DRAFT, vec![]).await.unwrap();
        wait_for(&browser, ".chip").await;
        browser.client.execute("document.activeElement.blur()", vec![]).await.unwrap();
        tokio::time::sleep(Duration::from_millis(800)).await;
        let picture = browser.webp(view, scale).await;
        assert!(picture.len() < 40_000, "{name}: {} bytes", picture.len());
        std::fs::write(root.join(format!("static/{name}.webp")), picture).unwrap();
        if name == "table-desk" {
            std::fs::write(root.join("docs/board.png"), browser.picture(view, view.height, 1.0).await)
                .unwrap();
        }
    }
}
