//! Handling the draft on the table page: mouse buttons, keys, fingers, a shared hand, and overlays that stay.

use std::time::Duration;

use bastide::engine::{HandRule, Preset, Ruleset, TileKind, TileSet};
use serde_json::{Value, json};
use support::messages::message;

use crate::browser::{Browser, Scripts, VIEWS, View};
use crate::scripted::wait_for;
use crate::site::{Site, as_user};

/// A cell in which the tile fits in more than one rotation, in the middle of its screen rectangle: [x, y].
const TURNABLE: &str = "
    const offer = JSON.parse(document.querySelector('#offer').textContent);
    const kind = document.querySelector('.hand .chosen')?.dataset.kind ?? Object.keys(offer.tiles)[0];
    const link = [...document.querySelectorAll('.pane .a-cell:not(.a-ask)')].find((link) => {
        const query = new URL(link.href.baseVal, location.href).searchParams;
        const box = link.getBoundingClientRect();
        return document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)?.closest('.a-cell') === link
            && offer.tiles[kind].at.filter(([x, y]) => x == query.get('x') && y == query.get('y')).length > 1;
    });
    const box = link.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2]";

pub async fn run(browser: &Browser, script: &str) -> Value {
    browser.client.execute(script, vec![]).await.unwrap()
}

/// Waits until a script returns this.
pub async fn becomes(browser: &Browser, script: &str, wanted: impl Fn(&Value) -> bool, what: &str) -> Value {
    for _ in 0..200 {
        let found = run(browser, script).await;
        if wanted(&found) {
            return found;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    panic!("{what}: {}", run(browser, script).await);
}

/// A game of two people in which the first is to move, after at least this many turns.
async fn table(site: &Site, browser: &Browser, rules: Ruleset, turns: usize) -> String {
    let (ann, ben) = (site.person("Ann").await, site.person("Ben").await);
    let game = site.game(rules, &[&ann, &ben], 2).await;
    site.play(&game, &[&ann, &ben], turns).await;
    site.sign_in(browser, "Ann").await;
    let path = format!("/games/{game}");
    browser.goto(&site.url(&path)).await;
    wait_for(browser, ".pane .a-cell:not(.a-ask)").await;
    wait_for(browser, ".zooms").await;
    run(browser, "window.same = true").await;
    path
}

pub async fn mouse(browser: &Browser, kind: &str, at: &Value, more: Value) {
    let mut event = json!({"type": kind, "x": at[0], "y": at[1]});
    event.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    browser.devtools("Input.dispatchMouseEvent", event).await;
}

pub async fn press(browser: &Browser, key: &str) {
    browser.element("body").await;
    let code = match key {
        "ArrowLeft" => 37,
        "ArrowUp" => 38,
        "ArrowRight" => 39,
        "ArrowDown" => 40,
        "Enter" => 13,
        "Escape" => 27,
        letter => u32::from(letter.as_bytes()[0].to_ascii_uppercase()),
    };
    let mut down = json!({"type": "rawKeyDown", "key": key, "windowsVirtualKeyCode": code});
    if !key.starts_with("Arrow") && key != "Escape" {
        down["type"] = json!("keyDown");
        down["text"] = json!(if key == "Enter" { "\r" } else { key });
    }
    browser.devtools("Input.dispatchKeyEvent", down).await;
    let up = json!({"type": "keyUp", "key": key, "windowsVirtualKeyCode": code});
    browser.devtools("Input.dispatchKeyEvent", up).await;
}

#[tokio::test]
async fn right_click_wheel_and_key_rotate_the_tile_under_the_pointer_and_a_double_click_fits_the_board() {
    let site = Site::open().await;
    let browser = Browser::open_with_compositor().await;
    browser.look(VIEWS[0]).await;
    table(&site, &browser, Ruleset::of(Preset::Modern), 8).await;
    let at = run(&browser, TURNABLE).await;
    let ghost = "return document.querySelector('.pane .ghost g')?.getAttribute('transform') ?? ''";
    mouse(&browser, "mouseMoved", &at, json!({})).await;
    let mut before = becomes(&browser, ghost, |found| found != "", "a ghost under the pointer").await;
    let view_width = "return document.querySelector('.pane svg.board').viewBox.baseVal.width";
    let width = run(&browser, view_width).await;
    for way in ["right click", "key", "wheel"] {
        match way {
            "right click" => {
                for kind in ["mousePressed", "mouseReleased"] {
                    mouse(&browser, kind, &at, json!({"button": "right", "clickCount": 1})).await;
                }
            }
            "key" => press(&browser, "r").await,
            _ => mouse(&browser, "mouseWheel", &at, json!({"deltaX": 0, "deltaY": 100})).await,
        }
        before = becomes(&browser, ghost, |found| *found != before, way).await;
    }
    assert_eq!(run(&browser, view_width).await, width, "the wheel over the tile does not zoom");

    browser.click(".zooms .in").await;
    browser.click(".zooms .in").await;
    assert!(run(&browser, view_width).await.as_f64() < width.as_f64());
    // On a tile, where there is no legal cell.
    let tile = "const box = document.querySelector('.pane svg.board > use[transform]').getBoundingClientRect(); \
                return [box.x + box.width / 2, box.y + box.height / 2]";
    let tile = run(&browser, tile).await;
    for count in [1, 2] {
        for kind in ["mousePressed", "mouseReleased"] {
            mouse(&browser, kind, &tile, json!({"button": "left", "clickCount": count})).await;
        }
    }
    let fitted =
        becomes(&browser, view_width, |found| found.as_f64() >= width.as_f64(), "the whole board").await;
    browser.click(".zooms .fit").await;
    assert_eq!(run(&browser, view_width).await, fitted);
}

#[tokio::test]
async fn cells_are_one_stop_for_tab_arrows_move_between_them_and_changes_are_announced() {
    let site = Site::open().await;
    let browser = Browser::open(Scripts::On).await;
    browser.look(VIEWS[0]).await;
    table(&site, &browser, Ruleset::of(Preset::Modern), 8).await;
    let stops = "return document.querySelectorAll('.pane .a-cell:not(.a-ask)[tabindex=\"0\"]').length";
    assert_eq!(run(&browser, stops).await, 1);
    run(&browser, "document.querySelector('.pane .a-cell[tabindex=\"0\"]').focus()").await;
    let focus = "return document.activeElement.href?.baseVal ?? document.activeElement.className";
    let mut seen = vec![run(&browser, focus).await];
    for key in ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"] {
        press(&browser, key).await;
        seen.push(run(&browser, focus).await);
        assert_eq!(run(&browser, stops).await, 1, "after {key}");
    }
    assert!(seen.iter().any(|cell| *cell != seen[0]), "the focus moves: {seen:?}");

    // Any cell with several rotations, chosen by keyboard.
    run(
        &browser,
        &TURNABLE.replace(
            "const box = link.getBoundingClientRect();\n    return",
            "link.focus(); const box = link.getBoundingClientRect();\n    return",
        ),
    )
    .await;
    press(&browser, "Enter").await;
    wait_for(&browser, ".ghost.fixed").await;
    let focused = run(&browser, "return document.activeElement.dataset.act").await;
    assert_eq!(focused, "confirm", "Enter confirms from here");
    press(&browser, "r").await;
    let announced = "return document.querySelector('#announced')?.textContent ?? ''";
    becomes(&browser, announced, |found| found != "", "the rotation is announced").await;
    let line = "return document.querySelector('.act .line').textContent";
    let before = run(&browser, line).await;
    press(&browser, "a").await;
    becomes(&browser, line, |found| *found != before, "the line tells the follower").await;
    let role = run(
        &browser,
        "return document.querySelector('.act .line').closest('[aria-live], [role=status]') !== null",
    )
    .await;
    assert_eq!(role, true, "and screen readers hear it");
    press(&browser, "Enter").await;
    wait_for(&browser, ".told").await;
    let focus = run(&browser, "return document.activeElement.id").await;
    assert_eq!(focus, "status", "the focus is on the result");
    assert_eq!(run(&browser, "return window.same").await, true, "no page was loaded");
}

#[tokio::test]
async fn n_leads_to_the_next_game_that_waits() {
    let site = Site::open().await;
    let browser = Browser::open(Scripts::On).await;
    browser.look(VIEWS[0]).await;
    let here = table(&site, &browser, Ruleset::of(Preset::Modern), 3).await;
    let (ann, ben) = (site.user("Ann").await, site.user("Ben").await);
    let other = site.game(Ruleset::of(Preset::Modern), &[&ann, &ben], 5).await;
    site.play(&other, &[&ann, &ben], 0).await;
    browser.goto(&site.url(&here)).await;
    wait_for(&browser, ".zooms").await;
    press(&browser, "n").await;
    for _ in 0..200 {
        if browser.path().await != here {
            break;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    assert_eq!(browser.path().await, format!("/games/{other}"));
}

#[tokio::test]
async fn another_tile_of_a_shared_hand_loads_nothing_and_keeps_the_draft_where_it_fits() {
    let site = Site::open().await;
    let browser = Browser::open(Scripts::On).await;
    browser.look(VIEWS[0]).await;
    let rules = Ruleset { hand: HandRule::Shared(3), ..Ruleset::default() };
    table(&site, &browser, rules, 6).await;
    // A cell in which two of the tiles fit.
    let both = "
        const { tiles } = JSON.parse(document.querySelector('#offer').textContent);
        const kind = document.querySelector('.hand .chosen').dataset.kind;
        for (const other of Object.keys(tiles)) {
            if (other === kind) continue;
            const shared = tiles[kind].at.find(([x, y]) => tiles[other].at.some((at) => at[0] === x && at[1] === y));
            if (shared) return [other, shared[0], shared[1]];
        }";
    let found = run(&browser, both).await;
    let (other, x, y) = (found[0].as_str().unwrap(), &found[1], &found[2]);
    let cell = format!(".pane .a-cell[href*='x={x}&y={y}']");
    let cell = browser
        .client
        .execute(
            "return document.querySelector(arguments[0]).getBoundingClientRect().toJSON()",
            vec![json!(cell)],
        )
        .await
        .unwrap();
    let at = json!([
        cell["x"].as_f64().unwrap() + cell["width"].as_f64().unwrap() / 2.0,
        cell["y"].as_f64().unwrap() + cell["height"].as_f64().unwrap() / 2.0
    ]);
    for kind in ["mousePressed", "mouseReleased"] {
        mouse(&browser, kind, &at, json!({"button": "left", "clickCount": 1})).await;
    }
    wait_for(&browser, ".ghost.fixed").await;
    browser.click(&format!(".hand [data-kind='{other}'] a")).await;
    wait_for(&browser, ".ghost.fixed").await;
    let draft = "const { tile, x, y } = document.querySelector('.act').elements; \
                 return [tile.value, Number(x.value), Number(y.value), window.same]";
    assert_eq!(run(&browser, draft).await, json!([other, x, y, true]));
    let current = "return [...document.querySelectorAll('.hand [aria-current=true]')].map((link) => link.closest('[data-kind]').dataset.kind)";
    assert_eq!(run(&browser, current).await, json!([other]));
}

#[tokio::test]
async fn a_tap_centres_the_cell_and_brings_it_near_with_spots_for_fingers() {
    let site = Site::open().await;
    let browser = Browser::open_with_compositor().await;
    browser.look(VIEWS[2]).await;
    table(&site, &browser, Ruleset::of(Preset::Modern), 30).await;
    let at = run(&browser, TURNABLE).await;
    let point = json!([{"x": at[0], "y": at[1]}]);
    for (kind, points) in [("touchStart", point), ("touchEnd", json!([]))] {
        browser.devtools("Input.dispatchTouchEvent", json!({"type": kind, "touchPoints": points})).await;
    }
    wait_for(&browser, ".ghost.fixed").await;
    let seen = "
        const tile = document.querySelector('.ghost.fixed .a-try').getBoundingClientRect();
        const pane = document.querySelector('.pane').getBoundingClientRect();
        const spots = [...document.querySelectorAll('.spot')].map((spot) => spot.getBoundingClientRect());
        return [tile.width / 0.96,
            Math.hypot(tile.x + tile.width / 2 - pane.x - pane.width / 2, tile.y + tile.height / 2 - pane.y - pane.height / 2),
            Math.min(...spots.map((box) => Math.min(box.width, box.height)))]";
    let seen = run(&browser, seen).await;
    let number = |index: usize| seen[index].as_f64().unwrap();
    assert!(number(0) >= 119.0, "{} px a tile", number(0));
    assert!(number(1) < 4.0, "{} px from the middle", number(1));
    assert!(number(2) >= 44.0, "spots of {} px", number(2));
    let act = "const box = document.querySelector('.act').getBoundingClientRect(); return [box.height <= 168.5, box.bottom <= innerHeight + 0.5]";
    assert_eq!(run(&browser, act).await, json!([true, true]), "the sheet");
}

#[tokio::test]
async fn overlays_appear_without_loading_and_stay_for_the_game_in_the_tab() {
    let site = Site::open().await;
    let browser = Browser::open(Scripts::On).await;
    browser.look(VIEWS[0]).await;
    let path = table(&site, &browser, Ruleset::of(Preset::Modern), 12).await;
    browser.click(".tools summary").await;
    browser.click(".tools [data-overlay=owners]").await;
    wait_for(&browser, ".tools [data-overlay=owners][aria-current=true]").await;
    assert_eq!(run(&browser, "return window.same").await, true, "no page was loaded");
    browser.goto(&site.url(&path)).await;
    wait_for(&browser, ".tools [data-overlay=owners][aria-current=true]").await;
}

/// How much of the drafted tile is in the pane, from 0 to 1.
const SEEN: &str = "
    const [tile, pane] = ['.ghost.fixed .a-try', '.pane'].map((name) => document.querySelector(name).getBoundingClientRect());
    const part = (from, to, low, high) => Math.max(0, Math.min(to, high) - Math.max(from, low)) / (to - from);
    return part(tile.left, tile.right, pane.left, pane.right) * part(tile.top, tile.bottom, pane.top, pane.bottom)";

#[tokio::test]
async fn a_draft_stays_in_view_when_the_window_changes_and_when_it_is_restored_in_another_one() {
    let site = Site::open().await;
    let browser = Browser::open(Scripts::On).await;
    browser.look(VIEWS[0]).await;
    table(&site, &browser, Ruleset::of(Preset::Modern), 30).await;
    // The cell farthest from the middle.
    let far = "
        const pane = document.querySelector('.pane').getBoundingClientRect();
        const far = (link) => {
            const box = link.getBoundingClientRect();
            return Math.hypot(box.x + box.width / 2 - pane.x - pane.width / 2, box.y + box.height / 2 - pane.y - pane.height / 2);
        };
        const links = [...document.querySelectorAll('.pane .a-cell:not(.a-ask)')].sort((one, other) => far(other) - far(one));
        links[0].focus();
        links[0].dispatchEvent(new MouseEvent('click', {bubbles: true, cancelable: true}))";
    run(&browser, far).await;
    wait_for(&browser, ".ghost.fixed").await;
    let draft = "const { x, y } = document.querySelector('.act').elements; return [x.value, y.value]";
    let drafted = run(&browser, draft).await;
    let turned = View { width: 844, height: 390, scheme: "light" };
    for view in [VIEWS[2], turned, VIEWS[0], VIEWS[2]] {
        let window = format!("{}×{}", view.width, view.height);
        browser.look(view).await;
        becomes(&browser, SEEN, |seen| seen.as_f64() > Some(0.99), &format!("resized to {window}")).await;
    }
    for view in [VIEWS[0], VIEWS[2], turned] {
        let window = format!("{}×{}", view.width, view.height);
        browser.look(view).await;
        browser.client.refresh().await.unwrap();
        wait_for(&browser, ".chip").await;
        assert_eq!(run(&browser, draft).await, drafted, "{window}");
        becomes(&browser, SEEN, |seen| seen.as_f64() > Some(0.99), &format!("restored at {window}")).await;
    }
}

#[tokio::test]
async fn a_press_that_lasts_until_the_consequences_arrive_still_confirms() {
    let site = Site::open().await;
    let browser = Browser::open(Scripts::On).await;
    browser.look(VIEWS[0]).await;
    table(&site, &browser, Ruleset::of(Preset::Modern), 9).await;
    let held = "
        const real = window.fetch;
        window.fetch = (...request) => String(request[0]).includes('/options')
            ? new Promise((answer) => window.answers = [...window.answers ?? [], () => answer(real(...request))])
            : real(...request)";
    run(&browser, held).await;
    browser.click(".board .a-cell").await;
    wait_for(&browser, ".capsule").await;
    let middle = "
        const box = document.querySelector('.capsule [data-act=confirm]').getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2]";
    let middle = run(&browser, middle).await;
    let mouse =
        |kind: &str| json!({"type": kind, "x": middle[0], "y": middle[1], "button": "left", "clickCount": 1});
    browser.devtools("Input.dispatchMouseEvent", mouse("mousePressed")).await;
    run(&browser, "for (const answer of window.answers) answer()").await;
    tokio::time::sleep(Duration::from_millis(500)).await;
    browser.devtools("Input.dispatchMouseEvent", mouse("mouseReleased")).await;
    becomes(
        &browser,
        "return !document.querySelector('.ghost.fixed')",
        |gone| *gone == true,
        "the turn is sent",
    )
    .await;
}

#[tokio::test]
async fn a_tap_beside_a_small_cell_takes_it_and_one_farther_away_does_not() {
    let site = Site::open().await;
    let browser = Browser::open_with_compositor().await;
    browser.look(VIEWS[2]).await;
    table(&site, &browser, Ruleset::of(Preset::Modern), 30).await;
    for _ in 0..6 {
        press(&browser, "-").await;
    }
    // Beside a cell: where no other is near, and no button.
    let beside = "
        const links = [...document.querySelectorAll('.pane .a-cell:not(.a-ask)')];
        const middles = links.map((link) => link.getBoundingClientRect()).map((box) => [box.x + box.width / 2, box.y + box.height / 2]);
        const size = links[0].getBoundingClientRect().width;
        const gap = arguments[0];
        for (const [i, [x, y]] of middles.entries()) for (const [dx, dy] of [[0, -1], [0, 1], [-1, 0], [1, 0]]) {
            const at = [x + dx * gap, y + dy * gap];
            const nearest = Math.min(...middles.map((other) => Math.hypot(at[0] - other[0], at[1] - other[1])));
            if (nearest > gap - 1 && document.elementFromPoint(...at)?.closest('svg.board') && !document.elementFromPoint(...at).closest('a')) {
                return [...at, size, new URL(links[i].href.baseVal, location).searchParams.get('x')];
            }
        }";
    for (gap, taken) in [(40, false), (24, true)] {
        let at = browser.client.execute(beside, vec![json!(gap)]).await.unwrap();
        assert!(at[2].as_f64() < Some(40.0), "cells of {} px", at[2]);
        let point = json!([{"x": at[0], "y": at[1]}]);
        for (kind, points) in [("touchStart", point), ("touchEnd", json!([]))] {
            browser.devtools("Input.dispatchTouchEvent", json!({"type": kind, "touchPoints": points})).await;
        }
        tokio::time::sleep(Duration::from_millis(300)).await;
        let drafted =
            run(&browser, "return document.querySelector('.drafting .act')?.elements.x.value").await;
        assert_eq!(drafted, if taken { at[3].clone() } else { Value::Null }, "{gap} px from the middle");
    }
}

#[tokio::test]
async fn the_overlay_of_the_planar_graph_says_why_a_board_with_crossing_cities_has_none() {
    let site = Site::open().await;
    let browser = Browser::open(Scripts::On).await;
    browser.look(VIEWS[0]).await;
    let (ann, ben) = (site.person("Ann").await, site.person("Ben").await);
    let sets = vec![TileSet::Base, TileSet::King];
    let game = site.game(Ruleset { sets, ..Ruleset::of(Preset::Modern) }, &[&ann, &ben], 2).await;
    let crossing: TileKind = "KR-crossing-cities".parse().unwrap();
    loop {
        let table = site.service.table(&as_user(&ann), &game, None).await.unwrap().unwrap();
        let replay = table.play.unwrap();
        if replay.game.board().tiles().iter().any(|tile| tile.kind == crossing) {
            break;
        }
        assert!(!replay.game.is_finished(), "the tile is never placed");
        site.play(&game, &[&ann, &ben], 1).await;
    }
    site.sign_in(&browser, "Ann").await;
    browser.goto(&site.url(&format!("/games/{game}"))).await;
    wait_for(&browser, ".zooms").await;
    browser.click(".tools summary").await;
    browser.click(".tools [data-overlay=graph]").await;
    wait_for(&browser, ".status .note").await;
    let note = browser.element(".status .note").await;
    assert_eq!(note.text().await.unwrap(), message("graph-cities-cross"));
    let (_, y, width, height) = note.rectangle().await.unwrap();
    assert!(width > 100.0 && height > 10.0 && y < 200.0, "over the board");
}
